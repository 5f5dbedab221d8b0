//! The board as the side to move sees it, with who attacks what.
//!
//! One half of the work of both encodings: attacks are counted once and serve every move.

use shakmaty::{Bitboard, Chess, Color, Position as _, Role, Square, attacks};

/// Values in an exchange, by role.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 20];

/// The place of a role in the arrays here.
pub(super) const fn slot(role: Role) -> usize {
    role as usize - 1
}

/// The board from the mover's side: where Black is to move, ranks and colours are mirrored.
#[derive(Clone, Debug)]
pub struct View {
    /// Whether ranks are mirrored.
    pub mirrored: bool,
    /// The mover's men, by role.
    pub own: [Bitboard; 6],
    /// The other side's.
    pub other: [Bitboard; 6],
    /// All men.
    pub occupied: Bitboard,
    /// All of the mover's.
    pub mine: Bitboard,
    /// What the mover attacks or protects, at least once and at least twice.
    pub guarded: [Bitboard; 2],
    /// The squares that the other side's men attack, by role.
    pub attacked: [Bitboard; 6],
    /// … that any of them does, or protects.
    pub covered: Bitboard,
    /// The mover's men that stand to be taken with gain, and the other side's.
    pub loose: [Bitboard; 2],
    /// The mover's men that stand alone between a line piece of theirs and the other king.
    pub screens: Bitboard,
    /// The kings, the mover's and the other.
    pub kings: [Square; 2],
    /// Whether the mover is in check.
    pub check: bool,
}

impl View {
    /// Of a position.
    pub fn of(position: &Chess) -> View {
        let board = position.board();
        let turn = position.turn();
        let mirrored = turn.is_black();
        let men = |color: Color, role: Role| {
            let men = board.by_color(color) & board.by_role(role);
            if mirrored { men.flip_vertical() } else { men }
        };
        let own = Role::ALL.map(|role| men(turn, role));
        let other = Role::ALL.map(|role| men(!turn, role));
        let all = |men: &[Bitboard; 6]| men.iter().fold(Bitboard::EMPTY, |all, some| all | *some);
        let (mine, theirs) = (all(&own), all(&other));
        let occupied = mine | theirs;
        let king = |men: &[Bitboard; 6]| men[5].first().unwrap_or(Square::A1);
        let kings = [king(&own), king(&other)];
        let (by_own, guarded) = control(&own, Color::White, occupied);
        let (attacked, covered) = control(&other, Color::Black, occupied);
        let loose = [
            loose(&own, &attacked, guarded[0]),
            loose(&other, &by_own, covered[0]),
        ];
        let target = kings[1];
        let mut screens = Bitboard::EMPTY;
        let lines = (attacks::rook_attacks(target, theirs) & (own[3] | own[4]))
            | (attacks::bishop_attacks(target, theirs) & (own[2] | own[4]));
        for piece in lines {
            let between = attacks::between(piece, target) & occupied;
            if between.count() == 1 {
                screens |= between & mine;
            }
        }
        View {
            mirrored,
            own,
            other,
            occupied,
            mine,
            guarded,
            attacked,
            covered: covered[0],
            loose,
            screens,
            kings,
            check: covered[0].contains(kings[0]),
        }
    }

    /// A square as the mover sees it.
    pub fn square(&self, square: Square) -> Square {
        if self.mirrored {
            square.flip_vertical()
        } else {
            square
        }
    }

    /// The least of the other side's men that attack a square, 0 pawn to 5 king, 6 none.
    pub(super) fn least_attacker(&self, square: Square) -> usize {
        self.attacked
            .iter()
            .position(|attacked| attacked.contains(square))
            .unwrap_or(6)
    }
}

/// What men attack, by role, and what at least one and at least two of them do.
fn control(
    men: &[Bitboard; 6],
    color: Color,
    occupied: Bitboard,
) -> ([Bitboard; 6], [Bitboard; 2]) {
    let mut by_role = [Bitboard::EMPTY; 6];
    let mut counted = [Bitboard::EMPTY; 2];
    for role in Role::ALL {
        for square in men[slot(role)] {
            let reached = attacks::attacks(square, role.of(color), occupied);
            by_role[slot(role)] |= reached;
            counted[1] |= counted[0] & reached;
            counted[0] |= reached;
        }
    }
    (by_role, counted)
}

/// The men that something cheaper attacks, or anything while nothing protects them.
fn loose(men: &[Bitboard; 6], attacked: &[Bitboard; 6], guarded: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for (kind, squares) in men.iter().enumerate().take(5) {
        for (attacker, reached) in attacked.iter().enumerate() {
            let threatened = *squares & *reached;
            found |= if VALUES[attacker] < VALUES[kind] {
                threatened
            } else {
                threatened & !guarded
            };
        }
    }
    found
}
