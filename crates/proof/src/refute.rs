//! Reasons why no game reaches a position.
//!
//! Every rule here is a necessary condition of all games; what they do not refute is *not* thereby
//! legal. Rules only use what a position is known to have (men on squares, castling rights), never
//! what it lacks, so a refutation stays true when more is known; that makes it sound to refute the
//! position before the last move with fewer castling rights than it may have had.

use rand::Rng;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Move, Role, Setup};
use sissa_record::{Reason, check};

use crate::{
    Target,
    facts::{self, Known},
    kernel::{Extended, Outcome, Question, Search},
    retro::{Retro, retraction},
};

/// Moves that can have been the last one, more than which are many.
const MANY: usize = 40;
/// Different arguments against last moves that one sentence gives, and moves named with each.
const ARGUMENTS: usize = 3;
const NAMES: usize = 4;
/// A kernel with ranks counts for so many nodes, a position of the analysis of last moves for as many.
const RANKED: u64 = 10;

/// How much is looked at for one refutation, in nodes.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Kernel states.
    kernels: u64,
    /// Kernels with ranks.
    ranked: u64,
    /// Everything that concerns the last moves.
    last_moves: u64,
    /// Positions of the analysis of last moves.
    positions: u64,
    /// How many moves before the last one that analysis goes back.
    depth: u32,
    /// Where the moves of one side are many and those of the other few, go on.
    one_sided: bool,
}

impl Effort {
    /// Before anything else is tried.
    pub const FIRST: Effort = Effort {
        kernels: 400_000,
        ranked: 50_000,
        last_moves: 60_000,
        positions: 600,
        depth: 4,
        one_sided: false,
    };
    /// When the position has resisted.
    pub const SECOND: Effort = Effort {
        kernels: 400_000,
        ranked: 400_000,
        last_moves: 200_000,
        positions: 2_000,
        depth: 4,
        one_sided: false,
    };
    /// When it has resisted for a while.
    pub const THIRD: Effort = Effort {
        kernels: 12_000_000,
        ranked: 4_000_000,
        last_moves: 10_000_000,
        positions: 100_000,
        depth: 13,
        one_sided: true,
    };

    /// At most so many nodes for any one thing.
    pub fn at_most(self, nodes: u64) -> Effort {
        Effort {
            kernels: self.kernels.min(nodes),
            ranked: self.ranked.min(nodes),
            last_moves: self.last_moves.min(nodes),
            ..self
        }
    }
}

/// Why no game reaches the position, as far as so many nodes tell; empty where nothing is
/// found, which does *not* make the position legal.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::refute;
///
/// let fen: Fen = "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1".parse()?;
/// assert_eq!(refute(fen.as_setup(), 10_000)[0].code, "no-way-there");
/// let fen: Fen = "8/8/2k5/8/8/3K4/5P2/6B1 b - - 0 1".parse()?;
/// assert!(refute(fen.as_setup(), 10_000).is_empty());
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn refute(setup: &Setup, nodes: u64) -> Vec<Reason> {
    Target::position(setup.clone()).refute(nodes)
}

impl Target {
    /// Why no game reaches the target however it is completed, as far as so many nodes for each side tell; empty where
    /// nothing is found for one of the sides that may be to move.
    ///
    /// ```
    /// use sissa_proof::Target;
    ///
    /// // Legal with Black to move; with White to move Black would have left the king in check.
    /// let target = Target::diagram("8/8/8/8/8/8/8/KRk5".parse()?);
    /// assert!(target.refute(10_000).is_empty());
    /// let target = Target::diagram("8/8/8/8/8/8/8/KRkR4".parse()?);
    /// assert_eq!(target.refute(10_000).len(), 2);
    /// # Ok::<_, shakmaty::fen::ParseFenError>(())
    /// ```
    pub fn refute(&self, nodes: u64) -> Vec<Reason> {
        let mut refuted = Vec::new();
        for turn in self.turns() {
            let mut reasons = self.flaws(turn).to_vec();
            if reasons.is_empty() {
                let mut stream = crate::stream(0, 0);
                let effort = Effort::THIRD.at_most(nodes);
                let mut refuter = Refuter::new(stream.rng(), effort, &|| false);
                reasons = refuter.refute(&self.retro(turn));
            }
            if reasons.is_empty() {
                return reasons;
            }
            refuted.push((turn, reasons));
        }
        all_sides(refuted)
    }
}

/// Refutes positions and remembers which.
pub(crate) struct Refuter<'a, R> {
    rng: &'a mut R,
    known: FxHashMap<Retro, bool>,
    /// Questions about pawns that were answered: positions before different moves ask the same ones.
    asked: FxHashMap<Question, Option<Reason>>,
    pub nodes: u64,
    effort: Effort,
    /// Whether time is up: then nothing more is refuted.
    stop: &'a dyn Fn() -> bool,
    positions: u64,
    allowed: u64,
}

impl<'a, R: Rng> Refuter<'a, R> {
    pub fn new(rng: &'a mut R, effort: Effort, stop: &'a dyn Fn() -> bool) -> Refuter<'a, R> {
        Refuter {
            rng,
            known: FxHashMap::default(),
            asked: FxHashMap::default(),
            nodes: 0,
            effort,
            stop,
            positions: 0,
            allowed: 0,
        }
    }

    /// Why no game reaches the position, if that can be shown.
    pub fn refute(&mut self, retro: &Retro) -> Vec<Reason> {
        let known = match facts::known(retro) {
            Ok(known) => known,
            Err(reason) => return vec![reason],
        };
        if let Some(reason) = self.pawns(retro, &known, self.effort) {
            return vec![reason];
        }
        self.last_moves(retro).into_iter().collect()
    }

    /// The pawn structure needs other captures than there were.
    fn pawns(&mut self, retro: &Retro, known: &Known, effort: Effort) -> Option<Reason> {
        let pawns = retro.board.pawns();
        let Some(question) = Question::new(&retro.board, known) else {
            let message =
                "more men were lost where only pieces can have taken them than are missing";
            return Some(Reason::new("no-pawn-kernel", message, pawns));
        };
        if !question.is_exhaustible() {
            return None;
        }
        if let Some(answer) = self.asked.get(&question) {
            return answer.clone();
        }
        let answer = self.kernel(&question, retro.turn, effort);
        self.asked.insert(question, answer.clone());
        answer
    }

    /// No kernel answers the question.
    fn kernel(&mut self, question: &Question, turn: Color, effort: Effort) -> Option<Reason> {
        let (white, black) = (question.captures.white, question.captures.black);
        let search = Search::new(question, effort.kernels, self.rng).until(self.stop);
        let (outcome, nodes) = search.run(usize::MAX);
        self.nodes += nodes;
        match outcome {
            Outcome::Budget => None,
            Outcome::Impossible => {
                let message = format!(
                    "no captures explain the pawns: White made {white} and Black {black} captures that \
                     could involve pawns, and none of the {nodes} arrangements of them lets the pawns \
                     pass each other and promote as the men on the board require"
                );
                Some(Reason::new("no-pawn-kernel", message, question.pawns))
            }
            Outcome::Found(_) => {
                let mut words = crate::stream(0, 0);
                let words = words.rng();
                let mut ranked = Extended::new(question, effort.ranked / RANKED, self.stop, words);
                let impossible = ranked.is_impossible();
                self.nodes += ranked.nodes * RANKED;
                if impossible && ranked.counted {
                    let player = turn.fold_wb("White", "Black");
                    let message = format!(
                        "{player} cannot be to move: only knights, men between two squares and pawns can have moved, \
                         and in all arrangements of the captures that explain the pawns, {} looked at, their squares \
                         tell whether White and Black have made an even or an odd number of moves",
                        ranked.nodes
                    );
                    return Some(Reason::new("wrong-parity", message, question.pawns));
                }
                impossible.then(|| {
                    let message = format!(
                        "the captures that would explain the pawns have no squares: White made {white} \
                         and Black {black} captures that could involve pawns, and in none of the {} \
                         arrangements of them with ranks do the pawns end where they are, with the \
                         men they took where those can have been",
                        ranked.nodes
                    );
                    Reason::new("no-pawn-squares", message, question.pawns)
                })
            }
        }
    }

    /// No move can have been the last one.
    fn last_moves(&mut self, retro: &Retro) -> Option<Reason> {
        if retro.board == shakmaty::Board::new() && retro.turn.is_white() {
            return None;
        }
        let unmoves = retro.unmoves();
        let us = (!retro.turn).fold_wb("White", "Black");
        let squares = if retro.is_check() {
            checkers(retro)
        } else {
            retro.board.by_color(!retro.turn)
        };
        if unmoves.is_empty() {
            let message = format!("{us} has just moved, but no move can have led to this position");
            return Some(Reason::new("no-last-move", message, squares));
        }
        self.positions = 0;
        self.allowed = self.nodes + self.effort.last_moves;
        let depth = self.effort.depth;
        let many = unmoves.len() > MANY;
        let refuted = unmoves
            .iter()
            .all(|m| self.is_refuted(&retro.before(*m), *m, depth, many));
        refuted.then(|| self.no_last_move(retro, &unmoves, squares))
    }

    /// Why none of the moves can have been the last one: what is wrong before each of them, as far as a sentence holds it.
    fn no_last_move(&mut self, retro: &Retro, unmoves: &[Move], squares: Bitboard) -> Reason {
        let us = (!retro.turn).fold_wb("White", "Black");
        let mut arguments: Vec<(String, Vec<Move>)> = Vec::new();
        for m in unmoves {
            let why = self.why_not(&retro.before(*m), *m);
            match arguments.iter_mut().find(|(known, _)| *known == why) {
                Some((_, moves)) => moves.push(*m),
                None => arguments.push((why, vec![*m])),
            }
        }
        let count = unmoves.len();
        let mut message = if count == 1 {
            format!("{us} has just moved, but the only move that can have led here is impossible")
        } else {
            format!(
                "{us} has just moved, but each of the {count} moves that can have led here is impossible"
            )
        };
        for (number, (why, moves)) in arguments.iter().take(ARGUMENTS).enumerate() {
            let mut names: Vec<String> = moves.iter().map(|m| retraction(*m)).collect();
            if names.len() > NAMES {
                let more = names.len() - NAMES;
                names.truncate(NAMES);
                names.push(format!("{more} more"));
            }
            let sign = if number == 0 { ':' } else { ';' };
            let names = names.join(", ");
            message = format!("{message}{sign} before {names}, {why}");
        }
        if arguments.len() > ARGUMENTS {
            message.push_str("; and so on");
        }
        let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
        let mut arrows: Vec<String> = unmoves.iter().map(uci).collect();
        arrows.dedup();
        Reason::new("no-last-move", message, squares).ruling_out(arrows)
    }

    /// What is wrong with the position before a move, which is known to be impossible.
    fn why_not(&mut self, before: &Retro, m: Move) -> String {
        let them = (!before.turn).fold_wb("White", "Black");
        if let Err(reasons) = check(&before.setup())
            && let Some(reason) = reasons.first()
        {
            return reason.message.clone();
        }
        match facts::known(before) {
            Err(reason) => return reason.message,
            Ok(_) if before.unmoves().is_empty() => {
                return format!("{them} would have had no move to make before that");
            }
            Ok(known) => {
                let structural = m.capture().is_some() || m.role() == Role::Pawn;
                let left = self.effort.at_most(self.allowed.saturating_sub(self.nodes));
                if structural && let Some(reason) = self.pawns(before, &known, left) {
                    return reason.message;
                }
            }
        }
        format!("every move of {them} before that is impossible in its turn")
    }

    /// Whether the position before a move is certainly impossible. `among_many`: the side that made it had many others
    /// to make.
    fn is_refuted(&mut self, before: &Retro, m: Move, depth: u32, among_many: bool) -> bool {
        if let Some(known) = self.known.get(before) {
            return *known;
        }
        self.positions += 1;
        self.nodes += RANKED;
        if self.positions > self.effort.positions || self.nodes > self.allowed || (self.stop)() {
            return false;
        }
        let refuted = self.is_refuted_now(before, m, depth, among_many);
        // A failure to refute for lack of depth is not remembered.
        if refuted || depth == self.effort.depth {
            self.known.insert(before.clone(), refuted);
        }
        refuted
    }

    fn is_refuted_now(&mut self, before: &Retro, m: Move, depth: u32, among_many: bool) -> bool {
        if Chess::from_setup(before.setup(), CastlingMode::Standard).is_err() {
            return true;
        }
        if before.board == shakmaty::Board::new() && before.turn.is_white() {
            return false;
        }
        let Ok(known) = facts::known(before) else {
            return true;
        };
        let unmoves = before.unmoves();
        if unmoves.is_empty() {
            return true;
        }
        // Captures and pawn moves change what the pawns have to explain.
        let structural = m.capture().is_some() || m.role() == Role::Pawn || m.is_en_passant();
        let left = self.effort.at_most(self.allowed.saturating_sub(self.nodes));
        if structural && self.pawns(before, &known, left).is_some() {
            return true;
        }
        // Where both sides have many moves, some of them will stand.
        let many = unmoves.len() > MANY && !before.is_check();
        if depth == 0 || many && (among_many || !self.effort.one_sided) {
            return false;
        }
        // Quiet un-moves first: one that stands ends the matter.
        let quiet = |m: &&Move| !m.is_zeroing();
        let mut ordered: Vec<&Move> = unmoves.iter().filter(quiet).collect();
        ordered.extend(unmoves.iter().filter(|m| m.is_zeroing()));
        ordered
            .into_iter()
            .all(|m| self.is_refuted(&before.before(*m), *m, depth - 1, many))
    }
}

fn checkers(retro: &Retro) -> Bitboard {
    let board = &retro.board;
    board.king_of(retro.turn).map_or(Bitboard::EMPTY, |king| {
        board
            .attacks_to(king, !retro.turn, board.occupied())
            .with(king)
    })
}

/// The reasons of both sides: those that hold whoever is to move once, the others with the side they are about.
pub(crate) fn all_sides(refuted: Vec<(Color, Vec<Reason>)>) -> Vec<Reason> {
    let Ok([(one, ours), (other, theirs)]) = <[_; 2]>::try_from(refuted.clone()) else {
        return refuted
            .into_iter()
            .flat_map(|(_, reasons)| reasons)
            .collect();
    };
    let shared: Vec<Reason> = ours
        .iter()
        .filter(|reason| theirs.contains(reason))
        .cloned()
        .collect();
    if !shared.is_empty() {
        return shared;
    }
    let of_side = |turn: Color, reasons: Vec<Reason>| {
        let player = turn.fold_wb("White", "Black");
        reasons.into_iter().map(move |reason| {
            // These name the side themselves.
            match reason.code.as_str() {
                "opposite-check" | "no-last-move" | "wrong-parity" => reason,
                _ => Reason {
                    message: format!("with {player} to move, {}", reason.message),
                    ..reason
                },
            }
        })
    };
    of_side(one, ours).chain(of_side(other, theirs)).collect()
}
