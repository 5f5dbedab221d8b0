//! A second search beside alpha-beta: a tree that grows where people would look.
//!
//! Monte Carlo tree search with the move model as policy and the engine's network as value (PUCT: Rosin 2011, Silver et al. 2017).
//! A simulation goes down by value, share and visits, looks at one new position and carries its value back up. A look is what the move
//! model takes anyway: the value is that of the best move once captures are played out.
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//! use sissa_human::{Eyes, View};
//! use sissa_lab::tree::Tree;
//! use sissa_nn::human::{Past, Player};
//!
//! // Mate in one, by the rook.
//! let fen: Fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let view = View { position: &position, past: &Past::default(), seen: &[], player: &Player::rated(2200) };
//! let tree = Tree::grown(view, 60, &mut Eyes::default());
//! let best = tree.branches().max_by_key(|branch| branch.visits).expect("there are moves");
//! assert_eq!(best.played.to(), shakmaty::Square::D8);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_human::{Eyes, Sighted, View, chance};
use sissa_nn::human::{Past, Player};

/// How much a share counts beside the value.
const CURIOSITY: f32 = 1.4;
/// What a branch that was never tried is thought to be worth less than its parent.
const DOUBT: f32 = 0.1;

/// A move of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// The move.
    pub played: Move,
    /// Its share by the move model.
    pub share: f32,
    /// How often it was tried.
    pub visits: u32,
    /// The sum of what was found, for who plays it, 0 to 1 each.
    total: f32,
    child: Option<usize>,
}

impl Branch {
    /// What it is worth to who plays it, 0 to 1; `None` where it was never tried.
    pub fn value(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.total / self.visits as f32)
    }
}

#[derive(Clone, Debug)]
struct Node {
    position: Chess,
    past: Past,
    branches: Vec<Branch>,
    /// For the side to move, 0 to 1.
    value: f32,
    visits: u32,
}

/// A tree; its root is the position that was asked about.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// What does not change while a tree grows.
struct Ground<'a> {
    player: &'a Player,
    /// Hashes since the last capture or pawn move before the root, and on the way down.
    seen: Vec<u64>,
    eyes: &'a mut Eyes,
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

impl Ground<'_> {
    /// Looks at a position that the tree has not.
    fn look(&mut self, position: Chess, past: Past) -> Node {
        let over = position.is_insufficient_material() || position.halfmoves() >= 100;
        if position.legal_moves().is_empty() || over {
            let mated = position.is_checkmate();
            return Node {
                position,
                past,
                branches: Vec::new(),
                value: if mated { 0.0 } else { 0.5 },
                visits: 0,
            };
        }
        let view = View {
            position: &position,
            past: &past,
            seen: &self.seen,
            player: self.player,
        };
        let scene = self.eyes.scene(view);
        let choices = Sighted::shipped().moves(&scene).without_end();
        let best = scene.looked.iter().filter_map(|looked| looked.value).max();
        let branch = |(played, share): &(Move, f32)| Branch {
            played: *played,
            share: *share,
            visits: 0,
            total: 0.0,
            child: None,
        };
        Node {
            branches: choices.moves.iter().map(branch).collect(),
            value: chance(best.unwrap_or(0)),
            position,
            past,
            visits: 0,
        }
    }
}

impl Node {
    /// The branch to go down: what is worth most, and a little more for what was tried less than its share.
    fn pick(&self) -> Option<usize> {
        let pull = CURIOSITY * (self.visits.max(1) as f32).sqrt();
        let score = |branch: &Branch| {
            let value = branch.value().unwrap_or(self.value - DOUBT);
            value + pull * branch.share / (1 + branch.visits) as f32
        };
        let scores = self.branches.iter().map(score).enumerate();
        scores
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }
}

impl Tree {
    /// Grows by so many simulations.
    pub fn grown(view: View<'_>, simulations: u32, eyes: &mut Eyes) -> Tree {
        let mut ground = Ground {
            player: view.player,
            seen: view.seen.to_vec(),
            eyes,
        };
        let root = ground.look(view.position.clone(), *view.past);
        let mut tree = Tree { nodes: vec![root] };
        for _ in 0..simulations {
            ground.seen.truncate(view.seen.len());
            tree.simulate(&mut ground);
        }
        tree
    }

    /// The moves of the position that was asked about.
    pub fn branches(&self) -> impl Iterator<Item = &Branch> {
        self.nodes[0].branches.iter()
    }

    /// How much of the expected points each move loses beside the best that was tried; one that never was loses at least as much as
    /// the worst of them.
    pub fn losses(&self) -> Vec<f32> {
        let values = || self.branches().filter_map(Branch::value);
        let best = values().fold(0.0, f32::max);
        let worst = values().fold(best, f32::min);
        let loss = |branch: &Branch| best - branch.value().unwrap_or(worst);
        self.branches().map(loss).collect()
    }

    fn simulate(&mut self, ground: &mut Ground<'_>) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        // For the side to move at the end of the way.
        let value = loop {
            let Some(index) = self.nodes[at].pick() else {
                break self.nodes[at].value;
            };
            path.push((at, index));
            if let Some(child) = self.nodes[at].branches[index].child {
                at = child;
                ground.seen.push(hash(&self.nodes[at].position));
                continue;
            }
            let node = &self.nodes[at];
            let played = node.branches[index].played;
            let mut position = node.position.clone();
            position.play_unchecked(played);
            let now = hash(&position);
            let repeated = !played.is_zeroing() && ground.seen.contains(&now);
            ground.seen.push(now);
            let past = node.past.then(played);
            let mut new = ground.look(position, past);
            if repeated {
                // Who may repeat has a draw at hand.
                new.value = 0.5;
                new.branches.clear();
            }
            let value = new.value;
            self.nodes[at].branches[index].child = Some(self.nodes.len());
            self.nodes.push(new);
            break value;
        };
        // A value for the side to move is the other's loss one step up.
        let mut value = value;
        for (node, index) in path.into_iter().rev() {
            value = 1.0 - value;
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.branches[index].visits += 1;
            node.branches[index].total += value;
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn grown(fen: &str, simulations: u32) -> Tree {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let view = View {
            position: &position,
            past: &Past::default(),
            seen: &[],
            player: &Player::rated(2200),
        };
        Tree::grown(view, simulations, &mut Eyes::default())
    }

    #[test]
    fn every_simulation_tries_one_branch_and_values_stay_chances() {
        let tree = grown(
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            80,
        );
        assert_eq!(tree.branches().map(|branch| branch.visits).sum::<u32>(), 80);
        let values = || tree.branches().filter_map(Branch::value);
        assert!(values().all(|value| (0.0..=1.0).contains(&value)));
        assert!(tree.losses().iter().all(|loss| (0.0..=1.0).contains(loss)));
    }

    #[test]
    fn what_loses_the_queen_two_plies_on_is_seen() {
        // Taking the pawn on b7 walks into Ra8–a7, which traps nothing; taking on f7 loses the queen to the rook.
        let tree = grown("5r1k/1p3ppp/8/8/8/5Q2/5PPP/6K1 w - - 0 1", 150);
        let loss = |to: shakmaty::Square| {
            let place = tree
                .branches()
                .position(|branch| branch.played.to() == to && branch.played.is_capture());
            place.map(|place| tree.losses()[place]).unwrap()
        };
        assert!(loss(shakmaty::Square::F7) > loss(shakmaty::Square::B7) + 0.2);
    }
}
