//! A conversation: what has been set, the position, and at most one search on its own thread.

use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Position as _, fen::Fen,
    uci::UciMove,
};

use super::{
    Clock, Command, Settings, Sink,
    command::Go,
    options::{Effect, declared},
};
use crate::{
    Bound, Companion, Control, Engine, GameClock, Info, Level, LevelMove, Limits, Options,
    Situation, TimeBudget, level::draw, perft,
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
        let (limits, infinite) = self.limits(&go);
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

    fn limits(&self, go: &Go) -> (Limits, bool) {
        let position = self.situation.position();
        let (left, increment) = match position.turn() {
            Color::White => (go.white_time, go.white_increment),
            Color::Black => (go.black_time, go.black_increment),
        };
        let overhead = self.settings.overhead;
        let least = Duration::from_millis(1);
        let time = match (go.move_time, left) {
            // What is asked for is thought: answering takes a moment, and there is no clock to lose on.
            (Some(time), _) => Some(TimeBudget::exactly((time - time / 50).max(least))),
            (None, Some(left)) => {
                let left = Duration::from_millis(left.max(1).unsigned_abs());
                let moves = go.moves_to_go.filter(|moves| *moves > 0);
                Some(TimeBudget::of_clock(left, increment, moves, overhead))
            }
            (None, None) => None,
        };
        let only = go
            .only
            .iter()
            .filter_map(|text| text.parse::<UciMove>().ok()?.to_move(position).ok())
            .collect();
        let limits = Limits {
            depth: go.depth.filter(|_| !go.infinite),
            nodes: go.nodes.filter(|_| !go.infinite),
            enough: None,
            mate: go.mate.filter(|_| !go.infinite),
            time: time.filter(|_| !go.infinite),
            only,
            lines: self.settings.lines,
        };
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.time.is_some();
        let strength = self.settings.limit_strength && !go.infinite;
        (limits, !bounded && !strength)
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

#[expect(
    clippy::result_large_err,
    reason = "shakmaty hands the position back in its errors"
)]
fn read_fen(text: &str) -> Result<Chess, String> {
    let shown = sissa_game::visible_line(text, 100);
    let fen: Fen = text
        .parse()
        .map_err(|_| format!("`{shown}` is not a FEN"))?;
    let setup = fen.into_setup();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(|error| error.ignore_invalid_castling_rights())
        .or_else(|error| error.ignore_invalid_ep_square())
        .or_else(|error| error.ignore_too_much_material())
        .or_else(|error| error.ignore_impossible_check())
        .map_err(|error| format!("`{shown}` is not a possible position: {error}"))
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
                (self.sink)(&line_of(info, self.show_wdl));
            }
        };
        let analysis = engine.search(&self.situation, &self.limits, &*self.watch, &mut report);
        drop(engine);
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

fn line_of(info: &Info, show_wdl: bool) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl {
        let [win, draw, loss] = info.score.wdl();
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let millis = info.elapsed.as_millis();
    let speed = u128::from(info.nodes) * 1000 / millis.max(1);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {speed} hashfull {} tbhits {} time {millis} pv",
        info.depth,
        info.seldepth,
        info.line,
        info.score,
        info.nodes,
        info.fill,
        info.tablebase_hits
    );
    for m in &info.pv {
        line.push(' ');
        line.push_str(&m.to_uci(CastlingMode::Standard).to_string());
    }
    line
}
