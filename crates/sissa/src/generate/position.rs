//! A position that was made, with its game.

use sissa_game::Game;
use sissa_generate::Provenance;
use sissa_record::{
    Extra, HumanInfo, JudgedInfo, MoveModel, PositionRecord, Record, epd, fen, pgn_from,
};

use super::worth::{comment, operations};
use crate::{event::Records, puzzles::Composition, session::TOOL};

/// A position that satisfies the constraint, with the game that reaches it: replayed, and held against
/// the constraint a second time.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// The number of its random stream.
    pub index: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The game; its end is the position.
    pub game: Game,
    /// Whether no game satisfies the constraint in fewer half-moves, where that was asked.
    pub shortest: Option<bool>,
    /// What is known of a game in the style human.
    pub human: Option<HumanInfo>,
    /// Half-moves at the end of a game in the style human that the style direct played.
    pub repaired: u32,
    /// What it is worth, where the constraint asks for that.
    pub judged: Option<Box<JudgedInfo>>,
    /// The puzzle it is, where puzzles are made.
    pub(crate) composed: Option<Box<Composition>>,
}

impl Position {
    pub(super) fn new(
        index: u64,
        seed: u64,
        game: Game,
        provenance: Option<&Provenance>,
    ) -> Position {
        Position {
            index,
            seed,
            game,
            shortest: None,
            human: provenance.map(|human| HumanInfo {
                model: MoveModel::Sighted,
                white_elo: human.ratings[0],
                black_elo: human.ratings[1],
                effective_sample_size: rounded(human.effective),
                chance: rounded(human.chance),
            }),
            repaired: provenance.map_or(0, |human| human.repaired),
            judged: None,
            composed: None,
        }
    }

    /// A name unique in the run: seed and index.
    pub fn id(&self) -> String {
        format!("{}-{}", self.seed, self.index)
    }

    /// As FEN.
    pub fn fen(&self) -> String {
        fen(self.game.end())
    }

    /// As EPD, with its name and what is known of its worth.
    pub fn epd(&self) -> String {
        let id = self.id();
        let judged = self.judged.as_deref();
        let worth = judged.map(|judged| operations(judged, self.game.end()));
        let worth = worth.unwrap_or_default();
        let mut told = vec![("id", id.as_str())];
        told.extend(
            worth
                .iter()
                .map(|(opcode, value)| (*opcode, value.as_str())),
        );
        epd(self.game.end(), &told)
    }

    /// The game as PGN, with the constraint it was made for and, after its last move, what the position is worth.
    pub fn pgn(&self, constraint: &str) -> String {
        let round = self.index.saturating_add(1).to_string();
        let plies = self.game.plies().to_string();
        let goal = self.fen();
        let mut tags = vec![
            ("Event", "Sissa position"),
            ("Round", &round),
            ("Annotator", TOOL),
            ("PlyCount", &plies),
            ("Constraint", constraint),
            ("GoalFEN", &goal),
        ];
        let ratings = self
            .human
            .map(|human| [human.white_elo, human.black_elo].map(|rating| rating.to_string()));
        if let Some([white, black]) = &ratings {
            tags.extend([("WhiteElo", white.as_str()), ("BlackElo", black)]);
        }
        let repaired = self.repaired.to_string();
        if self.repaired > 0 {
            tags.push(("Repaired", &repaired));
        }
        let mut movetext = self.game.movetext_tokens();
        if let Some(judged) = &self.judged {
            movetext.extend(comment(judged, self.game.end()));
        }
        pgn_from(self.game.start(), self.game.end(), &tags, &movetext)
    }

    /// As a record.
    pub fn record(&self) -> PositionRecord {
        let extra = Extra {
            shortest: self.shortest,
            human: self.human.map(Box::new),
            repaired: (self.repaired > 0).then_some(self.repaired),
            judged: self.judged.clone(),
            ..Extra::default()
        };
        PositionRecord::from_game(self.index, self.id(), &self.game, extra)
    }
}

impl Records for Position {
    fn records(&self) -> Vec<Record> {
        vec![Record::Position(self.record())]
    }
}

/// Four digits are enough.
fn rounded(number: f64) -> f64 {
    let digits = 4.0 - number.abs().max(1e-12).log10().ceil();
    let scale = 10_f64.powf(digits);
    (number * scale).round() / scale
}
