//! A conversation: what has been set, the position, and at most one search on its own thread.

use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position as _, fen::Fen};

use super::{
    Clock, Command, Settings, Sink,
    command::Go,
    lines::{limits_of, line_of, read_fen},
    options::{Effect, declared},
};
use crate::{
    Companion, Control, Engine, GameClock, Info, Level, LevelMove, Limits, Options, Situation,
    level::draw, perft,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Quit,
}

pub(super) struct Session {
    sink: Arc<Sink>,
    clock: Arc<Clock>,
    settings: Settings,
    engine: Arc<Mutex<Engine>>,
    companion: Arc<Mutex<Box<dyn Companion>>>,
    situation: Situation,
    running: Option<(JoinHandle<()>, Arc<Watch>, bool)>,
    searches: u64,
}

/// Whether the search may go on.
struct Watch {
    clock: Arc<Clock>,
    begin: Duration,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// An answer must wait for `stop` or `ponderhit`.
    held: Mutex<bool>,
    released: Condvar,
}

impl Watch {
    fn release(&self) {
        *lock(&self.held) = false;
        self.released.notify_all();
    }

    /// Lets some time pass, unless the answer is wanted now.
    fn pause(&self, time: Duration) {
        let held = lock(&self.held);
        if !self.stop.load(Relaxed) {
            drop(self.released.wait_timeout(held, time));
        }
    }

    fn wait(&self) {
        let mut held = lock(&self.held);
        while *held {
            held = self
                .released
                .wait(held)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Control for Watch {
    fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.begin)
    }
    fn stop(&self) -> bool {
        self.stop.load(Relaxed)
    }
    fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    pub fn new(sink: Arc<Sink>, clock: Arc<Clock>, companion: Box<dyn Companion>) -> Session {
        let settings = Settings::default();
        let engine = Engine::new(Options {
            hash: settings.hash,
            threads: settings.threads,
            evaluation: settings.evaluation.clone(),
        });
        Session {
            sink,
            clock,
            settings,
            engine: Arc::new(Mutex::new(engine)),
            companion: Arc::new(Mutex::new(companion)),
            situation: Situation::new(Chess::default()),
            running: None,
            searches: 0,
        }
    }

    fn say(&self, line: &str) {
        (self.sink)(line);
    }

    pub fn complain(&self, what: &str) {
        self.say(&format!("info string error: {what}"));
    }

    pub fn hear(&mut self, line: &str) -> Next {
        match Command::parse(line) {
            Command::Uci => {
                self.say(concat!("id name Sissa ", env!("CARGO_PKG_VERSION")));
                self.say("id author the Sissa authors");
                for option in declared() {
                    self.say(&option);
                }
                self.say("uciok");
            }
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                self.halt();
                lock(&self.engine).forget();
                lock(&self.companion).forget();
                self.situation = Situation::new(Chess::default());
            }
            Command::SetOption { name, value } => {
                self.halt();
                self.set(&name, value.as_deref());
            }
            Command::Position { fen, moves } => {
                self.halt();
                self.place(fen.as_deref(), &moves);
            }
            Command::Go(go) => {
                self.halt();
                self.go(go);
            }
            Command::Stop => self.halt(),
            Command::PonderHit => {
                if let Some((_, watch, infinite)) = &self.running {
                    watch.pondering.store(false, Relaxed);
                    if !infinite {
                        watch.release();
                    }
                }
            }
            Command::Quit => {
                self.halt();
                return Next::Quit;
            }
            Command::Show => self.show(),
            Command::Eval => {
                let value = self.settings.evaluation.of(self.situation.position());
                let name = self.settings.evaluation.name();
                self.say(&format!("info string {name} {value} for the side to move"));
            }
            Command::Nothing => {}
            Command::Unknown(why) => self.complain(&why),
        }
        Next::GoOn
    }

    /// No more input: waits for a search that ends by itself.
    pub fn finish(&mut self) {
        let endless = self
            .running
            .as_ref()
            .is_some_and(|(_, watch, infinite)| *infinite || watch.pondering.load(Relaxed));
        if endless {
            self.halt();
        } else if let Some((thread, ..)) = self.running.take() {
            let _ = thread.join();
        }
    }

    /// Ends the search, if there is one; it answers before this returns.
    fn halt(&mut self) {
        if let Some((thread, watch, _)) = self.running.take() {
            watch.stop.store(true, Relaxed);
            watch.pondering.store(false, Relaxed);
            watch.release();
            if thread.join().is_err() {
                self.complain("the search failed");
            }
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let effect = match self.settings.set(name, value) {
            Ok(effect) => effect,
            Err(why) => return self.complain(&why),
        };
        let mut engine = lock(&self.engine);
        match effect {
            Effect::Nothing => {}
            Effect::Hash => {
                if let Err(old) = engine.set_hash(self.settings.hash) {
                    let wanted = std::mem::replace(&mut self.settings.hash, old);
                    self.complain(&format!(
                        "there is no memory for a Hash of {wanted} MiB; it stays at {old}"
                    ));
                }
            }
            Effect::Threads => engine.set_threads(self.settings.threads),
            Effect::Tablebases => engine.set_tablebases(self.settings.tablebases.clone()),
            Effect::Evaluation => engine.set_evaluation(self.settings.evaluation.clone()),
            Effect::Clear => engine.forget(),
        }
        drop(engine);
        if let (Effect::Tablebases, Some(tables)) = (effect, &self.settings.tablebases) {
            self.say(&format!("info string {} tablebases found", tables.count()));
        }
    }

    /// Takes a position over, or complains and keeps the old one.
    fn place(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match fen {
            None => Ok(Chess::default()),
            Some(fen) => read_fen(fen),
        };
        let start = match start {
            Ok(start) => start,
            Err(why) => return self.complain(&why),
        };
        let mut situation = Situation::new(start);
        for text in moves {
            if let Err(error) = situation.play_uci(text) {
                return self.complain(&error.to_string());
            }
        }
        self.situation = situation;
    }

    fn show(&self) {
        let position = self.situation.position();
        for rank in format!("{:?}", position.board()).lines() {
            self.say(&format!("info string {rank}"));
        }
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        self.say(&format!("info string fen {fen}"));
    }

    fn go(&mut self, go: Go) {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let (limits, unbounded) = limits_of(
            &go,
            self.situation.position(),
            self.settings.overhead,
            self.settings.lines,
        );
        let infinite = unbounded && (go.infinite || !self.settings.limit_strength);
        if limits.only.len() < go.only.len() {
            self.complain("not every move of searchmoves is legal here; the others are searched");
            if limits.only.is_empty() {
                return self.say("bestmove 0000");
            }
        }
        let watch = Arc::new(Watch {
            clock: Arc::clone(&self.clock),
            begin: (self.clock)(),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(go.ponder),
            held: Mutex::new(infinite || go.ponder),
            released: Condvar::new(),
        });
        let level = self
            .settings
            .limit_strength
            .then(|| Level::from_elo(self.settings.elo));
        self.searches += 1;
        let position = self.situation.position();
        let chance = self.searches
            ^ u64::from(position.fullmoves().get()).wrapping_mul(0x2545_F491_4F6C_DD1D)
            ^ u64::from(position.board().occupied());
        let plain = !infinite && !go.ponder && limits.only.is_empty();
        if let Some(book) = self.settings.book.as_ref().filter(|_| plain)
            && let Some(m) = book.choose(position, draw(chance))
        {
            self.say("info string book move");
            self.say(&format!("bestmove {}", m.to_uci(CastlingMode::Standard)));
            return;
        }
        let game_clock = self.game_clock(&go);
        let level = level.filter(|_| !infinite && limits.only.is_empty());
        let job = Job {
            engine: Arc::clone(&self.engine),
            companion: Arc::clone(&self.companion),
            game_clock,
            sink: Arc::clone(&self.sink),
            watch: Arc::clone(&watch),
            situation: self.situation.clone(),
            limits,
            level,
            show_wdl: self.settings.show_wdl,
            lines: self.settings.lines,
            chance,
        };
        let spawned = thread::Builder::new()
            .stack_size(16 << 20)
            .spawn(move || job.run());
        match spawned {
            Ok(thread) => self.running = Some((thread, watch, infinite)),
            Err(error) => self.complain(&format!("cannot start a search: {error}")),
        }
    }

    /// The clock of the side to move, where there is one and no time for the move is given.
    fn game_clock(&self, go: &Go) -> Option<GameClock> {
        let (left, increment) = match self.situation.position().turn() {
            Color::White => (go.white_time, go.white_increment),
            Color::Black => (go.black_time, go.black_increment),
        };
        let left = Duration::from_millis(
            left.filter(|_| go.move_time.is_none())?
                .max(1)
                .unsigned_abs(),
        );
        Some(GameClock {
            left,
            increment,
            moves: go.moves_to_go.filter(|moves| *moves > 0),
        })
    }

    fn perft(&self, depth: u32) {
        let counts = perft(self.situation.position(), depth.min(16), &|| false).unwrap_or_default();
        let mut total = 0u64;
        for (m, leaves) in counts {
            total = total.saturating_add(leaves);
            self.say(&format!("{}: {leaves}", m.to_uci(CastlingMode::Standard)));
        }
        self.say("");
        self.say(&format!("Nodes searched: {total}"));
    }
}

/// A search with all it needs, on its own thread.
struct Job {
    engine: Arc<Mutex<Engine>>,
    companion: Arc<Mutex<Box<dyn Companion>>>,
    game_clock: Option<GameClock>,
    sink: Arc<Sink>,
    watch: Arc<Watch>,
    situation: Situation,
    limits: Limits,
    level: Option<Level>,
    show_wdl: bool,
    lines: usize,
    chance: u64,
}

impl Job {
    fn run(self) {
        if let Some(level) = self.level {
            let mut companion = lock(&self.companion);
            let chosen = companion.choose(
                level,
                &self.situation,
                self.limits.time,
                self.game_clock,
                &*self.watch,
                self.chance,
            );
            drop(companion);
            if let Some(chosen) = chosen {
                return self.answer_at_level(chosen);
            }
        }
        let mut engine = lock(&self.engine);
        let mut report = |info: &Info| {
            if info.line <= self.lines {
                let wdl = self.show_wdl.then(|| info.score.wdl());
                (self.sink)(&line_of(info, wdl));
            }
        };
        let analysis = engine.search(&self.situation, &self.limits, &*self.watch, &mut report);
        let compared = engine.comparisons().filter(|counts| counts.asked > 0);
        drop(engine);
        if let Some(counts) = compared {
            (self.sink)(&format!(
                "info string {} comparisons, {} of them computed; {} of {} chains broken",
                counts.asked, counts.computed, counts.broken, counts.chains
            ));
        }
        let none = "0000".to_owned();
        let uci = |m: &shakmaty::Move| m.to_uci(CastlingMode::Standard).to_string();
        let line = analysis.lines.first();
        let best = line.and_then(|line| line.pv.first()).map_or(none, uci);
        let ponder = line.and_then(|line| line.pv.get(1)).map(uci);
        if line.is_none() {
            let score = if self.situation.position().is_check() {
                "mate 0"
            } else {
                "cp 0"
            };
            (self.sink)(&format!("info depth 0 score {score}"));
        }
        self.watch.wait();
        match ponder {
            Some(ponder) => (self.sink)(&format!("bestmove {best} ponder {ponder}")),
            None => (self.sink)(&format!("bestmove {best}")),
        }
    }
}

impl Job {
    /// Takes the time that a person would, and answers.
    fn answer_at_level(self, chosen: LevelMove) {
        if let Some(wanted) = chosen.pause {
            self.watch
                .pause(wanted.saturating_sub(self.watch.elapsed()));
        }
        let uci = chosen.played.to_uci(CastlingMode::Standard);
        let score = chosen.score;
        (self.sink)(&format!("info depth 1 score {score} pv {uci}"));
        self.watch.wait();
        (self.sink)(&format!("bestmove {uci}"));
    }
}
