//! Games from PGN: moves and results, one after the other.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
};

use anyhow::Context as _;
use shakmaty::Move;

/// A finished game from the starting position.
#[derive(Clone, Debug)]
pub struct Played {
    pub moves: Vec<Move>,
    /// White's half points.
    pub result: u8,
}

/// All games of PGN files, `-` being standard input. Games that cannot be read, are not finished or
/// begin elsewhere are passed over and counted.
pub fn read(
    paths: &[String],
    skipped: &std::sync::atomic::AtomicU64,
) -> anyhow::Result<impl Iterator<Item = Played>> {
    let mut sources: Vec<(Box<dyn BufRead + Send>, String)> = Vec::new();
    for path in paths {
        let source: Box<dyn BufRead + Send> = match path.as_str() {
            "-" => Box::new(BufReader::new(io::stdin())),
            path => Box::new(BufReader::with_capacity(
                1 << 16,
                File::open(path).with_context(|| format!("cannot read `{path}`"))?,
            )),
        };
        sources.push((source, path.clone()));
    }
    let entries = sources
        .into_iter()
        .flat_map(|(source, name)| sissa_record::read(source, &name));
    Ok(entries.filter_map(move |entry| {
        let played = entry.ok().and_then(|entry| {
            let game = entry.game?;
            let result = match game.header("Result")? {
                "1-0" => 2,
                "0-1" => 0,
                "1/2-1/2" => 1,
                _ => return None,
            };
            game.from_starting_position().then(|| Played {
                moves: game.moves().to_vec(),
                result,
            })
        });
        if played.is_none() {
            skipped.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        played
    }))
}
