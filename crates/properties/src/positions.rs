//! Positions and games that come from outside, and what is said of them.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, fen::Fen};
use sissa_judge::{Answer, Effort, Solver};
use sissa_proof::{Budget, Retro, Verdict, refute, stream, verify};

use crate::played;

/// Positions whose past is looked at closely.
const CLOSELY: u64 = 20_000;
/// So many that hundreds of games a second are tried.
const QUICKLY: u64 = 300;

/// The reader of positions and games never panics, always ends, and points into its input.
pub fn read(bytes: &[u8]) {
    let mut line = 0;
    for entry in sissa_record::read(bytes, "input") {
        let at = match entry {
            Ok(entry) => {
                if let Some(game) = &entry.game {
                    // What was read can be written and read again.
                    let text = sissa_record::pgn(game, &[]);
                    let again = sissa_record::read_one(&text).expect("our own PGN");
                    assert_eq!(again.game.as_ref(), Some(game));
                }
                entry.line
            }
            Err(error) => error.line,
        };
        assert!(at >= line, "lines are counted upwards");
        line = at;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = sissa_record::read_one(text);
    }
}

/// What shakmaty refuses has a reason here, and what has none is a position to shakmaty.
pub fn check(bytes: &[u8]) {
    let Ok(fen) = Fen::from_ascii(bytes) else {
        return;
    };
    let ours = sissa_game::check(fen.as_setup());
    let theirs: Result<Chess, _> = fen.clone().into_position(CastlingMode::Standard);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{fen}"),
        (Ok(_), Err(error)) => panic!("{fen}: {error}"),
        // The rules we know besides shakmaty's may refuse more.
        (Err(reasons), _) => assert!(!reasons.is_empty(), "{fen}"),
    }
}

/// Bytes play a game: what it reaches is never called illegal, and its last move is among the moves taken back.
pub fn reached(bytes: &[u8]) {
    not_refuted(bytes, CLOSELY);
}

/// The same with little effort, and so much faster.
pub fn never_illegal(bytes: &[u8]) {
    not_refuted(bytes, QUICKLY);
}

fn not_refuted(bytes: &[u8], nodes: u64) {
    let game = played(bytes, 300);
    let setup = game.end().to_setup(EnPassantMode::Legal);
    let reasons = refute(&setup, nodes);
    assert!(reasons.is_empty(), "{} {reasons:?}", game.end().board());
    let unmoves = Retro::new(&setup).unmoves();
    let last = game.moves().last();
    assert!(
        last.is_none_or(|last| unmoves.contains(last)),
        "{}",
        game.end().board()
    );
}

/// Whatever position is given, the verdict on it comes without a panic, its game replays, and what has a game is
/// not refuted.
pub fn prove(bytes: &[u8]) {
    let Ok(fen) = Fen::from_ascii(bytes) else {
        return;
    };
    let setup = fen.as_setup();
    if let Verdict::Legal { game } =
        sissa_proof::prove(setup, Budget::nodes(5_000), &mut stream(0, 0))
    {
        assert_eq!(verify(setup, game.moves()), Ok(()), "{fen}");
        assert!(refute(setup, CLOSELY).is_empty(), "{fen}");
    }
}

/// The solver says what trying every move says, of mates in one and two.
pub fn solve(bytes: &[u8]) {
    let game = played(bytes, 120);
    let position = game.end();
    let mut solver = Solver::with_table(1);
    for moves in 1..=2 {
        let said = solver.mate_in(position, moves, &Effort::nodes(2_000_000));
        let sooner = (1..moves).any(|moves| mates(position, moves));
        let expected = mates(position, moves) && !sooner;
        assert_eq!(
            said,
            if expected { Answer::Yes } else { Answer::No },
            "{}",
            position.board()
        );
    }
}

/// Whether the side to move mates within so many moves, by the definition.
fn mates(position: &Chess, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|attack| {
            let after = with(position, attack);
            after.is_checkmate()
                || !after.legal_moves().is_empty()
                    && after
                        .legal_moves()
                        .into_iter()
                        .all(|defence| mates(&with(&after, defence), moves - 1))
        })
}

fn with(position: &Chess, played: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(played);
    position
}
