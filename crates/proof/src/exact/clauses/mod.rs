//! One game of the length, by solving a formula.
//!
//! Lists of positions multiply what the two sides do; most of it has nothing to do with each other. A solver of formulas
//! (`batsat`) learns which few moves exclude each other and why. The formula (`encoding`) says who is where after each move
//! and that the moves of all men add up. It says nothing about checks: games that come out are
//! played, checks that nobody answers are forbidden in all their places, and it is solved again.
//!
//! What is found is a game. En passant is left out, so that finding none means nothing.

mod checks;
mod encoding;
mod formula;
mod side;
mod solution;
mod walk;

use shakmaty::{Bitboard, Board, CastlingSide, Color, Move};

use super::bound::{Bounds, Certain, Way, closed};
use crate::{Budget, retro::Retro};
use checks::forbid_checks;
use encoding::Encoding;
use side::Side;
use solution::{played, read};
use walk::Ground;

/// Conflicts of the first attempt with each way of castling; later ones have twice as many.
const CONFLICTS: u64 = 2_000;
/// Each way of castling has half the conflicts of the one before it, but not less than this power of a half.
const LEAST_SHARE: usize = 3;
/// A conflict counts for so many nodes.
const CONFLICT: u64 = 10;
/// Formulas grow with the length; beyond this they are not written down.
const LONGEST: u32 = 120;

/// All formulas of a goal and a length, one for each way of castling.
pub(super) struct Formulas<'a> {
    goal: &'a Retro,
    plies: u32,
    budget: &'a Budget<'a>,
    attempts: Vec<Attempt<'a>>,
    conflicts: u64,
}

impl<'a> Formulas<'a> {
    pub fn new(goal: &'a Retro, plies: u32, budget: &'a Budget<'a>) -> Formulas<'a> {
        let attempts = if plies <= LONGEST {
            attempts(goal, plies).unwrap_or_default()
        } else {
            Vec::new()
        };
        Formulas {
            goal,
            plies,
            budget,
            attempts,
            conflicts: CONFLICTS,
        }
    }

    /// Goes on for so many nodes, or a little more: a game of exactly this length, if one comes out.
    pub fn solve(
        &mut self,
        most: u64,
        nodes: &mut u64,
        accept: &dyn Fn(&[Move]) -> bool,
    ) -> Option<Vec<Move>> {
        let until = (*nodes).saturating_add(most).min(self.budget.nodes);
        while !self.attempts.is_empty() {
            for (place, attempt) in self.attempts.iter_mut().enumerate() {
                let encoding = attempt.encoding(self.plies, self.budget);
                let conflicts = self.conflicts >> place.min(LEAST_SHARE);
                match next(encoding, &self.goal.board, conflicts, nodes) {
                    Next::Game(moves) if accept(&moves) => return Some(moves),
                    // What is wrong with such a game the formula does not know.
                    Next::None | Next::Game(_) => *attempt = Attempt::Closed,
                    Next::Unknown => {}
                }
                if *nodes >= self.budget.nodes || (self.budget.stop)() {
                    return None;
                }
            }
            self.attempts
                .retain(|attempt| !matches!(attempt, Attempt::Closed));
            self.conflicts *= 2;
            if *nodes >= until {
                return None;
            }
        }
        None
    }
}

fn attempts<'a>(goal: &Retro, plies: u32) -> Option<Vec<Attempt<'a>>> {
    let moves = [plies.div_ceil(2), plies / 2];
    let way = Way {
        from: &Board::new(),
        to: &goal.board,
        rights: Bitboard::CORNERS,
        moves,
    };
    let certain = Bounds::default().settle(&way, Certain::new(goal.steady()))?;
    let attempts = ways_of_castling().filter_map(|[white, black]| {
        let white = side(&goal.board, &certain, Color::White, moves[0], white)?;
        let black = side(&goal.board, &certain, Color::Black, moves[1], black)?;
        Some([white, black])
    });
    let mut attempts: Vec<[Side; 2]> = attempts.collect();
    // Who has more to spare has more games.
    attempts.sort_by_key(|[white, black]| std::cmp::Reverse(white.spare + black.spare));
    Some(attempts.into_iter().map(Attempt::Open).collect())
}

/// One way of castling for both sides.
enum Attempt<'a> {
    Open([Side; 2]),
    Written(Box<Encoding<'a>>),
    Closed,
}

impl<'a> Attempt<'a> {
    /// Its formula, written down when it is needed.
    fn encoding(&mut self, plies: u32, budget: &Budget<'a>) -> Option<&mut Encoding<'a>> {
        if let Attempt::Open(sides) = self {
            let encoding = Encoding::new(sides.clone(), plies as usize, budget.stop);
            *self = Attempt::Written(Box::new(encoding));
        }
        match self {
            Attempt::Written(encoding) => Some(encoding),
            _ => None,
        }
    }
}

/// What some conflicts led to.
enum Next {
    Game(Vec<Move>),
    None,
    Unknown,
}

/// Solves, forbids the checks that nobody answered, and solves again.
fn next(
    encoding: Option<&mut Encoding<'_>>,
    goal: &Board,
    mut conflicts: u64,
    nodes: &mut u64,
) -> Next {
    let Some(encoding) = encoding else {
        return Next::None;
    };
    while conflicts > 0 {
        let answer = encoding.formula.solve(conflicts);
        let used = encoding.formula.conflicts();
        conflicts = conflicts.saturating_sub(used);
        *nodes += CONFLICT * (1 + used);
        match answer {
            None => break,
            Some(false) => return Next::None,
            Some(true) => {
                let line = read(encoding);
                if !forbid_checks(encoding, goal, &line) {
                    return played(&line).map_or(Next::None, Next::Game);
                }
            }
        }
    }
    Next::Unknown
}

type Castling = Option<CastlingSide>;

fn ways_of_castling() -> impl Iterator<Item = [Castling; 2]> {
    const WAYS: [Castling; 3] = [
        None,
        Some(CastlingSide::KingSide),
        Some(CastlingSide::QueenSide),
    ];
    WAYS.into_iter()
        .flat_map(|white| WAYS.into_iter().map(move |black| [white, black]))
}

fn side(
    goal: &Board,
    certain: &Certain,
    color: Color,
    moves: u32,
    castles: Castling,
) -> Option<Side> {
    let ground = Ground {
        color,
        fixed: certain.fixed,
        closed: closed(goal, certain.fixed, color),
        prey: *certain.taken.get(!color),
        moves: moves as i32,
    };
    Side::new(goal, ground, *certain.taken.get(color), castles)
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, seq::IndexedRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use shakmaty::{Chess, Position, san::San};

    use super::*;
    use crate::{Target, exact::turn};

    /// Whether a formula gives a game to the end of these moves, as long as they are.
    fn is_found(moves: &[Move]) -> bool {
        let mut end = Chess::default();
        for m in moves {
            end.play_unchecked(*m);
        }
        let goal = Target::diagram(end.board().clone());
        let plies = moves.len() as u32;
        let retro = goal.retro(turn(plies));
        let budget = Budget::nodes(1_000_000);
        let accept = |moves: &[Move]| goal.is_reached_by(moves);
        Formulas::new(&retro, plies, &budget)
            .solve(u64::MAX, &mut 0, &accept)
            .is_some_and(|moves| moves.len() == plies as usize)
    }

    fn moves(text: &str) -> Vec<Move> {
        let mut position = Chess::default();
        text.split_whitespace()
            .map(|san| {
                let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(m);
                m
            })
            .collect()
    }

    #[test]
    fn castling_promotion_and_captures_are_found() {
        for text in [
            "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O",
            "d4 d5 Bf4 Bf5 Nc3 Nc6 Qd3 Qd6 O-O-O O-O-O",
            "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8=N",
            "e4 e5 Qh5 Ke7 Qxe5",
            "e4 f5 exf5 Kf7 Qg4 Kf6 Qg6 hxg6 fxg6",
            "f4 e5 g3 exf4 gxf4 Qh4",
        ] {
            assert!(is_found(&moves(text)), "{text}");
        }
    }

    #[test]
    fn what_was_played_is_found() {
        let mut count = 0;
        for seed in 0..40 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Chess::default();
            let mut played = Vec::new();
            while played.len() < 8 + seed as usize % 3 && !position.is_game_over() {
                let legal = position.legal_moves();
                let checks = legal.iter().filter(|m| {
                    let mut next = position.clone();
                    next.play_unchecked(**m);
                    next.is_check() || m.is_capture()
                });
                let checks: Vec<Move> = checks.copied().collect();
                let m = *checks.choose(&mut rng).or(legal.choose(&mut rng)).unwrap();
                played.push(m);
                position.play_unchecked(m);
            }
            if played.iter().all(|m| !m.is_en_passant()) {
                count += 1;
                assert!(is_found(&played), "seed {seed}");
            }
        }
        assert!(count > 30, "{count}");
    }
}
