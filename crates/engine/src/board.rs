//! The position as the search sees it: shakmaty's, with a running hash and a fast list of captures.
//!
//! Moves are made by copying: a [`Chess`] is small, and a copy costs less than taking a move back.
//! The hash is shakmaty's (which is also Polyglot's), updated by what a move changes.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, File, Move, MoveList, Piece, Position,
    Rank, Role, Square, attacks, zobrist::ZobristValue as _,
};

use crate::zobrist::Zobrist;

/// A position, its hashes, and whether its side to move is in check.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub chess: Chess,
    pub key: u64,
    /// Hashes of the pawns, of White's other men and of Black's.
    pub men: [u64; 3],
    pub checked: bool,
}

/// What a move changes in the hashes: of all, and of the men by kind.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    key: u64,
    men: [u64; 3],
}

impl Change {
    /// Puts a man on a square or takes it away.
    fn toggle(&mut self, square: Square, role: Role, color: Color) {
        let value = Zobrist::zobrist_for_piece(square, Piece { color, role }).0;
        let kind = match role {
            Role::Pawn => 0,
            _ => color.fold_wb(1, 2),
        };
        self.key ^= value;
        self.men[kind] ^= value;
    }
}

impl Node {
    /// Hashes a position.
    pub fn new(chess: Chess) -> Node {
        let key = chess.zobrist_hash::<Zobrist>(EnPassantMode::Legal).0;
        let checked = chess.is_check();
        let mut all = Change::default();
        for (square, piece) in chess.board() {
            all.toggle(square, piece.role, piece.color);
        }
        Node {
            chess,
            key,
            men: all.men,
            checked,
        }
    }

    /// The position after a legal move. `likely` is told its hash as far as that can be known before
    /// the move is made: what is known of the position can be fetched meanwhile.
    pub fn play(&self, m: Move, likely: impl FnOnce(u64)) -> Node {
        let change = self.men_change(m);
        likely(self.key ^ change.key ^ ep_key(&self.chess));
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        let key = self.key ^ change.key ^ self.rights_change(&chess);
        let checked = chess.is_check();
        Node {
            chess,
            key,
            men: core::array::from_fn(|kind| self.men[kind] ^ change.men[kind]),
            checked,
        }
    }

    /// The hash after a move, as far as it can be told without making it: most often the true one.
    pub fn likely_key(&self, m: Move) -> u64 {
        self.key ^ self.men_change(m).key ^ ep_key(&self.chess)
    }

    /// The position if the side to move could pass; only asked for outside check.
    pub fn null_move(&self) -> Option<Node> {
        let chess = self.chess.clone().swap_turn().ok()?;
        let key = self.key ^ Zobrist::zobrist_for_white_turn().0 ^ ep_key(&self.chess);
        Some(Node {
            chess,
            key,
            men: self.men,
            checked: false,
        })
    }

    /// What a move changes in the hashes by moving men and passing the turn.
    #[inline]
    fn men_change(&self, m: Move) -> Change {
        let us = self.chess.turn();
        let mut change = Change {
            key: Zobrist::zobrist_for_white_turn().0,
            ..Change::default()
        };
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                change.toggle(from, role, us);
                change.toggle(to, promotion.unwrap_or(role), us);
                if let Some(captured) = capture {
                    change.toggle(to, captured, !us);
                }
            }
            Move::EnPassant { from, to } => {
                change.toggle(from, Role::Pawn, us);
                change.toggle(to, Role::Pawn, us);
                let captured = Square::from_coords(to.file(), from.rank());
                change.toggle(captured, Role::Pawn, !us);
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                change.toggle(king, Role::King, us);
                change.toggle(king_to, Role::King, us);
                change.toggle(rook, Role::Rook, us);
                change.toggle(rook_to, Role::Rook, us);
            }
            Move::Put { role, to } => change.toggle(to, role, us),
        }
        change
    }

    /// What a move changes in the hash by rights to castle and to take en passant.
    fn rights_change(&self, after: &Chess) -> u64 {
        let mut change = 0;
        let (before, now) = (self.chess.castles(), after.castles());
        if before.castling_rights() != now.castling_rights() {
            for color in Color::ALL {
                for side in CastlingSide::ALL {
                    if before.has(color, side) != now.has(color, side) {
                        change ^= Zobrist::zobrist_for_castling_right(color, side).0;
                    }
                }
            }
        }
        change ^ ep_key(&self.chess) ^ ep_key(after)
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let side = CastlingSide::from_queen_side(rook < king);
    (
        Square::from_coords(side.king_to_file(), king.rank()),
        Square::from_coords(side.rook_to_file(), king.rank()),
    )
}

fn ep_key(chess: &Chess) -> u64 {
    // Most positions have no such square; the question whether the capture is legal is dear.
    match chess.maybe_ep_square() {
        None => 0,
        Some(_) => chess.ep_square(EnPassantMode::Legal).map_or(0, |square| {
            Zobrist::zobrist_for_en_passant_file(square.file()).0
        }),
    }
}

/// The squares that pawns of a colour attack.
fn pawns_attack(pawns: Bitboard, color: Color) -> Bitboard {
    let left = pawns & !Bitboard::from_file(File::A);
    let right = pawns & !Bitboard::from_file(File::H);
    match color {
        Color::White => left.shift(7) | right.shift(9),
        Color::Black => left.shift(-9) | right.shift(-7),
    }
}

/// The squares that a colour attacks.
pub(crate) fn attacked_by(chess: &Chess, color: Color) -> Bitboard {
    let board = chess.board();
    let own = board.by_color(color);
    let occupied = board.occupied();
    let mut all = pawns_attack(own & board.pawns(), color);
    for from in own & board.knights() {
        all |= attacks::knight_attacks(from);
    }
    for from in own & board.bishops_and_queens() {
        all |= attacks::bishop_attacks(from, occupied);
    }
    for from in own & board.rooks_and_queens() {
        all |= attacks::rook_attacks(from, occupied);
    }
    for from in own & board.kings() {
        all |= attacks::king_attacks(from);
    }
    all
}

/// Whether the side to move has more than pawns.
pub(crate) fn has_pieces(chess: &Chess) -> bool {
    let board = chess.board();
    (board.by_color(chess.turn()) & !(board.pawns() | board.kings())).any()
}

/// Adds the legal captures and queen promotions. Only outside check.
///
/// shakmaty makes all legal moves and drops the others; most positions of a search need captures
/// only. Tests hold it to the same set.
pub(crate) fn noisy_moves(chess: &Chess, moves: &mut MoveList) {
    let board = chess.board();
    let us = chess.turn();
    let (ours, theirs) = (board.by_color(us), board.by_color(!us));
    let occupied = board.occupied();
    let Some(king) = board.king_of(us) else {
        return;
    };
    let pinned = pinned(chess, king);
    let mut add = |role: Role, from: Square, targets: Bitboard| {
        let free = !pinned.contains(from);
        for to in targets {
            if free || attacks::aligned(from, to, king) {
                moves.push(Move::Normal {
                    role,
                    from,
                    capture: board.role_at(to),
                    to,
                    promotion: None,
                });
            }
        }
    };
    for from in ours & board.knights() {
        add(Role::Knight, from, attacks::knight_attacks(from) & theirs);
    }
    for from in ours & board.bishops() {
        add(
            Role::Bishop,
            from,
            attacks::bishop_attacks(from, occupied) & theirs,
        );
    }
    for from in ours & board.rooks() {
        add(
            Role::Rook,
            from,
            attacks::rook_attacks(from, occupied) & theirs,
        );
    }
    for from in ours & board.queens() {
        add(
            Role::Queen,
            from,
            attacks::queen_attacks(from, occupied) & theirs,
        );
    }
    let last = Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First));
    for from in ours & board.pawns() {
        add(
            Role::Pawn,
            from,
            attacks::pawn_attacks(us, from) & theirs & !last,
        );
    }
    for to in attacks::king_attacks(king) & theirs {
        if board.attacks_to(to, !us, occupied.without(king)).is_empty() {
            moves.push(Move::Normal {
                role: Role::King,
                from: king,
                capture: board.role_at(to),
                to,
                promotion: None,
            });
        }
    }
    let seventh = Bitboard::from_rank(us.fold_wb(Rank::Seventh, Rank::Second));
    for from in ours & board.pawns() & seventh {
        let ahead = Bitboard::from(from).shift(us.fold_wb(8, -8)) & !occupied;
        for to in (attacks::pawn_attacks(us, from) & theirs) | ahead {
            if !pinned.contains(from) || attacks::aligned(from, to, king) {
                moves.push(Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: board.role_at(to),
                    to,
                    promotion: Some(Role::Queen),
                });
            }
        }
    }
    if chess.maybe_ep_square().is_some() {
        moves.extend(chess.en_passant_moves());
    }
}

/// Men of the side to move that alone stand between its king and an enemy line piece.
fn pinned(chess: &Chess, king: Square) -> Bitboard {
    let board = chess.board();
    let us = chess.turn();
    let snipers = ((attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()))
        & board.by_color(!us);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between;
        }
    }
    pinned & board.by_color(us)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn hash_and_captures_equal_what_shakmaty_computes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = 0;
        for _ in 0..300 {
            let mut node = Node::new(Chess::default());
            for _ in 0..120 {
                let legal = node.chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                assert_eq!(node.checked, node.chess.is_check());
                let board = node.chess.board();
                for color in Color::ALL {
                    let attacked = |square| board.attacks_to(square, color, board.occupied()).any();
                    let slow: Bitboard = Square::ALL.into_iter().filter(|s| attacked(*s)).collect();
                    assert_eq!(attacked_by(&node.chess, color), slow);
                }
                if !node.checked {
                    let mut fast = MoveList::new();
                    noisy_moves(&node.chess, &mut fast);
                    let mut fast: Vec<String> = fast.iter().map(|m| format!("{m:?}")).collect();
                    let mut slow: Vec<String> = legal
                        .iter()
                        .filter(|m| match m.promotion() {
                            Some(role) => role == Role::Queen,
                            None => m.is_capture(),
                        })
                        .map(|m| format!("{m:?}"))
                        .collect();
                    fast.sort();
                    slow.sort();
                    assert_eq!(fast, slow, "{:?}", node.chess);
                    seen += fast.len();
                    if let Some(null) = node.null_move() {
                        let fresh = Node::new(null.chess.clone());
                        assert_eq!((null.key, null.men), (fresh.key, fresh.men));
                        assert_eq!(null.checked, fresh.checked);
                    }
                }
                let m = legal[rng.random_range(0..legal.len())];
                node = node.play(m, |_| ());
                let fresh = Node::new(node.chess.clone());
                assert_eq!((node.key, node.men), (fresh.key, fresh.men));
            }
        }
        assert!(seen > 10_000, "{seen}");
    }
}
