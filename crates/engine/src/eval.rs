//! Evaluations, behind one narrow trait.
//!
//! The search tells an [`Evaluator`] which moves it makes and takes back, and asks for a value in
//! centipawns from the side to move. An [`Evaluation`] is what a user chooses; it makes an evaluator
//! for every thread.

#[cfg(feature = "std")]
mod blend;
#[cfg(feature = "std")]
pub mod handcrafted;
pub mod nnue;
#[cfg(feature = "std")]
mod tables;
#[cfg(feature = "std")]
mod terms;
#[cfg(feature = "std")]
mod two_heads;
#[cfg(feature = "std")]
pub mod weights;

use alloc::{boxed::Box, sync::Arc};
#[cfg(feature = "std")]
use std::sync::OnceLock;

#[cfg(feature = "std")]
use shakmaty::Position as _;
use shakmaty::{Chess, Move};
#[cfg(feature = "std")]
use sissa_nn::deepchess::Comparator;

#[cfg(feature = "std")]
pub use blend::Blend;
#[cfg(feature = "std")]
pub use handcrafted::Handcrafted;
pub use nnue::{Network, Nnue, SmallNetwork};
#[cfg(feature = "std")]
pub use tables::{Tables, material, value as tables_value};
#[cfg(feature = "std")]
pub use two_heads::{Joined, TwoHeads};
#[cfg(feature = "std")]
pub use weights::Weights;

#[cfg(feature = "std")]
use crate::boards::BoardJudge;

/// Judges positions of one line of play.
pub trait Evaluator: Send {
    /// Begins a line at this position.
    fn reset(&mut self, position: &Chess);
    /// A move is about to be made in `before`.
    fn push(&mut self, before: &Chess, m: Move);
    /// The side to move passes.
    fn push_null(&mut self);
    /// The last move or pass is taken back.
    fn pop(&mut self);
    /// Centipawns for the side to move, in the position reached.
    fn evaluate(&mut self, position: &Chess) -> i32;
}

/// A chosen evaluation; cheap to clone.
///
/// ```
/// use sissa_engine::Evaluation;
/// use shakmaty::Chess;
///
/// let value = Evaluation::handcrafted().of(&Chess::default());
/// assert!((0..100).contains(&value), "the right to move is worth a little: {value}");
/// ```
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Terms that people know, with tuned weights.
    #[cfg(feature = "std")]
    Handcrafted(Arc<Weights>),
    /// A network.
    #[cfg(feature = "std")]
    Nnue(Arc<Network>),
    /// The mean of both.
    #[cfg(feature = "std")]
    Blend(Arc<Weights>, Arc<Network>),
    /// The network of the tiny build.
    Small(Arc<SmallNetwork>),
    /// Material and a table of squares for each kind of man.
    #[cfg(feature = "std")]
    Tables,
    /// A network that was taught how games of masters ended.
    #[cfg(feature = "std")]
    Games(Arc<Network>),
    /// The last two together.
    #[cfg(feature = "std")]
    TwoHeads(Arc<Network>, Joined),
    /// No evaluation but comparisons: the search keeps positions instead of numbers.
    #[cfg(feature = "std")]
    Boards(BoardJudge),
}

/// Why there is no such evaluation.
#[cfg(feature = "std")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    #[error("there is no network built in")]
    NoNetwork,
    #[error("there is no evaluation `{0}`; there are {names}", names = Evaluation::NAMES.join(", "))]
    Unknown(String),
}

#[cfg(feature = "std")]
impl Evaluation {
    /// The handcrafted evaluation with the weights that are built in.
    pub fn handcrafted() -> Evaluation {
        Evaluation::Handcrafted(Weights::tuned())
    }

    /// The handcrafted evaluation before tuning.
    pub fn untuned() -> Evaluation {
        Evaluation::Handcrafted(Arc::new(Weights::untuned()))
    }

    /// The network that is built in, if there is one.
    pub fn nnue() -> Option<Evaluation> {
        Network::built_in().map(Evaluation::Nnue)
    }

    /// The mean of the handcrafted evaluation and the network that is built in, if there is one.
    pub fn blend() -> Option<Evaluation> {
        Network::built_in().map(|network| Evaluation::Blend(Weights::tuned(), network))
    }

    /// The evaluation by a network of a file, large or small.
    pub fn of_network(bytes: &[u8]) -> Result<Evaluation, nnue::NetworkError> {
        match nnue::read(bytes) {
            Ok(network) => Ok(Evaluation::Nnue(Arc::new(network))),
            Err(error @ nnue::NetworkError::Shape { .. }) => nnue::read(bytes)
                .map(|network| Evaluation::Small(Arc::new(network)))
                .map_err(|_| error),
            Err(error) => Err(error),
        }
    }

    /// All names, the usual ones first.
    pub const NAMES: [&'static str; 13] = [
        "nnue",
        "handcrafted",
        "blend",
        "small",
        "untuned",
        "tables",
        "games",
        "games-mean",
        "games-phase",
        "games-tiebreak",
        "deepchess",
        "material",
        "random",
    ];

    /// The network of master games.
    fn master_games() -> Result<Arc<Network>, EvaluationError> {
        static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
        let read = || nnue::read(sissa_models::GAMES).ok().map(Arc::new);
        NETWORK
            .get_or_init(read)
            .clone()
            .ok_or(EvaluationError::NoNetwork)
    }

    /// The evaluation of one of the [`NAMES`](Evaluation::NAMES).
    ///
    /// ```
    /// use sissa_engine::Evaluation;
    ///
    /// assert_eq!(Evaluation::named("blend")?.name(), "blend");
    /// assert!(Evaluation::named("oracle").is_err());
    /// # Ok::<_, sissa_engine::EvaluationError>(())
    /// ```
    pub fn named(name: &str) -> Result<Evaluation, EvaluationError> {
        match name {
            "handcrafted" => Ok(Evaluation::handcrafted()),
            "untuned" => Ok(Evaluation::untuned()),
            "blend" => Evaluation::blend().ok_or(EvaluationError::NoNetwork),
            "nnue" => Evaluation::nnue().ok_or(EvaluationError::NoNetwork),
            "small" => Evaluation::small().ok_or(EvaluationError::NoNetwork),
            "tables" => Ok(Evaluation::Tables),
            "games" => Evaluation::master_games().map(Evaluation::Games),
            "deepchess" => {
                let comparator = Arc::new(Comparator::shipped().clone());
                Ok(Evaluation::Boards(BoardJudge::DeepChess(comparator)))
            }
            "material" => Ok(Evaluation::Boards(BoardJudge::Material)),
            "random" => Ok(Evaluation::Boards(BoardJudge::Random)),
            other => match Joined::ALL.into_iter().find(|(_, name)| *name == other) {
                Some((joined, _)) => {
                    let network = Evaluation::master_games()?;
                    Ok(Evaluation::TwoHeads(network, joined))
                }
                None => Err(EvaluationError::Unknown(other.to_owned())),
            },
        }
    }

    /// What a file brings: another network for the evaluations that are made of one of master games, and instead of
    /// any other.
    pub(crate) fn with(&self, file: Evaluation) -> Evaluation {
        match (self, file) {
            (Evaluation::Games(_), Evaluation::Nnue(network)) => Evaluation::Games(network),
            (Evaluation::TwoHeads(_, joined), Evaluation::Nnue(network)) => {
                Evaluation::TwoHeads(network, *joined)
            }
            (_, file) => file,
        }
    }
}

impl Evaluation {
    /// The network of the tiny build.
    pub fn small() -> Option<Evaluation> {
        nnue::small::unpack(sissa_models::TINY).map(|network| Evaluation::Small(Arc::new(network)))
    }

    /// Its name, as the option `Eval` takes it.
    pub fn name(&self) -> &'static str {
        match self {
            #[cfg(feature = "std")]
            Evaluation::Handcrafted(_) => "handcrafted",
            #[cfg(feature = "std")]
            Evaluation::Nnue(_) => "nnue",
            #[cfg(feature = "std")]
            Evaluation::Blend(..) => "blend",
            Evaluation::Small(_) => "small",
            #[cfg(feature = "std")]
            Evaluation::Tables => "tables",
            #[cfg(feature = "std")]
            Evaluation::Games(_) => "games",
            #[cfg(feature = "std")]
            Evaluation::TwoHeads(_, joined) => joined.name(),
            #[cfg(feature = "std")]
            Evaluation::Boards(judge) => judge.name(),
        }
    }

    /// An evaluator for one thread.
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        match self {
            #[cfg(feature = "std")]
            Evaluation::Handcrafted(weights) => Box::new(Handcrafted::new(Arc::clone(weights))),
            #[cfg(feature = "std")]
            Evaluation::Nnue(network) | Evaluation::Games(network) => {
                Box::new(Nnue::new(Arc::clone(network)))
            }
            #[cfg(feature = "std")]
            Evaluation::Tables => Box::new(Tables),
            #[cfg(feature = "std")]
            Evaluation::TwoHeads(network, joined) => {
                Box::new(TwoHeads::new(Arc::clone(network), *joined))
            }
            #[cfg(feature = "std")]
            Evaluation::Boards(judge) => Box::new(Compared(judge.clone())),
            #[cfg(feature = "std")]
            Evaluation::Blend(weights, network) => {
                Box::new(Blend::new(Arc::clone(weights), Arc::clone(network)))
            }
            Evaluation::Small(network) => Box::new(Nnue::new(Arc::clone(network))),
        }
    }

    /// The value of one position, without any search.
    pub fn of(&self, position: &Chess) -> i32 {
        let mut evaluator = self.evaluator();
        evaluator.reset(position);
        evaluator.evaluate(position)
    }
}

/// What a judge of positions says as a number, where one is wanted.
#[cfg(feature = "std")]
struct Compared(BoardJudge);

#[cfg(feature = "std")]
impl Evaluator for Compared {
    fn reset(&mut self, _position: &Chess) {}
    fn push(&mut self, _before: &Chess, _m: Move) {}
    fn push_null(&mut self) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, position: &Chess) -> i32 {
        let value = self.0.value(position);
        position.turn().fold_wb(value, -value)
    }
}

impl Default for Evaluation {
    /// The strongest in the same time, as matches say so far.
    #[cfg(feature = "std")]
    fn default() -> Evaluation {
        Evaluation::nnue().unwrap_or_else(Evaluation::handcrafted)
    }

    #[cfg(not(feature = "std"))]
    fn default() -> Evaluation {
        Evaluation::small().expect("a test reads the network")
    }
}
