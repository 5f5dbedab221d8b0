//! Problems that everybody knows.

use shakmaty::{Chess, Move, Position as _, san::San};
use sissa_judge::{Answer, Detail, Effort, Goal, Play, Shortest, Solver, Stipulation};

use crate::common::position;

/// The keys of a problem, as they are written.
fn keys(fen: &str, asked: &str) -> Vec<String> {
    let chess = position(fen);
    let asked: Stipulation = asked.parse().unwrap();
    let mut solver = Solver::with_table(16);
    let keys = solver.keys(&chess, asked, &Effort::unlimited()).unwrap();
    keys.into_iter()
        .map(|m| San::from_move(&chess, m).to_string())
        .collect()
}

#[test]
fn direct_mates() {
    // Morphy.
    assert_eq!(keys("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2"), ["Ra6"]);
    // Loyd, Excelsior.
    let excelsior = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1";
    assert_eq!(keys(excelsior, "#5"), ["b4"]);
    assert!(keys(excelsior, "#4").is_empty());
}

/// `problems.txt` holds problems with all their keys, or all their lines where both sides help: composed by chance and
/// confirmed by plain definitions, which try every move.
#[test]
fn composed_problems_have_their_keys_and_their_cooks() {
    let text = include_str!("../problems.txt");
    let mut solver = Solver::with_table(16);
    let mut count = std::collections::BTreeMap::<String, usize>::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let (asked, chess) = (
            fields[1].parse::<Stipulation>().unwrap(),
            position(fields[2]),
        );
        let told = match asked.play {
            Play::Help { .. } => lines(&mut solver, &chess, asked),
            _ => {
                let keys = solver.keys(&chess, asked, &Effort::unlimited()).unwrap();
                keys.into_iter()
                    .map(|m| San::from_move(&chess, m).to_string())
                    .collect()
            }
        };
        let mut told: Vec<String> = told;
        told.sort();
        assert_eq!(told.join("; "), fields[3], "{line}");
        *count.entry(fields[0].to_owned()).or_default() += 1;
    }
    let enough = [("direct", 60), ("help", 40), ("self", 20)];
    for (kind, least) in enough {
        assert!(
            count.get(kind).is_some_and(|count| *count >= least),
            "{count:?}"
        );
    }
}

/// Every line of help play, as it is written.
fn lines(solver: &mut Solver, chess: &Chess, asked: Stipulation) -> Vec<String> {
    let detail = Detail {
        set_play: false,
        ..Detail::default()
    };
    let solution = solver.solve(chess, asked, &detail, &Effort::unlimited());
    let written = |line: &Vec<Move>| {
        let mut chess = chess.clone();
        let mut words = Vec::new();
        for m in line {
            words.push(San::from_move(&chess, *m).to_string());
            chess.play_unchecked(*m);
        }
        words.join(" ")
    };
    solution.lines.iter().map(written).collect()
}

#[test]
fn castling_mates() {
    // The rook that castled gives mate on the file.
    let castles = "5k2/8/8/8/8/4R1R1/8/4K2R w K - 0 1";
    assert!(keys(castles, "#1").contains(&"O-O".to_owned()));
}

#[test]
fn morphy_in_full() {
    let chess = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let detail = Detail::default();
    let solution = Solver::new().solve(&chess, Stipulation::mate(2), &detail, &Effort::unlimited());
    let key = &solution.keys[0];
    // A waiting move: no threat, and two kinds of defence.
    assert!(key.play.threats.is_empty());
    assert!(
        key.play
            .defences
            .iter()
            .all(|defence| defence.answers.len() == 1)
    );
    assert_eq!(solution.keys.len(), 1);
}

#[test]
fn the_longest_question_has_room() {
    // Walls of pawns and two kings that wander: few positions, so that the search goes all the way down.
    let walled = position("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1");
    let mut solver = Solver::with_table(16);
    for asked in ["#50", "=50", "s#50", "h#40"] {
        let asked: Stipulation = asked.parse().unwrap();
        let effort = Effort::nodes(2_000_000);
        let told = solver.shortest(&walled, asked, &effort);
        assert!(!matches!(told, Shortest::In(_)), "{asked} {told:?}");
    }
}

#[test]
fn too_long_and_too_short_questions_are_answered() {
    let mated = position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let effort = Effort::nodes(20_000);
    let mut solver = Solver::new();
    let open = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    for moves in [0, 51, 1000, u32::MAX] {
        for play in [Play::Direct, Play::SelfPlay, Play::Help { half: false }] {
            for goal in [Goal::Mate, Goal::Stalemate] {
                let asked = Stipulation { play, goal, moves };
                let told = solver.holds(&open, asked, &effort);
                let expected = if moves == 0 {
                    Answer::No
                } else {
                    Answer::Undecided
                };
                assert_eq!(told, expected, "{asked}");
                let keys = solver.keys(&open, asked, &effort);
                assert_eq!(keys.is_some(), moves == 0, "{asked}");
                let solution = solver.solve(&open, asked, &Detail::default(), &effort);
                assert_eq!(solution.complete, moves == 0, "{asked}");
            }
        }
        let told = solver.shortest(&mated, Stipulation::mate(moves), &effort);
        assert_eq!(told == Shortest::In(2), moves > 0);
    }
}
