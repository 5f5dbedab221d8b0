//! `POST /rules`: a machine finds out the rules of a game from yes and no.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use axum::{extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa::Cancel;
use sissa_learn::{Budget, Counter, Engine, Move, Position, Supervisor, exact};
use sissa_supervisor::{Judge, Variant, examine};

use super::App;
use crate::{
    client::{Client, fault_line, line},
    jobs::Lane,
    problem::{ApiError, Input},
};

/// Most questions of a request; chess takes about a third.
const QUESTIONS: u64 = 1_000_000;

/// Positions of random play that learnt rules are compared on.
const COMPARED: u64 = 2_000;

/// Rules to learn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// The game.
    #[serde(default)]
    game: GameName,
    /// The seed of all randomness.
    #[serde(default)]
    seed: u64,
    /// Most questions to the supervisor, up to a million.
    #[serde(default = "most_questions")]
    questions: u64,
}

fn most_questions() -> u64 {
    QUESTIONS
}

/// The games there are supervisors for.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    #[default]
    Chess,
    Antichess,
    Horde,
    KingOfTheHill,
    RacingKings,
    ThreeCheck,
}

impl GameName {
    fn variant(self) -> Variant {
        match self {
            GameName::Chess => Variant::Chess,
            GameName::Antichess => Variant::Antichess,
            GameName::Horde => Variant::Horde,
            GameName::KingOfTheHill => Variant::KingOfTheHill,
            GameName::RacingKings => Variant::RacingKings,
            GameName::ThreeCheck => Variant::ThreeCheck,
        }
    }
}

/// One line of the stream.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LearningEvent {
    /// How far the learner is.
    Learning(Learning),
    /// What it has learnt; the last line.
    Rules(Rules),
}

/// How far the learner is.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Learning {
    /// Questions asked.
    questions: u64,
    /// What the last one was about.
    topic: String,
    /// The men of the last one, as FEN places them.
    board: String,
    /// The moves that were tried, squares to squares.
    tried: Vec<String>,
    /// The answer.
    accepted: bool,
}

impl Learning {
    /// Takes in a question, as a reader knows men and squares.
    fn show(&mut self, question: &Question) {
        let letter = |man: u8| {
            let letter = char::from(KINDS[usize::from(Position::kind_of(man)) % KINDS.len()]);
            if Position::belongs(man, 0) {
                letter
            } else {
                letter.to_ascii_lowercase()
            }
        };
        let rank = |rank: usize| -> String {
            let men = &question.position.board[8 * rank..8 * rank + 8];
            let square = |man: &u8| if *man == 0 { '1' } else { letter(*man) };
            men.iter().map(square).collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        self.board = ranks.join("/");
        let tried = |m: &Move| format!("{}{}", name(m.from), name(m.to));
        self.tried = question.tried.iter().map(tried).collect();
        self.accepted = question.accepted;
    }
}

/// The letters of the learner's kinds, in the supervisor's order.
const KINDS: &[u8] = b"PNBRQK";

/// The name of a square.
fn name(square: u8) -> String {
    let file = char::from(b'a' + square % 8);
    format!("{file}{}", square / 8 + 1)
}

/// What was asked, and the answer.
#[derive(Debug)]
struct Question {
    position: Position,
    tried: Vec<Move>,
    accepted: bool,
}

/// The supervisor, overheard.
struct Overheard<'a> {
    judge: Judge,
    last: &'a Mutex<Option<Question>>,
}

impl Supervisor for Overheard<'_> {
    fn accepts(&mut self, position: &Position, tried: &[Move]) -> bool {
        let accepted = self.judge.accepts(position, tried);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Question {
            position: *position,
            tried: tried.to_vec(),
            accepted,
        });
        accepted
    }
}

/// Learnt rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Rules {
    game: GameName,
    seed: u64,
    /// The rules as `sissa rules learn` prints them; `sissa rules test` reads this.
    text: String,
    /// Questions asked.
    questions: u64,
    /// The same by topic.
    topics: Vec<Topic>,
    /// Why it ended early, if it did.
    halt: Option<String>,
    /// Positions of random play whose moves were compared with the true ones.
    compared: u64,
    /// Those where they differed.
    wrong: u64,
}

/// Questions about one thing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Topic {
    topic: String,
    questions: u64,
}

pub async fn rules(
    State(app): State<App>,
    Input(request): Input<RulesRequest>,
) -> Result<Response, ApiError> {
    if !(1..=QUESTIONS).contains(&request.questions) {
        let asked = request.questions;
        return Err(ApiError::bad(
            "limit",
            format!("questions is {asked}: it may be 1 to {QUESTIONS}"),
        )
        .hint("the command line has no such limits"));
    }
    let place = app.jobs.enter()?;
    let cancel = Cancel::default();
    let (mut client, response) = Client::new(cancel.clone(), true);
    tokio::spawn(async move {
        let _place = place;
        let standing = Arc::new(Mutex::new(Learning::default()));
        let told = Arc::clone(&standing);
        let question = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&question);
        let until = Instant::now() + app.config.limits.job_time;
        let work = move || {
            learn(&request, &told, &heard, &|| {
                cancel.requested() || Instant::now() >= until
            })
        };
        let search = app.jobs.turn(Lane::Heavy, work);
        let sign = |_| {
            let standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
            let mut learning = standing.clone();
            if let Some(asked) = &*question.lock().unwrap_or_else(PoisonError::into_inner) {
                learning.show(asked);
            }
            line(&LearningEvent::Learning(learning))
        };
        let learnt = client.wait_for(search, &app.jobs, sign).await;
        let last = learnt.map_or_else(|_| fault_line(), |rules| line(&LearningEvent::Rules(rules)));
        client.send(last).await;
    });
    Ok(response)
}

fn learn(
    request: &RulesRequest,
    told: &Mutex<Learning>,
    heard: &Mutex<Option<Question>>,
    stop: &dyn Fn() -> bool,
) -> Rules {
    let variant = request.game.variant();
    let mut judge = Overheard {
        judge: Judge(variant),
        last: heard,
    };
    let watch = |questions: u64, topic: &str| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.questions = questions;
        if told.topic != topic {
            topic.clone_into(&mut told.topic);
        }
        !stop()
    };
    let budget = Budget::questions(request.questions).watched(watch);
    let mut counter = Counter::new(&mut judge, budget);
    let priors = exact::Priors::default();
    let learnt = exact::learn(&variant.game(), &mut counter, priors, request.seed);
    let questions = counter.asked();
    let engine = Engine::new(&learnt.program);
    let compared = examine::random_play(variant, &engine, COMPARED, request.seed, |_| !stop());
    Rules {
        game: request.game,
        seed: request.seed,
        text: learnt.program.to_string(),
        questions,
        topics: learnt
            .topics
            .into_iter()
            .map(|(topic, questions)| Topic { topic, questions })
            .collect(),
        halt: learnt.halt.map(|halt| halt.to_string()),
        compared: compared.positions,
        wrong: compared.wrong,
    }
}
