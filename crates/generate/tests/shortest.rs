//! Shortest games and bounds, held against games that were searched without any bound.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;
use shakmaty::{
    Bitboard, ByColor, CastlingMode, CastlingSide, Chess, Color, FromSetup, Position, Rank, Role,
    Setup, Square, fen::Fen,
};
use sissa_constraint::{Constraint, Distance, Situation};
use sissa_generate::{Found, Options, Style, Task};

fn found(text: &str, options: Options) -> Found {
    let constraint: Constraint = text.parse().expect("good");
    let options = Options {
        style: Style::Shortest,
        ..options
    };
    let task = Task::new(&constraint, options).expect("good");
    let found = task.generate(0, 0, &|| false).expect("good");
    let mut position = Chess::default();
    for m in &found.moves {
        assert!(position.is_legal(*m));
        position.play_unchecked(*m);
    }
    assert_eq!(position, found.position);
    found
}

#[test]
fn castling_is_proven_shortest() {
    for (text, plies) in [
        ("white castled kingside", 7),
        ("black castled kingside", 8),
        ("white castled queenside", 9),
        ("each side castled kingside", 8),
        ("white castled kingside and black to move", 7),
        ("white castled kingside and white to move", 8),
    ] {
        let found = found(text, Options::default());
        let said = (found.moves.len(), found.shortest, found.at_least);
        assert_eq!(said, (plies, true, Some(plies as u32)), "{text}");
    }
}

/// A board that is settled is searched from both ends: ten half-moves are too many for all games.
#[test]
fn a_whole_board_is_proven_shortest() {
    let text = "fen r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R";
    let found = found(text, Options::default());
    assert_eq!((found.moves.len(), found.shortest), (10, true));
}

#[test]
fn a_short_stalemate_comes_with_a_bound() {
    let options = Options {
        nodes: 1_500_000,
        ..Options::default()
    };
    let found = found("stalemate", options);
    assert!(found.position.is_stalemate() && !found.shortest);
    let at_least = found.at_least.unwrap();
    // The direct style alone needs more than thirty.
    assert!((5..20).contains(&at_least), "{at_least}");
    assert!((19..30).contains(&found.moves.len()), "{:?}", found.moves);
}

/// A position and who has castled.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    position: Chess,
    castled: [Option<CastlingSide>; 2],
}

impl State {
    fn play(&self, m: shakmaty::Move) -> State {
        let mut next = self.clone();
        if let Some(side) = m.castling_side() {
            next.castled[usize::from(self.position.turn().is_black())] = Some(side);
        }
        next.position.play_unchecked(m);
        next
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            position: &self.position,
            castled: ByColor {
                white: self.castled[0],
                black: self.castled[1],
            },
        }
    }
}

/// The half-moves that each constraint is really away, where at most so many.
fn really(constraints: &[Constraint], start: &State, most: u32) -> Vec<Option<u32>> {
    let compiled: Vec<_> = constraints.iter().map(Constraint::compile).collect();
    let mut away = vec![None; constraints.len()];
    let mut layer = FxHashSet::from_iter([start.clone()]);
    for plies in 0..=most {
        for (away, compiled) in away.iter_mut().zip(&compiled) {
            let holds = |state: &State| compiled.holds(&state.situation());
            if away.is_none() && layer.iter().any(holds) {
                *away = Some(plies);
            }
        }
        if plies < most {
            let next = layer.iter().flat_map(|state| {
                let moves = state.position.legal_moves();
                moves.into_iter().map(|m| state.play(m))
            });
            layer = next.collect();
        }
    }
    away
}

/// The bound on castling never exceeds what all games tell, also where the other side's men stand in between.
#[test]
fn the_bound_on_castling_is_admissible() {
    let constraints: Vec<Constraint> = [
        "white castled kingside",
        "white castled queenside",
        "black castled kingside",
        "black castled queenside",
        "each side castled kingside",
        "any side castled queenside and black to move",
    ]
    .map(|text| text.parse().unwrap())
    .into();
    let distances: Vec<Distance> = constraints.iter().map(Distance::new).collect();
    let mut sharp = 0;
    for seed in 0..16 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = State {
            position: Chess::default(),
            castled: [None; 2],
        };
        for ply in 0..26 {
            // Moves that leave the kings and rooks alone, and those that take on the first rank.
            let legal = state.position.legal_moves();
            let rights = state.position.castles().castling_rights().count();
            let keeps: Vec<_> = legal
                .iter()
                .filter(|m| state.play(**m).position.castles().castling_rights().count() == rights)
                .copied()
                .collect();
            let Some(m) = keeps.choose(&mut rng).or(legal.choose(&mut rng)) else {
                break;
            };
            state = state.play(*m);
            if ply % 5 != 4 || state.position.castles().is_empty() {
                continue;
            }
            let away = really(&constraints, &state, 3);
            for ((constraint, distance), away) in constraints.iter().zip(&distances).zip(away) {
                let bound = distance.plies(&state.situation());
                let Some(plies) = away else { continue };
                let board = state.position.board();
                let turn = state.position.turn();
                assert!(
                    bound.is_some_and(|bound| bound <= plies),
                    "{constraint}: {bound:?}, but {plies} half-moves from {board} {turn}"
                );
                sharp += u32::from(bound == Some(plies) && plies > 1);
            }
        }
    }
    assert!(sharp > 20, "{sharp}");
}

/// The same with men of both sides strewn between king and rooks, where everything that the bound weighs comes up: men shut in,
/// men that are taken, and men of the other side that leave or are taken.
#[test]
fn the_bound_on_castling_is_admissible_in_crowded_corners() {
    let constraints: Vec<Constraint> = ["white castled kingside", "white castled queenside"]
        .map(|text| text.parse().unwrap())
        .into();
    let distances: Vec<Distance> = constraints.iter().map(Distance::new).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut compared, mut sharp) = (0, 0);
    while compared < 160 {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(rng.random());
        for (square, piece) in [
            (Square::E1, Color::White.king()),
            (Square::A1, Color::White.rook()),
            (Square::H1, Color::White.rook()),
            (Square::new(rng.random_range(48..64)), Color::Black.king()),
        ] {
            setup.board.set_piece_at(square, piece);
        }
        setup.castling_rights = Bitboard::from(Square::A1).with(Square::H1);
        for _ in 0..rng.random_range(2..7) {
            let square = Square::new(rng.random_range(1..16));
            let color = Color::from_white(rng.random_range(0..3) > 0);
            let role = *Role::ALL[..5].choose(&mut rng).unwrap();
            let fits = role != Role::Pawn || square.rank() == Rank::Second;
            if fits && setup.board.piece_at(square).is_none() {
                setup.board.set_piece_at(square, role.of(color));
            }
        }
        let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) else {
            continue;
        };
        let castled = [None; 2];
        let state = State { position, castled };
        let away = really(&constraints, &state, 4);
        for ((constraint, distance), away) in constraints.iter().zip(&distances).zip(away) {
            let Some(plies) = away else { continue };
            let bound = distance.plies(&state.situation());
            let board = state.position.board();
            let turn = state.position.turn();
            assert!(
                bound.is_some_and(|bound| bound <= plies),
                "{constraint}: {bound:?}, but {plies} half-moves from {board} {turn}"
            );
            compared += 1;
            sharp += u32::from(bound == Some(plies) && plies > 2);
        }
    }
    assert!(sharp > 40, "{sharp}");
}

/// Where the other side's help makes it faster than the side's own moves would: it takes what shuts the bishop in, and it takes
/// the knight and leaves again.
#[test]
fn the_bound_on_castling_counts_on_help() {
    for (text, fen) in [
        (
            "white castled kingside",
            "4k3/8/2b5/8/8/8/4P1P1/4KB1R b K - 0 1",
        ),
        (
            "white castled queenside",
            "4k3/8/8/8/8/2n5/8/RNB1K3 b Q - 0 1",
        ),
    ] {
        let constraint: Constraint = text.parse().unwrap();
        let fen: Fen = fen.parse().unwrap();
        let state = State {
            position: fen.into_position(CastlingMode::Standard).unwrap(),
            castled: [None; 2],
        };
        let bound = Distance::new(&constraint).plies(&state.situation());
        assert_eq!(really(&[constraint], &state, 4), [Some(4)], "{text}");
        assert_eq!(bound, Some(4), "{text}");
    }
}
