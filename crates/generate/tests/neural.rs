//! The style neural: games replayed, repeated, limited, and what it refuses.

use shakmaty::{Chess, Color, Position as _};
use sissa_constraint::Constraint;
use sissa_generate::{Neural, Options, Rule, Search, Style, Task, TaskError, Walk};
use sissa_nn::{THESIS, Tuple, shipped};

fn neural(name: &str, depth: u32) -> Neural {
    let saved = shipped(name).expect("it comes with the program");
    Neural::new(&saved, None, Some(depth), None)
}

fn task(text: &str, neural: Neural, max_plies: u32) -> Result<Task, TaskError> {
    let constraint: Constraint = text.parse().expect("a good constraint");
    let options = Options {
        max_plies,
        style: Style::Neural(neural),
        ..Options::default()
    };
    Task::new(&constraint, options)
}

fn walk(task: &Task, index: u64) -> Walk {
    let walk = task.walk(3, index, &|| false).expect("the style is neural");
    let walk = walk.expect("nobody stopped it");
    let mut position = Chess::default();
    for m in &walk.moves {
        assert!(position.is_legal(*m), "{m} in a game of {:?}", walk.moves);
        position.play_unchecked(*m);
    }
    assert_eq!(position, walk.position);
    walk
}

#[test]
fn the_improved_search_brings_every_tuple_of_the_thesis_about() {
    let (mut satisfied, mut plies) = (0, 0);
    for tuple in THESIS {
        let task = task(&format!("white {tuple}"), neural("grid", 2), 101).expect("five counts");
        let walk = walk(&task, 0);
        let right = Tuple::of(walk.position.board(), Color::White) == tuple;
        assert_eq!(walk.satisfied, right);
        satisfied += u32::from(right);
        plies += walk.moves.len();
    }
    assert!(satisfied >= 16, "{satisfied} of 17");
    // The thesis needs 24.6 on average, and 14.5 of these 17 times 24.6 would be 357.
    assert!(plies < 400, "{plies} half-moves");
}

#[test]
fn the_thesis_search_brings_the_first_seven_about_one_half_move_ahead() {
    let saved = shipped("near").expect("it comes with the program");
    let mut satisfied = 0;
    for tuple in &THESIS[..7] {
        let neural = Neural::new(&saved, Some(Search::Thesis), Some(1), None);
        assert_eq!((neural.rule, neural.margin), (Rule::Thesis, 0.1));
        let task = task(&format!("white {tuple}"), neural, 101).expect("five counts");
        satisfied += (0..10)
            .map(|index| u32::from(walk(&task, index).satisfied))
            .sum::<u32>();
    }
    // 61 of 70 would be the thesis' own.
    assert!(satisfied >= 66, "{satisfied} of 70");
}

#[test]
fn black_can_be_asked_for_too() {
    let task = task("black (0,2,2,2,8)", neural("grid", 2), 101).expect("five counts");
    let found = task.generate(1, 0, &|| false).expect("an easy wish");
    let men = Tuple::of(found.position.board(), Color::Black);
    assert_eq!(men, Tuple([0, 2, 2, 2, 8]));
}

#[test]
fn games_repeat_and_differ() {
    for (name, depth) in [("grid", 1), ("thesis-1", 1)] {
        let task = task("white (1,2,2,2,7)", neural(name, depth), 40).expect("five counts");
        let lines: Vec<_> = (0..4).map(|index| walk(&task, index).moves).collect();
        let again: Vec<_> = (0..4).map(|index| walk(&task, index).moves).collect();
        assert_eq!(lines, again);
        assert!(lines.iter().any(|line| *line != lines[0]), "{lines:?}");
    }
}

#[test]
fn games_end_at_the_limit() {
    let task = task("white (0,0,0,0,0)", neural("thesis-2", 1), 9).expect("five counts");
    let walk = walk(&task, 0);
    assert!(!walk.satisfied);
    assert_eq!(walk.moves.len(), 9);
    assert!(walk.evaluations > 0);
}

#[test]
fn the_margin_decides_what_is_played() {
    let mut greedy = neural("grid", 1);
    assert!(matches!(greedy.rule, Rule::Discounted(factor) if factor < 1.0));
    greedy.margin = 0.0;
    let narrow = task("white (1,2,2,1,7)", greedy, 30).expect("five counts");
    let first = walk(&narrow, 0).moves;
    for index in 1..4 {
        assert_eq!(walk(&narrow, index).moves, first);
    }
}

#[test]
fn other_constraints_are_refused() {
    for text in [
        "white Q=0",
        "white (0,2,2,2,8) and black (0,2,2,2,8)",
        "check",
        "white (0,2,2,2,8) and white pawn on e4",
    ] {
        match task(text, neural("grid", 1), 101) {
            Err(TaskError::Style { style, .. }) => assert_eq!(style, "neural"),
            other => panic!("{text}: {:?}", other.map(|_| ())),
        }
    }
}
