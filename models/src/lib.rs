//! The weights that come with Sissa, as bytes: nothing is read, and nothing depends on anything.
//!
//! Each has a card beside it, `NAME.md`: what it is, how it was made, what it was measured to do. A user takes
//! what he needs by a feature.
//!
//! | feature | weights | read by |
//! |---|---|---|
//! | `engine` | [`NNUE`], [`HANDCRAFTED`] | `sissa-engine` |
//! | `tiny` | [`TINY`] | `sissa-engine` |
//! | `human` | [`HUMAN`], [`OUTLOOK`] | `sissa-nn`, `human` |
//! | `human` | [`SIGHTED`], [`TEMPER`], [`RATING`], [`LEVELS`], [`CLOCK`] | `sissa-human` |
//! | `difficulty` | [`DIFFICULTY`] | `sissa-judge`, `difficulty` |
//! | `outcome` | [`OUTCOME`] | `sissa-judge`, `outcome` |
//! | `deepchess` | [`DEEPCHESS`], [`LINEAR`] | `sissa-nn`, `deepchess` |
//! | `deepchess` | [`GAMES`] | `sissa-engine` |
//! | `neural` | [`GRID`], [`NEAR`], [`THESIS_1`], [`THESIS_2`] | `sissa-nn`, `shipped` |
//!
//! ```
//! for model in sissa_models::MODELS {
//!     assert!(model.card.contains(model.file) && !model.bytes.is_empty(), "{}", model.name);
//! }
//! ```

#![no_std]

/// Weights with what is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// What it is called.
    pub name: &'static str,
    /// The file that holds it.
    pub file: &'static str,
    /// Its weights, in the format of its reader.
    pub bytes: &'static [u8],
    /// Its card, as Markdown.
    pub card: &'static str,
}

/// The engine's network: `sissa_engine::eval::nnue` has the format.
#[cfg(feature = "engine")]
pub static NNUE: &[u8] = include_bytes!("../nnue.bin");
/// The weights of the engine's handcrafted evaluation, as text.
#[cfg(feature = "engine")]
pub static HANDCRAFTED: &str = include_str!("../handcrafted.txt");
/// The network of the engine's tiny build: `sissa_engine::eval::nnue::small` has the format.
#[cfg(feature = "tiny")]
pub static TINY: &[u8] = include_bytes!("../tiny.bin");
/// The move model: how likely people play each move.
#[cfg(feature = "human")]
pub static HUMAN: &[u8] = include_bytes!("../human.tensors");
/// The move model that sees tactics: what corrects the light one.
#[cfg(feature = "human")]
pub static SIGHTED: &[u8] = include_bytes!("../sighted.tensors");
/// How it is drawn from, by rating and phase, as text.
#[cfg(feature = "human")]
pub static TEMPER: &str = include_str!("../temper.txt");
/// How levels are played, as text.
#[cfg(feature = "human")]
pub static LEVELS: &str = include_str!("../levels.txt");
/// How long people think about a move, as text.
#[cfg(feature = "human")]
pub static CLOCK: &str = include_str!("../clock.txt");
/// The formula for players' strength by their moves, as text.
#[cfg(feature = "human")]
pub static RATING: &str = include_str!("../rating.txt");
/// The satisfaction model: how likely given men come about later in a game.
#[cfg(feature = "human")]
pub static OUTLOOK: &[u8] = include_bytes!("../outlook.tensors");
/// The predictor of puzzles' ratings, as text.
#[cfg(feature = "difficulty")]
pub static DIFFICULTY: &str = include_str!("../difficulty.txt");
/// What corrects the formula for how games end.
#[cfg(feature = "outcome")]
pub static OUTCOME: &[u8] = include_bytes!("../outcome.tensors");
/// Which of two positions is the better one for White.
#[cfg(feature = "deepchess")]
pub static DEEPCHESS: &[u8] = include_bytes!("../deepchess.tensors");
/// What each man on each square is worth to tell such positions apart: the plainest thing that learns.
#[cfg(feature = "deepchess")]
pub static LINEAR: &[u8] = include_bytes!("../linear.tensors");
/// How games of masters ended, in the format of the engine's network.
#[cfg(feature = "deepchess")]
pub static GAMES: &[u8] = include_bytes!("../games.bin");
/// How soon a side comes to any of the 486 tuples, where both work for it.
#[cfg(feature = "neural")]
pub static GRID: &[u8] = include_bytes!("../grid.sissanet");
/// The same for tuples a few half-moves away.
#[cfg(feature = "neural")]
pub static NEAR: &[u8] = include_bytes!("../near.sissanet");
/// The network of the thesis' first experiment.
#[cfg(feature = "neural")]
pub static THESIS_1: &[u8] = include_bytes!("../thesis-1.sissanet");
/// The network of the thesis' second experiment.
#[cfg(feature = "neural")]
pub static THESIS_2: &[u8] = include_bytes!("../thesis-2.sissanet");

/// All that the features ask for.
pub static MODELS: &[Model] = &[
    #[cfg(feature = "engine")]
    Model {
        name: "nnue",
        file: "nnue.bin",
        bytes: NNUE,
        card: include_str!("../nnue.md"),
    },
    #[cfg(feature = "engine")]
    Model {
        name: "handcrafted",
        file: "handcrafted.txt",
        bytes: HANDCRAFTED.as_bytes(),
        card: include_str!("../handcrafted.md"),
    },
    #[cfg(feature = "tiny")]
    Model {
        name: "tiny",
        file: "tiny.bin",
        bytes: TINY,
        card: include_str!("../tiny.md"),
    },
    #[cfg(feature = "human")]
    Model {
        name: "human",
        file: "human.tensors",
        bytes: HUMAN,
        card: include_str!("../human.md"),
    },
    #[cfg(feature = "human")]
    Model {
        name: "sighted",
        file: "sighted.tensors",
        bytes: SIGHTED,
        card: include_str!("../sighted.md"),
    },
    #[cfg(feature = "human")]
    Model {
        name: "temper",
        file: "temper.txt",
        bytes: TEMPER.as_bytes(),
        card: include_str!("../sighted.md"),
    },
    #[cfg(feature = "human")]
    Model {
        name: "rating",
        file: "rating.txt",
        bytes: RATING.as_bytes(),
        card: include_str!("../rating.md"),
    },
    #[cfg(feature = "human")]
    Model {
        name: "outlook",
        file: "outlook.tensors",
        bytes: OUTLOOK,
        card: include_str!("../outlook.md"),
    },
    #[cfg(feature = "difficulty")]
    Model {
        name: "difficulty",
        file: "difficulty.txt",
        bytes: DIFFICULTY.as_bytes(),
        card: include_str!("../difficulty.md"),
    },
    #[cfg(feature = "outcome")]
    Model {
        name: "outcome",
        file: "outcome.tensors",
        bytes: OUTCOME,
        card: include_str!("../outcome.md"),
    },
    #[cfg(feature = "deepchess")]
    Model {
        name: "deepchess",
        file: "deepchess.tensors",
        bytes: DEEPCHESS,
        card: include_str!("../deepchess.md"),
    },
    #[cfg(feature = "deepchess")]
    Model {
        name: "linear",
        file: "linear.tensors",
        bytes: LINEAR,
        card: include_str!("../deepchess.md"),
    },
    #[cfg(feature = "deepchess")]
    Model {
        name: "games",
        file: "games.bin",
        bytes: GAMES,
        card: include_str!("../games.md"),
    },
    #[cfg(feature = "neural")]
    Model {
        name: "grid",
        file: "grid.sissanet",
        bytes: GRID,
        card: include_str!("../grid.md"),
    },
    #[cfg(feature = "neural")]
    Model {
        name: "near",
        file: "near.sissanet",
        bytes: NEAR,
        card: include_str!("../near.md"),
    },
    #[cfg(feature = "neural")]
    Model {
        name: "thesis-1",
        file: "thesis-1.sissanet",
        bytes: THESIS_1,
        card: include_str!("../thesis-1.md"),
    },
    #[cfg(feature = "neural")]
    Model {
        name: "thesis-2",
        file: "thesis-2.sissanet",
        bytes: THESIS_2,
        card: include_str!("../thesis-1.md"),
    },
];

/// A model by its name, where a feature brings it.
///
/// ```
/// assert!(sissa_models::model("lc0").is_none());
/// ```
pub fn model(name: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.name == name)
}
