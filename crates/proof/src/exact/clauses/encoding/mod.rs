//! The formula of a game: which man is where after each move of its side.
//!
//! Time is counted in moves of the side: White's men have places after 0, 1, 2 … white moves. A side moves one man at a
//! time, a man goes along its walk past empty squares, nobody enters an occupied square unless to
//! take, and the moves of all men add up. Checks are left out; those
//! that occur are forbidden afterwards.

mod counts;
mod steps;

use batsat::Lit;
use shakmaty::{Color, Role, Square};

use super::{
    formula::Formula,
    side::{Man, Side},
    walk::FAR,
};

/// A literal for each square, where there is one.
pub(super) type Squares = [Option<Lit>; 64];

/// What a man's literals say.
#[derive(Default)]
pub(super) struct Track {
    /// After so many moves, in each place.
    pub at: Vec<Vec<Option<Lit>>>,
    /// After so many moves it has been taken.
    pub gone: Vec<Option<Lit>>,
    /// It makes the move of this number, counted from 1; the first is not used.
    pub moves: Vec<Lit>,
}

pub(super) struct Encoding<'a> {
    pub formula: Formula<'a>,
    pub sides: [Side; 2],
    pub tracks: [Vec<Track>; 2],
    /// Squares with a man of the side, after so many of its moves.
    held: [Vec<Squares>; 2],
    /// Squares with any man, after so many plies.
    pub full: Vec<Squares>,
    /// Squares where the side loses a man, after so many of its moves.
    pub taking: [Vec<Squares>; 2],
    plies: usize,
}

fn number(color: Color) -> usize {
    color.fold_wb(0, 1)
}

/// Plies before the move of a side.
pub(super) fn plies_before(color: Color, index: usize) -> usize {
    color.fold_wb(2 * index - 2, 2 * index - 1)
}

/// Moves of the other side before the move of a side.
pub(super) fn enemy_index(color: Color, index: usize) -> usize {
    color.fold_wb(index - 1, index)
}

impl<'a> Encoding<'a> {
    pub fn new(sides: [Side; 2], plies: usize, stop: &'a dyn Fn() -> bool) -> Encoding<'a> {
        let mut encoding = Encoding {
            formula: Formula::new(stop),
            sides,
            tracks: Default::default(),
            held: Default::default(),
            full: Vec::new(),
            taking: Default::default(),
            plies,
        };
        for color in Color::ALL {
            encoding.places(color);
        }
        for ply in 0..=plies {
            let mut full = [None; 64];
            for (square, full) in full.iter_mut().enumerate() {
                let held: Vec<Lit> = [(0, ply.div_ceil(2)), (1, ply / 2)]
                    .into_iter()
                    .filter_map(|(side, index)| encoding.held[side].get(index)?[square])
                    .collect();
                *full = encoding.formula.any(&held);
            }
            encoding.full.push(full);
        }
        for color in Color::ALL {
            encoding.captures(color);
        }
        for color in Color::ALL {
            encoding.steps(color);
            encoding.counts(color);
        }
        encoding
    }

    pub fn moves(&self, color: Color) -> usize {
        color.fold_wb(self.plies.div_ceil(2), self.plies / 2)
    }

    /// The number of the last state of a side: men may be taken after its last move.
    pub fn last(&self, color: Color) -> usize {
        let ends = Color::from_white(self.plies % 2 == 1);
        let more = ends != color && self.sides[number(color)].lost > 0;
        self.moves(color) + usize::from(more)
    }

    /// Literals for all places that a man can afford, each man in one of them, one man on a square.
    fn places(&mut self, color: Color) {
        let last = self.last(color);
        let moves = self.moves(color);
        let side = &self.sides[number(color)];
        let formula = &mut self.formula;
        let mut tracks: Vec<Track> = Vec::new();
        for man in &side.men {
            let lost = man.ends.iter().any(|end| end.target.is_none());
            let mut track = Track::default();
            for index in 0..=last {
                let at: Vec<Option<Lit>> = (0..man.walk.places.len())
                    .map(|place| may_be(man, place, index, moves, last).then(|| formula.variable()))
                    .collect();
                let gone = (lost && index > 0).then(|| formula.variable());
                let all: Vec<Lit> = at.iter().copied().flatten().chain(gone).collect();
                formula.at_most_one(&all);
                track.at.push(at);
                track.gone.push(gone);
            }
            track.moves = (0..=moves).map(|_| formula.variable()).collect();
            match track.at[0][0] {
                Some(home) => formula.add(&[home]),
                None => formula.add(&[]),
            }
            tracks.push(track);
        }
        let mut held = Vec::new();
        for index in 0..=last {
            let mut here: Vec<Vec<Lit>> = vec![Vec::new(); 64];
            for (man, track) in side.men.iter().zip(&tracks) {
                let mut own: Vec<Vec<Lit>> = vec![Vec::new(); 64];
                for (place, at) in man.walk.places.iter().zip(&track.at[index]) {
                    own[usize::from(place.square)].extend(*at);
                }
                for (here, own) in here.iter_mut().zip(own) {
                    here.extend(formula.any(&own));
                }
            }
            let mut squares = [None; 64];
            for (here, square) in here.iter().zip(&mut squares) {
                formula.at_most_one(here);
                *square = formula.any(here);
            }
            held.push(squares);
        }
        for index in 1..=moves {
            let all: Vec<Lit> = tracks.iter().map(|track| track.moves[index]).collect();
            formula.at_most_one(&all);
            formula.add(&all);
        }
        for (row, target) in side.targets.iter().enumerate() {
            let all: Vec<Lit> = side
                .men
                .iter()
                .zip(&tracks)
                .filter(|(man, _)| man.ends.iter().any(|end| end.target == Some(row)))
                .flat_map(|(man, track)| {
                    let places = man.walk.places.iter().zip(&track.at[last]);
                    places.filter_map(|(place, at)| {
                        at.filter(|_| (place.square, place.role) == *target)
                    })
                })
                .collect();
            formula.add(&all);
        }
        self.tracks[number(color)] = tracks;
        self.held[number(color)] = held;
    }

    /// Where men of a side are taken by the other.
    fn captures(&mut self, color: Color) {
        let (own, enemy) = (number(color), number(!color));
        let last = self.last(color);
        self.taking[own] = vec![[None; 64]; last + 1];
        for captor_index in 1..=self.moves(!color) {
            let index = enemy_index(!color, captor_index);
            for square in Square::ALL {
                let at = usize::from(square);
                let (Some(held), Some(captor)) = (
                    self.held[own][index][at],
                    self.held[enemy][captor_index][at],
                ) else {
                    continue;
                };
                let victims = self.on(color, index, square, |role| role != Role::King);
                let side = &self.sides[own];
                if side.lost == 0 || !side.taken.contains(square) || victims.is_empty() {
                    self.formula.add(&[!held, !captor]);
                    continue;
                }
                let taking = self.formula.variable();
                self.taking[own][index][at] = Some(taking);
                self.formula.add(&[!held, !captor, taking]);
                self.formula.add(&[!taking, captor]);
                let any: Vec<Lit> = std::iter::once(!taking)
                    .chain(victims.iter().map(|(_, at)| *at))
                    .collect();
                self.formula.add(&any);
                for (man, at) in victims {
                    match self.tracks[own][man].gone.get(index + 1).copied().flatten() {
                        Some(gone) => self.formula.add(&[!taking, !at, gone]),
                        None => self.formula.add(&[!taking, !at]),
                    }
                }
            }
        }
    }

    /// Men of a side that may be on a square, and the literals of that.
    pub fn on(
        &self,
        color: Color,
        index: usize,
        square: Square,
        wanted: impl Fn(Role) -> bool,
    ) -> Vec<(usize, Lit)> {
        let side = &self.sides[number(color)];
        let mut found = Vec::new();
        for (number, (man, track)) in side.men.iter().zip(&self.tracks[number(color)]).enumerate() {
            for (place, at) in man.walk.places.iter().zip(&track.at[index]) {
                if place.square == square
                    && wanted(place.role)
                    && let Some(at) = at
                {
                    found.push((number, *at));
                }
            }
        }
        found
    }
}

/// A rook that is still to be carried: its way costs nothing, but it is not where it ends.
fn is_carried(man: &Man, place: usize) -> bool {
    place == 0 && man.walk.castles.is_some()
}

/// Whether a man can afford to be in a place after so many moves of its side.
fn may_be(man: &Man, place: usize, index: usize, moves: usize, last: usize) -> bool {
    let made = man.walk.places[place].made;
    let (index, moves, last) = (index as i32, moves as i32, last as i32);
    made <= index
        && man.ends.iter().any(|end| {
            let away = end.away[place];
            let left = match end.target {
                Some(_) => (moves - index).max(0),
                None => last - 1 - index,
            };
            let there = index < last || !is_carried(man, place);
            away < FAR && made + away <= end.affords && away <= left && there
        })
}
