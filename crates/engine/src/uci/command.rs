//! The words of UCI, as values.

use alloc::{borrow::ToOwned as _, format, string::String, vec::Vec};
use core::time::Duration;

use crate::visible::visible_line;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// The board as text.
    Show,
    /// The evaluation of the position.
    Eval,
    Nothing,
    /// Not understood, and why.
    Unknown(String),
}

/// The limits of `go`, as they were said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub white_time: Option<i64>,
    pub black_time: Option<i64>,
    pub white_increment: Duration,
    pub black_increment: Duration,
    pub moves_to_go: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub move_time: Option<Duration>,
    pub infinite: bool,
    pub ponder: bool,
    pub only: Vec<String>,
    pub perft: Option<u32>,
}

const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

impl Command {
    /// Reads a line. Words before the first known command are skipped, as the protocol asks.
    ///
    /// ```
    /// use sissa_engine::uci::Command;
    ///
    /// assert_eq!(Command::parse("  isready "), Command::IsReady);
    /// assert!(matches!(Command::parse("go depth x"), Command::Unknown(_)));
    /// ```
    pub fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(first) = words.first() else {
            return Command::Nothing;
        };
        for (index, word) in words.iter().enumerate() {
            let rest = &words[index + 1..];
            return match *word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "setoption" => set_option(rest),
                "position" => position(rest),
                "go" => go(rest).map_or_else(Command::Unknown, Command::Go),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                "d" => Command::Show,
                "eval" => Command::Eval,
                "debug" | "register" => Command::Nothing,
                _ => continue,
            };
        }
        Command::Unknown(format!("unknown command `{}`", visible_line(first, 40)))
    }
}

fn set_option(words: &[&str]) -> Command {
    if words.first() != Some(&"name") {
        return Command::Unknown("setoption needs `name`".to_owned());
    }
    let at = words.iter().position(|word| *word == "value");
    let name = words[1..at.unwrap_or(words.len())].join(" ");
    let value = at.map(|at| words[at + 1..].join(" "));
    Command::SetOption { name, value }
}

fn position(words: &[&str]) -> Command {
    let at = words.iter().position(|word| *word == "moves");
    let (what, moves) = words.split_at(at.unwrap_or(words.len()));
    let moves = moves.iter().skip(1).map(|m| (*m).to_owned()).collect();
    match what {
        ["startpos"] => Command::Position { fen: None, moves },
        ["fen", fields @ ..] if !fields.is_empty() => Command::Position {
            fen: Some(fields.join(" ")),
            moves,
        },
        _ => Command::Unknown("position needs `startpos` or `fen`".to_owned()),
    }
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let mut number = || -> Result<i64, String> {
            let text = rest.next().ok_or(format!("`{word}` needs a number"))?;
            text.parse()
                .map_err(|_| format!("`{word}` needs a number, not `{}`", visible_line(text, 40)))
        };
        let time = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
        let small = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
        match word {
            "wtime" => go.white_time = Some(number()?),
            "btime" => go.black_time = Some(number()?),
            "winc" => go.white_increment = time(number()?),
            "binc" => go.black_increment = time(number()?),
            "movestogo" => go.moves_to_go = Some(small(number()?)),
            "depth" => go.depth = Some(small(number()?)),
            "nodes" => go.nodes = Some(number()?.max(1).unsigned_abs()),
            "mate" => go.mate = Some(small(number()?)),
            "movetime" => go.move_time = Some(time(number()?)),
            "perft" => go.perft = Some(small(number()?)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = rest.next_if(|next| !GO_WORDS.contains(next)) {
                    go.only.push(m.to_owned());
                }
            }
            // Words of later versions of the protocol are no reason not to move.
            _ => {}
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_takes_everything_in_any_order() {
        let line =
            "go searchmoves e2e4 d2d4 wtime -5 btime 60000 winc 10 movestogo 3 nodes 7 ponder";
        let Command::Go(go) = Command::parse(line) else {
            panic!("{line}");
        };
        assert_eq!(go.only, ["e2e4", "d2d4"]);
        assert_eq!((go.white_time, go.black_time), (Some(-5), Some(60_000)));
        assert_eq!(
            (go.moves_to_go, go.nodes, go.ponder),
            (Some(3), Some(7), true)
        );
        assert_eq!(go.white_increment, Duration::from_millis(10));
    }

    #[test]
    fn options_have_spaces() {
        assert_eq!(
            Command::parse("setoption name Move Overhead value 20"),
            Command::SetOption {
                name: "Move Overhead".to_owned(),
                value: Some("20".to_owned())
            }
        );
        assert_eq!(
            Command::parse("joho setoption name Clear Hash"),
            Command::SetOption {
                name: "Clear Hash".to_owned(),
                value: None
            }
        );
    }
}
