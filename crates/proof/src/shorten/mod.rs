//! Makes a game shorter without changing where it ends.
//!
//! Positions that come back are cut, with everything between. Then single men: a man that goes from one square to another by
//! several moves, or out and back, may get there by fewer, at the times when it moves anyway. A saving of one side alone
//! would change whose turn it is, so savings of both sides go together; each attempt is replayed and kept only if
//! every move is legal and the last position is the same. Where nothing can be saved the game is stirred: changed at
//! random without getting longer, until something can.
//!
//! | what | where |
//! |---|---|
//! | a game that is changed in the middle, replayed cheaply | `replay` |
//! | what a side can do without | `savings` |
//! | changes that leave the length | `stir` |

mod replay;
mod savings;
mod stir;

use rand::{Rng, RngExt, seq::SliceRandom};
use rustc_hash::FxHashMap;
use shakmaty::{Board, Chess, Color, EnPassantMode, Move, Position, Setup, zobrist::Zobrist64};

use crate::verify;
use replay::Replay;
use savings::{Saving, savings, side};
use stir::{Room, stir};

/// Savings of the other side tried for each saving.
const NEIGHBOURS: usize = 6;
/// Pairs of savings of a side that are tried as one.
const PAIRS: usize = 24;
/// Changes tried between two rounds of saving.
const STIRS: usize = 200;
/// What a round of saving counts beside the half-moves it replays.
const ROUND: u64 = 400;

/// Half-moves replayed all together for each half-move of the game.
const MOST: u64 = 30_000;

/// How long to go on without a saving.
#[derive(Clone, Copy)]
pub(crate) enum Patience {
    Little,
    Full,
}

impl Patience {
    /// Half-moves replayed for each half-move of the game.
    fn replays(self) -> u64 {
        match self {
            Patience::Little => 800,
            Patience::Full => 12_000,
        }
    }
}

/// A game to the same position that is not longer.
pub(crate) fn shorten(
    goal: &Setup,
    moves: Vec<Move>,
    patience: Patience,
    stop: &dyn Fn() -> bool,
    rng: &mut impl Rng,
) -> Vec<Move> {
    let mut best = cut_cycles(moves);
    let Some(mut line) = Replay::new(best.clone()) else {
        return best;
    };
    let (mut boards, mut room) = (Vec::new(), Room::default());
    let mut replayed = 0;
    // The side with fewer detours, which is asked first.
    let mut scarce = Color::White;
    let length = best.len() as u64;
    let patience = patience.replays() * length;
    let mut until = patience;
    while replayed < until && !stop() {
        replayed += ROUND;
        match save(&mut line, &mut scarce, &mut boards, &mut replayed, rng) {
            Saved::Something => {
                line = match Replay::new(cut_cycles(line.moves)) {
                    Some(line) if verify(goal, &line.moves).is_ok() => line,
                    // Too long without a capture, or too often the same: back to what was good.
                    _ => match Replay::new(best.clone()) {
                        Some(line) => line,
                        None => break,
                    },
                };
                if line.len() < best.len() {
                    until = (replayed + patience).min(MOST * length);
                }
                best.clone_from(&line.moves);
            }
            Saved::Nothing => {
                for _ in 0..STIRS {
                    stir(&mut line, &mut room, &mut replayed, rng);
                }
            }
            Saved::Never => break,
        }
    }
    best
}

/// What a round of saving came to.
enum Saved {
    Something,
    Nothing,
    /// A side makes no detours.
    Never,
}

/// Saves the same number of moves for both sides.
fn save(
    line: &mut Replay,
    scarce: &mut Color,
    boards: &mut Vec<Board>,
    replayed: &mut u64,
    rng: &mut impl Rng,
) -> Saved {
    let sides = Color::ALL.map(|color| side(&line.moves, color));
    let mut found: [Vec<Saving>; 2] = Default::default();
    let late = rng.random();
    for color in [*scarce, !*scarce] {
        let mut list = savings(line, color, late);
        if list.is_empty() {
            return Saved::Never;
        }
        list.retain(|saving| line.fits(color, saving, replayed));
        if list.is_empty() {
            *scarce = color;
            return Saved::Nothing;
        }
        list.shuffle(rng);
        let single = list.len();
        for _ in 0..PAIRS.min(single * single) {
            let pair = [(); 2].map(|()| &list[rng.random_range(0..single)]);
            list.extend(pair[0].and(pair[1]));
        }
        found[color.fold_wb(0, 1)] = list;
    }
    for white in &found[0] {
        let mut partners: Vec<&Saving> = found[1]
            .iter()
            .filter(|black| black.saved() == white.saved())
            .collect();
        partners.sort_by_key(|black| black.last().abs_diff(white.last()));
        for black in partners.into_iter().take(NEIGHBOURS) {
            let shorter = merge(&white.apply(&sides[0]), &black.apply(&sides[1]));
            let first = (2 * white.first()).min(2 * black.first() + 1);
            let last = (2 * white.last()).max(2 * black.last() + 1);
            if let Some(shorter) = shorter
                && line.allows(&shorter, first, last, boards, replayed)
            {
                line.become_other(shorter, first, boards);
                return Saved::Something;
            }
        }
    }
    Saved::Nothing
}

fn merge(white: &[Move], black: &[Move]) -> Option<Vec<Move>> {
    if white.len() != black.len() && white.len() != black.len() + 1 {
        return None;
    }
    let mut moves = Vec::with_capacity(white.len() + black.len());
    for (index, m) in white.iter().enumerate() {
        moves.push(*m);
        moves.extend(black.get(index));
    }
    Some(moves)
}

/// Drops everything between two occurrences of a position.
fn cut_cycles(moves: Vec<Move>) -> Vec<Move> {
    let mut position = Chess::default();
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    let mut seen: FxHashMap<u64, usize> = FxHashMap::default();
    let mut trail = vec![hash(&position)];
    seen.insert(trail[0], 0);
    for m in moves {
        position.play_unchecked(m);
        kept.push(m);
        let now = hash(&position);
        if let Some(length) = seen.get(&now).copied() {
            kept.truncate(length);
            for gone in trail.drain(length + 1..) {
                seen.remove(&gone);
            }
        } else {
            trail.push(now);
            seen.insert(now, kept.len());
        }
    }
    kept
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn moves(text: &str) -> Vec<Move> {
        let mut game = sissa_record::Game::new();
        for word in text.split_whitespace() {
            game.push_text(word).unwrap();
        }
        game.moves().to_vec()
    }

    #[test]
    fn stirred_games_are_legal_and_end_where_they_did() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
        let mut stirred = 0;
        for _ in 0..40 {
            let mut position = Chess::default();
            let mut moves = Vec::new();
            while moves.len() < 120 && !position.is_game_over() {
                let legal = position.legal_moves();
                let m = legal[rng.random_range(0..legal.len())];
                position.play_unchecked(m);
                moves.push(m);
            }
            let goal = position.to_setup(EnPassantMode::Legal);
            let mut line = Replay::new(moves).unwrap();
            assert_eq!(line.boards.last(), Some(position.board()));
            for _ in 0..300 {
                stirred += u32::from(stir(&mut line, &mut Room::default(), &mut 0, &mut rng));
            }
            assert_eq!(verify(&goal, &line.moves), Ok(()));
        }
        assert!(stirred > 500, "{stirred}");
    }

    fn check(text: &str, plies: usize) {
        let before = moves(text);
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
        let end = |moves: &[Move]| {
            let game = sissa_record::Game::from_moves(Chess::default(), moves.to_vec());
            game.unwrap().end().to_setup(EnPassantMode::Legal)
        };
        let goal = end(&before);
        let after = shorten(&goal, before, Patience::Full, &|| false, &mut rng);
        assert_eq!(after.len(), plies, "{after:?}");
        assert_eq!(verify(&goal, &after), Ok(()));
    }

    #[test]
    fn positions_that_come_back_are_cut() {
        check("Nf3 Nf6 Ng1 Ng8 e4", 1);
    }

    #[test]
    fn two_moves_become_one_on_both_sides() {
        check("e3 e6 Nf3 Nf6 e4 e5", 4);
    }

    #[test]
    fn detours_at_different_times_are_cut() {
        check("Nf3 a6 Ng1 Nf6 a3 Ng8", 2);
    }

    #[test]
    fn a_saving_of_one_side_alone_is_none() {
        check("Nf3 a6 Ng1 b6 c4 c6", 6);
    }
}
