//! `sissa check`: is it a position of chess, and does it satisfy the constraint?

use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Position as _};
use sissa_constraint::{Compiled, Situation};
use sissa_generate::Unique;
use sissa_record::{CheckRecord, Entry, Game, Reason, Record, Run, SCHEMA, Summary, fen};
use sissa_server::answer::unsatisfied;

use super::{cannot_honour, format_by_extension};
use crate::{
    TOOL,
    args::{CheckArgs, ListFormat},
    console::{Console, Paint},
    input::{self, Asked},
    interrupt::Interrupt,
    output::Output,
    printer::{counted, grouped, plies},
    problem::{Exit, Problem, Report, reason_line},
    replay::{Castled, NOBODY, castled_in, note_castling},
};

/// More unreadable entries than this are counted, not shown.
const MOST_ERRORS: u64 = 20;

/// What the pawns of one position may cost; more is for `prove`.
const KERNEL_NODES: u64 = 20_000;

pub fn run(args: &CheckArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ListFormat::Text),
        ("jsonl", ListFormat::Jsonl),
        ("ndjson", ListFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ListFormat::Text),
    };
    let words: Vec<String> = args.constraint.iter().cloned().collect();
    let asked = input::constraint(&words, args.preset.as_deref())?;
    if let Some(asked) = &asked {
        let beyond = asked.constraint.needs().beyond;
        if !beyond.is_empty() {
            return Err(cannot_honour("check", &beyond).into());
        }
    } else if args.every {
        return Err(
            Report::new("--every asks which positions satisfy a constraint")
                .hint("add one with -c CONSTRAINT")
                .into(),
        );
    }
    let entries = input::entries(&args.input)?;
    let output = Output::open(path)?;
    Interrupt::ending(&output)?;
    let checker = Checker {
        test: asked.as_ref().map(|asked| Test {
            compiled: asked.constraint.compile(),
            history: asked.constraint.needs().history,
            asked,
        }),
        every: args.every,
        format,
        paint: console.paint_data(output.is_terminal()),
    };
    if format == ListFormat::Jsonl {
        let run = Run {
            schema: SCHEMA,
            tool: TOOL.to_owned(),
            command: "check".to_owned(),
            constraint: asked.as_ref().map(|asked| asked.text.clone()),
            style: None,
            seed: None,
            count: None,
            skip: None,
        };
        output.write((Record::Run(run).to_line() + "\n").as_bytes())?;
    }
    let mut tally = Tally::default();
    for (index, entry) in (0..).zip(entries) {
        tally.read += 1;
        let checked = entry.and_then(|entry| checker.check(index, &entry, &mut tally));
        match checked {
            Ok(text) => output.write(text.as_bytes())?,
            Err(report) => {
                tally.errors += 1;
                if tally.errors <= MOST_ERRORS {
                    console.report(&report);
                }
            }
        }
    }
    if tally.errors > MOST_ERRORS {
        let more = counted(tally.errors - MOST_ERRORS, "more error");
        console.warning(&format!("{more} like these"), None);
    }
    let exit = tally.exit();
    if format == ListFormat::Jsonl {
        let line = Record::Summary(tally.summary(exit)).to_line();
        output.write((line + "\n").as_bytes())?;
    }
    output.finish()?;
    if tally.read > 1 {
        console.summary(&tally.words(asked.is_some()));
    }
    Ok(exit)
}

/// A constraint ready for testing.
struct Test<'a> {
    compiled: Compiled,
    /// It asks what happened before the position.
    history: bool,
    asked: &'a Asked,
}

struct Checker<'a> {
    test: Option<Test<'a>>,
    every: bool,
    format: ListFormat,
    paint: Paint,
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    read: u64,
    errors: u64,
    valid: u64,
    satisfied: u64,
    /// Valid, and satisfying where a constraint was given.
    good: u64,
    keys: FxHashSet<u64>,
    plies: Vec<usize>,
}

impl Checker<'_> {
    /// The verdict on an entry as a whole record.
    fn check(&self, index: u64, entry: &Entry, tally: &mut Tally) -> Result<String, Report> {
        let position = match &entry.position.checked {
            Ok(position) => position,
            Err(reasons) => return Ok(self.invalid(index, entry, reasons)),
        };
        if let Some(test) = &self.test
            && test.history
            && entry.game.is_none()
        {
            return Err(Report::new(format!(
                "{}{} cannot be judged from a position alone",
                input::at(entry, ": "),
                crate::problem::quoted(&test.asked.text)
            ))
            .reasons(["only the game tells who has castled".to_owned()])
            .hint("give the game as PGN, as moves or as JSON Lines"));
        }
        // A game is its own proof; a position alone may contradict what its history must have been.
        if entry.game.is_none() {
            let reasons = sissa_proof::refute(&entry.position.setup, KERNEL_NODES);
            if !reasons.is_empty() {
                return Ok(self.invalid(index, entry, &reasons));
            }
        }
        tally.valid += 1;
        if self.format == ListFormat::Jsonl {
            tally.keys.insert(Unique::Exact.key(position));
            tally.plies.extend(entry.game.as_ref().map(Game::plies));
        }
        let Some(test) = &self.test else {
            tally.good += 1;
            return Ok(self.verdict(index, entry, "valid", None, &[]));
        };
        if self.every
            && let Some(game) = &entry.game
        {
            let found = satisfying(game, &test.compiled);
            if !found.is_empty() {
                tally.satisfied += 1;
                tally.good += 1;
                return Ok(self.every(index, entry, &found));
            }
        }
        let situation = Situation {
            position,
            castled: entry.game.as_ref().map_or(NOBODY, castled_in),
        };
        if test.compiled.holds(&situation) {
            tally.satisfied += 1;
            tally.good += 1;
            return Ok(self.verdict(index, entry, "satisfies", Some(true), &[]));
        }
        let reasons: Vec<Reason> = test
            .asked
            .constraint
            .assess(&situation)
            .iter()
            .filter(|finding| !finding.holds)
            .map(unsatisfied)
            .collect();
        Ok(self.verdict(index, entry, "fails", Some(false), &reasons))
    }

    fn invalid(&self, index: u64, entry: &Entry, reasons: &[Reason]) -> String {
        let satisfied = self.test.as_ref().map(|_| false);
        self.verdict(index, entry, "invalid", satisfied, reasons)
    }

    fn verdict(
        &self,
        index: u64,
        entry: &Entry,
        word: &str,
        satisfied: Option<bool>,
        reasons: &[Reason],
    ) -> String {
        let ply = entry.game.as_ref().map(Game::plies);
        let shown = entry.position.fen();
        if self.format == ListFormat::Jsonl {
            let valid = word != "invalid";
            return self.line(index, entry, shown, valid, satisfied, reasons, ply);
        }
        let game = ply.map_or(String::new(), |ply| format!("after {}  ", plies(ply)));
        let mut text = format!(
            "{}  {}{game}{shown}\n",
            self.word(word),
            input::at(entry, "  ")
        );
        for reason in reasons {
            let sentence = match reason.code.as_str() {
                "unsatisfied" => reason.message.clone(),
                code => reason_line(&reason.message, code),
            };
            let _ = writeln!(text, "           {sentence}");
        }
        text
    }

    /// All positions of a game that satisfy the constraint.
    fn every(&self, index: u64, entry: &Entry, found: &[(usize, Chess)]) -> String {
        match self.format {
            ListFormat::Jsonl => found
                .iter()
                .map(|(ply, position)| {
                    self.line(
                        index,
                        entry,
                        fen(position),
                        true,
                        Some(true),
                        &[],
                        Some(*ply),
                    )
                })
                .collect(),
            ListFormat::Text => {
                let plies: Vec<usize> = found.iter().map(|(ply, _)| *ply).collect();
                let noun = if plies.len() == 1 {
                    "half-move"
                } else {
                    "half-moves"
                };
                let (word, place) = (self.word("satisfies"), input::at(entry, "  "));
                format!("{word}  {place}after {noun} {}\n", ranges(&plies))
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one argument a key")]
    fn line(
        &self,
        index: u64,
        entry: &Entry,
        fen: String,
        valid: bool,
        satisfied: Option<bool>,
        reasons: &[Reason],
        ply: Option<usize>,
    ) -> String {
        let record = CheckRecord {
            index,
            fen,
            valid,
            satisfied,
            reasons: reasons.to_vec(),
            ply,
            origin: Some(entry.origin.clone()),
            id: entry.id.clone(),
            constraint: None,
        };
        Record::Check(record).to_line() + "\n"
    }

    fn word(&self, word: &str) -> String {
        let padded = format!("{word:<9}");
        match word {
            "valid" | "satisfies" => self.paint.good(&padded),
            _ => self.paint.bad(&padded),
        }
    }
}

/// The positions of a game that satisfy the constraint, with the half-moves before them.
fn satisfying(game: &Game, compiled: &Compiled) -> Vec<(usize, Chess)> {
    let mut castled: Castled = NOBODY;
    let mut found = Vec::new();
    let mut position = game.start().clone();
    for ply in 0..=game.plies() {
        let situation = Situation {
            position: &position,
            castled,
        };
        if compiled.holds(&situation) {
            found.push((ply, position.clone()));
        }
        if let Some(played) = game.moves().get(ply) {
            note_castling(&mut castled, position.turn(), *played);
            position.play_unchecked(*played);
        }
    }
    found
}

/// `3, 5-8, 12`.
fn ranges(sorted: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for number in sorted {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let texts: Vec<String> = parts
        .iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        })
        .collect();
    texts.join(", ")
}

impl Tally {
    fn exit(&self) -> Exit {
        if self.errors > 0 {
            Exit::Error
        } else if self.good < self.read {
            Exit::No
        } else {
            Exit::Yes
        }
    }

    fn summary(&mut self, exit: Exit) -> Summary {
        self.plies.sort_unstable();
        let games = self.plies.len();
        let total: usize = self.plies.iter().sum();
        let middle = |half: usize| self.plies.get(half).copied();
        let median = games
            .checked_sub(1)
            .and_then(|last| Some((middle(last / 2)? + middle(games / 2)?) as f64 / 2.0));
        Summary {
            requested: self.read,
            produced: self.valid,
            unique: self.keys.len() as u64,
            satisfied: self.satisfied,
            mean_plies: (games > 0).then(|| total as f64 / games as f64),
            median_plies: median,
            repaired: None,
            exit: exit.code(),
            stats: None,
        }
    }

    fn words(&self, constrained: bool) -> String {
        let mut text = counted(self.read, "position");
        if self.errors > 0 {
            let _ = write!(text, ", {} unreadable", grouped(self.errors));
        }
        let invalid = self.read - self.errors - self.valid;
        if invalid > 0 {
            let _ = write!(text, ", {} invalid", grouped(invalid));
        }
        if constrained {
            let _ = write!(text, ", {} satisfying", grouped(self.satisfied));
        } else {
            let _ = write!(text, ", {} valid", grouped(self.valid));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_joined() {
        assert_eq!(ranges(&[3, 5, 6, 7, 8, 12]), "3, 5-8, 12");
        assert_eq!(ranges(&[1]), "1");
    }
}
