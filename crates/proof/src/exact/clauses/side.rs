//! One side's men, what each of them can become, and what that costs.
//!
//! As in `bound`, all men are matched with all targets. What the cheapest matching leaves over is what the side has to *spare*; a man that
//! ends where it costs more has the less of it.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Role, Square, attacks};

use super::{
    super::side::may_castle,
    walk::{Castles, FAR, Ground, Walk},
};
use crate::{
    facts::steady::king_home,
    matching::{Matching, NEVER},
    retro::corner,
};

/// What a man may end as.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// The number of the target; `None` for a man that is taken.
    pub target: Option<usize>,
    /// Moves from every place to it.
    pub away: Vec<i32>,
    /// Moves the man can afford if it ends so.
    pub affords: i32,
}

#[derive(Clone, Debug)]
pub(super) struct Man {
    pub role: Role,
    pub walk: Walk,
    pub ends: Vec<End>,
}

#[derive(Clone, Debug)]
pub(super) struct Side {
    pub ground: Ground,
    pub men: Vec<Man>,
    pub targets: Vec<(Square, Role)>,
    /// Men that are taken.
    pub lost: usize,
    /// Squares where they can be taken.
    pub taken: Bitboard,
    /// Moves to spare.
    pub spare: i32,
}

impl Side {
    /// The side's part of a game to `goal`, castling or not; `None` where it cannot be done.
    pub fn new(
        goal: &Board,
        ground: Ground,
        taken: Bitboard,
        castles: Option<CastlingSide>,
    ) -> Option<Side> {
        let color = ground.color;
        if castles.is_some_and(|side| !may_castle(color, side, ground.fixed, ground.closed)) {
            return None;
        }
        let start = Board::new();
        let targets: Vec<(Square, Role)> = (goal.by_color(color) & !ground.fixed)
            .into_iter()
            .filter_map(|square| Some((square, goal.role_at(square)?)))
            .collect();
        let homes = start.by_color(color) & !ground.fixed;
        let lost = homes.count().checked_sub(targets.len())?;
        let mut men: Vec<Man> = Vec::new();
        for home in homes {
            let role = start.role_at(home)?;
            let walk = Walk::new(role.of(color), home, part(castles, color, home), &ground);
            men.push(Man {
                role,
                walk,
                ends: Vec::new(),
            });
        }
        let mut cost = [[NEVER; 16]; 16];
        let mut away = vec![Vec::new(); men.len()];
        for (column, man) in men.iter().enumerate() {
            for (row, target) in targets.iter().enumerate() {
                let moves = man.walk.away(|place| (place.square, place.role) == *target);
                cost[row][column] = moves[0].min(NEVER);
                away[column].push(moves);
            }
            let moves = match man.role {
                Role::King => vec![FAR; man.walk.places.len()],
                _ => man.walk.away(|place| taken.contains(place.square)),
            };
            for row in &mut cost[targets.len()..men.len()] {
                row[column] = moves[0].min(NEVER);
            }
            away[column].push(moves);
        }
        let matching = Matching::new(men.len(), men.len(), cost)?;
        let spare = ground.moves - matching.total();
        if spare < 0 {
            return None;
        }
        for (column, (man, away)) in men.iter_mut().zip(away).enumerate() {
            for (row, away) in away.into_iter().enumerate() {
                let target = (row < targets.len()).then_some(row);
                if (target.is_none() && lost == 0) || away[0] >= FAR {
                    continue;
                }
                let extra = matching.with(row, column) - matching.total();
                if extra <= spare {
                    man.ends.push(End {
                        target,
                        affords: away[0] + spare - extra,
                        away,
                    });
                }
            }
        }
        Some(Side {
            ground,
            men,
            targets,
            lost,
            taken,
            spare,
        })
    }
}

/// What the man of a square does in castling.
fn part(castles: Option<CastlingSide>, color: Color, home: Square) -> Option<Castles> {
    let side = castles?;
    let (king, rook) = (king_home(color), corner(side, color));
    if home == king {
        let past = attacks::between(king, rook);
        return Some(Castles::King(side.king_to(color), past));
    }
    (home == rook).then(|| Castles::Rook(side.rook_to(color)))
}
