//! Where captures and promotions lead: into smaller tables, or ones with fewer pawns.
//!
//! Which table that is, and which man is which there, depends only on what is taken and what is
//! promoted, so it is looked up once before a table is made.

use std::sync::Arc;

use shakmaty::{Color, Role, Square};

use crate::{
    layout::{Layout, Node},
    signature::{ROLES, Signature},
    table::Table,
};

/// What a pawn becomes.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// For each man taken or none, and each pawn and role of a promotion or none.
const WAYS: usize = 3 * 9;

/// The ways out of a table.
pub(crate) struct Exits {
    exits: [Option<Exit>; WAYS],
}

struct Exit {
    table: Arc<Table>,
    plan: Plan,
}

/// The men that are left, in the order of their table.
#[derive(Clone, Copy)]
struct Plan {
    signature: Signature,
    flip: bool,
    /// Which men of ours its third and fourth are.
    order: [Option<usize>; 2],
}

impl Exits {
    /// The signatures a table's moves lead to.
    pub fn signatures(layout: &Layout) -> Vec<Signature> {
        let mut signatures = Vec::new();
        for plan in (0..WAYS).filter_map(|way| Plan::new(layout, way)) {
            if !signatures.contains(&plan.signature) {
                signatures.push(plan.signature);
            }
        }
        signatures
    }

    /// Asks for each of those tables.
    pub fn new<E>(
        layout: &Layout,
        mut table: impl FnMut(Signature) -> Result<Arc<Table>, E>,
    ) -> Result<Exits, E> {
        let mut exits = [const { None }; WAYS];
        for (way, exit) in exits.iter_mut().enumerate() {
            if let Some(plan) = Plan::new(layout, way) {
                let table = table(plan.signature)?;
                *exit = Some(Exit { table, plan });
            }
        }
        Ok(Exits { exits })
    }

    /// The byte of the position after a capture or a promotion: `squares` are those after the move,
    /// a promotion is the pawn and the number of its new role.
    #[inline]
    pub fn value(
        &self,
        squares: [Square; 4],
        taken: Option<usize>,
        promotion: Option<(usize, usize)>,
        turn: Color,
    ) -> u8 {
        let exit = self.exits[way(taken, promotion)]
            .as_ref()
            .expect("there is a table for every capture and promotion of the layout");
        let seen = |square: Square| {
            if exit.plan.flip {
                square.flip_vertical()
            } else {
                square
            }
        };
        let [mut white, mut black] = [squares[0], squares[1]].map(seen);
        let mut turn = turn;
        if exit.plan.flip {
            (white, black, turn) = (black, white, !turn);
        }
        let [third, fourth] = exit
            .plan
            .order
            .map(|man| man.map_or(Square::A1, |man| seen(squares[man])));
        let node = Node {
            squares: [white, black, third, fourth],
            en_passant: false,
        };
        exit.table.value(&node, turn)
    }
}

fn way(taken: Option<usize>, promotion: Option<(usize, usize)>) -> usize {
    let promotion = promotion.map_or(0, |(man, role)| 1 + 4 * (man - 2) + role);
    9 * taken.map_or(0, |man| man - 1) + promotion
}

impl Plan {
    fn new(layout: &Layout, way: usize) -> Option<Plan> {
        let (taken, promotion) = (way / 9, way % 9);
        let taken = (taken > 0).then_some(taken + 1);
        let promoted = (promotion > 0).then(|| ((promotion - 1) / 4 + 2, (promotion - 1) % 4));
        let exists = |man: usize| man < layout.men;
        if way == 0 || !taken.is_none_or(exists) {
            return None;
        }
        if let Some((man, _)) = promoted {
            let possible = exists(man) && layout.roles[man] == Role::Pawn;
            if !possible || taken.is_some_and(|taken| layout.colors[taken] == layout.colors[man]) {
                return None;
            }
        }
        let role = |man: usize| match promoted {
            Some((pawn, role)) if pawn == man => PROMOTIONS[role],
            _ => layout.roles[man],
        };
        let left: Vec<usize> = (2..layout.men).filter(|man| Some(*man) != taken).collect();
        let side = |color| {
            let mut men: Vec<usize> = left.clone();
            men.retain(|man| layout.colors[*man] == color);
            men.sort_by_key(|man| ROLES.iter().position(|listed| *listed == role(*man)));
            men
        };
        let (white, black) = (side(Color::White), side(Color::Black));
        let roles = |men: &[usize]| men.iter().map(|man| role(*man)).collect::<Vec<Role>>();
        let (signature, flip) = Signature::from_men(&roles(&white), &roles(&black))?.normalized();
        let mut order = if flip { [black, white] } else { [white, black] }
            .into_iter()
            .flatten();
        Some(Plan {
            signature,
            flip,
            order: [order.next(), order.next()],
        })
    }
}
