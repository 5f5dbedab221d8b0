//! The engine as a partner and an adviser: [`Play`], [`Analyse`], [`Threats`], [`Match`].

mod analyse;
mod matches;
mod play;
mod suite;
mod threats;

use std::time::Duration;

use shakmaty::{Chess, Move, Position as _, san::SanPlus, uci::UciMove};
use sissa_engine::{Control, Situation};
use sissa_game::Excerpt;
use sissa_record::read_one;

pub use analyse::{Analyse, AnalysisRecord, LineRecord};
pub use matches::{Match, Pair, Pairing};
pub use play::{Play, PlayAnswer};
pub use suite::{SuiteSolution, SuiteTask};
pub use threats::{Danger, ThreatRecord, Threats};

use crate::{problem::Problem, session::Session};

/// Most moves of a game that is sent; longer ones end by the 75-move rule.
const MOST_MOVES: usize = 12_000;

/// The position after the moves of a request.
fn situation(start: Option<&str>, moves: &[String]) -> Result<Situation, Problem> {
    if moves.len() > MOST_MOVES {
        let count = moves.len();
        let message = format!("{count} moves are too many: the most are {MOST_MOVES}");
        return Err(Problem::new("limit", message).field("moves"));
    }
    let start = match start {
        None => Chess::default(),
        Some(text) => {
            let entry = read_one(text).map_err(|error| Problem::from(error).field("start_fen"))?;
            entry.position.checked.map_err(|reasons| {
                let wrong: Vec<&str> = reasons.iter().map(|one| one.message.as_str()).collect();
                let wrong = wrong.join("; ");
                Problem::new(
                    "invalid",
                    format!("this is no position to play from: {wrong}"),
                )
                .field("start_fen")
                .hint("check says what is wrong")
            })?
        }
    };
    let mut situation = Situation::new(start);
    for (ply, text) in moves.iter().enumerate() {
        situation.play_uci(text).map_err(|_| {
            let text = Excerpt::quote(text);
            let message = format!("move {}, `{text}`, is not legal", ply + 1);
            Problem::new("move", message)
                .field("moves")
                .hint("moves are written as from e2 to e4: `e2e4`, `e7e8q`")
        })?;
    }
    Ok(situation)
}

/// The position after the moves of a request, the one before the last move, and the moves.
pub(crate) fn position_after(
    start: Option<&str>,
    moves: &[String],
) -> Result<(Option<Chess>, Chess, Vec<Move>), Problem> {
    let end = situation(start, moves)?.position().clone();
    let mut chess = situation(start, &[])?.position().clone();
    let (mut before, mut played) = (None, Vec::with_capacity(moves.len()));
    for text in moves {
        // All of them were just played.
        if let Some(m) = text
            .parse::<UciMove>()
            .ok()
            .and_then(|uci| uci.to_move(&chess).ok())
        {
            before = Some(chess.clone());
            chess.play_unchecked(m);
            played.push(m);
        }
    }
    Ok((before, end, played))
}

/// A search within a session: its clock, and who may end it.
struct Watched<'a> {
    session: &'a Session,
    begun: Duration,
    most: Option<Duration>,
}

impl<'a> Watched<'a> {
    /// Begins now; ends with the time that the session gives a position.
    fn new(session: &'a Session) -> Watched<'a> {
        Watched {
            session,
            begun: session.now(),
            most: session.ceiling().map(|ceilings| ceilings.position_time),
        }
    }
}

impl Control for Watched<'_> {
    fn elapsed(&self) -> Duration {
        self.session.now().saturating_sub(self.begun)
    }

    fn stop(&self) -> bool {
        let late = |most: Duration| self.elapsed() >= most;
        self.session.cancel().requested() || self.most.is_some_and(late)
    }
}

/// A move in both notations, and the position after it.
fn played(position: &Chess, m: Move) -> (String, String, Chess) {
    let uci = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
    let mut after = position.clone();
    let san = SanPlus::from_move_and_play_unchecked(&mut after, m).to_string();
    (uci, san, after)
}
