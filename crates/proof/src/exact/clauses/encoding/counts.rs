//! How many moves each man has made, and that together they are all moves of its side.
//!
//! That one man makes the move of each number says as much, but a solver that has only this goes through all orders before
//! it sees that some men need more moves than there is time for. So the moves of all men are added up after each move of the side, and
//! a man that has made so many and is so far from its end makes at least both together. A *count* is a row of literals, each of
//! which says "at least so many".

use batsat::Lit;
use shakmaty::Color;

use super::{
    super::{side::Man, walk::FAR},
    Encoding, Track, is_carried, number,
};

/// A number between two that are certain.
#[derive(Clone, Default)]
struct Count {
    least: usize,
    /// It is at least `least + 1`, `least + 2` …
    more: Vec<Lit>,
}

/// Whether a count is at least something.
#[derive(Clone, Copy)]
enum Reaches {
    Surely,
    Never,
    If(Lit),
}

impl Count {
    fn most(&self) -> usize {
        self.least + self.more.len()
    }

    fn reaches(&self, wanted: usize) -> Reaches {
        match wanted.checked_sub(self.least + 1) {
            None => Reaches::Surely,
            Some(place) => match self.more.get(place) {
                Some(literal) => Reaches::If(*literal),
                None => Reaches::Never,
            },
        }
    }
}

impl Encoding<'_> {
    /// The moves of all men add up, after each move of the side and to their ends.
    pub(super) fn counts(&mut self, color: Color) {
        let men = self.sides[number(color)].men.len();
        let mut counts = vec![vec![Count::default(); men]];
        for index in 1..=self.moves(color) {
            let before = &counts[index - 1];
            let now: Vec<Count> = (0..men)
                .map(|man| self.count(color, man, index, &before[man]))
                .collect();
            let sum = self.sum_of_all(&now, index);
            self.demand(&[], sum.reaches(index), true);
            self.demand(&[], sum.reaches(index + 1), false);
            counts.push(now);
        }
        for man in 0..men {
            let counts: Vec<Count> = counts.iter().map(|all| all[man].clone()).collect();
            self.reach_the_ends(color, man, &counts);
        }
    }

    /// The moves of a man after so many of its side.
    fn count(&mut self, color: Color, man: usize, index: usize, before: &Count) -> Count {
        let own = number(color);
        let track = &self.tracks[own][man];
        let moves = track.moves[index];
        let man = &self.sides[own].men[man];
        let bounds: Vec<(Lit, usize, usize)> = track.at[index]
            .iter()
            .enumerate()
            .filter_map(|(place, at)| {
                let made = man.walk.places[place].made as usize;
                Some(((*at)?, made, made_at_most(man, place)))
            })
            .collect();
        let mut least = bounds.iter().map(|(_, least, _)| *least).min();
        let mut most = bounds.iter().map(|(_, _, most)| *most).max();
        if track.gone[index].is_some() {
            least = least.min(Some(before.least));
            most = most.max(Some(before.most()));
        }
        let least = least.unwrap_or(0);
        let most = most.unwrap_or(0).min(before.most() + 1).max(least);
        let now = self.new_count(least, most);
        for wanted in 0..=now.most() + 1 {
            // One more if the man moves, as many as before if not.
            self.imply(&[], before.reaches(wanted), now.reaches(wanted));
            self.imply(&[], now.reaches(wanted + 1), before.reaches(wanted));
            self.imply(&[!moves], before.reaches(wanted), now.reaches(wanted + 1));
            self.imply(&[moves], now.reaches(wanted), before.reaches(wanted));
        }
        for (at, least, most) in bounds {
            self.demand(&[!at], now.reaches(least), true);
            self.demand(&[!at], now.reaches(most + 1), false);
        }
        now
    }

    fn new_count(&mut self, least: usize, most: usize) -> Count {
        let more: Vec<Lit> = (least..most).map(|_| self.formula.variable()).collect();
        for pair in more.windows(2) {
            self.formula.add(&[!pair[1], pair[0]]);
        }
        Count { least, more }
    }

    /// The sum of all, of which only one more than `most` is of interest.
    fn sum_of_all(&mut self, all: &[Count], most: usize) -> Count {
        match all {
            [] => Count::default(),
            [one] => one.clone(),
            _ => {
                let (first, rest) = all.split_at(all.len() / 2);
                let first = self.sum_of_all(first, most);
                let rest = self.sum_of_all(rest, most);
                self.sum(&first, &rest, most + 1)
            }
        }
    }

    fn sum(&mut self, one: &Count, other: &Count, most: usize) -> Count {
        let least = one.least + other.least;
        let sum = self.new_count(least, (one.most() + other.most()).min(most).max(least));
        for a in one.least..=one.most() {
            for b in other.least..=other.most() {
                if a + b <= sum.most() {
                    let parts = [one.reaches(a), other.reaches(b)];
                    self.both(parts, sum.reaches(a + b), true);
                }
                if a + b < sum.most() {
                    let parts = [one.reaches(a + 1), other.reaches(b + 1)];
                    self.both(parts, sum.reaches(a + b + 1), false);
                }
            }
        }
        sum
    }

    /// Who has made so many moves and is so far from its end makes both together in the game.
    fn reach_the_ends(&mut self, color: Color, man: usize, counts: &[Count]) {
        let last = self.last(color);
        let track = &self.tracks[number(color)][man];
        let man = &self.sides[number(color)].men[man];
        let ends: Vec<(Lit, &[i32])> = man
            .ends
            .iter()
            .enumerate()
            .filter_map(|(end, what)| Some((ended(man, track, end, last)?, what.away.as_slice())))
            .collect();
        let Some(total) = counts.last() else {
            return;
        };
        let mut demands: Vec<(Vec<Lit>, Reaches)> = Vec::new();
        for (at, count) in track.at.iter().zip(counts) {
            for (place, at) in at.iter().enumerate() {
                let Some(at) = *at else {
                    continue;
                };
                let nearest = ends.iter().map(|(_, away)| away[place]).min();
                let nearest = nearest.unwrap_or(FAR);
                for made in count.least..=count.most() {
                    let mut unless = vec![!at];
                    if let Reaches::If(literal) = count.reaches(made) {
                        unless.push(!literal);
                    }
                    let in_all = |away: i32| total.reaches(made + away as usize);
                    demands.push((unless.clone(), in_all(nearest)));
                    for (end, away) in ends.iter().filter(|(_, away)| away[place] > nearest) {
                        let unless = unless.iter().copied().chain([!*end]).collect();
                        demands.push((unless, in_all(away[place])));
                    }
                }
            }
        }
        for (unless, total) in demands {
            self.demand(&unless, total, true);
        }
    }

    /// Both parts are reached, then the sum is; or neither is, then it is not.
    fn both(&mut self, parts: [Reaches; 2], sum: Reaches, reached: bool) {
        let mut unless = Vec::new();
        for part in parts {
            match (part, reached) {
                (Reaches::Surely, true) | (Reaches::Never, false) => {}
                (Reaches::Surely, false) | (Reaches::Never, true) => return,
                (Reaches::If(literal), true) => unless.push(!literal),
                (Reaches::If(literal), false) => unless.push(literal),
            }
        }
        self.demand(&unless, sum, reached);
    }

    /// Unless one of these holds, the second is reached if the first is.
    fn imply(&mut self, unless: &[Lit], first: Reaches, second: Reaches) {
        let mut unless = unless.to_vec();
        match first {
            Reaches::Surely => {}
            Reaches::Never => return,
            Reaches::If(literal) => unless.push(!literal),
        }
        self.demand(&unless, second, true);
    }

    /// Unless one of these holds, it is reached, or is not.
    fn demand(&mut self, unless: &[Lit], what: Reaches, reached: bool) {
        let literal = match (what, reached) {
            (Reaches::Surely, true) | (Reaches::Never, false) => return,
            (Reaches::Surely, false) | (Reaches::Never, true) => None,
            (Reaches::If(literal), true) => Some(literal),
            (Reaches::If(literal), false) => Some(!literal),
        };
        let clause: Vec<Lit> = unless.iter().copied().chain(literal).collect();
        self.formula.add(&clause);
    }
}

/// Moves that a man can have made where it is.
fn made_at_most(man: &Man, place: usize) -> usize {
    let ends = man.ends.iter().filter(|end| end.away[place] < FAR);
    let most = ends.map(|end| end.affords - end.away[place]).max();
    most.unwrap_or(0).max(0) as usize
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
