//! What a position tells about its past: [`Retro`].

mod words;

use std::{ops::ControlFlow, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Color};
use sissa_proof::{Finding, History, Possibility, Target, history, retraction, stream};
use sissa_record::{
    ArmyRecord, EnPassantRecord, Entry, ExclusiveRecord, LastMoveRecord, PawnOriginRecord,
    PromotedRecord, Record, RetroRecord, RetroSide, RightRecord, Run, Summary,
};

use crate::{
    event::{Event, Records, run_of},
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    limits::{Budget, Limits, Watch},
    problem::Problem,
    session::Session,
};
use words::right;

/// Nodes for all questions about one position where neither nodes nor a time is given.
const NODES: u64 = 30_000_000;

/// Positions whose past is asked about: last moves, castling, en passant, promotions, captures. What a FEN leaves out is open.
///
/// ```
/// use sissa::{Event, Retro, Session};
///
/// let events = Retro::new("8/8/8/8/8/8/8/KRk5").run(&Session::new())?;
/// let Event::Found(past) = &events[1] else { panic!("one answer") };
/// assert!(past.lines()[0].starts_with("White moved last: White is to move"));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Retro {
    /// FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
    pub input: String,
    /// The seed of all randomness.
    pub seed: u64,
    /// The games that show what is possible, in records.
    pub games: bool,
    /// Most nodes for one position, all questions together; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time for one position, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Longest time for the whole request, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_timeout: Option<f64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl Retro {
    /// Positions and games as text, in any format.
    pub fn new(input: impl Into<String>) -> Retro {
        Retro {
            input: input.into(),
            ..Retro::default()
        }
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Retro {
        (self.nodes, self.timeout, self.total_timeout) =
            (limits.nodes, limits.timeout, limits.total_timeout);
        self
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Analyst::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Past>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Past::clone, sink))
    }

    /// Asks about these positions instead of the text, on all threads of the session, and tells the sink in
    /// order, each as soon as it is known. `form` makes of an answer what the sink wants, on the thread
    /// that found it. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        entries: Entries<'_>,
        form: impl Fn(&Past) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let analyst = Analyst::new(self, session)?;
        Ok(work_into(&analyst, session, entries, form, sink))
    }
}

/// What was found out about the past of a position.
#[derive(Clone, Debug)]
pub struct Past {
    /// The number of the entry in the input, from 0.
    pub index: u64,
    /// The position as far as it was given.
    pub fen: String,
    /// Where it was read.
    pub origin: String,
    /// The answers.
    pub history: History,
    /// What was asked about.
    pub target: Target,
    games: bool,
}

impl Past {
    /// Who made the last move, where that is certain.
    pub fn moved_last(&self) -> Option<Color> {
        let mut open = self
            .history
            .sides
            .iter()
            .filter(|side| side.finding.possibility != Possibility::Impossible);
        match (open.next(), open.next()) {
            (Some(side), None) => Some(!side.turn),
            _ => None,
        }
    }

    /// Whether the position can come about with some side to move.
    pub fn possibility(&self) -> Possibility {
        let sides = &self.history.sides;
        let any = |what| sides.iter().any(|side| side.finding.possibility == what);
        if any(Possibility::Possible) {
            Possibility::Possible
        } else if any(Possibility::Undecided) {
            Possibility::Undecided
        } else {
            Possibility::Impossible
        }
    }

    /// The answers for programs.
    pub fn record(&self) -> RetroRecord {
        let moves = |finding: &Finding| match &finding.game {
            Some(game) if self.games => game.uci_moves(),
            _ => Vec::new(),
        };
        let history = &self.history;
        let sides = history.sides.iter().map(|side| RetroSide {
            turn: side.turn.into(),
            possibility: side.finding.possibility,
            reasons: side.finding.reasons.clone(),
            start: side.start,
            last_moves: side
                .last_moves
                .iter()
                .map(|last| LastMoveRecord {
                    text: retraction(last.played),
                    uci: last.played.to_uci(CastlingMode::Standard).to_string(),
                    captured: last
                        .played
                        .capture()
                        .map(|role| sissa_game::words::role_name(role).to_owned()),
                    possibility: last.finding.possibility,
                    reasons: last.finding.reasons.clone(),
                    plies: last.finding.game.as_ref().map(sissa_game::Game::plies),
                    moves: moves(&last.finding),
                })
                .collect(),
            en_passant: side
                .en_passant
                .iter()
                .map(|claim| EnPassantRecord {
                    square: claim.square.to_string(),
                    possibility: claim.possibility,
                })
                .collect(),
        });
        let castling = history.castling.iter().map(|one| RightRecord {
            right: right(one.rook),
            possibility: one.finding.possibility,
            reasons: one.finding.reasons.clone(),
            moves: moves(&one.finding),
        });
        let exclusive = history
            .exclusive
            .iter()
            .map(|(rooks, reasons)| ExclusiveRecord {
                rights: rooks.iter().map(|rook| right(*rook)).collect(),
                reasons: reasons.clone(),
            });
        RetroRecord {
            index: self.index,
            fen: self.fen.clone(),
            moved_last: self.moved_last().map(Into::into),
            sides: sides.collect(),
            castling: castling.collect(),
            exclusive: exclusive.collect(),
            white: army(&history.armies.white),
            black: army(&history.armies.black),
            nodes: history.nodes,
            origin: (self.origin != "argument").then(|| self.origin.clone()),
        }
    }
}

fn army(army: &sissa_proof::Army) -> ArmyRecord {
    let names = |squares: &[shakmaty::Square]| squares.iter().map(ToString::to_string).collect();
    ArmyRecord {
        captures: army.captures,
        captures_by_pawns: army.by_pawns,
        pawns: army
            .pawns
            .iter()
            .map(|pawn| PawnOriginRecord {
                square: pawn.square.to_string(),
                from: names(&pawn.from),
                captures: pawn.captures,
            })
            .collect(),
        promoted: army
            .promoted
            .iter()
            .map(|men| PromotedRecord {
                role: sissa_game::words::role_name(men.role).to_owned(),
                squares: names(&men.squares),
                at_least: men.at_least,
            })
            .collect(),
    }
}

impl Records for Past {
    fn records(&self) -> Vec<Record> {
        vec![Record::Retro(Box::new(self.record()))]
    }
}

/// A request made ready.
struct Analyst<'a> {
    session: &'a Session,
    seed: u64,
    games: bool,
    nodes: u64,
    budget: Budget,
    started: Duration,
}

impl<'a> Analyst<'a> {
    fn new(request: &Retro, session: &'a Session) -> Result<Analyst<'a>, Problem> {
        let limits = Limits {
            nodes: request.nodes,
            timeout: request.timeout,
            total_timeout: request.total_timeout,
        };
        let budget = limits.budget(session)?;
        let nodes = match budget.nodes {
            Some(nodes) => nodes,
            None if budget.timed => u64::MAX,
            None => NODES,
        };
        Ok(Analyst {
            session,
            seed: request.seed,
            games: request.games,
            nodes,
            budget,
            started: session.now(),
        })
    }
}

/// What is kept of all answers.
#[derive(Debug, Default)]
struct Count {
    possible: u64,
    impossible: u64,
    undecided: u64,
}

impl Work for Analyst<'_> {
    type Found = Past;
    type Count = Count;

    fn run_record(&self) -> Run {
        Run {
            seed: Some(self.seed),
            ..run_of("retro")
        }
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Past, Problem> {
        let watch = Watch::new(self.session, &self.budget, self.started);
        let stop = || watch.stop();
        let budget = sissa_proof::Budget {
            nodes: self.nodes,
            stop: &stop,
        };
        let target = Target::of(entry);
        let history = history(&target, budget, &mut stream(self.seed, index));
        Ok(Past {
            index,
            fen: target.fen(&entry.position, None),
            origin: entry.origin.clone(),
            games: self.games,
            target,
            history,
        })
    }

    fn note(count: &mut Count, found: &Past) {
        match found.possibility() {
            Possibility::Impossible => count.impossible += 1,
            Possibility::Undecided => count.undecided += 1,
            Possibility::Possible | Possibility::Proven => count.possible += 1,
        }
    }

    fn summary(&self, count: Count, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count.possible,
            unique: count.possible,
            satisfied: count.possible,
            exit: if tally.cancelled {
                130
            } else if tally.errors > 0 {
                2
            } else if count.impossible > 0 {
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
