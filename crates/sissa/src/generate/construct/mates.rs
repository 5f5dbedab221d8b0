//! The cores of mates that have a name: a king, what shuts it in, and who mates.
//!
//! A recipe says where the king stands, which squares beside it its own men take and who attacks from where. Men are put
//! there at random until it is mate; the motif itself is tested with the move that mates.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::{Pick, free_around, is_mate, one_in, one_of};

/// Tries to make one core.
const TRIES: usize = 60;

/// Where the mated king stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Home {
    /// In a corner mostly, else on the edge.
    Corner,
    OnlyCorner,
    /// On its own first rank.
    FirstRank,
    /// On a side file, not in a corner.
    SideFile,
    /// Anywhere but on the edge.
    Middle,
    Anywhere,
}

/// Which squares beside the king its own men take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walls {
    All,
    /// Those in front of it.
    Front,
    /// The one next to it towards the middle, and some others.
    Beside,
    /// Some.
    Some,
}

/// Where an attacker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    /// On the king's rank.
    Rank,
    /// On the king's file.
    File,
    /// Beside the king, on its rank or file.
    Next,
    /// Beside the king, on its diagonal.
    Corner,
    /// Around the king.
    Around,
    /// Two squares away on both lines.
    TwoApart,
    /// Three squares away towards the middle, on the king's rank.
    ThreeApart,
}

/// How a mate is laid out.
#[derive(Debug)]
pub(super) struct Recipe {
    tag: &'static str,
    home: Home,
    walls: Walls,
    /// Who attacks: one of these roles, there.
    attackers: &'static [(&'static [Role], Place)],
}

const MAJOR: &[Role] = &[Role::Rook, Role::Queen];
const ANYBODY: &[Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];

#[rustfmt::skip]
const RECIPES: &[Recipe] = &[
    Recipe { tag: "smotheredMate", home: Home::Corner, walls: Walls::All, attackers: &[(&[Role::Knight], Place::Anywhere)] },
    Recipe { tag: "backRankMate", home: Home::FirstRank, walls: Walls::Front, attackers: &[(MAJOR, Place::Rank)] },
    Recipe { tag: "anastasiaMate", home: Home::SideFile, walls: Walls::Beside, attackers: &[(MAJOR, Place::File), (&[Role::Knight], Place::ThreeApart)] },
    Recipe { tag: "hookMate", home: Home::Anywhere, walls: Walls::Some, attackers: &[(&[Role::Rook], Place::Next), (&[Role::Knight], Place::Around), (&[Role::Pawn], Place::Anywhere)] },
    Recipe { tag: "arabianMate", home: Home::OnlyCorner, walls: Walls::Some, attackers: &[(&[Role::Rook], Place::Next), (&[Role::Knight], Place::TwoApart)] },
    Recipe { tag: "bodenMate", home: Home::Corner, walls: Walls::Some, attackers: &[(&[Role::Bishop], Place::Anywhere), (&[Role::Bishop], Place::Anywhere)] },
    Recipe { tag: "doubleBishopMate", home: Home::Corner, walls: Walls::Some, attackers: &[(&[Role::Bishop], Place::Anywhere), (&[Role::Bishop], Place::Anywhere)] },
    Recipe { tag: "dovetailMate", home: Home::Middle, walls: Walls::Some, attackers: &[(&[Role::Queen], Place::Corner), (ANYBODY, Place::Anywhere)] },
];

/// The recipe for a motif.
pub(super) fn recipe(tag: &str) -> Option<&'static Recipe> {
    RECIPES.iter().find(|recipe| recipe.tag == tag)
}

/// A board with the mated king, its men beside it, the attackers and their king: mate.
pub(super) fn core(recipe: &Recipe, solver: Color, pick: Pick<'_>) -> Option<Board> {
    (0..TRIES).find_map(|_| attempt(recipe, solver, pick))
}

fn attempt(recipe: &Recipe, solver: Color, pick: Pick<'_>) -> Option<Board> {
    let mated = !solver;
    let king = one_of(&homes(recipe.home, mated, pick), pick)?;
    let mut board = Board::empty();
    board.set_piece_at(king, mated.king());
    for (roles, place) in recipe.attackers {
        let role = one_of(roles, pick)?;
        let squares = squares(*place, king) & !board.occupied();
        let mut squares: Vec<Square> = squares.into_iter().collect();
        if role == Role::Pawn {
            squares.retain(|square| !Bitboard::BACKRANKS.contains(*square));
        }
        // A knight that is to mate alone gives check; two bishops are of two shades.
        if role == Role::Knight && *place == Place::Anywhere {
            squares.retain(|square| attacks::knight_attacks(king).contains(*square));
        }
        if role == Role::Bishop {
            let other = board.by_piece(solver.bishop()).first();
            squares
                .retain(|square| other.is_none_or(|other| other.is_light() != square.is_light()));
        }
        board.set_piece_at(one_of(&squares, pick)?, role.of(solver));
    }
    wall_in(recipe.walls, &mut board, king, mated, pick)?;
    let free: Vec<Square> = (!board.occupied() & !attacks::king_attacks(king))
        .into_iter()
        .collect();
    let own: Vec<Square> = free
        .iter()
        .copied()
        .filter(|square| mated.relative_rank(Rank::Eighth) == square.rank())
        .collect();
    let usual = !one_in(3, pick) && !own.is_empty();
    let place = one_of(if usual { &own } else { &free }, pick)?;
    board.set_piece_at(place, solver.king());
    is_mate(&board, mated).then_some(board)
}

fn homes(home: Home, mated: Color, pick: Pick<'_>) -> Vec<Square> {
    let rare = one_in(5, pick);
    let first = Bitboard::from(mated.backrank());
    let squares = match home {
        Home::OnlyCorner => Bitboard::CORNERS,
        Home::Corner if rare => Bitboard::EDGES,
        Home::Corner if one_in(4, pick) => Bitboard::CORNERS,
        Home::Corner => Bitboard::CORNERS & first,
        Home::FirstRank => first,
        Home::SideFile => {
            (Bitboard::from(shakmaty::File::A) | Bitboard::from(shakmaty::File::H))
                & !Bitboard::CORNERS
        }
        Home::Middle => !Bitboard::EDGES,
        Home::Anywhere => Bitboard::FULL,
    };
    squares.into_iter().collect()
}

fn squares(place: Place, king: Square) -> Bitboard {
    let line = |apart_files: u32, apart_ranks: u32| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| {
                u32::from(square.file()).abs_diff(king.file().into()) == apart_files
                    && u32::from(square.rank()).abs_diff(king.rank().into()) == apart_ranks
            })
            .collect()
    };
    let around = attacks::king_attacks(king);
    match place {
        Place::Anywhere => !around,
        Place::Rank => Bitboard::from(king.rank()),
        Place::File => Bitboard::from(king.file()),
        Place::Next => around & (Bitboard::from(king.rank()) | Bitboard::from(king.file())),
        Place::Corner => around & !Bitboard::from(king.rank()) & !Bitboard::from(king.file()),
        Place::Around => around,
        Place::TwoApart => line(2, 2),
        Place::ThreeApart => line(3, 0),
    }
}

/// Puts the king's own men beside it.
fn wall_in(
    walls: Walls,
    board: &mut Board,
    king: Square,
    mated: Color,
    pick: Pick<'_>,
) -> Option<()> {
    let beside = |square: Square| square.rank() == king.rank();
    for square in free_around(board, king) {
        let wanted = match walls {
            Walls::All => true,
            Walls::Front => !beside(square) || one_in(3, pick),
            Walls::Beside => beside(square) || one_in(4, pick),
            Walls::Some => one_in(3, pick),
        };
        if !wanted {
            continue;
        }
        let home = square.rank() == mated.relative_rank(Rank::Second);
        let roles: &[Role] = if Bitboard::BACKRANKS.contains(square) {
            &[
                Role::Rook,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Queen,
            ]
        } else if home {
            &[
                Role::Pawn,
                Role::Pawn,
                Role::Pawn,
                Role::Pawn,
                Role::Pawn,
                Role::Bishop,
                Role::Knight,
            ]
        } else {
            &[
                Role::Pawn,
                Role::Pawn,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Queen,
            ]
        };
        let role = one_of(roles, pick)?;
        // Nobody has more of a kind than at the beginning.
        let most = match role {
            Role::Pawn => 8,
            Role::Queen => 1,
            _ => 2,
        };
        if board.by_piece(role.of(mated)).count() >= most {
            return None;
        }
        board.set_piece_at(square, role.of(mated));
    }
    Some(())
}
