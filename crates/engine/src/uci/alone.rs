//! A session on one thread: while it searches it looks up now and then whether something was said.
//!
//! For programs without threads. What cannot be done during a search waits until its end, which the words that change
//! anything bring about, as in the other session.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::{
    command::{Command, Go},
    lines::{limits_of, line_of, read_fen},
};
use crate::{Control, Engine, Info, Options, Situation, perft, visible::visible_line};

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Line(String),
    /// A line beyond the longest that is read.
    TooLong,
    /// Nothing so far; only where nobody waits.
    Nothing,
    /// Nobody will say anything any more.
    End,
}

/// Whom a session talks to.
pub trait Console: Sync {
    /// The next line: waits for it, or tells that there is [`Nothing`](Heard::Nothing) yet.
    fn hear(&self, wait: bool) -> Heard;
    /// Puts the line heard last back: it is heard next.
    fn put_back(&self, line: Heard);
    /// Answers with a line.
    fn say(&self, line: &str);
    /// Time since some moment that stays the same.
    fn clock(&self) -> Duration;
}

/// Mebibytes of the table unless set.
const HASH: usize = 1;
const MOST_HASH: usize = 65_536;
const MOST_LINES: usize = 256;
const TOO_LONG: &str = "a line longer than 64 KiB is passed over";
/// Longest line that a console should read.
pub const LONGEST_ALONE: usize = 1 << 16;

/// Talks UCI on one thread until `quit` or the end of the input.
pub fn run_alone(console: &dyn Console) {
    let mut session = Alone {
        console,
        engine: Engine::new(Options {
            hash: HASH,
            ..Options::default()
        }),
        situation: Situation::new(Chess::default()),
        lines: 1,
        overhead: Duration::from_millis(10),
    };
    loop {
        match console.hear(true) {
            Heard::Line(line) => {
                if session.obey(Command::parse(&line)) == Next::Quit {
                    return;
                }
            }
            Heard::TooLong => complain(console, TOO_LONG),
            Heard::Nothing => {}
            Heard::End => return,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

struct Alone<'a> {
    console: &'a dyn Console,
    engine: Engine,
    situation: Situation,
    lines: usize,
    overhead: Duration,
}

fn complain(console: &dyn Console, what: &str) {
    console.say(&format!("info string error: {what}"));
}

fn introduce(console: &dyn Console) {
    console.say(concat!("id name Sissa tiny ", env!("CARGO_PKG_VERSION")));
    console.say("id author the Sissa authors");
    console.say(&format!(
        "option name Hash type spin default {HASH} min 1 max {MOST_HASH}"
    ));
    console.say("option name Threads type spin default 1 min 1 max 1");
    console.say(&format!(
        "option name MultiPV type spin default 1 min 1 max {MOST_LINES}"
    ));
    console.say("option name Ponder type check default false");
    console.say("option name Clear Hash type button");
    console.say("option name Move Overhead type spin default 10 min 0 max 5000");
    console.say("uciok");
}

fn uci(m: &Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

impl Alone<'_> {
    fn obey(&mut self, command: Command) -> Next {
        let console = self.console;
        match command {
            Command::Uci => introduce(console),
            Command::IsReady => console.say("readyok"),
            Command::NewGame => {
                self.engine.forget();
                self.situation = Situation::new(Chess::default());
            }
            Command::SetOption { name, value } => {
                if let Err(why) = self.set(&name, value.as_deref()) {
                    complain(console, &why);
                }
            }
            Command::Position { fen, moves } => {
                if let Err(why) = self.place(fen.as_deref(), &moves) {
                    complain(console, &why);
                }
            }
            Command::Go(go) => self.go(&go),
            Command::Quit => return Next::Quit,
            Command::Stop
            | Command::PonderHit
            | Command::Nothing
            | Command::Show
            | Command::Eval => {}
            Command::Unknown(why) => complain(console, &why),
        }
        Next::GoOn
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let text = value.unwrap_or_default();
        let number = |least: usize, most: usize| match text.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!(
                "{name} takes a number from {least} to {most}, not `{}`",
                visible_line(text, 40)
            )),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let wanted = number(1, MOST_HASH)?;
                self.engine.set_hash(wanted).map_err(|old| {
                    format!("there is no memory for a Hash of {wanted} MiB; it stays at {old}")
                })?;
            }
            "threads" => drop(number(1, 1)?),
            "multipv" => self.lines = number(1, MOST_LINES)?,
            "ponder" => {}
            "clear hash" => self.engine.forget(),
            "move overhead" => self.overhead = Duration::from_millis(number(0, 5000)? as u64),
            _ => return Err(format!("there is no option `{}`", visible_line(name, 40))),
        }
        Ok(())
    }

    /// Takes a position over, or says why not and keeps the old one.
    fn place(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let mut situation = Situation::new(fen.map_or(Ok(Chess::default()), read_fen)?);
        for text in moves {
            situation
                .play_uci(text)
                .map_err(|error| error.to_string())?;
        }
        self.situation = situation;
        Ok(())
    }

    fn go(&mut self, go: &Go) {
        let console = self.console;
        let position = self.situation.position();
        if let Some(depth) = go.perft {
            let mut total = 0u64;
            for (m, leaves) in perft(position, depth.min(16), &|| false).unwrap_or_default() {
                total = total.saturating_add(leaves);
                console.say(&format!("{}: {leaves}", uci(&m)));
            }
            console.say("");
            return console.say(&format!("Nodes searched: {total}"));
        }
        let (limits, infinite) = limits_of(go, position, self.overhead, self.lines);
        if limits.only.len() < go.only.len() {
            complain(
                console,
                "not every move of searchmoves is legal here; the others are searched",
            );
            if limits.only.is_empty() {
                return console.say("bestmove 0000");
            }
        }
        let watch = Watch {
            console,
            begin: console.clock(),
            infinite,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(go.ponder),
        };
        let lines = self.lines;
        let mut report = |info: &Info| {
            if info.line <= lines {
                console.say(&line_of(info, None));
            }
        };
        let analysis = self
            .engine
            .search(&self.situation, &limits, &watch, &mut report);
        let pv: Vec<String> = analysis
            .lines
            .first()
            .map_or_else(Vec::new, |line| line.pv.iter().take(2).map(uci).collect());
        if pv.is_empty() {
            let score = if self.situation.position().is_check() {
                "mate 0"
            } else {
                "cp 0"
            };
            console.say(&format!("info depth 0 score {score}"));
        }
        watch.wait();
        let best = pv.first().cloned().unwrap_or("0000".to_owned());
        console.say(&match pv.get(1) {
            Some(ponder) => format!("bestmove {best} ponder {ponder}"),
            None => format!("bestmove {best}"),
        });
    }
}

/// Whether the search may go on.
struct Watch<'a> {
    console: &'a dyn Console,
    begin: Duration,
    /// Ends by the user's word only.
    infinite: bool,
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Watch<'_> {
    fn halt(&self) {
        self.stop.store(true, Relaxed);
        self.pondering.store(false, Relaxed);
    }

    /// Hears what is said and does what can be done during a search; `false` if that was nothing.
    fn listen(&self, wait: bool) -> bool {
        let heard = self.console.hear(wait);
        let command = match &heard {
            Heard::Nothing => return false,
            Heard::TooLong => Command::Unknown(TOO_LONG.to_owned()),
            Heard::Line(line) => Command::parse(line),
            Heard::End => {
                // A search with an end of its own is waited for.
                if self.infinite || self.pondering.load(Relaxed) {
                    self.halt();
                }
                self.console.put_back(heard);
                return false;
            }
        };
        match command {
            Command::IsReady => self.console.say("readyok"),
            Command::Stop => self.halt(),
            Command::PonderHit => self.pondering.store(false, Relaxed),
            Command::Nothing => {}
            Command::Uci => introduce(self.console),
            Command::Unknown(why) => complain(self.console, &why),
            _ => {
                self.halt();
                self.console.put_back(heard);
                return false;
            }
        }
        true
    }

    /// Holds an answer back until it is wanted.
    fn wait(&self) {
        while (self.infinite || self.pondering.load(Relaxed)) && !self.stop.load(Relaxed) {
            self.listen(true);
        }
    }
}

impl Control for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.console.clock().saturating_sub(self.begin)
    }

    fn stop(&self) -> bool {
        while !self.stop.load(Relaxed) {
            if !self.listen(false) {
                break;
            }
        }
        self.stop.load(Relaxed)
    }

    fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
