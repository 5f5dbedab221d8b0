//! The network: men on squares → [`HIDDEN`] for each side → one number, updated move by move.
//!
//! An input is a man on a square, seen from one side: own or enemy, role, square with the side's own
//! first rank at the bottom, mirrored so that the side's king stands on files a to d; all this once for
//! each of four zones where that king may be. The hidden layer is kept for both sides and only the
//! few inputs that a move changes are added or subtracted, when an evaluation is asked for. Squared
//! clipped activations go into an output chosen by the number of men. All arithmetic is in integers; see
//! `layer` for the loops and their reference.
//!
//! The same code carries two networks: the large one, and a [`SmallNetwork`] with one zone and fewer hidden values for
//! the tiny build, which `small` packs into a byte a weight.

mod file;
mod layer;
pub mod small;

use alloc::{sync::Arc, vec, vec::Vec};
#[cfg(feature = "std")]
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, Board, Chess, Color, File, Move, Piece, Position as _, Rank, Role, Square,
};

pub use file::{MAGIC, NetworkError, read, write};

use super::Evaluator;
use crate::board::castled;

/// A man on a square: the inputs of one zone.
pub const MEN: usize = 768;
/// Where a side's king stands decides which rows the large network uses.
pub const ZONES: usize = 4;
/// Width of the large network's hidden layer, for each side.
pub const HIDDEN: usize = 256;
/// Outputs, by men on the board.
pub const BUCKETS: usize = 8;
/// One in the hidden layer.
pub const ONE: i32 = 255;
/// One in the output weights.
pub const OUTPUT_ONE: i32 = 64;
/// Centipawns per unit of output.
pub const SCALE: i32 = 400;

/// The weights, quantised: `Z` zones of the king, `H` hidden values for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const Z: usize = ZONES, const H: usize = HIDDEN> {
    /// [`MEN`] rows of the hidden layer for each zone.
    pub inputs: Vec<[i16; H]>,
    pub bias: [i16; H],
    /// The side to move first, then the other, for each bucket.
    pub outputs: [[[i16; H]; 2]; BUCKETS],
    /// In units of `ONE * OUTPUT_ONE`.
    pub output_bias: [i32; BUCKETS],
}

/// The network of the tiny build.
pub type SmallNetwork = Network<1, SMALL_HIDDEN>;
/// Width of its hidden layer.
pub const SMALL_HIDDEN: usize = 48;

#[cfg(feature = "std")]
impl Network {
    /// The network that is built in, if there is one.
    pub fn built_in() -> Option<Arc<Network>> {
        static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
        NETWORK
            .get_or_init(|| read(sissa_models::NNUE).ok().map(Arc::new))
            .clone()
    }
}

/// Which output a position uses.
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}

/// How a side sees the board, which the place of its king decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View(u8);

impl View {
    /// The view of a side with its king there: mirrored where the king stands on the right, and, unless there is but
    /// one, in the zone of a castled king, of the other squares of the first rank, of the second, of the rest.
    pub fn new(king: Square, side: Color, zones: usize) -> View {
        let zone = match (side.relative_rank(king.rank()), king.file()) {
            _ if zones == 1 => 0,
            (Rank::First, File::A | File::B | File::G | File::H) => 0,
            (Rank::First, _) => 1,
            (Rank::Second, _) => 2,
            _ => 3,
        };
        let mirrored = king.file() >= File::E;
        View(2 * zone + u8::from(mirrored))
    }

    /// The number of an input.
    pub fn input(self, piece: Piece, square: Square, side: Color) -> usize {
        let mut square = usize::from(square);
        if side.is_black() {
            square ^= 56;
        }
        if self.0 & 1 == 1 {
            square ^= 7;
        }
        let enemy = usize::from(piece.color != side);
        usize::from(self.0 / 2) * MEN + enemy * 384 + (piece.role as usize - 1) * 64 + square
    }
}

/// The hidden layer of both sides, before activation.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Hidden<const H: usize>([[i16; H]; 2]);

/// What a move does to the inputs.
#[derive(Clone, Debug, Default)]
struct Change {
    added: ArrayVec<(Piece, Square), 2>,
    removed: ArrayVec<(Piece, Square), 2>,
    /// The side whose king changed its view: its half must be computed anew, the other's not.
    turned: Option<Color>,
}

#[derive(Clone, Debug)]
struct Frame<const H: usize> {
    hidden: Hidden<H>,
    change: Change,
    /// Whether `hidden` holds for the position, for each side.
    known: [bool; 2],
    views: [View; 2],
}

impl<const H: usize> Frame<H> {
    fn new() -> Frame<H> {
        Frame {
            hidden: Hidden([[0; H]; 2]),
            change: Change::default(),
            known: [false; 2],
            views: [View::default(); 2],
        }
    }
}

/// A half that was computed anew once, and for which board.
#[derive(Debug)]
struct Earlier<const H: usize> {
    half: [i16; H],
    board: Board,
}

/// Evaluates with a network.
#[derive(Debug)]
pub struct Nnue<const Z: usize = ZONES, const H: usize = HIDDEN> {
    network: Arc<Network<Z, H>>,
    frames: Vec<Frame<H>>,
    /// The frame of the present position.
    top: usize,
    /// For each side and view: where a half has to be computed anew, a king has changed the view, and
    /// the board is much the same as when it was this one last.
    earlier: [[[Earlier<H>; 2]; Z]; 2],
}

impl<const Z: usize, const H: usize> Nnue<Z, H> {
    /// An evaluator with this network.
    pub fn new(network: Arc<Network<Z, H>>) -> Nnue<Z, H> {
        use core::array::from_fn;
        let empty = || Earlier {
            half: network.bias,
            board: Board::empty(),
        };
        Nnue {
            earlier: from_fn(|_| from_fn(|_| from_fn(|_| empty()))),
            network,
            frames: vec![Frame::new()],
            top: 0,
        }
    }

    fn next(&mut self) -> &mut Frame<H> {
        self.top += 1;
        if self.top == self.frames.len() {
            self.frames.push(Frame::new());
        }
        &mut self.frames[self.top]
    }

    /// Brings one side of the top frame up to date, from the last frame that is.
    fn settle(&mut self, position: &Chess, side: Color) {
        let half = side as usize;
        let mut from = self.top;
        while !self.frames[from].known[half] {
            if from == 0 || self.frames[from].change.turned == Some(side) {
                // Nothing to build upon: a line begins, or the king changed the view.
                let frame = &mut self.frames[self.top];
                let view = frame.views[half];
                let hidden = &mut frame.hidden.0[half];
                let earlier =
                    &mut self.earlier[half][usize::from(view.0 / 2)][usize::from(view.0 % 2)];
                refresh(&self.network, earlier, position.board(), side, view, hidden);
                frame.known[half] = true;
                return;
            }
            from -= 1;
        }
        for index in from + 1..=self.top {
            let (before, after) = self.frames.split_at_mut(index);
            let (before, frame) = (&before[index - 1], &mut after[0]);
            let view = frame.views[half];
            let Change { added, removed, .. } = &frame.change;
            let row = |(piece, square): (Piece, Square)| {
                &self.network.inputs[view.input(piece, square, side)]
            };
            let (before, after) = (&before.hidden.0[half], &mut frame.hidden.0[half]);
            match (&added[..], &removed[..]) {
                ([a], [r]) => layer::update(before, after, &[row(*a)], &[row(*r)]),
                ([a], [r, s]) => layer::update(before, after, &[row(*a)], &[row(*r), row(*s)]),
                _ => {
                    let rows = |men: &[(Piece, Square)]| -> ArrayVec<_, 2> {
                        men.iter().map(|man| row(*man)).collect()
                    };
                    layer::update(before, after, &rows(added), &rows(removed));
                }
            }
            frame.known[half] = true;
        }
    }
}

/// Computes a half from an earlier one and what differs on the board.
fn refresh<const Z: usize, const H: usize>(
    network: &Network<Z, H>,
    earlier: &mut Earlier<H>,
    board: &Board,
    side: Color,
    view: View,
    half: &mut [i16; H],
) {
    let mut added: ArrayVec<_, 64> = ArrayVec::new();
    let mut removed: ArrayVec<_, 64> = ArrayVec::new();
    let row = |piece, square| &network.inputs[view.input(piece, square, side)];
    for square in differing(&earlier.board, board) {
        added.extend(board.piece_at(square).map(|piece| row(piece, square)));
        let before = earlier.board.piece_at(square);
        removed.extend(before.map(|piece| row(piece, square)));
    }
    layer::update(&earlier.half, half, &added, &removed);
    earlier.half = *half;
    earlier.board = board.clone();
}

/// Squares with another man on one board than on the other.
fn differing(one: &Board, other: &Board) -> Bitboard {
    Role::ALL
        .into_iter()
        .fold(one.white() ^ other.white(), |squares, role| {
            squares | (one.by_role(role) ^ other.by_role(role))
        })
}

fn views(board: &Board, zones: usize) -> [View; 2] {
    let mut both = [View::default(); 2];
    for side in Color::ALL {
        if let Some(king) = board.king_of(side) {
            both[side as usize] = View::new(king, side, zones);
        }
    }
    both
}

impl<const Z: usize, const H: usize> Evaluator for Nnue<Z, H> {
    fn reset(&mut self, position: &Chess) {
        self.top = 0;
        self.frames[0].known = [false; 2];
        self.frames[0].change = Change::default();
        self.frames[0].views = views(position.board(), Z);
    }

    fn push(&mut self, before: &Chess, m: Move) {
        let us = before.turn();
        let mut change = Change::default();
        let mut king_to = None;
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                change.removed.push((role.of(us), from));
                change.added.push((promotion.unwrap_or(role).of(us), to));
                if let Some(captured) = capture {
                    change.removed.push((captured.of(!us), to));
                }
                if role == Role::King {
                    king_to = Some(to);
                }
            }
            Move::EnPassant { from, to } => {
                change.removed.push((Role::Pawn.of(us), from));
                change.added.push((Role::Pawn.of(us), to));
                let captured = Square::from_coords(to.file(), from.rank());
                change.removed.push((Role::Pawn.of(!us), captured));
            }
            Move::Castle { king, rook } => {
                let (to, rook_to) = castled(king, rook);
                change.removed.push((Role::King.of(us), king));
                change.removed.push((Role::Rook.of(us), rook));
                change.added.push((Role::King.of(us), to));
                change.added.push((Role::Rook.of(us), rook_to));
                king_to = Some(to);
            }
            Move::Put { role, to } => change.added.push((role.of(us), to)),
        }
        let mut views = self.frames[self.top].views;
        if let Some(to) = king_to {
            let view = View::new(to, us, Z);
            if view != views[us as usize] {
                views[us as usize] = view;
                change.turned = Some(us);
            }
        }
        let frame = self.next();
        frame.change = change;
        frame.known = [false; 2];
        frame.views = views;
    }

    fn push_null(&mut self) {
        let views = self.frames[self.top].views;
        let frame = self.next();
        frame.change = Change::default();
        frame.known = [false; 2];
        frame.views = views;
    }

    fn pop(&mut self) {
        self.top -= 1;
    }

    fn evaluate(&mut self, position: &Chess) -> i32 {
        for side in Color::ALL {
            self.settle(position, side);
        }
        let hidden = &self.frames[self.top].hidden.0;
        let us = position.turn();
        let bucket = bucket(position.board().occupied().count());
        let outputs = &self.network.outputs[bucket];
        let sum = layer::output(&hidden[us as usize], &outputs[0])
            + layer::output(&hidden[!us as usize], &outputs[1]);
        // The squares carry `ONE` once too often.
        let sum = sum / i64::from(ONE) + i64::from(self.network.output_bias[bucket]);
        let value = sum * i64::from(SCALE) / i64::from(ONE * OUTPUT_ONE);
        value.clamp(-20_000, 20_000) as i32
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn random_network<const Z: usize, const H: usize>(
        rng: &mut Xoshiro256PlusPlus,
    ) -> Network<Z, H> {
        let mut half =
            |most: i16| -> [i16; H] { std::array::from_fn(|_| rng.random_range(-most..=most)) };
        Network {
            inputs: (0..Z * MEN).map(|_| half(60)).collect(),
            bias: half(100),
            outputs: std::array::from_fn(|_| [half(128), half(128)]),
            output_bias: [17; BUCKETS],
        }
    }

    #[test]
    fn a_file_holds_the_network() {
        let network: Network = random_network(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        let mut bytes = write(&network);
        assert_eq!(read(&bytes).unwrap(), network);
        bytes[1000] ^= 1;
        assert_eq!(read::<ZONES, HIDDEN>(&bytes), Err(NetworkError::Checksum));
        assert_eq!(read::<ZONES, HIDDEN>(b"SISSA"), Err(NetworkError::Magic));
    }

    #[test]
    fn a_file_of_one_zone_holds_for_all() {
        let mut network: Network = random_network(&mut Xoshiro256PlusPlus::seed_from_u64(6));
        let zone = network.inputs[..MEN].to_vec();
        network.inputs = zone.repeat(ZONES);
        let whole = write(&network);
        let mut small = whole[..8].to_vec();
        small.extend((MEN as u32).to_le_bytes());
        small.extend(&whole[12..20 + MEN * HIDDEN * 2]);
        small.extend(&whole[20 + ZONES * MEN * HIDDEN * 2..whole.len() - 8]);
        let sum = file::checksum(&small);
        small.extend(sum.to_le_bytes());
        assert_eq!(read(&small).unwrap(), network);
    }

    /// The evaluation as the network's description has it, with nothing remembered.
    fn plainly<const Z: usize, const H: usize>(network: &Network<Z, H>, position: &Chess) -> i32 {
        let board = position.board();
        let us = position.turn();
        let bucket = bucket(board.occupied().count());
        let mut sum = 0i64;
        for (side, outputs) in [us, !us].into_iter().zip(&network.outputs[bucket]) {
            let view = View::new(board.king_of(side).expect("a king"), side, Z);
            for (i, output) in outputs.iter().enumerate() {
                let inputs = board.iter().map(|(square, piece)| {
                    i64::from(network.inputs[view.input(piece, square, side)][i])
                });
                let hidden = (i64::from(network.bias[i]) + inputs.sum::<i64>()).clamp(0, 255);
                sum += hidden * hidden * i64::from(*output);
            }
        }
        let sum = sum / i64::from(ONE) + i64::from(network.output_bias[bucket]);
        (sum * i64::from(SCALE) / i64::from(ONE * OUTPUT_ONE)) as i32
    }

    #[test]
    fn step_by_step_equals_at_once() {
        check_steps::<ZONES, HIDDEN>();
        check_steps::<1, SMALL_HIDDEN>();
    }

    fn check_steps<const Z: usize, const H: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let network: Arc<Network<Z, H>> = Arc::new(random_network(&mut rng));
        let mut fresh = Nnue::new(Arc::clone(&network));
        let mut running = Nnue::new(Arc::clone(&network));
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let mut line = vec![Chess::default()];
            running.reset(&line[0]);
            for _ in 0..150 {
                let position = line.last().unwrap().clone();
                let legal = position.legal_moves();
                // Back now and then, as a search goes.
                if legal.is_empty() || (line.len() > 3 && rng.random_bool(0.3)) {
                    line.pop();
                    running.pop();
                    if line.len() == 1 {
                        break;
                    }
                } else {
                    let m = legal[rng.random_range(0..legal.len())];
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    running.push(&position, m);
                    line.push(next);
                }
                // Not every position is asked about, so that several moves are made up for at once.
                if rng.random_bool(0.6) {
                    let position = line.last().unwrap();
                    fresh.reset(position);
                    let value = running.evaluate(position);
                    assert_eq!(value, fresh.evaluate(position), "{position:?}");
                    assert_eq!(value, plainly(&network, position), "{position:?}");
                    seen.insert(value);
                }
            }
        }
        assert!(seen.len() > 500, "{}", seen.len());
    }
}
