//! Inputs: arguments, files and standard input, as constraints, positions and games.

use std::{
    fs::{self, File},
    io::{self, BufReader, IsTerminal, Read},
    path::Path,
};

use shakmaty::Chess;
use sissa::{Entries, PuzzleEntries, quoted};
use sissa_game::read_up_to;
use sissa_games::unpack;
use sissa_record::{Entry, PuzzleSource, read, read_one, read_puzzles};

use crate::problem::Report;

/// Longest constraint read from standard input.
const LONGEST_CONSTRAINT: u64 = 4 * 1024 * 1024;

/// Longest text of an argument that names a file.
const LONGEST_TEXT: u64 = 64 << 20;

/// The words of a command line: its arguments, or standard input for `-`.
pub fn words(arguments: &[String]) -> Result<Option<String>, Report> {
    Ok(match arguments {
        [word] if word == "-" => Some(constraint_from_stdin()?),
        [] => None,
        words => Some(words.join(" ")),
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
    const EXTENSIONS: [&str; 11] = [
        "pgn", "fen", "epd", "json", "jsonl", "ndjson", "txt", "csv", "zst", "bz2", "gz",
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
pub fn entries(arguments: &[String]) -> Result<Entries<'static>, Report> {
    Ok(Box::new(
        sources_or_stdin(arguments)?.into_iter().flat_map(of_source),
    ))
}

/// All puzzles of the arguments, likewise.
pub fn puzzles(arguments: &[String]) -> Result<PuzzleEntries<'static>, Report> {
    let sources = sources_or_stdin(arguments)?;
    Ok(Box::new(sources.into_iter().flat_map(puzzles_of_source)))
}

fn sources_or_stdin(arguments: &[String]) -> Result<Vec<Source>, Report> {
    let mut sources = sources(arguments);
    if sources.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Report::new("there is nothing to read")
                .hint("give a FEN, moves, a file, or `-` for standard input"));
        }
        sources.push(Source::Stdin);
    }
    Ok(sources)
}

/// The one position or game of an argument.
pub fn one(argument: &str) -> Result<Entry, Report> {
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

/// An argument, or the whole text of the file that it names.
pub fn text_of(argument: &str) -> Result<String, Report> {
    match Source::of(argument) {
        Source::Text(text) => Ok(text),
        source => {
            let cannot =
                |error: io::Error| Report::io(format!("cannot read {}", quoted(argument)), &error);
            let bytes = open(&source).and_then(|reader| read_up_to(reader, LONGEST_TEXT));
            let not_text = |_| io::Error::from(io::ErrorKind::InvalidData);
            let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(not_text));
            text.map_err(cannot)
        }
    }
}

/// A file or standard input, unpacked.
fn open(source: &Source) -> io::Result<Box<dyn Read + Send>> {
    let raw: Box<dyn Read + Send> = match source {
        Source::Stdin => Box::new(io::stdin()),
        Source::Text(text) => Box::new(io::Cursor::new(text.clone())),
        Source::File(path) => {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            Box::new(file)
        }
    };
    unpack(BufReader::with_capacity(1 << 16, raw))
}

/// The positions already had, of `--exclude`: of the empty file of a run that found nothing, none.
pub fn excluded(files: &[String], mut known: impl FnMut(&Chess)) -> Result<(), Report> {
    for source in sources(files) {
        for entry in read_source(&source) {
            let entry = entry.map_err(|problem| {
                let report = Report::from(problem);
                let message = format!("--exclude: {}", report.message);
                Report { message, ..report }
            })?;
            // What is no position is never made or found.
            if let Ok(position) = &entry.position.checked {
                known(position);
            }
        }
    }
    Ok(())
}

fn of_source(source: Source) -> Entries<'static> {
    not_empty(&source, read_source(&source))
}

fn read_source(source: &Source) -> Entries<'static> {
    if let Source::Text(text) = source {
        let one = read_one(text).map_err(sissa::Problem::from);
        return Box::new(std::iter::once(one));
    }
    from_reader(source, |reader, name| {
        let entries = read(reader, name);
        Box::new(entries.map(|entry| entry.map_err(sissa::Problem::from)))
    })
}

fn puzzles_of_source(source: Source) -> PuzzleEntries<'static> {
    if let Source::Text(text) = &source {
        let one = read_one(text).map(PuzzleSource::from);
        return Box::new(std::iter::once(one.map_err(sissa::Problem::from)));
    }
    let found = from_reader(&source, |reader, name| {
        let puzzles = read_puzzles(reader, name);
        Box::new(puzzles.map(|puzzle| puzzle.map_err(sissa::Problem::from)))
    });
    not_empty(&source, found)
}

/// Whatever is read, or why it cannot be.
type Found<T> = Box<dyn Iterator<Item = Result<T, sissa::Problem>> + Send>;

/// What a file or standard input holds.
fn from_reader<T: Send + 'static>(
    source: &Source,
    read: impl FnOnce(BufReader<Box<dyn Read + Send>>, &str) -> Found<T>,
) -> Found<T> {
    let name = name_of(source);
    match open(source) {
        Ok(reader) => read(BufReader::with_capacity(1 << 16, reader), &name),
        Err(error) => {
            let message = Report::io(format!("cannot read {}", quoted(&name)), &error).message;
            let problem = sissa::Problem::new("input", message).field("input");
            Box::new(std::iter::once(Err(problem)))
        }
    }
}

/// The same, unless there is nothing at all.
fn not_empty<T: Send + 'static>(source: &Source, found: Found<T>) -> Found<T> {
    let mut found = found.peekable();
    if found.peek().is_some() {
        return Box::new(found);
    }
    let empty = format!("{}: there is no position and no game", name_of(source));
    let problem = sissa::Problem::new("input", empty)
        .field("input")
        .hint("give FEN, EPD, PGN, a list of moves or JSON Lines");
    Box::new(std::iter::once(Err(problem)))
}

fn name_of(source: &Source) -> String {
    match source {
        Source::File(path) => quoted(path).trim_matches('`').to_owned(),
        _ => "stdin".to_owned(),
    }
}

/// Where an entry was read; nothing where there is only one place.
pub fn at(entry: &Entry, and: &str) -> String {
    crate::problem::place(&entry.origin, and)
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
