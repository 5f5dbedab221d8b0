//! Two players, paired openings, counted failures: [`Match`].

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use sissa_engine::{
    Book,
    arena::{
        Clocks, DriverError, GameRecord, MatchReport, Openings, PairRecord, PlayerSpec, Rules,
    },
};
use sissa_game::Game;
use sissa_record::pgn;

use crate::{
    limits,
    problem::{Problem, quoted},
    session::Session,
};

/// Time for a move where no clock is given.
const MOVE_TIME: f64 = 0.1;

/// Two players and how they meet. A player is an evaluation of ours, a file with a network or weights, or the
/// program of any UCI engine. Each opening is played twice with colours changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Match {
    /// Both players.
    pub players: [String; 2],
    /// Options of each player, written as `NAME=VALUE`.
    pub options: [Vec<String>; 2],
    /// How many games; an odd number is rounded up.
    pub count: u64,
    /// Seconds for every move; a tenth where no other clock is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<f64>,
    /// A clock with an increment in seconds, such as `10+0.1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<String>,
    /// Positions for every move; unlike time, this repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies for every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Seconds that a move may take beyond its time before the game is lost.
    pub grace: f64,
    /// A Polyglot book to start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<PathBuf>,
    /// Half-moves played from the book, or at random without one.
    pub plies: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// Stop when the test between two differences in Elo is decided, such as `0,10`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// End games that both players agree about.
    pub adjudicate: bool,
    /// Positions to start from instead, in turn.
    #[serde(skip)]
    pub openings: Vec<Chess>,
}

impl Default for Match {
    /// A hundred games between our two evaluations, a tenth of a second for a move.
    fn default() -> Match {
        Match {
            players: ["nnue".to_owned(), "handcrafted".to_owned()],
            options: [Vec::new(), Vec::new()],
            count: 100,
            movetime: None,
            tc: None,
            nodes: None,
            depth: None,
            grace: 0.1,
            book: None,
            plies: 8,
            seed: 0,
            sprt: None,
            adjudicate: false,
            openings: Vec::new(),
        }
    }
}

impl Match {
    /// Between these two.
    pub fn between(first: impl Into<String>, second: impl Into<String>) -> Match {
        Match {
            players: [first.into(), second.into()],
            ..Match::default()
        }
    }

    /// So many games.
    #[must_use]
    pub fn count(mut self, count: u64) -> Match {
        self.count = count;
        self
    }

    /// With so many positions for every move.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Match {
        self.nodes = Some(nodes);
        self
    }

    /// Reads everything and starts each player once: a program that cannot be started is a problem, not a
    /// lost match. `sissa` is a program that speaks UCI when it is called with `uci` and plays with
    /// our evaluations. Games are played at the same time on the threads of the session.
    pub fn prepare(&self, session: &Session, sissa: &Path) -> Result<Pairing, Problem> {
        limits::within("count", Some(self.count), None)?;
        let sprt = match &self.sprt {
            Some(text) => Some(text.parse().map_err(|error| {
                let hint = "write two differences in Elo, the lower first, such as 0,10";
                wrong("sprt", error, hint)
            })?),
            None => None,
        };
        let arena = sissa_engine::arena::Match {
            players: [self.player(0, sissa)?, self.player(1, sissa)?],
            rules: Rules {
                grace: time("grace", self.grace)?,
                adjudicate: self.adjudicate,
                ..Rules::new(self.clocks()?)
            },
            pairs: self.count.div_ceil(2),
            sprt,
            concurrency: session.workers(),
        };
        arena.check_players().map_err(|error| {
            let hint = match error {
                DriverError::Option { .. } => "the program's answer to `uci` lists its options",
                _ => "give handcrafted, nnue, blend, small, untuned, a file with weights or a UCI program",
            };
            wrong("players", error, hint)
        })?;
        Ok(Pairing {
            arena,
            openings: self.openings()?,
            session: session.clone(),
        })
    }

    fn player(&self, number: usize, sissa: &Path) -> Result<PlayerSpec, Problem> {
        let mut player = PlayerSpec::named(&self.players[number], sissa);
        for option in &self.options[number] {
            let set = player.set_option(option);
            set.map_err(|error| wrong("options", error, "write NAME=VALUE, such as Hash=64"))?;
        }
        Ok(player)
    }

    fn clocks(&self) -> Result<Clocks, Problem> {
        if let Some(nodes) = self.nodes {
            return Ok(Clocks::Nodes(nodes));
        }
        if let Some(depth) = self.depth {
            return Ok(Clocks::Depth(depth));
        }
        match &self.tc {
            Some(text) => text.parse().map_err(|error| {
                let hint = "write seconds and an increment, such as 10+0.1";
                wrong("tc", error, hint)
            }),
            None => {
                let movetime = time("movetime", self.movetime.unwrap_or(MOVE_TIME))?;
                Ok(Clocks::PerMove(movetime))
            }
        }
    }

    fn openings(&self) -> Result<Openings, Problem> {
        if !self.openings.is_empty() {
            let list = Openings::list(self.openings.iter().cloned());
            return list.ok_or_else(|| {
                let message = "in none of the openings is there a legal move";
                Problem::new("openings", message).field("openings")
            });
        }
        Ok(match &self.book {
            Some(path) => {
                let book = Book::open(path)
                    .map_err(|error| Problem::new("files", error.to_string()).field("book"))?;
                Openings::book(book, self.plies, self.seed)
            }
            None => Openings::random(self.plies, self.seed),
        })
    }
}

fn wrong(field: &'static str, error: impl std::error::Error, hint: &str) -> Problem {
    Problem::new(field, error.to_string())
        .field(field)
        .hint(hint)
}

fn time(field: &'static str, seconds: f64) -> Result<Duration, Problem> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!(
            "{field} is {}: seconds are expected",
            quoted(&seconds.to_string())
        );
        Problem::new("limit", message).field(field)
    })
}

/// A match made ready.
#[derive(Debug)]
pub struct Pairing {
    arena: sissa_engine::arena::Match,
    openings: Openings,
    session: Session,
}

/// Two games that have ended, and how the match stands then.
#[derive(Debug)]
pub struct Pair<'a> {
    /// Both games from one opening.
    pub games: &'a PairRecord,
    /// How it stands.
    pub report: &'a MatchReport,
}

impl Pairing {
    /// Plays it. The sink sees every pair as it ends; after a break or a cancel games under way are played
    /// to their end.
    pub fn run_into(
        &self,
        mut sink: impl FnMut(Pair<'_>) -> ControlFlow<()> + Send,
    ) -> Result<MatchReport, Problem> {
        let session = &self.session;
        let outcome = self.arena.run(
            &self.openings,
            &|| session.now(),
            &|| session.cancel().requested(),
            &mut |games, report| sink(Pair { games, report }),
        );
        outcome.map_err(|error| Problem::new("players", error.to_string()).field("players"))
    }
}

impl Pair<'_> {
    /// Both games as PGN.
    pub fn pgn(&self) -> String {
        let games = self.games.games.iter().enumerate();
        let one = |(white, record): (usize, &GameRecord)| {
            let number = self.games.number * 2 + white as u64 + 1;
            game_text(record, self.report, white, number)
        };
        games.map(one).collect()
    }
}

fn game_text(record: &GameRecord, report: &MatchReport, white: usize, number: u64) -> String {
    let mut game = Game::starting_from(record.start.clone());
    for m in &record.moves {
        if game.push(*m).is_err() {
            break;
        }
    }
    let result = ["0-1", "1/2-1/2", "1-0"][usize::from(record.white.min(2))];
    let plies = record.moves.len().to_string();
    let number = number.to_string();
    let mut tags = vec![
        ("Event", "sissa match"),
        ("Round", number.as_str()),
        ("White", report.names[white].as_str()),
        ("Black", report.names[1 - white].as_str()),
        ("Result", result),
        ("PlyCount", plies.as_str()),
        ("Termination", record.end.words()),
    ];
    if let Some(remark) = &record.remark {
        tags.push(("Annotator", remark));
    }
    pgn(&game, &tags)
}
