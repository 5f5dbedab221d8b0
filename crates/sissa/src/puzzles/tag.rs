//! What happens in puzzles, how difficult they are, and whether their solution is proven: [`TagPuzzles`].

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move};
use sissa_judge::{
    Answer, Effort, Judge, Line, MOTIFS, Question, Solver, certified, difficulty::Predictor,
};
use sissa_record::{
    PUZZLE_COLUMNS, Puzzle, PuzzleRecord, PuzzleSource, Record, Run, Summary, csv_row, fen,
};

use super::{Judges, NODES, PuzzleEntries, find::find, judges, movetext, puzzle_entries, uci};
use crate::{
    event::{Event, Records, run_of},
    input::{Tally, Work, collected, must_say_something, work_into},
    limits,
    problem::Problem,
    session::Session,
};

/// Positions for each turn of a proof that a puzzle has one solution.
const PROOF: u64 = 200_000;

/// Puzzles to tag.
///
/// ```
/// use sissa::{Event, Session, TagPuzzles};
///
/// let back_rank = "PuzzleId,FEN,Moves\ny,6k1/4pppp/8/8/8/8/8/R5K1 b - - 0 1,e7e6 a1a8\n";
/// let events = TagPuzzles::new(back_rank).run(&Session::new())?;
/// let Event::Found(tagged) = &events[1] else { panic!("one puzzle") };
/// assert!(tagged.record.themes.contains(&"backRankMate".to_owned()) && tagged.record.certified);
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TagPuzzles {
    /// Lichess' CSV, records, FEN, EPD or PGN.
    pub input: String,
    /// Positions for each judgement. Where a puzzle has no solution, one is found with so many a move (100,000 if not given). Where
    /// given, themes that need a judgement are told too: `advantage`, `crushing`, `equality`, `zugzwang`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Refuse puzzles without the opponent's move before them: Lichess' CSV has no room for such.
    pub led: bool,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
}

impl TagPuzzles {
    /// Puzzles as text.
    pub fn new(input: impl Into<String>) -> TagPuzzles {
        TagPuzzles {
            input: input.into(),
            ..TagPuzzles::default()
        }
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Tagger::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Tagged>>, Problem> {
        collected(|sink| self.run_into(session, puzzle_entries(&self.input), Tagged::clone, sink))
    }

    /// Tags these puzzles instead of the text, on all threads of the session, and tells the sink in order.
    /// `form` makes of each what the sink wants. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        puzzles: PuzzleEntries<'_>,
        form: impl Fn(&Tagged) -> T + Sync,
        sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let tagger = Tagger::new(self, session)?;
        Ok(work_into(&tagger, session, puzzles, form, sink))
    }
}

/// A puzzle with its tags.
#[derive(Clone, Debug)]
pub struct Tagged {
    /// What was found out.
    pub record: PuzzleRecord,
    /// The puzzle as it was given.
    pub puzzle: Puzzle,
    /// The position in which the solver moves.
    pub position: Chess,
    /// The solver's moves and the answers in turn.
    pub solution: Vec<Move>,
}

impl Tagged {
    /// The solution as people write it.
    pub fn movetext(&self) -> String {
        movetext(&self.position, &self.solution)
    }

    /// The names of the columns of [`Tagged::csv`].
    pub fn csv_header() -> String {
        csv_row(&PUZZLE_COLUMNS)
    }

    /// A row of Lichess' CSV with our rating and themes, all else as it was; `None` without the opponent's move before it.
    pub fn csv(&self) -> Option<String> {
        let (before, first) = self.puzzle.led_by.as_ref()?;
        let record = &self.record;
        let mut row = self.puzzle.row.clone().unwrap_or_default();
        let mut moves = uci(&[*first]);
        moves.extend(record.solution.iter().cloned());
        let id = record.id.clone();
        row[0] = id.unwrap_or_else(|| record.index.to_string());
        row[1] = fen(before);
        row[2] = moves.join(" ");
        row[3] = record.rating.to_string();
        row[4] = record.rating_error.to_string();
        row[7] = record.themes.join(" ");
        let fields = row.each_ref().map(String::as_str);
        Some(csv_row(&fields))
    }
}

impl Records for Tagged {
    fn records(&self) -> Vec<Record> {
        vec![Record::Puzzle(Box::new(self.record.clone()))]
    }
}

/// A request made ready.
struct Tagger<'a> {
    session: &'a Session,
    nodes: Option<u64>,
    led: bool,
    judges: Judges,
}

impl<'a> Tagger<'a> {
    fn new(request: &TagPuzzles, session: &'a Session) -> Result<Tagger<'a>, Problem> {
        let most = session.ceiling().map(|most| most.nodes);
        limits::within("nodes", request.nodes, most)?;
        Ok(Tagger {
            session,
            nodes: request.nodes,
            led: request.led,
            judges: Judges::default(),
        })
    }

    /// The line of a puzzle: as it was given, or found.
    fn line(&self, puzzle: &Puzzle, judges: &mut (Judge, Solver), effort: &Effort) -> Option<Line> {
        let nodes = self.nodes.unwrap_or(NODES);
        let line = if puzzle.solution.is_empty() {
            let found = find(judges, &puzzle.position, nodes, effort);
            Line::new(&puzzle.position, &found)?
        } else {
            Line::new(&puzzle.position, &puzzle.solution)?
        };
        match &puzzle.led_by {
            Some((before, m)) => line.led_by(before, *m),
            None => Some(line),
        }
    }

    /// The line with what it is worth at its end, where that was asked for.
    fn judged(&self, line: Line, judge: &mut Judge, effort: &Effort) -> Line {
        let Some(nodes) = self.nodes else {
            return line;
        };
        let question = Question { nodes, lines: 1 };
        match judge.value(line.end(), question, effort) {
            Some(value) => line.worth(value.worth),
            None => line,
        }
    }
}

impl Work<PuzzleSource> for Tagger<'_> {
    type Found = Tagged;
    type Count = u64;

    fn run_record(&self) -> Run {
        run_of("puzzles tag")
    }

    fn look(&self, index: u64, source: &PuzzleSource) -> Result<Tagged, Problem> {
        let puzzle = source.puzzle()?;
        if self.led && puzzle.led_by.is_none() {
            let message = format!("{}: the move before the puzzle is not known", puzzle.origin);
            return Err(Problem::new("puzzle", message)
                .field("input")
                .hint("Lichess' CSV begins with that move; jsonl and text do without"));
        }
        let stop = || self.session.cancel().requested();
        let effort = Effort {
            nodes: u64::MAX,
            stop: &stop,
        };
        self.judges.with(judges, |judges| {
            let line = self.line(&puzzle, judges, &effort).ok_or_else(|| {
                let message = format!(
                    "{}: there is nothing to solve: the game is over",
                    puzzle.origin
                );
                Problem::new("puzzle", message).field("input")
            })?;
            let (judge, solver) = judges;
            let line = self.judged(line, judge, &effort);
            let question = Question {
                nodes: self.nodes.unwrap_or_default(),
                lines: 1,
            };
            let holds = |motif: &&sissa_judge::Motif| {
                if self.nodes.is_none() {
                    return motif.holds(&line) == Some(true);
                }
                motif.holds_judged(&line, judge, question, &effort) == Some(true)
            };
            let mut themes: Vec<String> = Vec::new();
            themes.extend(
                MOTIFS
                    .iter()
                    .filter(holds)
                    .map(|motif| motif.tag.to_owned()),
            );
            themes.sort_unstable();
            let difficulty = Predictor::shipped().predict(&line);
            let proof = Effort {
                nodes: PROOF,
                ..effort
            };
            let solution: Vec<Move> = line.steps.iter().map(|step| step.m).collect();
            let record = PuzzleRecord {
                index,
                id: puzzle.id.clone(),
                fen: fen(&puzzle.position),
                solution: uci(&solution),
                themes,
                rating: difficulty.rating,
                rating_error: difficulty.error,
                certified: certified(&line, solver, &proof) == Answer::Yes,
                led_by: puzzle.led_by.as_ref().and_then(|(_, m)| uci(&[*m]).pop()),
                given_rating: puzzle.rating,
                given_themes: puzzle.themes.clone(),
                origin: (puzzle.origin != "argument").then(|| puzzle.origin.clone()),
            };
            Ok(Tagged {
                record,
                position: puzzle.position.clone(),
                solution,
                puzzle,
            })
        })
    }

    fn note(count: &mut u64, _: &Tagged) {
        *count += 1;
    }

    fn summary(&self, count: u64, tally: &Tally) -> Summary {
        Summary {
            requested: tally.read,
            produced: count,
            unique: count,
            satisfied: count,
            exit: exit(tally),
            ..Summary::default()
        }
    }
}

/// Rows that cannot be read are told at the end, too.
pub(super) fn exit(tally: &Tally) -> u8 {
    if tally.cancelled {
        130
    } else if tally.errors > 0 {
        2
    } else {
        0
    }
}
