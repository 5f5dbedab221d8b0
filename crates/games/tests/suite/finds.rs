//! What finding says of positions: their games, their numbers, and all of them together.

use std::ops::ControlFlow;

use sissa_games::{Find, FindError, FindEvent, FindSummary, Found};
use sissa_record::PositionRecord;

use crate::games::import_text;

/// Two games that reach the same position at half-moves 2 and 4, and one that goes on alone.
const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1450\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[White \"C\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n\n\
[White \"D\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 1/2-1/2\n";

fn run<T: Send>(
    find: Find,
    prepare: &(dyn Fn(&Found<'_>) -> T + Sync),
) -> (Vec<(u64, T)>, FindSummary) {
    let mut found = Vec::new();
    let search = find.open().unwrap();
    let summary = search.run(2, prepare, &mut |event| {
        if let FindEvent::Position { index, value } = event {
            found.push((index, value));
        }
        ControlFlow::Continue(())
    });
    (found, summary.unwrap())
}

fn find(constraint: &str, folder: &tempfile::TempDir) -> Find {
    Find::new(constraint.parse().unwrap()).games(folder.path())
}

#[test]
fn a_game_that_is_cut_has_not_been_won() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    let pgn = |found: &Found<'_>| found.pgn(&[("Constraint", "ply 3")]);
    let (cut, _) = run(find("ply 3", &folder).count(1), &pgn);
    let text = &cut[0].1;
    assert!(
        text.contains("[Result \"*\"]") && text.contains("[GameResult \"1-0\"]"),
        "{text}"
    );
    assert!(text.ends_with("\n1. e4 e5 2. Nf3 *\n\n"), "{text}");
    assert!(text.contains("[Constraint \"ply 3\"]"));
    let (whole, _) = run(find("ply 4", &folder).count(1), &pgn);
    let text = &whole[0].1;
    assert!(
        text.contains("[Result \"1-0\"]") && !text.contains("GameResult"),
        "{text}"
    );
    assert!(text.ends_with("\n1. e4 e5 2. Nf3 Nc6 1-0\n\n"), "{text}");
}

#[test]
fn what_is_the_same_is_counted_once_and_the_median_lies_in_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    let (_, summary) = run(find("ply 2..4", &folder).every(), &|_| ());
    assert_eq!(summary.positions, 8);
    assert_eq!(summary.unique, 5);
    assert_eq!(summary.games, 3);
    // 2 2 2 3 3 3 4 4
    assert_eq!(summary.median_plies, Some(3.0));
    let (_, summary) = run(find("ply 2 or ply 3", &folder).every().count(2), &|_| ());
    assert_eq!((summary.positions, summary.games), (2, 1));
    assert_eq!(summary.median_plies, Some(2.5));
    let (_, nothing) = run(find("white Q=0", &folder), &|_| ());
    assert_eq!(nothing, FindSummary::default());
}

#[test]
fn records_tell_the_position_and_its_game() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    let every = find("ply>=1", &folder).every();
    let (found, _) = run(every, &|found| (found.record(), found.heading()));
    assert!(found.iter().map(|(index, _)| *index).eq(0..11));
    let (record, heading): &(PositionRecord, String) = &found[2].1;
    assert_eq!(record.moves, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(record.id, "test.pgn#1:3");
    let game = record.game.as_ref().unwrap();
    assert_eq!((game.white_elo, game.black_elo), (Some(1500), Some(1450)));
    assert_eq!((game.plies, game.result.as_deref()), (4, Some("1-0")));
    assert_eq!(heading, "A (1500) – B (1450) · 1-0 · test.pgn#1");
}

#[test]
fn a_request_that_cannot_be_answered_says_why() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    let open = |text: &str| find(text, &folder).open().unwrap_err();
    assert!(matches!(open("white P=9"), FindError::Impossible(_)));
    assert!(matches!(open("only move"), FindError::Query(_)));
    let missing = Find::default().games(folder.path().join("nowhere"));
    assert!(matches!(missing.open(), Err(FindError::Games(_))));
}
