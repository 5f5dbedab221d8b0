//! How a man goes from place to place.

use batsat::Lit;
use shakmaty::Color;

use super::{
    super::walk::{Castles, Kind, Step},
    Encoding, enemy_index, number, plies_before,
};

impl Encoding<'_> {
    /// One move after the other: who does not move stays, who moves makes a step.
    pub(super) fn steps(&mut self, color: Color) {
        let own = number(color);
        let moves = self.moves(color);
        let last = self.last(color);
        for number in 0..self.sides[own].men.len() {
            let carried = matches!(
                self.sides[own].men[number].walk.castles,
                Some(Castles::Rook(_))
            );
            for index in 1..=last {
                let moves = (index <= moves).then(|| self.tracks[own][number].moves[index]);
                let gone = self.tracks[own][number].gone[index];
                if let Some(gone) = gone {
                    if let Some(before) = self.tracks[own][number].gone[index - 1] {
                        self.formula.add(&[!before, gone]);
                    }
                    if let Some(moves) = moves {
                        self.formula.add(&[!gone, !moves]);
                    }
                }
                let places = self.sides[own].men[number].walk.places.len();
                let mut from: Vec<Vec<Lit>> = vec![Vec::new(); places];
                for place in 0..places {
                    let Some(at) = self.tracks[own][number].at[index - 1][place] else {
                        continue;
                    };
                    let stays = self.tracks[own][number].at[index][place];
                    let held = carried && place == 0;
                    let mut next = vec![!at];
                    next.extend(stays);
                    from[place].push(at);
                    if let Some(gone) = gone {
                        let square = self.sides[own].men[number].walk.places[place].square;
                        match self.taking[own][index - 1][usize::from(square)] {
                            Some(taking) if !held => {
                                next.push(gone);
                                self.formula.add(&[!gone, !at, taking]);
                            }
                            _ => self.formula.add(&[!gone, !at]),
                        }
                    }
                    if let Some(moves) = moves {
                        if held {
                            self.formula.add(&[!at, !moves]);
                        } else {
                            if let Some(stays) = stays {
                                self.formula.add(&[!at, !stays, !moves]);
                            }
                            let clause: Vec<Lit> = [Some(!at), stays, Some(moves), gone]
                                .into_iter()
                                .flatten()
                                .collect();
                            self.formula.add(&clause);
                        }
                        for step in self.sides[own].men[number].walk.places[place].steps.clone() {
                            let Some(to) = self.tracks[own][number].at[index][step.to] else {
                                continue;
                            };
                            next.push(to);
                            from[step.to].push(at);
                            self.step(color, number, index, (at, to), &step);
                        }
                    }
                    self.formula.add(&next);
                }
                for (place, from) in from.into_iter().enumerate() {
                    if let Some(at) = self.tracks[own][number].at[index][place] {
                        let clause: Vec<Lit> = std::iter::once(!at).chain(from).collect();
                        self.formula.add(&clause);
                    }
                }
            }
        }
        self.castling(color);
    }

    /// What has to hold for a step of a man.
    fn step(
        &mut self,
        color: Color,
        number_of_man: usize,
        index: usize,
        (at, to): (Lit, Lit),
        step: &Step,
    ) {
        let place = &self.sides[number(color)].men[number_of_man].walk.places[step.to];
        let square = usize::from(place.square);
        let before = plies_before(color, index);
        for between in step.between {
            if let Some(full) = self.full[before][usize::from(between)] {
                self.formula.add(&[!at, !to, !full]);
            }
        }
        let taking = self.taking[number(!color)][enemy_index(color, index)][square];
        match (step.kind, taking) {
            (Kind::Straight, Some(taking)) => self.formula.add(&[!at, !to, !taking]),
            (Kind::Takes, Some(taking)) => self.formula.add(&[!at, !to, taking]),
            (Kind::Takes, None) => self.formula.add(&[!at, !to]),
            (Kind::Straight, None) | (Kind::Piece, _) => {}
        }
    }

    /// King and rook leave their homes together.
    fn castling(&mut self, color: Color) {
        let own = number(color);
        let find = |wanted: fn(&Castles) -> bool| {
            let men = &self.sides[own].men;
            men.iter()
                .position(|man| man.walk.castles.as_ref().is_some_and(wanted))
        };
        let king = find(|castles| matches!(castles, Castles::King(..)));
        let rook = find(|castles| matches!(castles, Castles::Rook(_)));
        let (Some(king), Some(rook)) = (king, rook) else {
            return;
        };
        for index in 0..=self.last(color) {
            let king = self.tracks[own][king].at[index][0];
            let rook = self.tracks[own][rook].at[index][0];
            match (king, rook) {
                (Some(king), Some(rook)) => {
                    self.formula.add(&[!king, rook]);
                    self.formula.add(&[king, !rook]);
                }
                (Some(one), None) | (None, Some(one)) => self.formula.add(&[!one]),
                (None, None) => {}
            }
        }
    }
}
