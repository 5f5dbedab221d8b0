//! The plan of a game, read backward: where every man goes and who comes back from the box.

use rand::{Rng, RngExt, seq::SliceRandom};
use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Role, Square};

use super::{
    pawns::{Capture, Fate, PawnId, PawnLives, pawn_lives},
    route::{FAR, Fields},
};
use crate::{
    facts::steady::originals,
    kernel::Event,
    matching::{Matching, NEVER},
    retro::{Retro, corner},
};

/// What the capture of a promoted man by a pawn costs more: the game has to be ready for it.
const LATE: i32 = 40;

/// Where a man goes, backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A piece of the starting position, to its square.
    Home(Square),
    /// A promoted piece, to the last rank of this file, where it becomes a pawn again.
    Promotion(File),
    /// A pawn.
    Pawn(u8),
}

/// A man in the box, to be given back by an un-capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Who captured.
    pub by: Color,
    /// The man.
    pub role: Role,
    pub aim: Aim,
    /// The capture of the kernel, where it is one.
    pub event: Option<usize>,
    /// The capturing pawn with its square before and after.
    pub pawn: Option<(PawnId, Square, Square)>,
    /// A captured pawn's file and ranks.
    pub place: Option<(File, (i8, i8))>,
}

/// Everything a construction needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub men: Vec<(Square, Aim)>,
    pub box_of: Vec<Loss>,
    pub lives: PawnLives,
    /// Men that never move.
    pub steady: Bitboard,
}

impl Plan {
    /// A plan for a kernel, its free choices made at random; `None` where they contradict. Pawns may be early to
    /// promote, where they cannot wait for all captures on their files.
    pub fn new(
        retro: &Retro,
        events: &[Event],
        early: bool,
        fields: &mut Fields,
        rng: &mut impl Rng,
    ) -> Option<Plan> {
        let board = &retro.board;
        let steady = fields.steady();
        let lives = (0..8).find_map(|_| {
            let lives = pawn_lives(board, events, early, rng)?;
            lives.pass_kings(board, steady).then_some(lives)
        })?;
        let mut men = Vec::new();
        for (pawn, fate) in lives.fates.iter().enumerate() {
            if let Fate::Stays(square) = fate {
                men.push((*square, Aim::Pawn(pawn as u8)));
            }
        }
        let mut box_of = Vec::new();
        for color in Color::ALL {
            let king = board.king_of(color)?;
            men.push((
                king,
                Aim::Home(Square::from_coords(File::E, color.backrank())),
            ));
            let lost = assign_pieces(board, color, &lives, fields, &mut men, rng)?;
            give_to_captures(color, lost, &lives, fields, &mut box_of, rng)?;
        }
        for (number, capture) in lives.captures.iter().enumerate() {
            if let Capture::OfPawn {
                by,
                victim,
                file,
                ranks,
            } = *capture
            {
                box_of.push(Loss {
                    by,
                    role: Role::Pawn,
                    aim: Aim::Pawn(victim as u8),
                    event: Some(number),
                    pawn: None,
                    place: Some((File::new(file as u32), ranks)),
                });
            }
        }
        Some(Plan {
            men,
            box_of,
            lives,
            steady,
        })
    }
}

/// Gives every piece of the board an origin; what is left over was captured.
fn assign_pieces(
    board: &Board,
    color: Color,
    lives: &PawnLives,
    fields: &mut Fields,
    men: &mut Vec<(Square, Aim)>,
    rng: &mut impl Rng,
) -> Option<Vec<(Role, Aim)>> {
    let steady = fields.steady();
    let pieces: Vec<(Square, Role)> = (board.by_color(color) & !board.pawns() & !board.kings())
        .into_iter()
        .filter_map(|square| Some((square, board.role_at(square)?)))
        .collect();
    let mut origins: Vec<(Option<Role>, Aim, Square)> = originals(color)
        .into_iter()
        .map(|(role, home)| (Some(role), Aim::Home(home), home))
        .collect();
    for file in File::ALL {
        let slots = &lives.promotions[usize::from(file) + color.fold_wb(0, 8)];
        let square = Square::from_coords(file, (!color).backrank());
        for _ in slots {
            origins.push((None, Aim::Promotion(file), square));
        }
    }
    let castled = CastlingSide::ALL
        .into_iter()
        .find(|side| board.piece_at(side.king_to(color)) == Some(color.king()))
        .filter(|side| board.piece_at(side.rook_to(color)) == Some(color.rook()));
    let mut costs = [[NEVER; 16]; 16];
    for (column, (role, aim, square)) in origins.iter().enumerate() {
        let roles: &[Role] = match role {
            Some(role) => std::slice::from_ref(role),
            None => &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen],
        };
        for role in roles {
            // A steady man on the square closes it to all but itself.
            let own = steady.contains(*square);
            let field = fields.to(*role, *square);
            for (row, (from, kind)) in pieces.iter().enumerate() {
                if kind != role || own != (steady.contains(*from) && from == square) {
                    continue;
                }
                let mut cost = i32::from(field.cost[usize::from(*from)]);
                let uncastle = castled.filter(|side| {
                    side.rook_to(color) == *from
                        && matches!(aim, Aim::Home(home)
                            if *home == corner(*side, color))
                });
                if uncastle.is_some() {
                    cost = cost.min(4);
                }
                if cost < i32::from(FAR) {
                    let bias = if matches!(aim, Aim::Promotion(_)) {
                        0
                    } else {
                        200
                    };
                    costs[row][column] = cost + bias + rng.random_range(0..4);
                }
            }
        }
    }
    let mut taken = vec![false; origins.len()];
    let matching = Matching::new(pieces.len(), origins.len(), costs)?;
    for (row, column) in matching.columns().enumerate() {
        taken[column] = true;
        men.push((pieces[row].0, origins[column].1));
    }
    let lost = origins.iter().zip(taken).filter(|(_, taken)| !taken);
    Some(
        lost.map(|((role, aim, _), _)| {
            let role = role.unwrap_or_else(|| match rng.random_range(0..3) {
                0 => Role::Knight,
                1 => Role::Rook,
                _ => Role::Queen,
            });
            (role, *aim)
        })
        .collect(),
    )
}

/// Gives the lost pieces of a colour to the captures; pawns' captures first, as their squares are
/// fixed.
fn give_to_captures(
    color: Color,
    mut lost: Vec<(Role, Aim)>,
    lives: &PawnLives,
    fields: &mut Fields,
    box_of: &mut Vec<Loss>,
    rng: &mut impl Rng,
) -> Option<()> {
    lost.shuffle(rng);
    let by = !color;
    let mut events = Vec::new();
    for (number, capture) in lives.captures.iter().enumerate() {
        let Capture::ByPawn {
            pawn,
            from,
            to,
            victim,
        } = *capture
        else {
            continue;
        };
        if super::pawns::pawn_color(pawn) != by {
            continue;
        }
        match victim {
            Some(victim) => box_of.push(Loss {
                by,
                role: Role::Pawn,
                aim: Aim::Pawn(victim as u8),
                event: Some(number),
                pawn: Some((pawn, from, to)),
                place: None,
            }),
            None => events.push((number, pawn, from, to)),
        }
    }
    let mut costs = [[NEVER; 16]; 16];
    for (column, (role, aim)) in lost.iter().enumerate() {
        // A promoted man was there only after its promotion: when all captures that matter to the pawns that
        // promote on the file had been made.
        let (first, from) = match *aim {
            Aim::Home(home) => (home, 0),
            Aim::Promotion(file) => {
                let pawns = &lives.promotions[usize::from(file) + color.fold_wb(0, 8)];
                let stops = pawns.iter().flat_map(|pawn| &lives.stops[*pawn]);
                let from = stops.map(|stop| stop.event + 1).max().unwrap_or(0);
                let door = Square::from_coords(file, by.backrank());
                (door, from)
            }
            Aim::Pawn(_) => continue,
        };
        let field = fields.to(*role, first);
        for (row, (number, _, _, to)) in events.iter().enumerate() {
            let cost = i32::from(field.cost[usize::from(*to)]);
            if cost < i32::from(FAR) && *number >= from {
                let bias = if from > 0 { LATE } else { 0 };
                costs[row][column] = cost + bias + rng.random_range(0..5);
            }
        }
    }
    let mut given = vec![false; lost.len()];
    let matching = Matching::new(events.len(), lost.len(), costs)?;
    for (row, column) in matching.columns().enumerate() {
        given[column] = true;
        let (number, pawn, from, to) = events[row];
        let (role, aim) = lost[column];
        box_of.push(Loss {
            by,
            role,
            aim,
            event: Some(number),
            pawn: Some((pawn, from, to)),
            place: None,
        });
    }
    for ((role, aim), given) in lost.into_iter().zip(given) {
        if !given {
            box_of.push(Loss {
                by,
                role,
                aim,
                event: None,
                pawn: None,
                place: None,
            });
        }
    }
    Some(())
}
