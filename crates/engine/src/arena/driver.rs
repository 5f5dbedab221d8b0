//! The other end of UCI: drives an engine in a process of its own.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use shakmaty::Move;

use super::PlayerSpec;
use crate::Score;

/// Why an engine gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    #[error("cannot start `{program}`: {source}")]
    Start {
        program: String,
        source: std::io::Error,
    },
    /// With its exit code, or the signal that ended it: who stops a match by ending all its processes sees no fault in them.
    #[error("{name} ended: {how}")]
    Ended { name: String, how: String },
    #[error("{name} did not answer in time")]
    Silent { name: String },
    #[error("{name} {problem}")]
    Option { name: String, problem: String },
}

/// What an engine answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// As it was written.
    pub best: String,
    /// The last score it told.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// A running engine; it is ended when this is dropped.
#[derive(Debug)]
pub struct Driver {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Driver {
    /// Starts an engine and waits until it is ready.
    pub fn start(spec: &PlayerSpec, patience: Duration) -> Result<Driver, DriverError> {
        let fault = |source| DriverError::Start {
            program: spec.program.clone(),
            source,
        };
        let mut command = Command::new(&spec.program);
        // An interrupt at the terminal is for the match, which lets the games under way end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(fault)?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut driver = Driver {
            name: spec.name.clone(),
            child,
            input,
            lines,
        };
        driver.say("uci")?;
        let mut announced = Vec::new();
        loop {
            let line = driver.next(patience)?;
            match line.trim() {
                "uciok" => break,
                line => announced.extend(Announced::read(line)),
            }
        }
        for (name, value) in &spec.options {
            // Engines pass over what they do not understand, and would play as if nothing had been said.
            check_option(&announced, name, value).map_err(|problem| DriverError::Option {
                name: spec.name.clone(),
                problem,
            })?;
            driver.say(&format!("setoption name {name} value {value}"))?;
        }
        driver.ready(patience)?;
        Ok(driver)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) -> Result<(), DriverError> {
        let sent = self
            .input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// What has become of one that neither reads nor writes any more.
    fn ended(&mut self) -> DriverError {
        // One that has ended keeps the status it ended with.
        let _ = self.child.kill();
        let how = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        DriverError::Ended {
            name: self.name.clone(),
            how,
        }
    }

    /// Waits until it has done all it was told.
    pub fn ready(&mut self, patience: Duration) -> Result<(), DriverError> {
        self.say("isready")?;
        self.wait_for(patience, |line| line.trim() == "readyok")?;
        Ok(())
    }

    fn next(&mut self, patience: Duration) -> Result<String, DriverError> {
        self.lines
            .recv_timeout(patience)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => DriverError::Silent {
                    name: self.name.clone(),
                },
                RecvTimeoutError::Disconnected => self.ended(),
            })
    }

    fn wait_for(
        &mut self,
        patience: Duration,
        found: impl Fn(&str) -> bool,
    ) -> Result<String, DriverError> {
        loop {
            let line = self.next(patience)?;
            if found(&line) {
                return Ok(line);
            }
        }
    }

    /// Asks for a move; `patience` is the longest silence.
    pub fn go(
        &mut self,
        position: &str,
        limits: &str,
        patience: Duration,
    ) -> Result<Answer, DriverError> {
        self.say(position)?;
        self.say(&format!("go {limits}"))?;
        let mut answer = Answer {
            best: String::new(),
            score: None,
            depth: None,
            nodes: None,
        };
        loop {
            let line = self.next(patience)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"bestmove") => {
                    answer.best = words.get(1).copied().unwrap_or_default().to_owned();
                    return Ok(answer);
                }
                Some(&"info") => read_info(&words, &mut answer),
                _ => {}
            }
        }
    }
}

/// An option that an engine said it has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Announced {
    name: String,
    values: Values,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Any,
    Number { least: i64, most: i64 },
    OneOf(Vec<String>),
}

impl Announced {
    /// Reads a line `option name … type …`.
    fn read(line: &str) -> Option<Announced> {
        let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = kind.split_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        let values = match words.first() {
            Some(&"spin") => match (number("min"), number("max")) {
                (Some(least), Some(most)) => Values::Number { least, most },
                _ => Values::Any,
            },
            Some(&"check") => Values::OneOf(["true", "false"].map(str::to_owned).into()),
            Some(&"combo") => {
                let choices = kind.split(" var ").skip(1);
                Values::OneOf(choices.map(|choice| choice.trim().to_owned()).collect())
            }
            _ => Values::Any,
        };
        let name = name.trim().to_owned();
        Some(Announced { name, values })
    }
}

/// What is wrong with an option, if anything is.
fn check_option(announced: &[Announced], name: &str, value: &str) -> Result<(), String> {
    let option = announced
        .iter()
        .find(|one| one.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("has no option `{name}`"))?;
    let (fits, taken) = match &option.values {
        Values::Any => return Ok(()),
        Values::Number { least, most } => {
            let fits = |number: i64| (*least..=*most).contains(&number);
            (value.parse().is_ok_and(fits), format!("{least} to {most}"))
        }
        Values::OneOf(choices) => {
            let fits = |choice: &String| choice.eq_ignore_ascii_case(value);
            (choices.iter().any(fits), choices.join(", "))
        }
    };
    if fits {
        Ok(())
    } else {
        Err(format!("takes {taken} for `{name}`, not `{value}`"))
    }
}

fn read_info(words: &[&str], answer: &mut Answer) {
    if words
        .windows(2)
        .any(|pair| pair[0] == "multipv" && pair[1] != "1")
    {
        return;
    }
    for (index, word) in words.iter().enumerate() {
        let number = |offset: usize| words.get(index + offset).and_then(|text| text.parse().ok());
        match *word {
            "score" => {
                answer.score = match (words.get(index + 1), number(2)) {
                    (Some(&"cp"), Some(value)) => Some(Score::Centipawns(value)),
                    (Some(&"mate"), Some(moves)) => Some(Score::Mate(moves)),
                    _ => answer.score,
                };
            }
            "depth" => answer.depth = words.get(index + 1).and_then(|text| text.parse().ok()),
            "nodes" => answer.nodes = words.get(index + 1).and_then(|text| text.parse().ok()),
            "pv" | "string" => break,
            _ => {}
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `position` for a game.
pub(super) fn position_line(start: &str, moves: &[Move]) -> String {
    let mut line = format!("position {start}");
    for (index, m) in moves.iter().enumerate() {
        if index == 0 {
            line.push_str(" moves");
        }
        line.push(' ');
        line.push_str(&m.to_uci(shakmaty::CastlingMode::Standard).to_string());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_an_engine_would_pass_over_are_refused() {
        let lines = [
            "id name Some engine",
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name Clear Hash type button",
            "option name UCI_LimitStrength type check default false",
            "option name Style type combo default Normal var Solid var Quite Normal var Risky",
            "option name SyzygyPath type string default <empty>",
        ];
        let announced: Vec<Announced> = lines.into_iter().filter_map(Announced::read).collect();
        assert_eq!(announced.len(), 5);
        let check = |name, value| check_option(&announced, name, value);
        assert_eq!(check("uci_elo", "2850"), Ok(()));
        assert_eq!(check("SyzygyPath", "/tables"), Ok(()));
        assert_eq!(
            check("UCI_Elo", "3000"),
            Err("takes 1350 to 2850 for `UCI_Elo`, not `3000`".to_owned())
        );
        assert!(check("UCI_Elo", "strong").is_err());
        assert_eq!(check("UCI_LimitStrength", "true"), Ok(()));
        assert!(check("UCI_LimitStrength", "yes").is_err());
        assert_eq!(check("Style", "quite normal"), Ok(()));
        assert_eq!(
            check("Style", "Wild"),
            Err("takes Solid, Quite Normal, Risky for `Style`, not `Wild`".to_owned())
        );
        assert_eq!(check("Elo", "1"), Err("has no option `Elo`".to_owned()));
    }

    /// Who ends all processes of a match sees no fault in them: the signal is told.
    #[cfg(unix)]
    #[test]
    fn how_an_engine_ended_is_told() {
        let script = "while read line; do case \"$line\" in \
            uci) echo uciok;; isready) echo readyok;; go*) kill -TERM $$;; esac; done";
        let spec = PlayerSpec {
            name: "mortal".to_owned(),
            program: "/bin/sh".to_owned(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            options: Vec::new(),
        };
        let patience = Duration::from_secs(60);
        let mut driver = Driver::start(&spec, patience).unwrap();
        let told = driver.go("position startpos", "go depth 1", patience);
        assert_eq!(
            told.unwrap_err().to_string(),
            "mortal ended: signal: 15 (SIGTERM)"
        );
    }
}
