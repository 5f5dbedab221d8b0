//! Is it a position of chess, and does it satisfy the constraint? [`Check`].

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, Color, Position as _, Setup};
use sissa_constraint::{Compiled, Situation};
use sissa_game::{
    Castled, Game, NOBODY, Reason, castled_in, check as possible, key, note_castling,
};
use sissa_judge::{Answer, Effort};
use sissa_proof::Target;
use sissa_record::{CheckRecord, Entry, Finding, Record, Run, Summary, fen};

use crate::{
    event::{Event, Records, run_of},
    explain::unsatisfied,
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    judging::{Judging, Part, SOLVER_NODES},
    lengths::Lengths,
    limits::within,
    problem::{Problem, quoted},
    session::Session,
    wish::Wish,
};

/// Nodes of retro-analysis where it is asked for without a number; more is for `prove`.
const RETRO_NODES: u64 = 20_000;

/// Positions to check.
///
/// ```
/// use sissa::{Check, Event, Session};
///
/// let check = Check::new("1. e4 e5").constraint("white P=8");
/// let events = check.run(&Session::new())?;
/// assert!(matches!(&events[1], Event::Found(found) if found.satisfied == Some(true)));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Check {
    /// FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
    pub input: String,
    /// What the positions must be like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Constraints from the library, all of which must hold, too: a name or a list of names.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
    /// Any position of a game may satisfy the constraint; say which do.
    pub every: bool,
    /// Also ask whether a position without a game contradicts what its history must have been.
    pub retro: bool,
    /// Most nodes of that for one position; asks for it, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_nodes: Option<u64>,
    /// Say what each part of the constraint finds.
    pub findings: bool,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl Check {
    /// Positions and games as text, in any format.
    pub fn new(input: impl Into<String>) -> Check {
        Check {
            input: input.into(),
            ..Check::default()
        }
    }

    /// Held against this constraint.
    #[must_use]
    pub fn constraint(mut self, constraint: impl Into<String>) -> Check {
        self.constraint = Some(constraint.into());
        self
    }

    /// With retro-analysis.
    #[must_use]
    pub fn retro(mut self) -> Check {
        self.retro = true;
        self
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Checker::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Judgement>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Judgement::clone, sink))
    }

    /// Checks these positions instead of the text, on all threads of the session, and tells the sink in
    /// order. `form` makes of a judgement what the sink wants, on the thread that made it. `None` where
    /// the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        entries: Entries<'_>,
        form: impl Fn(&Judgement) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let checker = Checker::new(self, session)?;
        Ok(work_into(&checker, session, entries, form, sink))
    }
}

/// What is said of a position in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// A position of chess; no constraint was given.
    Valid,
    /// No position of chess.
    Invalid,
    /// A position of chess that satisfies the constraint.
    Satisfies,
    /// A position of chess that does not.
    Fails,
}

/// What is found out about an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The number of the entry in the input, from 0.
    pub index: u64,
    /// In one word.
    pub ruling: Ruling,
    /// Whether it satisfies the constraint; `None` without one.
    pub satisfied: Option<bool>,
    /// The position: where something was left open, as it is read; where it is none, as it was given.
    pub fen: String,
    /// Why it is not valid or not satisfying.
    pub reasons: Vec<Reason>,
    /// After how many half-moves of its game it stands.
    pub ply: Option<usize>,
    /// With `every`: the positions of the game that satisfy the constraint, by the half-moves before
    /// them.
    pub hits: Vec<(usize, String)>,
    /// Where it was read.
    pub origin: String,
    /// The name it came with.
    pub id: Option<String>,
    /// What each part of the constraint says, where that was asked.
    pub findings: Option<Vec<Finding>>,
    /// The game, where findings were asked for.
    pub game: Option<Box<Game>>,
    key: Option<u64>,
}

impl Records for Judgement {
    fn records(&self) -> Vec<Record> {
        let record = |fen: &str, ply: Option<usize>| {
            let game = self.game.as_deref();
            Record::Check(CheckRecord {
                index: self.index,
                fen: fen.to_owned(),
                valid: self.ruling != Ruling::Invalid,
                satisfied: self.satisfied,
                reasons: self.reasons.clone(),
                ply,
                origin: Some(self.origin.clone()),
                id: self.id.clone(),
                constraint: None,
                findings: self.findings.clone(),
                moves: game.map(Game::uci_moves),
                start_fen: game
                    .filter(|game| !game.from_starting_position())
                    .map(|game| sissa_record::fen(game.start())),
            })
        };
        if self.hits.is_empty() {
            return vec![record(&self.fen, self.ply)];
        }
        let hits = self.hits.iter();
        hits.map(|(ply, fen)| record(fen, Some(*ply))).collect()
    }
}

/// A request made ready.
struct Checker {
    test: Option<Test>,
    every: bool,
    findings: bool,
    retro: Option<u64>,
}

struct Test {
    wish: Wish,
    compiled: Compiled,
    judging: Option<Judging>,
    /// It asks what happened before the position.
    history: bool,
}

impl Test {
    fn holds(&self, situation: &Situation) -> Answer {
        if !self.compiled.holds(situation) {
            return Answer::No;
        }
        self.judging.as_ref().map_or(Answer::Yes, |judging| {
            let effort = Effort::nodes(SOLVER_NODES);
            judging.test(situation, &effort).answer
        })
    }
}

impl Checker {
    fn new(request: &Check, session: &Session) -> Result<Checker, Problem> {
        within(
            "nodes",
            request.nodes,
            session.ceiling().map(|most| most.nodes),
        )?;
        let wish = Wish::read(request.constraint.as_deref(), &request.preset)?;
        let test = match wish {
            Some(wish) => {
                let needs = wish.constraint.needs();
                if !needs.beyond.is_empty() {
                    return Err(Problem::unsupported("check", &needs.beyond));
                }
                let (judging, board) = Judging::of(&wish.constraint, request.judge_nodes, session)?;
                Some(Test {
                    compiled: board.compile(),
                    judging,
                    history: needs.history,
                    wish,
                })
            }
            None if request.every => {
                let message = "`every` asks which positions satisfy a constraint";
                return Err(Problem::new("constraint", message)
                    .field("every")
                    .hint("add a constraint"));
            }
            None => None,
        };
        Ok(Checker {
            test,
            every: request.every,
            findings: request.findings,
            retro: request.nodes.or(request.retro.then_some(RETRO_NODES)),
        })
    }

    /// The ways to read an entry as a position of chess, the likeliest first, or why there are none.
    fn readings(&self, entry: &Entry) -> Result<Vec<Chess>, Vec<Reason>> {
        // A game is its own proof; a position alone may contradict what its history must have been.
        if let (Some(nodes), None) = (self.retro, &entry.game) {
            let reasons = Target::of(entry).refute(nodes);
            if !reasons.is_empty() {
                return Err(reasons);
            }
        }
        let given = &entry.position;
        if !is_diagram(entry) {
            return Ok(vec![given.checked.clone()?]);
        }
        let mut readings = Vec::new();
        let mut reasons = Vec::new();
        for turn in Color::ALL {
            let setup = Setup {
                turn,
                ..given.setup.clone()
            };
            match possible(&setup) {
                Ok(position) => readings.push(position),
                Err(flaws) => reasons.extend(flaws),
            }
        }
        if readings.is_empty() {
            // What is wrong with both is said once.
            let mut told = Vec::new();
            reasons.retain(|reason| {
                let new = !told.contains(reason);
                told.push(reason.clone());
                new
            });
            return Err(reasons);
        }
        // Where rights are left open, the constraint may suppose them.
        if self.test.is_some() {
            let with_rights: Vec<Chess> = readings.iter().flat_map(with_rights).collect();
            readings.extend(with_rights);
        }
        Ok(readings)
    }

    fn satisfying(&self, test: &Test, game: &Game) -> Vec<(usize, String)> {
        let mut castled: Castled = NOBODY;
        let mut found = Vec::new();
        let mut position = game.start().clone();
        for ply in 0..=game.plies() {
            let situation = Situation {
                position: &position,
                castled,
            };
            if test.holds(&situation) == Answer::Yes {
                found.push((ply, fen(&position)));
            }
            if let Some(played) = game.moves().get(ply) {
                note_castling(&mut castled, position.turn(), *played);
                position.play_unchecked(*played);
            }
        }
        found
    }
}

/// Whether only the board is given: whose move it is, castling and en passant are left open.
pub(crate) fn is_diagram(entry: &Entry) -> bool {
    entry.game.is_none() && entry.position.text.split_whitespace().count() == 1
}

/// The position with each set of castling rights that its kings and rooks allow.
fn with_rights(position: &Chess) -> Vec<Chess> {
    let setup = position.to_setup(shakmaty::EnPassantMode::Legal);
    let homes: Vec<_> = [Color::White, Color::Black]
        .into_iter()
        .filter(|color| {
            let home = color.fold_wb(shakmaty::Square::E1, shakmaty::Square::E8);
            setup.board.piece_at(home) == Some(color.king())
        })
        .flat_map(|color| {
            let rooks = setup.board.by_piece(color.rook());
            (rooks & shakmaty::Bitboard::from_rank(color.backrank()) & shakmaty::Bitboard::CORNERS)
                .into_iter()
        })
        .collect();
    (1..1_u32 << homes.len())
        .filter_map(|chosen| {
            let rights = (0..homes.len()).filter(|at| chosen & (1 << at) != 0);
            let setup = Setup {
                castling_rights: rights.map(|at| homes[at]).collect(),
                ..setup.clone()
            };
            setup.position(CastlingMode::Standard).ok()
        })
        .collect()
}

/// What is kept of all judgements.
#[derive(Debug, Default)]
struct Count {
    valid: u64,
    satisfied: u64,
    /// Valid, and satisfying where a constraint was given.
    good: u64,
    keys: FxHashSet<u64>,
    lengths: Lengths,
}

impl Work for Checker {
    type Found = Judgement;
    type Count = Count;

    fn run_record(&self) -> Run {
        Run {
            constraint: self.test.as_ref().map(|test| test.wish.text.clone()),
            ..run_of("check")
        }
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Judgement, Problem> {
        let mut judgement = Judgement {
            index,
            ruling: Ruling::Valid,
            satisfied: None,
            fen: String::new(),
            reasons: Vec::new(),
            ply: entry.game.as_ref().map(Game::plies),
            hits: Vec::new(),
            origin: entry.origin.clone(),
            id: entry.id.clone(),
            findings: None,
            game: self
                .findings
                .then(|| entry.game.clone().map(Box::new))
                .flatten(),
            key: None,
        };
        let readings = match self.readings(entry) {
            Ok(readings) => readings,
            Err(reasons) => {
                judgement.ruling = Ruling::Invalid;
                judgement.satisfied = self.test.as_ref().map(|_| false);
                judgement.fen = entry.position.fen();
                judgement.reasons = reasons;
                return Ok(judgement);
            }
        };
        let Some(test) = &self.test else {
            judgement.read_as(&readings[0]);
            return Ok(judgement);
        };
        if test.history && entry.game.is_none() {
            return Err(without_history(entry, test));
        }
        let castled = entry.game.as_ref().map_or(NOBODY, castled_in);
        let mut undecided = false;
        let reading = readings.iter().find(|position| {
            let answer = test.holds(&Situation { position, castled });
            undecided |= answer == Answer::Undecided;
            answer == Answer::Yes
        });
        if undecided && reading.is_none() {
            return Err(not_judged(entry, test));
        }
        let position = reading.unwrap_or(&readings[0]);
        judgement.read_as(position);
        if let (true, Some(game)) = (self.every, &entry.game) {
            judgement.hits = self.satisfying(test, game);
        }
        let satisfied = reading.is_some() || !judgement.hits.is_empty();
        judgement.satisfied = Some(satisfied);
        judgement.ruling = if satisfied {
            Ruling::Satisfies
        } else {
            Ruling::Fails
        };
        if !satisfied || self.findings {
            judgement.assess(test, position, castled, self.findings);
        }
        Ok(judgement)
    }

    fn note(count: &mut Count, found: &Judgement) {
        let Some(key) = found.key else {
            return;
        };
        count.valid += 1;
        count.satisfied += u64::from(found.satisfied == Some(true));
        count.good += u64::from(found.satisfied != Some(false));
        count.keys.insert(key);
        if let Some(plies) = found.ply {
            count.lengths.add(plies);
        }
    }

    fn summary(&self, count: Count, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count.valid,
            unique: count.keys.len() as u64,
            satisfied: count.satisfied,
            mean_plies: count.lengths.mean(),
            median_plies: count.lengths.median(),
            exit: if tally.cancelled {
                130
            } else if tally.errors > 0 {
                2
            } else {
                u8::from(count.good < tally.read)
            },
            ..Summary::default()
        }
    }
}

impl Judgement {
    fn read_as(&mut self, position: &Chess) {
        self.fen = fen(position);
        self.key = Some(key(position));
    }

    /// What the parts of the constraint say.
    fn assess(&mut self, test: &Test, position: &Chess, castled: Castled, findings: bool) {
        let situation = Situation { position, castled };
        let constraint = &test.wish.constraint;
        let parts: Vec<Part> = match &test.judging {
            None => {
                let findings = constraint.assess(&situation);
                findings.into_iter().map(Part::of).collect()
            }
            Some(judging) => judging.assess(constraint, &situation),
        };
        if self.satisfied == Some(false) {
            let unmet = parts.iter().filter(|part| !part.finding.holds);
            let reason = |part: &Part| unsatisfied(&part.finding, part.found.as_deref());
            self.reasons = unmet.map(reason).collect();
        }
        self.findings = findings.then(|| {
            let finding = |part: Part| Finding {
                text: part.finding.text,
                holds: part.finding.holds,
                value: part.finding.value,
                squares: part
                    .finding
                    .squares
                    .into_iter()
                    .map(|square| square.to_string())
                    .collect(),
            };
            parts.into_iter().map(finding).collect()
        });
    }
}

fn place(entry: &Entry) -> String {
    match entry.origin.as_str() {
        "argument" => String::new(),
        origin => format!("{origin}: "),
    }
}

/// Neither a yes nor a no: the search was not long enough, or the tables have fewer men.
fn not_judged(entry: &Entry, test: &Test) -> Problem {
    let (place, words) = (place(entry), quoted(&test.wish.text));
    let message = format!("{place}{words} could not be judged");
    Problem::new("undecided", message)
        .field("constraint")
        .hint("proofs of many moves take too long, and endgame tables have four men at most")
}

fn without_history(entry: &Entry, test: &Test) -> Problem {
    let (place, words) = (place(entry), quoted(&test.wish.text));
    Problem::new(
        "history",
        format!("{place}{words} cannot be judged from a position alone"),
    )
    .field("input")
    .hint("only the game tells who has castled: give it as PGN, as moves or as JSON Lines")
}
