//! Who promoted, and what was captured: what the men on the board tell by counting.
//!
//! Everything here is a bound that holds in all games: the fewest promotions that give every piece an origin, the fewest
//! captures that bring every pawn where it stands. A man is named only where it is the same in all of them.

use shakmaty::{Bitboard, ByColor, Color, File, Rank, Role, Square};

use crate::{
    Target,
    facts::{
        locked,
        mobility::Ground,
        origins::{Man, origins},
        pawns::costs,
        steady::steady,
    },
    matching::{Matching, NEVER},
};

/// What the men of one side tell about its past.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// Men that the other side has lost: captures this side has made.
    pub captures: usize,
    /// Captures that its pawns on the board have made at least.
    pub by_pawns: usize,
    /// Its pawns that have captured or come from one square only.
    pub pawns: Vec<PawnOrigin>,
    /// Its men that must have promoted.
    pub promoted: Vec<Promoted>,
}

/// Where a pawn has come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnOrigin {
    /// Where it stands.
    pub square: Square,
    /// The squares where it can have begun.
    pub from: Vec<Square>,
    /// Captures it has made at least.
    pub captures: usize,
}

/// Men of which some must have been pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promoted {
    /// What they are.
    pub role: Role,
    /// Where they stand.
    pub squares: Vec<Square>,
    /// How many of them have promoted at least.
    pub at_least: usize,
}

/// What the men of both sides tell. Whose move it is does not matter here.
pub(super) fn armies(target: &Target) -> ByColor<Army> {
    let retro = target.retro(target.turn().unwrap_or(Color::White));
    let board = &retro.board;
    let steady = locked::locked(&retro, steady(&retro)) & locked::at_home(board);
    let ground = Ground::new(board, steady);
    ByColor::new_with(|color| {
        let lost = |color: Color| 16usize.saturating_sub(board.by_color(color).count());
        let mut army = Army {
            captures: lost(!color),
            ..Army::default()
        };
        if board.by_color(color).count() <= 16 && board.by_piece(color.pawn()).count() <= 8 {
            pawns(&mut army, &ground, color);
            promoted(&mut army, &ground, color);
        }
        army
    })
}

/// The pawns' first squares, each by itself: those with which all pawns can still be served within the captures made.
fn pawns(army: &mut Army, ground: &Ground<'_>, color: Color) {
    let squares = ground.board.by_piece(color.pawn());
    let costs = costs(ground.board, color, ground.steady);
    let count = squares.count();
    let Some(cheapest) = Matching::new(count, 8, costs) else {
        return;
    };
    army.by_pawns = cheapest.total() as usize;
    let second = color.relative_rank(Rank::Second);
    for (row, square) in squares.into_iter().enumerate() {
        let fits = |file: &usize| {
            let mut forced = costs;
            forced[row] = [NEVER; 16];
            forced[row][*file] = costs[row][*file];
            let matching = Matching::new(count, 8, forced);
            matching.is_some_and(|matching| matching.total() as usize <= army.captures)
        };
        let files: Vec<usize> = (0..8).filter(fits).collect();
        let captures = files.iter().map(|file| costs[row][*file] as usize).min();
        let moved = square.rank() != second;
        if let Some(captures) = captures
            && (captures > 0 || files.len() == 1 && moved)
        {
            let home = |file: &usize| Square::from_coords(File::new(*file as u32), second);
            army.pawns.push(PawnOrigin {
                square,
                from: files.iter().map(home).collect(),
                captures,
            });
        }
    }
}

/// The pieces that can have come from no first square of their own.
fn promoted(army: &mut Army, ground: &Ground<'_>, color: Color) {
    let board = ground.board;
    let Ok(origins) = origins(ground, color) else {
        return;
    };
    let pieces = (board.by_color(color) & !board.pawns() & !board.kings()).into_iter();
    let men: Vec<(Square, Role, Man)> = pieces
        .zip(&origins.men)
        .filter_map(|(square, man)| Some((square, board.role_at(square)?, *man)))
        .collect();
    let pawns = board.by_piece(color.pawn()).count();
    let most = 8usize.saturating_sub(pawns);
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let own: Vec<(Square, Man)> = men
            .iter()
            .filter(|(_, other, _)| *other == role)
            .map(|(square, _, man)| (*square, *man))
            .collect();
        let least = |original: Option<usize>| {
            let men = own.iter().enumerate().map(|(number, (_, man))| Man {
                doors: if original == Some(number) {
                    0
                } else {
                    man.doors
                },
                ..*man
            });
            fewest(&men.collect::<Vec<_>>(), 0)
        };
        let Some(at_least) = least(None).filter(|count| *count > 0) else {
            continue;
        };
        let others = origins.promoted.saturating_sub(at_least);
        // One that cannot be an original, whoever else is, has promoted.
        let certain: Vec<usize> = (0..own.len())
            .filter(|number| least(Some(*number)).is_none_or(|count| count + others > most))
            .collect();
        let square = |number: usize| own[number].0;
        for number in &certain {
            army.promoted.push(Promoted {
                role,
                squares: vec![square(*number)],
                at_least: 1,
            });
        }
        let rest: Bitboard = (0..own.len())
            .filter(|number| !certain.contains(number))
            .filter(|number| own[*number].1.doors != 0)
            .map(square)
            .collect();
        if at_least > certain.len() {
            army.promoted.push(Promoted {
                role,
                squares: rest.into_iter().collect(),
                at_least: at_least - certain.len(),
            });
        }
    }
}

/// The fewest of these men that must have promoted, so that the others have different first squares.
fn fewest(men: &[Man], taken: u8) -> Option<usize> {
    let [man, others @ ..] = men else {
        return Some(0);
    };
    let original = (0..8u32)
        .map(|home| 1u8 << home)
        .filter(|home| man.homes & home != 0 && taken & home == 0)
        .filter_map(|home| fewest(others, taken | home))
        .min();
    let promoted = if man.doors == 0 {
        None
    } else {
        fewest(others, taken).map(|count| count + 1)
    };
    match (original, promoted) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(board: &str) -> ByColor<Army> {
        armies(&Target::diagram(board.parse().unwrap()))
    }

    #[test]
    fn a_bishop_that_no_way_leads_to_has_promoted() {
        // The dark-squared bishop never left c1; the one on d4 was a pawn.
        let army = of("4k3/8/8/8/3B4/8/PP1PP2P/4K3").white;
        assert_eq!(
            army.promoted,
            [Promoted {
                role: Role::Bishop,
                squares: vec![Square::D4],
                at_least: 1,
            }]
        );
    }

    #[test]
    fn of_three_knights_one_has_promoted_whichever() {
        let army = of("4k3/8/8/3N4/2N1N3/8/8/4K3").white;
        assert_eq!(army.promoted.len(), 1);
        assert_eq!(army.promoted[0].at_least, 1);
        assert_eq!(army.promoted[0].squares.len(), 3);
    }

    #[test]
    fn pawns_tell_where_they_come_from() {
        let army = of("rnbqkbn1/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR").white;
        assert_eq!((army.captures, army.by_pawns), (1, 1));
        assert_eq!(
            army.pawns,
            [PawnOrigin {
                square: Square::B3,
                from: vec![Square::A2],
                captures: 1,
            }]
        );
        // With one capture at most the others have come straight.
        assert_eq!(
            of("rnbqkbn1/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR")
                .white
                .pawns[0]
                .from,
            [Square::A2]
        );
    }
}
