//! The whole procedure: refute if possible, otherwise construct until the budget ends.

use rand::Rng;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Setup};
use sissa_record::{Game, check};

use crate::{
    Budget, Exhausted, Verdict,
    construct::{Ended, Plan, retract},
    facts,
    kernel::{Outcome, Question, Search},
    refute::{EXHAUSTIVE, KERNEL_NODES, Refuter},
    retro::{EnPassant, Retro},
    shorten::shorten,
    verify,
};

/// Constructions for one kernel before another is asked for.
const PLANS: usize = 3;
/// Last moves kept as places to start from.
const MOST_STARTS: usize = 32;

/// A place to start the construction from: the goal, or a position shortly before it.
struct Start {
    retro: Retro,
    /// The moves from there to the goal, last one first.
    moves: Vec<Move>,
    question: Question,
    /// Look for kernels without needless promotions, as long as there are any.
    thrifty: bool,
}

/// Decides whether any game reaches the position, within the budget.
///
/// A game is reported only after [`verify`](crate::verify()) has replayed it; a position is called
/// illegal only for a reason that holds in all games.
///
/// ```
/// use rand::SeedableRng;
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Budget, Verdict, prove, verify};
///
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
/// let fen: Fen = "8/8/8/8/8/8/8/KRk5 b - - 0 1".parse()?;
/// match prove(fen.as_setup(), Budget::nodes(1_000_000), &mut rng) {
///     Verdict::Legal { game } => assert_eq!(verify(fen.as_setup(), game.moves()), Ok(())),
///     other => panic!("{other:?}"),
/// }
///
/// let fen: Fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// match prove(fen.as_setup(), Budget::nodes(1_000_000), &mut rng) {
///     Verdict::Illegal { reasons } => assert_eq!(reasons[0].code, "wrong-parity"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn prove(setup: &Setup, budget: Budget<'_>, rng: &mut impl Rng) -> Verdict {
    if let Err(reasons) = check(setup) {
        return Verdict::Illegal { reasons };
    }
    let retro = Retro::new(setup);
    if retro.board == shakmaty::Board::new() && verify(setup, &[]).is_ok() {
        return Verdict::Legal { game: Game::new() };
    }
    let mut exhausted = Exhausted::default();
    let mut refuter = Refuter::new(rng);
    let reasons = refuter.refute(&retro, KERNEL_NODES);
    exhausted.nodes += refuter.nodes;
    if !reasons.is_empty() {
        return Verdict::Illegal { reasons };
    }
    let mut starts = starts(&retro);
    exhausted.starts = starts.len();
    let mut partial: Vec<Move> = Vec::new();
    let mut turn = 0;
    while !starts.is_empty() && exhausted.nodes < budget.nodes && !(budget.stop)() {
        // The goal itself gets every other turn; the last moves share the rest.
        let index = match turn % 2 == 0 {
            true => 0,
            false => turn / 2 % starts.len(),
        };
        turn += 1;
        exhausted.nodes += 20;
        let Some(events) = kernel(&mut starts[index], rng, &mut exhausted.nodes) else {
            continue;
        };
        exhausted.kernels += 1;
        let start = &starts[index];
        for _ in 0..PLANS {
            exhausted.nodes += 20;
            let Some(plan) = Plan::new(&start.retro, &events, rng) else {
                continue;
            };
            exhausted.tries += 1;
            let before = exhausted.nodes;
            let mut stop = |nodes: u64| before + nodes >= budget.nodes || (budget.stop)();
            let ended = retract(&start.retro, &plan, rng, &mut exhausted.nodes, &mut stop);
            let (home, found) = match ended {
                Ended::Home(found) => (true, found),
                Ended::Stuck(found) => (false, found),
            };
            let mut moves = start.moves.clone();
            moves.extend(found);
            if home {
                let mut moves = moves;
                moves.reverse();
                if verify(setup, &moves).is_ok() {
                    let shorter = shorten(moves.clone(), rng);
                    if verify(setup, &shorter).is_ok() {
                        moves = shorter;
                    }
                }
                if verify(setup, &moves).is_ok()
                    && let Ok(game) = Game::from_moves(Chess::default(), moves)
                {
                    return Verdict::Legal { game };
                }
            } else if moves.len() > partial.len() {
                partial = moves;
            }
            if (budget.stop)() {
                break;
            }
        }
    }
    Verdict::Undecided {
        partial: partial_game(retro, partial),
        exhausted,
    }
}

/// The line that was taken back furthest, as a game from where it begins.
fn partial_game(goal: Retro, unmoves: Vec<Move>) -> Option<Game> {
    let start = unmoves.iter().fold(goal, |retro, m| retro.before(*m));
    let start = Chess::from_setup(start.setup(), CastlingMode::Standard).ok()?;
    Game::from_moves(start, unmoves.into_iter().rev()).ok()
}

/// The goal, if its pawns have a kernel, and the positions before irreversible last moves.
fn starts(goal: &Retro) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut add = |retro: &Retro, moves: &[Move]| {
        if let Ok(known) = facts::known(retro)
            && let Some(question) = Question::new(&retro.board, &known)
        {
            starts.push(Start {
                retro: retro.clone(),
                moves: moves.to_vec(),
                question,
                thrifty: true,
            });
        }
    };
    if !matches!(goal.en_passant, EnPassant::Square(_)) {
        add(goal, &[]);
    }
    let mut frontier = vec![(goal.clone(), Vec::new())];
    let mut count = 0;
    for depth in 0..5 {
        let mut next = Vec::new();
        for (retro, moves) in &frontier {
            for m in retro.unmoves() {
                let before = retro.before(m);
                let setup = before.setup();
                if Chess::from_setup(setup, CastlingMode::Standard).is_err() {
                    continue;
                }
                let mut line: Vec<Move> = moves.clone();
                line.push(m);
                let forced = matches!(before.en_passant, EnPassant::Square(_));
                if before.is_check() || forced {
                    next.push((before, line));
                } else if (m.is_zeroing() || depth > 0) && count < MOST_STARTS {
                    count += 1;
                    add(&before, &line);
                }
            }
        }
        next.truncate(200);
        frontier = next;
    }
    starts
}

/// Another kernel for a start; `None` where none was found this time.
fn kernel(
    start: &mut Start,
    rng: &mut impl Rng,
    nodes: &mut u64,
) -> Option<Vec<crate::kernel::Event>> {
    let limit = if start.thrifty { 60_000 } else { 400_000 };
    let search = Search::new(&start.question, limit, rng);
    let search = if start.thrifty {
        search.thrifty()
    } else {
        search
    };
    let (outcome, used) = match start.question.total() <= EXHAUSTIVE {
        true => search.run(usize::MAX),
        false => search.run_freely(6),
    };
    *nodes += used;
    match outcome {
        Outcome::Found(events) => Some(events),
        _ => {
            start.thrifty = false;
            None
        }
    }
}
