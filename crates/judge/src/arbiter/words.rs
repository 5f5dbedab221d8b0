//! What was found out where a predicate asked, in words: so that people see by how much it failed.

use shakmaty::san::SanPlus;
use sissa_constraint::Judged;
use sissa_tables::Outcome;

use super::{Examination, GOOD, hundredths, share};
use crate::Worth;

impl Examination<'_> {
    /// What was found out where a judged predicate asked: `0.46`, `mate in 3`, `Nc7+`. Nothing where nothing was.
    pub fn found(&self, judged: &Judged) -> Option<String> {
        match judged {
            Judged::Eval(side, _) => {
                let value = self.settled.as_ref().or(self.value.as_ref());
                let value = value.or(self.glimpsed.as_ref())?;
                Some(match value.worth {
                    Worth::Centipawns(_) => {
                        format!("{:.2}", f64::from(hundredths(value, *side)) / 100.0)
                    }
                    Worth::WhiteMates(moves) => format!("White mates in {moves}"),
                    Worth::BlackMates(moves) => format!("Black mates in {moves}"),
                })
            }
            Judged::MateIn(_) => self.mate().map(|moves| format!("mate in {moves}")),
            Judged::HelpmateIn(_) | Judged::SelfmateIn(_) => None,
            Judged::OnlyMove | Judged::BestMoves(_) => {
                let good = self.choice.as_ref()?.good_moves(GOOD);
                Some(format!(
                    "{good} good {}",
                    if good == 1 { "move" } else { "moves" }
                ))
            }
            Judged::Gap(_) => {
                let gap = self.choice.as_ref()?.gap()?;
                Some(if gap.is_finite() {
                    format!("{gap:.2}")
                } else {
                    "no other move".to_owned()
                })
            }
            Judged::BestMove(_) => {
                let best = self.value.as_ref()?.best()?;
                Some(SanPlus::from_move(self.position.clone(), best).to_string())
            }
            Judged::Motif(_) => {
                let line = self.line.as_ref()?.as_ref()?;
                let names: Vec<&str> = crate::motifs(line).iter().map(|motif| motif.name).collect();
                Some(names.join(", "))
            }
            Judged::Tablebase(_) => {
                let word = match self.outcome()? {
                    Outcome::Win(_) => "a win",
                    Outcome::Draw => "a draw",
                    Outcome::Loss(_) => "a loss",
                };
                Some(word.to_owned())
            }
            Judged::MateDistance(_) => Some(match self.outcome()?.moves() {
                Some(moves) => moves.to_string(),
                None => "a draw".to_owned(),
            }),
            Judged::FoundBy(rating, _) => {
                let line = self.line.as_ref()?.as_ref()?;
                Some(format!("{} %", share(line, *rating)))
            }
        }
    }
}
