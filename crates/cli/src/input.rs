//! Inputs: arguments, files and standard input, as constraints, positions and games.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, IsTerminal, Read},
    path::Path,
};

use sissa_constraint::{Constraint, Expr, PRESETS, Preset, preset};
use sissa_record::{Entry, ReadError, read, read_one};

use crate::problem::{Problem, Report, quoted};

/// Longest constraint read from standard input.
const LONGEST_CONSTRAINT: u64 = 4 * 1024 * 1024;

/// A constraint and the words it was asked for with.
#[derive(Debug)]
pub struct Asked {
    pub constraint: Constraint,
    /// As it was written, for records.
    pub text: String,
}

/// The constraint of a command line: a preset, words, or both; `None` where there is neither.
pub fn constraint(words: &[String], preset: Option<&str>) -> Result<Option<Asked>, Problem> {
    let preset = preset.map(named).transpose()?;
    let text = match words {
        [word] if word == "-" => Some(constraint_from_stdin()?),
        [] => None,
        words => Some(words.join(" ")),
    };
    let of_preset = match preset {
        Some(preset) => Some(preset.constraint.parse::<Constraint>()?),
        None => None,
    };
    let of_text = match &text {
        Some(text) => Some(text.parse::<Constraint>()?),
        None => None,
    };
    Ok(match (of_preset, of_text) {
        (None, None) => None,
        (Some(constraint), None) => Some(Asked {
            text: constraint.to_string(),
            constraint,
        }),
        (None, Some(constraint)) => {
            let written = text.unwrap_or_default();
            let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(Asked { constraint, text })
        }
        (Some(preset), Some(more)) => {
            let both = vec![preset.expr().clone(), more.expr().clone()];
            let constraint = Constraint::new(Expr::All(both));
            let text = constraint.to_string();
            Some(Asked { constraint, text })
        }
    })
}

/// The preset of this name, or the nearest name as a hint.
pub fn named(name: &str) -> Result<&'static Preset, Report> {
    preset(name).ok_or_else(|| {
        let lower: String = name.chars().take(40).collect::<String>().to_lowercase();
        let near = PRESETS
            .iter()
            .map(|preset| {
                (
                    strsim::damerau_levenshtein(&lower, preset.name),
                    preset.name,
                )
            })
            .min()
            .filter(|(edits, known)| *edits <= 1 + known.len() / 3);
        let hint = match near {
            Some((_, known)) => format!("did you mean `{known}`?"),
            None => "`sissa presets` lists them".to_owned(),
        };
        Report::new(format!("there is no preset {}", quoted(name))).hint(hint)
    })
}

fn constraint_from_stdin() -> Result<String, Report> {
    let cannot = |error: io::Error| Report::io("cannot read standard input", &error);
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .take(LONGEST_CONSTRAINT)
        .read_to_end(&mut bytes)
        .map_err(cannot)?;
    String::from_utf8(bytes).map_err(|_| Report::new("the constraint is not UTF-8 text"))
}

/// One thing to read positions and games from.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    Stdin,
    File(String),
    /// The argument itself.
    Text(String),
}

impl Source {
    fn of(argument: &str) -> Source {
        match argument {
            "-" => Source::Stdin,
            path if names_a_file(path) => Source::File(path.to_owned()),
            text => Source::Text(text.to_owned()),
        }
    }
}

/// An existing file, or a name that can only be meant as one.
fn names_a_file(argument: &str) -> bool {
    const EXTENSIONS: [&str; 9] = [
        "pgn", "fen", "epd", "json", "jsonl", "ndjson", "txt", "zst", "bz2",
    ];
    let path = Path::new(argument);
    let by_name = path
        .extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()));
    by_name || fs::symlink_metadata(path).is_ok()
}

/// Whether an argument is the first field of a FEN.
fn begins_a_fen(argument: &str) -> bool {
    argument.contains('/') && !argument.contains(char::is_whitespace) && !names_a_file(argument)
}

/// What the arguments mean: the fields of an unquoted FEN and unquoted moves belong together.
fn sources(arguments: &[String]) -> Vec<Source> {
    let plain = |argument: &String| argument != "-" && !names_a_file(argument);
    let single = |argument: &String| !argument.contains(['/', '{', '\n']);
    if arguments.len() > 1
        && arguments
            .iter()
            .all(|argument| plain(argument) && single(argument))
    {
        return vec![Source::Text(arguments.join(" "))];
    }
    let mut sources = Vec::new();
    let mut rest = arguments.iter().peekable();
    while let Some(argument) = rest.next() {
        if !begins_a_fen(argument) {
            sources.push(Source::of(argument));
            continue;
        }
        let mut text = argument.clone();
        // Turn, castling, en passant and two counters; `-` is a field here, not standard input.
        for _ in 0..5 {
            let field = rest.next_if(|next| {
                !next.contains(char::is_whitespace)
                    && !next.contains('/')
                    && (next.as_str() == "-" || plain(next))
            });
            if let Some(field) = field {
                text = format!("{text} {field}");
            }
        }
        sources.push(Source::Text(text));
    }
    sources
}

/// All positions and games of the arguments, one after the other; standard input if there are none.
pub fn entries(
    arguments: &[String],
) -> Result<impl Iterator<Item = Result<Entry, Report>>, Report> {
    let mut sources = sources(arguments);
    if sources.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Report::new("there is nothing to read")
                .hint("give a FEN, moves, a file, or `-` for standard input"));
        }
        sources.push(Source::Stdin);
    }
    Ok(sources.into_iter().flat_map(of_source))
}

/// The one position or game of an argument.
pub fn one(argument: &str) -> Result<Entry, Report> {
    if let Source::Text(text) = Source::of(argument) {
        return Ok(read_one(&text)?);
    }
    let mut found = of_source(Source::of(argument));
    let name = quoted(argument);
    let first = found
        .next()
        .ok_or_else(|| Report::new(format!("there is no position and no game in {name}")))??;
    match found.next() {
        None => Ok(first),
        Some(_) => Err(Report::new(format!(
            "there is more than one position or game in {name}"
        ))),
    }
}

fn of_source(source: Source) -> Box<dyn Iterator<Item = Result<Entry, Report>>> {
    match source {
        Source::Text(text) => Box::new(std::iter::once(read_one(&text).map_err(Report::from))),
        Source::Stdin => of_reader(BufReader::new(io::stdin()), "stdin"),
        Source::File(path) => {
            let opened = File::open(&path).and_then(|file| match file.metadata()?.is_dir() {
                true => Err(io::ErrorKind::IsADirectory.into()),
                false => Ok(file),
            });
            match opened {
                Ok(file) => of_reader(BufReader::with_capacity(1 << 16, file), &shown(&path)),
                Err(error) => {
                    let what = format!("cannot read {}", quoted(&path));
                    Box::new(std::iter::once(Err(Report::io(what, &error))))
                }
            }
        }
    }
}

fn of_reader(
    reader: impl BufRead + 'static,
    name: &str,
) -> Box<dyn Iterator<Item = Result<Entry, Report>>> {
    let mut entries = read(reader, name).peekable();
    if entries.peek().is_none() {
        let empty = Report::new(format!("{name}: there is no position and no game"))
            .hint("give FEN, EPD, PGN, a list of moves or JSON Lines");
        return Box::new(std::iter::once(Err(empty)));
    }
    Box::new(entries.map(|entry: Result<Entry, ReadError>| entry.map_err(Report::from)))
}

/// Where an entry was read; nothing where there is only one place.
pub fn at(entry: &Entry, and: &str) -> String {
    match entry.origin.as_str() {
        "argument" => String::new(),
        origin => format!("{origin}{and}"),
    }
}

/// A path as the beginning of an origin.
fn shown(path: &str) -> String {
    quoted(path).trim_matches('`').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let found: Vec<String> = sources(&arguments)
            .into_iter()
            .map(|source| match source {
                Source::Stdin => "<stdin>".to_owned(),
                Source::File(path) => format!("<{path}>"),
                Source::Text(text) => text,
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_fen_needs_no_quotes() {
        let board = "4k3/8/8/8/8/8/8/4K3";
        check(
            &[board, "w", "-", "-", "0", "1"],
            &["4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
        );
        check(
            &[board, "w", board, "b"],
            &[&format!("{board} w"), &format!("{board} b")],
        );
        check(
            &[board, "w", "-", "-", "0", "1", "-"],
            &["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "<stdin>"],
        );
        check(
            &["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-"],
            &["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "<stdin>"],
        );
    }

    #[test]
    fn moves_need_no_quotes() {
        check(&["1.", "e4", "e5"], &["1. e4 e5"]);
        check(&["e4 e5", "x.pgn"], &["e4 e5", "<x.pgn>"]);
    }

    #[test]
    fn missing_files_are_files() {
        check(&["games.PGN", "-"], &["<games.PGN>", "<stdin>"]);
    }
}
