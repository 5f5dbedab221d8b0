//! Positions of games in memory, thirty-two bytes each, and pairs of them.

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Bitboard, Chess, Color, File, Move, Piece, Position as _, Role};
use sissa_games::{Folder, GameRow, WideColumns, decode_move, split_hash};
use sissa_nn::deepchess::{Drawing, View, rating_difference};

use super::{
    DeepConfig, Games, Split,
    teacher::{Teacher, clamp, stray},
};
use crate::TrainError;

/// Rights: four bits; who is to move; the file of a pawn that may be taken en passant.
const BLACK: u16 = 1 << 4;
const EN_PASSANT: u16 = 1 << 5;

/// A position with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed {
    occupied: u64,
    /// A nibble for each man.
    men: [u8; 16],
    flags: u16,
    /// Centipawns for White.
    value: i16,
    /// White's rating less Black's.
    rating_difference: i16,
}

impl Packed {
    fn new(view: &View, value: i16) -> Packed {
        let mut men = [0; 16];
        let mut occupied = 0;
        for (index, (square, piece)) in view.men.iter().enumerate().take(32) {
            occupied |= 1 << u32::from(*square);
            let nibble = piece.role as u8 + if piece.color.is_black() { 8 } else { 0 };
            men[index / 2] |= nibble << (4 * (index % 2));
        }
        let mut flags = 0;
        for (right, has) in view.castling.iter().enumerate() {
            flags |= u16::from(*has) << right;
        }
        if view.turn.is_black() {
            flags |= BLACK;
        }
        if let Some(file) = view.en_passant {
            flags |= EN_PASSANT | (u32::from(file) as u16) << 8;
        }
        Packed {
            occupied,
            men,
            flags,
            value,
            rating_difference: view.rating_difference,
        }
    }

    fn view(&self) -> View {
        let men = Bitboard(self.occupied).into_iter().enumerate();
        let man = |(index, square): (usize, _)| {
            let nibble = self.men[index / 2] >> (4 * (index % 2)) & 15;
            let role = Role::try_from(nibble & 7).ok()?;
            let color = Color::from_white(nibble < 8);
            Some((square, Piece { color, role }))
        };
        View {
            men: men.filter_map(man).collect(),
            turn: Color::from_white(self.flags & BLACK == 0),
            castling: std::array::from_fn(|right| self.flags >> right & 1 == 1),
            en_passant: (self.flags & EN_PASSANT != 0)
                .then(|| File::new(u32::from(self.flags >> 8 & 7))),
            rating_difference: self.rating_difference,
        }
    }
}

/// The positions of a game, among all.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    begin: u32,
    count: u32,
}

/// Games of one source, by how they ended: White won, Black won, drawn.
#[derive(Clone, Debug, Default)]
struct Ends([Vec<Stretch>; 3]);

/// Positions to learn from and to measure with.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    positions: Vec<Packed>,
    /// For each source, with its share.
    training: Vec<(Ends, f64)>,
    validation: Vec<Ends>,
}

/// Two positions by their numbers, and how likely the first is the better one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub one: usize,
    pub other: usize,
    pub target: f32,
}

impl Samples {
    /// Reads games and takes their positions; `progress` hears how many games of how many were read.
    pub fn read(
        config: &DeepConfig,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Samples, TrainError> {
        let mut samples = Samples::default();
        let mut teacher = Teacher::new();
        for games in &config.games {
            let folder = Folder::open(&games.folder)?;
            let (mut training, mut validation) = (Ends::default(), Ends::default());
            let (mut read, mut taken) = (0, 0);
            for piece in folder.pieces() {
                folder.read(piece, WideColumns::ALL, &mut |row| {
                    read += 1;
                    if !wanted(row, games) {
                        return true;
                    }
                    taken += 1;
                    samples.take(
                        row,
                        config,
                        games,
                        &mut teacher,
                        (&mut training, &mut validation),
                    );
                    games.most.is_none_or(|most| taken < most)
                })?;
                progress(read, folder.rows());
                if games.most.is_some_and(|most| taken >= most) {
                    break;
                }
            }
            samples.training.push((training, games.share));
            samples.validation.push(validation);
        }
        if samples
            .training
            .iter()
            .all(|(ends, _)| ends.0[0].is_empty() || ends.0[1].is_empty())
        {
            let reason = "the games hold no pair of one that White won and one that Black won";
            return Err(TrainError::Config(reason.to_owned()));
        }
        Ok(samples)
    }

    fn take(
        &mut self,
        row: GameRow<'_>,
        config: &DeepConfig,
        games: &Games,
        teacher: &mut Teacher,
        (training, validation): (&mut Ends, &mut Ends),
    ) {
        let end = match row.outcome() {
            Some(sissa::GameResult::White) => 0,
            Some(sissa::GameResult::Black) => 1,
            Some(sissa::GameResult::Draw) => 2,
            None => return,
        };
        if end == 2 && config.free == 0.0 {
            return;
        }
        let numbers: Vec<u16> = row.moves().collect();
        let hash = split_hash(&numbers);
        let share = config.validation_share.max(1);
        let apart = hash.is_multiple_of(share);
        let evals = row.evals().unwrap_or_default();
        let drawing = if config.single {
            Drawing::Single
        } else {
            Drawing::Published
        };
        let mut position = Chess::default();
        let mut positions = vec![position.clone()];
        let mut moves: Vec<Move> = Vec::with_capacity(numbers.len());
        for number in &numbers {
            let Some(played) = decode_move(&position, *number) else {
                break;
            };
            position.play_unchecked(played);
            moves.push(played);
            positions.push(position.clone());
        }
        let rating_difference = rating_difference(row.elo());
        let mut parts: [Vec<Packed>; 2] = Default::default();
        let mut strays = Vec::new();
        let needed = config.teacher > 0.0 || config.free > 0.0;
        for ply in drawing.plies(&moves) {
            let mixed = (hash ^ ply as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            let measured = match config.split {
                Split::Games => apart,
                Split::Positions => mixed.is_multiple_of(share),
            };
            if !measured && !(mixed >> 8).is_multiple_of(games.every.max(1)) {
                continue;
            }
            let position = &positions[ply];
            let said = ply
                .checked_sub(1)
                .and_then(|at| evals.get(at).copied().flatten());
            let value = match said {
                Some(said) => clamp(said.into()),
                None if needed => teacher.judge(position),
                None => 0,
            };
            let view = View {
                rating_difference,
                ..View::of(position)
            };
            parts[usize::from(measured)].push(Packed::new(&view, value));
            let left = !measured && ((mixed >> 16) % 1000) < (1000.0 * games.strays) as u64;
            if let Some(position) = left.then(|| stray(position, mixed)).flatten() {
                let value = teacher.judge(&position);
                strays.push(Packed::new(&View::of(&position), value));
            }
        }
        // How the game ended says nothing of them: they are only compared by their values, as those of drawn games are.
        self.push(&strays, &mut training.0[2]);
        for (part, ends) in parts.iter().zip([training, validation]) {
            self.push(part, &mut ends.0[end]);
        }
    }

    /// Keeps positions of a game.
    fn push(&mut self, positions: &[Packed], games: &mut Vec<Stretch>) {
        if positions.is_empty() {
            return;
        }
        let begin = u32::try_from(self.positions.len()).expect("fewer than four billion");
        let count = u32::try_from(positions.len()).expect("a game is short");
        self.positions.extend(positions);
        games.push(Stretch { begin, count });
    }

    /// Games that White won, that Black won and that were drawn: to learn from, and to measure with.
    pub fn counts(&self) -> [[usize; 3]; 2] {
        [
            std::array::from_fn(|end| self.training.iter().map(|part| part.0.0[end].len()).sum()),
            std::array::from_fn(|end| self.validation.iter().map(|part| part.0[end].len()).sum()),
        ]
    }

    /// How many positions.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// A position.
    pub fn view(&self, number: usize) -> View {
        self.positions[number].view()
    }

    fn pick(games: &[Stretch], rng: &mut Xoshiro256PlusPlus) -> usize {
        let game = games[rng.random_range(0..games.len())];
        (game.begin + rng.random_range(0..game.count)) as usize
    }

    /// How much better what engines say makes one position than another, as a probability.
    fn said(&self, one: usize, other: usize, scale: f32) -> f32 {
        let value = |number: usize| f32::from(self.positions[number].value);
        1.0 / (1.0 + ((value(other) - value(one)) / scale).exp())
    }

    /// Pairs to learn from, of `count` positions for each side, each paired `partners` times.
    pub fn draw(
        &self,
        config: &DeepConfig,
        count: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Pair> {
        let weight = |(ends, share): &(Ends, f64)| {
            let empty = ends.0[0].is_empty() || ends.0[1].is_empty();
            if empty { 0.0 } else { *share }
        };
        let total: f64 = self.training.iter().map(weight).sum();
        let source = |rng: &mut Xoshiro256PlusPlus| {
            let mut at = rng.random_range(0.0..1.0) * total;
            let found = self.training.iter().find(|source| {
                at -= weight(source);
                at < 0.0 && weight(source) > 0.0
            });
            &found.unwrap_or(&self.training[0]).0
        };
        let free = ((count as f32) * config.free).round() as usize;
        let mut pairs = Vec::with_capacity(count * config.partners);
        let mut sides: [Vec<usize>; 2] = Default::default();
        for _ in free..count {
            let ends = source(rng);
            sides[0].push(Samples::pick(&ends.0[0], rng));
            sides[1].push(Samples::pick(&ends.0[1], rng));
        }
        for (sides, decided) in [(sides, true), (self.free(free, source, rng), false)] {
            let length = sides[0].len();
            for shift in 0..config.partners.min(length) {
                for (index, won) in sides[0].iter().enumerate() {
                    let lost = sides[1][(index + shift) % length];
                    let said = self.said(*won, lost, config.scale);
                    let target = if decided {
                        config.teacher * said + (1.0 - config.teacher)
                    } else {
                        said
                    };
                    pairs.push(if rng.random() {
                        Pair {
                            one: *won,
                            other: lost,
                            target,
                        }
                    } else {
                        Pair {
                            one: lost,
                            other: *won,
                            target: 1.0 - target,
                        }
                    });
                }
            }
        }
        pairs
    }

    /// Positions of any games, for pairs of which only engines know which is better.
    fn free<'a>(
        &self,
        count: usize,
        source: impl Fn(&mut Xoshiro256PlusPlus) -> &'a Ends,
        rng: &mut Xoshiro256PlusPlus,
    ) -> [Vec<usize>; 2] {
        let mut one = || -> Vec<usize> {
            let each = (0..count).map(|_| {
                let ends = source(rng);
                let all: usize = ends.0.iter().map(Vec::len).sum();
                let mut at = rng.random_range(0..all);
                let games = ends.0.iter().find(|games| {
                    let here = at < games.len();
                    at = at.saturating_sub(games.len());
                    here
                });
                Samples::pick(games.unwrap_or(&ends.0[0]), rng)
            });
            each.collect()
        };
        [one(), one()]
    }

    /// Pairs to measure with, as many as wanted; always the same. The first is of a game that White won.
    pub fn measured(&self, count: usize) -> Vec<Pair> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        // The first source is what a run is about; others help.
        let Some(ends) = self.validation.first() else {
            return Vec::new();
        };
        if ends.0[0].is_empty() || ends.0[1].is_empty() {
            return Vec::new();
        }
        let pair = |_| Pair {
            one: Samples::pick(&ends.0[0], &mut rng),
            other: Samples::pick(&ends.0[1], &mut rng),
            target: 1.0,
        };
        (0..count).map(pair).collect()
    }

    /// Positions to learn from without knowing how their games ended.
    pub fn any(&self, count: usize, measured: bool, rng: &mut Xoshiro256PlusPlus) -> Vec<View> {
        let sources: Vec<&Ends> = if measured {
            self.validation.iter().collect()
        } else {
            self.training.iter().map(|(ends, _)| ends).collect()
        };
        let games: Vec<&[Stretch]> = sources
            .iter()
            .flat_map(|ends| ends.0[..2].iter().map(Vec::as_slice))
            .filter(|games| !games.is_empty())
            .collect();
        if games.is_empty() {
            return Vec::new();
        }
        let each = (0..count).map(|_| {
            let games = games[rng.random_range(0..games.len())];
            self.view(Samples::pick(games, rng))
        });
        each.collect()
    }
}

/// Whether a game is to be learnt from or measured with at all.
fn wanted(row: GameRow<'_>, games: &Games) -> bool {
    let strong = row
        .elo()
        .iter()
        .all(|rating| rating.unwrap_or(0) >= games.least_rating);
    let seconds = row.seconds().0;
    let slow = seconds.is_none_or(|base| i64::from(base) >= i64::from(games.least_seconds));
    row.start_fen().is_none() && strong && slow
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for fen in [
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 3",
            "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1",
        ] {
            let fen: Fen = fen.parse().unwrap();
            let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let view = View::of(&position);
            assert_eq!(Packed::new(&view, 7).view(), view);
        }
    }
}
