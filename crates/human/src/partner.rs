//! Somebody to play against, of any level: the move model, and above its range more and more of the engine.
//!
//! A [`Row`] of `models/levels.txt` says of a level which rating the model is asked for, how many positions a search looks at
//! besides, and how much a loss that it sees is heeded. What the model thinks likely stays in the play at every level, so a strong
//! one is not merely a weak engine: the search only takes away what it sees to lose.

use std::sync::LazyLock;

use shakmaty::{Move, Position as _};
use sissa_engine::{
    Companion, Control, Engine, GameClock, Level, LevelMove, Limits, Options, Score, Situation,
    TimeBudget, draw,
};
use sissa_nn::human::{Choices, Past, Player};

use crate::{Clocks, Eyes, Sighted, Tempers, View, chance};

/// Lines of a search that are told.
const LINES: usize = 5;
/// What a move has that the model does not think of, so that a search may find it.
const UNTHOUGHT: f64 = 0.003;
/// Who stands worse than this gives nothing away that he sees: a person's pride, and no gift to the other.
const LOST: f32 = 0.12;
/// What is no gift yet, in centipawns.
const GIFT: i32 = 250;

/// How a level is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The rating that the model is asked for.
    pub rating: f64,
    /// Positions that a search looks at; none below 1.
    pub nodes: f64,
    /// What a move's score loses for each expected point that the search sees it lose.
    pub care: f64,
}

/// Why a text is no table of levels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelsError {
    /// A line that is none of the table.
    #[error("`{0}` is no level, rating, nodes and care")]
    Line(String),
    /// Nothing, or levels that do not rise.
    #[error("levels must rise, and there must be one")]
    Order,
}

/// The rows by level; between two levels, between their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    rows: Vec<(f64, Row)>,
}

impl Levels {
    /// The ones that come with the program.
    pub fn shipped() -> &'static Levels {
        static SHIPPED: LazyLock<Levels> =
            LazyLock::new(|| Levels::parse(sissa_models::LEVELS).expect("a test reads it"));
        &SHIPPED
    }

    /// Reads a table: level, rating, nodes and care in each line; `#` begins a comment.
    ///
    /// ```
    /// use sissa_human::Levels;
    ///
    /// let levels = Levels::parse("1000 900 0 0\n2000 1900 100 10\n")?;
    /// assert_eq!(levels.at(1500.0).rating, 1400.0);
    /// assert_eq!(levels.at(3000.0).nodes, 100.0);
    /// assert!(Levels::parse("2000 1900 0 0\n1000 900 0 0").is_err());
    /// # Ok::<_, sissa_human::LevelsError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Levels, LevelsError> {
        let mut rows: Vec<(f64, Row)> = Vec::new();
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let wrong = || LevelsError::Line(line.trim().to_owned());
            let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|_| wrong())?;
            let [level, rating, nodes, care] = numbers[..] else {
                return Err(wrong());
            };
            if numbers.iter().any(|number| !number.is_finite()) {
                return Err(wrong());
            }
            if rows.last().is_some_and(|(before, _)| *before >= level) {
                return Err(LevelsError::Order);
            }
            rows.push((
                level,
                Row {
                    rating,
                    nodes,
                    care,
                },
            ));
        }
        if rows.is_empty() {
            return Err(LevelsError::Order);
        }
        Ok(Levels { rows })
    }

    /// How a level is played. Nodes grow by the same factor, the rest by the same amount.
    pub fn at(&self, level: f64) -> Row {
        let above = self.rows.partition_point(|(other, _)| *other < level);
        let Some((high, upper)) = self.rows.get(above) else {
            return self.rows[self.rows.len() - 1].1;
        };
        if above == 0 {
            return *upper;
        }
        let (low, lower) = self.rows[above - 1];
        let part = (level - low) / (high - low);
        let between = |low: f64, high: f64| low + part * (high - low);
        let nodes = if lower.nodes < 1.0 {
            between(lower.nodes, upper.nodes)
        } else {
            between(lower.nodes.ln(), upper.nodes.ln()).exp()
        };
        Row {
            rating: between(lower.rating, upper.rating),
            nodes,
            care: between(lower.care, upper.care),
        }
    }
}

/// Plays at any level.
#[derive(Debug)]
pub struct Partner {
    eyes: Eyes,
    engine: Engine,
    tempers: Tempers,
}

impl Default for Partner {
    fn default() -> Partner {
        Partner::new(Options::default())
    }
}

impl Companion for Partner {
    fn choose(
        &mut self,
        level: Level,
        game: &Situation,
        time: Option<TimeBudget>,
        clock: Option<GameClock>,
        control: &dyn Control,
        chance: u64,
    ) -> Option<LevelMove> {
        let row = Levels::shipped().at(f64::from(level.elo()));
        self.play(row, game, time, clock, control, chance)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

impl Partner {
    /// Searches above the model's range are made by an engine of these options.
    pub fn new(options: Options) -> Partner {
        Partner {
            eyes: Eyes::default(),
            engine: Engine::new(options),
            tempers: Tempers::shipped().clone(),
        }
    }

    /// With other tempers.
    #[must_use]
    pub fn tempered(mut self, tempers: Tempers) -> Partner {
        self.tempers = tempers;
        self
    }

    /// A move as a row says, where there is a legal one.
    pub fn play(
        &mut self,
        row: Row,
        game: &Situation,
        time: Option<TimeBudget>,
        clock: Option<GameClock>,
        control: &dyn Control,
        chance: u64,
    ) -> Option<LevelMove> {
        let position = game.position();
        let moves = position.legal_moves();
        let player = Player {
            rating: Some(row.rating.clamp(400.0, 3000.0) as u16),
            ..Player::rated(1500)
        };
        let view = View {
            position,
            past: &Past::of(game.recent()),
            seen: game.keys(),
            player: &player,
        };
        let (mut choices, standing) = self.foretold(view);
        let pause = clock.map(|clock| Clocks::shipped().pause(&view, &choices, clock, chance));
        let mut score = Score::Centipawns(standing);
        let at = draw(chance);
        if row.nodes >= 1.0 && moves.len() > 1 {
            score = self.heed(row, game, time, control, &mut choices)?;
        }
        let mut left = at
            * choices
                .moves
                .iter()
                .map(|(_, share)| f64::from(*share))
                .sum::<f64>();
        let drawn = choices.moves.iter().find(|(_, share)| {
            left -= f64::from(*share);
            left < 0.0 && *share > 0.0
        });
        let likeliest = || choices.moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let (played, _) = drawn.or_else(likeliest)?;
        Some(LevelMove {
            played: *played,
            score,
            pause,
        })
    }

    /// What is drawn from, without gifts of who is lost, and the value of the best move at a glance.
    fn foretold(&mut self, view: View<'_>) -> (Choices, i32) {
        let (mut choices, scene) = self
            .eyes
            .seen_choices(view, Sighted::shipped(), &self.tempers);
        let values = scene.looked.iter().filter_map(|looked| looked.value);
        let best = values.max().unwrap_or(0);
        if chance(best) < LOST {
            for ((_, share), entry) in choices.moves.iter_mut().zip(&scene.entries) {
                let value = entry.looked.and_then(|at| scene.looked[at].value);
                if value.is_none_or(|value| value < best - GIFT) {
                    *share = 0.0;
                }
            }
        }
        (choices, best)
    }

    /// Takes away what a search sees to lose; the value of the best move.
    fn heed(
        &mut self,
        row: Row,
        game: &Situation,
        time: Option<TimeBudget>,
        control: &dyn Control,
        choices: &mut Choices,
    ) -> Option<Score> {
        let limits = Limits {
            lines: LINES,
            time,
            ..Limits::nodes(row.nodes as u64)
        };
        let found = self.engine.search(game, &limits, control, &mut |_| ());
        let told: Vec<(Move, f64)> = found
            .lines
            .iter()
            .filter_map(|line| Some((*line.pv.first()?, winning(line.score))))
            .collect();
        let best = told.first()?.1;
        for (played, share) in &mut choices.moves {
            let value = told.iter().find(|(m, _)| m == played);
            *share = value.map_or(0.0, |(_, value)| {
                let share = f64::from(*share).max(UNTHOUGHT);
                (share * (-row.care * (best - value)).exp()) as f32
            });
        }
        found.lines.first().map(|line| line.score)
    }
}

/// The chance to win, and a little more for a shorter mate.
fn winning(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => f64::from(chance(value)),
        Score::Mate(moves) if moves > 0 => 1.2 - 0.002 * f64::from(moves.min(90)),
        Score::Mate(moves) => -0.2 + 0.002 * f64::from((-moves).min(90)),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    use sissa_engine::Unwatched;

    use super::*;

    fn game(fen: &str) -> Situation {
        let fen: Fen = fen.parse().unwrap();
        Situation::new(fen.into_position(CastlingMode::Standard).unwrap())
    }

    #[test]
    fn the_shipped_levels_rise_from_the_lowest_to_the_highest() {
        let levels = Levels::shipped();
        let rows: Vec<Row> = (Level::LOWEST..=Level::HIGHEST)
            .step_by(50)
            .map(|level| levels.at(f64::from(level)))
            .collect();
        let rise = |two: &[Row]| {
            two[0].rating <= two[1].rating
                && two[0].nodes <= two[1].nodes
                && two[0].care <= two[1].care
        };
        assert!(rows.windows(2).all(rise), "{rows:?}");
        assert!(rows[0].rating < rows[rows.len() - 1].rating);
    }

    #[test]
    fn every_level_answers_and_repeats_itself() {
        let mut partner = Partner::default();
        let clock = GameClock {
            left: std::time::Duration::from_secs(180),
            increment: std::time::Duration::from_secs(2),
            moves: None,
        };
        for elo in [600, 1500, 2300] {
            let level = Level::from_elo(elo);
            let start = Situation::new(Chess::default());
            let mut answer = |chance: u64| {
                partner.forget();
                partner
                    .choose(level, &start, None, Some(clock), &Unwatched, chance)
                    .unwrap()
            };
            let once = answer(5);
            assert_eq!(once, answer(5), "{elo}");
            assert!(once.pause.is_some_and(|pause| pause <= clock.most()));
        }
        let over = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
        let level = Level::from_elo(1500);
        assert_eq!(
            partner.choose(level, &over, None, None, &Unwatched, 1),
            None
        );
    }

    #[test]
    fn who_is_lost_gives_nothing_away() {
        // White is two rooks down; the queen can be kept or put where a pawn takes it.
        let lost = game("r3k2r/ppp2ppp/8/8/8/3Q4/PPP2PPP/6K1 w - - 0 20");
        let mut partner = Partner::default();
        let level = Level::from_elo(800);
        for chance in 0..150 {
            let chosen = partner
                .choose(level, &lost, None, None, &Unwatched, chance)
                .unwrap();
            let mut lookout = sissa_engine::Lookout::new(&sissa_engine::Evaluation::default());
            lookout.begin(lost.position());
            let moves = lost.position().legal_moves();
            let best = moves.iter().map(|m| lookout.after(*m).value).max().unwrap();
            if chance_of(best) < LOST {
                assert!(
                    lookout.after(chosen.played).value >= best - GIFT,
                    "{chosen:?}"
                );
            }
        }
    }

    fn chance_of(value: i32) -> f32 {
        chance(value)
    }
}
