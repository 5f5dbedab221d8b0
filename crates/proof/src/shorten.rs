//! Makes a game shorter without changing where it ends.
//!
//! Three kinds of waste are cut: positions that come back (everything between goes), men that go out
//! and come back, and two moves of a man that one move does. A saving of one side alone would change
//! whose turn it is, so savings of both sides go together; each attempt is replayed and kept only if
//! every move is legal and the last position is the same.

use rand::{Rng, seq::SliceRandom};
use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, Move, Position, Role, Square, attacks,
    zobrist::Zobrist64,
};

/// Attempts for one game.
const ATTEMPTS: usize = 1_600;
/// Savings of the other side tried for each saving.
const NEIGHBOURS: usize = 6;

/// Something a side can do without.
#[derive(Clone, Copy, Debug)]
struct Saving {
    /// Indices of the two moves in the side's list.
    first: usize,
    second: usize,
    /// What replaces them, in the place of the second.
    instead: Option<Move>,
    /// ... or in the place of the first.
    early: bool,
}

impl Saving {
    fn saved(&self) -> usize {
        2 - usize::from(self.instead.is_some())
    }
}

/// A game to the same position that is not longer.
pub(crate) fn shorten(moves: Vec<Move>, rng: &mut impl Rng) -> Vec<Move> {
    let mut line = Line::new(cut_cycles(moves));
    let mut attempts = 0;
    'again: while attempts < ATTEMPTS {
        let sides = Color::ALL.map(|color| side(&line.moves, color));
        let mut savings = [0, 1].map(|index: usize| savings(&sides[index]));
        for list in &mut savings {
            list.shuffle(rng);
        }
        for white in &savings[0] {
            let mut partners: Vec<&Saving> = savings[1]
                .iter()
                .filter(|black| black.saved() == white.saved())
                .collect();
            partners.sort_by_key(|black| black.second.abs_diff(white.second));
            for black in partners.into_iter().take(NEIGHBOURS) {
                attempts += 1;
                if attempts >= ATTEMPTS {
                    break 'again;
                }
                let shorter = merge(&apply(&sides[0], white), &apply(&sides[1], black));
                let first = (2 * white.first).min(2 * black.first + 1);
                let last = (2 * white.second).max(2 * black.second + 1);
                if let Some(shorter) = shorter
                    && line.allows(&shorter, first, last)
                {
                    line = Line::new(cut_cycles(shorter));
                    continue 'again;
                }
            }
        }
        break;
    }
    line.moves
}

/// A game with all its positions.
struct Line {
    moves: Vec<Move>,
    /// The position before each move, and the last one.
    positions: Vec<Chess>,
}

impl Line {
    fn new(moves: Vec<Move>) -> Line {
        let mut position = Chess::default();
        let mut positions = vec![position.clone()];
        for m in &moves {
            position.play_unchecked(*m);
            positions.push(position.clone());
        }
        Line { moves, positions }
    }

    /// Whether other moves, which differ between the two half-moves, are legal and lead to the same end:
    /// played until they reach a position of this game from which the rest is the same.
    fn allows(&self, moves: &[Move], first: usize, last: usize) -> bool {
        let cut = self.moves.len() - moves.len();
        let mut position = self.positions[first].clone();
        for (ply, m) in moves.iter().enumerate().skip(first) {
            if ply + cut > last && same(&position, &self.positions[ply + cut]) {
                return true;
            }
            if !position.is_legal(*m) {
                return false;
            }
            position.play_unchecked(*m);
        }
        same(&position, &self.positions[self.moves.len()])
    }
}

/// The same position, counters apart.
fn same(one: &Chess, other: &Chess) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castles().castling_rights() == other.castles().castling_rights()
        && one.ep_square(EnPassantMode::Legal) == other.ep_square(EnPassantMode::Legal)
}

fn side(moves: &[Move], color: Color) -> Vec<Move> {
    let skip = color.fold_wb(0, 1);
    moves.iter().skip(skip).step_by(2).copied().collect()
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

fn apply(side: &[Move], saving: &Saving) -> Vec<Move> {
    let mut rest = Vec::with_capacity(side.len());
    for (index, m) in side.iter().enumerate() {
        let place = match saving.early {
            true => saving.first,
            false => saving.second,
        };
        if index == place {
            rest.extend(saving.instead);
        } else if index != saving.first && index != saving.second {
            rest.push(*m);
        }
    }
    rest
}

/// What a side can do without, by its own moves alone.
fn savings(side: &[Move]) -> Vec<Saving> {
    let mut found = Vec::new();
    for (first, m) in side.iter().enumerate() {
        let (Some(from), false) = (m.from(), m.is_capture() || m.is_castle()) else {
            continue;
        };
        if m.is_promotion() {
            continue;
        }
        let next = side[first + 1..]
            .iter()
            .position(|other| other.from() == Some(m.to()) && !other.is_castle());
        let Some(second) = next.map(|next| first + 1 + next) else {
            continue;
        };
        let other = side[second];
        if other.to() == from && !other.is_capture() {
            found.push(Saving {
                first,
                second,
                instead: None,
                early: false,
            });
        } else if let Some(instead) = in_one(m.role(), from, other) {
            for early in [false, true] {
                found.push(Saving {
                    first,
                    second,
                    instead: Some(instead),
                    early,
                });
            }
        }
    }
    found
}

/// One move that does what this second one does, from further away.
fn in_one(role: Role, from: Square, second: Move) -> Option<Move> {
    let Move::Normal {
        role: same,
        capture,
        to,
        promotion: None,
        ..
    } = second
    else {
        return None;
    };
    let reaches = match role {
        Role::Pawn => {
            let double = u32::from(from.rank()).abs_diff(u32::from(to.rank())) == 2;
            let home = Bitboard::from(shakmaty::Rank::Second) | shakmaty::Rank::Seventh;
            double && from.file() == to.file() && capture.is_none() && home.contains(from)
        }
        role => attacks::attacks(from, role.of(Color::White), Bitboard::EMPTY).contains(to),
    };
    (reaches && same == role).then_some(Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: None,
    })
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

    fn check(text: &str, plies: usize) {
        let before = moves(text);
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(0);
        let after = shorten(before.clone(), &mut rng);
        assert_eq!(after.len(), plies, "{after:?}");
        let end = |moves: &[Move]| sissa_record::Game::from_moves(Chess::default(), moves.to_vec());
        let (before, after) = (end(&before).unwrap(), end(&after).unwrap());
        assert!(same(after.end(), before.end()));
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
