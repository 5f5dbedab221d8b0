//! Predicates that only games can answer, and measures against finds.

use sissa_games::{Folder, Query, report};

use crate::games::{Hit, found, import_text, many, numbers};

const GAMES: &str = "\
[Event \"a\"]\n[White \"x\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1450\"]\n[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]\n[TimeControl \"600+0\"]\n\n\
1. e4 { [%eval 0.2] [%clk 0:10:00] } c5 { [%eval 0.3] [%clk 0:09:50] } 2. Nf3 { [%eval 1.5] [%clk 0:00:09] } d6 { [%eval #2] [%clk 0:08:00] } 1-0\n\n\
[Event \"b\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n[ECO \"C20\"]\n[TimeControl \"60+0\"]\n\n\
1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Qe7 4. Qxe7+ Bxe7 5. Nf3 d5 6. exd5 Nxd5 1/2-1/2\n\n\
[Event \"c\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn games_answer_what_positions_cannot() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    for (constraint, games) in [
        ("elo 1400..1600", &[1][..]),
        ("white elo>=2000", &[2]),
        ("mover elo>=2550", &[2]),
        ("elo gap<=60", &[1]),
        ("not elo 1400..1600", &[2, 3]),
        ("result 0-1", &[3]),
        ("time rapid", &[1]),
        ("time bullet and white Q=0", &[2]),
        ("eco B20..B99", &[1]),
        ("opening 'najdorf'", &[1]),
        ("white clock<10", &[1]),
        ("mover clock<=540", &[1]),
        ("game eval 1.0..2.0", &[1]),
        ("game mate in 2", &[1]),
        ("mate", &[3]),
        ("white Q=0 and first 7..8", &[2]),
        ("white Q=0 and first<=6", &[]),
        ("white Q=0 and lasting 5", &[2]),
        ("white Q=0 and lasting 6", &[]),
        ("any side (own elo>=2550 and own Q=0)", &[2]),
        ("any side (own Q=0 and other Q=0) and lasting 5", &[2]),
        ("white P=7 or result 0-1", &[2, 3]),
    ] {
        assert_eq!(numbers(folder.path(), constraint), games, "{constraint}");
    }
    assert!(Query::new(&"only move".parse().unwrap()).is_err());
    assert!(Query::new(&"check or first<=3".parse().unwrap()).is_err());
}

const PEOPLE: &str = "\
[Event \"Hastings Masters\"]\n[Date \"2013.12.31\"]\n[White \"Carlsen,M\"]\n[Black \"So, Wesley\"]\n[Result \"1-0\"]\n\n\
1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 1-0\n\n\
[Event \"Rated game\"]\n[Date \"2020.02.29\"]\n[White \"Sokolov, Ivan\"]\n[Black \"Carlsen, Magnus\"]\n[Result \"0-1\"]\n\n\
1. d4 e5 2. dxe5 Bb4+ 3. Bd2 Bxd2+ 4. Qxd2 0-1\n\n\
[Event \"Rated game\"]\n[Date \"2021.??.??\"]\n[White \"Henrik Carlsen\"]\n[Black \"m\"]\n[Result \"*\"]\n\n1. e4 *\n";

#[test]
fn people_days_and_events() {
    let folder = tempfile::tempdir().unwrap();
    import_text(PEOPLE, folder.path());
    for (constraint, games) in [
        ("player Carlsen", &[1, 2, 3][..]),
        ("player 'magnus carlsen'", &[1, 2]),
        ("player 'Carlsen M'", &[1, 2]),
        ("white player 'Carlsen'", &[1, 3]),
        ("player 'So'", &[1]),
        ("player 'm'", &[1, 3]),
        ("any side (player 'Magnus Carlsen' and B=1)", &[2]),
        ("any side (player 'Magnus Carlsen' and other Q=0)", &[1]),
        ("mover player 'Wesley So' and ply 3", &[1]),
        ("event 'hastings'", &[1]),
        ("date 2013", &[1]),
        ("date 2013..2020", &[1, 2]),
        ("date>2013", &[2]),
        ("date 2020-02-29", &[2]),
        ("date<2020.02.29", &[1]),
        ("date until 2020.02", &[1, 2]),
        // A day that is not known is on no day.
        ("date>=1900", &[1, 2]),
    ] {
        assert_eq!(numbers(folder.path(), constraint), games, "{constraint}");
    }
}

#[test]
fn one_thing_after_another() {
    let folder = tempfile::tempdir().unwrap();
    import_text(PEOPLE, folder.path());
    let plies = |constraint: &str| -> Vec<(u64, usize)> {
        let found = found(folder.path(), constraint, false);
        found.iter().map(|it| (it.number, it.ply)).collect()
    };
    assert_eq!(plies("white P=8 then white P=7"), [(1, 4)]);
    assert_eq!(
        plies("black Q=1 then black Q=0 and black to move"),
        [(1, 7)]
    );
    // The same position is not an earlier one.
    assert_eq!(plies("check then check"), [(2, 6)]);
    assert_eq!(plies("check then white Q=1 then white B=1"), [(2, 6)]);
    assert_eq!(plies("white B=1 then white B=2"), []);
    assert_eq!(
        plies("not earlier (black P=7) and black P=7"),
        [(1, 3), (2, 3)]
    );
    // The same side, not one and then the other.
    assert_eq!(plies("any side P=8 then P=7 and Q=0"), [(1, 7)]);
    assert_eq!(plies("any side (Q=1 then Q=0) and date 2013"), [(1, 7)]);
    assert!(Query::new(&"only move then check".parse().unwrap()).is_err());
    assert!(Query::new(&"(check and first<=3) then mate".parse().unwrap()).is_err());
    let queries = ["white P=8 then white P=7", "any side bishop pair then B=1"];
    let queries =
        queries.map(|text| (text.to_owned(), Query::new(&text.parse().unwrap()).unwrap()));
    let opened = Folder::open(folder.path()).unwrap();
    let measures = report::measure(&opened, &queries, 1, &|_| true);
    let measures = measures.unwrap().unwrap().constraints;
    assert_eq!(measures[0].satisfied, 1);
    // White loses a bishop first, and the game.
    assert_eq!(
        (measures[1].satisfied, measures[1].own_outcomes),
        (1, Some([0, 0, 1]))
    );
}

#[test]
fn every_satisfying_position_is_found_where_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    import_text(GAMES, folder.path());
    let plies = |constraint, every| -> Vec<usize> {
        found(folder.path(), constraint, every)
            .iter()
            .map(|found| found.ply)
            .collect()
    };
    assert_eq!(plies("white Q=0", false), [8]);
    assert_eq!(plies("white Q=0", true), [8, 9, 10, 11, 12]);
    assert_eq!(plies("white Q=0 and lasting 4", true), [8, 9, 10, 11, 12]);
}

#[test]
fn bounds_never_hide_a_match() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(500, 17, 250, true), folder.path());
    let all = found(folder.path(), "anything", false);
    for text in [
        "white (1,2,1,1,8)",
        "white Q>=2",
        "total P<=4",
        "any side (R=0 and other R=2)",
        "white.P - black.P >= 3",
        "not white Q=1",
        "mover points<=10",
        "each side light B=0",
        "white promoted>=1 and white Q=1",
        "ply>=120",
        "white passed P>=2 and black N=0",
    ] {
        let constraint: sissa_constraint::Constraint = text.parse().unwrap();
        let compiled = constraint.compile();
        let holds = |found: &&Hit| {
            let positions = &mut found.whole.positions();
            positions.any(|position| compiled.holds(&(&position).into()))
        };
        let expected: Vec<u64> = all.iter().filter(holds).map(|found| found.number).collect();
        assert_eq!(numbers(folder.path(), text), expected, "{text}");
    }
}

#[test]
fn measures_agree_with_finds() {
    let folder = tempfile::tempdir().unwrap();
    import_text(many(500, 19, 200, true), folder.path());
    let opened = Folder::open(folder.path()).unwrap();
    let texts = [
        "white (1,2,2,2,7)",
        "total Q=0",
        "white P<=5 and lasting 3",
        "mate",
    ];
    let queries = || -> Vec<(String, Query)> {
        texts
            .iter()
            .map(|text| {
                (
                    (*text).to_owned(),
                    Query::new(&text.parse().unwrap()).unwrap(),
                )
            })
            .collect()
    };
    let measures = report::measure(&opened, &queries(), 2, &|_| true)
        .unwrap()
        .unwrap();
    assert_eq!(measures.games, 500);
    assert_eq!(
        measures,
        report::measure(&opened, &queries(), 1, &|_| true)
            .unwrap()
            .unwrap()
    );
    for (measure, text) in measures.constraints.iter().zip(texts) {
        let plies: Vec<usize> = found(folder.path(), text, false)
            .iter()
            .map(|found| found.ply)
            .collect();
        assert_eq!(measure.satisfied, plies.len() as u64, "{text}");
        for (ply, count) in measure.plies.iter().enumerate() {
            let same = plies.iter().filter(|found| **found == ply).count();
            assert_eq!(*count, same as u64, "{text} at {ply}");
        }
        let kings: u64 = shakmaty::Square::ALL
            .iter()
            .map(|square| {
                measure
                    .square(shakmaty::Color::White, shakmaty::Role::King, *square)
                    .count
            })
            .sum();
        assert_eq!(kings, measure.satisfied);
    }
    let classes = report::classify(&measures);
    let page = report::Page {
        title: "T <&>".to_owned(),
        origin: "made up".to_owned(),
        compare: vec![0, 1],
    };
    let html = report::html(&page, &measures, &classes);
    assert!(html.contains("T &lt;&amp;&gt;") && html.contains("Side by side"));
    // Self-contained: nothing is fetched.
    assert!(!html.contains("src=") && !html.contains("@import") && !html.contains("url("));
    assert!(report::markdown(&page, &measures, &classes).contains("| `total Q=0` |"));
    let rows = folder.path().join("rows.csv");
    report::write_rows(&opened, &queries(), &rows, report::RowFormat::Csv).unwrap();
    let lines = std::fs::read_to_string(&rows).unwrap().lines().count() as u64;
    assert_eq!(
        lines,
        1 + measures
            .constraints
            .iter()
            .map(|found| found.satisfied)
            .sum::<u64>()
    );
}
