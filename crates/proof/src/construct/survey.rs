//! What is known about everybody's ways at one moment: who is how far from where it should be, who
//! stands in whose way, and where men of the box can be given back.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::{
    plan::Aim,
    route::{FAR, Field, MOVE},
    state::{State, pawn_home_of, relative},
};

/// What is known about everybody's ways at one moment.
pub(crate) struct Survey {
    pub fields: Vec<Option<Field>>,
    /// How many would like each square to be empty.
    pub wanted: [u16; 64],
    pub total: i32,
    /// What is left to do for each man.
    pub left: Vec<i32>,
    pub home_free: [bool; 2],
    /// All pieces of White, of Black, that are not knights stand at home.
    pub all_home: [bool; 2],
    /// Promotion squares still needed.
    pub pending: Bitboard,
    /// Men of the box that can be given back now.
    pub ready: Vec<usize>,
    /// For pieces among them, the way home.
    pub loss_fields: Vec<Option<Field>>,
    /// For each of our men that hunts for a place to give one back: the way there.
    pub hunters: Vec<(usize, Field)>,
}

impl State<'_> {
    pub fn survey(&self, whole: bool) -> Survey {
        let mut tolls = [0; 64];
        for man in self.men.iter() {
            let toll = match man.role {
                _ if self.frozen.contains(man.square) => FAR,
                Role::Pawn if man.square == pawn_home_of(man) => FAR,
                Role::Pawn => 20,
                Role::King => 8,
                _ => 5,
            };
            tolls[usize::from(man.square)] = toll;
        }
        let mut home_free = [true; 2];
        let mut all_home = [true; 2];
        for man in self.men.iter() {
            if matches!(man.aim, Aim::Home(home) if home != man.square) && man.role != Role::Knight
            {
                all_home[usize::from(man.color.is_black())] = false;
            }
        }
        for loss in self.losses() {
            if !matches!(loss.role, Role::Pawn | Role::Knight) {
                home_free[usize::from(loss.by.is_white())] = false;
            }
        }
        let mut pending = Bitboard::EMPTY;
        for file in File::ALL {
            for color in Color::ALL {
                if self.promotions[usize::from(file) + color.fold_wb(0, 8)] > 0 {
                    pending.add(Square::from_coords(file, (!color).backrank()));
                }
            }
        }
        let mut wanted = [0; 64];
        let mut want = |squares: Bitboard, weight: u16| {
            for square in squares {
                wanted[usize::from(square)] += weight;
            }
        };
        let attacks = Color::ALL.map(|color| self.attacked_by(!color));
        let mut left = Vec::with_capacity(self.men.len());
        let mut fields = Vec::with_capacity(self.men.len());
        for man in self.men.iter() {
            let here = usize::from(man.square);
            match man.aim {
                Aim::Pawn(pawn) => {
                    let pawn = usize::from(pawn);
                    let moves = self.pawn_moves(pawn, man.square);
                    let rank = i32::from(relative(man.color, i8::from(man.square.rank())));
                    left.push((rank - 1 - i32::from(rank >= 3)) * i32::from(MOVE));
                    let last = Square::from_coords(
                        man.square.file(),
                        Rank::new(self.stop_of(pawn) as u32),
                    );
                    if moves > 0 {
                        want(attacks::between(man.square, last).with(last), 3);
                    }
                    fields.push(None);
                }
                _ if self.frozen.contains(man.square) => {
                    left.push(0);
                    fields.push(None);
                }
                aim => {
                    let (target, extra) = match aim {
                        Aim::Home(home) => (home, 0),
                        Aim::Promotion(file) => {
                            let rank = (!man.color).backrank();
                            (Square::from_coords(file, rank), 5 * MOVE + 8)
                        }
                        Aim::Pawn(_) => continue,
                    };
                    let own = tolls[here];
                    let around = Some((man.square, if whole { 3 * MOVE } else { 0 }));
                    tolls[here] = 0;
                    let field = if man.role == Role::King {
                        let mut tolls = tolls;
                        for square in attacks[usize::from(man.color.is_black())] {
                            let toll = &mut tolls[usize::from(square)];
                            *toll = (*toll + 4).min(FAR);
                        }
                        Field::around(man.role, Bitboard::from(target), &tolls, around)
                    } else {
                        Field::around(man.role, Bitboard::from(target), &tolls, around)
                    };
                    tolls[here] = own;
                    left.push(i32::from(field.cost[here].min(100) + extra));
                    if whole {
                        want(field.way(man.square) & self.board.occupied(), 2);
                    }
                    fields.push(Some(field));
                }
            }
        }
        want(pending, 2);
        let ready: Vec<usize> = (0..self.losses().len())
            .filter(|loss| self.loss(*loss).by != self.turn && self.is_ready(*loss))
            .collect();
        let (loss_fields, hunters) = if whole {
            self.hunt(&ready, &tolls, home_free)
        } else {
            (Vec::new(), Vec::new())
        };
        Survey {
            total: 24 * self.losses().len() as i32 + left.iter().sum::<i32>(),
            left,
            ready,
            loss_fields,
            hunters,
            fields,
            wanted,
            home_free,
            all_home,
            pending,
        }
    }

    /// Our men that look for a place where a man from the box can be given back.
    fn hunt(
        &self,
        ready: &[usize],
        tolls: &[u16; 64],
        home_free: [bool; 2],
    ) -> (Vec<Option<Field>>, Vec<(usize, Field)>) {
        let us = !self.turn;
        let mut places = Bitboard::EMPTY;
        let mut loss_fields = Vec::with_capacity(ready.len());
        for index in ready {
            let loss = self.loss(*index);
            let target = match loss.aim {
                Aim::Home(home) => home,
                Aim::Promotion(file) => Square::from_coords(file, us.backrank()),
                Aim::Pawn(_) => {
                    loss_fields.push(None);
                    if let Some((file, (low, high))) = loss.place {
                        let home_free = home_free[usize::from((!us).is_black())];
                        for rank in low..=high {
                            let depth = relative(!us, rank);
                            if depth <= 5 && (home_free || depth > 1) && self.in_order(loss, rank) {
                                places.add(Square::from_coords(file, Rank::new(rank as u32)));
                            }
                        }
                    }
                    continue;
                }
            };
            if loss.pawn.is_some() {
                loss_fields.push(None);
                continue;
            }
            let field = Field::new(loss.role, Bitboard::from(target), tolls);
            for square in Square::ALL {
                if field.cost[usize::from(square)] <= 2 * MOVE {
                    places.add(square);
                }
            }
            loss_fields.push(Some(field));
        }
        let mut hunters: Vec<(u16, usize, Field)> = Vec::new();
        if places.is_empty() {
            return (loss_fields, Vec::new());
        }
        let mut by_role: [Option<Field>; 7] = Default::default();
        for (index, man) in self.men.iter().enumerate() {
            if man.color != us || man.role == Role::Pawn || self.frozen.contains(man.square) {
                continue;
            }
            let field = by_role[man.role as usize]
                .get_or_insert_with(|| Field::new(man.role, places, tolls));
            let bias = match man.aim {
                Aim::Promotion(_) => 12,
                _ if man.role == Role::King => 6,
                _ => 0,
            };
            let cost = field.cost[usize::from(man.square)] + bias;
            hunters.push((cost, index, field.clone()));
        }
        hunters.sort_by_key(|(cost, index, _)| (*cost, *index));
        hunters.truncate(if ready.len() > 4 { 2 } else { 1 });
        let hunters = hunters.into_iter().map(|(_, index, field)| (index, field));
        (loss_fields, hunters.collect())
    }

    fn attacked_by(&self, color: Color) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for square in self.board.by_color(color) {
            squares |= self.board.attacks_from(square);
        }
        squares
    }

    /// What it is worth that a man stands on a square: lower is better.
    pub fn standing(&self, survey: &Survey, index: usize, square: Square) -> i32 {
        let man = &self.men[index];
        let Some(field) = &survey.fields[index] else {
            return 0;
        };
        let hunting = survey.hunters.iter().find(|(hunter, _)| *hunter == index);
        let field = hunting.map_or(field, |(_, field)| field);
        let mut cost = i32::from(field.cost[usize::from(square)].min(100));
        let own = match man.aim {
            _ if hunting.is_some() => false,
            Aim::Home(home) => {
                if square == home && survey.pending.contains(home) {
                    cost += 10;
                }
                // A king beside a promotion square would be in check from the man to come.
                let ours = survey.pending & Bitboard::from(man.color.backrank());
                if man.role == Role::King && (attacks::king_attacks(square) & ours).any() {
                    cost += 14;
                }
                false
            }
            Aim::Promotion(file) => {
                square.file() == file && square.rank() == (!man.color).backrank()
            }
            Aim::Pawn(_) => false,
        };
        if !own {
            cost += i32::from(survey.wanted[usize::from(square)].min(12));
        }
        cost
    }
}
