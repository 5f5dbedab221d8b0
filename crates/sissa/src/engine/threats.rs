//! What is in danger: [`Threats`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Color, Position as _};
use sissa_engine::threat::ThreatMap;

use super::situation;
use crate::problem::Problem;

/// A game whose last position is looked at.
///
/// ```
/// let threats = sissa::Threats::new("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").run()?;
/// assert_eq!(threats.black.hanging, ["d5"]);
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Threats {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// The moves since, in UCI notation.
    pub moves: Vec<String>,
}

/// What is in danger, by the colour of the men.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreatRecord {
    /// White's men.
    pub white: Danger,
    /// Black's men.
    pub black: Danger,
}

/// Squares of men in danger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Danger {
    /// Attacked and not defended.
    pub hanging: Vec<String>,
    /// Attacked by something cheaper, or more often than defended.
    pub threatened: Vec<String>,
}

impl Threats {
    /// In this position.
    pub fn new(fen: impl Into<String>) -> Threats {
        Threats {
            start_fen: Some(fen.into()),
            moves: Vec::new(),
        }
    }

    /// What is in danger.
    pub fn run(&self) -> Result<ThreatRecord, Problem> {
        let situation = situation(self.start_fen.as_deref(), &self.moves)?;
        let map = ThreatMap::of(situation.position().board());
        let names = |squares: Bitboard| squares.into_iter().map(|one| one.to_string()).collect();
        let danger = |color: Color| Danger {
            hanging: names(map.hanging(color)),
            threatened: names(map.threatened(color)),
        };
        Ok(ThreatRecord {
            white: danger(Color::White),
            black: danger(Color::Black),
        })
    }
}
