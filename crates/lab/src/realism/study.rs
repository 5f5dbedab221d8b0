//! The study itself: constraint by constraint and band by band, each style against real games.

use std::ops::ControlFlow;

use rand::{RngExt as _, SeedableRng as _};
use sissa_constraint::Constraint;
use sissa_generate::{Company, Human, LONGEST, Neural, Options, Style as Making, Task};
use sissa_nn::{
    file::Saved,
    human::{Pace, Player, Site},
};
use sissa_parallel::in_order;

use super::{
    BANDS, CONSTRAINTS, Specimen, auc, csv, divergences, likelihood, range, recovered, specimen,
};
use crate::{LabError, Observer, Random, games::RealGame};

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
}

impl Style {
    /// All, in the order of the tables.
    pub const ALL: [Style; 3] = [Style::Human, Style::Neural, Style::Direct];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Style::Human => "human",
            Style::Neural => "neural",
            Style::Direct => "direct",
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
    /// Of the real games' moves and of the generated ones'.
    pub likelihoods: [f64; 2],
    /// The ratings that explain them best.
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
            let of_band: Vec<&RealGame> = games.iter().filter(|game| is_of(game, *band)).collect();
            for named in &self.constraints {
                if let Some(cell) = self.cell(*named, *band, &of_band)? {
                    for style in self.styles(cell.name) {
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

    /// The styles that can make positions for a constraint: the network knows tuples only.
    fn styles(&self, constraint: &str) -> Vec<Style> {
        let mut styles = vec![Style::Human, Style::Direct];
        if constraint.starts_with('(') && self.network.is_some() {
            styles.push(Style::Neural);
        }
        styles
    }

    fn row(&self, cell: &Cell, style: Style, observer: &dyn Observer) -> Result<Row, LabError> {
        let begun = observer.now();
        let (made, repaired) = self.generate(cell, style)?;
        let seconds = observer.now() - begun;
        let real = &cell.real;
        Ok(Row {
            constraint: cell.name,
            text: cell.text,
            band: cell.band,
            style,
            share: cell.share,
            real: real.len(),
            made: made.len(),
            auc: auc(real, &made, self.seed),
            divergences: divergences(real, &made),
            likelihoods: [likelihood(real), likelihood(&made)],
            recovered: [recovered(real), recovered(&made)],
            repaired,
            per_second: made.len() as f64 / seconds.max(1e-9),
        })
    }

    /// Positions in a style, as many as there are real ones, and the share that the style direct finished.
    fn generate(&self, cell: &Cell, style: Style) -> Result<(Vec<Specimen>, f64), LabError> {
        let (site, pace) = commonest(&cell.real);
        let options = self.options(style, cell.band, site, pace);
        let task = Task::new(&cell.constraint, options);
        let task = task.map_err(|error| LabError::Constraint {
            constraint: cell.text.to_owned(),
            reason: error.to_string(),
        })?;
        let middle = (cell.band.0 + cell.band.1) / 2;
        let (mut made, mut repaired) = (Vec::new(), 0);
        let make = |index| task.generate(self.seed, index, &|| false);
        let indices = 0..cell.real.len() as u64;
        in_order(indices, self.threads, make, |_, found| {
            if let Ok(found) = found {
                let ratings = found.human.map_or([middle; 2], |told| told.ratings);
                repaired += u32::from(found.human.is_some_and(|told| told.repaired > 0));
                made.push(Specimen {
                    position: found.position,
                    moves: found.moves,
                    players: ratings.map(|rating| Player {
                        rating: Some(rating),
                        site,
                        pace,
                    }),
                });
            }
            ControlFlow::Continue(())
        });
        let share = f64::from(repaired) / made.len().max(1) as f64;
        Ok((made, share))
    }

    fn options(&self, style: Style, band: (u16, u16), site: Site, pace: Pace) -> Options {
        match style {
            Style::Human => Options {
                max_plies: LONGEST,
                style: Making::Human(Human {
                    company: Company {
                        ratings: [range(band); 2],
                        pace,
                        ..Company::default()
                    },
                    site,
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
            Style::Direct => Options::default(),
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

/// Where and how fast most of the real players play.
fn commonest(real: &[Specimen]) -> (Site, Pace) {
    let mut kinds: Vec<(Site, Pace)> = real
        .iter()
        .map(|one| (one.players[0].site, one.players[0].pace))
        .collect();
    kinds.sort_unstable();
    let longest = kinds
        .chunk_by(|a, b| a == b)
        .max_by_key(|equal| equal.len());
    longest.map_or((Site::Lichess, Pace::Rapid), |equal| equal[0])
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};
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
    fn cells_with_few_games_are_left_out() {
        let error = study(100).run(&games(30), &Unwatched).unwrap_err();
        assert!(matches!(error, LabError::TooFewGames), "{error}");
        let error = study(9).run(&games(30), &Unwatched).unwrap_err();
        assert!(matches!(error, LabError::TooFewPositions(9)), "{error}");
    }
}
