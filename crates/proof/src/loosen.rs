//! Positions shortly before a goal in which its men have walked about.
//!
//! Men that stand in each other's way have to step aside in an order that no plan foresees, and sometimes somebody has
//! to lose a move first. Here men walk at random, backward and quietly, before a plan is made. Lines in which more men have been able
//! to leave their squares are kept and gone on with (the idea of Go-Explore: return to what was reached, then explore), so even
//! a knot that comes undone in one order only is undone.

use rand::{Rng, RngExt, seq::IndexedRandom};
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Move};

use crate::retro::Retro;

/// Half-moves of one walk at the most, and of all walks of a line.
const WALK: usize = 14;
const LONGEST: usize = 70;
/// Walks made to undo a knot.
const WALKS: usize = 1_500;
/// Lines kept in which the same men have left their squares.
const ALIKE: u8 = 3;

/// A line backward from the goal: where it is, and the moves from there to the goal, last one first.
#[derive(Clone)]
pub(crate) struct Walked {
    pub retro: Retro,
    pub moves: Vec<Move>,
}

impl Walked {
    fn here(goal: &Retro) -> Walked {
        Walked {
            retro: goal.clone(),
            moves: Vec::new(),
        }
    }

    /// Takes back some quiet moves. Whoever walks goes on walking, mostly, and does not turn round.
    fn walk(&mut self, longest: usize, nodes: &mut u64, rng: &mut impl Rng) -> Option<()> {
        let mut walker = [None; 2];
        let mut came_from = [None; 2];
        for _ in 0..rng.random_range(1..=longest) {
            *nodes += 1;
            let side = usize::from(self.retro.turn.is_white());
            let unmoves = self.retro.quiet_unmoves();
            let turns_round =
                |m: &&Move| m.from() == came_from[side] && Some(m.to()) == walker[side];
            let forward: Vec<&Move> = unmoves.iter().filter(|m| !turns_round(m)).collect();
            let same = forward.iter().filter(|m| Some(m.to()) == walker[side]);
            let same: Vec<&Move> = same.copied().collect();
            let m = match same.choose(rng) {
                Some(m) if rng.random_range(0..4) > 0 => **m,
                _ => **forward.choose(rng)?,
            };
            walker[side] = m.from();
            came_from[side] = Some(m.to());
            self.retro = self.retro.before(m);
            self.moves.push(m);
        }
        Some(())
    }
}

/// A walk of a few moves.
pub(crate) fn wandered(goal: &Retro, nodes: &mut u64, rng: &mut impl Rng) -> Option<Walked> {
    let mut walked = Walked::here(goal);
    walked.walk(WALK, nodes, rng)?;
    Some(walked)
}

/// Walks until as many pieces as possible have left the squares they have in the goal; `still` never moved.
pub(crate) fn loosened(
    goal: &Retro,
    still: Bitboard,
    nodes: &mut u64,
    rng: &mut impl Rng,
    stop: &dyn Fn() -> bool,
) -> Walked {
    let pieces = goal.board.occupied() & !goal.board.pawns() & !still;
    let mut kept = vec![(Bitboard::EMPTY, Walked::here(goal))];
    let mut alike: FxHashMap<Bitboard, u8> = FxHashMap::default();
    let mut best = 0;
    for _ in 0..WALKS {
        if stop() {
            break;
        }
        // Of some lines the loosest is gone on with.
        let some = (0..3).map(|_| rng.random_range(0..kept.len()));
        let from = some.max_by_key(|line| kept[*line].0.count()).unwrap_or(0);
        let (mut left, mut walked) = kept[from].clone();
        if walked.walk(WALK / 2, nodes, rng).is_none() || walked.moves.len() > LONGEST {
            continue;
        }
        for m in &walked.moves[kept[from].1.moves.len()..] {
            left |= Bitboard::from(m.to()) & pieces;
        }
        let known = alike.entry(left).or_default();
        if *known >= ALIKE {
            continue;
        }
        *known += 1;
        kept.push((left, walked));
        if left.count() > kept[best].0.count() {
            best = kept.len() - 1;
            if left == pieces {
                break;
            }
        }
    }
    kept.swap_remove(best).1
}
