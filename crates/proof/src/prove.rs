//! The whole procedure: refute if possible, otherwise construct until the budget ends.

use rand::Rng;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Setup};
use sissa_record::{Game, check};

use crate::{
    Budget, Exhausted, Verdict,
    construct::{Beam, Ended, Fields, Plan, Ways, least, retract},
    facts::{self, steady::steady},
    kernel::{Extended, Outcome, Question, Search},
    refute::{Effort, Refuter},
    retro::{EnPassant, Retro},
    shorten::{Patience, shorten},
    verify,
};

/// Kernels looked at together; at first more of them, as long as they are found easily.
const KERNELS: usize = 4;
const FIRST_KERNELS: usize = 12;
const EASILY: u64 = 20_000;
/// Plans made for each of them.
const PLANS: usize = 6;
/// Constructions begun before other kernels are asked for, the first of them with a beam.
const TRIES: usize = 3;
const BEAMS: usize = 2;
/// Positions the first beam keeps, and the last.
const NARROWEST: usize = 48;
const WIDEST: usize = 256;
/// From so many men on the beam comes first.
const MANY_MEN: usize = 20;
/// Longest game that is accepted.
const LONGEST: usize = 300;
/// Games made, of which the shortest is taken.
const MOST_GAMES: usize = 3;
/// Nodes after which no more are made.
const CHEAP: u64 = 120_000;
/// Kernels with ranks looked at for one that has squares.
const RANKED: u64 = 20_000;
/// Last moves kept as places to start from.
const MOST_STARTS: usize = 32;

/// A place to start the construction from: the goal, or a position shortly before it.
struct Start {
    retro: Retro,
    /// The moves from there to the goal, last one first.
    moves: Vec<Move>,
    question: Question,
    /// Ways around its men that never moved.
    fields: Fields,
    /// Which kernels are looked for.
    kernels: Kernels,
}

/// Which kernels are looked for: the next ones where there are none, or no plans for them.
#[derive(Clone, Copy)]
enum Kernels {
    /// Without needless promotions.
    Thrifty,
    /// Without captures on the last rank past pawns that never moved.
    Ordinary,
    /// All that have squares.
    Ranked,
}

impl Kernels {
    fn next(self) -> Kernels {
        match self {
            Kernels::Thrifty => Kernels::Ordinary,
            Kernels::Ordinary | Kernels::Ranked => Kernels::Ranked,
        }
    }
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
    let mut refuter = Refuter::new(rng, Effort::FIRST, budget.stop);
    let reasons = refuter.refute(&retro);
    exhausted.nodes += refuter.nodes;
    if !reasons.is_empty() {
        return Verdict::Illegal { reasons };
    }
    // Positions before the last moves are only looked for when the goal itself resists.
    let mut starts: Vec<Start> = match retro.en_passant {
        EnPassant::Square(_) => Vec::new(),
        _ => Start::new(&retro, &[]).into_iter().collect(),
    };
    let mut builder = Builder {
        setup,
        rng,
        ways: Ways::default(),
        exhausted,
        until: budget.nodes,
        budget,
        best: None,
        partial: Vec::new(),
    };
    let mut extended = false;
    let mut games = Vec::new();
    let mut efforts = [(1, Effort::SECOND), (5, Effort::THIRD)]
        .into_iter()
        .peekable();
    for turn in 0.. {
        if builder.is_over() {
            break;
        }
        if !extended && (turn > 0 || starts.is_empty()) {
            extended = true;
            starts.extend(earlier(&retro));
        }
        // What resists for longer is tried to be refuted with more effort.
        while let Some((_, effort)) =
            efforts.next_if(|(from, _)| turn >= *from || starts.is_empty())
        {
            let left = builder.until.saturating_sub(builder.exhausted.nodes);
            let mut refuter = Refuter::new(builder.rng, effort.at_most(left), builder.budget.stop);
            let reasons = refuter.refute(&retro);
            builder.exhausted.nodes += refuter.nodes;
            if !reasons.is_empty() {
                return Verdict::Illegal { reasons };
            }
        }
        if starts.is_empty() {
            break;
        }
        builder.exhausted.starts = starts.len();
        // The goal itself gets every other turn; the last moves share the rest.
        let index = match turn % 2 == 0 {
            true => 0,
            false => turn / 2 % starts.len(),
        };
        builder.work(&mut starts[index], turn);
        if let Some(found) = builder.best.take() {
            games.push(found);
            // Games differ much in length: as long as they come cheaply more of them are made.
            while games.len() < MOST_GAMES
                && builder.exhausted.nodes < CHEAP
                && starts[0].has_many_men()
            {
                builder.work(&mut starts[0], 0);
                match builder.best.take() {
                    Some(another) => games.push(another),
                    None => break,
                }
            }
            break;
        }
    }
    let stop = builder.budget.stop;
    if games.len() > 1 {
        // A little shortening tells which one is worth more of it.
        for game in &mut games {
            *game = shorten(
                setup,
                std::mem::take(game),
                Patience::Little,
                stop,
                builder.rng,
            );
        }
        games.sort_by_key(Vec::len);
    }
    let best = games.into_iter().next();
    match best.and_then(|best| finish(setup, best, stop, builder.rng)) {
        Some(game) => Verdict::Legal { game },
        None => Verdict::Undecided {
            partial: partial_game(retro, builder.partial),
            exhausted: builder.exhausted,
        },
    }
}

/// Builds games until the nodes are used up or one is found.
struct Builder<'a, R> {
    setup: &'a Setup,
    budget: Budget<'a>,
    rng: &'a mut R,
    ways: Ways,
    exhausted: Exhausted,
    /// Nodes after which nothing more is tried.
    until: u64,
    /// The game found.
    best: Option<Vec<Move>>,
    /// The line that was taken back furthest, last move first.
    partial: Vec<Move>,
}

impl<R: Rng> Builder<'_, R> {
    fn is_over(&self) -> bool {
        self.exhausted.nodes >= self.until || (self.budget.stop)()
    }

    /// Tries the best plans of a start.
    fn work(&mut self, start: &mut Start, turn: usize) {
        let plans = self.plans(start, turn == 0);
        for (number, plan) in plans.into_iter().take(TRIES).enumerate() {
            if self.is_over() || self.best.is_some() {
                break;
            }
            if start.has_many_men() == (number < BEAMS) {
                let width = (NARROWEST << (turn / 4).min(5)).min(WIDEST);
                self.beam(start, &plan, width);
            } else if let Some(unmoves) = self.retract(start, &plan) {
                self.keep(start, unmoves);
            }
        }
    }

    fn keep(&mut self, start: &Start, unmoves: Vec<Move>) {
        let mut moves = start.moves.clone();
        moves.extend(unmoves);
        moves.reverse();
        if verify(self.setup, &moves).is_ok() {
            self.best = Some(moves);
        }
    }

    /// A beam along a plan.
    fn beam(&mut self, start: &Start, plan: &Plan, width: usize) {
        self.exhausted.tries += 1;
        let (until, asked) = (self.until, self.budget.stop);
        let mut stop = |nodes: u64| nodes >= until || asked();
        let beam = Beam {
            width,
            slack: 0,
            longest: LONGEST.saturating_sub(start.moves.len()),
            ways: &mut self.ways,
            rng: self.rng,
        };
        let nodes = &mut self.exhausted.nodes;
        if let Some(unmoves) = beam.run(&start.retro, plan, nodes, &mut stop) {
            self.keep(start, unmoves);
        }
    }

    fn retract(&mut self, start: &Start, plan: &Plan) -> Option<Vec<Move>> {
        self.exhausted.tries += 1;
        let (before, until) = (self.exhausted.nodes, self.until);
        let asked = self.budget.stop;
        let mut stop = |nodes: u64| before + nodes >= until || asked();
        let nodes = &mut self.exhausted.nodes;
        match retract(&start.retro, plan, self.rng, nodes, &mut stop) {
            Ended::Home(moves) => Some(moves),
            Ended::Stuck(moves) => {
                if start.moves.len() + moves.len() > self.partial.len() {
                    self.partial = [&start.moves[..], &moves].concat();
                }
                None
            }
        }
    }

    /// Plans for some kernels of a start, the one that promises the shortest game first. What resists is better
    /// served by plans that differ than by the most promising of many.
    fn plans(&mut self, start: &mut Start, first: bool) -> Vec<Plan> {
        let many = start.has_many_men();
        let (least_kernels, most_kernels) = match (many, first) {
            (true, true) => (KERNELS, FIRST_KERNELS),
            (true, false) => (KERNELS, KERNELS),
            (false, _) => (1, 1),
        };
        let easily = self.exhausted.nodes + EASILY;
        let mut plans = Vec::new();
        for number in 0..most_kernels {
            if number >= least_kernels && self.exhausted.nodes > easily {
                break;
            }
            self.exhausted.nodes += 20;
            let Some(events) = kernel(start, self.rng, &mut self.exhausted.nodes, self.budget.stop)
            else {
                continue;
            };
            self.exhausted.kernels += 1;
            // Early promotions only where it does not work without.
            for early in [false, true] {
                let known = plans.len();
                for _ in 0..if many { PLANS } else { TRIES } {
                    self.exhausted.nodes += 20;
                    let Some(plan) =
                        Plan::new(&start.retro, &events, early, &mut start.fields, self.rng)
                    else {
                        continue;
                    };
                    let least = match many {
                        true => least(&start.retro, &plan, &mut self.ways),
                        false => Some(0),
                    };
                    plans.extend(least.map(|least| (least, plan)));
                }
                if plans.len() > known {
                    break;
                }
            }
        }
        if plans.is_empty() {
            start.kernels = start.kernels.next();
        }
        plans.sort_by_key(|(least, _)| *least);
        plans.into_iter().map(|(_, plan)| plan).collect()
    }
}

/// The game, shortened, if it replays to the goal.
fn finish(
    setup: &Setup,
    mut moves: Vec<Move>,
    stop: &dyn Fn() -> bool,
    rng: &mut impl Rng,
) -> Option<Game> {
    verify(setup, &moves).ok()?;
    let shorter = shorten(setup, moves.clone(), Patience::Full, stop, rng);
    if verify(setup, &shorter).is_ok() {
        moves = shorter;
    }
    Game::from_moves(Chess::default(), moves).ok()
}

/// The line that was taken back furthest, as a game from where it begins.
fn partial_game(goal: Retro, unmoves: Vec<Move>) -> Option<Game> {
    let start = unmoves.iter().fold(goal, |retro, m| retro.before(*m));
    let start = Chess::from_setup(start.setup(), CastlingMode::Standard).ok()?;
    Game::from_moves(start, unmoves.into_iter().rev()).ok()
}

impl Start {
    /// A position to start from, with the moves from there to the goal; `None` if it is refuted.
    fn new(retro: &Retro, moves: &[Move]) -> Option<Start> {
        let known = facts::known(retro).ok()?;
        Some(Start {
            retro: retro.clone(),
            moves: moves.to_vec(),
            question: Question::new(&retro.board, &known)?,
            fields: Fields::new(steady(retro)),
            kernels: Kernels::Thrifty,
        })
    }

    /// With many men in the box the plan leaves most things open, and single lines get through; with few of
    /// them it takes a beam.
    fn has_many_men(&self) -> bool {
        self.retro.board.occupied().count() >= MANY_MEN
    }
}

/// The positions before irreversible last moves.
fn earlier(goal: &Retro) -> Vec<Start> {
    let mut starts = Vec::new();
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
                    starts.extend(Start::new(&before, &line));
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
    stop: &dyn Fn() -> bool,
) -> Option<Vec<crate::kernel::Event>> {
    let few = start.question.is_exhaustible();
    let search = match start.kernels {
        Kernels::Thrifty => Search::new(&start.question, 60_000, rng)
            .before_the_end()
            .thrifty(),
        Kernels::Ranked if few => {
            let (found, used) = Extended::new(&start.question, RANKED, stop, rng).run();
            *nodes += 10 * used;
            return found;
        }
        Kernels::Ordinary | Kernels::Ranked => {
            Search::new(&start.question, 400_000, rng).before_the_end()
        }
    };
    let (outcome, used) = match few {
        true => search.run(usize::MAX),
        false => search.run_freely(6),
    };
    *nodes += used;
    match outcome {
        Outcome::Found(events) => Some(events),
        _ => {
            start.kernels = start.kernels.next();
            None
        }
    }
}
