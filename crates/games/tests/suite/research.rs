//! What research asks beyond finding: samples, games counted once, rows, sides, names.

use std::{fs, ops::ControlFlow, path::Path};

use shakmaty::Position as _;
use sissa_games::{
    Find, FindEvent, FindSummary, FoundRow, FoundRows, ImportOptions, Source, import,
    report::{Report, RowFormat},
};

use crate::games::{import_text, many};

fn ids(find: &Find, threads: usize) -> (Vec<String>, FindSummary) {
    let mut ids = Vec::new();
    let search = find.open().unwrap();
    let summary = search.run(threads, &|found| found.id(), &mut |event| {
        if let FindEvent::Position { index, value } = event {
            assert_eq!(index, ids.len() as u64);
            ids.push(value);
        }
        ControlFlow::Continue(())
    });
    (ids, summary.unwrap())
}

fn find(folder: &Path, constraint: &str) -> Find {
    Find::new(constraint.parse().unwrap()).games(folder)
}

#[test]
fn a_sample_is_part_of_the_whole_and_repeats() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(400, 43, 60, true), folder.path());
    let every = find(folder.path(), "total Q<=1").every();
    let (all, _) = ids(&every, 2);
    let sampled = every.clone().sample(50, 7);
    let (few, summary) = ids(&sampled, 2);
    assert_eq!(few.len(), 50);
    assert_eq!(
        (summary.positions, summary.drawn_from),
        (50, Some(all.len() as u64))
    );
    assert_eq!(few, ids(&sampled, 1).0);
    assert_ne!(few, ids(&every.clone().sample(50, 8), 2).0);
    // In the order of the folder.
    let mut rest = all.iter();
    assert!(few.iter().all(|id| rest.any(|other| other == id)));
    assert_eq!(ids(&every.sample(1_000_000, 7), 2).0, all);
}

/// The same game from two collections that write names in two ways, and one by others.
const TWICE: [&str; 2] = [
    "[White \"Gormally, Daniel\"]\n[Black \"Conquest, Stuart\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
     [White \"Somebody\"]\n[Black \"Else\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n",
    "[White \"Gormally,D\"]\n[Black \"Conquest,S\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
     [White \"Gormally,D\"]\n[Black \"Conquest,S\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n",
];

#[test]
fn a_game_in_two_collections_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let sources = ["a", "b"].into_iter().zip(TWICE);
    let sources = sources.map(|(name, text)| Source::from_reader(name, text.as_bytes()));
    let options = ImportOptions::default();
    import(sources.collect(), folder.path(), &options, &|_| true).unwrap();
    let all = find(folder.path(), "ply 3");
    assert_eq!(ids(&all, 2).0, ["a#1:3", "a#2:3", "b#1:3", "b#2:3"]);
    assert_eq!(ids(&all.distinct(), 2).0, ["a#1:3", "a#2:3", "b#2:3"]);
    let report = Report::new(["ply 3".parse().unwrap()]).games(folder.path());
    let reported = report.distinct().open().unwrap().run(2, &|_| true);
    let reported = reported.unwrap().unwrap();
    assert_eq!((reported.measures.games, reported.measures.copies), (3, 1));
    assert_eq!(reported.measures.constraints[0].outcomes, [2, 0, 1]);
    assert!(
        reported
            .markdown()
            .contains("1 copies of games are left out")
    );
}

#[test]
fn excluded_positions_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(60, 47, 40, true), folder.path());
    let find = find(folder.path(), "ply 2..4").every();
    let fens = |find: &Find| {
        let mut fens = Vec::new();
        let search = find.open().unwrap();
        let look = |found: &sissa_games::Found<'_>| sissa_record::fen(found.position());
        let run = search.run(2, &look, &mut |event| {
            if let FindEvent::Position { value, .. } = event {
                fens.push(value);
            }
            ControlFlow::Continue(())
        });
        run.unwrap();
        fens
    };
    let all = fens(&find);
    let known: Vec<String> = all.iter().take(40).cloned().collect();
    // Counters are no part of a position, so compare what is before them.
    let board = |fen: &String| fen.rsplitn(3, ' ').last().unwrap().to_owned();
    let known_boards: Vec<String> = known.iter().map(board).collect();
    let expected: Vec<String> = all
        .iter()
        .filter(|fen| !known_boards.contains(&board(fen)))
        .cloned()
        .collect();
    assert!(expected.len() > 20);
    assert_eq!(fens(&find.clone().exclude(known)), expected);
    assert!(find.exclude(["nonsense".to_owned()]).open().is_err());
}

#[test]
fn rows_are_the_same_in_both_formats() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(50, 53, 40, true), &folder);
    let search = find(&folder, "ply>=3").every().open().unwrap();
    let mut rows = Vec::new();
    let run = search.run(2, &|found| FoundRow::of(found), &mut |event| {
        if let FindEvent::Position { value, .. } = event {
            rows.push(value);
        }
        ControlFlow::Continue(())
    });
    run.unwrap();
    for (name, format) in [
        ("rows.csv", RowFormat::Csv),
        ("rows.parquet", RowFormat::Parquet),
    ] {
        let mut file = FoundRows::create(&place.path().join(name), format).unwrap();
        for row in &rows {
            file.write(row.clone()).unwrap();
        }
        file.finish().unwrap();
    }
    let text = fs::read_to_string(place.path().join("rows.csv")).unwrap();
    assert_eq!(text.lines().count(), rows.len() + 1);
    assert!(
        text.starts_with("game,ply,white_elo,black_elo,source,fen,white,black,result,"),
        "{text}"
    );
    let Some(mut python) = sissa_peers::python_duckdb() else {
        return;
    };
    let script = "import duckdb\n\
        read = lambda name: duckdb.sql(f\"SELECT game, ply, white_elo, black_elo, source, fen, white, result, moves FROM '{name}' ORDER BY game, ply\").fetchall()\n\
        one, other = read('rows.csv'), read('rows.parquet')\n\
        assert one == other and len(one) > 100\n\
        print(len(one))\n";
    let output = python
        .current_dir(place.path())
        .args(["-c", script])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).trim(),
        rows.len().to_string()
    );
}

#[test]
fn results_of_the_side_that_satisfies() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(500, 59, 80, true), folder.path());
    let wish = "any side (own Q=0 and other Q=1) and elo>=1000";
    let report = Report::default()
        .named("a queen down", wish.parse().unwrap())
        .named("quiet", "total Q=0".parse().unwrap())
        .games(folder.path());
    let reported = report.open().unwrap().run(2, &|_| true).unwrap().unwrap();
    let [down, quiet] = &reported.measures.constraints[..] else {
        panic!("two constraints were asked for");
    };
    assert_eq!(
        (down.name.as_str(), quiet.own_outcomes),
        ("a queen down", None)
    );
    // Counted again from the positions: who has no queen there, and how that side fared.
    let search = find(folder.path(), wish).open().unwrap();
    let mut expected = [0; 3];
    let look = |found: &sissa_games::Found<'_>| {
        let men = found.position().board().material();
        (men.white.queen == 0, found.header().info.result.clone())
    };
    let run = search.run(1, &look, &mut |event| {
        if let FindEvent::Position {
            value: (white, result),
            ..
        } = event
        {
            let result = result.unwrap();
            let at = match (result.as_str(), white) {
                ("1/2-1/2", _) => 1,
                ("1-0", true) | ("0-1", false) => 0,
                _ => 2,
            };
            expected[at] += 1;
        }
        ControlFlow::Continue(())
    });
    run.unwrap();
    assert!(expected.iter().sum::<u64>() > 100);
    assert_eq!(down.own_outcomes, Some(expected));
    let bands = down.bands.values();
    let by_band = bands.fold([0; 3], |sum: [u64; 3], band| {
        [0, 1, 2].map(|at| sum[at] + band.own_outcomes[at])
    });
    assert_eq!(by_band, expected);
    for text in [reported.html(), reported.markdown()] {
        assert!(text.contains("a queen down") && text.contains("side that satisfies it"));
    }
}
