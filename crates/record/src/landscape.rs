//! Records of games held against each other: neighbours of a position, outliers, clusters, what neighbours tell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GameInfo;

/// A position of a real game that is like another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimilarPositionRecord {
    /// 1 for the nearest.
    pub rank: u64,
    /// The weight of the facts that only one of the two positions has.
    pub distance: u32,
    /// The weight of the facts that both have, as a share of the weight of all.
    pub likeness: f64,
    /// The position.
    pub fen: String,
    /// Half-moves of the game before it.
    pub ply: usize,
    /// The first game of the folder in which it stands.
    pub game: GameInfo,
    /// In how many games it stands.
    pub games: u64,
    /// What both positions have in common, in words.
    pub shared: Vec<String>,
    /// What only the position asked about has.
    pub missing: Vec<String>,
    /// What only the position found has.
    pub added: Vec<String>,
}

/// A real game that is like no other of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlierRecord {
    /// 1 for the one furthest away.
    pub rank: u64,
    /// Mean distance to the nearest games of the sample.
    pub distance: f64,
    /// The game.
    pub game: GameInfo,
    /// Its moves in UCI notation.
    pub moves: Vec<String>,
}

/// Real games that are near one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClusterRecord {
    /// Its number, from 1 for the largest.
    pub cluster: usize,
    /// How many games.
    pub games: usize,
    /// Mean distance to the typical game.
    pub spread: f64,
    /// Games that White won.
    pub white: usize,
    /// Games that were drawn.
    pub draw: usize,
    /// Games that Black won.
    pub black: usize,
    /// The commonest letter and digit of ECO codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    /// How many games have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eco_games: Option<usize>,
    /// The commonest name of an opening among those, without its variation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Mean rating of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The game in the middle, the typical one.
    pub medoid: GameInfo,
    /// Its moves in UCI notation.
    pub moves: Vec<String>,
}

/// How well clusters agree with what was known of the games, by the adjusted Rand index: 1 is the same grouping,
/// 0 is chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgreementRecord {
    /// With what: `eco` (letter and digit), `result`.
    pub with: String,
    /// Games of which it is known.
    pub games: usize,
    /// Different values of it.
    pub groups: usize,
    /// The index.
    pub index: f64,
    /// The mean of the index over random deals of the same values.
    pub chance: f64,
    /// The most of these.
    pub chance_most: f64,
}

/// How often the nearest games told what is not in the moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassificationRecord {
    /// About what: `opening`, `result`, `rating`.
    pub question: String,
    /// How many neighbours voted.
    pub neighbours: usize,
    /// Games with an answer.
    pub games: usize,
    /// Different answers.
    pub classes: usize,
    /// Share of games whose neighbours' commonest answer is their own.
    pub right: f64,
    /// Share that the commonest answer of all gets right.
    pub commonest: f64,
    /// Share that drawing from all answers gets right.
    pub drawn: f64,
    /// Of results: share that "the higher rated wins" gets right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub higher_rated: Option<f64>,
}
