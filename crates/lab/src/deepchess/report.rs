//! The figures as text and as JSON.

use std::fmt;

use serde_json::{Value, json};

/// Pairs of positions from a range of plies or ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// `ply` or `rating`.
    pub by: &'static str,
    pub name: String,
    pub positions: usize,
    /// Shares of pairs in their right order, the comparator's first.
    pub accuracy: Vec<(&'static str, f64)>,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The comparator's shape.
    pub shape: String,
    /// Games that White won and that Black won.
    pub games: [usize; 2],
    pub positions: usize,
    pub pairs: usize,
    /// Where the comparator's share lies by 95 %.
    pub interval: [f64; 2],
    /// Shares of pairs in their right order, the comparator's first.
    pub accuracy: Vec<(&'static str, f64)>,
    /// How often the answer does not depend on which position is named first.
    pub orders: f64,
    pub bands: Vec<Band>,
    /// Nodes of the engine's search.
    pub nodes: u64,
}

/// In percent, to a hundredth.
fn percent(share: f64) -> f64 {
    (share * 10_000.0).round() / 100.0
}

impl Figures {
    /// As JSON.
    pub fn json(&self) -> Value {
        let scorers = |rows: &[(&'static str, f64)]| -> Value {
            let rows = rows.iter().skip(1);
            rows.map(|(name, share)| ((*name).to_owned(), json!(percent(*share))))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let own = |rows: &[(&'static str, f64)]| percent(rows.first().map_or(0.0, |row| row.1));
        let bands = |by: &str| -> Value {
            let bands = self.bands.iter().filter(|band| band.by == by);
            let band = |band: &Band| {
                json!({
                    "range": band.name,
                    "positions": band.positions,
                    "pair_accuracy": own(&band.accuracy),
                    "scorers": scorers(&band.accuracy),
                })
            };
            bands.map(band).collect::<Vec<Value>>().into()
        };
        json!({
            "network": "deepchess",
            "shape": self.shape,
            "games": {"white_won": self.games[0], "black_won": self.games[1]},
            "positions": self.positions,
            "pairs": self.pairs,
            "pair_accuracy": own(&self.accuracy),
            "interval": self.interval.map(percent),
            "scorers": scorers(&self.accuracy),
            "search_nodes": self.nodes,
            "same_in_both_orders": percent(self.orders),
            "by_ply": bands("ply"),
            "by_rating": bands("rating"),
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, lost] = self.games;
        writeln!(
            f,
            "{} pairs of {} positions: {won} games that White won, {lost} that Black won\n\
             network {}; the same answer in both orders: {:.1} %\n\npairs in their right order, in percent\n",
            self.pairs,
            self.positions,
            self.shape,
            100.0 * self.orders
        )?;
        let names: Vec<&str> = self.accuracy.iter().map(|(name, _)| *name).collect();
        write!(f, "{:<28}", "")?;
        for name in &names {
            write!(f, "{name:>12}")?;
        }
        writeln!(f)?;
        let line = |f: &mut fmt::Formatter<'_>, name: &str, rows: &[(&'static str, f64)]| {
            write!(f, "{name:<28}")?;
            for (_, share) in rows {
                write!(f, "{:>12.2}", 100.0 * share)?;
            }
            writeln!(f)
        };
        line(f, "all", &self.accuracy)?;
        for band in &self.bands {
            line(f, &band.name, &band.accuracy)?;
        }
        let [from, to] = self.interval.map(|share| 100.0 * share);
        writeln!(
            f,
            "\ndeepchess, 95 % interval by games: {from:.2} to {to:.2}"
        )
    }
}
