//! Takes a goal back to the initial array along a plan, one helpful un-move after the other.

use rand::{Rng, RngExt};
use rustc_hash::FxHashSet;
use shakmaty::{
    Bitboard, Board, CastlingSide, Color, File, Move, Piece, Rank, Role, Square, attacks,
};

use super::{
    pawns::{PawnId, pawn_color, pawn_home},
    plan::{Aim, Loss, Plan},
    route::{FAR, Field, MOVE},
};
use crate::retro::{Retro, attacked, corner, put_back};

/// Longest game that is accepted.
const LONGEST: usize = 420;
/// Un-moves without progress after which a try is given up.
const PATIENCE: usize = 44;
/// Un-moves between two states that can be returned to.
const SAVE_EVERY: usize = 6;
/// How often a try goes back some way before it is given up.
const REWINDS: usize = 8;
/// Longest series without capture or pawn move.
const QUIET: usize = 140;

/// How a try ended.
pub(crate) enum Ended {
    /// The moves, backward, to the initial array.
    Home(Vec<Move>),
    /// Stuck; the un-moves so far.
    Stuck(Vec<Move>),
}

#[derive(Clone, Copy)]
struct Man {
    color: Color,
    role: Role,
    square: Square,
    aim: Aim,
}

struct Run<'a, R> {
    rng: &'a mut R,
    state: State<'a>,
    moves: Vec<Move>,
    quiet: usize,
    nodes: u64,
}

/// The position on the way, with everybody's aims.
#[derive(Clone)]
struct State<'a> {
    plan: &'a Plan,
    board: Board,
    turn: Color,
    castling: Bitboard,
    men: Vec<Man>,
    at: [u8; 64],
    frozen: Bitboard,
    losses: Vec<Loss>,
    undone: Vec<bool>,
    /// Promotions on each file (White's, then Black's) not yet taken back.
    promotions: [usize; 16],
    pawn_at: [Option<Square>; 16],
}

const NOBODY: u8 = u8::MAX;

/// One un-move that could be made, with what belongs to it.
#[derive(Clone, Copy)]
struct Choice {
    m: Move,
    loss: Option<usize>,
}

/// What is known about everybody's ways at one moment.
struct Outlook {
    fields: Vec<Option<Field>>,
    /// How many would like each square to be empty.
    wanted: [u16; 64],
    total: i32,
    /// What is left to do for each man.
    left: Vec<i32>,
    home_free: [bool; 2],
    /// All pieces of White, of Black, that are not knights stand at home.
    all_home: [bool; 2],
    /// Promotion squares still needed.
    pending: Bitboard,
    /// Men of the box that can be given back now.
    ready: Vec<usize>,
    /// For pieces among them, the way home.
    loss_fields: Vec<Option<Field>>,
    /// For each of our men that hunts for a place to give one back: the way there.
    hunters: Vec<(usize, Field)>,
}

/// Takes `retro` back along the plan. `nodes` counts the un-moves looked at.
pub(crate) fn retract(
    retro: &Retro,
    plan: &Plan,
    rng: &mut impl Rng,
    nodes: &mut u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Ended {
    let mut run = Run {
        rng,
        state: State::new(retro, plan),
        moves: Vec::new(),
        quiet: 0,
        nodes: 0,
    };
    let ended = run.play(stop);
    *nodes += run.nodes;
    match ended {
        true => Ended::Home(run.moves),
        false => Ended::Stuck(run.moves),
    }
}

impl<'a> State<'a> {
    fn new(retro: &Retro, plan: &'a Plan) -> State<'a> {
        let mut state = State {
            plan,
            board: retro.board.clone(),
            turn: retro.turn,
            castling: retro.castling,
            men: Vec::with_capacity(32),
            at: [NOBODY; 64],
            frozen: plan.steady,
            losses: plan.box_of.clone(),
            undone: vec![false; plan.lives.captures.len()],
            promotions: std::array::from_fn(|file| plan.lives.promotions[file].len()),
            pawn_at: [None; 16],
        };
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

    fn add(&mut self, man: Man) {
        if let Aim::Pawn(pawn) = man.aim {
            self.pawn_at[pawn] = Some(man.square);
        }
        self.at[usize::from(man.square)] = self.men.len() as u8;
        self.men.push(man);
        let piece = Piece {
            color: man.color,
            role: man.role,
        };
        self.board.set_piece_at(man.square, piece);
    }

    fn is_home(&self) -> bool {
        self.turn.is_white() && self.losses.is_empty() && self.board == Board::new()
    }

    /// Whether only knights (and rooks between them) are left to move and the number of moves left
    /// has the wrong parity: a knight changes the colour of its square with every move, and nobody
    /// else can lose a move.
    fn is_odd(&self) -> bool {
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
    fn stop_of(&self, pawn: PawnId) -> i8 {
        let stops = &self.plan.lives.stops[pawn];
        let next = stops.iter().rev().find(|stop| !self.undone[stop.event]);
        next.map_or(i8::from(pawn_home(pawn).rank()), |stop| stop.rank)
    }

    /// Whether a capture that has still to be taken back needs the pawn further back.
    fn is_needed(&self, pawn: PawnId) -> bool {
        let stops = &self.plan.lives.stops[pawn];
        stops.iter().any(|stop| !self.undone[stop.event])
    }

    /// Un-moves a pawn still has to make to its next stop.
    fn pawn_moves(&self, pawn: PawnId, square: Square) -> i32 {
        let color = pawn_color(pawn);
        let rank = relative(color, i8::from(square.rank()));
        let stop = relative(color, self.stop_of(pawn));
        let steps = i32::from(rank - stop).max(0);
        steps - i32::from(stop == 1 && rank >= 3)
    }

    fn outlook(&self, whole: bool) -> Outlook {
        let mut tolls = [0; 64];
        for man in &self.men {
            let toll = match man.role {
                _ if self.frozen.contains(man.square) => FAR,
                Role::Pawn if man.square == pawn_home_of(man) => FAR,
                Role::Pawn => 20,
                Role::King => 8,
                _ => 5,
            };
            tolls[usize::from(man.square)] = toll;
        }
        let mut home_free = [true; 2];
        let mut all_home = [true; 2];
        for man in &self.men {
            if matches!(man.aim, Aim::Home(home) if home != man.square) && man.role != Role::Knight
            {
                all_home[usize::from(man.color.is_black())] = false;
            }
        }
        for loss in &self.losses {
            if !matches!(loss.role, Role::Pawn | Role::Knight) {
                home_free[usize::from(loss.by.is_white())] = false;
            }
        }
        let mut pending = Bitboard::EMPTY;
        for file in 0..8 {
            for (color, slot) in [(Color::White, file), (Color::Black, file + 8)] {
                if self.promotions[slot] > 0 {
                    pending.add(Square::from_coords(
                        File::new(file as u32),
                        (!color).backrank(),
                    ));
                }
            }
        }
        let mut wanted = [0; 64];
        let mut want = |squares: Bitboard, weight: u16| {
            for square in squares {
                wanted[usize::from(square)] += weight;
            }
        };
        let attacks = Color::ALL.map(|color| self.attacked_by(!color));
        let mut left = Vec::with_capacity(self.men.len());
        let mut fields = Vec::with_capacity(self.men.len());
        for man in &self.men {
            let here = usize::from(man.square);
            match man.aim {
                Aim::Pawn(pawn) => {
                    let moves = self.pawn_moves(pawn, man.square);
                    let rank = i32::from(relative(man.color, i8::from(man.square.rank())));
                    left.push((rank - 1 - i32::from(rank >= 3)) * i32::from(MOVE));
                    let last = Square::from_coords(
                        man.square.file(),
                        Rank::new(self.stop_of(pawn) as u32),
                    );
                    if moves > 0 {
                        want(attacks::between(man.square, last).with(last), 3);
                    }
                    fields.push(None);
                }
                _ if self.frozen.contains(man.square) => {
                    left.push(0);
                    fields.push(None);
                }
                aim => {
                    let (target, extra) = match aim {
                        Aim::Home(home) => (home, 0),
                        Aim::Promotion(file) => {
                            let rank = (!man.color).backrank();
                            (
                                Square::from_coords(File::new(file as u32), rank),
                                5 * MOVE + 8,
                            )
                        }
                        Aim::Pawn(_) => continue,
                    };
                    let own = tolls[here];
                    let around = Some((man.square, if whole { 3 * MOVE } else { 0 }));
                    tolls[here] = 0;
                    let field = if man.role == Role::King {
                        let mut tolls = tolls;
                        for square in attacks[usize::from(man.color.is_black())] {
                            let toll = &mut tolls[usize::from(square)];
                            *toll = (*toll + 4).min(FAR);
                        }
                        Field::around(man.role, Bitboard::from(target), &tolls, around)
                    } else {
                        Field::around(man.role, Bitboard::from(target), &tolls, around)
                    };
                    tolls[here] = own;
                    left.push(i32::from(field.cost[here].min(100) + extra));
                    if whole {
                        want(field.way(man.square) & self.board.occupied(), 2);
                    }
                    fields.push(Some(field));
                }
            }
        }
        want(pending, 2);
        let ready: Vec<usize> = (0..self.losses.len())
            .filter(|loss| self.losses[*loss].by != self.turn && self.is_ready(*loss))
            .collect();
        let (loss_fields, hunters) = match whole {
            true => self.hunt(&ready, &tolls, home_free),
            false => (Vec::new(), Vec::new()),
        };
        Outlook {
            total: 24 * self.losses.len() as i32 + left.iter().sum::<i32>(),
            left,
            ready,
            loss_fields,
            hunters,
            fields,
            wanted,
            home_free,
            all_home,
            pending,
        }
    }

    /// Our men that look for a place where a man from the box can be given back.
    fn hunt(
        &self,
        ready: &[usize],
        tolls: &[u16; 64],
        home_free: [bool; 2],
    ) -> (Vec<Option<Field>>, Vec<(usize, Field)>) {
        let us = !self.turn;
        let mut places = Bitboard::EMPTY;
        let mut loss_fields = Vec::with_capacity(ready.len());
        for index in ready {
            let loss = &self.losses[*index];
            let target = match loss.aim {
                Aim::Home(home) => home,
                Aim::Promotion(file) => Square::from_coords(File::new(file as u32), us.backrank()),
                Aim::Pawn(_) => {
                    loss_fields.push(None);
                    if let Some((file, (low, high))) = loss.place {
                        let home_free = home_free[usize::from((!us).is_black())];
                        for rank in low..=high {
                            let depth = relative(!us, rank);
                            if depth <= 5 && (home_free || depth > 1) && self.in_order(*loss, rank)
                            {
                                places.add(Square::from_coords(
                                    File::new(file as u32),
                                    Rank::new(rank as u32),
                                ));
                            }
                        }
                    }
                    continue;
                }
            };
            if loss.pawn.is_some() {
                loss_fields.push(None);
                continue;
            }
            let field = Field::new(loss.role, Bitboard::from(target), tolls);
            for square in Square::ALL {
                if field.cost[usize::from(square)] <= 2 * MOVE {
                    places.add(square);
                }
            }
            loss_fields.push(Some(field));
        }
        let mut hunters: Vec<(u16, usize, Field)> = Vec::new();
        if places.is_empty() {
            return (loss_fields, Vec::new());
        }
        let mut by_role: [Option<Field>; 7] = Default::default();
        for (index, man) in self.men.iter().enumerate() {
            if man.color != us || man.role == Role::Pawn || self.frozen.contains(man.square) {
                continue;
            }
            let field = by_role[man.role as usize]
                .get_or_insert_with(|| Field::new(man.role, places, tolls));
            let bias = match man.aim {
                Aim::Promotion(_) => 12,
                _ if man.role == Role::King => 6,
                _ => 0,
            };
            let cost = field.cost[usize::from(man.square)] + bias;
            hunters.push((cost, index, field.clone()));
        }
        hunters.sort_by_key(|(cost, index, _)| (*cost, *index));
        hunters.truncate(if ready.len() > 4 { 2 } else { 1 });
        let hunters = hunters.into_iter().map(|(_, index, field)| (index, field));
        (loss_fields, hunters.collect())
    }

    fn attacked_by(&self, color: Color) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for square in self.board.by_color(color) {
            squares |= self.board.attacks_from(square);
        }
        squares
    }

    /// What it is worth that a man stands on a square: lower is better.
    fn standing(&self, outlook: &Outlook, index: usize, square: Square) -> i32 {
        let man = &self.men[index];
        let Some(field) = &outlook.fields[index] else {
            return 0;
        };
        let hunting = outlook.hunters.iter().find(|(hunter, _)| *hunter == index);
        let field = hunting.map_or(field, |(_, field)| field);
        let mut cost = i32::from(field.cost[usize::from(square)].min(100));
        let own = match man.aim {
            _ if hunting.is_some() => false,
            Aim::Home(home) => {
                if square == home && outlook.pending.contains(home) {
                    cost += 10;
                }
                // A king beside a promotion square would be in check from the man to come.
                let ours = outlook.pending & Bitboard::from(man.color.backrank());
                if man.role == Role::King && (attacks::king_attacks(square) & ours).any() {
                    cost += 14;
                }
                false
            }
            Aim::Promotion(file) => {
                square.file() == File::new(file as u32) && square.rank() == (!man.color).backrank()
            }
            Aim::Pawn(_) => false,
        };
        if !own {
            cost += i32::from(outlook.wanted[usize::from(square)].min(12));
        }
        cost
    }

    /// Whether the captures after this one have been taken back, and the pawns stand in order.
    fn is_ready(&self, loss: usize) -> bool {
        let Some(event) = self.losses[loss].event else {
            return true;
        };
        let lives = &self.plan.lives;
        let later = event + 1..lives.captures.len();
        let columns = lives.touched[event];
        if later
            .clone()
            .any(|later| !self.undone[later] && (lives.touched[later] & columns).any())
        {
            return false;
        }
        (0..16).all(|pawn| {
            let Some(stop) = lives.stops[pawn].iter().find(|stop| stop.event == event) else {
                return true;
            };
            let victim = matches!(self.losses[loss].aim, Aim::Pawn(victim) if victim == pawn);
            if victim {
                return true;
            }
            let Some(square) = self.pawn_at[pawn] else {
                return false;
            };
            let Some((capturer, from, to)) = self.losses[loss].pawn else {
                // A pawn taken by a piece: its place is compared where it is chosen.
                return true;
            };
            if capturer == pawn {
                return true;
            }
            let against = match square.file() == from.file() {
                true => from,
                false => to,
            };
            let against = i8::from(against.rank());
            (stop.rank - against).signum() == (i8::from(square.rank()) - against).signum()
        })
    }

    /// Whether a pawn given back on this rank stands in the right order in its column.
    fn in_order(&self, loss: Loss, rank: i8) -> bool {
        let Some(event) = loss.event else {
            return true;
        };
        let file = loss.place.map(|(file, _)| file);
        (0..16).all(|pawn| {
            let stop = self.plan.lives.stops[pawn]
                .iter()
                .find(|stop| stop.event == event);
            match (stop, self.pawn_at[pawn]) {
                (Some(stop), Some(square)) if Some(usize::from(square.file())) == file => {
                    (stop.rank - rank).signum() == (i8::from(square.rank()) - rank).signum()
                }
                _ => true,
            }
        })
    }

    fn board_before(&self, choice: Choice) -> Board {
        let mut board = self.board.clone();
        put_back(&mut board, !self.turn, choice.m);
        board
    }

    fn take_back(&mut self, choice: Choice) {
        let us = !self.turn;
        self.board = self.board_before(choice);
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
                    let pawn = list[list.len() - self.promotions[slot]];
                    self.promotions[slot] -= 1;
                    man.role = role;
                    man.aim = Aim::Pawn(pawn);
                }
                if let Aim::Pawn(pawn) = man.aim {
                    self.pawn_at[pawn] = Some(from);
                }
                if let Some(loss) = choice.loss {
                    let loss = self.losses.remove(loss);
                    if let Some(event) = loss.event {
                        self.undone[event] = true;
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

impl<R: Rng> Run<'_, R> {
    fn play(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut seen: FxHashSet<(Board, Color)> = FxHashSet::default();
        seen.insert((self.state.board.clone(), self.state.turn));
        let mut best = i32::MAX;
        let mut stale = 0;
        let mut saved: Vec<(State, usize)> = Vec::new();
        let mut rewinds = 0;
        while !self.state.is_home() {
            let outlook = self.state.outlook(true);
            if outlook.total < best {
                best = outlook.total;
                stale = 0;
            } else {
                stale += 1;
            }
            if self.moves.len() >= saved.len() * SAVE_EVERY {
                saved.push((self.state.clone(), self.moves.len()));
            }
            if stop(self.nodes) {
                return false;
            }
            let choice = match stale > PATIENCE
                || self.moves.len() >= LONGEST
                || self.quiet >= QUIET
                || self.state.is_odd()
            {
                true => None,
                false => self.choose(&outlook, &seen, stale),
            };
            let Some(choice) = choice else {
                // Stuck: some way back, and on from there with other dice.
                rewinds += 1;
                if rewinds > REWINDS {
                    return false;
                }
                let wasted = stale / SAVE_EVERY;
                let back = wasted + self.rng.random_range(1..=1 + 2 * rewinds);
                saved.truncate(saved.len().saturating_sub(back).max(1));
                let Some((state, length)) = saved.last() else {
                    return false;
                };
                self.state = state.clone();
                self.moves.truncate(*length);
                self.quiet = self
                    .moves
                    .iter()
                    .rev()
                    .take_while(|m| !m.is_zeroing())
                    .count();
                best = i32::MAX;
                stale = 0;
                continue;
            };
            self.quiet = if choice.m.is_zeroing() {
                0
            } else {
                self.quiet + 1
            };
            self.moves.push(choice.m);
            self.state.take_back(choice);
            seen.insert((self.state.board.clone(), self.state.turn));
        }
        true
    }

    fn choose(
        &mut self,
        outlook: &Outlook,
        seen: &FxHashSet<(Board, Color)>,
        stale: usize,
    ) -> Option<Choice> {
        let us = !self.state.turn;
        let noise = 3 + stale as i32 / 4;
        let mut choices: Vec<(i32, Choice)> = Vec::with_capacity(96);
        let occupied = self.state.board.occupied();
        for index in 0..self.state.men.len() {
            let man = self.state.men[index];
            if man.color != us || self.state.frozen.contains(man.square) {
                continue;
            }
            if let Aim::Pawn(pawn) = man.aim {
                self.pawn_choices(outlook, pawn, man, noise, &mut choices);
                continue;
            }
            let here = self.state.standing(outlook, index, man.square);
            let piece = Piece {
                color: us,
                role: man.role,
            };
            let given = self.best_loss(outlook, man.square);
            for from in attacks::attacks(man.square, piece, occupied) & !occupied {
                let gain = here - self.state.standing(outlook, index, from);
                let m = Move::Normal {
                    role: man.role,
                    from,
                    capture: None,
                    to: man.square,
                    promotion: None,
                };
                let score = gain + self.rng.random_range(0..=noise);
                choices.push((score, Choice { m, loss: None }));
                if let Some((worth, loss)) = given {
                    let m = Move::Normal {
                        role: man.role,
                        from,
                        capture: Some(self.state.losses[loss].role),
                        to: man.square,
                        promotion: None,
                    };
                    let score = gain + worth + self.rng.random_range(0..=noise);
                    let loss = Some(loss);
                    choices.push((score, Choice { m, loss }));
                }
            }
            if let Aim::Promotion(file) = man.aim
                && man.square.rank() == us.relative_rank(Rank::Eighth)
                && usize::from(man.square.file()) == file
            {
                let from = Square::from_coords(man.square.file(), us.relative_rank(Rank::Seventh));
                if !occupied.contains(from) {
                    let m = Move::Normal {
                        role: Role::Pawn,
                        from,
                        capture: None,
                        to: man.square,
                        promotion: Some(man.role),
                    };
                    let score = 12 + self.rng.random_range(0..=noise);
                    choices.push((score, Choice { m, loss: None }));
                }
            }
        }
        self.castling_choices(outlook, &mut choices);
        choices.sort_by_key(|(score, _)| -score);
        self.nodes += choices.len() as u64;
        let mut repeated = None;
        let mut rejected = 0;
        let mut last_resort = None;
        for (_, choice) in &choices {
            let after = self.state.board_before(*choice);
            if attacked(&after, Color::White, after.occupied())
                || attacked(&after, Color::Black, after.occupied())
            {
                continue;
            }
            if seen.contains(&(after, us)) {
                repeated.get_or_insert(*choice);
                continue;
            }
            // What cannot be taken back again must not cut anybody off.
            if self.is_free(choice) {
                if rejected >= 5 {
                    continue;
                }
                let mut next = self.state.clone();
                next.take_back(*choice);
                let mover = usize::from(self.state.at[usize::from(choice.m.to())]);
                let others = |left: &[i32]| {
                    let count = outlook.left.len();
                    left[..count].iter().sum::<i32>() - left[mover]
                };
                if others(&next.outlook(false).left) > others(&outlook.left) + 7 {
                    rejected += 1;
                    last_resort.get_or_insert(*choice);
                    continue;
                }
            }
            return Some(*choice);
        }
        last_resort.or(repeated)
    }

    /// Whether an un-move cannot be made undone and nothing demands it now.
    fn is_free(&self, choice: &Choice) -> bool {
        let state = &self.state;
        if choice.m.is_promotion() {
            return false;
        }
        if let Some(loss) = choice.loss {
            return state.losses[loss].pawn.is_none();
        }
        let man = state.at[usize::from(choice.m.to())];
        match state.men.get(usize::from(man)).map(|man| man.aim) {
            Some(Aim::Pawn(pawn)) => !state.is_needed(pawn),
            _ => false,
        }
    }

    fn pawn_choices(
        &mut self,
        outlook: &Outlook,
        pawn: PawnId,
        man: Man,
        noise: i32,
        choices: &mut Vec<(i32, Choice)>,
    ) {
        let us = man.color;
        let occupied = self.state.board.occupied();
        let rank = relative(us, i8::from(man.square.rank()));
        let stop = relative(us, self.state.stop_of(pawn));
        let forward: i32 = us.fold_wb(8, -8);
        let relief = i32::from(outlook.wanted[usize::from(man.square)].min(8));
        let steps: &[i32] = if rank == 3 && stop == 1 {
            &[1, 2]
        } else {
            &[1]
        };
        for step in steps {
            if rank - (*step as i8) < stop {
                continue;
            }
            let Some(from) = man.square.offset(-forward * step) else {
                continue;
            };
            let path = attacks::between(man.square, from).with(from);
            if (occupied & path).any() {
                break;
            }
            let home = rank - (*step as i8) == 1;
            let needed = self.state.is_needed(pawn);
            let index = usize::from(us.is_black());
            let patient = outlook.all_home[index] || noise > 6;
            if home && !needed && !(outlook.home_free[index] && patient) {
                continue;
            }
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture: None,
                to: man.square,
                promotion: None,
            };
            let score = i32::from(MOVE) + relief + self.rng.random_range(0..=noise);
            choices.push((score, Choice { m, loss: None }));
        }
        for loss in &outlook.ready {
            let Some((capturer, from, to)) = self.state.losses[*loss].pawn else {
                continue;
            };
            if capturer != pawn || to != man.square || occupied.contains(from) {
                continue;
            }
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture: Some(self.state.losses[*loss].role),
                to,
                promotion: None,
            };
            let score = 16 + self.rng.random_range(0..=noise);
            let loss = Some(*loss);
            choices.push((score, Choice { m, loss }));
        }
    }

    fn castling_choices(&mut self, outlook: &Outlook, choices: &mut Vec<(i32, Choice)>) {
        let us = !self.state.turn;
        if (self.state.castling & Bitboard::from(us.backrank())).any() {
            return;
        }
        for side in CastlingSide::ALL {
            let king = Square::from_coords(File::E, us.backrank());
            let rook = corner(side, us);
            let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
            if self.state.board.piece_at(king_to) != Some(us.king())
                || self.state.board.piece_at(rook_to) != Some(us.rook())
            {
                continue;
            }
            let man = self.state.at[usize::from(rook_to)];
            if man == NOBODY || self.state.men[usize::from(man)].aim != Aim::Home(rook) {
                continue;
            }
            let path = attacks::between(king, rook).with(king).with(rook);
            let men = Bitboard::from(king_to).with(rook_to);
            if (self.state.board.occupied() & path & !men).any() {
                continue;
            }
            // Un-castling freezes king and rook; worth it when they have nothing to wait for.
            let gain: i32 = [king_to, rook_to]
                .iter()
                .map(|square| {
                    let index = usize::from(self.state.at[usize::from(*square)]);
                    self.state.standing(outlook, index, *square)
                })
                .sum();
            if (Bitboard::from(king).with(rook) & outlook.pending).any() {
                continue;
            }
            let walked = attacks::between(king, king_to).with(king).with(king_to);
            let choice = Choice {
                m: Move::Castle { king, rook },
                loss: None,
            };
            let after = self.state.board_before(choice);
            let safe = walked
                .into_iter()
                .all(|square| after.attacks_to(square, !us, after.occupied()).is_empty());
            if safe {
                choices.push((gain, choice));
            }
        }
    }

    /// The man from the box that is best given back on a square by a piece, with its worth.
    fn best_loss(&mut self, outlook: &Outlook, square: Square) -> Option<(i32, usize)> {
        let mut best: Option<(i32, usize)> = None;
        for (index, field) in outlook.ready.iter().zip(&outlook.loss_fields) {
            let loss = self.state.losses[*index];
            if loss.pawn.is_some() {
                continue;
            }
            let color = !loss.by;
            let cost = match (loss.aim, loss.place) {
                (Aim::Pawn(victim), Some((file, ranks))) => {
                    let rank = i8::from(square.rank());
                    if usize::from(square.file()) != file
                        || rank < ranks.0
                        || rank > ranks.1
                        || !self.state.in_order(loss, rank)
                    {
                        continue;
                    }
                    let home = relative(color, rank) == 1;
                    if home && !outlook.home_free[usize::from(color.is_black())] {
                        continue;
                    }
                    self.state.pawn_moves(victim, square) * i32::from(MOVE)
                }
                (Aim::Home(_) | Aim::Promotion(_), _) => {
                    let Some(field) = field else { continue };
                    let cost = field.cost[usize::from(square)];
                    if cost >= FAR {
                        continue;
                    }
                    i32::from(cost)
                }
                _ => continue,
            };
            let first = if loss.role == Role::Pawn { 0 } else { 4 };
            let far = if cost >= 16 { 30 } else { 0 };
            let worth = 12 + first - far - cost + self.rng.random_range(0..3);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *index));
            }
        }
        best
    }
}

/// A rank seen from a colour, from 0.
fn relative(color: Color, rank: i8) -> i8 {
    color.fold_wb(rank, 7 - rank)
}

fn pawn_home_of(man: &Man) -> Square {
    Square::from_coords(man.square.file(), man.color.relative_rank(Rank::Second))
}
