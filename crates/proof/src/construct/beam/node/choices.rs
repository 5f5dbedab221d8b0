//! The un-moves of the plan, with an estimate of what is left after them.

use arrayvec::ArrayVec;
use rand::{Rng, RngExt};
use shakmaty::{CastlingSide, Move, Piece, Role, Square, attacks};

use super::{
    super::super::{
        pawns::PawnId,
        plan::Aim,
        state::{Choice, Man, relative, touched},
    },
    Node,
    cost::{AS_PAWN, steps},
    index,
    losses::IN_THE_BOX,
    rank,
};
use crate::construct::beam::{
    candidates::Candidates,
    ways::{FAR, Ways},
};

impl Node<'_> {
    /// Every un-move of the plan, with an estimate of the rank it leads to.
    pub fn choices(&self, noise: i32, ways: &mut Ways, rng: &mut impl Rng, found: &mut Candidates) {
        let state = &self.state;
        let us = !state.turn;
        let side = index(us);
        let occupied = state.board.occupied();
        let mut ready = ArrayVec::<usize, 32>::new();
        for (number, loss) in state.losses().enumerate() {
            if loss.by == us && state.is_ready(number) {
                ready.push(number);
            }
        }
        let mut add = |choice: Choice, ours: i32, theirs: i32, rng: &mut _| {
            let mut left = self.left;
            left[side] += ours;
            left[1 - side] += theirs;
            let noise = RngExt::random_range(rng, 0..noise);
            found.add(rank(us, left) + noise, choice);
        };
        for (number, man) in state.men.iter().enumerate() {
            if man.color != us || state.frozen.contains(man.square) {
                continue;
            }
            if let Aim::Pawn(pawn) = man.aim {
                self.pawn_choices(usize::from(pawn), man, &ready, |choice, ours, theirs| {
                    add(choice, ours, theirs, rng);
                });
                continue;
            }
            let piece = Piece {
                color: us,
                role: man.role,
            };
            let (target, extra) = match man.aim {
                Aim::Home(home) => (home, 0),
                Aim::Promotion(file) => (Square::from_coords(file, (!us).backrank()), AS_PAWN),
                Aim::Pawn(_) => continue,
            };
            let given = self.given(man.square, &ready, ways);
            let here = i32::from(self.cost[number]);
            let set = if self.around >> number & 1 == 1 {
                self.pawns_set
            } else {
                self.sets.of(man.role)
            };
            let hunted = if self.hunt[side] > 0 && self.places[side].any() {
                Some(ways.nearest(self.sets.any, piece, self.places[side]).moves)
            } else {
                None
            };
            let way = ways.to(set, piece, target);
            for from in attacks::attacks(man.square, piece, occupied) & !occupied {
                let away = way.moves[usize::from(from)];
                if away == FAR {
                    continue;
                }
                let mut gain = i32::from(away) + extra - here;
                let normal = |capture| Move::Normal {
                    role: man.role,
                    from,
                    capture,
                    to: man.square,
                    promotion: None,
                };
                for (loss, theirs) in given.iter().flatten() {
                    let m = normal(Some(state.loss(*loss).role));
                    let loss = Some(*loss as u8);
                    add(Choice { m, loss }, gain - IN_THE_BOX, *theirs, rng);
                }
                if hunted.is_some_and(|moves| i32::from(moves[usize::from(from)]) < self.hunt[side])
                {
                    gain -= 1;
                }
                let m = normal(None);
                if (touched(us, m) & state.forfeited).any() {
                    gain -= 2;
                }
                add(Choice { m, loss: None }, gain, 0, rng);
            }
            if man.square == target
                && let Aim::Promotion(_) = man.aim
            {
                for choice in state.demotions(man, &ready) {
                    add(choice, -1, 0, rng);
                }
            }
        }
        for (king, rook) in state.uncastlings() {
            let side = CastlingSide::from_king_side(king < rook);
            let gain = [side.king_to(us), side.rook_to(us)]
                .into_iter()
                .map(|square| self.cost_at(square))
                .sum::<i32>();
            let m = Move::Castle { king, rook };
            add(Choice { m, loss: None }, -gain, 0, rng);
        }
    }

    fn cost_at(&self, square: Square) -> i32 {
        let number = self.state.at[usize::from(square)];
        self.cost
            .get(usize::from(number))
            .map_or(0, |cost| i32::from(*cost))
    }

    fn pawn_choices(
        &self,
        pawn: PawnId,
        man: &Man,
        ready: &[usize],
        mut add: impl FnMut(Choice, i32, i32),
    ) {
        let state = &self.state;
        let occupied = state.board.occupied();
        let here = steps(relative(man.color, i8::from(man.square.rank())));
        for (rank, m) in state.pawn_steps(pawn, man) {
            add(Choice { m, loss: None }, steps(rank) - here, 0);
        }
        for number in ready {
            let loss = state.loss(*number);
            let Some((capturer, from, to)) = loss.pawn else {
                continue;
            };
            if capturer != pawn || to != man.square || occupied.contains(from) {
                continue;
            }
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture: Some(loss.role),
                to,
                promotion: None,
            };
            let loss = Some(*number as u8);
            // A little more than an ordinary step: it sets somebody free.
            add(Choice { m, loss }, -2, 0);
        }
    }
}
