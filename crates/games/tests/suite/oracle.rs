//! The same games as pgn-extract finds; the same tables as DuckDB reads.
//!
//! pgn-extract's material matches know two limits that the tests step around, so that lists can be
//! compared whole: it looks at no game's final position, and gives a game up once a pawn has been
//! promoted. So these games have no promotions, and matches in final positions are left out.

use std::{
    fs,
    path::Path,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::games::{found, import_text, many, numbers};

const ANY: &str = "q*r*b*n*p*";

/// Queries of material from White's side (`-y`) and in the language.
const MATERIAL: [(&str, &str); 12] = [
    ("qr2b2n2p7 ANY", "white (1,2,2,2,7)"),
    ("qr2b2n1p8 ANY", "white (1,2,2,1,8)"),
    ("q0r2b2n2p8 ANY", "white (0,2,2,2,8)"),
    ("qr2b1n1p6 ANY", "white (1,2,1,1,6)"),
    ("qr1b2n2p8 ANY", "white (1,1,2,2,8)"),
    ("ANY q0r2b*n*p*", "black Q=0 R=2"),
    ("q*r*b2n0p* q*r*b0n2p*", "white B=2 N=0 black B=0 N=2"),
    ("q+r2b*n*p5- q+r*b*n*p*", "white Q>=1 R=2 P<=5 black Q>=1"),
    (
        "q*r*b*n*p3+ q=r=b=n=p=",
        "white P>=3 and white.Q = black.Q and white.R = black.R and white.B = black.B and white.N = black.N and white.P = black.P",
    ),
    ("q0r0b*n*p* q0r0b*n*p*", "majors=0"),
    (
        "q0r+b*n*p* q0r=b*n*p#",
        "total Q=0 and white R>=1 and white.R = black.R and white.P - black.P != 0",
    ),
    ("q1r*b*n*p* q0r*b*n*p*", "white Q=1 black Q=0"),
];

/// Queries of FEN patterns, which are the same in both.
const PATTERNS: [&str; 10] = [
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/*/PPPP1PPP/*",
    "*/*/*/*/*/*/*/R????RK?",
    "*/*/*/*/*/*/*/*K*",
    "*/*/*/3P4/*/*/*/*",
    "r*/*/*/*/*/*/*/*R",
    "*/p*/*/*/*/*/*P/*",
    "*/*/*/*/*/*/????????/RNBQKBNR",
    "*/*/*[Qq]*/*/*/*/*/*",
    "*/*/*/*n*/*N*/*/*/*",
    "8/*/*/*/*/*/*/*",
];

fn games_of(mut extract: Command, pgn: &Path, criteria: &[String]) -> Vec<u64> {
    let output = extract
        .args(["-s", "-7"])
        .args(criteria)
        .arg(pgn)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rounds = text
        .lines()
        .filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]"));
    rounds.map(|round| round.parse().unwrap()).collect()
}

#[test]
fn pgn_extract_finds_the_same_games() {
    if sissa_peers::pgn_extract().is_none() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let pgn = place.path().join("games.pgn");
    let text = many(20_000, 23, 70, false);
    fs::write(&pgn, &text).unwrap();
    let folder = place.path().join("games");
    import_text(text, &folder);
    let file = |name: String, text: String| {
        let path = place.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let matched = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (pgn, folder, file, matched) = (&pgn, &folder, &file, &matched);
        scope.spawn(move || {
            for (index, (criteria, constraint)) in MATERIAL.iter().enumerate() {
                let criteria = format!("0 {}\n", criteria.replace("ANY", ANY));
                let flag = format!("-y{}", file(format!("y{index}"), criteria));
                let extract = sissa_peers::pgn_extract().unwrap();
                let theirs = games_of(extract, pgn, &[flag]);
                let ours: Vec<u64> = found(folder, constraint, false)
                    .iter()
                    .filter(|found| found.ply < found.whole.plies())
                    .map(|found| found.number)
                    .collect();
                assert_eq!(ours, theirs, "{constraint}");
                matched.fetch_add(usize::from(!theirs.is_empty()), Ordering::Relaxed);
            }
        });
        scope.spawn(move || {
            for (index, pattern) in PATTERNS.iter().enumerate() {
                let flag = format!(
                    "-t{}",
                    file(format!("t{index}"), format!("FENPattern \"{pattern}\"\n"))
                );
                let extract = sissa_peers::pgn_extract().unwrap();
                let theirs = games_of(extract, pgn, &[flag]);
                assert_eq!(
                    numbers(folder, &format!("fen {pattern}")),
                    theirs,
                    "{pattern}"
                );
                matched.fetch_add(usize::from(!theirs.is_empty()), Ordering::Relaxed);
            }
        });
    });
    // Empty lists agree too easily.
    let matched = matched.into_inner();
    assert!(matched >= 18, "only {matched} queries match a game");
}

#[test]
fn duckdb_runs_every_query_of_the_documentation() {
    let Some(mut python) = sissa_peers::python_duckdb() else {
        return;
    };
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md");
    let text = fs::read_to_string(docs).unwrap();
    let queries: Vec<&str> = text
        .split("```sql\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(queries.len() >= 6, "the page has lost its queries");
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(500, 29, 150, true), &folder);
    fs::write(
        place.path().join("queries.json"),
        serde_json::to_string(&queries).unwrap(),
    )
    .unwrap();
    let script = "import duckdb, json\n\
        db = duckdb.connect()\n\
        for query in json.load(open('queries.json')):\n\
        \x20   rows = db.execute(query).fetchall()\n\
        \x20   assert query.lstrip().upper().startswith('CREATE') or rows, query\n\
        print(db.execute(\"SELECT count(*), sum(plies), sum(octet_length(moves)) FROM 'games/*.parquet'\").fetchone())\n\
        print(db.execute(\"SELECT string_agg(uci_move(moves, i), ' ' ORDER BY i) FROM (SELECT moves, unnest(range(plies)) AS i FROM 'games/*.parquet' WHERE game = 4)\").fetchone()[0])\n";
    let output = python
        .current_dir(place.path())
        .args(["-c", script])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let (counts, moves) = text.trim().split_once('\n').unwrap();
    let games = found(&folder, "anything", false);
    let plies: usize = games.iter().map(|found| found.whole.plies()).sum();
    assert_eq!(counts, format!("(500, {plies}, {})", 2 * plies));
    assert_eq!(moves, games[3].whole.uci_moves().join(" "));
}

/// Sequences in the language; `then.py` has the same.
const SEQUENCES: [&str; 6] = [
    "white bishop pair then white B=1",
    "check then total Q=0",
    "any side R=1 then Q=0",
    "white in check then black in check then white Q=0",
    "not earlier (check) and ply>=12",
    "white Q=0 then white Q=1",
];

#[test]
fn python_chess_finds_the_same_sequences() {
    let Some(mut python) = sissa_peers::python_chess() else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(150, 41, 110, true), &folder);
    let moves: Vec<String> = found(&folder, "anything", false)
        .iter()
        .map(|found| found.whole.uci_moves().join(" "))
        .collect();
    fs::write(place.path().join("games.txt"), moves.join("\n") + "\n").unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/then.py");
    let output = python
        .current_dir(place.path())
        .arg(script)
        .arg("games.txt")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Vec<Option<usize>>> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (index, sequence) in SEQUENCES.iter().enumerate() {
        let theirs = answers.iter().zip(1..);
        let theirs: Vec<(u64, usize)> = theirs
            .filter_map(|(answer, number)| Some((number, answer[index]?)))
            .collect();
        let ours = found(&folder, sequence, false);
        let ours: Vec<(u64, usize)> = ours.iter().map(|it| (it.number, it.ply)).collect();
        assert_eq!(ours, theirs, "{sequence}");
        assert!(!theirs.is_empty(), "{sequence} holds nowhere");
    }
}

#[test]
fn polars_runs_every_example_of_the_documentation() {
    let Some(mut python) = sissa_peers::python_polars() else {
        return;
    };
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md");
    let text = fs::read_to_string(docs).unwrap();
    let examples: Vec<&str> = text
        .split("```python\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(examples.len() >= 3, "the page has lost its examples");
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("games");
    import_text(many(500, 29, 150, true), &folder);
    // The examples build on each other, and each ends with something to look at.
    let script = examples.join("\n") + "\nprint(moves.height, moves['uci'][:3].to_list())\n";
    let output = python
        .current_dir(place.path())
        .args(["-c", &script])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let games = found(&folder, "anything", false);
    let plies: usize = games.iter().map(|found| found.whole.plies()).sum();
    let first = &games[0].whole.uci_moves()[..3];
    assert_eq!(
        text.lines().last().unwrap(),
        format!("{plies} ['{}']", first.join("', '"))
    );
}
