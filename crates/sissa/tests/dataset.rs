//! Datasets: whoever ends the work, however often, the files come out as if nobody had.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

use std::{
    collections::BTreeMap,
    fs,
    ops::ControlFlow,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use sissa::{Cancel, CheckDataset, Dataset, Event, Plan, Problem, Session};

fn session() -> Session {
    Session::new().threads(2).files(|name| fs::read(name))
}

fn plan(text: &str) -> Plan {
    Plan::from_toml(text).unwrap()
}

/// Two constraints that have positions in common, so that some are dropped and topped up.
fn overlapping() -> Plan {
    plan(
        "total = 401\npart_rows = 60\n[[positions]]\nconstraint = ['KQvK', 'KQvK or KRvK', 'ply 2..3']",
    )
}

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    files
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn made(request: &Dataset) -> Result<(u64, u8), Problem> {
    let summary = request
        .prepare(&session())?
        .run_into(|_| ControlFlow::Continue(()))?;
    let summary = summary.unwrap();
    Ok((summary.produced, summary.exit))
}

#[test]
fn a_run_that_is_ended_again_and_again_gives_the_same_files() {
    let place = tempfile::tempdir().unwrap();
    let (whole, cut) = (place.path().join("a/it"), place.path().join("b/it"));
    assert_eq!(
        made(&Dataset::new(overlapping(), &whole)).unwrap(),
        (401, 0)
    );
    let mut runs = 0;
    loop {
        runs += 1;
        let cancel = Cancel::default();
        // Every look at the clock is a second later, so that every index is told.
        let ticks = AtomicU64::new(0);
        let session = session()
            .cancelled_by(cancel.clone())
            .clock(move || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed)));
        let making = Dataset::new(overlapping(), &cut).prepare(&session).unwrap();
        let mut told = 0;
        // Half of them are asked to end, half fall over: each in the midst of the second piece.
        let summary = making.run_into(|event| {
            told += u32::from(matches!(event, Event::Progress(_)));
            if told == 90 && runs % 2 == 0 {
                return ControlFlow::Break(());
            }
            if told == 90 {
                cancel.request();
            }
            ControlFlow::Continue(())
        });
        if summary.unwrap().is_some_and(|summary| summary.exit == 0) {
            break;
        }
        // What somebody who was killed leaves.
        fs::write(cut.join(".part-00009.parquet.77.tmp"), b"half").unwrap();
        fs::write(cut.join("part-00099.parquet"), b"nobody's").unwrap();
    }
    fs::remove_file(cut.join("part-00099.parquet")).unwrap();
    assert!(runs > 1, "{runs}");
    assert_eq!(contents(&whole), contents(&cut));
    let found = CheckDataset::new(&cut).again(40);
    let found = found.run_into(&session(), &mut |_| ControlFlow::Continue(()));
    let found = found.unwrap().unwrap();
    assert_eq!(
        (found.faults, found.checked),
        (0, 401),
        "{:?}",
        found.examples
    );
    assert!(found.repeated >= 40);
    let counts: Vec<u64> = found.standings.iter().map(|one| one.made).collect();
    assert_eq!(counts, [134, 134, 133]);
    assert!(found.standings.iter().any(|one| one.dropped > 0));
}

#[test]
fn pieces_made_elsewhere_give_the_same_files() {
    let place = tempfile::tempdir().unwrap();
    let (whole, shared) = (place.path().join("a/it"), place.path().join("b/it"));
    made(&Dataset::new(overlapping(), &whole)).unwrap();
    let request = Dataset::new(overlapping(), &shared);
    let pieces = request.prepare(&session()).unwrap().pieces();
    assert_eq!(pieces, 7);
    for piece in [5, 0, 3, 3, 6] {
        assert_eq!(made(&request.clone().piece(piece)).unwrap().1, 0);
    }
    made(&request).unwrap();
    assert_eq!(contents(&whole), contents(&shared));
    assert_eq!(made(&request).unwrap(), (401, 0));
}

#[test]
fn a_small_space_is_given_up_and_told() {
    let place = tempfile::tempdir().unwrap();
    let request = Dataset::new(
        plan("[[positions]]\nconstraint = 'ply 1'\ncount = 50"),
        place.path().join("small"),
    );
    let mut failures = Vec::new();
    let making = request.prepare(&session()).unwrap();
    let summary = making.run_into(|event| {
        if let Event::Failure(failure) = event {
            failures.push(failure.message);
        }
        ControlFlow::Continue(())
    });
    let summary = summary.unwrap().unwrap();
    assert_eq!((summary.produced, summary.exit), (20, 3));
    assert!(failures[0].contains("30 of 50"), "{failures:?}");
    // It stays given up.
    assert_eq!(made(&request).unwrap(), (20, 3));
}

#[test]
fn what_is_wrong_with_a_row_is_seen() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("it");
    let lines = "format = 'jsonl'\n[[positions]]\nconstraint = 'KQvK'\ncount = 9";
    made(&Dataset::new(plan(lines), &folder)).unwrap();
    let part = folder.join("part-00000.jsonl");
    let whole = fs::read_to_string(&part).unwrap();
    let faults = |text: &str| {
        fs::write(&part, text).unwrap();
        // The manifest believes it: what is looked at is the rows.
        let mut manifest = sissa::Manifest::load(&folder).unwrap().unwrap();
        manifest.parts[0] = sissa_dataset_part(&folder, text);
        manifest.save(&folder).unwrap();
        let found = CheckDataset::new(&folder);
        let found = found.run_into(&session(), &mut |_| ControlFlow::Continue(()));
        found.unwrap().unwrap().faults
    };
    assert_eq!(faults(&whole), 0);
    let (first, rest) = whole.split_once('\n').unwrap();
    for wrong in [
        format!("{rest}{first}\n"),
        format!("{first}\n{first}\n{rest}"),
        whole.replacen("\"seed\":0", "\"seed\":1", 1),
        whole.replacen("\"plies\":", "\"plies\":9", 1),
        whole.replacen("\"moves\":\"", "\"moves\":\"e2e5 ", 1),
        whole.replacen("KQvK", "KRvK", 1),
        rest.to_owned(),
    ] {
        assert!(faults(&wrong) > 0, "{wrong}");
    }
}

/// What the manifest would say of a part with this text.
fn sissa_dataset_part(folder: &Path, text: &str) -> sissa::Part {
    let rows: Vec<sissa::Row> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let part = sissa_dataset::write_part(
        &folder.join("part-00000.jsonl"),
        sissa::DatasetFormat::Jsonl,
        &rows,
    );
    part.unwrap()
}

#[test]
fn a_mistake_in_a_plan_has_its_line() {
    let problem = Plan::from_toml("count = 5\n[[positions]]\nconstrain = 'KQvK'").unwrap_err();
    assert!(problem.message.starts_with("line 3: "), "{problem}");
}
