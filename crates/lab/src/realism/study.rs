//! The study itself: constraint by constraint and band by band, each style against real games.

use std::ops::ControlFlow;

use rand::{RngExt as _, SeedableRng as _};
use shakmaty::Chess;
use sissa_constraint::{Constraint, Range};
use sissa_generate::{Company, Human, LONGEST, Neural, Options, Style as Making, Task};
use sissa_nn::{
    file::Saved,
    human::{Pace, Player, Site},
};
use sissa_parallel::in_order;

use super::{
    BANDS, CONSTRAINTS, Known, Specimen, auc, csv, divergences, likelihood, recovered, specimen,
};
use crate::{
    LabError, Observer, Random,
    games::{RealGame, of_many},
};

/// Fewest positions of either kind: a classifier that is tested on a fifth of them wants two in it.
pub const FEWEST: usize = 10;

/// A cell with fewer real positions than this, where more were asked for, says too little to be shown.
const TELLING: usize = 40;

/// A style that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As people play.
    Human,
    /// With the network for the grid, which knows tuples only.
    Neural,
    /// As fast as possible.
    Direct,
    /// Boards that somebody else made, of which only the men are known.
    Boards,
}

impl Style {
    /// All, in the order of the tables.
    pub const ALL: [Style; 4] = [Style::Human, Style::Neural, Style::Direct, Style::Boards];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Style::Human => "human",
            Style::Neural => "neural",
            Style::Direct => "direct",
            Style::Boards => "boards",
        }
    }
}

/// One constraint, band and style.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the constraint is called, and its text.
    pub constraint: &'static str,
    pub text: &'static str,
    /// The lowest rating, and the first above the highest.
    pub band: (u16, u16),
    pub style: Style,
    /// The share of the band's real games in which the constraint comes true.
    pub share: f64,
    /// How many positions there are of either kind.
    pub real: usize,
    pub made: usize,
    /// How well a classifier tells them apart.
    pub auc: f64,
    /// Pawns, passed pawns, balance, material.
    pub divergences: [f64; 4],
    /// Of the real games' moves and of the generated ones'; not a number where there is no game.
    pub likelihoods: [f64; 2],
    /// The ratings that explain them best; 0 where there is no game.
    pub recovered: [u16; 2],
    /// The share that the style direct finished.
    pub repaired: f64,
    pub per_second: f64,
}

/// What is compared with what.
#[derive(Clone, Debug)]
pub struct Study {
    /// Named constraints.
    pub constraints: Vec<(&'static str, &'static str)>,
    /// Bands of ratings.
    pub bands: Vec<(u16, u16)>,
    /// Positions of a cell at most.
    pub count: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// Threads; figures do not depend on them, times do.
    pub threads: usize,
    /// The network of the style neural, which is left out where there is none.
    pub network: Option<Saved>,
    /// Boards that somebody else made: those that satisfy a tuple are one more style.
    pub boards: Vec<Chess>,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            constraints: CONSTRAINTS.to_vec(),
            bands: BANDS.to_vec(),
            count: 100,
            seed: 0,
            threads: 1,
            network: sissa_nn::shipped("grid"),
            boards: Vec::new(),
        }
    }
}

/// A constraint with real positions of a band.
struct Cell {
    constraint: Constraint,
    name: &'static str,
    text: &'static str,
    band: (u16, u16),
    real: Vec<Specimen>,
    share: f64,
}

impl Study {
    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.constraints.len() * self.bands.len()
    }

    /// Compares; `None` once the observer has stopped it. Of the games, those played online and not as
    /// bullet count.
    pub fn run(
        &self,
        games: &[RealGame],
        observer: &dyn Observer,
    ) -> Result<Option<Vec<Row>>, LabError> {
        if self.count < FEWEST {
            return Err(LabError::TooFewPositions(self.count));
        }
        let mut rows = Vec::new();
        for band in &self.bands {
            let of_band = games.iter().filter(|game| is_of(game, *band)).collect();
            let of_band = of_many(of_band, self.seed);
            for named in &self.constraints {
                if let Some(cell) = self.cell(*named, *band, &of_band)? {
                    for style in self.styles(&cell) {
                        if observer.stopped() {
                            return Ok(None);
                        }
                        let row = self.row(&cell, style, observer)?;
                        observer.row(&csv(&row));
                        rows.push(row);
                    }
                }
                observer.advance();
            }
        }
        if rows.is_empty() {
            return Err(LabError::TooFewGames);
        }
        Ok(Some(rows))
    }

    /// The real positions of a cell; none where they are too few to compare with.
    fn cell(
        &self,
        (name, text): (&'static str, &'static str),
        band: (u16, u16),
        games: &[&RealGame],
    ) -> Result<Option<Cell>, LabError> {
        let constraint: Constraint = text.parse().map_err(|error| LabError::Constraint {
            constraint: text.to_owned(),
            reason: format!("{error}"),
        })?;
        let (real, share) = self.reference(&constraint, games);
        // Who asks for fewer is content with fewer.
        let enough = real.len() >= TELLING.min(self.count);
        Ok(enough.then_some(Cell {
            constraint,
            name,
            text,
            band,
            real,
            share,
        }))
    }

    /// One position from each of so many real games at most, and the share of games that have one.
    fn reference(&self, constraint: &Constraint, games: &[&RealGame]) -> (Vec<Specimen>, f64) {
        let mut rng = Random::seed_from_u64(self.seed);
        let mut found = Vec::new();
        let mut seen = 0;
        for game in games {
            if found.len() >= self.count {
                break;
            }
            seen += 1;
            let mut pick = |below: usize| rng.random_range(0..below);
            found.extend(specimen(
                constraint,
                &game.replay(),
                game.players,
                &mut pick,
            ));
        }
        let share = found.len() as f64 / f64::from(seen.max(1));
        (found, share)
    }

    /// The styles that can make positions for a constraint: the network and the boards know tuples only.
    fn styles(&self, cell: &Cell) -> Vec<Style> {
        let mut styles = vec![Style::Human, Style::Direct];
        let tuple = cell.name.starts_with('(');
        if tuple && self.network.is_some() {
            styles.push(Style::Neural);
        }
        if tuple && self.boards_of(cell).len() >= FEWEST {
            styles.push(Style::Boards);
        }
        styles
    }

    /// The boards that satisfy a constraint, as many as there are real positions at most.
    fn boards_of(&self, cell: &Cell) -> Vec<Specimen> {
        let compiled = cell.constraint.compile();
        let fit = self
            .boards
            .iter()
            .filter(|position| compiled.holds(&(*position).into()));
        fit.take(cell.real.len())
            .map(|position| Specimen {
                position: position.clone(),
                moves: Vec::new(),
                players: cell.real[0].players,
            })
            .collect()
    }

    fn row(&self, cell: &Cell, style: Style, observer: &dyn Observer) -> Result<Row, LabError> {
        let begun = observer.now();
        let (made, repaired) = match style {
            Style::Boards => (self.boards_of(cell), 0.0),
            style => self.generate(cell, style)?,
        };
        let seconds = observer.now() - begun;
        let real = &cell.real[..made.len().clamp(1, cell.real.len())];
        let known = match style {
            Style::Boards => Known::Board,
            _ => Known::Game,
        };
        let games = style != Style::Boards;
        Ok(Row {
            constraint: cell.name,
            text: cell.text,
            band: cell.band,
            style,
            share: cell.share,
            real: real.len(),
            made: made.len(),
            auc: auc(real, &made, known, self.seed),
            divergences: divergences(real, &made),
            likelihoods: [real, &made].map(|all| if games { likelihood(all) } else { f64::NAN }),
            recovered: [real, &made].map(|all| if games { recovered(all) } else { 0 }),
            repaired,
            per_second: if games {
                made.len() as f64 / seconds.max(1e-9)
            } else {
                f64::NAN
            },
        })
    }

    /// Positions in a style, one for each real one, and the share that the style direct finished. In the style human the
    /// players are those of the real game.
    fn generate(&self, cell: &Cell, style: Style) -> Result<(Vec<Specimen>, f64), LabError> {
        let trouble = |reason: String| LabError::Constraint {
            constraint: cell.text.to_owned(),
            reason,
        };
        let tasks = match style {
            Style::Human => cell.real.iter().map(|real| real.players).collect(),
            _ => vec![cell.real[0].players],
        };
        let tasks: Result<Vec<Task>, _> = tasks
            .into_iter()
            .map(|players| Task::new(&cell.constraint, self.options(style, players)))
            .collect();
        let tasks = tasks.map_err(|error| trouble(error.to_string()))?;
        let (mut made, mut repaired) = (Vec::new(), 0);
        let make = |index: u64| {
            let task = usize::try_from(index).unwrap_or(0) % tasks.len();
            tasks[task].generate(self.seed, index, &|| false)
        };
        let indices = 0..cell.real.len() as u64;
        in_order(indices, self.threads, make, |index, found| {
            if let Ok(found) = found {
                repaired += u32::from(found.human.is_some_and(|told| told.repaired > 0));
                made.push(Specimen {
                    position: found.position,
                    moves: found.moves,
                    players: cell.real[usize::try_from(index).unwrap_or(0)].players,
                });
            }
            ControlFlow::Continue(())
        });
        let share = f64::from(repaired) / made.len().max(1) as f64;
        Ok((made, share))
    }

    fn options(&self, style: Style, players: [Player; 2]) -> Options {
        match style {
            Style::Human => Options {
                max_plies: LONGEST,
                style: Making::Human(Human {
                    company: Company {
                        ratings: players
                            .map(|player| Range::exactly(i32::from(player.rating.unwrap_or(1500)))),
                        gap: Range::at_most(3000),
                        pace: players[0].pace,
                    },
                    site: players[0].site,
                    ..Human::default()
                }),
                ..Options::default()
            },
            Style::Neural => Options {
                max_plies: Neural::PLIES,
                style: self.network.as_ref().map_or(Making::Direct, |saved| {
                    Making::Neural(Neural::new(saved, None, None, None))
                }),
                ..Options::default()
            },
            Style::Direct | Style::Boards => Options::default(),
        }
    }
}

/// Whether a game was played online by two people of a band, and not as bullet.
fn is_of(game: &RealGame, band: (u16, u16)) -> bool {
    let first = &game.players[0];
    let inside = |player: &Player| {
        let rating = player.rating;
        rating.is_some_and(|rating| (band.0..band.1).contains(&rating))
    };
    first.site != Site::Board && first.pace != Pace::Bullet && game.players.iter().all(inside)
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;
    use sissa_games::encode_move;

    use super::*;
    use crate::Unwatched;

    /// Games of random moves, as if people of 1250 had played them.
    fn games(count: u64) -> Vec<RealGame> {
        let game = |seed| {
            let mut rng = Random::seed_from_u64(seed);
            let mut position = Chess::default();
            let mut moves = Vec::new();
            while moves.len() < 40 && !position.is_game_over() {
                let legal = position.legal_moves();
                let played = legal[rng.random_range(0..legal.len())];
                moves.push(encode_move(&played));
                position.play_unchecked(played);
            }
            let player = Player {
                rating: Some(1250),
                site: Site::Lichess,
                pace: Pace::Rapid,
            };
            RealGame {
                players: [player; 2],
                names: [0; 2],
                moves,
            }
        };
        (0..count).map(game).collect()
    }

    fn study(count: usize) -> Study {
        Study {
            constraints: vec![("ordinary", "ply 20..80")],
            count,
            ..Study::default()
        }
    }

    #[test]
    fn who_asks_for_few_positions_gets_few() {
        let rows = study(20).run(&games(60), &Unwatched).unwrap().unwrap();
        let sizes: Vec<_> = rows.iter().map(|row| (row.style, row.real)).collect();
        assert_eq!(sizes, [(Style::Human, 20), (Style::Direct, 20)]);
        assert!(rows.iter().all(|row| row.made == 20 && row.auc.is_finite()));
    }

    #[test]
    fn boards_of_others_are_one_more_style() {
        let games = games(40);
        let boards = games.iter().map(|game| {
            let mut position = Chess::default();
            for m in game.replay().into_iter().take(8) {
                position.play_unchecked(m);
            }
            position
        });
        let study = Study {
            constraints: vec![("(1,2,2,2,8)", "white (1,2,2,2,8)")],
            boards: boards.collect(),
            network: None,
            ..study(12)
        };
        let rows = study.run(&games, &Unwatched).unwrap().unwrap();
        let last = rows.last().unwrap();
        assert_eq!(last.style, Style::Boards);
        assert!(
            last.made >= FEWEST && last.likelihoods[1].is_nan(),
            "{last:?}"
        );
        assert_eq!(last.real, last.made);
    }

    #[test]
    fn cells_with_few_games_are_left_out() {
        let error = study(100).run(&games(30), &Unwatched).unwrap_err();
        assert!(matches!(error, LabError::TooFewGames), "{error}");
        let error = study(9).run(&games(30), &Unwatched).unwrap_err();
        assert!(matches!(error, LabError::TooFewPositions(9)), "{error}");
    }
}
