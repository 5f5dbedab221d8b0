//! Help with a position, in steps: which man, where to, why; what is threatened; what others would play. [`Advise`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, Move, Position as _, san::SanPlus};
use sissa_human::{Eyes, Sighted, View};
use sissa_judge::{Effort, Judge, Question};
use sissa_nn::human::{Past, Player};
use sissa_record::ReasonRecord;

use super::reasons::{Lines, Prover, reasons, with_turn};
use crate::{engine::position_after, limits, problem::Problem, session::Session};

/// Positions where nothing is said.
const NODES: u64 = 100_000;
/// The other side's plan is looked for with this part of them.
const THREAT: u64 = 5;
/// How many moves of others are told.
const OTHERS: usize = 4;

/// A position to be advised in.
///
/// ```
/// use sissa::{Advise, Session};
///
/// let advice = Advise::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").run(&Session::new())?;
/// assert_eq!((advice.man.as_str(), advice.square.as_str()), ("a1", "a8"));
/// assert_eq!(advice.why[0].text, "Ra8# is mate");
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Advise {
    /// Where the game starts, as FEN; the starting position where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_fen: Option<String>,
    /// The moves since, in UCI notation.
    pub moves: Vec<String>,
    /// The player's rating; 1500 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// Positions that the engine looks at; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What is advised, from little to all.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AdviceRecord {
    /// First: the square of the man to look at.
    pub man: String,
    /// Then: where it should go.
    pub square: String,
    /// The move, in UCI notation.
    pub best: String,
    /// The move as people write it.
    pub san: String,
    /// What it leads to, as PGN's `[%eval]` has it.
    pub eval: String,
    /// What should follow, as people write it.
    pub line: Vec<String>,
    /// Why, each proven on that line.
    pub why: Vec<ReasonRecord>,
    /// What the other side would do if it were its move, where that is proven to win something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat: Option<ThreatAdvice>,
    /// What players of this rating would play, the most first.
    pub others: Vec<OtherMove>,
}

/// Something that is threatened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ThreatAdvice {
    /// The move, as people write it.
    pub san: String,
    /// What it does.
    pub why: Vec<ReasonRecord>,
}

/// What others would play.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OtherMove {
    /// The move, as people write it.
    pub san: String,
    /// In UCI notation.
    pub uci: String,
    /// The share of them.
    pub share: f64,
}

impl Advise {
    /// In this position.
    pub fn new(fen: impl Into<String>) -> Advise {
        Advise {
            start_fen: Some(fen.into()),
            ..Advise::default()
        }
    }

    /// What is advised.
    pub fn run(&self, session: &Session) -> Result<AdviceRecord, Problem> {
        limits::within(
            "nodes",
            self.nodes,
            session.ceiling().map(|most| most.nodes),
        )?;
        let (before, position, moves) = position_after(self.start_fen.as_deref(), &self.moves)?;
        let stop = || session.cancel().requested();
        let effort = Effort {
            nodes: u64::MAX,
            stop: &stop,
        };
        let question = Question {
            nodes: self.nodes.unwrap_or(NODES),
            lines: 1,
        };
        let mut judge = Judge::new();
        let over =
            || Problem::new("over", "the game is over: there is no move to advise").field("moves");
        let value = judge.value(&position, question, &effort).ok_or_else(over)?;
        let best = value.best().ok_or_else(over)?;
        let mut prover = Prover::default();
        let why = reasons(
            &Lines {
                before: &position,
                led_by: before.as_ref().zip(moves.last().copied()),
                played: best,
                answer: &[],
                best: value.line(),
            },
            false,
            &mut prover,
        );
        let mut chess = position.clone();
        let line = value.line().iter().take(super::reasons::LONGEST);
        let line = line.map(|m| SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
        let line: Vec<String> = line.collect();
        let question = Question {
            nodes: (question.nodes / THREAT).max(1),
            ..question
        };
        Ok(AdviceRecord {
            man: best.from().unwrap_or(best.to()).to_string(),
            square: best.to().to_string(),
            best: uci(best),
            san: san(&position, best),
            eval: value.worth.to_string(),
            line,
            why,
            threat: threat(&position, &mut judge, question, &effort, &mut prover),
            others: self.others(&position, &moves),
        })
    }

    fn others(&self, position: &Chess, moves: &[Move]) -> Vec<OtherMove> {
        let scene = Eyes::default().scene(View {
            position,
            past: &Past::of(moves),
            seen: &[],
            player: &Player::rated(self.elo.unwrap_or(1500)),
        });
        let mut choices = Sighted::shipped().moves(&scene).without_end().moves;
        choices.sort_by(|one, other| other.1.total_cmp(&one.1));
        let told = choices.into_iter().take(OTHERS);
        told.map(|(m, share)| OtherMove {
            san: san(position, m),
            uci: uci(m),
            share: super::game::rounded(f64::from(share), 4),
        })
        .collect()
    }
}

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// What the other side would do.
fn threat(
    position: &Chess,
    judge: &mut Judge,
    question: Question,
    effort: &Effort,
    prover: &mut Prover,
) -> Option<ThreatAdvice> {
    if position.is_check() {
        return None;
    }
    let turned = with_turn(position, !position.turn())?;
    let value = judge.value(&turned, question, effort)?;
    let first = value.best()?;
    let why = reasons(
        &Lines {
            before: &turned,
            led_by: None,
            played: first,
            answer: &[],
            best: value.line(),
        },
        false,
        prover,
    );
    let told = ThreatAdvice {
        san: san(&turned, first),
        why,
    };
    (!told.why.is_empty()).then_some(told)
}
