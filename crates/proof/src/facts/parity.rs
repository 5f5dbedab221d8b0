//! Whose move it is, told by counting.
//!
//! With all 32 men on the board and only knights and shut-in rooks ever moved, the number of moves
//! of each side is even or odd for certain: a knight changes the colour of its square with every
//! move, and so does a rook that has only two neighbouring squares to go to.

use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Role, Square, attacks};
use sissa_record::Reason;

use super::{
    corridor::Corridor,
    is_prey,
    mobility::Ground,
    origins::Origins,
    steady::{king_home, originals},
};

/// Moves of the pieces of both sides, as far as the men on the board tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Count {
    pub turn: Color,
    /// Whether those of the pieces accounted for are odd, the others having been taken on dark squares.
    pub odd: ByColor<bool>,
    /// Pieces of the starting position accounted for: those on the board, and those taken by pieces on their first squares.
    pub pieces: ByColor<usize>,
}

/// Counts the moves of the pieces if all of them that can have moved, kings between a few squares among them, change the colour
/// of their square with every move. Holds for games without promotions only.
pub(crate) fn count(ground: &Ground<'_>, turn: Color, origins: &ByColor<Origins>) -> Option<Count> {
    let mut count = Count {
        turn,
        odd: ByColor::default(),
        pieces: ByColor::default(),
    };
    for color in Color::ALL {
        let (odd, pieces) = of_side(ground, color, origins.get(color))?;
        *count.odd.get_mut(color) = odd;
        *count.pieces.get_mut(color) = pieces;
    }
    Some(count)
}

/// Whether the moves of a side's pieces are odd, those not accounted for having been taken on dark squares, and how many pieces that
/// accounts for. Holds for games in which the side did not promote.
pub(crate) fn of_side(
    ground: &Ground<'_>,
    color: Color,
    origins: &Origins,
) -> Option<(bool, usize)> {
    let lost = &origins.lost;
    match Corridor::new(ground, color) {
        Some(corridor) => shut_in(ground, color, lost, &corridor),
        None => alternating(ground, color, lost),
    }
}

type Lost = [(Role, Square, Bitboard)];

/// Those of some lost pieces that were taken on their first squares by pieces.
fn taken_at_home<'a>(
    ground: &'a Ground<'_>,
    color: Color,
    lost: &'a Lost,
) -> impl Iterator<Item = (Role, Square)> + 'a {
    lost.iter()
        .filter(move |(_, _, reach)| {
            !reach.more_than_one() && !is_prey(ground.steady, color, *reach)
        })
        .map(|(role, home, _)| (*role, *home))
}

/// Whether the moves are odd, and how many pieces that accounts for, where all but the knights are shut in.
fn shut_in(
    ground: &Ground<'_>,
    color: Color,
    lost: &Lost,
    corridor: &Corridor,
) -> Option<(bool, usize)> {
    if corridor.even == corridor.odd {
        return None;
    }
    let first = Board::new();
    let men = first.by_color(color) & !first.pawns();
    let still = (men & !first.knights() & ground.steady).count();
    let homes = first.by_piece(color.knight());
    let now = ground.board.by_piece(color.knight());
    let mut light = (homes & Bitboard::LIGHT_SQUARES).count();
    light += (now & Bitboard::LIGHT_SQUARES).count();
    let mut pieces = corridor.pieces + still + now.count();
    for (role, home) in taken_at_home(ground, color, lost) {
        if role == Role::Knight {
            light += usize::from(home.is_light());
            pieces += 1;
        }
    }
    Some((corridor.odd ^ (light % 2 == 1), pieces))
}

/// The same where pieces that can have moved change the colour of their square with every move.
fn alternating(ground: &Ground<'_>, color: Color, lost: &Lost) -> Option<(bool, usize)> {
    // Castling moves two men and changes no colour.
    if ground.can_castle(color) {
        return None;
    }
    let king = (Role::King, king_home(color));
    for (role, home) in originals(color).into_iter().chain([king]) {
        let piece = Piece { color, role };
        let reach = ground.reach(piece, home);
        if !ground.steady.contains(home)
            && reach.more_than_one()
            && !alternates(ground, piece, reach)
        {
            return None;
        }
    }
    let first = Board::new();
    let homes = first.by_color(color) & !first.pawns();
    let now = ground.board.by_color(color) & !ground.board.pawns();
    let mut light = (homes & Bitboard::LIGHT_SQUARES).count();
    light += (now & Bitboard::LIGHT_SQUARES).count();
    let mut pieces = now.count();
    for (_, home) in taken_at_home(ground, color, lost) {
        light += usize::from(home.is_light());
        pieces += 1;
    }
    Some((light % 2 == 1, pieces))
}

/// Whether every single move of a piece inside its reach changes the colour of its square.
fn alternates(ground: &Ground<'_>, piece: Piece, reach: Bitboard) -> bool {
    reach.into_iter().all(|square| {
        let next = attacks::attacks(square, piece, ground.steady) & reach;
        let same = if square.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        (next & same).is_empty()
    })
}

/// The side to move contradicts the number of moves made.
pub(crate) fn turn(ground: &Ground<'_>, turn: Color) -> Option<Reason> {
    let board = ground.board;
    if board.occupied().count() < 32 {
        return None;
    }
    let mut moved = false;
    let mut odd = [false; 2];
    for color in Color::ALL {
        if board.by_piece(color.pawn()) & ground.steady != board.by_piece(color.pawn()) {
            return None;
        }
        let ours = originals(color);
        let king = [(Role::King, king_home(color))];
        for (role, home) in ours.into_iter().chain(king) {
            let piece = Piece { color, role };
            let reach = ground.reach(piece, home);
            if reach.more_than_one() && !alternates(ground, piece, reach) {
                return None;
            }
            moved |= reach.more_than_one();
        }
        // With no captures and no promotions, the men of a role are those of the starting position, so
        // the colours of their squares tell how many moves were made, whoever is who.
        for role in [
            Role::Knight,
            Role::Rook,
            Role::Bishop,
            Role::Queen,
            Role::King,
        ] {
            let piece = Piece { color, role };
            let now = board.by_piece(piece) & Bitboard::LIGHT_SQUARES;
            let first = Board::new().by_piece(piece) & Bitboard::LIGHT_SQUARES;
            odd[usize::from(color.is_black())] ^= (now.count() + first.count()) % 2 == 1;
        }
    }
    let white_to_move = odd[0] == odd[1];
    (moved && white_to_move != turn.is_white() || !moved && turn.is_black()).then(|| {
        let player = turn.fold_wb("White", "Black");
        let parity = |odd: bool| if odd { "odd" } else { "even" };
        let message = format!(
            "{player} cannot be to move: White has made an {} number of moves and Black an {} one, \
             because only knights and rooks between two squares can have moved",
            parity(odd[0]),
            parity(odd[1]),
        );
        let squares = board.knights() | board.rooks();
        Reason::new("wrong-parity", message, squares)
    })
}
