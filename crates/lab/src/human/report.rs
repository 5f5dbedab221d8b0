//! The figures as a table and as JSON.

use std::fmt::{self, Write as _};

use serde_json::{Value, json};
use sissa_nn::human::measure::{ASKED, Phase, Tally};

use super::{Figures, NODES};

fn line(f: &mut impl fmt::Write, name: &str, tally: &Tally) -> fmt::Result {
    writeln!(
        f,
        "  {name:<24} {:>9} {:>8.2} {:>8.2} {:>9.4}",
        tally.positions,
        100.0 * tally.top_1(),
        100.0 * tally.top_3(),
        tally.mean_loss(),
    )
}

/// The table that people read.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measures = &self.measures;
        writeln!(
            f,
            "{} games\n\n  {:<24} {:>9} {:>8} {:>8} {:>9}",
            self.games, "", "positions", "top-1 %", "top-3 %", "log-loss"
        )?;
        line(f, "all", &measures.all)?;
        line(f, "online 1100–1899", &measures.judged)?;
        line(f, "without the rating", &measures.unrated)?;
        f.write_str("\nby rating\n")?;
        for (band, tally) in &measures.bands {
            line(f, &format!("{band}–{}", band + 199), tally)?;
        }
        f.write_str("\nby phase\n")?;
        for (phase, tally) in &measures.phases {
            line(f, phase.word(), tally)?;
        }
        self.simpler_ways(f)?;
        f.write_str("\ncalibration of the likeliest move\n")?;
        for (positions, said, played) in &measures.calibration {
            if *positions > 0 {
                let of = |part: f64| 100.0 * part / *positions as f64;
                writeln!(
                    f,
                    "  said {:>5.1} %  played {:>5.1} %  {positions:>9}",
                    of(*said),
                    of(*played as f64)
                )?;
            }
        }
        self.matrix(f)
    }
}

impl Figures {
    fn simpler_ways(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\nbeside simpler ways, on the same positions\n")?;
        let common = &self.common;
        writeln!(
            f,
            "  commonest move           {:>9} {:>8.2}   (knows {:.1} % of the positions)",
            common.positions,
            100.0 * common.top_1(),
            100.0 * self.common_known as f64 / common.positions.max(1) as f64,
        )?;
        line(f, "  the model", &self.model_beside_common)?;
        let engine = &self.engine;
        writeln!(
            f,
            "  engine, {NODES} nodes     {:>9} {:>8.2} {:>8.2}",
            engine.positions,
            100.0 * engine.top_1(),
            100.0 * engine.top_3(),
        )?;
        line(f, "  the model", &self.model_beside_engine)
    }

    /// What asking with another rating than the player's does.
    fn matrix(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\nlog-loss by the player's rating (rows, ±100) and the rating asked with\n          ",
        )?;
        for asked in ASKED {
            write!(f, "{asked:>9}")?;
        }
        f.write_char('\n')?;
        let rows = || {
            let rows = ASKED.iter().zip(&self.measures.matrix);
            rows.filter(|(_, row)| row[0].positions > 0)
        };
        for (rating, row) in rows() {
            write!(f, "  {rating:>6}  ")?;
            for tally in row {
                write!(f, "{:>9.4}", tally.mean_loss())?;
            }
            writeln!(f, "   ({} positions)", row[0].positions)?;
        }
        f.write_str("\ntop-1 % likewise\n")?;
        for (rating, row) in rows() {
            write!(f, "  {rating:>6}  ")?;
            for tally in row {
                write!(f, "{:>9.2}", 100.0 * tally.top_1())?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// One JSON object.
    pub fn json(&self) -> Value {
        let measures = &self.measures;
        let bands: serde_json::Map<String, Value> = measures
            .bands
            .iter()
            .map(|(band, tally)| (band.to_string(), of(tally)))
            .collect();
        let phases: serde_json::Map<String, Value> = Phase::ALL
            .iter()
            .filter_map(|phase| Some((phase.word().to_owned(), of(measures.phases.get(phase)?))))
            .collect();
        json!({
            "games": self.games,
            "all": of(&measures.all),
            "online_1100_1899": of(&measures.judged),
            "without_rating": of(&measures.unrated),
            "by_rating": bands,
            "by_phase": phases,
            "commonest_move": {
                "positions": self.common.positions,
                "top_1": self.common.top_1(),
                "known": self.common_known,
                "model": of(&self.model_beside_common),
            },
            "engine": {
                "nodes": NODES,
                "positions": self.engine.positions,
                "top_1": self.engine.top_1(),
                "top_3": self.engine.top_3(),
                "model": of(&self.model_beside_engine),
            },
            "calibration": self.calibration(),
            "matrix": self.matrix_as_json(),
        })
    }

    fn calibration(&self) -> Vec<Value> {
        let tenths = self.measures.calibration.iter();
        tenths
            .filter(|(positions, _, _)| *positions > 0)
            .map(|(positions, said, played)| {
                let of = |part: f64| part / *positions as f64;
                json!({"positions": positions, "said": of(*said), "played": of(*played as f64)})
            })
            .collect()
    }

    fn matrix_as_json(&self) -> Vec<Value> {
        let rows = ASKED.iter().zip(&self.measures.matrix);
        rows.map(|(rating, row)| {
            let asked: Vec<Value> = ASKED
                .iter()
                .zip(row)
                .map(|(asked, tally)| json!({"asked": asked, "figures": of(tally)}))
                .collect();
            json!({"rating": rating, "asked": asked})
        })
        .collect()
    }
}

fn of(tally: &Tally) -> Value {
    json!({
        "positions": tally.positions,
        "top_1": tally.top_1(),
        "top_3": tally.top_3(),
        "log_loss": tally.mean_loss(),
    })
}
