//! Looks for one game of the length before all of them are searched for.
//!
//! Lists of all positions grow with the length, lines that follow a plan hardly do. So the goal is first taken
//! back along some plans (`construct`), with lines dropped that cannot be home in time. What is found this
//! way is a game; what is not found means nothing.

use rand::{Rng, RngExt};
use shakmaty::{Bitboard, CastlingSide, Color, Move};

use crate::{
    Budget,
    construct::{Beam, Fields, Plan, Ways, least},
    facts::{
        self,
        steady::{king_home, steady},
    },
    kernel::{Outcome, Question, Search},
    retro::{Retro, corner},
};

/// Plans made together, the most promising of which are followed.
const PLANS: usize = 24;
const FOLLOWED: usize = 4;
/// Positions kept in each layer, in the first round and in the last.
const NARROWEST: usize = 32;
const WIDEST: usize = 1_024;
/// What is left to do is estimated, by so many half-moves too much at the most.
const SLACK: i32 = 8;
/// Nodes after which it is given up.
const MOST_NODES: u64 = 20_000;
/// A plan counts for so many.
const PLAN: u64 = 20;
/// Kernel states looked at for one kernel.
const KERNEL_NODES: u64 = 20_000;

/// A game of exactly so many plies to the position, if one is found quickly.
pub(super) fn guess(
    goal: &Retro,
    free_castling: bool,
    plies: u32,
    budget: &Budget<'_>,
    nodes: &mut u64,
    accept: &dyn Fn(&[Move]) -> bool,
) -> Option<Vec<Move>> {
    let mut stream = crate::stream(0, 0);
    let rng = stream.rng();
    let mut ways = Ways::default();
    let until = (*nodes + MOST_NODES).min(budget.nodes);
    let mut stop = |nodes: u64| nodes >= until || (budget.stop)();
    for round in 0.. {
        if stop(*nodes) {
            return None;
        }
        let mut retro = goal.clone();
        if free_castling {
            retro.castling = some_rights(&retro, rng);
        }
        let mut plans = plans(&retro, &mut ways, rng, nodes);
        plans.retain(|(least, _)| *least <= plies as i32 + SLACK);
        plans.sort_by_key(|(least, _)| *least);
        for (_, plan) in plans.into_iter().take(FOLLOWED) {
            let beam = Beam {
                width: (NARROWEST << round.min(16)).min(WIDEST),
                longest: plies as usize,
                slack: SLACK,
                ways: &mut ways,
                rng,
            };
            let Some(unmoves) = beam.run(&retro, &plan, nodes, &mut stop) else {
                continue;
            };
            let moves: Vec<Move> = unmoves.into_iter().rev().collect();
            if moves.len() == plies as usize && accept(&moves) {
                return Some(moves);
            }
        }
    }
    None
}

/// The castling rights that a diagram may have, mostly all.
fn some_rights(retro: &Retro, rng: &mut impl Rng) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let king = retro.board.piece_at(king_home(color)) == Some(color.king());
        for rook in CastlingSide::ALL.map(|side| corner(side, color)) {
            let there = king && retro.board.piece_at(rook) == Some(color.rook());
            if there && rng.random_range(0..8) > 0 {
                rights.add(rook);
            }
        }
    }
    rights
}

fn plans(retro: &Retro, ways: &mut Ways, rng: &mut impl Rng, nodes: &mut u64) -> Vec<(i32, Plan)> {
    let mut plans = Vec::new();
    *nodes += PLANS as u64 * PLAN;
    let question = facts::known(retro)
        .ok()
        .and_then(|known| Question::new(&retro.board, &known));
    let Some(question) = question else {
        return plans;
    };
    let mut fields = Fields::new(steady(retro));
    for _ in 0..PLANS / 4 {
        let search = Search::new(&question, KERNEL_NODES, rng).before_the_end();
        let (outcome, used) = if question.is_exhaustible() {
            search.run(usize::MAX)
        } else {
            search.run_freely(6)
        };
        *nodes += used;
        let Outcome::Found(events) = outcome else {
            continue;
        };
        for _ in 0..4 {
            if let Some(plan) = Plan::new(retro, &events, false, &mut fields, rng)
                && let Some(least) = least(retro, &plan, ways)
            {
                plans.push((least, plan));
            }
        }
    }
    plans
}
