//! How many puzzles the engine solves: [`SolvePuzzles`].

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position as _};
use sissa_judge::{Effort, Judge, Solver};
use sissa_record::{AttemptRecord, Puzzle, PuzzleSource, Record, Run, Summary, fen};

use super::{
    Judges, NODES, PuzzleEntries, find::find, judges, movetext, puzzle_entries, tag::exit, uci,
};
use crate::{
    event::{Event, Records, run_of},
    input::{Tally, Work, collected, must_say_something, work_into},
    limits,
    problem::Problem,
    session::Session,
};

/// Puzzles for the engine to solve.
///
/// ```
/// use sissa::{Event, Session, SolvePuzzles};
///
/// let csv = "PuzzleId,FEN,Moves\ny,6k1/4pppp/8/8/8/8/8/R5K1 b - - 0 1,e7e6 a1a8\n";
/// let request = SolvePuzzles { nodes: Some(1000), ..SolvePuzzles::new(csv) };
/// let events = request.run(&Session::new())?;
/// let Some(Event::Summary(summary)) = events.last() else { panic!("a summary") };
/// assert_eq!((summary.first, summary.whole), (Some(1), Some(1)));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolvePuzzles {
    /// Lichess' CSV, records, FEN, EPD or PGN.
    pub input: String,
    /// Positions for each move; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl SolvePuzzles {
    /// Puzzles as text.
    pub fn new(input: impl Into<String>) -> SolvePuzzles {
        SolvePuzzles {
            input: input.into(),
            ..SolvePuzzles::default()
        }
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Trier::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Attempt>>, Problem> {
        collected(|sink| self.run_into(session, puzzle_entries(&self.input), Attempt::clone, sink))
    }

    /// Solves these puzzles instead of the text, on all threads of the session, and tells the sink in order.
    /// `form` makes of each what the sink wants. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        puzzles: PuzzleEntries<'_>,
        form: impl Fn(&Attempt) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let trier = Trier::new(self, session)?;
        Ok(work_into(&trier, session, puzzles, form, sink))
    }
}

/// A puzzle with what the engine found.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What came of it.
    pub record: AttemptRecord,
    /// The puzzle as it was given.
    pub puzzle: Puzzle,
    found: Vec<Move>,
}

impl Attempt {
    /// The engine's moves as people write them.
    pub fn movetext(&self) -> String {
        movetext(&self.puzzle.position, &self.found)
    }

    /// The given solution as people write it.
    pub fn solution(&self) -> String {
        movetext(&self.puzzle.position, &self.puzzle.solution)
    }
}

impl Records for Attempt {
    fn records(&self) -> Vec<Record> {
        vec![Record::Attempt(Box::new(self.record.clone()))]
    }
}

/// A request made ready.
struct Trier<'a> {
    session: &'a Session,
    nodes: u64,
    judges: Judges,
}

impl<'a> Trier<'a> {
    fn new(request: &SolvePuzzles, session: &'a Session) -> Result<Trier<'a>, Problem> {
        let most = session.ceiling().map(|most| most.nodes);
        limits::within("nodes", request.nodes, most)?;
        Ok(Trier {
            session,
            nodes: request.nodes.unwrap_or(NODES),
            judges: Judges::default(),
        })
    }

    /// The engine's moves along the solution up to the first that is wrong, and whether there is one.
    fn follow(&self, puzzle: &Puzzle, (judge, solver): &mut (Judge, Solver)) -> (Vec<Move>, bool) {
        let mut chess = puzzle.position.clone();
        let mut found = Vec::new();
        for turn in puzzle.solution.chunks(2) {
            let Some(told) = judge.best_with(solver, &chess, self.nodes) else {
                return (found, false);
            };
            found.push(told);
            if told != turn[0] {
                return (found, mates(&chess, told));
            }
            for m in turn {
                chess.play_unchecked(*m);
            }
            found.extend(turn.get(1));
        }
        (found, true)
    }
}

fn mates(chess: &Chess, m: Move) -> bool {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next.is_checkmate()
}

/// What is kept of all attempts.
#[derive(Debug, Default)]
struct Count {
    made: u64,
    first: u64,
    whole: u64,
}

impl Work<PuzzleSource> for Trier<'_> {
    type Found = Attempt;
    type Count = Count;

    fn run_record(&self) -> Run {
        run_of("puzzles solve")
    }

    fn look(&self, index: u64, source: &PuzzleSource) -> Result<Attempt, Problem> {
        let puzzle = source.puzzle()?;
        let stop = || self.session.cancel().requested();
        let effort = Effort {
            nodes: u64::MAX,
            stop: &stop,
        };
        let known = !puzzle.solution.is_empty();
        let (found, whole) = self.judges.with(judges, |judges| {
            if known {
                self.follow(&puzzle, judges)
            } else {
                (find(judges, &puzzle.position, self.nodes, &effort), false)
            }
        });
        let first = whole || found.len() > 1;
        let record = AttemptRecord {
            index,
            id: puzzle.id.clone(),
            fen: fen(&puzzle.position),
            solution: uci(&puzzle.solution),
            found: uci(&found),
            first: known.then_some(first),
            whole: known.then_some(whole),
            nodes: self.nodes,
            given_rating: puzzle.rating,
            origin: (puzzle.origin != "argument").then(|| puzzle.origin.clone()),
        };
        Ok(Attempt {
            record,
            puzzle,
            found,
        })
    }

    fn note(count: &mut Count, found: &Attempt) {
        count.made += 1;
        count.first += u64::from(found.record.first == Some(true));
        count.whole += u64::from(found.record.whole == Some(true));
    }

    fn summary(&self, count: Count, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count.made,
            unique: count.made,
            satisfied: count.whole,
            first: Some(count.first),
            whole: Some(count.whole),
            exit: exit(tally),
            ..Summary::default()
        }
    }
}
