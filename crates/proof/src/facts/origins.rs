//! Which man of the starting position each man on the board is, as far as that can be told.

use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};
use sissa_record::Reason;

use super::{
    mobility::Ground,
    steady::{king_home, originals},
};

/// What the origins of a side's pieces tell.
pub(crate) struct Origins {
    /// Pieces that must have promoted, at least.
    pub promoted: usize,
    /// Where each piece of the board can have come from.
    pub men: Vec<Man>,
    /// Where the pieces of the starting position can get to.
    pub homes: [Bitboard; 7],
    /// Where a man that promotes on a file can get to, whatever it becomes.
    pub doors: [Bitboard; 8],
    /// Pieces of the starting position that were certainly captured, and where that can have been.
    pub lost: Vec<(Role, Square, Bitboard)>,
}

/// Where a piece of the board can have come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Man {
    /// Pieces of the starting position, as bits.
    pub homes: u8,
    /// Files on which it can have promoted, as bits.
    pub doors: u8,
}

/// The pieces that pawns become.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The origins of a side's pieces, or why they have none.
pub(crate) fn origins(ground: &Ground<'_>, color: Color) -> Result<Origins, Reason> {
    let board = ground.board;
    let player = color.fold_wb("White", "Black");
    let king = board.king_of(color);
    if let Some(king) = king
        && !ground.reach(color.king(), king_home(color)).contains(king)
    {
        let message = format!("{player}'s king can never have got from its first square to {king}");
        return Err(Reason::new("no-way-there", message, king));
    }
    let pieces: Vec<(Square, Role)> = (board.by_color(color) & !board.pawns() & !board.kings())
        .into_iter()
        .filter_map(|square| Some((square, board.role_at(square)?)))
        .collect();
    let homes = originals(color);
    let reach = homes.map(|(role, home)| ground.reach(Piece { color, role }, home));
    let doors = ground.promotion_squares(color);
    let promoted = PROMOTIONS.map(|role| {
        File::ALL.map(|file| match (doors & Bitboard::from(file)).first() {
            Some(door) => ground.reach(Piece { color, role }, door),
            None => Bitboard::EMPTY,
        })
    });
    let came_through = |square: Square, role: Role| {
        let (_, files) = PROMOTIONS
            .iter()
            .zip(&promoted)
            .find(|(other, _)| **other == role)
            .expect("kings and pawns are left out");
        (0..8)
            .filter(|file| files[*file].contains(square))
            .fold(0, |bits, file| bits | 1 << file)
    };
    let can_promote = |square: Square, role: Role| came_through(square, role) != 0u8;
    let came_from = |square: Square, role: Role| -> Vec<usize> {
        (0..homes.len())
            .filter(|home| {
                // A man that never moved is its own origin, and nobody else's.
                let own = homes[*home].1 == square;
                homes[*home].0 == role
                    && reach[*home].contains(square)
                    && (own || !ground.steady.contains(square))
                    && (own || !ground.steady.contains(homes[*home].1))
            })
            .collect()
    };
    let name = |role: Role| match role {
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
        Role::Pawn => "pawn",
    };
    for (square, role) in &pieces {
        if came_from(*square, *role).is_empty() && !can_promote(*square, *role) {
            let name = name(*role);
            let message = format!(
                "{player}'s {name} on {square} can have come neither from the starting position nor \
                 from a promotion: men that never moved close every way"
            );
            return Err(Reason::new("no-way-there", message, *square));
        }
    }
    // The pieces of a role served by origins as far as possible; the others promoted.
    let mut least = 0;
    let mut needy = Bitboard::EMPTY;
    for role in PROMOTIONS {
        let own: Vec<Square> = pieces
            .iter()
            .filter(|(_, other)| *other == role)
            .map(|(square, _)| *square)
            .collect();
        let mut served: [Option<usize>; 7] = [None; 7];
        // Those that cannot have promoted choose first: they must be served.
        let (must, may): (Vec<usize>, Vec<usize>) =
            (0..own.len()).partition(|index| !can_promote(own[*index], role));
        let mut unserved = Vec::new();
        for index in must {
            let options = |index: usize| came_from(own[index], role);
            if !serve(index, &options, &mut served, &mut [false; 7]) {
                let name = name(role);
                let message = format!(
                    "{player} has more {name}s where no promoted one can have got to than came \
                     from the starting position"
                );
                let squares: Bitboard = own
                    .iter()
                    .filter(|square| !can_promote(**square, role))
                    .copied()
                    .collect();
                return Err(Reason::new("no-way-there", message, squares));
            }
        }
        for index in may {
            let options = |index: usize| came_from(own[index], role);
            if !serve(index, &options, &mut served, &mut [false; 7]) {
                unserved.push(own[index]);
            }
        }
        least += unserved.len();
        if !unserved.is_empty() {
            needy |= own.iter().copied().collect::<Bitboard>();
        }
    }
    let pawns = board.by_piece(color.pawn());
    if pawns.count() + least > 8 {
        let message = format!(
            "{player} has {least} pieces that must be promoted pawns, because men that never moved \
             close the ways from home, but {} pawns are still on the board",
            pawns.count()
        );
        return Err(Reason::new("too-many-promotions", message, needy | pawns));
    }
    let lost = homes
        .iter()
        .zip(&reach)
        .filter(|((role, home), reach)| {
            let men = board.by_piece(Piece { color, role: *role });
            !ground.steady.contains(*home) && (men & **reach & !ground.steady).is_empty()
        })
        .map(|((role, home), reach)| (*role, *home, *reach))
        .collect();
    let lost = taken_at_home(ground, color, lost);
    let mut reach = reach;
    for (_, home, squares) in &lost {
        if let Some(place) = homes.iter().position(|(_, other)| other == home) {
            reach[place] = *squares;
        }
    }
    let men = pieces.iter().map(|(square, role)| Man {
        homes: came_from(*square, *role)
            .into_iter()
            .fold(0, |bits, home| bits | 1 << home),
        doors: came_through(*square, *role),
    });
    let any = |file: usize| {
        promoted
            .iter()
            .fold(Bitboard::EMPTY, |all, files| all | files[file])
    };
    Ok(Origins {
        promoted: least,
        men: men.collect(),
        homes: reach,
        doors: std::array::from_fn(any),
        lost,
    })
}

/// Narrows where lost pieces can have been taken: at home, where neighbours shut them in that were not taken.
///
/// Consider men of the starting position whose every first step leads onto another of them. The first thing that happens to
/// any of them is that one is taken where it stands; if only one of them was ever taken, it is that one. Other lost pieces are
/// thought away, so they may have gone before.
fn taken_at_home(
    ground: &Ground<'_>,
    color: Color,
    lost: Vec<(Role, Square, Bitboard)>,
) -> Vec<(Role, Square, Bitboard)> {
    let board = ground.board;
    let stays = |role: Role, home: Square| {
        let all = Board::new().by_piece(Piece { color, role });
        // All of the role are still there, and none of them can be a promoted one.
        all.contains(home) && board.by_piece(Piece { color, role }).count() == all.count()
    };
    let promotes = board.by_piece(color.pawn()).count() < 8;
    let shut_in = |taken: Square| {
        let mut around = ground.steady.with(taken);
        let king = (Role::King, king_home(color));
        for (role, home) in originals(color).into_iter().chain([king]) {
            if role == Role::King || !promotes && stays(role, home) {
                around.add(home);
            }
        }
        loop {
            let before = around;
            for (role, home) in originals(color).into_iter().chain([king]) {
                let man = Piece { color, role };
                let steps = attacks::attacks(home, man, Bitboard::FULL);
                if (steps & !around).any() && !ground.steady.contains(home) {
                    around.discard(home);
                }
            }
            if around == before {
                return around.contains(taken);
            }
        }
    };
    lost.into_iter()
        .map(|(role, home, reach)| {
            let reach = if shut_in(home) {
                Bitboard::from(home)
            } else {
                reach
            };
            (role, home, reach)
        })
        .collect()
}

/// Finds a row an origin, moving others to other origins where needed.
fn serve(
    row: usize,
    options: &dyn Fn(usize) -> Vec<usize>,
    served: &mut [Option<usize>; 7],
    tried: &mut [bool; 7],
) -> bool {
    for origin in options(row) {
        if tried[origin] {
            continue;
        }
        tried[origin] = true;
        let free = match served[origin] {
            None => true,
            Some(other) => serve(other, options, served, tried),
        };
        if free {
            served[origin] = Some(row);
            return true;
        }
    }
    false
}
