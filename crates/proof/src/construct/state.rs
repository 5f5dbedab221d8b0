//! The position on the way back, with everybody's aims and what the plan still asks for.

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Rank, Role, Square, attacks,
};

use super::{
    pawns::{PawnId, pawn_color, pawn_home},
    plan::{Aim, Loss, Plan},
};
use crate::{
    facts::steady::king_home,
    retro::{Retro, corner, put_back},
};

#[derive(Clone, Copy)]
pub(crate) struct Man {
    pub color: Color,
    pub role: Role,
    pub square: Square,
    pub aim: Aim,
}

/// The position on the way, with everybody's aims.
#[derive(Clone)]
pub(crate) struct State<'a> {
    pub plan: &'a Plan,
    pub board: Board,
    pub turn: Color,
    pub castling: Bitboard,
    /// Corners whose rook may not castle though it and the king are at home: one of them has moved.
    pub forfeited: Bitboard,
    pub men: ArrayVec<Man, 32>,
    pub at: [u8; 64],
    pub frozen: Bitboard,
    /// The men in the box, as numbers in the plan's.
    losses: ArrayVec<u8, 32>,
    /// The captures of the kernel that have been taken back, as bits.
    undone: u32,
    /// Promotions on each file (White's, then Black's) not yet taken back.
    pub promotions: [u8; 16],
    pub pawn_at: [Option<Square>; 16],
}

pub(crate) const NOBODY: u8 = u8::MAX;

/// One un-move that could be made, with what belongs to it.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub m: Move,
    /// The man that comes back from the box.
    pub loss: Option<u8>,
}

impl<'a> State<'a> {
    pub fn new(retro: &Retro, plan: &'a Plan) -> State<'a> {
        let mut state = State {
            plan,
            board: retro.board.clone(),
            turn: retro.turn,
            castling: retro.castling,
            forfeited: forfeited(retro),
            men: ArrayVec::new(),
            at: [NOBODY; 64],
            frozen: plan.steady,
            losses: ArrayVec::new(),
            undone: 0,
            promotions: std::array::from_fn(|file| plan.lives.promotions[file].len() as u8),
            pawn_at: [None; 16],
        };
        (0..plan.box_of.len()).for_each(|number| state.losses.push(number as u8));
        for (square, aim) in &plan.men {
            if let Some(Piece { color, role }) = state.board.piece_at(*square) {
                state.add(Man {
                    color,
                    role,
                    square: *square,
                    aim: *aim,
                });
            }
        }
        state
    }

    /// Takes note of a man on the board.
    fn add(&mut self, man: Man) {
        if let Aim::Pawn(pawn) = man.aim {
            self.pawn_at[usize::from(pawn)] = Some(man.square);
        }
        self.at[usize::from(man.square)] = self.men.len() as u8;
        self.men.push(man);
    }

    /// The men in the box.
    pub fn losses(&self) -> impl ExactSizeIterator<Item = &'a Loss> + use<'a, '_> {
        let plan = self.plan;
        let numbers = self.losses.iter();
        numbers.map(|number| &plan.box_of[usize::from(*number)])
    }

    /// A man in the box.
    pub fn loss(&self, number: usize) -> &'a Loss {
        &self.plan.box_of[usize::from(self.losses[number])]
    }

    /// Whether a capture of the kernel has been taken back.
    fn is_undone(&self, event: usize) -> bool {
        self.undone >> event & 1 == 1
    }

    pub fn is_home(&self) -> bool {
        self.turn.is_white()
            && self.losses.is_empty()
            && self.forfeited.is_empty()
            && self.board == Board::new()
    }

    /// Whether only knights (and rooks between them) are left to move and the number of moves left
    /// has the wrong parity: a knight changes the colour of its square with every move, and nobody
    /// else can lose a move.
    pub fn is_odd(&self) -> bool {
        let still = self.board.pawns() | self.board.bishops() | self.board.queens();
        let still = still | self.board.kings();
        let array = Board::new();
        if self.losses.is_empty()
            && array.occupied() & !array.knights() & !array.rooks() == still
            && Color::ALL
                .into_iter()
                .all(|color| still & self.board.by_color(color) == still & array.by_color(color))
        {
            let odd = |color: Color| {
                let ours = self.board.by_color(color);
                let knights = (ours & self.board.knights() & Bitboard::LIGHT_SQUARES).count();
                // Rooks at home ground step between neighbouring squares.
                let rooks = (ours & self.board.rooks() & Bitboard::LIGHT_SQUARES).count();
                (knights + rooks) % 2 == 1
            };
            let base = |color: Color| {
                let ours = array.by_color(color);
                ((ours & (array.knights() | array.rooks())) & Bitboard::LIGHT_SQUARES).count() % 2
                    == 1
            };
            let moves = |color: Color| odd(color) != base(color);
            let same = moves(Color::White) == moves(Color::Black);
            return same != self.turn.is_white();
        }
        false
    }

    /// Where a pawn has to go back to next, as a rank.
    pub fn stop_of(&self, pawn: PawnId) -> i8 {
        let stops = &self.plan.lives.stops[pawn];
        let next = stops.iter().rev().find(|stop| !self.is_undone(stop.event));
        next.map_or(i8::from(pawn_home(pawn).rank()), |stop| stop.rank)
    }

    /// The steps a pawn can take back, each with the rank it comes to as its own side counts.
    pub fn pawn_steps(&self, pawn: PawnId, man: &Man) -> impl Iterator<Item = (i8, Move)> + use<> {
        let (us, to) = (man.color, man.square);
        let rank = relative(us, i8::from(to.rank()));
        let stop = relative(us, self.stop_of(pawn));
        let occupied = self.board.occupied();
        let forward: i32 = us.fold_wb(8, -8);
        let longest = if rank == 3 && stop == 1 { 2 } else { 1 };
        (1..=longest).filter_map(move |step| {
            let reached = rank - step as i8;
            let from = to.offset(-forward * step).filter(|_| reached >= stop)?;
            let path = attacks::between(to, from).with(from);
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture: None,
                to,
                promotion: None,
            };
            (occupied & path).is_empty().then_some((reached, m))
        })
    }

    /// Whether a capture that has still to be taken back needs the pawn further back.
    pub fn is_needed(&self, pawn: PawnId) -> bool {
        let stops = &self.plan.lives.stops[pawn];
        stops.iter().any(|stop| !self.is_undone(stop.event))
    }

    /// Un-moves a pawn still has to make to its next stop.
    pub fn pawn_moves(&self, pawn: PawnId, square: Square) -> i32 {
        let color = pawn_color(pawn);
        let rank = relative(color, i8::from(square.rank()));
        let stop = relative(color, self.stop_of(pawn));
        let steps = i32::from(rank - stop).max(0);
        steps - i32::from(stop == 1 && rank >= 3)
    }

    /// Whether the captures after this one have been taken back, and the pawns stand in order.
    pub fn is_ready(&self, loss: usize) -> bool {
        let loss = self.loss(loss);
        let Some(event) = loss.event else {
            return true;
        };
        let lives = &self.plan.lives;
        let later = event + 1..lives.captures.len();
        let columns = lives.touched[event];
        if later
            .clone()
            .any(|later| !self.is_undone(later) && (lives.touched[later] & columns).any())
        {
            return false;
        }
        (0..16).all(|pawn| {
            let Some(stop) = lives.stops[pawn].iter().find(|stop| stop.event == event) else {
                return self.pawn_at[pawn].is_none() || !lives.early[pawn].contains(&event);
            };
            let victim = matches!(loss.aim, Aim::Pawn(victim) if usize::from(victim) == pawn);
            if victim {
                return true;
            }
            let Some(square) = self.pawn_at[pawn] else {
                return false;
            };
            let Some((capturer, from, to)) = loss.pawn else {
                // A pawn taken by a piece: its place is compared where it is chosen.
                return true;
            };
            if capturer == pawn {
                return true;
            }
            let against = if square.file() == from.file() {
                from
            } else {
                to
            };
            let against = i8::from(against.rank());
            (stop.rank - against).signum() == (i8::from(square.rank()) - against).signum()
        })
    }

    /// The pawn that the next man that promoted on a file becomes again.
    fn next_promoted(&self, us: Color, file: File) -> Option<PawnId> {
        let slot = usize::from(file) + us.fold_wb(0, 8);
        let list = &self.plan.lives.promotions[slot];
        let next = list.len().wrapping_sub(usize::from(self.promotions[slot]));
        list.get(next).copied()
    }

    /// Whether the next man that promoted on a file may become a pawn again: the captures that came after have been
    /// taken back.
    pub fn may_become_pawn(&self, us: Color, file: File) -> bool {
        self.next_promoted(us, file).is_some_and(|pawn| {
            let early = &self.plan.lives.early[pawn];
            early.iter().all(|event| self.is_undone(*event))
        })
    }

    /// How a man on the square where it promoted becomes a pawn again; `ready` are the men in the box whose captures can
    /// be taken back.
    pub fn demotions(&self, man: &Man, ready: &[usize]) -> impl Iterator<Item = Choice> {
        let (us, to) = (man.color, man.square);
        let occupied = self.board.occupied();
        let choice = move |from: Square, capture: Option<Role>, loss: Option<u8>| {
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture,
                to,
                promotion: Some(man.role),
            };
            (!occupied.contains(from)).then_some(Choice { m, loss })
        };
        let straight = to
            .offset(us.fold_wb(-8, 8))
            .filter(|_| self.may_become_pawn(us, to.file()))
            .and_then(|from| choice(from, None, None));
        let captures = ready.iter().filter_map(move |number| {
            let loss = self.loss(*number);
            let (pawn, from, on) = loss.pawn?;
            let fits = on == to && self.next_promoted(us, to.file()) == Some(pawn);
            choice(from, Some(loss.role), Some(*number as u8)).filter(|_| fits)
        });
        straight.into_iter().chain(captures)
    }

    /// Whether a pawn given back on this rank stands in the right order in its column.
    pub fn in_order(&self, loss: &Loss, rank: i8) -> bool {
        let Some(event) = loss.event else {
            return true;
        };
        let file = loss.place.map(|(file, _)| file);
        (0..16).all(|pawn| {
            let stop = self.plan.lives.stops[pawn]
                .iter()
                .find(|stop| stop.event == event);
            match (stop, self.pawn_at[pawn]) {
                (Some(stop), Some(square)) if Some(square.file()) == file => {
                    (stop.rank - rank).signum() == (i8::from(square.rank()) - rank).signum()
                }
                _ => true,
            }
        })
    }

    /// The castlings that can be taken back, as squares of king and rook.
    pub fn uncastlings(&self) -> impl Iterator<Item = (Square, Square)> {
        let us = !self.turn;
        let free = (self.castling & Bitboard::from(us.backrank())).is_empty();
        let sides = CastlingSide::ALL.into_iter().filter(move |_| free);
        sides.filter_map(move |side| {
            let (king, rook) = (king_home(us), corner(side, us));
            let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
            if self.board.piece_at(king_to) != Some(us.king())
                || self.board.piece_at(rook_to) != Some(us.rook())
            {
                return None;
            }
            let man = self.men.get(usize::from(self.at[usize::from(rook_to)]))?;
            let path = attacks::between(king, rook).with(king).with(rook);
            let men = Bitboard::from(king_to).with(rook_to);
            if man.aim != Aim::Home(rook) || (self.board.occupied() & path & !men).any() {
                return None;
            }
            let mut before = self.board.clone();
            put_back(&mut before, us, Move::Castle { king, rook });
            let walked = attacks::between(king, king_to).with(king).with(king_to);
            let safe = walked
                .into_iter()
                .all(|square| before.attacks_to(square, !us, before.occupied()).is_empty());
            safe.then_some((king, rook))
        })
    }

    pub fn board_before(&self, choice: Choice) -> Board {
        let mut board = self.board.clone();
        put_back(&mut board, !self.turn, choice.m);
        board
    }

    pub fn take_back(&mut self, choice: Choice) {
        let board = self.board_before(choice);
        self.take_back_to(choice, board);
    }

    /// The same, the board before it being known.
    pub fn take_back_to(&mut self, choice: Choice, board: Board) {
        let us = !self.turn;
        self.board = board;
        self.forfeited &= !touched(us, choice.m);
        match choice.m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                let index = usize::from(self.at[usize::from(to)]);
                self.at[usize::from(to)] = NOBODY;
                self.at[usize::from(from)] = index as u8;
                let man = &mut self.men[index];
                man.square = from;
                if promotion.is_some() {
                    let slot = usize::from(to.file()) + us.fold_wb(0, 8);
                    let list = &self.plan.lives.promotions[slot];
                    let pawn = list[list.len() - usize::from(self.promotions[slot])];
                    self.promotions[slot] -= 1;
                    man.role = role;
                    man.aim = Aim::Pawn(pawn as u8);
                }
                if let Aim::Pawn(pawn) = man.aim {
                    self.pawn_at[usize::from(pawn)] = Some(from);
                }
                if let Some(loss) = choice.loss {
                    let number = self.losses.remove(usize::from(loss));
                    let loss = &self.plan.box_of[usize::from(number)];
                    if let Some(event) = loss.event {
                        self.undone |= 1 << event;
                    }
                    self.add(Man {
                        color: !us,
                        role: loss.role,
                        square: to,
                        aim: loss.aim,
                    });
                }
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                for (from, to) in [(side.king_to(us), king), (side.rook_to(us), rook)] {
                    let index = self.at[usize::from(from)];
                    self.at[usize::from(from)] = NOBODY;
                    self.men[usize::from(index)].square = to;
                    self.at[usize::from(to)] = index;
                }
                self.frozen |= Bitboard::from(king).with(rook);
                self.castling.add(rook);
            }
            _ => {}
        }
        self.turn = us;
    }
}

/// A rank seen from a colour, from 0.
pub(crate) fn relative(color: Color, rank: i8) -> i8 {
    color.fold_wb(rank, 7 - rank)
}

pub(crate) fn pawn_home_of(man: &Man) -> Square {
    Square::from_coords(man.square.file(), man.color.relative_rank(Rank::Second))
}

/// Corners without a castling right though king and rook stand at home.
fn forfeited(retro: &Retro) -> Bitboard {
    let mut corners = Bitboard::EMPTY;
    for color in Color::ALL {
        let king = retro.board.piece_at(king_home(color)) == Some(color.king());
        for rook in CastlingSide::ALL.map(|side| corner(side, color)) {
            if king && retro.board.piece_at(rook) == Some(color.rook()) {
                corners.add(rook);
            }
        }
    }
    corners & !retro.castling
}

/// Corners whose castling rights a move ends, if they were not lost before.
pub(crate) fn touched(us: Color, m: Move) -> Bitboard {
    let mut squares = Bitboard::from(m.to());
    if let Some(from) = m.from() {
        squares.add(from);
    }
    if m.role() == Role::King {
        squares |= Bitboard::from(us.backrank());
    }
    squares & Bitboard::CORNERS
}
