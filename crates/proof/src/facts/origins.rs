//! Which man of the initial array each man on the board is, as far as that can be told.

use shakmaty::{Bitboard, Color, Piece, Role, Square};
use sissa_record::Reason;

use super::{
    mobility::Ground,
    steady::{king_home, originals},
};

/// What the origins of a side's pieces tell.
pub(crate) struct Origins {
    /// Pieces that must have promoted, at least.
    pub promoted: usize,
    /// Promoted bishops on (light, dark) squares, at least.
    pub bishops: (usize, usize),
    /// Pieces of the initial array that were certainly captured, and where that can have been.
    pub lost: Vec<(Role, Square, Bitboard)>,
}

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
    let reach: Vec<Bitboard> = homes
        .iter()
        .map(|(role, home)| ground.reach(Piece { color, role: *role }, *home))
        .collect();
    let promoted = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .map(|role| (role, ground.reach_promoted(Piece { color, role })));
    let can_promote = |square: Square, role: Role| {
        promoted
            .iter()
            .any(|(other, reach)| *other == role && reach.contains(square))
    };
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
                "{player}'s {name} on {square} can have come neither from the initial array nor \
                 from a promotion: men that never moved close every way"
            );
            return Err(Reason::new("no-way-there", message, *square));
        }
    }
    // The pieces of a role served by origins as far as possible; the others promoted.
    let mut least = 0;
    let mut bishops = (0, 0);
    let mut needy = Bitboard::EMPTY;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
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
                     from the initial array"
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
        if role == Role::Bishop {
            // Bishops of a colour compete only among themselves, so these counts are exact.
            bishops.0 = unserved.iter().filter(|square| square.is_light()).count();
            bishops.1 = unserved.len() - bishops.0;
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
    Ok(Origins {
        promoted: least,
        bishops,
        lost,
    })
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
