//! Material and tables together with a network of master games: one for tactics, one for strategy, as a diploma thesis proposed
//! without playing a game. Three ways to join them.

use std::sync::Arc;

use shakmaty::{Chess, Move, Position as _};

use super::{Evaluator, Network, Nnue, Tables};

/// How two opinions become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Half and half.
    Mean,
    /// The network's share is that of the men still on the board.
    Phase,
    /// Tables decide; where they are equal to the centipawn, the network does.
    TieBreak,
}

impl Joined {
    /// All, with the names of the option `Eval`.
    pub const ALL: [(Joined, &'static str); 3] = [
        (Joined::Mean, "games-mean"),
        (Joined::Phase, "games-phase"),
        (Joined::TieBreak, "games-tiebreak"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = Joined::ALL.iter().find(|(joined, _)| *joined == self);
        found.map_or("", |(_, name)| name)
    }

    fn join(self, tables: i32, network: i32, men: usize) -> i32 {
        match self {
            Joined::Mean => (tables + network) / 2,
            Joined::Phase => {
                let men = men as i32;
                (tables * (32 - men) + network * men) / 32
            }
            // Tables give multiples of five, so two centipawns decide only between equals.
            Joined::TieBreak => tables + (network / 150).clamp(-2, 2),
        }
    }
}

/// Evaluates by both.
#[derive(Debug)]
pub struct TwoHeads {
    tables: Tables,
    network: Nnue,
    joined: Joined,
}

impl TwoHeads {
    /// An evaluator with this network.
    pub fn new(network: Arc<Network>, joined: Joined) -> TwoHeads {
        TwoHeads {
            tables: Tables,
            network: Nnue::new(network),
            joined,
        }
    }
}

impl Evaluator for TwoHeads {
    fn reset(&mut self, position: &Chess) {
        self.network.reset(position);
    }

    fn push(&mut self, before: &Chess, m: Move) {
        self.network.push(before, m);
    }

    fn push_null(&mut self) {
        self.network.push_null();
    }

    fn pop(&mut self) {
        self.network.pop();
    }

    fn evaluate(&mut self, position: &Chess) -> i32 {
        let men = position.board().occupied().count();
        let tables = self.tables.evaluate(position);
        self.joined
            .join(tables, self.network.evaluate(position), men)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_joined_as_said() {
        assert_eq!(Joined::Mean.join(100, -40, 20), 30);
        assert_eq!(Joined::Phase.join(100, -40, 32), -40);
        assert_eq!(Joined::Phase.join(100, -40, 16), 30);
        assert!(Joined::TieBreak.join(5, -900, 16) > Joined::TieBreak.join(0, 900, 16));
        assert!(Joined::TieBreak.join(0, -900, 16) < Joined::TieBreak.join(0, 900, 16));
    }
}
