//! What a line looks like to a person: numbers that a prediction of its difficulty rests on.
//!
//! Most weight has how likely people of several ratings play the solver's moves; then what there is to see on the board and
//! how long the line is, and the motifs.

use shakmaty::{Chess, Move, Position as _, Role, Square};
use sissa_nn::human::{Past, Player, Policy, Scratch};

use crate::{
    MoveKind,
    findability::{pasts, solves},
    motifs::{Line, Step, motif},
};

/// Ratings that the move model is asked for.
const RATINGS: [u16; 3] = [1000, 1600, 2200];
/// What a chance is at least: rarer moves are alike.
const RAREST: f32 = 1e-5;
/// Numbers of one move of the solver.
const OF_MOVE: usize = RATINGS.len() + 7;
/// Numbers of the whole line, besides motifs.
const OF_LINE: usize = 12 + 2 * RATINGS.len();
/// The solver's moves that have numbers of their own: the first two.
const MOVES: usize = 2;

/// The motifs that count, by Lichess' tags: those that happen within a line. A predictor knows them by their place, so new
/// motifs change nothing until one is made anew.
const TAGS: [&str; 38] = [
    "mate",
    "smotheredMate",
    "backRankMate",
    "anastasiaMate",
    "hookMate",
    "arabianMate",
    "bodenMate",
    "doubleBishopMate",
    "dovetailMate",
    "attraction",
    "deflection",
    "interference",
    "intermezzo",
    "clearance",
    "capturingDefender",
    "advancedPawn",
    "doubleCheck",
    "discoveredCheck",
    "quietMove",
    "defensiveMove",
    "sacrifice",
    "xRayAttack",
    "fork",
    "hangingPiece",
    "trappedPiece",
    "discoveredAttack",
    "exposedKing",
    "skewer",
    "pin",
    "attackingF2F7",
    "promotion",
    "underPromotion",
    "kingsideAttack",
    "queensideAttack",
    "opening",
    "middlegame",
    "endgame",
    "rookEndgame",
];

/// How many numbers there are.
pub fn feature_count() -> usize {
    MOVES * OF_MOVE + OF_LINE + TAGS.len()
}

/// The numbers of a line; where something does not occur, -1.
pub fn features(line: &Line) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(feature_count());
    let moves: Vec<Seen> = seen(line);
    for index in 0..MOVES {
        match moves.get(index) {
            Some(seen) => numbers.extend(seen.numbers()),
            None => numbers.extend([-1.0; OF_MOVE]),
        }
    }
    numbers.extend(of_line(line, &moves));
    let holds = |tag: &str| motif(tag).and_then(|motif| motif.holds(line)) == Some(true);
    numbers.extend(TAGS.iter().map(|tag| f32::from(u8::from(holds(tag)))));
    numbers
}

fn of_line(line: &Line, moves: &[Seen]) -> [f32; OF_LINE] {
    let board = line.start().board();
    let solver = line.solver();
    let mut numbers = [0.0; OF_LINE];
    let count =
        |wanted: &dyn Fn(&Step) -> bool| line.moves().filter(|step| wanted(step)).count() as f32;
    let replies = |step: &Step| (step.after.legal_moves().len() as f32).ln_1p();
    let far = |step: &Step| {
        board
            .king_of(!solver)
            .map_or(0, |king| king.distance(step.to)) as f32
    };
    let rest = [
        line.moves().len() as f32,
        board.occupied().count() as f32,
        board.by_color(solver).count() as f32 - board.by_color(!solver).count() as f32,
        count(&Step::checks),
        count(&Step::captures),
        count(&|step| !step.checks() && !step.captures()),
        line.moves().map(replies).sum(),
        line.moves().map(far).fold(0.0, f32::max),
        f32::from(u8::from(line.start().is_check())),
        line.led_by
            .as_ref()
            .map_or(-1.0, |step| f32::from(u8::from(step.captures()))),
        line.led_by.as_ref().map_or(-1.0, |step| {
            f32::from(u8::from(step.to == line.steps[0].to))
        }),
        moves
            .iter()
            .map(|seen| seen.better as f32)
            .fold(0.0, f32::max),
    ];
    numbers[..rest.len()].copy_from_slice(&rest);
    for index in 0..RATINGS.len() {
        let rare = moves.iter().map(|seen| seen.rare[index]);
        numbers[rest.len() + 2 * index] = rare.clone().sum();
        numbers[rest.len() + 2 * index + 1] = rare.fold(0.0, f32::max);
    }
    numbers
}

/// A move of the solver as people see it.
struct Seen {
    /// Minus the logarithm of the chance that it is played, by rating.
    rare: [f32; RATINGS.len()],
    /// How many moves are likelier at the middle rating.
    better: usize,
    /// The chance of the likeliest other move there.
    tempting: f32,
    legal: usize,
    checks: usize,
    kind: MoveKind,
    steps: u32,
}

impl Seen {
    fn numbers(&self) -> [f32; OF_MOVE] {
        let [low, middle, high] = self.rare;
        let quiet = f32::from(u8::from(self.kind.quiet()));
        [
            low,
            middle,
            high,
            self.better as f32,
            self.tempting,
            self.legal as f32,
            self.checks as f32,
            self.steps as f32,
            f32::from(u8::from(self.kind.sacrifice)) - quiet,
            f32::from(self.kind.role as u8),
        ]
    }
}

/// The solver's moves as people see them.
fn seen(line: &Line) -> Vec<Seen> {
    let mut scratch = Scratch::default();
    let steps = pasts(line).into_iter().zip(line.moves());
    steps
        .map(|(past, step)| look(&mut scratch, step, &past))
        .collect()
}

fn look(scratch: &mut Scratch, step: &Step, past: &Past) -> Seen {
    let (policy, chess) = (Policy::shipped(), &step.before);
    let right = |m: Move| solves(step, m);
    let mut seen = Seen {
        rare: [0.0; RATINGS.len()],
        better: 0,
        tempting: 0.0,
        legal: 0,
        checks: 0,
        kind: MoveKind::of(chess, step.m),
        steps: steps(step.from, step.to, step.role),
    };
    for (index, rating) in RATINGS.into_iter().enumerate() {
        let choices = policy
            .moves(chess, past, &Player::rated(rating), scratch)
            .without_end();
        let chance: f32 = choices
            .moves
            .iter()
            .filter(|(m, _)| right(*m))
            .map(|(_, share)| share)
            .sum();
        seen.rare[index] = -chance.max(RAREST).ln();
        if index == RATINGS.len() / 2 {
            let others = choices
                .moves
                .iter()
                .filter(|(m, _)| !right(*m))
                .map(|(_, share)| *share);
            seen.better = others.clone().filter(|share| *share > chance).count();
            seen.tempting = others.fold(0.0, f32::max);
            seen.legal = choices.moves.len();
            let checks = choices
                .moves
                .iter()
                .filter(|(m, _)| after(chess, *m).is_check());
            seen.checks = checks.count();
        }
    }
    seen
}

/// How far a man goes; knights jump two.
fn steps(from: Square, to: Square, role: Role) -> u32 {
    if role == Role::Knight {
        2
    } else {
        from.distance(to)
    }
}

fn after(chess: &Chess, m: Move) -> Chess {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        for tag in TAGS {
            assert!(motif(tag).is_some(), "{tag}");
        }
        let start = Chess::default();
        let words = ["e2e4", "e7e5", "g1f3"].map(|word| word.parse().unwrap());
        for length in [1, 3] {
            let line = Line::of_uci(&start, &words[..length]).unwrap();
            assert_eq!(features(&line).len(), feature_count());
        }
    }
}
