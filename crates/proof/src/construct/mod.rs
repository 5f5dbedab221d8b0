//! Construction: a game for a plan, played backward from the goal to the starting position.
//!
//! Searching for a game is hopeless; making one is easy, because both sides help. The goal is taken
//! back move by move: promoted men go to where they promoted and become pawns, pawns go back the
//! way the kernel says, captured men come back from the box, and at last everybody goes home. There are
//! two ways to do it: `beam` follows many lines at once and counts what is left on an otherwise empty board;
//! `retract` follows one, sees everybody's way around all others and makes the un-move that helps most. What
//! gets stuck starts over with other choices.
//!
//! Backward has two advantages. The hard end, the goal with all its details, comes first, while
//! everything is still free; and every position passed has a legal move, the one taken back, so no
//! mate or stalemate can be on the way.

mod beam;
mod choices;
mod pawns;
mod plan;
mod retract;
mod route;
mod state;
mod survey;

pub(crate) use beam::{Beam, Ways, least};
pub(crate) use plan::Plan;
pub(crate) use retract::{Ended, retract};
pub(crate) use route::Fields;
