//! The terms of the handcrafted evaluation: what is counted, not what it is worth.
//!
//! [`count`] walks over a position once and tells a [`Sink`] how often each term occurs, White's men
//! counting up and Black's down. Playing sums weights; tuning collects the counts. Both see the same
//! terms because there is one walk.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

/// Receives the terms of a position.
pub trait Sink {
    /// The term occurs `times` more often for White than for Black.
    fn add(&mut self, term: usize, times: i32);
}

macro_rules! layout {
    ($($name:ident: $size:expr, $doc:literal;)*) => {
        layout!(@place 0usize; $($name: $size, $doc;)*);
        /// Groups of terms in order: name, first index, size.
        pub const GROUPS: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $size)),*];
    };
    (@place $from:expr; $name:ident: $size:expr, $doc:literal; $($rest:tt)*) => {
        #[doc = $doc]
        pub const $name: usize = $from;
        layout!(@place $name + $size; $($rest)*);
    };
    (@place $from:expr;) => {
        /// How many terms there are.
        pub const COUNT: usize = $from;
    };
}

layout! {
    MATERIAL: 5, "men, from pawn to queen";
    SQUARES: 384, "a man on a square, by role, seen from its side";
    KNIGHT_MOBILITY: 9, "knights by safe moves";
    BISHOP_MOBILITY: 14, "bishops by safe moves";
    ROOK_MOBILITY: 15, "rooks by safe moves";
    QUEEN_MOBILITY: 28, "queens by safe moves";
    PASSED: 8, "passed pawns by rank";
    PASSED_FREE: 8, "passed pawns with a free square ahead, by rank";
    PASSED_OWN_KING: 8, "advanced passed pawns by distance of their king";
    PASSED_ENEMY_KING: 8, "advanced passed pawns by distance of the enemy king";
    ISOLATED: 1, "isolated pawns";
    DOUBLED: 1, "doubled pawns";
    BACKWARD: 1, "backward pawns";
    PHALANX: 8, "pawns side by side, by rank";
    DEFENDED: 8, "pawns defended by a pawn, by rank";
    BISHOP_PAIR: 1, "both bishops";
    ROOK_OPEN: 1, "rooks on open files";
    ROOK_HALF_OPEN: 1, "rooks on half-open files";
    ROOK_BEHIND_PASSED: 1, "rooks behind a passed pawn";
    OUTPOST: 2, "knights, then bishops, that no pawn can drive away and a pawn defends";
    SHIELD: 6, "own pawns one and two ranks before the king, by file from its own";
    KING_OPEN: 3, "files beside the king without own pawns";
    KING_DANGER: 32, "weight of attacks on the squares around the king";
    SAFE_CHECK: 4, "safe checks of knights, bishops, rooks and queens";
    PAWN_ATTACKS: 4, "pawns attacking knights, bishops, rooks, queens";
    MINOR_ATTACKS: 5, "knights and bishops attacking men, by role";
    ROOK_ATTACKS: 5, "rooks attacking men, by role";
    KING_ATTACKS: 1, "kings attacking undefended men";
    HANGING: 1, "enemy men attacked and not defended";
    CENTRE: 1, "attacks on the four central squares";
    CONNECTED: 1, "men that another man defends";
    SPACE: 1, "safe squares behind own pawns on the central files";
    TEMPO: 1, "the right to move";
}

const CENTRE_SQUARES: Bitboard = Bitboard(0x0000_0018_1800_0000);
const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);

/// All squares that men of a side attack.
#[derive(Clone, Copy, Debug, Default)]
struct Attacks {
    all: Bitboard,
    twice: Bitboard,
    pawns: Bitboard,
    by_role: [Bitboard; 6],
}

impl Attacks {
    fn add(&mut self, role: Role, squares: Bitboard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by_role[role as usize - 1] |= squares;
    }
}

/// Tells the sink every term of the position.
#[inline]
pub fn count(board: &Board, turn: Color, sink: &mut impl Sink) {
    let (Some(white_king), Some(black_king)) =
        (board.king_of(Color::White), board.king_of(Color::Black))
    else {
        return;
    };
    let mut attacks = [Attacks::default(); 2];
    let mut danger = [0i32; 2];
    for color in Color::ALL {
        let pawns = board.pawns() & board.by_color(color);
        let side = &mut attacks[color as usize];
        side.pawns = pawn_attacks(pawns, color);
        side.add(Role::Pawn, side.pawns);
        let king = if color.is_white() {
            white_king
        } else {
            black_king
        };
        side.add(Role::King, attacks::king_attacks(king));
    }
    for color in Color::ALL {
        let enemy_king = if color.is_white() {
            black_king
        } else {
            white_king
        };
        pieces(board, color, enemy_king, &mut attacks, &mut danger, sink);
        pawns(board, color, [white_king, black_king], sink);
    }
    for color in Color::ALL {
        let (king, enemy_king) = match color {
            Color::White => (white_king, black_king),
            Color::Black => (black_king, white_king),
        };
        let sign = color.fold_wb(1, -1);
        let (us, them) = (attacks[color as usize], attacks[!color as usize]);
        shelter(board, color, king, sign, sink);
        threats(board, color, &us, &them, sign, sink);
        checks(board, color, enemy_king, &us, &them, sign, sink);
        sink.add(KING_DANGER + danger[color as usize].min(31) as usize, sign);
    }
    sink.add(TEMPO, turn.fold_wb(1, -1));
}

fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let not_a = !Bitboard::from_file(File::A);
    let not_h = !Bitboard::from_file(File::H);
    match color {
        Color::White => (pawns & not_a).shift(7) | (pawns & not_h).shift(9),
        Color::Black => (pawns & not_a).shift(-9) | (pawns & not_h).shift(-7),
    }
}

/// A square as its side sees it: the own first rank is the first.
fn seen(square: Square, color: Color) -> usize {
    usize::from(square) ^ color.fold_wb(0, 56)
}

fn rank_seen(square: Square, color: Color) -> usize {
    seen(square, color) >> 3
}

fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

fn beside(files: Bitboard) -> Bitboard {
    ((files & !Bitboard::from_file(File::H)).shift(1))
        | ((files & !Bitboard::from_file(File::A)).shift(-1))
}

/// Squares of higher rank, from the side's view.
fn ahead(square: Square, color: Color) -> Bitboard {
    let rank = u32::from(square.rank());
    match color {
        Color::White if rank == 7 => Bitboard::EMPTY,
        Color::White => Bitboard(!0 << (8 * (rank + 1))),
        Color::Black => Bitboard((1u64 << (8 * rank)) - 1),
    }
}

#[inline]
fn pieces(
    board: &Board,
    color: Color,
    enemy_king: Square,
    attacks: &mut [Attacks; 2],
    danger: &mut [i32; 2],
    sink: &mut impl Sink,
) {
    let sign = color.fold_wb(1, -1);
    let ours = board.by_color(color);
    let occupied = board.occupied();
    let our_pawns = board.pawns() & ours;
    let their_pawns = board.pawns() & !ours;
    let safe = !attacks[!color as usize].pawns & !(our_pawns | (board.kings() & ours));
    let near = attacks::king_attacks(enemy_king);
    let zone = near | Bitboard::from(enemy_king) | near.shift(color.fold_wb(-8, 8));
    // Line pieces see through men of their own kind.
    let for_bishops = occupied ^ (ours & board.queens());
    let for_rooks = occupied ^ (ours & board.rooks_and_queens());
    for square in ours {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        let index = role as usize - 1;
        sink.add(SQUARES + index * 64 + seen(square, color), sign);
        if role != Role::King {
            sink.add(MATERIAL + index, sign);
        }
        let (squares, first, weight) = match role {
            Role::Knight => (attacks::knight_attacks(square), KNIGHT_MOBILITY, 2),
            Role::Bishop => (
                attacks::bishop_attacks(square, for_bishops),
                BISHOP_MOBILITY,
                2,
            ),
            Role::Rook => (attacks::rook_attacks(square, for_rooks), ROOK_MOBILITY, 3),
            Role::Queen => (attacks::queen_attacks(square, occupied), QUEEN_MOBILITY, 4),
            Role::Pawn | Role::King => continue,
        };
        attacks[color as usize].add(role, squares);
        let moves = (squares & safe).count();
        let most = match role {
            Role::Queen => 27,
            _ => moves,
        };
        sink.add(first + moves.min(most), sign);
        danger[color as usize] += weight * (squares & zone).count() as i32;
        match role {
            Role::Rook => {
                let file = file_of(square);
                if (file & board.pawns()).is_empty() {
                    sink.add(ROOK_OPEN, sign);
                } else if (file & our_pawns).is_empty() {
                    sink.add(ROOK_HALF_OPEN, sign);
                }
            }
            Role::Knight | Role::Bishop => {
                let drivers = ahead(square, color) & beside(file_of(square)) & their_pawns;
                let rank = rank_seen(square, color);
                if (3..6).contains(&rank)
                    && drivers.is_empty()
                    && attacks[color as usize].pawns.contains(square)
                {
                    sink.add(OUTPOST + usize::from(role == Role::Bishop), sign);
                }
            }
            _ => {}
        }
    }
    let bishops = board.bishops() & ours;
    if (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        sink.add(BISHOP_PAIR, sign);
    }
    // Attacks matter while there is someone to follow them up.
    if (board.queens() & ours).is_empty() {
        danger[color as usize] /= 2;
    }
    danger[color as usize] /= 2;
}

#[inline]
fn pawns(board: &Board, color: Color, kings: [Square; 2], sink: &mut impl Sink) {
    let sign = color.fold_wb(1, -1);
    let ours = board.by_color(color);
    let our_pawns = board.pawns() & ours;
    let their_pawns = board.pawns() & !ours;
    let defended = pawn_attacks(our_pawns, color);
    let stopped = pawn_attacks(their_pawns, !color);
    let (own_king, enemy_king) = match color {
        Color::White => (kings[0], kings[1]),
        Color::Black => (kings[1], kings[0]),
    };
    for square in our_pawns {
        let rank = rank_seen(square, color);
        let file = file_of(square);
        let neighbours = beside(file);
        let before = ahead(square, color);
        let next = Bitboard::from(square).shift(color.fold_wb(8, -8));
        if (our_pawns & neighbours).is_empty() {
            sink.add(ISOLATED, sign);
        } else if (our_pawns & neighbours & !before).is_empty() && (next & stopped).any() {
            sink.add(BACKWARD, sign);
        }
        if (our_pawns & file & before).any() {
            sink.add(DOUBLED, sign);
            continue;
        }
        if (beside(Bitboard::from(square)) & our_pawns).any() {
            sink.add(PHALANX + rank, sign);
        }
        if defended.contains(square) {
            sink.add(DEFENDED + rank, sign);
        }
        if (their_pawns & before & (file | neighbours)).is_empty() {
            sink.add(PASSED + rank, sign);
            if (next & board.occupied()).is_empty() {
                sink.add(PASSED_FREE + rank, sign);
            }
            if rank >= 3 {
                let target = next.first().unwrap_or(square);
                sink.add(PASSED_OWN_KING + distance(own_king, target), sign);
                sink.add(PASSED_ENEMY_KING + distance(enemy_king, target), sign);
            }
            let behind = file & !before & ours & board.rooks();
            if behind.any() {
                sink.add(ROOK_BEHIND_PASSED, sign);
            }
        }
    }
    let defended_men = defended & ours & CENTRE_FILES & !board.pawns();
    sink.add(CONNECTED, sign * defended_men.count() as i32);
    let mut back = our_pawns;
    back |= back.shift(color.fold_wb(-8, 8));
    back |= back.shift(color.fold_wb(-16, 16));
    let room = back & !our_pawns & !stopped & CENTRE_FILES;
    sink.add(SPACE, sign * room.count() as i32);
}

fn distance(a: Square, b: Square) -> usize {
    a.distance(b) as usize
}

#[inline]
fn shelter(board: &Board, color: Color, king: Square, sign: i32, sink: &mut impl Sink) {
    let our_pawns = board.pawns() & board.by_color(color);
    let file = i32::from(king.file());
    let rank = u32::from(king.rank());
    for offset in -1..=1 {
        let Ok(file) = File::try_from(file + offset) else {
            continue;
        };
        let on_file = our_pawns & Bitboard::from_file(file) & ahead(king, color);
        let away = offset.unsigned_abs() as usize;
        if on_file.is_empty() {
            sink.add(KING_OPEN + away, sign);
            continue;
        }
        for step in 1..=2u32 {
            let there = match color {
                Color::White => rank.checked_add(step).filter(|rank| *rank < 8),
                Color::Black => rank.checked_sub(step),
            };
            if let Some(there) = there
                && on_file.contains(Square::from_coords(file, Rank::new(there)))
            {
                let side = usize::from(offset != 0) + usize::from(offset == 1);
                sink.add(SHIELD + (step as usize - 1) * 3 + side.min(2), sign);
                break;
            }
        }
    }
}

#[inline]
fn threats(
    board: &Board,
    color: Color,
    us: &Attacks,
    them: &Attacks,
    sign: i32,
    sink: &mut impl Sink,
) {
    let theirs = board.by_color(!color);
    let minors = us.by_role[Role::Knight as usize - 1] | us.by_role[Role::Bishop as usize - 1];
    let rooks = us.by_role[Role::Rook as usize - 1];
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let index = role as usize - 1;
        let men = theirs & board.by_role(role);
        if role != Role::Pawn {
            let attacked = (us.pawns & men).count() as i32;
            sink.add(PAWN_ATTACKS + index - 1, sign * attacked);
        }
        sink.add(
            MINOR_ATTACKS + index,
            sign * (minors & men & !them.pawns).count() as i32,
        );
        sink.add(
            ROOK_ATTACKS + index,
            sign * (rooks & men & !them.pawns).count() as i32,
        );
    }
    let loose = theirs & us.all & !them.all & !board.kings();
    sink.add(HANGING, sign * loose.count() as i32);
    let by_king = us.by_role[Role::King as usize - 1] & loose;
    sink.add(KING_ATTACKS, sign * by_king.count() as i32);
    let centre = (us.all & CENTRE_SQUARES).count() + (us.twice & CENTRE_SQUARES).count();
    sink.add(CENTRE, sign * centre as i32);
}

#[inline]
fn checks(
    board: &Board,
    color: Color,
    enemy_king: Square,
    us: &Attacks,
    them: &Attacks,
    sign: i32,
    sink: &mut impl Sink,
) {
    let free = !board.by_color(color) & (!them.all | (us.twice & !them.twice & !them.pawns));
    let diagonal = attacks::bishop_attacks(enemy_king, board.occupied());
    let straight = attacks::rook_attacks(enemy_king, board.occupied());
    let from = [
        (Role::Knight, attacks::knight_attacks(enemy_king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, diagonal | straight),
    ];
    for (index, (role, squares)) in from.into_iter().enumerate() {
        let safe = us.by_role[role as usize - 1] & squares & free;
        if safe.any() {
            sink.add(SAFE_CHECK + index, sign);
        }
    }
}
