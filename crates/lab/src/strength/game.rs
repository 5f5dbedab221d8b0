//! One game: played out by a model, or judged move by move.

use rand::{RngExt as _, SeedableRng as _};
use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_engine::{hung, mate_in_one};
use sissa_human::{Eyes, Sighted, Tempers, View, chance};
use sissa_nn::human::{Past, Player, Policy, Scratch, measure::Phase};

use super::{
    FIRST, LAST,
    judge::{Judge, Look},
};
use crate::Random;

/// Who makes the moves of generated games.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// One look at the board.
    Light,
    /// The model that sees, and how it is drawn from.
    Sighted(Tempers),
}

/// A game by a model between two players, to its end.
pub fn played_out(model: &Model, players: [Player; 2], seed: u64) -> Vec<Move> {
    let mut rng = Random::seed_from_u64(seed);
    let (mut position, mut past) = (Chess::default(), Past::default());
    let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    let mut seen = vec![hash(&position)];
    let (mut eyes, mut scratch) = (Eyes::default(), Scratch::default());
    let mut moves = Vec::new();
    while moves.len() < 300 {
        let now = seen.last();
        let times = seen.iter().filter(|earlier| Some(*earlier) == now).count();
        if times >= 3 || position.halfmoves() >= 100 || position.is_insufficient_material() {
            break;
        }
        let player = &players[moves.len() % 2];
        let choices = match model {
            Model::Light => Policy::shipped().moves(&position, &past, player, &mut scratch),
            Model::Sighted(tempers) => {
                let view = View {
                    position: &position,
                    past: &past,
                    seen: &seen,
                    player,
                };
                eyes.choices(view, Sighted::shipped(), tempers)
            }
        };
        let mut at: f32 = rng.random_range(0.0..1.0);
        let drawn = choices.moves.iter().find(|(_, share)| {
            at -= share;
            at < 0.0
        });
        let Some((played, _)) = drawn else {
            break;
        };
        past = past.then(*played);
        position.play_unchecked(*played);
        if played.is_zeroing() {
            seen.clear();
        }
        seen.push(hash(&position));
        moves.push(*played);
    }
    moves
}

/// What one move cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// In centipawns, at most 1,000.
    pub centipawns: f64,
    /// In hundredths of the whole point.
    pub points: f64,
    /// When.
    pub phase: Phase,
}

/// What is measured of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Of each judged move.
    pub costs: Vec<Cost>,
    /// Chances to mate in one, and in two as the judge sees it; of each, how many were missed.
    pub mates: [[u32; 2]; 2],
    /// Moves after which a piece stood to be taken with gain that did not before.
    pub hangs: u32,
    /// Both sides have castled after 50 half-moves, and no queen is left.
    pub castled: bool,
    pub queenless: bool,
    /// Half-moves until the first capture.
    pub first_capture: usize,
    pub plies: usize,
}

/// What needs no judge.
pub fn habits(moves: &[Move]) -> Measured {
    let mut position = Chess::default();
    for played in moves.iter().take(50) {
        position.play_unchecked(*played);
    }
    let first_capture = moves.iter().position(|m| m.is_capture());
    Measured {
        plies: moves.len(),
        first_capture: first_capture.unwrap_or(moves.len()),
        castled: moves.iter().take(50).filter(|m| m.is_castle()).count() == 2,
        queenless: moves.len() >= 50 && position.board().queens().is_empty(),
        ..Measured::default()
    }
}

/// Judges a game.
pub fn measured(moves: &[Move], judge: &mut Judge, nodes: u64) -> Option<Measured> {
    let mut found = habits(moves);
    let mut position = Chess::default();
    let mut before: Option<Look> = None;
    for (ply, played) in moves.iter().enumerate() {
        let judged = (FIRST..LAST).contains(&ply);
        let phase = Phase::of(&position);
        let loose = hung(&position);
        if judged {
            if before.is_none() {
                before = Some(judge.look(&position, nodes)?);
            }
            if mate_in_one(&position).is_some() {
                let mut next = position.clone();
                next.play_unchecked(*played);
                found.mates[0][0] += 1;
                found.mates[0][1] += u32::from(!next.is_checkmate());
            }
        }
        position.play_unchecked(*played);
        if let Some(look) = before.filter(|_| judged) {
            let (value, after) = (look.value, judge.look(&position, nodes)?);
            if look.mate == Some(2) {
                let kept = after.mate.is_some_and(|moves| (-1..=0).contains(&moves));
                found.mates[1][0] += 1;
                found.mates[1][1] += u32::from(!kept);
            }
            let lost = (value + after.value).clamp(0, 1000);
            let points = 100.0 * (chance(value) - chance(value - lost));
            found.costs.push(Cost {
                centipawns: f64::from(lost),
                points: f64::from(points),
                phase,
            });
            before = Some(after);
            if let Ok(own) = position.clone().swap_turn() {
                found.hangs += u32::from(hung(&own) > loose.max(200));
            }
        }
    }
    Some(found)
}
