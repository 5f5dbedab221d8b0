//! The figures of a test: all ways side by side, over all positions and parts of them.

use std::fmt;

use serde_json::{Value, json};
use sissa_game::words::counted;
use sissa_judge::outcome::{Formula, Moment, Network, Outcome, elo, lichess, material};
use sissa_nn::human::Pace;

use super::{BINS, Bin, Intervals, Measures, Told, measure::reliability};

/// Those who foretell, in the order of all tables.
pub const WAYS: [&str; 9] = [
    "formula",
    "formula without clocks",
    "network",
    "network without clocks",
    "elo",
    "lichess",
    "material",
    "constant",
    "similar games",
];
/// Which of them needs answers that only some positions have.
const SIMILAR: usize = 8;
/// The figures of some of the positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub name: String,
    /// How many games and positions.
    pub games: usize,
    /// How many positions.
    pub positions: usize,
    /// How many positions with both clocks.
    pub with_clocks: usize,
    /// In the order of [`WAYS`]; similar games only where all these positions asked them.
    pub measures: Vec<Measures>,
    /// Likewise.
    pub intervals: Vec<Intervals>,
}

/// All figures of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// All positions, then bands of the players' mean rating, then paces, then positions with clocks, then those of which
    /// similar games were asked.
    pub rows: Vec<Row>,
    /// Of the formula and of the network over all positions: White's win, the draw, Black's win.
    pub reliability: [[[Bin; BINS]; 3]; 2],
}

/// Names and lower ends of the bands of mean ratings.
const BANDS: [(&str, f64); 6] = [
    ("below 1200", 0.0),
    ("1200–1599", 1200.0),
    ("1600–1799", 1600.0),
    ("1800–1999", 1800.0),
    ("2000–2399", 2000.0),
    ("2400 and more", 2400.0),
];
const PACES: [(&str, Pace); 4] = [
    ("bullet", Pace::Bullet),
    ("blitz", Pace::Blitz),
    ("rapid", Pace::Rapid),
    ("classical", Pace::Classical),
];

fn band(moment: &Moment) -> usize {
    let ratings = moment
        .players
        .map(|player| f64::from(player.rating.unwrap_or(0)));
    let mean = (ratings[0] + ratings[1]) / 2.0;
    BANDS
        .iter()
        .rposition(|(_, from)| mean >= *from)
        .unwrap_or(0)
}

impl Figures {
    pub(super) fn of(told: &[Told], network: &Network) -> Figures {
        let guess = Guess::of(told, network);
        let row = |name: &str, wanted: &dyn Fn(&Told) -> bool| {
            let some: Vec<&Told> = told.iter().filter(|told| wanted(told)).collect();
            guess.row(name, &some)
        };
        let mut rows = vec![row("all", &|_| true)];
        for (index, (name, _)) in BANDS.iter().enumerate() {
            rows.push(row(name, &|told| band(&told.moment) == index));
        }
        for (name, pace) in PACES {
            rows.push(row(name, &|told| told.moment.players[0].pace == pace));
        }
        rows.push(row("with clocks", &|told| told.moment.clocks.is_some()));
        rows.push(row("similar games asked", &|told| told.similar.is_some()));
        rows.retain(|row| row.positions > 0);
        let weights = vec![1.0; told.len()];
        let reliability = [0, 2].map(|way| {
            let said = told.iter().map(|told| (guess.tell(way, told), told.result));
            reliability(&said.collect::<Vec<_>>(), &weights)
        });
        Figures { rows, reliability }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let row = |row: &Row| {
            let ways = WAYS.iter().zip(&row.measures);
            let ways: serde_json::Map<String, Value> = ways
                .zip(&row.intervals)
                .map(|((way, measures), intervals)| {
                    let mut told = measures.json();
                    told["log_loss_interval"] = json!(intervals.log_loss);
                    told["ece_interval"] = json!(intervals.ece);
                    (way.replace(' ', "_"), told)
                })
                .collect();
            json!({
                "name": row.name,
                "games": row.games,
                "positions": row.positions,
                "with_clocks": row.with_clocks,
                "measures": ways,
            })
        };
        let bins = |bins: &[Bin; BINS]| -> Vec<Value> {
            let some = bins.iter().filter(|bin| bin.count > 0.0);
            let told = some.map(|bin| json!({"said": bin.said / bin.count, "came": bin.came / bin.count, "positions": bin.count}));
            told.collect()
        };
        let of = |[white, draw, black]: &[[Bin; BINS]; 3]| json!({"white": bins(white), "draw": bins(draw), "black": bins(black)});
        let [formula, network] = &self.reliability;
        json!({
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "reliability": {"formula": of(formula), "network": of(network)},
        })
    }
}

/// What simple ways take from the games themselves, to their advantage: how often they are drawn.
pub(super) struct Guess<'a> {
    network: &'a Network,
    pub(super) constant: Outcome,
    elo_draws: f64,
    lichess_draws: f64,
    material_draws: f64,
}

impl<'a> Guess<'a> {
    pub(super) fn of(told: &[Told], network: &'a Network) -> Guess<'a> {
        let count = told.len().max(1) as f64;
        let share =
            |kind: usize| told.iter().filter(|told| told.result == kind).count() as f64 / count;
        let draws = |way: fn(&Moment) -> f64| {
            let room = told.iter().map(|told| way(&told.moment));
            let room: f64 = room.map(|score| 4.0 * score * (1.0 - score)).sum();
            share(1) * count / room.max(1e-9)
        };
        Guess {
            network,
            constant: Outcome {
                white: share(0),
                draw: share(1),
                black: share(2),
            },
            elo_draws: draws(elo),
            lichess_draws: draws(lichess),
            material_draws: draws(material),
        }
    }

    fn tell(&self, way: usize, told: &Told) -> Outcome {
        let moment = &told.moment;
        match way {
            0 => Formula::shipped().outcome(moment),
            1 => Formula::shipped().outcome(&moment.without_clocks()),
            2 => self.network.outcome(moment),
            3 => self.network.outcome(&moment.without_clocks()),
            4 => Outcome::of_score(elo(moment), self.elo_draws),
            5 => Outcome::of_score(lichess(moment), self.lichess_draws),
            6 => Outcome::of_score(material(moment), self.material_draws),
            SIMILAR => told.similar.unwrap_or(self.constant),
            _ => self.constant,
        }
    }

    fn row(&self, name: &str, told: &[&Told]) -> Row {
        let numbers: Vec<u64> = told.iter().map(|told| told.game).collect();
        let mut games = numbers.clone();
        games.dedup();
        let asked = told.iter().all(|told| told.similar.is_some());
        let ways = (0..WAYS.len()).filter(|way| *way != SIMILAR || asked);
        let (measures, intervals) = ways
            .map(|way| {
                let said = told.iter().map(|told| (self.tell(way, told), told.result));
                let said: Vec<(Outcome, usize)> = said.collect();
                (Measures::of(&said), Intervals::of(&said, &numbers))
            })
            .unzip();
        Row {
            name: name.to_owned(),
            games: games.len(),
            positions: told.len(),
            with_clocks: told
                .iter()
                .filter(|told| told.moment.clocks.is_some())
                .count(),
            measures,
            intervals,
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(
                f,
                "{}: {}, {}, {} with clocks",
                row.name,
                counted(row.games as u64, "game"),
                counted(row.positions as u64, "position"),
                row.with_clocks
            )?;
            writeln!(
                f,
                "  {:<24}{:>8} {:<17}{:>10}{:>8}{:>8}{:>8} interval",
                "", "log-loss", "interval", "score loss", "Brier", "AUC", "ECE"
            )?;
            for ((way, told), far) in WAYS.iter().zip(&row.measures).zip(&row.intervals) {
                let [low, high] = far.log_loss;
                let [low_ece, high_ece] = far.ece;
                writeln!(
                    f,
                    "  {way:<24}{:>8.4} {:<17}{:>10.4}{:>8.4}{:>8.4}{:>8.4} {low_ece:.4}–{high_ece:.4}",
                    told.log_loss,
                    format!("{low:.4}–{high:.4}"),
                    told.score_log_loss,
                    told.brier,
                    told.auc,
                    told.ece
                )?;
            }
        }
        Ok(())
    }
}
