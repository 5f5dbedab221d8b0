//! What comes again over many games: by motif, phase, time and opening.

use std::collections::BTreeMap;

use shakmaty::Color;
use sissa_record::{
    Judgement, JudgementCount, ReasonLine, Record, RecurringRecord, ReviewReportRecord,
};

use super::{
    game::{ReviewedGame, ReviewedMove, rounded},
    lesson::Lesson,
};
use crate::event::Records;

/// Most rows of a table.
const ROWS: usize = 12;
/// Most examples of a row.
const EXAMPLES: usize = 3;

/// A report over many games.
#[derive(Clone, Debug)]
pub struct ReviewReport {
    /// What it says.
    pub record: ReviewReportRecord,
}

impl Records for ReviewReport {
    fn records(&self) -> Vec<Record> {
        vec![Record::ReviewReport(Box::new(self.record.clone()))]
    }
}

/// One thing that may come again.
#[derive(Clone, Debug, Default)]
struct Row {
    moves: u64,
    mistakes: u64,
    games: u64,
    lost: f64,
    last_game: u64,
    examples: Vec<(f64, String)>,
}

impl Row {
    fn add(&mut self, game: u64, reviewed: &ReviewedMove) {
        self.moves += 1;
        if !reviewed.is_mistake() {
            return;
        }
        let lost = reviewed.record.expected_loss;
        self.mistakes += 1;
        self.lost += lost;
        if self.last_game != game {
            self.last_game = game;
            self.games += 1;
        }
        self.examples
            .push((lost, format!("game {game}, {}", reviewed.numbered())));
        // The costliest are told; of equals the first.
        self.examples
            .sort_by(|one, other| other.0.total_cmp(&one.0));
        self.examples.truncate(EXAMPLES);
    }

    fn record(self, name: String) -> RecurringRecord {
        RecurringRecord {
            name,
            moves: self.moves,
            mistakes: self.mistakes,
            games: self.games,
            expected_loss: rounded(self.lost, 1),
            examples: self.examples.into_iter().map(|(_, words)| words).collect(),
        }
    }
}

/// Counts game after game.
#[derive(Debug, Default)]
pub(super) struct Collector {
    games: u64,
    results: [u64; 3],
    moves: u64,
    lost: f64,
    accuracies: Vec<f64>,
    judgements: BTreeMap<Judgement, usize>,
    motifs: BTreeMap<String, Row>,
    phases: BTreeMap<usize, Row>,
    clocks: BTreeMap<usize, Row>,
    openings: BTreeMap<String, Row>,
    lesson: Lesson,
}

const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];
const CLOCKS: [&str; 2] = ["in time trouble", "with time enough"];

impl Collector {
    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn add(&mut self, game: &ReviewedGame) {
        self.games += 1;
        self.lesson.add(game);
        let record = &game.record;
        let winner = match record.result.as_str() {
            "1-0" => Some(Some(Color::White)),
            "0-1" => Some(Some(Color::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        };
        // Of both sides, White's results.
        let own = game.side.unwrap_or(Color::White);
        if let Some(winner) = winner {
            let place = match winner {
                Some(color) if color == own => 0,
                None => 1,
                Some(_) => 2,
            };
            self.results[place] += 1;
        }
        let sides = record.sides.iter();
        self.accuracies
            .extend(sides.filter_map(|side| side.accuracy_lichess));
        let opening = record
            .opening
            .as_ref()
            .and_then(|opening| opening.name.clone());
        for reviewed in &game.moves {
            self.add_move(record.game, reviewed, opening.as_deref());
        }
    }

    fn add_move(&mut self, game: u64, reviewed: &ReviewedMove, opening: Option<&str>) {
        let record = &reviewed.record;
        self.moves += 1;
        self.lost += record.expected_loss;
        *self.judgements.entry(record.judgement).or_default() += 1;
        let phase = PHASES
            .iter()
            .position(|phase| *phase == record.phase)
            .unwrap_or(1);
        self.phases.entry(phase).or_default().add(game, reviewed);
        if let Some(trouble) = reviewed.trouble {
            let place = usize::from(!trouble);
            self.clocks.entry(place).or_default().add(game, reviewed);
        }
        if let (Some(opening), 0) = (opening, phase) {
            self.openings
                .entry(opening.to_owned())
                .or_default()
                .add(game, reviewed);
        }
        if reviewed.is_mistake() {
            for name in kinds(reviewed) {
                self.motifs.entry(name).or_default().add(game, reviewed);
            }
        }
    }

    pub fn finish(self, player: Option<String>) -> (Lesson, ReviewReport) {
        let costliest = |rows: BTreeMap<String, Row>| {
            let mut rows: Vec<(String, Row)> = rows
                .into_iter()
                .filter(|(_, row)| row.mistakes > 0)
                .collect();
            rows.sort_by(|one, other| other.1.lost.total_cmp(&one.1.lost));
            rows.truncate(ROWS);
            rows.into_iter()
                .map(|(name, row)| row.record(name))
                .collect()
        };
        let named = |rows: BTreeMap<usize, Row>, names: &[&str]| {
            let row = |(place, row): (usize, Row)| row.record(names[place].to_owned());
            rows.into_iter().map(row).collect()
        };
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
        let judgements = self.judgements.into_iter();
        let report = ReviewReport {
            record: ReviewReportRecord {
                player,
                games: self.games,
                results: self.results,
                moves: self.moves,
                accuracy_lichess: rounded(mean(&self.accuracies), 1),
                expected_loss: rounded(self.lost / self.moves.max(1) as f64, 2),
                judgements: judgements
                    .map(|(judgement, count)| JudgementCount { judgement, count })
                    .collect(),
                motifs: costliest(self.motifs),
                phases: named(self.phases, &PHASES),
                clocks: named(self.clocks, &CLOCKS),
                openings: costliest(self.openings),
            },
        };
        (self.lesson, report)
    }
}

/// What kinds of mistake a move is, by its proven reasons.
pub(super) fn kinds(reviewed: &ReviewedMove) -> Vec<String> {
    let mut kinds = Vec::new();
    for reason in &reviewed.record.why {
        let predicate = reason.predicate.as_str();
        let kind = if predicate.starts_with("mate") {
            match reason.on {
                ReasonLine::Answer => "allowed mate",
                ReasonLine::Best => "missed mate",
            }
        } else if predicate.contains(" hanging ") {
            match reason.on {
                ReasonLine::Answer => "left a man undefended",
                ReasonLine::Best => "missed an undefended man",
            }
        } else if sissa_judge::motif(predicate).is_some() {
            predicate
        } else if predicate.starts_with("threat") {
            "overlooked a threat"
        } else {
            continue;
        };
        let named = match reason.on {
            ReasonLine::Best if sissa_judge::motif(kind).is_some() => format!("missed {kind}"),
            _ => kind.to_owned(),
        };
        if !kinds.contains(&named) {
            kinds.push(named);
        }
    }
    if kinds.is_empty() {
        kinds.push("other".to_owned());
    }
    kinds
}
