//! A run that was stopped is taken up: the same files in the end, at any number of threads.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use sissa_games::{Filter, GamesError, ImportOptions, ImportSummary, Source, import};

use crate::games::{many, options};

fn run(text: &str, folder: &Path, threads: usize, stop_after: u32) -> ImportSummary {
    let pgn = folder.join("../input.pgn");
    fs::write(&pgn, text).unwrap();
    let groups = AtomicU32::new(0);
    let options = ImportOptions {
        threads,
        ..options()
    };
    let source = Source::from_path(&pgn).unwrap();
    import(vec![source], folder, &options, &|_| {
        groups.fetch_add(1, Ordering::SeqCst) + 1 < stop_after
    })
    .unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "parquet"))
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

#[test]
fn stopped_anywhere_the_files_are_the_same_in_the_end() {
    let text = many(600, 3, 120, true);
    let place = tempfile::tempdir().unwrap();
    let whole = place.path().join("whole");
    fs::create_dir(&whole).unwrap();
    let expected = run(&text, &whole, 1, u32::MAX);
    assert!(expected.complete && expected.tally.kept == 600);
    assert!(
        files(&whole).len() > 3,
        "several parts, or nothing is tested"
    );
    for (threads, stop_after) in [(1, 2), (2, 4), (3, 7), (2, 1)] {
        let folder = place.path().join(format!("part-{threads}-{stop_after}"));
        fs::create_dir(&folder).unwrap();
        let stopped = run(&text, &folder, threads, stop_after);
        assert!(!stopped.complete);
        // What a kill leaves of the file it was writing.
        fs::write(folder.join(".input.pgn-00099.parquet.part"), b"half").unwrap();
        let mut runs = 0;
        let last = loop {
            let next = run(&text, &folder, threads, 5);
            runs += 1;
            if next.complete {
                break next;
            }
            assert!(runs < 50, "no progress");
        };
        assert_eq!(last.tally, expected.tally);
        assert_eq!(files(&folder), files(&whole));
        // Once more: nothing to do.
        assert_eq!(run(&text, &folder, 1, u32::MAX).earlier, 600);
        assert_eq!(files(&folder), files(&whole));
    }
}

#[test]
fn another_input_or_filter_is_refused() {
    let text = many(300, 5, 120, true);
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    fs::create_dir(&folder).unwrap();
    assert!(!run(&text, &folder, 1, 4).complete);
    let pgn = place.path().join("input.pgn");
    let again = |text: &str, filter: Filter| {
        fs::write(&pgn, text).unwrap();
        let options = ImportOptions {
            filter,
            ..options()
        };
        import(
            vec![Source::from_path(&pgn).unwrap()],
            &folder,
            &options,
            &|_| true,
        )
    };
    let changed = |outcome: Result<ImportSummary, GamesError>| match outcome {
        Err(GamesError::Changed { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let other = text.replacen("Test", "Tost", 1);
    assert_eq!(
        changed(again(&other, Filter::default())),
        "has changed since it was first imported"
    );
    assert_eq!(
        changed(again("", Filter::default())),
        "is shorter than when it was first imported"
    );
    let filter = Filter {
        decisive: true,
        ..Filter::default()
    };
    assert_eq!(
        changed(again(&text, filter)),
        "was imported into this folder with other filters"
    );
    assert!(again(&text, Filter::default()).unwrap().complete);
}

#[test]
fn filters_count_what_they_remove() {
    let game = |elo: &str, time: &str, result: &str, moves: &str| {
        format!(
            "[Event \"x\"]\n[Result \"{result}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"1500\"]\n[TimeControl \"{time}\"]\n\n{moves} {result}\n\n"
        )
    };
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6";
    let text = game("900", "600+0", "1-0", long)
        + &game("?", "600+0", "1-0", long)
        + &game("1600", "180+2", "1-0", long)
        + &game("1600", "600+0", "1-0", "1. e4 e5")
        + &game("1600", "600+0", "1/2-1/2", long);
    let folder = tempfile::tempdir().unwrap();
    let thesis = sissa_games::FILTERS
        .iter()
        .find(|named| named.name == "thesis")
        .unwrap();
    let options = ImportOptions {
        filter: thesis.filter(),
        ..ImportOptions::default()
    };
    let source = Source::from_reader("x", std::io::Cursor::new(text.into_bytes()));
    let tally = import(vec![source], folder.path(), &options, &|_| true)
        .unwrap()
        .tally;
    let removed = tally.removed;
    assert_eq!(
        (
            removed.rating,
            removed.time_control,
            removed.short,
            removed.undecided
        ),
        (2, 1, 1, 0)
    );
    assert_eq!((tally.read, tally.kept), (5, 1));
}
