//! How well the move model foretells the moves of people, beside simpler ways.
//!
//! The same positions are asked of the model, of the commonest move that other games made there, and of the
//! engine. [`Test::run`] gives [`Figures`], which print as a table or as JSON.
//!
//! ```
//! use sissa_lab::{Unwatched, human::Test};
//! use sissa_nn::human::Policy;
//!
//! let figures = Test::default().run(Policy::shipped(), &[], &Unwatched);
//! assert_eq!(figures.measures.all.positions, 0);
//! ```

mod common;
mod report;

use shakmaty::{Chess, Move, Position as _};
use sissa_engine::{Engine, Limits, Options, Situation, Unwatched as Unheard};
use sissa_games::{decode_move, split_hash};
use sissa_nn::human::{
    Past, Player, Policy,
    measure::{Measures, Tally},
};

use crate::{Observer, games::RealGame};
use common::CommonMoves;

/// Nodes that the engine may look at for a move.
pub const NODES: u64 = 20_000;
/// One game in so many is foretold by the commonest move; the others are what it knows.
const FOLD: u64 = 5;

/// How many positions are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// By the model, evenly over all games.
    pub positions: usize,
    /// By the engine, evenly over these.
    pub engine_positions: usize,
}

impl Default for Test {
    fn default() -> Test {
        Test {
            positions: 20_000,
            engine_positions: 300,
        }
    }
}

/// All figures of a test.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many games.
    pub games: usize,
    /// The model's.
    pub measures: Measures,
    /// The commonest move of the other games, in how many positions one is known, and the model there.
    pub common: Tally,
    pub common_known: u64,
    pub model_beside_common: Tally,
    /// The engine's best move, and the model on the same positions.
    pub engine: Tally,
    pub model_beside_engine: Tally,
}

fn is_fold(game: &RealGame) -> bool {
    (split_hash(&game.moves) >> 20).is_multiple_of(FOLD)
}

impl Test {
    /// Measures a model; the observer advances with each game.
    pub fn run(self, policy: &Policy, games: &[RealGame], observer: &dyn Observer) -> Figures {
        let others = games.iter().filter(|game| !is_fold(game));
        let common = CommonMoves::of(others);
        let total: usize = games.iter().map(|game| game.moves.len()).sum();
        let one_in = total.div_ceil(self.positions.max(1)).max(1);
        let mut asked = Asked {
            policy,
            engine: Engine::new(Options {
                hash: 4,
                ..Options::default()
            }),
            engine_every: (self.engine_positions > 0)
                .then(|| self.positions.div_ceil(self.engine_positions).max(1)),
            figures: Figures {
                games: games.len(),
                ..Figures::default()
            },
        };
        let mut plies = 0;
        for game in games {
            let common = is_fold(game).then_some(&common);
            let mut position = Chess::default();
            let mut past = Past::default();
            for (ply, number) in game.moves.iter().enumerate() {
                let Some(played) = decode_move(&position, *number) else {
                    break;
                };
                plies += 1;
                if plies % one_in == 0 {
                    let player = &game.players[ply % 2];
                    asked.ask(&position, &past, player, (played, *number), common);
                }
                past = past.then(played);
                position.play_unchecked(played);
            }
            observer.advance();
        }
        asked.figures
    }
}

/// Those who are asked, and what they have answered.
struct Asked<'a> {
    policy: &'a Policy,
    engine: Engine,
    /// The engine is asked of one position in so many.
    engine_every: Option<usize>,
    figures: Figures,
}

impl Asked<'_> {
    fn ask(
        &mut self,
        position: &Chess,
        past: &Past,
        player: &Player,
        (played, number): (Move, u16),
        common: Option<&CommonMoves>,
    ) {
        let figures = &mut self.figures;
        let count = figures.measures.all.positions as usize;
        let placed = figures
            .measures
            .add(self.policy, position, past, player, played, true);
        let Some((likelier, share)) = placed else {
            return;
        };
        if let Some(common) = common {
            figures.model_beside_common.add(likelier, share);
            let commonest = common.commonest(position);
            figures.common_known += u64::from(commonest.is_some());
            let right = commonest == Some(number);
            figures.common.add(usize::from(!right), 1.0);
        }
        if self
            .engine_every
            .is_some_and(|every| count.is_multiple_of(every))
        {
            figures.model_beside_engine.add(likelier, share);
            let place = self.place_by_engine(position, played);
            self.figures.engine.add(place, 1.0);
        }
    }

    /// How many of the engine's three best moves are better than the one played.
    fn place_by_engine(&mut self, position: &Chess, played: Move) -> usize {
        self.engine.forget();
        let situation = Situation::new(position.clone());
        let limits = Limits {
            lines: 3,
            ..Limits::nodes(NODES)
        };
        let found = self
            .engine
            .search(&situation, &limits, &Unheard, &mut |_| ());
        let place = found
            .lines
            .iter()
            .position(|line| line.pv.first() == Some(&played));
        place.unwrap_or(3)
    }
}
