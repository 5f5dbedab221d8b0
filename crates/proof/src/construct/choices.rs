//! Un-moves that could be made next, each with what it is worth.

use rand::{Rng, RngExt};
use shakmaty::{Bitboard, CastlingSide, Move, Role, Square};

use super::{
    pawns::PawnId,
    plan::Aim,
    retract::Run,
    route::{FAR, MOVE},
    state::{Choice, Man, relative},
    survey::Survey,
};

impl<R: Rng> Run<'_, R> {
    pub fn pawn_choices(
        &mut self,
        survey: &Survey,
        pawn: PawnId,
        man: Man,
        noise: i32,
        choices: &mut Vec<(i32, Choice)>,
    ) {
        let us = man.color;
        let occupied = self.state.board.occupied();
        let relief = i32::from(survey.wanted[usize::from(man.square)].min(8));
        for (rank, m) in self.state.pawn_steps(pawn, &man) {
            let home = rank == 1;
            let needed = self.state.is_needed(pawn);
            let index = usize::from(us.is_black());
            let patient = survey.all_home[index] || noise > 6;
            if home && !needed && !(survey.home_free[index] && patient) {
                continue;
            }
            let score = i32::from(MOVE) + relief + self.rng.random_range(0..=noise);
            choices.push((score, Choice { m, loss: None }));
        }
        for loss in &survey.ready {
            let Some((capturer, from, to)) = self.state.loss(*loss).pawn else {
                continue;
            };
            if capturer != pawn || to != man.square || occupied.contains(from) {
                continue;
            }
            let m = Move::Normal {
                role: Role::Pawn,
                from,
                capture: Some(self.state.loss(*loss).role),
                to,
                promotion: None,
            };
            let score = 16 + self.rng.random_range(0..=noise);
            let loss = Some(*loss as u8);
            choices.push((score, Choice { m, loss }));
        }
    }

    pub fn castling_choices(&self, survey: &Survey, choices: &mut Vec<(i32, Choice)>) {
        let us = !self.state.turn;
        for (king, rook) in self.state.uncastlings() {
            if (Bitboard::from(king).with(rook) & survey.pending).any() {
                continue;
            }
            // Un-castling freezes king and rook; worth it when they have nothing to wait for.
            let side = CastlingSide::from_king_side(king < rook);
            let gain: i32 = [side.king_to(us), side.rook_to(us)]
                .into_iter()
                .map(|square| {
                    let index = usize::from(self.state.at[usize::from(square)]);
                    self.state.standing(survey, index, square)
                })
                .sum();
            let m = Move::Castle { king, rook };
            choices.push((gain, Choice { m, loss: None }));
        }
    }

    /// The man from the box that is best given back on a square by a piece, with its worth.
    pub fn best_loss(&mut self, survey: &Survey, square: Square) -> Option<(i32, usize)> {
        let mut best: Option<(i32, usize)> = None;
        for (index, field) in survey.ready.iter().zip(&survey.loss_fields) {
            let loss = self.state.loss(*index);
            if loss.pawn.is_some() {
                continue;
            }
            let color = !loss.by;
            let cost = match (loss.aim, loss.place) {
                (Aim::Pawn(victim), Some((file, ranks))) => {
                    let rank = i8::from(square.rank());
                    if square.file() != file
                        || rank < ranks.0
                        || rank > ranks.1
                        || !self.state.in_order(loss, rank)
                    {
                        continue;
                    }
                    let home = relative(color, rank) == 1;
                    if home && !survey.home_free[usize::from(color.is_black())] {
                        continue;
                    }
                    self.state.pawn_moves(usize::from(victim), square) * i32::from(MOVE)
                }
                (Aim::Home(_) | Aim::Promotion(_), _) => {
                    let Some(field) = field else { continue };
                    let cost = field.cost[usize::from(square)];
                    if cost >= FAR {
                        continue;
                    }
                    i32::from(cost)
                }
                _ => continue,
            };
            let first = if loss.role == Role::Pawn { 0 } else { 4 };
            let far = if cost >= 16 { 30 } else { 0 };
            let worth = 12 + first - far - cost + self.rng.random_range(0..3);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *index));
            }
        }
        best
    }
}
