//! Judged games, kept in a file, so that none is judged twice: a study that was ended goes on where it was, and studies of several
//! tables of tempers share their real games.
//!
//! A line is a game: what it was judged by and its moves as a hash, then its figures, then what each judged move cost. A last line
//! that was cut off is taken away: a number in it may be half of one.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    sync::{Mutex, PoisonError},
};

use rustc_hash::FxHashMap;
use shakmaty::Move;
use sissa_games::{encode_move, split_hash};
use sissa_nn::human::measure::Phase;

use super::{Cost, JudgeName, Measured};
use crate::LabError;

const HEAD: &str = "# judged games: key, figures, costs";

/// Judged games.
#[derive(Debug, Default)]
pub struct Ledger {
    known: FxHashMap<u64, Measured>,
    file: Option<Mutex<File>>,
}

/// What tells a judged game from others.
pub(super) fn key(judge: &JudgeName, nodes: u64, moves: &[Move]) -> u64 {
    let mut numbers: Vec<u16> = moves.iter().map(encode_move).collect();
    let name = match judge {
        JudgeName::Own => "own".to_owned(),
        JudgeName::Uci(path) => path.display().to_string(),
    };
    numbers.extend(format!(" {name} {nodes}").bytes().map(u16::from));
    split_hash(&numbers)
}

impl Ledger {
    /// Opens a file for more games; it is made where there is none.
    pub fn open(path: &Path) -> Result<Ledger, LabError> {
        let trouble = |error| LabError::Io {
            what: path.display().to_string(),
            error,
        };
        let mut text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(trouble(error)),
        };
        if !text.is_empty() && !text.starts_with(HEAD) {
            let message = format!("`{}` does not begin with `{HEAD}`", path.display());
            return Err(LabError::Table(message));
        }
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(path)
            .map_err(trouble)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            text.truncate(whole);
            file.set_len(whole as u64).map_err(trouble)?;
        }
        if text.is_empty() {
            writeln!(file, "{HEAD}").map_err(trouble)?;
        }
        Ok(Ledger {
            known: text.lines().filter_map(read).collect(),
            file: Some(Mutex::new(file)),
        })
    }

    /// What is known of a game.
    pub(super) fn find(&self, key: u64) -> Option<Measured> {
        self.known.get(&key).cloned()
    }

    /// Keeps a game.
    pub(super) fn keep(&self, key: u64, game: &Measured) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let line = written(key, game);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
    }
}

fn written(key: u64, game: &Measured) -> String {
    let [[ones, ones_missed], [twos, twos_missed]] = game.mates;
    let mut line = format!(
        "{key:016x}\t{ones} {ones_missed} {twos} {twos_missed} {} {} {} {} {}\t",
        game.hangs,
        u8::from(game.castled),
        u8::from(game.queenless),
        game.first_capture,
        game.plies
    );
    for (place, cost) in game.costs.iter().enumerate() {
        let space = if place == 0 { "" } else { " " };
        let letter = &cost.phase.word()[..1];
        let _ = write!(line, "{space}{letter}{}:{}", cost.centipawns, cost.points);
    }
    line.push('\n');
    line
}

fn read(line: &str) -> Option<(u64, Measured)> {
    let mut parts = line.split('\t');
    let key = u64::from_str_radix(parts.next()?, 16).ok()?;
    let numbers: Result<Vec<u32>, _> = parts.next()?.split(' ').map(str::parse).collect();
    let [
        ones,
        ones_missed,
        twos,
        twos_missed,
        hangs,
        castled,
        queenless,
        first_capture,
        plies,
    ] = numbers.ok()?[..]
    else {
        return None;
    };
    let costs: Option<Vec<Cost>> = parts.next()?.split(' ').map(cost).collect();
    let game = Measured {
        costs: costs?,
        mates: [[ones, ones_missed], [twos, twos_missed]],
        hangs,
        castled: castled == 1,
        queenless: queenless == 1,
        first_capture: first_capture as usize,
        plies: plies as usize,
    };
    Some((key, game))
}

fn cost(word: &str) -> Option<Cost> {
    let phase = Phase::ALL
        .into_iter()
        .find(|phase| word.starts_with(&phase.word()[..1]))?;
    let (centipawns, points) = word.get(1..)?.split_once(':')?;
    Some(Cost {
        centipawns: centipawns.parse().ok()?,
        points: points.parse().ok()?,
        phase,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Measured {
        let cost = |centipawns: f64, phase| Cost {
            centipawns,
            points: centipawns / 7.0,
            phase,
        };
        Measured {
            costs: vec![cost(0.0, Phase::Opening), cost(133.0, Phase::Endgame)],
            mates: [[2, 1], [0, 0]],
            hangs: 3,
            castled: true,
            queenless: false,
            first_capture: 9,
            plies: 71,
        }
    }

    #[test]
    fn games_are_found_again_and_a_cut_line_is_none() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("judged.tsv");
        let ledger = Ledger::open(&path).unwrap();
        ledger.keep(7, &game()).unwrap();
        ledger
            .keep(
                8,
                &Measured {
                    plies: 60,
                    ..game()
                },
            )
            .unwrap();
        let text = fs::read_to_string(&path).unwrap();
        // Within the last number, after it, and before the last cost.
        for cut in [2, 1, 30] {
            fs::write(&path, &text[..text.len() - cut]).unwrap();
            let again = Ledger::open(&path).unwrap();
            assert_eq!(
                (again.find(7), again.find(8)),
                (Some(game()), None),
                "{cut}"
            );
            again.keep(9, &game()).unwrap();
            let third = Ledger::open(&path).unwrap();
            assert_eq!(
                (third.find(8), third.find(9)),
                (None, Some(game())),
                "{cut}"
            );
        }
    }

    #[test]
    fn files_of_something_else_are_left_alone() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("notes.txt");
        fs::write(&path, "dear diary\n").unwrap();
        assert!(matches!(Ledger::open(&path), Err(LabError::Table(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary\n");
    }

    #[test]
    fn judges_nodes_and_moves_tell_games_apart() {
        let stockfish = JudgeName::Uci("stockfish".into());
        let keys = [
            key(&JudgeName::Own, 100, &[]),
            key(&JudgeName::Own, 200, &[]),
            key(&stockfish, 100, &[]),
        ];
        assert!(keys[0] != keys[1] && keys[0] != keys[2]);
    }
}
