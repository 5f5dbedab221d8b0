//! Who judges: our engine, or another program that speaks UCI.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use shakmaty::{Chess, EnPassantMode, Position as _, fen::Fen};
use sissa_engine::{Engine, Limits, Options, Score, Situation, Unwatched};

use crate::LabError;

/// Who judges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JudgeName {
    /// Our engine, which forgets between two positions.
    #[default]
    Own,
    /// Another program, by its path.
    Uci(PathBuf),
}

/// What a judge says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What it is worth to the side to move, from -1000 to 1000 centipawns.
    pub value: i32,
    /// In how many moves the side to move mates, or is mated if negative; 0 is mated already.
    pub mate: Option<i32>,
}

impl Look {
    fn of(score: Score) -> Look {
        match score {
            Score::Centipawns(value) => Look {
                value: value.clamp(-MOST, MOST),
                mate: None,
            },
            Score::Mate(moves) => Look {
                value: if moves > 0 { MOST } else { -MOST },
                mate: Some(moves),
            },
        }
    }
}

/// A judge at work.
#[derive(Debug)]
pub struct Judge(Kind);

#[derive(Debug)]
enum Kind {
    Own(Box<Engine>),
    Uci(Uci),
}

#[derive(Debug)]
struct Uci {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

impl Uci {
    fn start(path: &Path) -> Result<Uci, LabError> {
        let trouble = |error| LabError::Io {
            what: path.display().to_string(),
            error,
        };
        let mut command = Command::new(path);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(trouble)?;
        let missing = || trouble(std::io::Error::other("no pipe"));
        let mut input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        // It forgets before every position: a large table would take longer to clear than to fill.
        writeln!(input, "setoption name Hash value 1").map_err(trouble)?;
        Ok(Uci {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    /// The last score that the program gives, if any.
    fn score(&mut self, position: &Chess, nodes: u64) -> Option<Score> {
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        writeln!(
            self.input,
            "ucinewgame\nposition fen {fen}\ngo nodes {nodes}"
        )
        .ok()?;
        self.input.flush().ok()?;
        let (mut found, mut line) = (None, String::new());
        loop {
            line.clear();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with("bestmove") {
                return found;
            }
            let mut words = line.split_whitespace().skip_while(|word| *word != "score");
            let (kind, number) = (words.nth(1), words.next());
            let number = number.and_then(|number| number.parse::<i32>().ok());
            found = match (kind, number) {
                (Some("cp"), Some(number)) => Some(Score::Centipawns(number)),
                (Some("mate"), Some(moves)) => Some(Score::Mate(moves)),
                _ => found,
            };
        }
    }
}

/// Values beyond this count as this: who is so far ahead has nothing to lose.
pub(super) const MOST: i32 = 1000;

impl Judge {
    /// Starts it.
    pub fn new(name: &JudgeName) -> Result<Judge, LabError> {
        Ok(Judge(match name {
            JudgeName::Own => Kind::Own(Box::new(Engine::new(Options {
                hash: 2,
                ..Options::default()
            }))),
            JudgeName::Uci(path) => Kind::Uci(Uci::start(path)?),
        }))
    }

    /// What a position is worth to the side to move, from -1000 to 1000; `None` where nobody says.
    pub fn value(&mut self, position: &Chess, nodes: u64) -> Option<i32> {
        self.look(position, nodes).map(|look| look.value)
    }

    /// The same, and whether it sees a mate.
    pub fn look(&mut self, position: &Chess, nodes: u64) -> Option<Look> {
        if position.legal_moves().is_empty() {
            return Some(Look::of(if position.is_check() {
                Score::Mate(0)
            } else {
                Score::Centipawns(0)
            }));
        }
        let score = match &mut self.0 {
            Kind::Own(engine) => {
                engine.forget();
                let situation = Situation::new(position.clone());
                let limits = Limits::nodes(nodes);
                let found = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
                found.lines.first()?.score
            }
            Kind::Uci(uci) => uci.score(position, nodes)?,
        };
        Some(Look::of(score))
    }
}
