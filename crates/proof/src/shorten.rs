//! Makes a game shorter without changing where it ends.
//!
//! Positions that come back are cut, with everything between. Then single men: a man that goes from one square to another by
//! several moves, or out and back, may get there by fewer, at the times when it moves anyway. A saving of one side alone
//! would change whose turn it is, so savings of both sides go together; each attempt is replayed and kept only if
//! every move is legal and the last position is the same.

use rand::{Rng, seq::SliceRandom};
use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, Move, Position, Rank, Role, Square, attacks,
    zobrist::Zobrist64,
};

/// Attempts for one game.
const ATTEMPTS: usize = 1_600;
/// Savings of the other side tried for each saving.
const NEIGHBOURS: usize = 6;

/// Moves of a man that are replaced together, at the most.
const LONGEST: usize = 7;

/// Something a side can do without.
#[derive(Clone, Debug)]
struct Saving {
    /// Indices of moves in the side's list, each with what is played instead, if anything.
    changes: Vec<(usize, Option<Move>)>,
}

impl Saving {
    fn saved(&self) -> usize {
        let dropped = self.changes.iter().filter(|(_, m)| m.is_none());
        dropped.count()
    }

    fn first(&self) -> usize {
        self.changes.first().map_or(0, |(index, _)| *index)
    }

    fn last(&self) -> usize {
        self.changes.last().map_or(0, |(index, _)| *index)
    }
}

/// A game to the same position that is not longer.
pub(crate) fn shorten(moves: Vec<Move>, rng: &mut impl Rng) -> Vec<Move> {
    let mut line = Line::new(cut_cycles(moves));
    let mut attempts = 0;
    'again: while attempts < ATTEMPTS {
        let sides = Color::ALL.map(|color| side(&line.moves, color));
        let mut savings = Color::ALL.map(|color| savings(&line, color));
        for list in &mut savings {
            list.shuffle(rng);
        }
        for white in &savings[0] {
            let mut partners: Vec<&Saving> = savings[1]
                .iter()
                .filter(|black| black.saved() == white.saved())
                .collect();
            partners.sort_by_key(|black| black.last().abs_diff(white.last()));
            for black in partners.into_iter().take(NEIGHBOURS) {
                attempts += 1;
                if attempts >= ATTEMPTS {
                    break 'again;
                }
                let shorter = merge(&apply(&sides[0], white), &apply(&sides[1], black));
                let first = (2 * white.first()).min(2 * black.first() + 1);
                let last = (2 * white.last()).max(2 * black.last() + 1);
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
    let mut changes = saving.changes.iter().peekable();
    let mut rest = Vec::with_capacity(side.len());
    for (index, m) in side.iter().enumerate() {
        match changes.next_if(|(changed, _)| *changed == index) {
            Some((_, instead)) => rest.extend(*instead),
            None => rest.push(*m),
        }
    }
    rest
}

/// What a side can do without.
fn savings(line: &Line, color: Color) -> Vec<Saving> {
    let side = side(&line.moves, color);
    let mut found = Vec::new();
    for (first, m) in side.iter().enumerate() {
        if !is_plain(m) || m.is_capture() {
            continue;
        }
        let mut chain = vec![first];
        let mut at = m.to();
        let mut next = first + 1;
        while chain.len() < LONGEST
            && let Some(ahead) = side[next..].iter().position(|m| m.from() == Some(at))
            && is_plain(&side[next + ahead])
        {
            chain.push(next + ahead);
            at = side[next + ahead].to();
            next += ahead + 1;
            if side[next - 1].is_capture() {
                break;
            }
        }
        match m.role() {
            Role::Pawn => double_step(&side, &chain, &mut found),
            _ => {
                for late in [false, true] {
                    shorter_ways(line, &side, color, &chain, late, &mut found);
                }
            }
        }
    }
    found
}

/// Neither castling nor a promotion nor en passant.
fn is_plain(m: &Move) -> bool {
    let plain = matches!(
        m,
        Move::Normal {
            promotion: None,
            ..
        }
    );
    plain && m.from().is_some()
}

/// Two steps of a pawn that one does.
fn double_step(side: &[Move], chain: &[usize], found: &mut Vec<Saving>) {
    let [first, second, ..] = *chain else {
        return;
    };
    let (Some(from), to) = (side[first].from(), side[second].to()) else {
        return;
    };
    let home = Bitboard::from(Rank::Second) | Rank::Seventh;
    if home.contains(from) && from.file() == to.file() {
        let instead = Some(normal(Role::Pawn, from, to, None));
        found.push(Saving {
            changes: vec![(first, None), (second, instead)],
        });
        found.push(Saving {
            changes: vec![(first, instead), (second, None)],
        });
    }
}

fn normal(role: Role, from: Square, to: Square, capture: Option<Role>) -> Move {
    Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: None,
    }
}

/// No way.
const NEVER: u8 = u8::MAX;

/// Ways of a man to where a series of its moves leads, at the same times but with fewer moves, as early or as late as
/// possible. The other men stand where they stood.
fn shorter_ways(
    line: &Line,
    side: &[Move],
    color: Color,
    chain: &[usize],
    late: bool,
    found: &mut Vec<Saving>,
) {
    let role = side[chain[0]].role();
    let Some(start) = side[chain[0]].from() else {
        return;
    };
    // After each of the times: moves made to be on a square, and where the last one of them came from.
    let mut made = [NEVER; 64];
    made[usize::from(start)] = 0;
    let mut came: Vec<[Option<Square>; 64]> = Vec::new();
    for (time, index) in chain.iter().enumerate() {
        let m = side[*index];
        let ply = 2 * index + color.fold_wb(0, 1);
        let mut occupied = line.positions[ply].board().occupied();
        occupied.discard(m.from().unwrap_or(start));
        let open = match m.is_capture() {
            true => Bitboard::from(m.to()),
            false => !occupied,
        };
        let mut next = match m.is_capture() {
            true => [NEVER; 64],
            false => made,
        };
        let mut from = [None; 64];
        for square in Square::ALL {
            let before = made[usize::from(square)];
            if before == NEVER || usize::from(before) >= LONGEST {
                continue;
            }
            for to in attacks::attacks(square, role.of(color), occupied) & open {
                let there = &mut next[usize::from(to)];
                if before + 1 < *there || late && before + 1 == *there {
                    *there = before + 1;
                    from[usize::from(to)] = Some(square);
                }
            }
        }
        made = next;
        came.push(from);
        let moves = usize::from(made[usize::from(m.to())]);
        if moves <= time && made[usize::from(m.to())] != NEVER {
            let mut changes = Vec::new();
            let mut at = m.to();
            for (time, index) in chain[..=time].iter().enumerate().rev() {
                let capture = side[*index].capture();
                let instead = came[time][usize::from(at)].map(|from| {
                    let instead = normal(role, from, at, capture);
                    at = from;
                    instead
                });
                changes.push((*index, instead));
            }
            changes.reverse();
            if !found
                .iter()
                .rev()
                .take(2 * LONGEST)
                .any(|known| known.changes == changes)
            {
                found.push(Saving { changes });
            }
        }
    }
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
