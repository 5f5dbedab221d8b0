//! The move model: a position becomes a question, a move an answer, and how well they go together is
//! the move's score.
//!
//! ```text
//! board and player, ~50 of 1,720 places ── sum of rows ── ReLU, 256 ── dense ─┐
//!                           player's rows ────────────────────────────── sum ─┴─ q, 96
//! move, ~12 of 5,188 places ── sum of rows ──────────────────────────────────── m, 96
//! score = q[..64] · m[..64] / 8  +  out · ReLU(q[64..] + m[64..])
//! ```
//!
//! The first half says what a position asks for, the second lets the traits of a move work on each other.
//! Shares are the softmax of the scores of the legal moves and of one pseudo-move, the end of the game.

use std::ops::Range;

use shakmaty::{Chess, Move, Position as _};

use super::{CONTEXT, END, FEATURES, MOVE_FEATURES, Past, Player, View, features, move_features};
use crate::tensors::{TensorError, Tensors};

/// The shape of the network and where its parts lie among the parameters.
pub mod parts {
    use super::*;

    /// Width of the board's layer.
    pub const HIDDEN: usize = 256;
    /// Width of questions and answers.
    pub const WIDTH: usize = 96;
    /// How much of the width is multiplied; the rest is added.
    pub const PRODUCT: usize = 64;
    /// What products are multiplied by, so that they start small.
    pub const SCALE: f32 = 0.125;

    /// Rows of the board's layer.
    pub const FIRST: Range<usize> = 0..FEATURES * HIDDEN;
    /// Its bias.
    pub const BIAS: Range<usize> = FIRST.end..FIRST.end + HIDDEN;
    /// From the board's layer to the question, a row of the question's width for each of its numbers.
    pub const SECOND: Range<usize> = BIAS.end..BIAS.end + HIDDEN * WIDTH;
    /// The question's bias.
    pub const QUESTION: Range<usize> = SECOND.end..SECOND.end + WIDTH;
    /// The player's rows.
    pub const PLAYER: Range<usize> = QUESTION.end..QUESTION.end + (FEATURES - CONTEXT) * WIDTH;
    /// The moves' rows.
    pub const MOVES: Range<usize> = PLAYER.end..PLAYER.end + MOVE_FEATURES * WIDTH;
    /// What the added half is multiplied by.
    pub const OUT: Range<usize> = MOVES.end..MOVES.end + (WIDTH - PRODUCT);
    /// All parameters.
    pub const COUNT: usize = OUT.end;

    /// Names and places, in the order of the file.
    pub const ALL: [(&str, Range<usize>); 7] = [
        ("first", FIRST),
        ("bias", BIAS),
        ("second", SECOND),
        ("question", QUESTION),
        ("player", PLAYER),
        ("moves", MOVES),
        ("out", OUT),
    ];
}

use parts::{HIDDEN, PRODUCT, SCALE, WIDTH};

/// Room to work in, kept between calls.
#[derive(Clone, Debug)]
pub struct Scratch {
    hidden: [f32; HIDDEN],
    question: [f32; WIDTH],
    answer: [f32; WIDTH],
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            hidden: [0.0; HIDDEN],
            question: [0.0; WIDTH],
            answer: [0.0; WIDTH],
        }
    }
}

/// What may follow a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// The legal moves in the rules' order, and how likely each is.
    pub moves: Vec<(Move, f32)>,
    /// How likely the game ends here.
    pub end: f32,
}

impl Choices {
    /// Makes shares of scores.
    pub fn softmax(&mut self) {
        let scores = self.moves.iter().map(|(_, score)| *score);
        let highest = scores.fold(self.end, f32::max);
        self.end = (self.end - highest).exp();
        let mut total = self.end;
        for (_, score) in &mut self.moves {
            *score = (*score - highest).exp();
            total += *score;
        }
        for (_, share) in &mut self.moves {
            *share /= total;
        }
        self.end /= total;
    }

    /// The shares of the moves alone, given that there is one.
    pub fn without_end(mut self) -> Choices {
        let rest: f32 = self.moves.iter().map(|(_, share)| share).sum();
        for (_, share) in &mut self.moves {
            *share /= rest.max(f32::MIN_POSITIVE);
        }
        self.end = 0.0;
        self
    }
}

/// The move model.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    parameters: Vec<f32>,
}

/// Adds a row times a number.
#[inline(always)]
pub fn add<const N: usize>(sum: &mut [f32; N], row: &[f32; N], number: f32) {
    for index in 0..N {
        sum[index] += number * row[index];
    }
}

/// A row of a table.
#[inline(always)]
pub fn row<const N: usize>(table: &[f32], index: usize) -> &[f32; N] {
    table[index * N..][..N].try_into().expect("N numbers")
}

impl Policy {
    /// From its parameters; `None` where they are not as many as [`parts::COUNT`].
    pub fn new(parameters: Vec<f32>) -> Option<Policy> {
        (parameters.len() == parts::COUNT).then_some(Policy { parameters })
    }

    /// The one that comes with the program.
    #[cfg(feature = "human")]
    pub fn shipped() -> &'static Policy {
        use std::sync::LazyLock;

        static SHIPPED: LazyLock<Policy> = LazyLock::new(|| {
            let tensors = crate::tensors::read(sissa_models::HUMAN);
            let policy = tensors.and_then(|tensors| Policy::from_tensors(&tensors));
            policy.expect("a test reads it")
        });
        &SHIPPED
    }

    /// From a weight file.
    pub fn from_tensors(tensors: &Tensors) -> Result<Policy, TensorError> {
        let parameters = tensors.gather(&parts::ALL)?;
        Ok(Policy { parameters })
    }

    /// For a weight file.
    pub fn to_tensors(&self, notes: &[(&str, &str)]) -> Tensors {
        Tensors::split(&self.parameters, &parts::ALL, notes)
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The board's layer before and the question after it, of the places that are not zero.
    pub fn question(
        &self,
        places: &[(u16, f32)],
        hidden: &mut [f32; HIDDEN],
        question: &mut [f32; WIDTH],
    ) {
        let weights = &self.parameters;
        hidden.copy_from_slice(&weights[parts::BIAS]);
        question.copy_from_slice(&weights[parts::QUESTION]);
        let (first, player) = (&weights[parts::FIRST], &weights[parts::PLAYER]);
        for (place, number) in places {
            let place = usize::from(*place);
            add(hidden, row(first, place), *number);
            if place >= CONTEXT {
                add(question, row(player, place - CONTEXT), *number);
            }
        }
        let second = &weights[parts::SECOND];
        for (index, number) in hidden.iter_mut().enumerate() {
            *number = number.max(0.0);
            if *number > 0.0 {
                add(question, row(second, index), *number);
            }
        }
    }

    /// The sum of a move's rows.
    pub fn answer(&self, places: &[u16], answer: &mut [f32; WIDTH]) {
        let rows = &self.parameters[parts::MOVES];
        answer.fill(0.0);
        for place in places {
            add(answer, row(rows, usize::from(*place)), 1.0);
        }
    }

    /// How well a move goes with a question.
    pub fn score(&self, question: &[f32; WIDTH], answer: &[f32; WIDTH]) -> f32 {
        let out: &[f32; WIDTH - PRODUCT] = row(&self.parameters[parts::OUT], 0);
        // Eight sums side by side, which the processor adds at once.
        let mut products = [0.0; 8];
        for first in (0..PRODUCT).step_by(8) {
            for lane in 0..8 {
                products[lane] += question[first + lane] * answer[first + lane];
            }
        }
        let mut sums = [0.0; 8];
        for first in (0..WIDTH - PRODUCT).step_by(8) {
            for lane in 0..8 {
                let at = PRODUCT + first + lane;
                sums[lane] += out[first + lane] * (question[at] + answer[at]).max(0.0);
            }
        }
        SCALE * products.iter().sum::<f32>() + sums.iter().sum::<f32>()
    }

    /// What a move's score is the sum of: the products, and the traits that work on each other.
    pub fn terms(&self, question: &[f32; WIDTH], answer: &[f32; WIDTH]) -> [f32; WIDTH] {
        let out: &[f32; WIDTH - PRODUCT] = row(&self.parameters[parts::OUT], 0);
        let mut terms = [0.0; WIDTH];
        for at in 0..PRODUCT {
            terms[at] = SCALE * question[at] * answer[at];
        }
        for at in PRODUCT..WIDTH {
            terms[at] = out[at - PRODUCT] * (question[at] + answer[at]).max(0.0);
        }
        terms
    }

    /// How likely each legal move is, and the end of the game. Where no move is legal, the end is certain.
    pub fn moves(
        &self,
        position: &Chess,
        past: &Past,
        player: &Player,
        scratch: &mut Scratch,
    ) -> Choices {
        let moves = position.legal_moves();
        let mut choices = Choices::default();
        choices.moves.reserve(moves.len());
        self.each(
            position,
            &moves,
            past,
            player,
            scratch,
            &mut |played, question, answer| {
                let score = self.score(question, answer);
                match played {
                    Some(played) => choices.moves.push((played, score)),
                    None => choices.end = score,
                }
            },
        );
        choices.softmax();
        choices
    }

    /// Calls with the question and the answer of each move, and at last of the end of the game.
    pub fn each(
        &self,
        position: &Chess,
        moves: &[Move],
        past: &Past,
        player: &Player,
        scratch: &mut Scratch,
        call: &mut impl FnMut(Option<Move>, &[f32; WIDTH], &[f32; WIDTH]),
    ) {
        let view = View::of(position);
        let mut places = [(0_u16, 0.0_f32); 96];
        let mut count = 0;
        features(position, &view, past, player, &mut |place, number| {
            places[count] = (u16::try_from(place).expect("a short vector"), number);
            count += 1;
        });
        let Scratch {
            hidden,
            question,
            answer,
        } = scratch;
        self.question(&places[..count], hidden, question);
        let mut answers = [0_u16; 24];
        for played in moves {
            let mut count = 0;
            move_features(&view, past, *played, &mut |place| {
                answers[count] = u16::try_from(place).expect("a short vector");
                count += 1;
            });
            self.answer(&answers[..count], answer);
            call(Some(*played), question, answer);
        }
        self.answer(&[END as u16], answer);
        call(None, question, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_opens_as_people_do() {
        let mut scratch = Scratch::default();
        let mut share = |rating: u16, uci: &str| {
            let player = Player::rated(rating);
            let past = Past::default();
            let start = Chess::default();
            let choices = Policy::shipped().moves(&start, &past, &player, &mut scratch);
            let played = uci.parse::<shakmaty::uci::UciMove>().ok();
            let played = played.and_then(|uci| uci.to_move(&start).ok()).unwrap();
            let found = choices.moves.iter().find(|(other, _)| *other == played);
            found.unwrap().1
        };
        for rating in [1000, 1500, 2000] {
            assert!(share(rating, "e2e4") > share(rating, "h2h4"));
            assert!(share(rating, "e2e4") + share(rating, "d2d4") > 0.5);
        }
    }

    #[test]
    fn players_take_back() {
        // 1. e4 d5 2. exd5: nearly everybody takes the pawn back, at once or soon.
        let mut position = Chess::default();
        let mut past = Past::default();
        for word in ["e2e4", "d7d5", "e4d5"] {
            let uci: shakmaty::uci::UciMove = word.parse().unwrap();
            let played = uci.to_move(&position).unwrap();
            past = past.then(played);
            position.play_unchecked(played);
        }
        let mut scratch = Scratch::default();
        let player = Player::rated(1400);
        let choices = Policy::shipped().moves(&position, &past, &player, &mut scratch);
        let best = choices
            .moves
            .iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap();
        assert!(best.0.is_capture(), "{best:?}");
        assert!(choices.end < 0.05);
    }

    #[test]
    fn the_end_is_certain_where_no_move_is_legal() {
        let fen: shakmaty::fen::Fen = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let mated: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        let mut scratch = Scratch::default();
        let choices =
            Policy::shipped().moves(&mated, &Past::default(), &Player::rated(1500), &mut scratch);
        assert!(choices.moves.is_empty());
        assert_eq!(choices.end, 1.0);
    }
}
