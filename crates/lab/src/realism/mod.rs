//! How real generated positions look.
//!
//! A [`Study`] makes positions in every style and measures them; [`page`] and [`table`] print its rows.
//!
//! Generated positions stand against positions of real games that satisfy the same constraint, of players of
//! the same ratings, site and pace. [`auc`] asks a classifier to tell them apart: 0.5 if it cannot, 1 if it always can.
//! [`divergences`] compares four distributions, [`likelihood`] asks the move model how likely the moves are, and
//! [`recovered`] which rating explains them best.

mod boost;
mod report;
mod study;
mod traits;

use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup as _, Move, Position as _, Setup};
use sissa_constraint::{Constraint, Situation};
use sissa_nn::human::{Past, Player, Policy, Scratch};

pub use boost::{Forest, auc_of};
pub use report::{csv, page, summary, table};
pub use study::{FEWEST, Row, Study, Style};
pub use traits::{Known, TRAITS, traits};

/// The constraints that are compared: tuples of the thesis, and what else people ask for.
pub const CONSTRAINTS: [(&str, &str); 12] = [
    ("White without queen", "white Q=0 and black Q=1 and ply>=10"),
    ("queens off", "queens=0"),
    ("(1,2,1,2,7)", "white (1,2,1,2,7)"),
    ("(1,2,2,1,8)", "white (1,2,2,1,8)"),
    ("(1,2,2,1,7)", "white (1,2,2,1,7)"),
    ("(0,2,1,1,6)", "white (0,2,1,1,6)"),
    (
        "rook endgame",
        "white Q=0 R=1 B=0 N=0 and black Q=0 R=1 B=0 N=0",
    ),
    ("White has lost the bishop pair", "white B=1 and black B=2"),
    (
        "White can castle short",
        "white castling kingside and ply 16..40",
    ),
    ("knight on d5", "white N on d5"),
    ("Black in check", "black in check and ply>=10"),
    ("ordinary", "ply 20..80"),
];

/// The bands of ratings.
pub const BANDS: [(u16, u16); 3] = [(1100, 1400), (1400, 1700), (1700, 2000)];

/// A position with the game that leads to it.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// The position.
    pub position: Chess,
    /// The moves to it from the starting position.
    pub moves: Vec<Move>,
    /// The players.
    pub players: [Player; 2],
}

/// The board at the end of a line, with somebody to move.
pub fn board_of(line: &str) -> Option<Chess> {
    let board = Board::from_ascii_board_fen(line.split_whitespace().last()?.as_bytes()).ok()?;
    let set_up = |turn: Color| {
        let setup = Setup {
            board: board.clone(),
            turn,
            ..Setup::empty()
        };
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    };
    set_up(Color::White).or_else(|| set_up(Color::Black))
}

/// One of the positions of a game that satisfy a constraint, each equally likely; `pick` answers a number
/// below the one it is given. `None` where there is none.
pub fn specimen(
    constraint: &Constraint,
    moves: &[Move],
    players: [Player; 2],
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Specimen> {
    let compiled = constraint.compile();
    let mut castled = sissa_game::NOBODY;
    let mut position = Chess::default();
    let mut chosen: Option<(usize, Chess)> = None;
    let mut found = 0;
    for ply in 0..=moves.len() {
        let situation = Situation {
            position: &position,
            castled,
        };
        if compiled.holds(&situation) {
            found += 1;
            if pick(found) == 0 {
                chosen = Some((ply, position.clone()));
            }
        }
        if let Some(played) = moves.get(ply) {
            sissa_game::note_castling(&mut castled, position.turn(), *played);
            position.play_unchecked(*played);
        }
    }
    chosen.map(|(ply, position)| Specimen {
        position,
        moves: moves[..ply].to_vec(),
        players,
    })
}

/// The area under the curve of a classifier that tells real from generated, by cross-validation in five
/// parts: each position is judged by a forest that has not seen it.
pub fn auc(real: &[Specimen], generated: &[Specimen], known: Known, seed: u64) -> f64 {
    const PARTS: usize = 5;
    let rows = |all: &[Specimen]| -> Vec<[f32; TRAITS]> {
        all.iter().map(|specimen| traits(specimen, known)).collect()
    };
    let (real, generated) = (rows(real), rows(generated));
    let mut scored = Vec::new();
    for part in 0..PARTS {
        let mut seen = Vec::new();
        let mut unseen = Vec::new();
        for (truth, rows) in [(true, &real), (false, &generated)] {
            for (number, row) in rows.iter().enumerate() {
                if number % PARTS == part {
                    unseen.push((*row, truth));
                } else {
                    seen.push((*row, truth));
                }
            }
        }
        let forest = Forest::grow(&seen, seed);
        // Scores of different forests are not on one scale: each part has its own curve.
        let judged: Vec<(f64, bool)> = unseen
            .iter()
            .map(|(row, truth)| (forest.score(row), *truth))
            .collect();
        scored.push(auc_of(&judged));
    }
    scored.iter().sum::<f64>() / scored.len() as f64
}

/// Kullback-Leibler divergences of generated from real positions, in bits: pawns, passed pawns, balance of
/// material, all material. Counts begin at a half, so that what one side never has stays finite.
pub fn divergences(real: &[Specimen], generated: &[Specimen]) -> [f64; 4] {
    let measures: [fn(&Chess) -> i32; 4] = [
        |position| traits::pawns(position, Color::White) + traits::pawns(position, Color::Black),
        |position| traits::passed(position, Color::White) + traits::passed(position, Color::Black),
        |position| {
            let balance =
                traits::points(position, Color::White) - traits::points(position, Color::Black);
            balance.clamp(-12, 12)
        },
        |position| {
            (traits::points(position, Color::White) + traits::points(position, Color::Black)) / 4
        },
    ];
    measures.map(|measure| {
        let values = |all: &[Specimen]| -> Vec<i32> {
            all.iter()
                .map(|specimen| measure(&specimen.position))
                .collect()
        };
        let (real, generated) = (values(real), values(generated));
        let mut kinds: Vec<i32> = real.iter().chain(&generated).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let share = |values: &[i32], kind: i32| {
            let count = values.iter().filter(|value| **value == kind).count();
            (count as f64 + 0.5) / (values.len() as f64 + 0.5 * kinds.len() as f64)
        };
        let part = |kind: &i32| {
            let (p, q) = (share(&generated, *kind), share(&real, *kind));
            p * (p / q).log2()
        };
        kinds.iter().map(part).sum()
    })
}

/// The mean logarithm of the share that the move model gives to the moves of the games.
pub fn likelihood(all: &[Specimen]) -> f64 {
    let (mut sum, mut moves) = (0.0, 0_u64);
    for specimen in all {
        let (loss, count) = loss(specimen, |player| player);
        sum -= loss;
        moves += count;
    }
    sum / moves.max(1) as f64
}

fn loss(specimen: &Specimen, as_if: impl Fn(Player) -> Player) -> (f64, u64) {
    let mut scratch = Scratch::default();
    let mut position = Chess::default();
    let mut past = Past::default();
    let mut sum = 0.0;
    for (ply, played) in specimen.moves.iter().enumerate() {
        let player = as_if(specimen.players[ply % 2]);
        let choices = Policy::shipped().moves(&position, &past, &player, &mut scratch);
        let choices = choices.without_end();
        let share = choices.moves.iter().find(|(other, _)| other == played);
        sum -= f64::from(share.map_or(0.0, |(_, share)| *share).max(1e-7)).ln();
        past = past.then(*played);
        position.play_unchecked(*played);
    }
    (sum, specimen.moves.len() as u64)
}

/// The rating, of a few, under which the move model finds the games of all players together likeliest.
pub fn recovered(all: &[Specimen]) -> u16 {
    let ratings: Vec<u16> = (800..=2400).step_by(100).collect();
    let total = |rating: u16| -> f64 {
        let as_if = |player: Player| Player {
            rating: Some(rating),
            ..player
        };
        all.iter().map(|specimen| loss(specimen, as_if).0).sum()
    };
    let losses: Vec<f64> = ratings.iter().map(|rating| total(*rating)).collect();
    let best = losses.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    best.map_or(0, |(index, _)| ratings[index])
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::Random;

    fn random_games(seed: u64, plies: usize, count: usize, captures: bool) -> Vec<Specimen> {
        let mut rng = Random::seed_from_u64(seed);
        (0..count)
            .map(|_| {
                let mut position = Chess::default();
                let mut moves = Vec::new();
                for _ in 0..plies {
                    let all = position.legal_moves();
                    let taking: Vec<Move> =
                        all.iter().filter(|m| m.is_capture()).copied().collect();
                    let from = if captures && !taking.is_empty() {
                        &taking
                    } else {
                        &all.to_vec()
                    };
                    if from.is_empty() {
                        break;
                    }
                    let played = from[rng.random_range(0..from.len())];
                    position.play_unchecked(played);
                    moves.push(played);
                }
                Specimen {
                    position,
                    moves,
                    players: [Player::rated(1500); 2],
                }
            })
            .collect()
    }

    #[test]
    fn the_classifier_tells_what_differs_and_only_that() {
        let (a, b) = (
            random_games(1, 30, 150, false),
            random_games(2, 30, 150, false),
        );
        let same = auc(&a, &b, Known::Game, 0);
        assert!((0.35..0.65).contains(&same), "{same}");
        let greedy = random_games(3, 30, 150, true);
        let different = auc(&a, &greedy, Known::Game, 0);
        assert!(different > 0.9, "{different}");
        let by_board = auc(&a, &greedy, Known::Board, 0);
        assert!(by_board > 0.8, "{by_board}");
    }

    #[test]
    fn the_game_behind_a_position_is_among_the_traits() {
        let moves = [
            "e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1", "b8c6", "c4d5", "f6d5", "e4d5",
        ];
        let mut game = sissa_engine::Situation::new(Chess::default());
        let moves: Vec<Move> = moves
            .iter()
            .map(|text| game.play_uci(text).unwrap())
            .collect();
        let of = |plies: usize, known: Known| {
            let mut position = Chess::default();
            for m in &moves[..plies] {
                position.play_unchecked(*m);
            }
            let specimen = Specimen {
                position,
                moves: moves[..plies].to_vec(),
                players: [Player::rated(1500); 2],
            };
            traits(&specimen, known)
        };
        let game = &of(moves.len(), Known::Game)[TRAITS - 7..];
        assert_eq!(
            game,
            [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            "clock, White castled short, a trade, no queen taken"
        );
        assert_eq!(
            of(9, Known::Game)[TRAITS - 7],
            7.0,
            "half-moves since a pawn moved"
        );
        assert!(
            of(moves.len(), Known::Board)[TRAITS - 14..]
                .iter()
                .all(|number| *number == 0.0)
        );
    }

    #[test]
    fn divergences_are_zero_between_a_set_and_itself() {
        let a = random_games(1, 30, 60, false);
        assert!(divergences(&a, &a).iter().all(|bits| bits.abs() < 1e-12));
        let greedy = random_games(3, 30, 60, true);
        assert!(divergences(&a, &greedy)[3] > 0.5);
    }

    #[test]
    fn constraints_can_be_read_and_bands_follow_each_other() {
        for (name, text) in CONSTRAINTS {
            let constraint: Result<Constraint, _> = text.parse();
            assert!(constraint.is_ok(), "{name}: {:?}", constraint.err());
            assert!(constraint.unwrap().refutation().is_none(), "{name}");
        }
        assert!(BANDS.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }

    #[test]
    fn boards_are_read_from_the_ends_of_lines() {
        let board = board_of("first\t(0, 2)\tTrue\t8/8/8/8/p4kb1/P7/8/K1q5").unwrap();
        assert_eq!(board.turn(), Color::White);
        let checked = board_of("4k3/4R3/8/8/8/8/8/4K3").unwrap();
        assert_eq!(checked.turn(), Color::Black, "White cannot be to move");
        assert!(board_of("experiment\tboard").is_none() && board_of("").is_none());
    }

    #[test]
    fn a_specimen_satisfies_its_constraint() {
        let constraint: Constraint = "white castling kingside and ply>=4".parse().unwrap();
        let game = &random_games(5, 40, 1, false)[0];
        let mut turns = 0;
        let found = specimen(&constraint, &game.moves, game.players, &mut |below| {
            turns += 1;
            turns % below
        });
        if let Some(found) = found {
            assert!(constraint.compile().holds(&(&found.position).into()));
            assert!(found.moves.len() >= 4);
        }
    }
}
