//! Who plays: a program and what to tell it first.

use std::{fs::File, io::Read as _, path::Path};

use crate::Evaluation;

/// A program and what to tell it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Its name in reports and PGN.
    pub name: String,
    pub program: String,
    pub arguments: Vec<String>,
    /// Names and values of options.
    pub options: Vec<(String, String)>,
}

/// An option that is not written as NAME=VALUE.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not an option", .0.escape_debug())]
pub struct OptionError(pub String);

impl PlayerSpec {
    /// The player that a name means: one of our evaluations, a file with a network or weights, or the program of
    /// any UCI engine. `sissa` is the path of a program that speaks UCI when it is called with the argument
    /// `uci`, and plays with our evaluations.
    ///
    /// ```
    /// use sissa_engine::arena::PlayerSpec;
    /// use std::path::Path;
    ///
    /// let ours = PlayerSpec::named("nnue", Path::new("/usr/bin/sissa"));
    /// assert_eq!(ours.options, [("Eval".to_owned(), "nnue".to_owned())]);
    /// let other = PlayerSpec::named("/usr/games/stockfish", Path::new("/usr/bin/sissa"));
    /// assert_eq!((other.name.as_str(), other.arguments.len()), ("stockfish", 0));
    /// ```
    pub fn named(name: &str, sissa: &Path) -> PlayerSpec {
        let ours = |option: &str| PlayerSpec {
            name: name.to_owned(),
            program: sissa.to_string_lossy().into_owned(),
            arguments: vec!["uci".to_owned()],
            options: vec![(option.to_owned(), name.to_owned())],
        };
        match name {
            name if Evaluation::NAMES.contains(&name) => ours("Eval"),
            path if is_evaluation(Path::new(path)) => ours("EvalFile"),
            program => PlayerSpec {
                name: Path::new(program).file_name().map_or_else(
                    || program.to_owned(),
                    |name| name.to_string_lossy().into_owned(),
                ),
                program: program.to_owned(),
                arguments: Vec::new(),
                options: Vec::new(),
            },
        }
    }

    /// Adds an option, written as `NAME=VALUE`.
    pub fn set_option(&mut self, option: &str) -> Result<(), OptionError> {
        match option.split_once('=') {
            Some((name, value)) if !option.contains(char::is_control) => {
                self.options.push((name.to_owned(), value.to_owned()));
                Ok(())
            }
            _ => Err(OptionError(option.to_owned())),
        }
    }
}

/// Whether a file holds weights or a network rather than a program.
fn is_evaluation(path: &Path) -> bool {
    let mut head = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok()
        && (&head == b"SISSANN1"
            || &head == b"SISSATEN"
            || &head == b"MATERIAL"
            || head[0] == b'#' && head[1] != b'!')
}
