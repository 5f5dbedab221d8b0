//! One game between two engines.

use std::{fmt, str::FromStr, time::Duration};

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, fen::Fen};

use super::driver::{Answer, Driver, position_line};
use crate::{Ending, Score, Situation};

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

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clocks::PerMove(time) => write!(f, "{} ms a move", time.as_millis()),
            Clocks::Total { time, increment } => {
                write!(f, "{}+{} s", time.as_secs_f64(), increment.as_secs_f64())
            }
            Clocks::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Clocks::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a time control", .0.escape_debug())]
pub struct ClocksError(String);

impl FromStr for Clocks {
    type Err = ClocksError;

    /// Seconds and an increment, such as `10+0.1`.
    fn from_str(text: &str) -> Result<Clocks, ClocksError> {
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            Duration::try_from_secs_f64(number).ok()
        };
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(time), seconds(increment)) {
            (Some(time), Some(increment)) if !time.is_zero() => {
                Ok(Clocks::Total { time, increment })
            }
            _ => Err(ClocksError(text.to_owned())),
        }
    }
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

impl Rules {
    /// The usual rules: a tenth of a second of grace, twenty seconds of patience, 500 half-moves.
    pub fn new(clocks: Clocks) -> Rules {
        Rules {
            clocks,
            grace: Duration::from_millis(100),
            patience: Duration::from_secs(20),
            longest: 500,
            adjudicate: false,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules of chess.
    Rule(Ending),
    TooLong,
    /// Both players agreed about the result.
    Adjudicated,
    Illegal(Color),
    OutOfTime(Color),
    Crashed(Color),
    Stopped,
}

impl End {
    /// As PGN's `Termination` names it.
    pub fn words(self) -> &'static str {
        match self {
            End::Rule(Ending::Checkmate { .. }) => "checkmate",
            End::Rule(Ending::Stalemate) => "stalemate",
            End::Rule(Ending::Repetition) => "threefold repetition",
            End::Rule(Ending::FiftyMoves) => "fifty moves",
            End::Rule(Ending::InsufficientMaterial) => "insufficient material",
            End::TooLong => "too long",
            End::Adjudicated => "adjudication",
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
    let mut game = Game::new(start, players, rules);
    let result = game.begin().unwrap_or_else(|| {
        loop {
            if let Some(result) = game.ended() {
                return result;
            }
            if stop() {
                return Outcome::draw(End::Stopped);
            }
            if let Some(result) = game.next_move(clock) {
                return result;
            }
        }
    });
    GameRecord {
        white: result.white,
        end: result.end,
        remark: result.remark,
        ..game.record
    }
}

/// How a game came to its end.
struct Outcome {
    /// White's half points.
    white: u8,
    end: End,
    remark: Option<String>,
}

impl Outcome {
    fn draw(end: End) -> Outcome {
        Outcome {
            white: 1,
            end,
            remark: None,
        }
    }

    fn lost_by(color: Color, end: End, remark: String) -> Outcome {
        Outcome {
            white: color.fold_wb(0, 2),
            end,
            remark: Some(remark),
        }
    }
}

/// A game under way.
struct Game<'a> {
    rules: &'a Rules,
    white: &'a mut Driver,
    black: &'a mut Driver,
    /// The first position as UCI writes it.
    start: String,
    situation: Situation,
    /// On the clocks of White and Black.
    left: [Duration; 2],
    /// What the players thought of the position, for White.
    opinions: Vec<i32>,
    record: GameRecord,
}

impl<'a> Game<'a> {
    fn new(start: &Chess, players: [&'a mut Driver; 2], rules: &'a Rules) -> Game<'a> {
        let [white, black] = players;
        Game {
            rules,
            white,
            black,
            start: if *start == Chess::default() {
                "startpos".to_owned()
            } else {
                format!("fen {}", Fen::from_position(start, EnPassantMode::Legal))
            },
            situation: Situation::new(start.clone()),
            left: match rules.clocks {
                Clocks::Total { time, .. } => [time; 2],
                _ => [Duration::ZERO; 2],
            },
            opinions: Vec::new(),
            record: GameRecord {
                start: start.clone(),
                moves: Vec::new(),
                white: 1,
                end: End::Stopped,
                remark: None,
                nodes: [0; 2],
                time: [Duration::ZERO; 2],
            },
        }
    }

    /// Tells the players that a game begins; an outcome if one of them does not listen.
    fn begin(&mut self) -> Option<Outcome> {
        for color in Color::ALL {
            let player = color.fold_wb(&mut *self.white, &mut *self.black);
            let begun = player
                .say("ucinewgame")
                .and_then(|()| player.ready(self.rules.patience));
            if let Err(error) = begun {
                let remark = error.to_string();
                return Some(Outcome::lost_by(color, End::Crashed(color), remark));
            }
        }
        None
    }

    /// The outcome if the rules end the game here.
    fn ended(&self) -> Option<Outcome> {
        if let Some(ending) = self.situation.ending() {
            return Some(Outcome {
                white: ending.winner().map_or(1, |winner| winner.fold_wb(2, 0)),
                end: End::Rule(ending),
                remark: None,
            });
        }
        (self.record.moves.len() >= self.rules.longest).then(|| Outcome::draw(End::TooLong))
    }

    /// Lets the side to move play; the outcome if that ends the game.
    fn next_move(&mut self, clock: &dyn Fn() -> Duration) -> Option<Outcome> {
        let turn = self.situation.position().turn();
        let side = turn.fold_wb(0, 1);
        let player = turn.fold_wb(&mut *self.white, &mut *self.black);
        let begin = clock();
        let answer = player.go(
            &position_line(&self.start, &self.record.moves),
            &go_words(self.rules.clocks, self.left),
            self.rules.patience + self.left[side],
        );
        let spent = clock().saturating_sub(begin);
        self.record.time[side] += spent;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let remark = error.to_string();
                return Some(Outcome::lost_by(turn, End::Crashed(turn), remark));
            }
        };
        self.record.nodes[side] += answer.nodes.unwrap_or(0);
        if let Some(remark) = self.press_clock(side, spent) {
            return Some(Outcome::lost_by(turn, End::OutOfTime(turn), remark));
        }
        match self.situation.play_uci(&answer.best) {
            Ok(m) => self.record.moves.push(m),
            Err(error) => return Some(Outcome::lost_by(turn, End::Illegal(turn), error.0)),
        }
        self.adjudicate(turn, &answer)
    }

    /// Books the time of a move; what there is to say if it was too much.
    fn press_clock(&mut self, side: usize, spent: Duration) -> Option<String> {
        let allowed = match self.rules.clocks {
            Clocks::PerMove(time) => Some(time),
            Clocks::Total { .. } => Some(self.left[side]),
            Clocks::Nodes(_) | Clocks::Depth(_) => None,
        };
        if let Some(allowed) = allowed
            && spent > allowed + self.rules.grace
        {
            let (spent, allowed) = (spent.as_millis(), allowed.as_millis());
            return Some(format!("{spent} ms of {allowed} ms"));
        }
        if let Clocks::Total { increment, .. } = self.rules.clocks {
            self.left[side] = self.left[side].saturating_sub(spent) + increment;
        }
        None
    }

    /// Takes note of what a player thinks; the outcome if both agree about it.
    fn adjudicate(&mut self, turn: Color, answer: &Answer) -> Option<Outcome> {
        let opinion = match answer.score {
            Some(Score::Centipawns(value)) => value,
            Some(Score::Mate(moves)) => 30_000 * moves.signum(),
            None => 0,
        };
        self.opinions.push(turn.fold_wb(opinion, -opinion));
        let white = agreed(&self.opinions).filter(|_| self.rules.adjudicate)?;
        Some(Outcome {
            white,
            end: End::Adjudicated,
            remark: None,
        })
    }
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
