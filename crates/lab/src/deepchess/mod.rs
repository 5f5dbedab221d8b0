//! How often a position of a game that White won is told from one of a game that Black won.
//!
//! Ten positions are drawn of each decisive game, none of the first five moves and none in which a man was taken next, as
//! David, Netanyahu and Wolf drew them. For something that gives numbers, the share of pairs in their right order is its AUC. The
//! comparator is measured on the same pairs as material, tables, a linear sum over the inputs, the engine's evaluations and, where
//! wanted, its search.

mod master;
mod pairs;
mod report;

use std::path::Path;

use rand::SeedableRng as _;
use shakmaty::{Chess, Color};
use sissa::{Course, GameResult};
use sissa_engine::{Engine, Evaluation, Limits, Options, Score, Situation, Unwatched};
use sissa_nn::{
    deepchess::{Comparator, Drawing, Inputs, rating_difference},
    tensors,
};

pub use master::{MasterFigures, MasterTest, Row as MasterRow};
use pairs::{Accuracy, Scored};
pub use report::{Band, Figures};

use crate::{LabError, Observer, Random, games};

/// What is measured.
#[derive(Clone, Debug)]
pub struct Test {
    /// Pairs, drawn with this seed.
    pub pairs: usize,
    pub seed: u64,
    /// How positions are drawn.
    pub drawing: Drawing,
    /// Nodes of the engine's search for each position; none where 0.
    pub nodes: u64,
    /// Only games that a training with this share kept apart.
    pub held_out: Option<u64>,
}

impl Default for Test {
    fn default() -> Test {
        Test {
            pairs: 20_000,
            seed: 1,
            drawing: Drawing::Published,
            nodes: 0,
            held_out: None,
        }
    }
}

/// A position of a decisive game.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    position: Chess,
    ply: usize,
    /// The mean of both ratings, where both are known.
    rating: Option<u16>,
    /// What the comparator is told of both.
    rating_difference: i16,
    /// The game's number.
    game: u64,
}

/// Pairs of a row that belongs to a range of plies or ratings.
const PAIRS_OF_BAND: usize = 3000;
/// Fewest positions of each kind that a row stands for.
const FEWEST: usize = 100;
/// Where ranges of half-moves begin.
const PLIES: [usize; 6] = [10, 20, 40, 60, 90, 130];
/// The width of a range of ratings.
const RATINGS: u16 = 200;

impl Test {
    /// Measures a comparator on the games of a file or folder.
    pub fn run(
        &self,
        comparator: &Comparator,
        path: &Path,
        observer: &dyn Observer,
    ) -> Result<Figures, LabError> {
        let (drawn, games) = self.draw(path)?;
        let [won, lost] = &drawn;
        let mut random = Random::seed_from_u64(self.seed);
        let pairs = pairs::draw(won.len(), lost.len(), self.pairs, &mut random);
        let mut scored = Scored::new(comparator, [won, lost], self.nodes);
        let all = scored.measure(&pairs, observer);
        let orders = scored.orders(&pairs);
        let mut bands = Vec::new();
        let ranges = PLIES.iter().enumerate().map(|(index, from)| {
            let to = PLIES.get(index + 1).copied().unwrap_or(usize::MAX);
            (*from, to)
        });
        for (from, to) in ranges {
            let name = match to {
                usize::MAX => format!("{from} half-moves and more"),
                _ => format!("{from} to {} half-moves", to - 1),
            };
            let within = |drawn: &Drawn| (from..to).contains(&drawn.ply);
            bands.extend(self.band("ply", name, &drawn, &mut scored, within, observer));
        }
        for from in (0..4000).step_by(usize::from(RATINGS)) {
            let from = from as u16;
            let within = |drawn: &Drawn| {
                let rating = drawn.rating;
                rating.is_some_and(|rating| (from..from + RATINGS).contains(&rating))
            };
            let name = format!("rated {from} to {}", from + RATINGS - 1);
            bands.extend(self.band("rating", name, &drawn, &mut scored, within, observer));
        }
        Ok(Figures {
            shape: comparator.shape().to_string(),
            games,
            positions: won.len() + lost.len(),
            pairs: pairs.len(),
            interval: pairs::interval(&all, &pairs, [won, lost]),
            accuracy: all.rows,
            orders,
            bands,
            nodes: self.nodes,
        })
    }

    /// Pairs of which both positions are in a range.
    fn band(
        &self,
        by: &'static str,
        name: String,
        [won, lost]: &[Vec<Drawn>; 2],
        scored: &mut Scored<'_>,
        within: impl Fn(&Drawn) -> bool,
        observer: &dyn Observer,
    ) -> Option<Band> {
        let places = |all: &[Drawn]| -> Vec<usize> {
            let each = all.iter().enumerate();
            each.filter(|(_, drawn)| within(drawn))
                .map(|(at, _)| at)
                .collect()
        };
        let (won, lost) = (places(won), places(lost));
        if won.len() < FEWEST || lost.len() < FEWEST {
            return None;
        }
        let mut random = Random::seed_from_u64(self.seed ^ name.len() as u64);
        let count = PAIRS_OF_BAND.min(self.pairs);
        let pairs: Vec<(usize, usize)> = pairs::draw(won.len(), lost.len(), count, &mut random)
            .into_iter()
            .map(|(one, other)| (won[one], lost[other]))
            .collect();
        let Accuracy { rows, .. } = scored.measure(&pairs, observer);
        let positions = won.len() + lost.len();
        Some(Band {
            by,
            name,
            positions,
            accuracy: rows,
        })
    }

    /// Positions of games that White won and that Black won, and how many games.
    fn draw(&self, path: &Path) -> Result<([Vec<Drawn>; 2], [usize; 2]), LabError> {
        let mut drawn: [Vec<Drawn>; 2] = Default::default();
        let mut games = [0; 2];
        games::courses(path, &mut |course| {
            let side = match course.result {
                Some(GameResult::White) => 0,
                Some(GameResult::Black) => 1,
                _ => return,
            };
            if self
                .held_out
                .is_some_and(|share| !course.hash().is_multiple_of(share))
            {
                return;
            }
            let count = self.drawing.count();
            let plies = self
                .drawing
                .draw(course.moves(), count, course.hash() ^ self.seed);
            if plies.is_empty() {
                return;
            }
            games[side] += 1;
            drawn[side].extend(of_plies(&course, &plies));
        })?;
        if drawn.iter().any(Vec::is_empty) {
            return Err(LabError::NoPairs);
        }
        Ok((drawn, games))
    }
}

/// The positions of a game after so many half-moves each.
pub(crate) fn of_plies(course: &Course, plies: &[usize]) -> Vec<Drawn> {
    let ratings = course.players.map(|player| player.rating);
    let rating = ratings[0]
        .zip(ratings[1])
        .map(|(white, black)| white.midpoint(black));
    let rating_difference = rating_difference(ratings);
    let positions = course.positions();
    let each = plies.iter().filter_map(|ply| {
        Some(Drawn {
            position: positions.get(*ply)?.clone(),
            ply: *ply,
            rating,
            rating_difference,
            game: course.hash(),
        })
    });
    each.collect()
}

/// The linear baseline that comes with the program: a worth for each of the inputs.
fn linear() -> Vec<f32> {
    let count = Inputs::Bits.count();
    let read =
        tensors::read(sissa_models::LINEAR).and_then(|read| read.gather(&[("linear", 0..count)]));
    read.expect("a test reads it")
}

/// What a value for the side to move is for White.
fn for_white(value: i32, turn: Color) -> f32 {
    turn.fold_wb(value, -value) as f32
}

/// The engine's search, which forgets between two positions.
fn searched(engine: &mut Engine, position: &Chess, nodes: u64) -> f32 {
    use shakmaty::Position as _;
    engine.forget();
    let situation = Situation::new(position.clone());
    let analysis = engine.search(&situation, &Limits::nodes(nodes), &Unwatched, &mut |_| ());
    let value = match analysis.lines.first().map(|line| line.score) {
        Some(Score::Centipawns(value)) => value,
        Some(Score::Mate(moves)) => moves.signum() * (30_000 - moves.abs()),
        None if position.is_check() => -30_000,
        None => 0,
    };
    for_white(value, position.turn())
}

/// An engine for it.
fn searcher() -> Engine {
    Engine::new(Options {
        hash: 1,
        threads: 1,
        evaluation: Evaluation::default(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::Unwatched as Nobody;

    use super::*;

    /// Short games in which the winner has taken the other's queen.
    fn pgn() -> String {
        let white = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Qg5 5. Nf3 Qxg2 6. Rg1 Qh3 7. Rg3 Qe6 8. d4 a6 9. d5 Qd6 10. a3 h6 11. a4 h5 12. Nb5 axb5 13. b3 g6 14. c3 f6";
        let black = "1. e4 e5 2. Qh5 Nf6 3. Qxf7+ Kxf7 4. d3 d6 5. a3 Be6 6. b3 Nc6 7. c3 a6 8. h3 h6 9. g3 b6 10. f3 g6 11. a4 a5 12. h4 h5 13. Be3 Ne7 14. Nd2 c6";
        format!("[Result \"1-0\"]\n\n{white} 1-0\n\n[Result \"0-1\"]\n\n{black} 0-1\n")
    }

    #[test]
    fn pairs_are_told_apart_and_bad_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, pgn()).unwrap();
        let test = Test {
            pairs: 200,
            nodes: 50,
            ..Test::default()
        };
        let figures = test.run(Comparator::shipped(), &path, &Nobody).unwrap();
        assert_eq!(figures.games, [1, 1]);
        let json = figures.json();
        let accuracy = |name: &str| json["scorers"][name].as_f64().unwrap();
        // White has two pawns more in one game, Black a queen in the other.
        assert_eq!(accuracy("material"), 100.0);
        assert!(json["pair_accuracy"].as_f64().unwrap() > 90.0, "{json}");
        assert!(
            accuracy("search") > 90.0 && accuracy("nnue") > 90.0,
            "{json}"
        );
        fs::write(&path, "[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n").unwrap();
        assert!(matches!(
            test.run(Comparator::shipped(), &path, &Nobody),
            Err(LabError::NoPairs)
        ));
    }
}
