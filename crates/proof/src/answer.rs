//! What is answered about a target, whichever length of game is asked for.
//!
//! ```
//! use sissa_proof::{Budget, Length, Target, answer, stream};
//! use sissa_record::{Ruling, read_one};
//!
//! let entry = read_one("rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR")?;
//! let target = Target::of(&entry);
//! let length = Length::Exact { plies: 5, all: true };
//! let found = answer(&target, length, Budget::nodes(100_000), &mut stream(0, 0));
//! assert_eq!(found.ruling, Ruling::Legal);
//! assert_eq!(found.games[0].movetext(), "1. e4 h5 2. Qxh5 b6 3. Qh7");
//! // What the diagram left open is read off the game.
//! assert_eq!(
//!     target.fen(&entry.position, found.games.first()),
//!     "rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 3",
//! );
//! # Ok::<_, sissa_record::ReadError>(())
//! ```

use shakmaty::Color;
use sissa_record::{
    Entry, Game, Links, PositionInput, Reason, Ruling, Verdict as VerdictRecord, analysis_link, fen,
};

use crate::{
    Budget, Given, Remark, Stream, Target, Verdict,
    exact::{games, shortest, turn, why_none},
    prove::{Decision, Finish, prove_target},
    refute::all_sides,
};

/// How long the game that is asked for may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Of any length.
    Any,
    /// A shortest one.
    Shortest,
    /// Of exactly so many half-moves.
    Exact {
        /// The half-moves.
        plies: u32,
        /// Every such game instead of one.
        all: bool,
    },
}

/// A ruling with its games or reasons, and what else is worth saying.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer in a word.
    pub ruling: Ruling,
    /// The games, each replayed by [`verify`](crate::verify()); [`Game::end`] is the position that it reaches.
    pub games: Vec<Game>,
    /// Why the target is illegal, or why no game has the length asked for.
    pub reasons: Vec<Reason>,
    /// What else is worth saying to people.
    pub remarks: Vec<Remark>,
    /// Whether the game is proven to be a shortest one, where that was asked.
    pub shortest: Option<bool>,
    /// Every game has at least so many half-moves, where a shortest one was asked for.
    pub at_least: Option<u32>,
    /// Positions looked at, where the budget ended first.
    pub nodes: Option<u64>,
}

/// Answers for a target: a game, or the reason why there is none, or honestly neither.
pub fn answer(target: &Target, length: Length, budget: Budget<'_>, stream: &mut Stream) -> Answer {
    match length {
        Length::Any => prove_target(target, Finish::Short, budget, stream).into(),
        Length::Shortest => a_shortest(target, budget, stream),
        Length::Exact { plies, all } => of_length(target, plies, all, budget),
    }
}

/// The games of exactly so many half-moves.
fn of_length(target: &Target, plies: u32, all: bool, budget: Budget<'_>) -> Answer {
    let refuted: Vec<(Color, Vec<Reason>)> = target
        .turns()
        .map(|turn| (turn, target.flaws(turn).to_vec()))
        .collect();
    if refuted.iter().all(|(_, flaws)| !flaws.is_empty()) {
        let mut answer = Answer::new(Ruling::Illegal);
        answer.reasons = all_sides(refuted);
        return answer;
    }
    if let Some(reason) = wrong_parity(target, plies) {
        let mut answer = Answer::new(Ruling::None);
        answer.reasons.push(reason);
        return answer;
    }
    let most = if all { usize::MAX } else { 1 };
    let found = games(target, plies, most, &budget);
    let nodes = found.nodes;
    let mut answer = Answer::new(Ruling::Legal);
    if found.games.is_empty() && found.complete {
        answer.ruling = Ruling::None;
        answer.reasons = why_none(target, plies);
        answer.remarks.push(Remark::NoGame { plies, nodes });
    } else if found.games.is_empty() {
        answer.ruling = Ruling::Undecided;
        answer.nodes = Some(nodes);
        answer.remarks.push(Remark::NoGameSoFar { plies, nodes });
    } else if all && found.complete {
        answer.remarks.push(Remark::AllGames(found.games.len()));
    } else if all {
        answer.remarks.push(Remark::MoreGames);
    }
    answer.games = found.games;
    answer
}

/// After so many half-moves it is the other side's turn.
fn wrong_parity(target: &Target, plies: u32) -> Option<Reason> {
    let player = |color: Color| color.fold_wb("White", "Black");
    let last = turn(plies);
    let needs = if last.is_white() { "an odd" } else { "an even" };
    let known = target.turn().is_some_and(|side| side != last);
    let flaw = target.flaws(last).first();
    if !known && flaw.is_none() {
        return None;
    }
    let half_moves = if plies == 1 {
        "half-move"
    } else {
        "half-moves"
    };
    let mut message = format!(
        "after {plies} {half_moves} it is {}'s turn, but here {} is to move, which takes {needs} number",
        player(last),
        player(!last),
    );
    if let Some(flaw) = flaw.filter(|_| !known) {
        message = format!("{message}: {}", flaw.message);
    }
    let squares = flaw.map(|flaw| flaw.squares.iter().copied().collect());
    Some(Reason::new(
        "wrong-parity",
        message,
        squares.unwrap_or(shakmaty::Bitboard::EMPTY),
    ))
}

/// A game as short as can be found, with a proof where possible.
fn a_shortest(target: &Target, budget: Budget<'_>, stream: &mut Stream) -> Answer {
    let mut answer = Answer::from(prove_target(target, Finish::Short, budget, stream));
    if answer.ruling == Ruling::Illegal {
        return answer;
    }
    let known = answer.games.first();
    let longest = known.map_or(u32::MAX, |game| game.plies() as u32);
    let mut found = shortest(target, longest, &budget);
    let proven = found.complete || !found.games.is_empty();
    if let Some(game) = found.games.pop() {
        answer = Answer::new(Ruling::Legal);
        answer.games.push(game);
    }
    if !answer.games.is_empty() {
        answer.shortest = Some(proven);
    }
    answer.at_least = match answer.games.first() {
        Some(game) if proven => Some(game.plies() as u32),
        _ => Some(found.plies),
    };
    if !proven {
        answer.remarks.push(Remark::AtLeast(found.plies));
    }
    answer
}

impl From<Decision> for Answer {
    fn from(decision: Decision) -> Answer {
        let mut answer = Answer::new(decision.verdict.ruling());
        match decision.verdict {
            Verdict::Legal { game } => answer.games.push(game),
            Verdict::Illegal { reasons } => answer.reasons = reasons,
            Verdict::Undecided { partial, exhausted } => {
                answer.nodes = Some(exhausted.nodes);
                answer.remarks.push(Remark::Exhausted(exhausted));
                let partial = partial.map(Box::new).map(Remark::Partial);
                answer.remarks.extend(partial);
                if let Some((turn, reasons)) = decision.excluded {
                    let cannot_move = |reason| Remark::NotToMove(turn, reason);
                    answer.remarks.extend(reasons.into_iter().map(cannot_move));
                }
            }
        }
        answer
    }
}

impl Target {
    /// The target as FEN. What was left open is read off the game, the counters included; without a game it stays open.
    pub fn fen(&self, given: &PositionInput, game: Option<&Game>) -> String {
        match game {
            Some(game) if self.given() < Given::Counters => fen(game.end()),
            None if self.given() < Given::EnPassant => {
                let fields = self.given() as usize + 1;
                let text = given.text.replace('_', " ");
                let fields: Vec<&str> = text.split_whitespace().take(fields).collect();
                fields.join(" ")
            }
            _ => given.fen(),
        }
    }
}

impl Answer {
    fn new(ruling: Ruling) -> Answer {
        Answer {
            ruling,
            games: Vec::new(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            shortest: None,
            at_least: None,
            nodes: None,
        }
    }

    /// The records of the answer: one for each game, or one for all else.
    pub fn records(&self, index: u64, entry: &Entry, target: &Target) -> Vec<VerdictRecord> {
        let record = |game: Option<&Game>| VerdictRecord {
            index: Some(index),
            fen: target.fen(&entry.position, game),
            verdict: self.ruling,
            plies: game.map(Game::plies),
            moves: game.map(Game::uci_moves).unwrap_or_default(),
            reasons: self.reasons.clone(),
            movetext: game.map(Game::movetext),
            shortest: self.shortest,
            nodes: self.nodes,
            origin: Some(entry.origin.clone()),
            links: game.map(|game| Links {
                analysis: analysis_link(game),
            }),
        };
        if self.games.is_empty() {
            return vec![record(None)];
        }
        self.games.iter().map(|game| record(Some(game))).collect()
    }
}
