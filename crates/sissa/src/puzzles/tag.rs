//! What happens in puzzles, how difficult they are, and whether their solution is proven: [`TagPuzzles`].

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position as _};
use sissa_game::{Game, words::to_move};
use sissa_judge::{Effort, Judge, Line, Question, Solver};
use sissa_record::{
    PUZZLE_COLUMNS, Puzzle, PuzzleRecord, PuzzleSource, Record, Run, Summary, csv_row, fen, pgn,
};

use super::{
    Judges, NODES, PuzzleEntries,
    describe::{Description, describe},
    find::find,
    judges, movetext, puzzle_entries, uci,
};
use crate::{
    event::{Event, Records, run_of},
    input::{Tally, Work, collected, must_say_something, work_into},
    limits,
    problem::Problem,
    session::{Session, TOOL},
};

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
    /// Of the game it comes from: who played, where and when, as PGN says it.
    pub tags: Vec<(&'static str, String)>,
}

impl Tagged {
    pub(super) fn new(
        index: u64,
        puzzle: Puzzle,
        solution: Vec<Move>,
        description: Description,
    ) -> Tagged {
        let record = PuzzleRecord {
            index,
            id: puzzle.id.clone(),
            fen: fen(&puzzle.position),
            solution: uci(&solution),
            themes: description.themes,
            rating: description.difficulty.rating,
            rating_error: description.difficulty.error,
            certified: description.certified,
            led_by: puzzle.led_by.as_ref().and_then(|(_, m)| uci(&[*m]).pop()),
            moves: Vec::new(),
            given_rating: puzzle.rating,
            given_themes: puzzle.themes.clone(),
            origin: (puzzle.origin != "argument").then(|| puzzle.origin.clone()),
        };
        Tagged {
            record,
            position: puzzle.position.clone(),
            solution,
            puzzle,
            tags: Vec::new(),
        }
    }

    /// The solution as people write it.
    pub fn movetext(&self) -> String {
        movetext(&self.position, &self.solution)
    }

    /// What the solver is asked to do: `White mates in 2` where that is proven, else `White to move`.
    pub fn task(&self) -> String {
        let turn = self.position.turn();
        let mut end = self.position.clone();
        for m in &self.solution {
            end.play_unchecked(*m);
        }
        if self.record.certified && end.is_checkmate() {
            let moves = self.solution.len().div_ceil(2);
            return format!("{} mates in {moves}", turn.fold_wb("White", "Black"));
        }
        to_move(turn).to_owned()
    }

    /// A chapter that begins with the position, its solution the moves, as studies take it.
    pub fn pgn(&self) -> String {
        let record = &self.record;
        let mut solution = Game::starting_from(self.position.clone());
        for m in &self.solution {
            if solution.push(*m).is_err() {
                break;
            }
        }
        let name = match &record.id {
            Some(id) => format!("Puzzle {id}"),
            None => format!("Puzzle {}", record.index + 1),
        };
        let round = (record.index + 1).to_string();
        let (rating, error) = (record.rating.to_string(), record.rating_error.to_string());
        let themes = record.themes.join(" ");
        let certified = if record.certified { "yes" } else { "no" };
        let task = self.task();
        let of_game = self.tags.iter().map(|(tag, value)| (*tag, value.as_str()));
        let of_puzzle = [
            ("Event", name.as_str()),
            ("Round", &round),
            ("Annotator", TOOL),
            ("Task", &task),
            ("Rating", &rating),
            ("RatingError", &error),
            ("Themes", &themes),
            ("Certified", certified),
        ];
        let tags: Vec<(&str, &str)> = of_game.chain(of_puzzle).collect();
        pgn(&solution, &tags)
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
            let line = self.judged(line, &mut judges.0, &effort);
            let tables = self.session.tables();
            let description = describe(&line, judges, tables, self.nodes, &effort);
            let solution = line.steps.iter().map(|step| step.m).collect();
            Ok(Tagged::new(index, puzzle, solution, description))
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
