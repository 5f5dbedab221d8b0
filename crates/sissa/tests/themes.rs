//! Games that show a theme, and long problems solved in parts.

use sissa::{Event, Generate, Session, Solve};
use sissa_game::Theme;

#[test]
fn games_show_the_theme_that_was_asked_for() {
    for theme in Theme::ALL {
        let request = Generate {
            preset: vec![theme.name().to_owned()],
            count: Some(3),
            ..Generate::default()
        };
        let mut games = Vec::new();
        for event in request.run(&Session::new()).unwrap() {
            if let Event::Found(position) = event {
                assert!(theme.is_shown_by(&position.game), "{theme:?}");
                games.push(position.game.movetext());
            }
        }
        assert_eq!(games.len(), 3, "{theme:?}");
        games.dedup();
        assert_eq!(games.len(), 3, "{theme:?}");
    }
}

#[test]
fn a_theme_goes_with_a_constraint_and_an_opening() {
    let request = Generate {
        constraint: Some("white to move and men>=28".to_owned()),
        preset: vec!["phoenix".to_owned()],
        from: Some("1. e4 e5".to_owned()),
        ..Generate::default()
    };
    let events: Vec<_> = request.run(&Session::new()).unwrap().collect();
    let found = events.iter().find_map(|event| match event {
        Event::Found(position) => Some(position),
        _ => None,
    });
    let game = &found.expect("a game").game;
    assert!(game.movetext().starts_with("1. e4 e5"));
    assert!(Theme::Phoenix.is_shown_by(game));
}

#[test]
fn a_theme_belongs_to_the_style_direct() {
    let request = Generate {
        preset: vec!["pronkin".to_owned()],
        shortest: true,
        ..Generate::default()
    };
    let problem = request.prepare(&Session::new()).unwrap_err();
    assert_eq!(problem.field, Some("style"));
}

#[test]
fn the_solution_of_a_long_problem_does_not_depend_on_the_threads() {
    let problems = [
        ("8/8/8/7Q/4p1K1/2NB4/3k1p2/2R5 w - - 0 1", "#3"),
        ("7k/5K2/8/8/8/8/8/6Q1", "h#2.5"),
    ];
    for (fen, asked) in problems {
        let solved = |threads: usize| {
            let session = Session::new().threads(threads);
            let request = Solve {
                all: true,
                ..Solve::new(fen, asked)
            };
            let events = request.run(&session).unwrap();
            let Some(Event::Found(solved)) = events.into_iter().nth(1) else {
                panic!("a solution of {fen}");
            };
            solved.solution
        };
        let one = solved(1);
        assert!(one.complete && !(one.keys.is_empty() && one.lines.is_empty()));
        assert_eq!(one, solved(3), "{fen}");
    }
}
