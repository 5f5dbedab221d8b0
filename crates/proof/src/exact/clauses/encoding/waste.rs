//! What a side has to spare is not exceeded.
//!
//! A move that brings its man nearer to its end is free, one that does not costs one, one that leads away two. The
//! cheapest ends are free, others have their extra. All of it together is counted, one literal for each unit.

use batsat::Lit;
use shakmaty::Color;

use super::{
    super::{
        side::Man,
        walk::{Castles, FAR},
    },
    Encoding, Track, is_carried, number,
};

impl Encoding<'_> {
    /// Wasted moves are counted.
    pub(super) fn waste(&mut self, color: Color) {
        let own = number(color);
        let last = self.last(color);
        let moves = self.moves(color);
        let spare = self.sides[own].spare;
        let mut wasted: Vec<Lit> = Vec::new();
        for _ in 0..spare {
            let none = self.formula.variable();
            self.formula.add(&[!none]);
            wasted.push(none);
        }
        for number in 0..self.sides[own].men.len() {
            let man = &self.sides[own].men[number];
            let track = &self.tracks[own][number];
            let costs: Vec<(Lit, i32)> = man
                .ends
                .iter()
                .enumerate()
                .filter(|(_, end)| end.extra > 0)
                .filter_map(|(end, _)| Some((ended(man, track, end, last)?, man.ends[end].extra)))
                .collect();
            if !costs.is_empty() {
                wasted = self.spend(&wasted, &costs);
            }
        }
        for index in 1..=moves {
            let costs = [(self.formula.variable(), 1), (self.formula.variable(), 2)];
            for number in 0..self.sides[own].men.len() {
                self.wasted_by(color, number, index, [costs[0].0, costs[1].0]);
            }
            wasted = self.spend(&wasted, &costs);
        }
    }

    fn wasted_by(&mut self, color: Color, number_of_man: usize, index: usize, costs: [Lit; 2]) {
        let last = self.last(color);
        let man = &self.sides[number(color)].men[number_of_man];
        let track = &self.tracks[number(color)][number_of_man];
        let moves = self.moves(color);
        let ends: Vec<Option<Lit>> = (0..man.ends.len())
            .map(|end| ended(man, track, end, last))
            .collect();
        for (place, here) in man.walk.places.iter().enumerate() {
            let Some(at) = track.at[index][place] else {
                continue;
            };
            // Who is here does not end where it is too far to.
            for (end, literal) in man.ends.iter().zip(&ends) {
                let needs = here.made + end.away[place];
                if let Some(literal) = literal
                    && (needs > end.affords || end.away[place] > moves as i32 - index as i32)
                    && ends.len() > 1
                {
                    self.formula.add(&[!at, !*literal]);
                }
            }
        }
        for (place, here) in man.walk.places.iter().enumerate() {
            let Some(at) = track.at[index - 1][place] else {
                continue;
            };
            if place == 0 && matches!(man.walk.castles, Some(Castles::Rook(_))) {
                continue;
            }
            for step in &here.steps {
                let Some(to) = track.at[index][step.to] else {
                    continue;
                };
                let wastes: Vec<Option<i32>> = man
                    .ends
                    .iter()
                    .zip(&ends)
                    .map(|(end, literal)| {
                        let away = (end.away[place], end.away[step.to]);
                        (literal.is_some() && away.0 < FAR && away.1 < FAR)
                            .then_some(1 - away.0 + away.1)
                    })
                    .collect();
                let least = wastes.iter().copied().flatten().min().unwrap_or(0);
                let cost = |waste: i32| match waste {
                    ..=0 => None,
                    1 => Some(costs[0]),
                    _ => Some(costs[1]),
                };
                if let Some(cost) = cost(least) {
                    self.formula.add(&[!at, !to, cost]);
                }
                for (waste, literal) in wastes.iter().zip(&ends) {
                    if let (Some(waste), Some(literal)) = (waste, literal)
                        && *waste > least
                        && let Some(cost) = cost(*waste)
                    {
                        self.formula.add(&[!at, !to, !*literal, cost]);
                    }
                }
            }
        }
    }

    /// Adds costs to what has been wasted: the literal of number `k` says that it is more than `k`.
    fn spend(&mut self, before: &[Lit], costs: &[(Lit, i32)]) -> Vec<Lit> {
        let after: Vec<Lit> = before.iter().map(|_| self.formula.variable()).collect();
        for (before, after) in before.iter().zip(&after) {
            self.formula.add(&[!*before, *after]);
        }
        for pair in after.windows(2) {
            self.formula.add(&[!pair[1], pair[0]]);
        }
        for (cost, much) in costs {
            let much = *much as usize;
            match after.get(much - 1) {
                Some(after) => self.formula.add(&[!*cost, *after]),
                None => self.formula.add(&[!*cost]),
            }
            for (number, before) in before.iter().enumerate() {
                match after.get(number + much) {
                    Some(after) => self.formula.add(&[!*cost, !*before, *after]),
                    None => self.formula.add(&[!*cost, !*before]),
                }
            }
        }
        after
    }
}

/// The literal that says that a man ends so.
fn ended(man: &Man, track: &Track, end: usize, last: usize) -> Option<Lit> {
    let end = &man.ends[end];
    match end.target {
        None => track.gone[last],
        Some(_) => {
            let places = track.at[last].iter().enumerate();
            places
                .filter(|(place, _)| end.away[*place] == 0 && !is_carried(man, *place))
                .find_map(|(_, at)| *at)
        }
    }
}
