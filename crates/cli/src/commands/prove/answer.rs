//! What is answered about a position, whichever way it was asked.

use sissa_proof::{Budget, Goal, Verdict, games, prove, shortest, stream};
use sissa_record::{
    Entry, Game, Links, Reason, Record, Ruling, Verdict as VerdictRecord, analysis_link,
};

use crate::printer::{grouped, plies};

/// A verdict with its games or reasons, and what else is worth saying.
pub struct Answer {
    pub ruling: Ruling,
    pub games: Vec<Game>,
    pub reasons: Vec<Reason>,
    pub remarks: Vec<String>,
    /// Whether the game is proven to be a shortest one, where that was asked.
    pub shortest: Option<bool>,
    nodes: Option<u64>,
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        let mut answer = Answer::new(Ruling::Undecided);
        match verdict {
            Verdict::Legal { game } => {
                answer.ruling = Ruling::Legal;
                answer.games.push(game);
            }
            Verdict::Illegal { reasons } => {
                answer.ruling = Ruling::Illegal;
                answer.reasons = reasons;
            }
            Verdict::Undecided { partial, exhausted } => {
                answer.nodes = Some(exhausted.nodes);
                answer.remarks.push(exhausted.to_string());
                answer.remarks.extend(partial.map(|game| {
                    let start = sissa_record::fen(game.start());
                    format!("the last {} lead here from {start}", plies(game.plies()))
                }));
            }
        }
        answer
    }
}

/// Only the men count where only they are given.
fn goal(entry: &Entry) -> Goal {
    let setup = entry.position.setup.clone();
    match is_diagram(entry) {
        true => Goal::diagram(setup.board),
        false => Goal::position(setup),
    }
}

fn is_diagram(entry: &Entry) -> bool {
    entry.game.is_none() && entry.position.text.split_whitespace().count() == 1
}

impl Answer {
    fn new(ruling: Ruling) -> Answer {
        Answer {
            ruling,
            games: Vec::new(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            shortest: None,
            nodes: None,
        }
    }

    /// The games of exactly so many half-moves.
    pub fn of_length(entry: &Entry, length: u32, all: bool, budget: &Budget<'_>) -> Answer {
        let mut answer = Answer::new(Ruling::Undecided);
        if let (Err(reasons), false) = (&entry.position.checked, is_diagram(entry)) {
            answer.ruling = Ruling::Illegal;
            answer.reasons.clone_from(reasons);
            return answer;
        }
        let most = if all { usize::MAX } else { 1 };
        let found = games(&goal(entry), length, most, budget);
        let length = plies(length as usize);
        let nodes = grouped(found.nodes);
        match (found.games.len(), found.complete) {
            (0, true) => {
                answer.ruling = Ruling::None;
                let remark = format!("no game of exactly {length} leads here: {nodes} positions");
                answer.remarks.push(remark);
            }
            (0, false) => {
                answer.nodes = Some(found.nodes);
                answer.remarks.push(format!(
                    "no game of {length} among {nodes} positions so far"
                ));
            }
            (count, complete) => {
                answer.ruling = Ruling::Legal;
                if all {
                    answer.remarks.push(match complete {
                        true if count == 1 => "the only game of this length".to_owned(),
                        true => format!(
                            "these are all {} games of this length",
                            grouped(count as u64)
                        ),
                        false => "the budget ended: there may be more games".to_owned(),
                    });
                }
            }
        }
        answer.games = found.games;
        answer
    }

    /// A game as short as can be found, with a proof where possible.
    pub fn shortest(entry: &Entry, budget: &Budget<'_>, seed: u64, index: u64) -> Answer {
        let nodes = Budget {
            nodes: budget.nodes,
            stop: budget.stop,
        };
        let mut answer = match is_diagram(entry) {
            true => Answer::new(Ruling::Undecided),
            false => prove(&entry.position.setup, nodes, &mut stream(seed, index)).into(),
        };
        if answer.ruling == Ruling::Illegal {
            return answer;
        }
        let longest = answer
            .games
            .first()
            .map_or(u32::MAX, |game| game.plies() as u32);
        let mut found = shortest(&goal(entry), longest, budget);
        let proven = found.complete || !found.games.is_empty();
        if let Some(game) = found.games.pop() {
            answer = Answer::new(Ruling::Legal);
            answer.games.push(game);
        }
        if !answer.games.is_empty() {
            answer.shortest = Some(proven);
        }
        if !proven {
            let least = plies(found.plies as usize);
            let remark = format!("every game has at least {least}; none shorter was searched out");
            answer.remarks.push(remark);
        }
        answer
    }

    /// The lines of JSON: one for each game, or one for all else.
    pub fn records(&self, index: u64, entry: &Entry) -> String {
        let games: Vec<Option<&Game>> = match self.games.is_empty() {
            true => vec![None],
            false => self.games.iter().map(Some).collect(),
        };
        games
            .into_iter()
            .map(|game| {
                let record = VerdictRecord {
                    index: Some(index),
                    fen: entry.position.fen(),
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
                Record::Verdict(record).to_line() + "\n"
            })
            .collect()
    }
}
