//! All tables, each made when first asked for.

use std::{
    fmt,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use shakmaty::{Chess, Color, Move, Position as _};

use crate::{
    exits::Exits,
    layout::Layout,
    make::{self, Cancelled},
    signature::Signature,
    table::{self, Table},
    value::{Outcome, is_win},
};

/// Endgame tables of two to four men. Share it (`Arc<Tables>`) and ask from any thread: a table is
/// made once, with those its captures and promotions lead to, and stays in memory (all: 181 MB).
///
/// ```
/// use sissa_tables::{Outcome, Tables};
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let tables = Tables::new(1);
/// let fen: Fen = "7k/8/5K2/8/8/8/8/1R6 w - - 0 1".parse().unwrap();
/// let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
/// assert_eq!(tables.probe(&chess), Some(Outcome::Win(3)));
/// assert_eq!(tables.line(&chess).unwrap().len(), 3);
/// ```
pub struct Tables {
    slots: Vec<Slot>,
    threads: usize,
}

#[derive(Default)]
struct Slot {
    table: OnceLock<Arc<Table>>,
    /// Held while the table is made: whoever else wants it waits. Tables lead only to smaller ones
    /// or to ones with fewer pawns, so nobody waits in a circle.
    making: Mutex<()>,
}

/// How a table is made.
pub struct Making<'a> {
    pub threads: usize,
    /// Asked now and then; making ends when it says yes. Who waits for a table that somebody else
    /// makes is not asked before that is over.
    pub cancel: &'a (dyn Fn() -> bool + Sync),
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// How far a call to [`Tables::make`] has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being made.
    pub signature: Signature,
    /// Bytes of tables that are made, half of those whose making is half done.
    pub done: u64,
    /// Bytes of all tables that were missing.
    pub total: u64,
}

impl Tables {
    /// No tables yet. Those that [`Tables::probe`] and others need they make on so many threads.
    pub fn new(threads: usize) -> Tables {
        Tables {
            slots: (0..Signature::SLOTS).map(|_| Slot::default()).collect(),
            threads: threads.max(1),
        }
    }

    /// The value of a position by perfect play; makes the table if it is not there. `None` with more
    /// than four men or with castling rights.
    pub fn probe(&self, chess: &Chess) -> Option<Outcome> {
        let (signature, node, turn) = table::locate(chess)?;
        Outcome::from_byte(self.table(signature).value(&node, turn))
    }

    /// As [`Tables::probe`], but `None` too when the table has not been made.
    pub fn probe_made(&self, chess: &Chess) -> Option<Outcome> {
        let (signature, node, turn) = table::locate(chess)?;
        let table = self.slots[signature.slot()].table.get()?;
        Outcome::from_byte(table.value(&node, turn))
    }

    /// All legal moves with what they are worth for the side that makes them, best first.
    pub fn rank_moves(&self, chess: &Chess) -> Option<Vec<(Move, Outcome)>> {
        self.probe(chess)?;
        rank_moves(chess, |after| self.probe(after))
    }

    /// As [`Tables::rank_moves`], but `None` too when a table has not been made.
    pub fn rank_moves_made(&self, chess: &Chess) -> Option<Vec<(Move, Outcome)>> {
        self.probe_made(chess)?;
        rank_moves(chess, |after| self.probe_made(after))
    }

    /// The moves that keep the outcome: the quickest mates, the draws, or the longest defences.
    pub fn best_moves(&self, chess: &Chess) -> Option<Vec<Move>> {
        let ranked = self.rank_moves(chess)?;
        let best = ranked.first().map(|(_, outcome)| *outcome);
        let is_best = |(_, outcome): &(Move, Outcome)| Some(*outcome) == best;
        Some(
            ranked
                .into_iter()
                .take_while(is_best)
                .map(|(m, _)| m)
                .collect(),
        )
    }

    /// Perfect play until mate; empty for a draw. Of several best moves the first that shakmaty
    /// lists is played.
    pub fn line(&self, chess: &Chess) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut chess = chess.clone();
        // Not longer than promised, whatever a file with tables says.
        for _ in 0..self.probe(&chess)?.plies().unwrap_or(0) {
            let Some(m) = self.best_moves(&chess)?.first().copied() else {
                break;
            };
            line.push(m);
            chess.play_unchecked(m);
        }
        Some(line)
    }

    /// Makes the tables of these signatures, and those they lead to, unless they are there.
    pub fn make(&self, signatures: &[Signature], making: &Making) -> Result<(), Cancelled> {
        let mut missing = Vec::new();
        for signature in signatures {
            self.missing(signature.normalized().0, &mut missing);
        }
        let total = missing.iter().map(Signature::bytes).sum();
        let done = AtomicU64::new(0);
        let advance = |signature: Signature| {
            let half = signature.bytes() / 2;
            let done = half + done.fetch_add(half, Relaxed);
            (making.progress)(Progress {
                signature,
                done,
                total,
            });
        };
        for signature in missing {
            self.make_one(signature, making, &advance)?;
        }
        Ok(())
    }

    /// Whether the table of a signature is there.
    pub fn is_made(&self, signature: Signature) -> bool {
        self.made(signature.normalized().0).is_some()
    }

    /// The longest mate that the side to move can force, in plies; `None` if there is none. `turn`
    /// is a colour of the signature as it was given.
    pub fn longest(&self, signature: Signature, turn: Color) -> Option<u8> {
        let (normalized, flip) = signature.normalized();
        let turn = if flip { !turn } else { turn };
        let table = self.table(normalized);
        let values = table.values.get(turn).iter();
        let wins = values.copied().filter(|value| is_win(*value));
        wins.max().map(|value| value - 1)
    }

    pub(crate) fn made(&self, normalized: Signature) -> Option<&Arc<Table>> {
        self.slots[normalized.slot()].table.get()
    }

    /// The table of a normalized signature, made if it is not there.
    pub(crate) fn table(&self, normalized: Signature) -> Arc<Table> {
        let making = Making {
            threads: self.threads,
            cancel: &|| false,
            progress: &|_| (),
        };
        let made = self.make_one(normalized, &making, &|_| ());
        made.expect("nobody cancels it")
    }

    /// Puts a table into its slot unless there is one.
    pub(crate) fn insert(&self, normalized: Signature, table: Table) {
        // Whoever was first is right: tables of a signature are all the same.
        let _ = self.slots[normalized.slot()].table.set(Arc::new(table));
    }

    /// Adds the signatures that have to be made for one, in the order of making.
    fn missing(&self, normalized: Signature, missing: &mut Vec<Signature>) {
        if self.made(normalized).is_some() || missing.contains(&normalized) {
            return;
        }
        for signature in Exits::signatures(&Layout::new(normalized)) {
            self.missing(signature, missing);
        }
        missing.push(normalized);
    }

    fn make_one(
        &self,
        normalized: Signature,
        making: &Making,
        advance: &dyn Fn(Signature),
    ) -> Result<Arc<Table>, Cancelled> {
        let slot = &self.slots[normalized.slot()];
        if let Some(table) = slot.table.get() {
            return Ok(table.clone());
        }
        let _guard = slot.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = slot.table.get() {
            return Ok(table.clone());
        }
        let layout = Layout::new(normalized);
        let exits = Exits::new(&layout, |signature| {
            self.make_one(signature, making, advance)
        })?;
        let table = make::make(layout, &exits, making.threads, making.cancel, || {
            advance(normalized);
        })?;
        advance(normalized);
        Ok(slot.table.get_or_init(|| Arc::new(table)).clone())
    }
}

fn rank_moves(
    chess: &Chess,
    probe: impl Fn(&Chess) -> Option<Outcome>,
) -> Option<Vec<(Move, Outcome)>> {
    let mut ranked = Vec::new();
    for m in chess.legal_moves() {
        let mut after = chess.clone();
        after.play_unchecked(m);
        ranked.push((m, probe(&after)?.before()));
    }
    ranked.sort_by_key(|(_, outcome)| -outcome.rank());
    Some(ranked)
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = self.slots.iter().filter(|slot| slot.table.get().is_some());
        f.debug_struct("Tables")
            .field("made", &made.count())
            .field("threads", &self.threads)
            .finish()
    }
}
