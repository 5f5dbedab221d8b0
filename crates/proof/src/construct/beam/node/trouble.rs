//! Men in each other's way.

use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};

use super::{super::super::plan::Aim, Node, cost::AS_PAWN, index};
use crate::construct::beam::ways::{FAR, RINGS, Ways};

impl Node<'_> {
    /// Men at rest where others have to pass, and men that cannot go on just now.
    pub(super) fn find_trouble(&mut self, fixed: Bitboard, ways: &mut Ways) {
        let state = &self.state;
        let occupied = state.board.occupied();
        let mut wanted = Bitboard::EMPTY;
        // Beside a square where somebody still has to promote a king would be in check.
        let mut beside = [Bitboard::EMPTY; 2];
        let mut attacked = [Bitboard::EMPTY; 2];
        for man in state.men.iter() {
            if let Aim::Pawn(pawn) = man.aim
                && let pawn = usize::from(pawn)
                && state.pawn_moves(pawn, man.square) > 0
            {
                let last =
                    Square::from_coords(man.square.file(), Rank::new(state.stop_of(pawn) as u32));
                wanted |= attacks::between(man.square, last).with(last);
            }
        }
        for slot in 0..16 {
            if state.promotions[slot] > 0 {
                let color = Color::from_white(slot < 8);
                let file = File::new(slot as u32 % 8);
                let door = Square::from_coords(file, (!color).backrank());
                let seventh = color.relative_rank(Rank::Seventh);
                wanted |= Bitboard::from(door).with(Square::from_coords(file, seventh));
                let side = index(!color);
                beside[side] |= attacks::king_attacks(door).with(door);
                attacked[side] |= beside[side] & Bitboard::from((!color).backrank());
            }
        }
        self.pawns_set = ways.set(fixed | state.board.pawns());
        self.resting = state.board.pawns() & !fixed;
        for (number, man) in state.men.iter().enumerate() {
            if self.cost[number] == 0 && !fixed.contains(man.square) {
                self.resting.add(man.square);
            }
        }
        for (number, man) in state.men.iter().enumerate() {
            let cost = self.cost[number];
            let side = index(man.color);
            if man.role == Role::King && beside[side].contains(man.square) {
                self.left[side] += 1;
                self.trouble += 1;
                if attacked[side].contains(man.square) {
                    self.left[side] += 3;
                    self.trouble += 4;
                }
            }
            if cost == 0 {
                if wanted.contains(man.square) && !fixed.contains(man.square) {
                    // It has to go away and come back.
                    self.left[index(man.color)] += 2;
                }
                continue;
            }
            let piece = Piece {
                color: man.color,
                role: man.role,
            };
            let back = man.square.offset(man.color.fold_wb(-8, 8));
            let behind = back.is_some_and(|back| occupied.contains(back));
            let (target, away) = match man.aim {
                Aim::Pawn(pawn) => {
                    let stuck = behind && state.pawn_moves(usize::from(pawn), man.square) > 0;
                    self.trouble += i32::from(stuck);
                    continue;
                }
                Aim::Home(home) => (home, cost),
                Aim::Promotion(file) => {
                    let door = Square::from_coords(file, (!man.color).backrank());
                    (door, cost - AS_PAWN as u8)
                }
            };
            if away == 0 {
                self.trouble += i32::from(behind);
                continue;
            }
            let next = attacks::attacks(man.square, piece, occupied) & !occupied;
            let ring = ways
                .to(self.sets.of(piece.role), piece, target)
                .ring(away - 1);
            if (next & ring).any() {
                // Behind the first step there may be others in the way, on the first rank above all.
                if matches!(man.role, Role::Rook | Role::Queen) {
                    let through = self.through(piece, man.square, target, away, fixed, ways);
                    self.left[side] += i32::from(through);
                }
                continue;
            }
            self.trouble += 1;
            let through = self.through(piece, man.square, target, away, fixed, ways);
            let around = ways.to(self.pawns_set, piece, target).moves[usize::from(man.square)];
            let longer = around.saturating_sub(away);
            if around == FAR {
                self.trouble += 2;
            } else if longer > 0 && longer <= through {
                self.around |= 1 << number;
                self.cost[number] += longer;
                self.left[side] += i32::from(longer);
                continue;
            }
            self.left[side] += i32::from(through);
        }
        self.find_trouble_in_the_box(fixed, ways);
    }

    /// Men at rest where rooks and queens have to pass that pawns took: the longer the box keeps these, the more of
    /// the others are at home.
    fn find_trouble_in_the_box(&mut self, fixed: Bitboard, ways: &mut Ways) {
        for loss in self.state.losses() {
            let color = !loss.by;
            let (Role::Rook | Role::Queen, Some((_, _, taken_on))) = (loss.role, loss.pawn) else {
                continue;
            };
            let target = match loss.aim {
                Aim::Home(home) => home,
                Aim::Promotion(file) => Square::from_coords(file, (!color).backrank()),
                Aim::Pawn(_) => continue,
            };
            let piece = Piece {
                color,
                role: loss.role,
            };
            let way = ways.to(self.sets.of(loss.role), piece, target);
            let away = way.moves[usize::from(taken_on)];
            if away != FAR && away > 0 {
                let through = self.through(piece, taken_on, target, away, fixed, ways);
                self.left[index(color)] += i32::from(through);
            }
        }
    }

    /// Moves that others lose who have to leave the shortest ways of a man and come back.
    pub(super) fn through(
        &self,
        piece: Piece,
        from: Square,
        target: Square,
        away: u8,
        fixed: Bitboard,
        ways: &mut Ways,
    ) -> u8 {
        let way = ways.to(self.sets.of(piece.role), piece, target);
        let (resting, pawns) = (self.resting, self.state.board.pawns());
        let toll = |from: Square, to: Square| {
            let squares = attacks::between(from, to).with(to);
            (2 * (squares & resting & !pawns).count() + (squares & pawns).count()) as u8
        };
        if away == 1 {
            return toll(from, target);
        }
        // The squares on shortest ways, by the moves left from there.
        let mut fronts = [Bitboard::EMPTY; RINGS + 1];
        let Some(last) = fronts.get_mut(usize::from(away)) else {
            return 0;
        };
        *last = Bitboard::from(from);
        for moves in (1..usize::from(away)).rev() {
            for square in fronts[moves + 1] {
                let next = attacks::attacks(square, piece, fixed) & way.ring(moves as u8);
                fronts[moves] |= next;
            }
        }
        // From the target outward: the least toll of each of them.
        let mut tolls = [0; 64];
        for square in fronts[1] {
            tolls[usize::from(square)] = toll(square, target);
        }
        for moves in 2..=usize::from(away) {
            for square in fronts[moves] {
                let next = if moves == usize::from(away) {
                    fronts[moves - 1]
                } else {
                    attacks::attacks(square, piece, fixed) & fronts[moves - 1]
                };
                let tolls_from = |to: Square| tolls[usize::from(to)] + toll(square, to);
                tolls[usize::from(square)] = next.into_iter().map(tolls_from).min().unwrap_or(0);
            }
        }
        tolls[usize::from(from)]
    }
}
