//! One game between two engines.

use std::time::Duration;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, fen::Fen, uci::UciMove};

use super::driver::{Driver, DriverError, position_line};
use crate::{Score, Situation};

/// What a player may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocks {
    /// The same time for every move.
    PerMove(Duration),
    /// A clock with an increment.
    Total {
        time: Duration,
        increment: Duration,
    },
    Nodes(u64),
    Depth(u32),
}

/// How games are ended.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub clocks: Clocks,
    /// What a move may take beyond its time before it is lost: a busy machine is not the engine's
    /// fault.
    pub grace: Duration,
    /// Longest silence before an engine counts as hung.
    pub patience: Duration,
    /// Longest game, in half-moves; it is drawn.
    pub longest: usize,
    /// End games that both players agree about: lost by ten pawns, or level for long.
    pub adjudicate: bool,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    TooLong,
    Agreed,
    Illegal(Color),
    OutOfTime(Color),
    Crashed(Color),
    Stopped,
}

impl End {
    /// As PGN's `Termination` names it.
    pub fn words(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::Repetition => "threefold repetition",
            End::FiftyMoves => "fifty moves",
            End::Material => "insufficient material",
            End::TooLong => "too long",
            End::Agreed => "adjudication",
            End::Illegal(_) => "illegal move",
            End::OutOfTime(_) => "time forfeit",
            End::Crashed(_) => "engine ended or hung",
            End::Stopped => "unterminated",
        }
    }

    /// Whose failure it was.
    pub fn at_fault(self) -> Option<Color> {
        match self {
            End::Illegal(color) | End::OutOfTime(color) | End::Crashed(color) => Some(color),
            _ => None,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    pub start: Chess,
    pub moves: Vec<Move>,
    /// White's half points.
    pub white: u8,
    pub end: End,
    /// What the player at fault said or did.
    pub remark: Option<String>,
    /// Nodes told by White and Black, and the time they took.
    pub nodes: [u64; 2],
    pub time: [Duration; 2],
}

/// Plays a game; `clock` tells the time since any fixed moment.
pub fn play(
    start: &Chess,
    players: [&mut Driver; 2],
    rules: &Rules,
    clock: &dyn Fn() -> Duration,
    stop: &dyn Fn() -> bool,
) -> GameRecord {
    let [white, black] = players;
    let mut record = GameRecord {
        start: start.clone(),
        moves: Vec::new(),
        white: 1,
        end: End::Stopped,
        remark: None,
        nodes: [0; 2],
        time: [Duration::ZERO; 2],
    };
    let lost = |color: Color| color.fold_wb(0, 2);
    for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        let begun = player
            .say("ucinewgame")
            .and_then(|()| player.ready(rules.patience));
        if let Err(error) = begun {
            record.end = End::Crashed(color);
            record.white = lost(color);
            record.remark = Some(error.to_string());
            return record;
        }
    }
    let position = match *start == Chess::default() {
        true => "startpos".to_owned(),
        false => format!("fen {}", Fen::from_position(start, EnPassantMode::Legal)),
    };
    let mut left = match rules.clocks {
        Clocks::Total { time, .. } => [time; 2],
        _ => [Duration::ZERO; 2],
    };
    let mut situation = Situation::new(start.clone());
    let mut opinions: Vec<i32> = Vec::new();
    loop {
        if let Some((white, end)) = over(&situation, record.moves.len(), rules) {
            (record.white, record.end) = (white, end);
            return record;
        }
        if stop() {
            return record;
        }
        let turn = situation.position().turn();
        let side = turn.fold_wb(0, 1);
        let player = turn.fold_wb(&mut *white, &mut *black);
        let begin = clock();
        let line = position_line(&position, &record.moves);
        let answer = player.go(
            &line,
            &go_words(rules.clocks, left),
            rules.patience + left[side],
        );
        let spent = clock().saturating_sub(begin);
        record.time[side] += spent;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                record.end = End::Crashed(turn);
                record.white = lost(turn);
                record.remark = Some(describe(&error));
                return record;
            }
        };
        record.nodes[side] += answer.nodes.unwrap_or(0);
        let allowed = match rules.clocks {
            Clocks::PerMove(time) => Some(time),
            Clocks::Total { .. } => Some(left[side]),
            Clocks::Nodes(_) | Clocks::Depth(_) => None,
        };
        if let Some(allowed) = allowed
            && spent > allowed + rules.grace
        {
            record.end = End::OutOfTime(turn);
            record.white = lost(turn);
            record.remark = Some(format!(
                "{} ms of {} ms",
                spent.as_millis(),
                allowed.as_millis()
            ));
            return record;
        }
        if let Clocks::Total { increment, .. } = rules.clocks {
            left[side] = left[side].saturating_sub(spent) + increment;
        }
        let played = answer
            .best
            .parse::<UciMove>()
            .ok()
            .and_then(|m| m.to_move(situation.position()).ok());
        let Some(m) = played else {
            record.end = End::Illegal(turn);
            record.white = lost(turn);
            record.remark = Some(answer.best.chars().take(40).collect());
            return record;
        };
        record.moves.push(m);
        situation.play(m);
        let opinion = match answer.score {
            Some(Score::Centipawns(value)) => value,
            Some(Score::Mate(moves)) => 30_000 * moves.signum(),
            None => 0,
        };
        opinions.push(turn.fold_wb(opinion, -opinion));
        if rules.adjudicate
            && let Some(white) = agreed(&opinions)
        {
            record.white = white;
            record.end = End::Agreed;
            return record;
        }
    }
}

fn describe(error: &DriverError) -> String {
    error.to_string()
}

/// White's half points if the rules end the game here.
fn over(situation: &Situation, plies: usize, rules: &Rules) -> Option<(u8, End)> {
    let position = situation.position();
    if position.legal_moves().is_empty() {
        return Some(match position.is_check() {
            true => (position.turn().fold_wb(0, 2), End::Checkmate),
            false => (1, End::Stalemate),
        });
    }
    if situation.occurrences() >= 3 {
        return Some((1, End::Repetition));
    }
    if position.halfmoves() >= 100 {
        return Some((1, End::FiftyMoves));
    }
    if position.is_insufficient_material() {
        return Some((1, End::Material));
    }
    (plies >= rules.longest).then_some((1, End::TooLong))
}

/// White's half points if both players see the game as decided.
fn agreed(opinions: &[i32]) -> Option<u8> {
    let last = |count: usize| {
        opinions
            .len()
            .checked_sub(count)
            .map(|from| &opinions[from..])
    };
    if let Some(last) = last(6) {
        if last.iter().all(|value| *value >= 1000) {
            return Some(2);
        }
        if last.iter().all(|value| *value <= -1000) {
            return Some(0);
        }
    }
    let level = |last: &[i32]| last.iter().all(|value| value.abs() <= 8);
    (opinions.len() >= 80 && last(12).is_some_and(level)).then_some(1)
}

fn go_words(clocks: Clocks, left: [Duration; 2]) -> String {
    match clocks {
        Clocks::PerMove(time) => format!("movetime {}", time.as_millis()),
        Clocks::Nodes(nodes) => format!("nodes {nodes}"),
        Clocks::Depth(depth) => format!("depth {depth}"),
        Clocks::Total { increment, .. } => format!(
            "wtime {} btime {} winc {} binc {}",
            left[0].as_millis(),
            left[1].as_millis(),
            increment.as_millis(),
            increment.as_millis()
        ),
    }
}
