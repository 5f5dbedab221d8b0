//! A whole match: pairs of games on several threads, failures counted, the report.

use std::{
    fmt,
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use shakmaty::{Chess, Color};

use super::{
    Driver, DriverError, End, GameRecord, MatchScore, Openings, PlayerSpec, Rules, Sprt, SprtState,
    play,
};

/// Who plays whom, how, and how often.
#[derive(Clone, Debug)]
pub struct Match {
    pub players: [PlayerSpec; 2],
    pub rules: Rules,
    /// Pairs of games: every opening is played twice with colours changed.
    pub pairs: u64,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Games at the same time.
    pub concurrency: usize,
}

/// Both games from one opening; the first player has White in the first.
#[derive(Clone, Debug)]
pub struct PairRecord {
    /// From 0.
    pub number: u64,
    pub games: [GameRecord; 2],
}

/// What a player did in all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTotals {
    pub crashes: u64,
    pub illegal_moves: u64,
    pub time_forfeits: u64,
    pub nodes: u64,
    pub time: Duration,
}

/// How a match stands. It is written as people read it.
#[derive(Clone, Debug)]
pub struct MatchReport {
    pub names: [String; 2],
    pub rules: Rules,
    pub sprt: Option<Sprt>,
    pub score: MatchScore,
    pub totals: [PlayerTotals; 2],
}

impl Match {
    /// Starts each player once: a program that cannot be started is an error, not a lost match.
    pub fn check_players(&self) -> Result<(), DriverError> {
        for player in &self.players {
            Driver::start(player, self.rules.patience)?;
        }
        Ok(())
    }

    /// Plays it; `clock` tells the time since any fixed moment. `watch` sees every pair as it ends and how
    /// the match stands then. After `stop` or a break games under way are played to their end.
    pub fn run(
        &self,
        openings: &Openings,
        clock: &(dyn Fn() -> Duration + Sync),
        stop: &(dyn Fn() -> bool + Sync),
        watch: &mut (dyn FnMut(&PairRecord, &MatchReport) -> ControlFlow<()> + Send),
    ) -> Result<MatchReport, DriverError> {
        let shared = Mutex::new((MatchReport::new(self), watch));
        let next = AtomicU64::new(0);
        let decided = AtomicBool::new(false);
        let fault = Mutex::new(None);
        let work = || {
            let mut drivers = [None, None];
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.pairs || decided.load(Relaxed) || stop() {
                    return;
                }
                let start = openings.of_pair(number);
                match self.play_pair(number, &start, &mut drivers, clock) {
                    Ok(pair) => {
                        let (report, watch) = &mut *lock(&shared);
                        report.add(&pair);
                        if watch(&pair, report).is_break() || report.is_decided() {
                            decided.store(true, Relaxed);
                        }
                    }
                    Err(error) => {
                        *lock(&fault) = Some(error);
                        decided.store(true, Relaxed);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(self.pairs as usize) {
                scope.spawn(work);
            }
        });
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => {
                let shared = shared.into_inner();
                Ok(shared.unwrap_or_else(PoisonError::into_inner).0)
            }
        }
    }

    /// Plays both games from an opening, starting processes that are not running.
    fn play_pair(
        &self,
        number: u64,
        start: &Chess,
        drivers: &mut [Option<Driver>; 2],
        clock: &dyn Fn() -> Duration,
    ) -> Result<PairRecord, DriverError> {
        let mut game = |first_has_white: bool| {
            let [first, second] = &mut *drivers;
            let first = self.running(0, first)?;
            let second = self.running(1, second)?;
            let seats = if first_has_white {
                [first, second]
            } else {
                [second, first]
            };
            let record = play(start, seats, &self.rules, clock, &|| false);
            if record.end.at_fault().is_some() {
                // A fresh process for the next game.
                *drivers = [None, None];
            }
            Ok(record)
        };
        Ok(PairRecord {
            number,
            games: [game(true)?, game(false)?],
        })
    }

    fn running<'a>(
        &self,
        player: usize,
        driver: &'a mut Option<Driver>,
    ) -> Result<&'a mut Driver, DriverError> {
        Ok(match driver {
            Some(driver) => driver,
            none => none.insert(Driver::start(&self.players[player], self.rules.patience)?),
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PairRecord {
    /// The first player's half points in both games.
    pub fn half_points(&self) -> [u8; 2] {
        [self.games[0].white, 2 - self.games[1].white]
    }
}

impl MatchReport {
    fn new(of: &Match) -> MatchReport {
        let [mut first, mut second] = of.players.clone().map(|player| player.name);
        if first == second {
            first.push_str(" (A)");
            second.push_str(" (B)");
        }
        MatchReport {
            names: [first, second],
            rules: of.rules,
            sprt: of.sprt,
            score: MatchScore::default(),
            totals: Default::default(),
        }
    }

    fn add(&mut self, pair: &PairRecord) {
        let [first, second] = pair.half_points();
        self.score.add_pair(first, second);
        for (white, game) in pair.games.iter().enumerate() {
            for color in Color::ALL {
                let player = color.fold_wb(white, 1 - white);
                let totals = &mut self.totals[player];
                totals.nodes += game.nodes[color.fold_wb(0, 1)];
                totals.time += game.time[color.fold_wb(0, 1)];
                totals.crashes += u64::from(game.end == End::Crashed(color));
                totals.illegal_moves += u64::from(game.end == End::Illegal(color));
                totals.time_forfeits += u64::from(game.end == End::OutOfTime(color));
            }
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|sprt| !matches!(sprt.judge(&self.score), SprtState::Undecided(_)))
    }

    /// One line: the score, Elo and the test.
    pub fn headline(&self) -> String {
        let score = &self.score;
        let test = self
            .sprt
            .map_or_else(String::new, |sprt| format!(", {}", sprt.describe(score)));
        format!("{score}, Elo {:.0}{test}", score.elo())
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = &self.score;
        let [first, second] = &self.names;
        writeln!(f, "{first} against {second}, {}", self.rules.clocks)?;
        writeln!(f, "games      {}", score.games())?;
        let MatchScore {
            wins,
            draws,
            losses,
            ..
        } = score;
        let percent = 100.0 * score.share();
        writeln!(f, "score      +{wins} ={draws} -{losses} ({percent:.1} %)")?;
        let pairs = score.pairs.map(|count| count.to_string()).join(" ");
        writeln!(f, "pairs      {pairs}")?;
        writeln!(f, "Elo        {}", score.elo())?;
        if let Some(sprt) = self.sprt {
            writeln!(f, "test       {}", sprt.describe(score))?;
        }
        for (name, totals) in self.names.iter().zip(&self.totals) {
            let PlayerTotals {
                crashes,
                illegal_moves,
                time_forfeits,
                ..
            } = totals;
            let speed = totals.nodes as f64 / totals.time.as_secs_f64().max(1e-9);
            writeln!(
                f,
                "{name}: {crashes} crashes, {illegal_moves} illegal moves, {time_forfeits} time forfeits, {speed:.0} nodes/s"
            )?;
        }
        Ok(())
    }
}
