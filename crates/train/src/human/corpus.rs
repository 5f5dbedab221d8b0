//! All games in memory.

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use sissa_games::{Folder, GameRow, WideColumns};
use sissa_nn::human::{Pace, Player, Site};

use crate::{TrainError, dataset::split_hash};

/// Games that are drawn from together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// At a site, not bullet.
    Online,
    /// At a site, bullet.
    Bullet,
    /// At a real board, below 1800.
    Club,
    /// At a real board, 1800 to 2399.
    Expert,
    /// At a real board, 2400 and more.
    Master,
}

/// How often each group is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Groups {
    pub online: f64,
    pub bullet: f64,
    pub club: f64,
    pub expert: f64,
    pub master: f64,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups {
            online: 0.5,
            bullet: 0.06,
            club: 0.2,
            expert: 0.14,
            master: 0.1,
        }
    }
}

/// One game.
#[derive(Clone, Debug)]
pub struct GameOf {
    begin: usize,
    plies: u16,
    /// The players.
    pub players: [Player; 2],
    /// Whether it is kept from training.
    pub held_out: bool,
}

/// Many games.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    moves: Vec<u16>,
    games: Vec<GameOf>,
    /// For training, by group.
    groups: [Vec<u32>; 5],
    /// The others.
    held_out: Vec<u32>,
}

/// The players of a game; `None` where one has no rating or is no human.
pub fn players(row: GameRow<'_>) -> Option<[Player; 2]> {
    let words = [Some(row.source()), row.site(), row.event()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let site = Site::named_in(&words.join(" "));
    let pace = row.time_class().map_or(Pace::Unknown, sissa_generate::pace);
    let player = |rating: Option<u16>| {
        rating
            .filter(|rating| (100..2900).contains(rating))
            .map(|rating| Player {
                rating: Some(rating),
                site,
                pace,
            })
    };
    let [white, black] = row.elo();
    Some([player(white)?, player(black)?])
}

impl Corpus {
    /// Reads imported games. One in `validation_share` is held out.
    pub fn read(
        folder: &Folder,
        validation_share: u64,
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Corpus, TrainError> {
        let mut corpus = Corpus::default();
        let wanted = WideColumns {
            moves: true,
            ..WideColumns::default()
        };
        let mut read = 0;
        for piece in folder.pieces() {
            folder.read(piece, wanted, &mut |row| {
                read += 1;
                corpus.push(row, validation_share);
                true
            })?;
            if !progress(read, folder.rows()) {
                break;
            }
        }
        Ok(corpus)
    }

    fn push(&mut self, row: GameRow<'_>, validation_share: u64) {
        let Some(players) = players(row).filter(|_| row.start_fen().is_none()) else {
            return;
        };
        let moves: Vec<u16> = row.moves().collect();
        let Ok(plies) = u16::try_from(moves.len()) else {
            return;
        };
        if plies < 10 {
            return;
        }
        let held_out = split_hash(&moves).is_multiple_of(validation_share.max(1));
        let begin = self.moves.len();
        self.moves.extend(&moves);
        let number = u32::try_from(self.games.len()).expect("fewer than four billion games");
        let mean = players
            .iter()
            .filter_map(|player| player.rating)
            .map(u32::from)
            .sum::<u32>()
            / 2;
        let group = match (players[0].site, players[0].pace, mean) {
            (Site::Board, _, ..1800) => Group::Club,
            (Site::Board, _, ..2400) => Group::Expert,
            (Site::Board, _, _) => Group::Master,
            (_, Pace::Bullet, _) => Group::Bullet,
            _ => Group::Online,
        };
        if held_out {
            self.held_out.push(number)
        } else {
            self.groups[group as usize].push(number)
        }
        self.games.push(GameOf {
            begin,
            plies,
            players,
            held_out,
        });
    }

    /// How many games each group has for training, and how many are held out.
    pub fn sizes(&self) -> ([usize; 5], usize) {
        (self.groups.each_ref().map(Vec::len), self.held_out.len())
    }

    /// A game's moves.
    pub fn moves(&self, game: &GameOf) -> &[u16] {
        &self.moves[game.begin..][..usize::from(game.plies)]
    }

    /// A game for training.
    pub fn draw(&self, groups: &Groups, rng: &mut Xoshiro256PlusPlus) -> Option<&GameOf> {
        let weights = [
            groups.online,
            groups.bullet,
            groups.club,
            groups.expert,
            groups.master,
        ];
        let weight = |group: usize| {
            if self.groups[group].is_empty() {
                0.0
            } else {
                weights[group]
            }
        };
        let total: f64 = (0..5).map(weight).sum();
        let mut at = rng.random_range(0.0..1.0) * total;
        let chosen = (0..5).find(|group| {
            at -= weight(*group);
            at < 0.0 && weight(*group) > 0.0
        })?;
        let games = &self.groups[chosen];
        Some(&self.games[games[rng.random_range(0..games.len())] as usize])
    }

    /// The games that are held out.
    pub fn held_out(&self) -> impl Iterator<Item = &GameOf> {
        self.held_out
            .iter()
            .map(|number| &self.games[*number as usize])
    }
}
