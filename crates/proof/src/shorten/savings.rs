//! What a side can do without: detours of single men.

use shakmaty::{Bitboard, Color, Move, Piece, Rank, Role, Square, attacks};

use super::replay::Replay;

/// Moves of a man that are replaced together, at the most.
const LONGEST: usize = 7;

/// Something a side can do without.
#[derive(Clone, Debug)]
pub(super) struct Saving {
    /// Indices of moves in the side's list, each with what is played instead, if anything.
    changes: Vec<(usize, Option<Move>)>,
}

impl Saving {
    pub fn saved(&self) -> usize {
        let dropped = self.changes.iter().filter(|(_, m)| m.is_none());
        dropped.count()
    }

    pub fn first(&self) -> usize {
        self.changes.first().map_or(0, |(index, _)| *index)
    }

    pub fn last(&self) -> usize {
        self.changes.last().map_or(0, |(index, _)| *index)
    }

    /// What is played instead of a move of the side, if it is changed.
    pub fn at(&self, index: usize) -> Option<Option<Move>> {
        let change = self.changes.iter().find(|(changed, _)| *changed == index);
        change.map(|(_, instead)| *instead)
    }

    /// Both together; `None` where they change the same moves.
    pub fn and(&self, other: &Saving) -> Option<Saving> {
        let mut changes = [&self.changes[..], &other.changes[..]].concat();
        changes.sort_by_key(|(index, _)| *index);
        let twice = changes.windows(2).any(|pair| pair[0].0 == pair[1].0);
        (!twice).then_some(Saving { changes })
    }

    /// A side's moves after it.
    pub fn apply(&self, side: &[Move]) -> Vec<Move> {
        let mut changes = self.changes.iter().peekable();
        let mut rest = Vec::with_capacity(side.len());
        for (index, m) in side.iter().enumerate() {
            match changes.next_if(|(changed, _)| *changed == index) {
                Some((_, instead)) => rest.extend(*instead),
                None => rest.push(*m),
            }
        }
        rest
    }
}

/// The moves of a side.
pub(super) fn side(moves: &[Move], color: Color) -> Vec<Move> {
    let skip = color.fold_wb(0, 1);
    moves.iter().skip(skip).step_by(2).copied().collect()
}

/// What a side can do without; other ways of pieces are as early or as late as possible.
pub(super) fn savings(line: &Replay, color: Color, late: bool) -> Vec<Saving> {
    let side = side(&line.moves, color);
    let mut found = Vec::new();
    let mut chain = Vec::with_capacity(LONGEST);
    for (first, m) in side.iter().enumerate() {
        if !is_plain(m) || m.is_capture() {
            continue;
        }
        chain.clear();
        chain.push(first);
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
            _ if chain.len() < 2 => {}
            Role::Pawn => double_step(&side, &chain, &mut found),
            _ => shorter_ways(line, &side, color, &chain, late, &mut found),
        }
    }
    found
}

/// Neither castling nor a promotion nor en passant.
fn is_plain(m: &Move) -> bool {
    matches!(
        m,
        Move::Normal {
            promotion: None,
            ..
        }
    )
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

/// Moves a piece needs from a square to another at the least.
fn least(piece: Piece, from: Square, to: Square) -> usize {
    if from == to {
        return 0;
    }
    let (files, ranks) = (
        from.file().distance(to.file()),
        from.rank().distance(to.rank()),
    );
    let near = attacks::attacks(from, piece, Bitboard::EMPTY).contains(to);
    match piece.role {
        _ if near => 1,
        Role::King => files.max(ranks) as usize,
        // A knight gets no farther than two squares each way, and three all together.
        Role::Knight => {
            let moves = files
                .max(ranks)
                .div_ceil(2)
                .max((files + ranks).div_ceil(3));
            // It changes the colour of its square with every move.
            (moves + (moves + files + ranks) % 2).max(2) as usize
        }
        _ => 2,
    }
}

/// Ways of a man to where a series of its moves leads, at the same times but with fewer moves, as early or as late as
/// possible. The other men stand where they stood.
fn shorter_ways(
    line: &Replay,
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
    // What nothing can be saved of even on an empty board is not looked at.
    let saves = |time: &usize| least(role.of(color), start, side[chain[*time]].to()) <= *time;
    let Some(last) = (1..chain.len()).rfind(saves) else {
        return;
    };
    let chain = &chain[..=last];
    // After each of the times: moves made to be on a square, and where the last one of them came from.
    let mut made = [NEVER; 64];
    made[usize::from(start)] = 0;
    let mut reached = Bitboard::from(start);
    let mut came = [[None; 64]; LONGEST];
    for (time, index) in chain.iter().enumerate() {
        let m = side[*index];
        let ply = 2 * index + color.fold_wb(0, 1);
        let mut occupied = line.boards[ply].occupied();
        occupied.discard(m.from().unwrap_or(start));
        let open = if m.is_capture() {
            Bitboard::from(m.to())
        } else {
            !occupied
        };
        let (mut next, mut there) = if m.is_capture() {
            ([NEVER; 64], Bitboard::EMPTY)
        } else {
            (made, reached)
        };
        if time == last {
            // Nobody goes on from here: it is enough to look back from where the man has to be.
            let to = usize::from(m.to());
            for square in attacks::attacks(m.to(), role.of(color), occupied) & reached {
                let moves = made[usize::from(square)] + 1;
                if moves < next[to] || late && moves == next[to] {
                    next[to] = moves;
                    came[time][to] = Some(square);
                }
            }
        } else {
            for square in reached {
                let moves = made[usize::from(square)] + 1;
                for to in attacks::attacks(square, role.of(color), occupied) & open {
                    let least = &mut next[usize::from(to)];
                    if moves < *least || late && moves == *least {
                        *least = moves;
                        came[time][usize::from(to)] = Some(square);
                        there.add(to);
                    }
                }
            }
        }
        made = next;
        reached = there;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_needs_no_fewer_moves_than_said() {
        for role in [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ] {
            let piece = role.of(Color::White);
            for from in Square::ALL {
                let mut reached = Bitboard::from(from);
                for moves in 0..8 {
                    for to in reached {
                        let said = least(piece, from, to);
                        assert!(said <= moves, "{piece:?} {from} {to}: {said} > {moves}");
                    }
                    reached = reached.into_iter().fold(reached, |all, square| {
                        all | attacks::attacks(square, piece, Bitboard::EMPTY)
                    });
                }
            }
        }
        assert_eq!(least(Color::White.king(), Square::A1, Square::C4), 3);
        assert_eq!(least(Color::White.knight(), Square::A1, Square::H8), 6);
    }
}
