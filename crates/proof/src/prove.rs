//! The whole procedure: refute if possible, otherwise construct until the budget ends.
//!
//! Where a target leaves open whose move it is, both sides are asked in turns with one budget: the first game makes the
//! diagram legal, and it is illegal when both are refuted.

use std::collections::VecDeque;

use rand::Rng;
use shakmaty::{Bitboard, Chess, Color, Setup};
use sissa_record::{Game, Reason};

use crate::{
    Budget, Stream, Target, Verdict,
    builder::{Builder, Built, Start, earlier},
    exact::short,
    facts::steady::steady,
    loosen::{loosened, wandered},
    refute::{Effort, Refuter, all_sides},
    retro::{EnPassant, Retro},
    shorten::{Patience, shorten},
    verify,
};

/// The turns in which short games are looked for, with the nodes for each length, if so many men are left.
const SHORT_GAMES: [(usize, u64); 2] = [(2, 40_000), (18, 450_000)];
const CROWDED: usize = 20;
/// The turn from which on, in every other one, men wander about before the goal.
const WANDERS: usize = 3;
/// Games made, of which the shortest is taken.
const MOST_GAMES: usize = 3;
/// Nodes after which no more are made.
const CHEAP: u64 = 120_000;
/// Where both sides may be to move, the part of what is left that one refutation of one side may use.
const SHARE: u64 = 4;

/// Decides whether any game reaches the position, within the budget.
///
/// A game is reported only after [`verify`](crate::verify()) has replayed it; a position is called
/// illegal only for a reason that holds in all games.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Budget, Verdict, prove, stream, verify};
///
/// let mut stream = stream(0, 0);
/// let fen: Fen = "8/8/8/8/8/8/8/KRk5 b - - 0 1".parse()?;
/// match prove(fen.as_setup(), Budget::nodes(1_000_000), &mut stream) {
///     Verdict::Legal { game } => assert_eq!(verify(fen.as_setup(), game.moves()), Ok(())),
///     other => panic!("{other:?}"),
/// }
///
/// let fen: Fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// match prove(fen.as_setup(), Budget::nodes(1_000_000), &mut stream) {
///     Verdict::Illegal { reasons } => assert_eq!(reasons[0].code, "wrong-parity"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn prove(setup: &Setup, budget: Budget<'_>, stream: &mut Stream) -> Verdict {
    prove_target(
        &Target::position(setup.clone()),
        Finish::Short,
        budget,
        stream,
    )
    .verdict
}

/// A verdict on a target.
pub(crate) struct Decision {
    pub verdict: Verdict,
    /// Where it is undecided, why one side cannot be to move.
    pub excluded: Option<(Color, Vec<Reason>)>,
    /// Un-moves and kernel states looked at.
    pub nodes: u64,
}

/// What becomes of a game that was found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// It is made shorter, and the shortest of some is taken.
    Short,
    /// It stays as it is: somebody only wants to know that there is one.
    AsFound,
}

/// Decides whether any game reaches the target, whichever way it is completed.
pub(crate) fn prove_target(
    target: &Target,
    end: Finish,
    budget: Budget<'_>,
    stream: &mut Stream,
) -> Decision {
    let decided = |verdict, nodes| Decision {
        verdict,
        excluded: None,
        nodes,
    };
    if target.is_reached_by(&[]) {
        return decided(Verdict::Legal { game: Game::new() }, 0);
    }
    let mut builder = Builder::new(target, budget, stream.rng());
    let mut open = VecDeque::new();
    let mut refuted: Vec<(Color, Vec<Reason>)> = Vec::new();
    for turn in target.turns() {
        match Attempt::new(&mut builder, turn) {
            Ok(attempt) => open.push_back(attempt),
            Err(reasons) => refuted.push((turn, reasons)),
        }
    }
    let mut games = Vec::new();
    while let Some(mut attempt) = open.pop_front() {
        if builder.is_over() {
            break;
        }
        match attempt.step(&mut builder, end, open.is_empty()) {
            Step::Found(found) => {
                games = found;
                break;
            }
            Step::Refuted(reasons) => refuted.push((attempt.retro.turn, reasons)),
            Step::Open => open.push_back(attempt),
            Step::Stuck => {}
        }
    }
    let nodes = builder.exhausted.nodes;
    if let Some(game) = finish(games, end, &mut builder) {
        return decided(Verdict::Legal { game }, nodes);
    }
    if refuted.len() == target.turns().count() {
        let reasons = all_sides(refuted);
        return decided(Verdict::Illegal { reasons }, nodes);
    }
    Decision {
        nodes,
        excluded: refuted.pop(),
        verdict: Verdict::Undecided {
            exhausted: builder.exhausted,
            partial: builder.partial(),
        },
    }
}

/// The attempt to reach the target with one side to move.
struct Attempt {
    /// With nothing claimed that is open.
    retro: Retro,
    /// The target with each of its castling rights, then positions before last moves.
    starts: Vec<Start>,
    /// How many of the starts are the target itself.
    goals: usize,
    /// Castling rights that have not become starts yet.
    castlings: Vec<Bitboard>,
    extended: bool,
    efforts: VecDeque<(usize, Effort)>,
    turn: usize,
}

enum Step {
    Found(Vec<Built>),
    Refuted(Vec<Reason>),
    /// Nothing yet.
    Open,
    /// There is nothing to build from.
    Stuck,
}

impl Attempt {
    /// An attempt, unless it can be refuted with little effort.
    fn new<R: Rng>(builder: &mut Builder<'_, R>, turn: Color) -> Result<Attempt, Vec<Reason>> {
        let target = builder.target;
        let flaws = target.flaws(turn);
        if !flaws.is_empty() {
            return Err(flaws.to_vec());
        }
        let retro = target.retro(turn);
        let mut refuter = Refuter::new(builder.rng, Effort::FIRST, builder.budget.stop);
        let reasons = refuter.refute(&retro);
        builder.exhausted.nodes += refuter.nodes;
        if !reasons.is_empty() {
            return Err(reasons);
        }
        // Rights that are kept and rights that are lost first; mixtures when these resist.
        let mut castlings = target.castlings();
        let later = castlings.split_off(castlings.len().min(2));
        let mut attempt = Attempt {
            retro,
            starts: Vec::new(),
            goals: 0,
            castlings,
            extended: false,
            efforts: VecDeque::from([(1, Effort::SECOND), (5, Effort::THIRD)]),
            turn: 0,
        };
        // Positions before the last moves are only looked for when the goal itself resists.
        attempt.add_goals();
        attempt.castlings = later;
        Ok(attempt)
    }

    fn add_goals(&mut self) {
        if matches!(self.retro.en_passant, EnPassant::Square(_)) {
            return;
        }
        for castling in std::mem::take(&mut self.castlings) {
            let retro = Retro {
                castling,
                ..self.retro.clone()
            };
            self.starts.extend(Start::new(&retro, &[]));
        }
        self.goals = self.starts.len();
    }

    /// One more turn; `alone` if the other side is not asked besides.
    fn step<R: Rng>(&mut self, builder: &mut Builder<'_, R>, end: Finish, alone: bool) -> Step {
        let turn = self.turn;
        self.turn += 1;
        if !self.extended && (turn > 0 || self.starts.is_empty()) {
            self.extended = true;
            self.add_goals();
            self.starts.extend(earlier(&self.retro));
        }
        // What resists for longer is tried to be refuted with more effort.
        while let Some((_, effort)) = self
            .efforts
            .pop_front_if(|(from, _)| turn >= *from || self.starts.is_empty())
        {
            let left = builder.left() / if alone { 1 } else { SHARE };
            let mut refuter = Refuter::new(builder.rng, effort.at_most(left), builder.budget.stop);
            let reasons = refuter.refute(&self.retro);
            builder.exhausted.nodes += refuter.nodes;
            if !reasons.is_empty() {
                return Step::Refuted(reasons);
            }
        }
        if let Some((_, each)) = SHORT_GAMES.iter().find(|(when, _)| turn == *when)
            && self.retro.board.occupied().count() >= CROWDED
            && let Some(built) = self.short(builder, *each)
        {
            return Step::Found(vec![built]);
        }
        if self.starts.is_empty() {
            return Step::Stuck;
        }
        if turn >= WANDERS
            && turn % 2 == WANDERS % 2
            && self.goals > 0
            && let Some(built) = self.loosen(builder, turn)
        {
            return Step::Found(vec![built]);
        }
        builder.exhausted.starts = self.starts.len();
        // The goal itself gets every other turn; the last moves share the rest.
        let goal = turn / 2 % self.goals.max(1);
        let index = if turn.is_multiple_of(2) {
            goal
        } else {
            turn / 2 % self.starts.len()
        };
        let Some(built) = builder.work(&mut self.starts[index], turn) else {
            return Step::Open;
        };
        let mut games = vec![built];
        // Games differ much in length: as long as they come cheaply more of them are made.
        while end == Finish::Short
            && games.len() < MOST_GAMES
            && builder.exhausted.nodes < CHEAP
            && self.starts[goal].has_many_men()
        {
            match builder.work(&mut self.starts[goal], 0) {
                Some(another) => games.push(another),
                None => break,
            }
        }
        Step::Found(games)
    }
}

impl Attempt {
    /// A game by way of a position in which men have walked about.
    fn loosen<R: Rng>(&self, builder: &mut Builder<'_, R>, turn: usize) -> Option<Built> {
        let goal = &self.starts[turn / 2 % self.goals].retro;
        let nodes = &mut builder.exhausted.nodes;
        let walked = if turn % 4 == WANDERS % 4 {
            let still = steady(goal);
            loosened(goal, still, nodes, builder.rng, builder.budget.stop)
        } else {
            wandered(goal, nodes, builder.rng)?
        };
        let mut start = Start::new(&walked.retro, &walked.moves)?;
        builder.work(&mut start, 0)
    }

    /// A short game, found without a plan.
    fn short<R: Rng>(&self, builder: &mut Builder<'_, R>, each: u64) -> Option<Built> {
        let mut nodes = builder.exhausted.nodes;
        let side = self.retro.turn;
        let moves = short(builder.target, side, each, &builder.budget, &mut nodes);
        builder.exhausted.nodes = nodes;
        let moves = moves?;
        let end = builder.target.reached_by(&moves)?;
        Some(Built { moves, end })
    }
}

/// The shortest of the games, shortened, if it replays to its end.
fn finish<R: Rng>(
    mut games: Vec<Built>,
    end: Finish,
    builder: &mut Builder<'_, R>,
) -> Option<Game> {
    let stop = builder.budget.stop;
    let mut shorter = |built: &mut Built, patience: Patience| {
        let moves = std::mem::take(&mut built.moves);
        built.moves = shorten(&built.end, moves, patience, stop, builder.rng);
    };
    if games.len() > 1 {
        // A little shortening tells which one is worth more of it.
        for game in &mut games {
            shorter(game, Patience::Little);
        }
        games.sort_by_key(|game| game.moves.len());
    }
    let mut best = games.into_iter().next()?;
    verify(&best.end, &best.moves).ok()?;
    if end == Finish::AsFound {
        return Game::from_moves(Chess::default(), best.moves).ok();
    }
    let known = best.moves.clone();
    shorter(&mut best, Patience::Full);
    if verify(&best.end, &best.moves).is_err() {
        best.moves = known;
    }
    Game::from_moves(Chess::default(), best.moves).ok()
}
