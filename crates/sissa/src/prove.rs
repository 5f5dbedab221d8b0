//! A game that reaches a position, or the reason why none can: [`Prove`].

use std::{ops::ControlFlow, time::Duration};

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_game::{Game, key};
use sissa_proof::{Answer, Length, Target, answer, stream};
use sissa_record::{Entry, Record, Ruling, Run, Summary, pgn};

use crate::{
    event::{Event, Records, run_of},
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    lengths::Lengths,
    limits::{Budget, Limits, Watch},
    problem::Problem,
    session::{Session, TOOL},
};

/// Nodes for one position where neither nodes nor a time is given.
const NODES: u64 = 8_000_000;

/// Positions to prove. What a FEN leaves out is open: a bare diagram is legal if any side to move, castling
/// rights and en passant allow it.
///
/// ```
/// use sissa::{Event, Prove, Session};
///
/// let events = Prove::new("8/8/8/8/8/8/8/KRk5").run(&Session::new())?;
/// let Event::Found(verdict) = &events[1] else { panic!("one verdict") };
/// assert!(verdict.fens[0].starts_with("8/8/8/8/8/8/8/KRk5 b - -"));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prove {
    /// FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
    pub input: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// Look for a shortest game; it is said whether it is proven to be one.
    pub shortest: bool,
    /// Look for a game of exactly so many half-moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// All games of this length instead of one.
    pub all: bool,
    /// Most nodes for one position; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time for one position, in seconds.
    #[serde(alias = "seconds", skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Longest time for the whole request, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_timeout: Option<f64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl Prove {
    /// Positions and games as text, in any format.
    pub fn new(input: impl Into<String>) -> Prove {
        Prove {
            input: input.into(),
            ..Prove::default()
        }
    }

    /// Games of exactly so many half-moves.
    #[must_use]
    pub fn plies(mut self, plies: u32) -> Prove {
        self.plies = Some(plies);
        self
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Prove {
        (self.nodes, self.timeout, self.total_timeout) =
            (limits.nodes, limits.timeout, limits.total_timeout);
        self
    }

    fn budget(&self, session: &Session) -> Result<Budget, Problem> {
        let limits = Limits {
            nodes: self.nodes,
            timeout: self.timeout,
            total_timeout: self.total_timeout,
        };
        limits.budget(session)
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Prover::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Verdict>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Verdict::clone, sink))
    }

    /// Proves these positions instead of the text, on all threads of the session, and tells the sink in
    /// order, each as soon as it is known. `form` makes of a verdict what the sink wants, on the thread
    /// that found it. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        entries: Entries<'_>,
        form: impl Fn(&Verdict) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let prover = Prover::new(self, session)?;
        Ok(work_into(&prover, session, entries, form, sink))
    }
}

/// What is found out about a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number of the entry in the input, from 0.
    pub index: u64,
    /// The answer, with its games or reasons.
    pub answer: Answer,
    /// The position each game ends in; without a game the position as it was given.
    pub fens: Vec<String>,
    /// Where it was read.
    pub origin: String,
    records: Vec<Record>,
}

impl Verdict {
    /// The games as PGN, with the position each leads to.
    pub fn pgn(&self) -> String {
        let round = (self.index + 1).to_string();
        let one = |(game, goal): (&Game, &String)| {
            let plies = game.plies().to_string();
            let tags = [
                ("Event", "Sissa proof game"),
                ("Round", round.as_str()),
                ("Annotator", TOOL),
                ("PlyCount", plies.as_str()),
                ("GoalFEN", goal.as_str()),
            ];
            pgn(game, &tags)
        };
        self.answer.games.iter().zip(&self.fens).map(one).collect()
    }
}

impl Records for Verdict {
    fn records(&self) -> Vec<Record> {
        self.records.clone()
    }
}

/// A request made ready.
struct Prover<'a> {
    session: &'a Session,
    seed: u64,
    length: Length,
    nodes: u64,
    budget: Budget,
    started: Duration,
}

impl<'a> Prover<'a> {
    fn new(request: &Prove, session: &'a Session) -> Result<Prover<'a>, Problem> {
        let length = match (request.plies, request.shortest) {
            (Some(_), true) => {
                let message = "a shortest game has no given number of half-moves";
                return Err(Problem::new("length", message).field("plies"));
            }
            (Some(plies), false) => Length::Exact {
                plies,
                all: request.all,
            },
            (None, true) => Length::Shortest,
            (None, false) => Length::Any,
        };
        if request.all && request.plies.is_none() {
            return Err(Problem::new("length", "all games of which length?")
                .field("all")
                .hint("give the number of half-moves (plies)"));
        }
        let budget = request.budget(session)?;
        let nodes = match budget.nodes {
            Some(nodes) => nodes,
            None if budget.timed => u64::MAX,
            None => NODES,
        };
        Ok(Prover {
            session,
            seed: request.seed,
            length,
            nodes,
            budget,
            started: session.now(),
        })
    }
}

/// What is kept of all verdicts.
#[derive(Debug, Default)]
struct Count {
    legal: u64,
    /// Illegal, or without a game of the length asked for.
    refuted: u64,
    undecided: u64,
    keys: FxHashSet<u64>,
    lengths: Lengths,
}

impl Work for Prover<'_> {
    type Found = Verdict;
    type Count = Count;

    fn run_record(&self) -> Run {
        Run {
            seed: Some(self.seed),
            ..run_of("prove")
        }
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Verdict, Problem> {
        let watch = Watch::new(self.session, &self.budget, self.started);
        let stop = || watch.stop();
        let budget = sissa_proof::Budget {
            nodes: self.nodes,
            stop: &stop,
        };
        let target = Target::of(entry);
        let answer = answer(&target, self.length, budget, &mut stream(self.seed, index));
        let records = answer.records(index, entry, &target);
        Ok(Verdict {
            index,
            fens: records.iter().map(|record| record.fen.clone()).collect(),
            records: records.into_iter().map(Record::Verdict).collect(),
            origin: entry.origin.clone(),
            answer,
        })
    }

    fn note(count: &mut Count, found: &Verdict) {
        match found.answer.ruling {
            Ruling::Legal => count.legal += 1,
            Ruling::Illegal | Ruling::None => count.refuted += 1,
            Ruling::Undecided => count.undecided += 1,
        }
        for game in &found.answer.games {
            count.keys.insert(key(game.end()));
            count.lengths.add(game.plies());
        }
    }

    fn summary(&self, count: Count, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count.legal,
            unique: count.keys.len() as u64,
            satisfied: count.legal,
            mean_plies: count.lengths.mean(),
            median_plies: count.lengths.median(),
            exit: if tally.cancelled {
                130
            } else if tally.errors > 0 {
                2
            } else if count.refuted > 0 {
                1
            } else if count.undecided > 0 {
                3
            } else {
                0
            },
            ..Summary::default()
        }
    }
}
