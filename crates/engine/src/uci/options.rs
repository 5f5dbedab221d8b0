//! The options that a chess program may set.

use std::{path::Path, sync::Arc, time::Duration};

use sissa_game::{read_file, visible_line};
use sissa_nn::deepchess::Comparator;

use crate::{BoardJudge, Book, Evaluation, Level, Tablebases, eval::Weights, eval::nnue};

/// Most memory for the transposition table, in mebibytes.
const MOST_HASH: usize = 65_536;
/// Most threads.
const MOST_THREADS: usize = 256;
/// Largest file with an evaluation, in bytes.
const LARGEST: u64 = 64 << 20;
/// Most lines.
const MOST_LINES: usize = 256;

/// What has been set.
#[derive(Clone, Debug)]
pub struct Settings {
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    pub show_wdl: bool,
    pub limit_strength: bool,
    pub elo: u32,
    pub overhead: Duration,
    pub book: Option<Arc<Book>>,
    pub tablebases: Option<Arc<Tablebases>>,
    pub evaluation: Evaluation,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            lines: 1,
            show_wdl: false,
            limit_strength: false,
            elo: 1500,
            overhead: Duration::from_millis(10),
            book: None,
            tablebases: None,
            evaluation: Evaluation::default(),
        }
    }
}

/// What must be done when an option has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    Hash,
    Threads,
    Tablebases,
    Evaluation,
    Clear,
}

/// The lines that answer `uci`.
pub(super) fn declared() -> Vec<String> {
    let default = Settings::default();
    vec![
        format!(
            "option name Hash type spin default {} min 1 max {MOST_HASH}",
            default.hash
        ),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
        "option name Ponder type check default false".to_owned(),
        "option name Clear Hash type button".to_owned(),
        "option name UCI_ShowWDL type check default false".to_owned(),
        "option name UCI_LimitStrength type check default false".to_owned(),
        format!(
            "option name UCI_Elo type spin default {} min {} max {}",
            default.elo,
            Level::LOWEST,
            Level::HIGHEST
        ),
        format!(
            "option name Eval type combo default {} var {}",
            default.evaluation.name(),
            Evaluation::NAMES.join(" var ")
        ),
        "option name EvalFile type string default <empty>".to_owned(),
        "option name SyzygyPath type string default <empty>".to_owned(),
        "option name BookFile type string default <empty>".to_owned(),
        format!(
            "option name Move Overhead type spin default {} min 0 max 5000",
            default.overhead.as_millis()
        ),
    ]
}

impl Settings {
    /// Sets an option; an error leaves everything as it was.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let value = value.map(|value| if value == "<empty>" { "" } else { value });
        let number = |least: u64, most: u64| -> Result<u64, String> {
            let text = value.unwrap_or_default();
            match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number),
                _ => Err(format!(
                    "{name} takes a number from {least} to {most}, not `{}`",
                    visible_line(text, 40)
                )),
            }
        };
        let truth = || match value {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            other => Err(format!(
                "{name} takes true or false, not `{}`",
                visible_line(other.unwrap_or_default(), 40)
            )),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(1, MOST_HASH as u64)? as usize;
                return Ok(Effect::Hash);
            }
            "threads" => {
                self.threads = number(1, MOST_THREADS as u64)? as usize;
                return Ok(Effect::Threads);
            }
            "multipv" => self.lines = number(1, MOST_LINES as u64)? as usize,
            "ponder" => drop(truth()?),
            "clear hash" => return Ok(Effect::Clear),
            "uci_showwdl" => self.show_wdl = truth()?,
            "uci_limitstrength" => self.limit_strength = truth()?,
            "uci_elo" => {
                self.elo = number(u64::from(Level::LOWEST), u64::from(Level::HIGHEST))? as u32;
            }
            "move overhead" => self.overhead = Duration::from_millis(number(0, 5000)?),
            "eval" => {
                self.evaluation = Evaluation::named(value.unwrap_or_default())
                    .map_err(|error| error.to_string())?;
                return Ok(Effect::Evaluation);
            }
            "evalfile" => {
                self.evaluation = match value.unwrap_or_default() {
                    "" => Evaluation::default(),
                    path => self.evaluation.with(evaluation_from(Path::new(path))?),
                };
                return Ok(Effect::Evaluation);
            }
            "syzygypath" => {
                self.tablebases = match value.unwrap_or_default() {
                    "" => None,
                    folders => Some(Arc::new(
                        Tablebases::open(folders).map_err(|e| e.to_string())?,
                    )),
                };
                return Ok(Effect::Tablebases);
            }
            "bookfile" => {
                self.book = match value.unwrap_or_default() {
                    "" => None,
                    path => Some(Arc::new(
                        Book::open(Path::new(path)).map_err(|e| e.to_string())?,
                    )),
                };
            }
            _ => return Err(format!("there is no option `{}`", visible_line(name, 40))),
        }
        Ok(Effect::Nothing)
    }
}

/// A network, a comparator of positions, or the weights of the handcrafted evaluation, whichever the file holds.
fn evaluation_from(path: &Path) -> Result<Evaluation, String> {
    let shown = visible_line(&path.to_string_lossy(), 200);
    let bytes =
        read_file(path, LARGEST).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    if bytes.starts_with(nnue::MAGIC) {
        return Evaluation::of_network(&bytes).map_err(|error| format!("`{shown}`: {error}"));
    }
    if bytes.starts_with(b"SISSATEN") {
        let comparator = sissa_nn::tensors::read(&bytes)
            .and_then(|tensors| Comparator::from_tensors(&tensors))
            .map_err(|error| format!("`{shown}`: {error}"))?;
        let judge = BoardJudge::DeepChess(Arc::new(comparator));
        return Ok(Evaluation::Boards(judge));
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("`{shown}` is no evaluation"))?;
    let weights = Weights::parse(&text).map_err(|error| format!("`{shown}`: {error}"))?;
    Ok(Evaluation::Handcrafted(Arc::new(weights)))
}
