//! What the move model learns: the move that was played, or that the game ended.

use std::sync::Arc;

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use shakmaty::{Chess, Position as _};
use sissa_games::{decode_move, encode_move};
use sissa_nn::{
    human::{
        CONTEXT, END, Pace, Past, Player, Policy, Site, View, add, features, move_features,
        parts::{self, HIDDEN, PRODUCT, SCALE, WIDTH},
        row,
    },
    tensors::Tensors,
};

use super::{Corpus, GameOf, Groups, Lesson};

/// One position of a game in one draw of so many, so that a batch is of many games.
const ONE_IN: usize = 8;
/// Moves that were not played and have no more than this share are left alone: most are, and it saves half
/// of the work.
const NEGLIGIBLE: f32 = 2e-3;
/// One position in so many is learnt without the player's rating, so that the model can do without.
const UNRATED: u32 = 10;

/// A position as the network sees it, and what was played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Places of the position.
    pub places: Vec<(u16, f32)>,
    /// Places of all moves, one after the other.
    pub answers: Vec<u16>,
    /// Where each move's places end; the last is the end of the game.
    pub ends: Vec<usize>,
    /// What was played.
    pub chosen: usize,
}

impl Sample {
    /// Of a position and the move that was played, `None` for the end. Where the move is not legal, or
    /// where nothing else than the end is possible, there is none.
    pub fn new(
        position: &Chess,
        past: &Past,
        player: &Player,
        played: Option<u16>,
    ) -> Option<Sample> {
        let moves = position.legal_moves();
        let chosen = match played {
            None if moves.is_empty() => return None,
            None => moves.len(),
            Some(number) => moves.iter().position(|m| encode_move(m) == number)?,
        };
        let view = View::of(position);
        let mut sample = Sample {
            chosen,
            ..Sample::default()
        };
        let small = |place: usize| u16::try_from(place).expect("a short vector");
        features(position, &view, past, player, &mut |place, number| {
            sample.places.push((small(place), number));
        });
        sample.answers.reserve(14 * moves.len());
        for played in moves {
            move_features(&view, past, played, &mut |place| {
                sample.answers.push(small(place))
            });
            sample.ends.push(sample.answers.len());
        }
        sample.answers.push(small(END));
        sample.ends.push(sample.answers.len());
        Some(sample)
    }

    fn moves(&self) -> impl Iterator<Item = &[u16]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins
            .zip(&self.ends)
            .map(|(begin, end)| &self.answers[begin..*end])
    }
}

/// Room for one sample.
#[derive(Debug)]
pub struct Room {
    hidden: [f32; HIDDEN],
    question: [f32; WIDTH],
    answers: Vec<[f32; WIDTH]>,
    shares: Vec<f32>,
}

impl Default for Room {
    fn default() -> Room {
        Room {
            hidden: [0.0; HIDDEN],
            question: [0.0; WIDTH],
            answers: Vec::new(),
            shares: Vec::new(),
        }
    }
}

impl Room {
    /// The shares of the moves and of the end.
    fn forward(&mut self, policy: &Policy, sample: &Sample) {
        policy.question(&sample.places, &mut self.hidden, &mut self.question);
        self.answers.clear();
        self.shares.clear();
        for places in sample.moves() {
            let mut answer = [0.0; WIDTH];
            policy.answer(places, &mut answer);
            self.shares.push(policy.score(&self.question, &answer));
            self.answers.push(answer);
        }
        let highest = self
            .shares
            .iter()
            .fold(f32::MIN, |most, score| most.max(*score));
        let mut total = 0.0;
        for share in &mut self.shares {
            *share = (*share - highest).exp();
            total += *share;
        }
        for share in &mut self.shares {
            *share /= total;
        }
    }
}

#[inline(always)]
fn row_mut<const N: usize>(table: &mut [f32], index: usize) -> &mut [f32; N] {
    (&mut table[index * N..][..N])
        .try_into()
        .expect("N numbers")
}

/// Adds a sample's gradient; answers its loss, the negative logarithm of the share of what was played.
pub fn slopes(policy: &Policy, sample: &Sample, gradient: &mut [f32], room: &mut Room) -> f32 {
    room.forward(policy, sample);
    let loss = -room.shares[sample.chosen].max(1e-20).ln();
    let weights = policy.parameters();
    let out: &[f32; WIDTH - PRODUCT] = row(&weights[parts::OUT], 0);
    let mut question = [0.0_f32; WIDTH];
    let mut out_slope = [0.0_f32; WIDTH - PRODUCT];
    // What was played answers for all that is corrected: without this, all scores would rise together,
    // which no share shows, without end.
    let others = room.shares.iter().enumerate();
    let others = others.filter(|(index, share)| *index != sample.chosen && **share >= NEGLIGIBLE);
    let corrected: f32 = others.map(|(_, share)| *share).sum();
    for (index, places) in sample.moves().enumerate() {
        let error = if index == sample.chosen {
            -corrected
        } else {
            room.shares[index]
        };
        if index != sample.chosen && error < NEGLIGIBLE {
            continue;
        }
        let answer = &room.answers[index];
        let mut slope = [0.0_f32; WIDTH];
        for i in 0..PRODUCT {
            slope[i] = error * SCALE * room.question[i];
            question[i] += error * SCALE * answer[i];
        }
        for j in 0..WIDTH - PRODUCT {
            let i = PRODUCT + j;
            let sum = room.question[i] + answer[i];
            let passed = if sum > 0.0 { error * out[j] } else { 0.0 };
            slope[i] = passed;
            question[i] += passed;
            out_slope[j] += error * sum.max(0.0);
        }
        let table = &mut gradient[parts::MOVES];
        for place in places {
            add(row_mut(table, usize::from(*place)), &slope, 1.0);
        }
    }
    add(row_mut(&mut gradient[parts::OUT], 0), &out_slope, 1.0);
    add(row_mut(&mut gradient[parts::QUESTION], 0), &question, 1.0);
    let mut hidden = [0.0_f32; HIDDEN];
    for (index, number) in room.hidden.iter().enumerate() {
        if *number <= 0.0 {
            continue;
        }
        let weights: &[f32; WIDTH] = row(&weights[parts::SECOND], index);
        let mut lanes = [0.0; 8];
        for first in (0..WIDTH).step_by(8) {
            for lane in 0..8 {
                lanes[lane] += weights[first + lane] * question[first + lane];
            }
        }
        hidden[index] = lanes.iter().sum();
        add(
            row_mut(&mut gradient[parts::SECOND], index),
            &question,
            *number,
        );
    }
    add(row_mut(&mut gradient[parts::BIAS], 0), &hidden, 1.0);
    for (place, number) in &sample.places {
        let place = usize::from(*place);
        add(
            row_mut(&mut gradient[parts::FIRST], place),
            &hidden,
            *number,
        );
        if place >= CONTEXT {
            add(
                row_mut(&mut gradient[parts::PLAYER], place - CONTEXT),
                &question,
                *number,
            );
        }
    }
    loss
}

/// The lesson.
#[derive(Debug)]
pub struct PolicyLesson {
    /// The games.
    pub corpus: Arc<Corpus>,
    /// How often each group is drawn from.
    pub groups: Groups,
    /// Positions of a validation.
    pub validation_positions: usize,
}

impl PolicyLesson {
    /// Replays a game and calls with samples of the chosen plies.
    fn replay(
        &self,
        game: &GameOf,
        mut wanted: impl FnMut(usize) -> bool,
        mut player_of: impl FnMut(Player) -> Player,
        mut call: impl FnMut(Sample, usize),
    ) {
        let moves = self.corpus.moves(game);
        let mut position = Chess::default();
        let mut past = Past::default();
        for ply in 0..=moves.len() {
            let number = moves.get(ply).copied();
            if wanted(ply) {
                let player = player_of(game.players[ply % 2]);
                if let Some(sample) = Sample::new(&position, &past, &player, number) {
                    call(sample, ply);
                }
            }
            let Some(played) = number.and_then(|number| decode_move(&position, number)) else {
                return;
            };
            past = past.then(played);
            position.play_unchecked(played);
        }
    }
}

impl Lesson for PolicyLesson {
    type Network = Policy;

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Policy {
        let mut parameters = vec![0.0; parts::COUNT];
        let mut fill = |place: std::ops::Range<usize>, size: f32| {
            for parameter in &mut parameters[place] {
                *parameter = rng.random_range(-size..size);
            }
        };
        fill(parts::FIRST, 0.12);
        fill(parts::SECOND, 0.1);
        fill(parts::PLAYER, 0.05);
        fill(parts::MOVES, 0.15);
        fill(parts::OUT, 0.15);
        Policy::new(parameters).expect("as many as there are")
    }

    fn parameters(network: &mut Policy) -> &mut [f32] {
        network.parameters_mut()
    }

    fn accumulate(
        &self,
        policy: &Policy,
        count: usize,
        rng: &mut Xoshiro256PlusPlus,
        gradient: &mut [f32],
    ) -> (f64, usize) {
        let mut room = Room::default();
        let (mut loss, mut done) = (0.0, 0);
        while done < count {
            let Some(game) = self.corpus.draw(&self.groups, rng) else {
                break;
            };
            let phase = rng.random_range(0..ONE_IN);
            let unrated = rng.random_range(0..UNRATED) == 0;
            let player_of = |player: Player| Player {
                rating: player.rating.filter(|_| !unrated),
                ..player
            };
            let wanted = |ply: usize| ply % ONE_IN == phase;
            self.replay(game, wanted, player_of, |sample, _| {
                loss += f64::from(slopes(policy, &sample, gradient, &mut room));
                done += 1;
            });
        }
        (loss, done)
    }

    /// Online games of players of 1100 to 1899 that are no bullet: the figures the model is judged by.
    fn validate(&self, policy: &Policy) -> Value {
        let (mut count, mut first, mut third, mut loss) = (0_u64, 0_u64, 0_u64, 0.0);
        let mut room = Room::default();
        let judged = |player: &Player| {
            player.site != Site::Board
                && player.pace != Pace::Bullet
                && player
                    .rating
                    .is_some_and(|rating| (1100..1900).contains(&rating))
        };
        for (number, game) in self.corpus.held_out().enumerate() {
            if !game.players.iter().all(judged) {
                continue;
            }
            let plies = self.corpus.moves(game).len();
            let wanted = |ply: usize| ply < plies && ply % 6 == number % 6;
            self.replay(
                game,
                wanted,
                |player| player,
                |sample, _| {
                    room.forward(policy, &sample);
                    let end = room.shares.pop().unwrap_or(0.0);
                    let share = room.shares[sample.chosen];
                    let above = room.shares.iter().filter(|other| **other > share).count();
                    count += 1;
                    first += u64::from(above == 0);
                    third += u64::from(above < 3);
                    loss -= f64::from((share / (1.0 - end)).max(1e-20).ln());
                },
            );
            if count >= self.validation_positions as u64 {
                break;
            }
        }
        let share = |part: f64| part / count.max(1) as f64;
        json!({
            "positions": count,
            "top_1": share(first as f64),
            "top_3": share(third as f64),
            "loss": share(loss),
        })
    }

    fn tensors(policy: &Policy, notes: &[(&str, &str)]) -> Tensors {
        policy.to_tensors(notes)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn gradients_are_differences_of_the_loss() {
        let lesson = PolicyLesson {
            corpus: Arc::default(),
            groups: Groups::default(),
            validation_positions: 0,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut policy = lesson.random(&mut rng);
        let mut position = Chess::default();
        let mut past = Past::default();
        let mut sample = Sample::default();
        for _ in 0..31 {
            let moves = position.legal_moves();
            let played = moves[rng.random_range(0..moves.len())];
            let player = Player::rated(1437);
            sample = Sample::new(&position, &past, &player, Some(encode_move(&played))).unwrap();
            past = past.then(played);
            position.play_unchecked(played);
        }
        let mut gradient = vec![0.0; parts::COUNT];
        let mut room = Room::default();
        slopes(&policy, &sample, &mut gradient, &mut room);
        let mut checked = 0;
        for (name, place) in parts::ALL {
            let mut places: Vec<usize> = place.filter(|at| gradient[*at].abs() > 1e-3).collect();
            assert!(!places.is_empty(), "nothing to learn for {name}");
            places.truncate(400);
            for at in places.into_iter().step_by(29) {
                let before = policy.parameters()[at];
                let step = 2e-3;
                let mut loss_at = |number: f32| {
                    policy.parameters_mut()[at] = number;
                    room.forward(&policy, &sample);
                    -f64::from(room.shares[sample.chosen]).ln()
                };
                let (above, below) = (loss_at(before + step), loss_at(before - step));
                loss_at(before);
                let difference = (above - below) / f64::from(2.0 * step);
                let slope = f64::from(gradient[at]);
                // A step across the corner of a ReLU is no derivative: a few parts in a hundred.
                let near = (difference - slope).abs() < 0.03 * slope.abs() + 2e-3;
                assert!(near, "{name} {at}: {slope} but {difference}");
                checked += 1;
            }
        }
        assert!(checked > 40);
    }

    #[test]
    fn the_end_is_learnt_where_a_game_ends_and_a_move_is_possible() {
        let player = Player::rated(1200);
        let sample = Sample::new(&Chess::default(), &Past::default(), &player, None).unwrap();
        assert_eq!((sample.chosen, sample.ends.len()), (20, 21));
        assert_eq!(
            Sample::new(&Chess::default(), &Past::default(), &player, Some(0)),
            None
        );
    }
}
