//! What the style human promises.

use std::cell::Cell;

use sissa_constraint::Constraint;
use sissa_generate::{Company, Failure, Found, Human, Moment, Options, Style, Task, TaskError};

fn task(text: &str, human: Human, nodes: u64) -> Result<Task, TaskError> {
    let constraint: Constraint = text.parse().expect("a constraint");
    let (company, board) = Company::of(&constraint).expect("players that can be honoured");
    let options = Options {
        style: Style::Human(Human {
            company: company.unwrap_or_default(),
            ..human
        }),
        nodes,
        max_plies: 300,
        ..Options::default()
    };
    Task::new(&board, options)
}

fn few() -> Human {
    Human {
        particles: 6,
        ..Human::default()
    }
}

fn made(text: &str, human: Human, index: u64) -> Found {
    let task = task(text, human, 20_000_000).expect("a task");
    let found = task.generate(3, index, &|| false);
    let found = found.unwrap_or_else(|failure| panic!("{text}: {failure}"));
    let game = sissa_game::verify(shakmaty::Chess::default(), &found.moves).expect("a legal game");
    assert_eq!(*game.end(), found.position, "{text}");
    let situation = sissa_constraint::Situation {
        position: game.end(),
        castled: sissa_game::castled_in(&game),
    };
    assert!(task.compiled().holds(&situation), "{text}");
    found
}

#[test]
fn constraints_of_every_kind_are_satisfied() {
    for text in [
        "elo 1400..1600 and white (1,2,1,2,7)",
        "elo 1100..1200 and queens=0",
        "elo>=2000 and white N on d5",
        "elo 1500..1600 and black in check",
        "elo 1500..1600 and white castling kingside and ply 10..30",
        "elo 1500..1600 and (white Q=0 or black Q=0)",
        "elo 1500 and time blitz and ply 20..40",
    ] {
        let found = made(text, few(), 0);
        let told = found.human.expect("a game of people");
        assert!(
            told.ratings
                .iter()
                .all(|rating| (1100..=2300).contains(rating)),
            "{text}"
        );
    }
}

#[test]
fn a_seed_and_an_index_give_the_same_game() {
    let text = "elo 1300..1700 and white (1,2,2,1,7)";
    let [first, second] = [made(text, few(), 4), made(text, few(), 4)];
    assert_eq!(first.moves, second.moves);
    assert_eq!(first.human, second.human);
    assert_ne!(first.moves, made(text, few(), 5).moves);
}

#[test]
fn the_first_moment_is_the_first() {
    let text = "elo 1500 and white P<=6";
    let human = Human {
        moment: Moment::First,
        ..few()
    };
    let found = made(text, human, 1);
    let mut position = shakmaty::Chess::default();
    let compiled = "white P<=6".parse::<Constraint>().unwrap().compile();
    for played in &found.moves {
        assert!(!compiled.holds(&(&position).into()), "it held before");
        shakmaty::Position::play_unchecked(&mut position, *played);
    }
    assert_eq!(found.human.unwrap().repaired, 0);
}

#[test]
fn a_game_ends_where_the_constraint_cannot_hold_again() {
    let alone = Human {
        particles: 1,
        ..Human::default()
    };
    let found = made("elo 1500 and ply=20", alone, 0);
    // One look more: after 20 half-moves the constraint still holds.
    assert_eq!((found.moves.len(), found.nodes), (20, 21));
}

#[test]
fn what_hardly_ever_happens_is_answered_and_says_that_it_was_repaired() {
    // Eight knights by promotion: nobody gets there.
    let human = Human {
        particles: 1,
        ..Human::default()
    };
    let found = made("elo 1500 and white N=10 P=0", human, 0);
    let told = found.human.unwrap();
    assert!(told.repaired > 0, "{told:?}");
    assert!(found.moves.len() >= told.repaired as usize);
}

#[test]
fn what_cannot_be_is_refused_before_anybody_plays() {
    let refused = task("elo 1500 and white P=9", few(), 1_000).unwrap_err();
    assert!(matches!(refused, TaskError::Impossible(_)), "{refused}");
}

#[test]
fn a_budget_ends_the_play_and_a_stop_ends_everything() {
    let found = task("elo 1500 and white (0,0,0,0,1)", few(), 40)
        .unwrap()
        .generate(0, 0, &|| false);
    match found {
        // Forty looks are not enough for people; what the style direct makes of it may be.
        Ok(found) => assert!(found.human.unwrap().repaired > 0),
        Err(failure) => assert!(matches!(failure, Failure::Budget { .. }), "{failure}"),
    }
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let stopped = task("elo 1500 and white (0,0,0,0,1)", few(), 20_000_000)
        .unwrap()
        .generate(0, 0, &stop);
    assert!(matches!(stopped, Err(Failure::Stopped { .. })));
}
