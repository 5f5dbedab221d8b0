//! The figures of a report as tables.

use shakmaty::{Color, Role, Square};

use super::{Classes, Measure, Measures, RatingBands, quantile, wilson};
use crate::statistics::{Slope, mean, slope};

/// A table with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name, which is that of its file.
    pub name: &'static str,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as CSV.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(&self.columns).and_then(|()| {
            self.rows
                .iter()
                .try_for_each(|row| writer.write_record(row))
        });
        written.expect("a table has as many cells in every row, and memory takes them");
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("cells are text")
    }
}

fn exact(value: Option<f64>) -> String {
    value.map(|value| format!("{value:.6}")).unwrap_or_default()
}

/// All tables of a report.
pub fn tables(measures: &Measures, classes: &Classes) -> Vec<Table> {
    vec![
        results(measures, classes),
        curves(measures),
        squares(measures),
        ratings(measures),
    ]
}

fn results(measures: &Measures, classes: &Classes) -> Table {
    let rows = measures
        .constraints
        .iter()
        .zip(&classes.of)
        .map(|(found, class)| {
            let [won, drawn, lost] = found.outcomes;
            let wins = wilson(won, won + lost);
            let pace = pace(&measures.cuts, found);
            let mut cells = vec![
                found.name.clone(),
                measures.games.to_string(),
                found.satisfied.to_string(),
                exact(wilson(found.satisfied, measures.games).map(|share| share.value)),
                won.to_string(),
                drawn.to_string(),
                lost.to_string(),
                exact(wins.map(|share| share.value)),
                exact(wins.map(|share| share.low)),
                exact(wins.map(|share| share.high)),
                exact(found.mean_ply()),
                exact(quantile(&found.plies, 0.5)),
                exact(quantile(&found.plies, 0.25)),
                exact(quantile(&found.plies, 0.75)),
                class
                    .map(|class| (class + 1).to_string())
                    .unwrap_or_default(),
                exact(pace.map(|pace| pace.value)),
                exact(pace.map(|pace| pace.low)),
                exact(pace.map(|pace| pace.high)),
            ];
            cells.extend(own(found.own_outcomes));
            cells
        });
    Table {
        name: "results",
        columns: vec![
            "constraint",
            "games",
            "satisfied",
            "share",
            "white_won",
            "drawn",
            "black_won",
            "win",
            "win_low",
            "win_high",
            "mean_ply",
            "median_ply",
            "lower_quartile",
            "upper_quartile",
            "class",
            "plies_per_100_elo",
            "plies_per_100_elo_low",
            "plies_per_100_elo_high",
            "own_won",
            "own_drawn",
            "own_lost",
            "own_win",
            "own_win_low",
            "own_win_high",
        ],
        rows: rows.collect(),
    }
}

/// Results of the side that satisfies a constraint, and its share of the decided games; empty where
/// nothing was said of either side.
fn own(outcomes: Option<[u64; 3]>) -> [String; 6] {
    let count = |at: usize| {
        let known = outcomes.map(|outcomes| outcomes[at].to_string());
        known.unwrap_or_default()
    };
    let wins = outcomes.and_then(|[won, _, lost]| wilson(won, won + lost));
    [
        count(0),
        count(1),
        count(2),
        exact(wins.map(|share| share.value)),
        exact(wins.map(|share| share.low)),
        exact(wins.map(|share| share.high)),
    ]
}

/// By how many half-moves later a constraint is satisfied for every 100 points of rating.
pub(crate) fn pace(cuts: &RatingBands, found: &Measure) -> Option<Slope> {
    let bands = found.bands.iter().filter(|(_, band)| band.satisfied >= 30);
    let groups: Vec<(f64, &[u64])> = bands
        .map(|(from, band)| (cuts.middle(*from) / 100.0, band.plies.as_slice()))
        .collect();
    slope(&groups)
}

fn curves(measures: &Measures) -> Table {
    let mut rows = Vec::new();
    for found in &measures.constraints {
        for (ply, count) in found
            .plies
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let share = *count as f64 / found.satisfied as f64;
            rows.push(vec![
                found.name.clone(),
                ply.to_string(),
                count.to_string(),
                format!("{share:.6}"),
            ]);
        }
    }
    Table {
        name: "curves",
        columns: vec!["constraint", "ply", "games", "share"],
        rows,
    }
}

fn squares(measures: &Measures) -> Table {
    let mut rows = Vec::new();
    for found in &measures.constraints {
        for color in Color::ALL {
            for role in Role::ALL.into_iter().rev() {
                let mut squares: Vec<Square> = Square::ALL.to_vec();
                squares.retain(|square| found.square(color, role, *square).count > 0);
                squares.sort_by_key(|square| {
                    (u64::MAX - found.square(color, role, *square).count, *square)
                });
                for square in squares {
                    let there = found.square(color, role, square);
                    let [won, drawn, lost] = there.outcomes;
                    rows.push(vec![
                        found.name.clone(),
                        color.to_string(),
                        format!("{role:?}").to_lowercase(),
                        (square as u32).to_string(),
                        square.to_string(),
                        format!("{:.6}", there.count as f64 / found.satisfied as f64),
                        exact(wilson(won, won + lost).map(|share| share.value)),
                        exact(wilson(lost, won + lost).map(|share| share.value)),
                        drawn.to_string(),
                        exact(mean(&there.plies)),
                        exact(quantile(&there.plies, 0.5)),
                        there
                            .opening
                            .as_ref()
                            .map(|(name, _)| name.clone())
                            .unwrap_or_default(),
                        there.count.to_string(),
                    ]);
                }
            }
        }
    }
    Table {
        name: "squares",
        columns: vec![
            "constraint",
            "color",
            "piece",
            "position_int",
            "position_str",
            "reach_prob",
            "win",
            "lost",
            "drawn_games",
            "avg_steps",
            "median_steps",
            "opening",
            "games",
        ],
        rows,
    }
}

fn ratings(measures: &Measures) -> Table {
    let mut rows = Vec::new();
    for found in &measures.constraints {
        for (from, (games, _)) in &measures.bands {
            let nothing = super::Band::default();
            let band = found.bands.get(from).unwrap_or(&nothing);
            let [won, drawn, lost] = band.outcomes;
            let wins = wilson(won, won + lost);
            let share = wilson(band.satisfied, *games);
            let mut cells = vec![
                found.name.clone(),
                from.to_string(),
                games.to_string(),
                band.satisfied.to_string(),
                exact(share.map(|share| share.value)),
                exact(share.map(|share| share.low)),
                exact(share.map(|share| share.high)),
                won.to_string(),
                drawn.to_string(),
                lost.to_string(),
                exact(wins.map(|share| share.value)),
                exact(wins.map(|share| share.low)),
                exact(wins.map(|share| share.high)),
                exact(mean(&band.plies)),
                exact(quantile(&band.plies, 0.5)),
            ];
            cells.extend(own(found.own_outcomes.map(|_| band.own_outcomes)));
            rows.push(cells);
        }
    }
    Table {
        name: "ratings",
        columns: vec![
            "constraint",
            "rating_from",
            "games",
            "satisfied",
            "share",
            "share_low",
            "share_high",
            "white_won",
            "drawn",
            "black_won",
            "win",
            "win_low",
            "win_high",
            "mean_ply",
            "median_ply",
            "own_won",
            "own_drawn",
            "own_lost",
            "own_win",
            "own_win_low",
            "own_win_high",
        ],
        rows,
    }
}
