//! Games from PGN: moves, results and what engines said, one after the other.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
};

use anyhow::Context as _;
use shakmaty::Move;
use sissa_record::Game;

/// A finished game from the starting position.
#[derive(Clone, Debug)]
pub struct Played {
    pub moves: Vec<Move>,
    /// White's half points.
    pub result: u8,
    /// Centipawns for White that the comment behind each move gives, where one does.
    pub said: Vec<Option<i16>>,
    /// Who says so behind White's moves and behind Black's.
    pub authors: [String; 2],
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
                said: (1..=game.moves().len())
                    .map(|plies| game.comments_after(plies).find_map(centipawns))
                    .collect(),
                authors: authors(&game),
            })
        });
        if played.is_none() {
            skipped.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        played
    }))
}

/// The value in a comment, such as `[%eval -0.35]`; of forced mates none.
fn centipawns(comment: &str) -> Option<i16> {
    let (_, behind) = comment.split_once("[%eval ")?;
    let pawns: f64 = behind.split([',', ']']).next()?.trim().parse().ok()?;
    (pawns.abs() < 300.0).then(|| (100.0 * pawns).round() as i16)
}

/// Programs give a position values of different size, and change from year to year. On Lichess one program judges
/// both sides' moves; elsewhere every player its own.
fn authors(game: &Game) -> [String; 2] {
    let header = |name| game.header(name).unwrap_or("?");
    let year = header("Date").get(..4).unwrap_or("?");
    ["White", "Black"].map(|side| {
        if header("Site").contains("lichess.org") {
            return "Lichess".to_owned();
        }
        let name = header(side).split([' ', '_']).next().unwrap_or("?");
        format!("{name} {year}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_hold_values() {
        for (comment, value) in [
            ("[%eval -0.35]", Some(-35)),
            ("[%clk 0:03:00] [%eval 1.2,20]", Some(120)),
            ("[%eval #3]", None),
            ("[%eval ]", None),
            ("[%eval 1e99]", None),
            ("good", None),
        ] {
            assert_eq!(centipawns(comment), value, "{comment}");
        }
    }
}
