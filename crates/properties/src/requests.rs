//! Requests as programs send them, and what comes of a sentence.

use serde::de::DeserializeOwned;
use sissa::{
    Check, Dataset, Event, Explain, Generate, Plan, Problem, Prove, Retro, Session, Solve,
};
use sissa_constraint::{Constraint, Situation};
use sissa_game::castled_in;

/// A body is a request that can be prepared, or a problem in words; written again it is the same request.
pub fn body(bytes: &[u8]) {
    let session = Session::new().threads(1);
    if let Some(request) = request::<Generate>(bytes) {
        in_words(request.prepare(&session).map(drop));
    }
    if let Some(request) = request::<Check>(bytes) {
        in_words(request.prepare(&session));
    }
    if let Some(request) = request::<Explain>(bytes) {
        in_words(request.run().map(drop));
    }
    let _ = request::<Prove>(bytes);
    let _ = request::<Solve>(bytes);
    let _ = request::<Retro>(bytes);
}

fn request<T: DeserializeOwned + serde::Serialize>(bytes: &[u8]) -> Option<T> {
    let request: T = serde_json::from_slice(bytes).ok()?;
    let written = serde_json::to_value(&request).expect("requests have string keys");
    let again: T = serde_json::from_value(written.clone()).expect("what was written can be read");
    assert_eq!(serde_json::to_value(&again).ok(), Some(written));
    Some(request)
}

fn in_words(outcome: Result<(), Problem>) {
    if let Err(problem) = outcome {
        assert!(!problem.message.is_empty());
    }
}

/// A plan of a dataset is one that can be prepared, or a problem in words; written again it is the same plan.
pub fn plan(bytes: &[u8]) {
    let Ok(plan) = Plan::from_toml(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    if let Ok(text) = plan.to_toml() {
        let again = Plan::from_toml(&text).expect("what was written can be read");
        assert_eq!(
            serde_json::to_value(&again).ok(),
            serde_json::to_value(&plan).ok()
        );
    }
    // Nothing is read from files: only what is written here counts.
    let session = Session::new().threads(1);
    let folder = std::env::temp_dir().join("sissa-nowhere");
    in_words(Dataset::new(plan, folder).prepare(&session).map(drop));
}

/// Whatever is asked for, what comes satisfies it and replays, or a reason comes.
pub fn generate(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(constraint) = text.parse::<Constraint>() else {
        return;
    };
    let mut request = Generate::new(text).count(1);
    request.nodes = Some(2_000);
    request.judge_nodes = Some(200);
    request.max_plies = Some(120);
    let Ok(events) = request.run(&Session::new().threads(1)) else {
        return;
    };
    let mut told = false;
    for event in events {
        match event {
            Event::Found(position) => {
                let game = &position.game;
                let end = sissa_game::verify(game.start().clone(), game.moves());
                assert!(end.is_ok(), "{text}: {end:?}");
                // What an engine or a person decides is not the board's to say.
                if position.judged.is_none() && position.human.is_none() {
                    let situation = Situation {
                        position: game.end(),
                        castled: castled_in(game),
                    };
                    assert!(
                        constraint.compile().holds(&situation),
                        "{text}: {}",
                        position.fen()
                    );
                }
                told = true;
            }
            Event::Failure(failure) => {
                assert!(!failure.message.is_empty(), "{text}");
                told = true;
            }
            _ => (),
        }
    }
    assert!(told, "{text}: neither a position nor a reason");
}
