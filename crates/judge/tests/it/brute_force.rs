//! The solver against the definitions, written down as plainly as possible.

use shakmaty::{Chess, Move, Position as _};
use sissa_judge::{Answer, Detail, Effort, Goal, Play, Shortest, Solver, Stipulation};

use crate::common::{fen, scattered};

fn over(goal: Goal, chess: &Chess) -> bool {
    match goal {
        Goal::Mate => chess.is_checkmate(),
        Goal::Stalemate => chess.is_stalemate(),
    }
}

fn after(chess: &Chess, m: Move) -> Chess {
    chess.clone().play(m).unwrap()
}

fn direct(goal: Goal, chess: &Chess, moves: u32) -> bool {
    moves > 0
        && chess
            .legal_moves()
            .into_iter()
            .any(|m| direct_key(goal, &after(chess, m), moves))
}

fn direct_key(goal: Goal, chess: &Chess, moves: u32) -> bool {
    let replies = chess.legal_moves();
    over(goal, chess)
        || !replies.is_empty()
            && replies
                .into_iter()
                .all(|reply| direct(goal, &after(chess, reply), moves - 1))
}

fn selfplay(goal: Goal, chess: &Chess, moves: u32) -> bool {
    moves > 0
        && chess
            .legal_moves()
            .into_iter()
            .any(|m| selfplay_key(goal, &after(chess, m), moves))
}

fn selfplay_key(goal: Goal, chess: &Chess, moves: u32) -> bool {
    let replies = chess.legal_moves();
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let next = after(chess, reply);
            over(goal, &next) || selfplay(goal, &next, moves - 1)
        })
}

fn help(goal: Goal, chess: &Chess, plies: u32) -> usize {
    if plies == 0 {
        return usize::from(over(goal, chess));
    }
    let moves = chess.legal_moves();
    moves
        .into_iter()
        .map(|m| help(goal, &after(chess, m), plies - 1))
        .sum()
}

/// Holds answers and keys of the solver against a definition; how often there was a goal.
fn compare(
    positions: impl Iterator<Item = Chess>,
    asked: Stipulation,
    holds: impl Fn(&Chess, u32) -> bool,
    works: impl Fn(&Chess, u32) -> bool,
) -> usize {
    let mut solver = Solver::new();
    let effort = Effort::unlimited();
    let mut yes = 0;
    for chess in positions {
        let shortest = (1..=asked.moves).find(|moves| holds(&chess, *moves));
        let expected = shortest.map_or(Shortest::NotWithin(asked.moves), Shortest::In);
        let told = solver.shortest(&chess, asked, &effort);
        assert_eq!(told, expected, "{asked} {}", fen(&chess));
        yes += usize::from(shortest.is_some());
        let keys: Vec<Move> = chess
            .legal_moves()
            .into_iter()
            .filter(|m| works(&after(&chess, *m), asked.moves))
            .collect();
        let told = solver.keys(&chess, asked, &effort);
        assert_eq!(told, Some(keys), "{asked} {}", fen(&chess));
    }
    yes
}

#[test]
fn direct_mates_are_those_of_the_definition() {
    let holds = |chess: &Chess, moves| direct(Goal::Mate, chess, moves);
    let works = |chess: &Chess, moves| direct_key(Goal::Mate, chess, moves);
    let two = compare(
        scattered(1, 4..=10).take(400),
        Stipulation::mate(2),
        holds,
        works,
    );
    let three = compare(
        scattered(2, 3..=5).take(40),
        Stipulation::mate(3),
        holds,
        works,
    );
    assert!(two >= 40 && three >= 4, "{two} {three}");
}

#[test]
fn stalemates_are_those_of_the_definition() {
    let holds = |chess: &Chess, moves| direct(Goal::Stalemate, chess, moves);
    let works = |chess: &Chess, moves| direct_key(Goal::Stalemate, chess, moves);
    let two = compare(
        scattered(3, 3..=6).take(300),
        Stipulation::stalemate(2),
        holds,
        works,
    );
    assert!(two >= 10, "{two}");
}

#[test]
fn selfmates_are_those_of_the_definition() {
    let holds = |chess: &Chess, moves| selfplay(Goal::Mate, chess, moves);
    let works = |chess: &Chess, moves| selfplay_key(Goal::Mate, chess, moves);
    // They are rare among scattered men: the solver picks some, the definition judges all.
    let mut solver = Solver::new();
    let asked = Stipulation::selfmate(2);
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for chess in scattered(4, 8..=12).take(30_000) {
        match solver.holds(&chess, asked, &Effort::unlimited()) {
            Answer::Yes => yes.push(chess),
            _ if no.len() < 60 => no.push(chess),
            _ => (),
        }
    }
    yes.truncate(60);
    assert!(yes.len() >= 5, "{}", yes.len());
    let count = yes.len();
    let found = compare(yes.into_iter().chain(no), asked, holds, works);
    assert_eq!(found, count);
}

#[test]
fn help_play_finds_every_line() {
    let mut solver = Solver::new();
    let effort = Effort::unlimited();
    let mut found = 0;
    for (index, chess) in scattered(5, 4..=6).take(60).enumerate() {
        let goal = if index % 2 == 0 {
            Goal::Mate
        } else {
            Goal::Stalemate
        };
        for (moves, half) in [(0, true), (1, false), (1, true)] {
            let play = Play::Help { half };
            let asked = Stipulation { play, goal, moves };
            let count = help(goal, &chess, asked.plies());
            let solution = solver.solve(
                &chess,
                asked,
                &Detail {
                    lines: usize::MAX,
                    ..Default::default()
                },
                &effort,
            );
            assert_eq!(solution.lines.len(), count, "{asked} {}", fen(&chess));
            let answer = solver.holds(&chess, asked, &effort);
            assert_eq!(answer == Answer::Yes, count > 0, "{asked} {}", fen(&chess));
            found += count;
            for line in &solution.lines {
                let end = line
                    .iter()
                    .fold(chess.clone(), |chess, m| after(&chess, *m));
                assert!(over(goal, &end));
            }
        }
    }
    assert!(found > 100, "{found}");
    // A limit on lines is a limit on what is known.
    let chess = crate::common::position("7k/8/8/8/8/8/R7/1R4K1 b - - 0 1");
    let asked = Stipulation::helpmate(2);
    let all = help(Goal::Mate, &chess, asked.plies());
    for (lines, complete) in [(all, true), (all - 1, false)] {
        let detail = Detail {
            lines,
            set_play: false,
            ..Detail::default()
        };
        let solution = solver.solve(&chess, asked, &detail, &effort);
        assert_eq!((solution.lines.len(), solution.complete), (lines, complete));
    }
}

#[test]
fn trees_agree_with_the_definition() {
    let mut solver = Solver::new();
    for chess in scattered(6, 4..=8).take(150) {
        let asked = Stipulation::mate(2);
        let solution = solver.solve(&chess, asked, &Default::default(), &Effort::unlimited());
        assert!(solution.complete);
        let mut tries = 0;
        for m in chess.legal_moves() {
            let next = after(&chess, m);
            let refutations: Vec<Move> = next
                .legal_moves()
                .into_iter()
                .filter(|reply| !direct(Goal::Mate, &after(&next, *reply), 1))
                .collect();
            let key = solution.keys.iter().find(|key| key.first == m);
            assert_eq!(
                key.is_some(),
                direct_key(Goal::Mate, &next, 2),
                "{}",
                fen(&chess)
            );
            let tried = solution.tries.iter().find(|tried| tried.first == m);
            let is_try = key.is_none() && refutations.len() == 1;
            assert_eq!(tried.is_some(), is_try, "{} {m}", fen(&chess));
            if let Some(tried) = tried {
                assert_eq!(tried.refutations, refutations);
                assert_eq!(tried.play.defences.len() + 1, next.legal_moves().len());
                tries += 1;
            }
            let Some(key) = key else { continue };
            assert_eq!(key.moves == 1, next.is_checkmate());
            assert_eq!(key.play.defences.len(), next.legal_moves().len());
            for defence in &key.play.defences {
                let replied = after(&next, defence.reply);
                let mates = replied.legal_moves().into_iter();
                let mates: Vec<Move> = mates
                    .filter(|m| after(&replied, *m).is_checkmate())
                    .collect();
                let told: Vec<Move> = defence.answers.iter().map(|answer| answer.first).collect();
                assert_eq!(told, mates, "{}", fen(&chess));
            }
        }
        assert_eq!(tries, solution.tries.len());
    }
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let positions: Vec<Chess> = scattered(7, 5..=9).take(60).collect();
    // So few that many answers stay open.
    let effort = Effort::nodes(300);
    let ask = |solver: &mut Solver, chess: &Chess| {
        let told = solver.shortest(chess, Stipulation::mate(3), &effort);
        (told, solver.spent())
    };
    let mut used = Solver::new();
    let mut undecided = 0;
    for chess in positions.iter().chain(positions.iter().rev()) {
        let told = ask(&mut used, chess);
        assert_eq!(told, ask(&mut Solver::new(), chess), "{}", fen(chess));
        undecided += usize::from(matches!(told.0, Shortest::Undecided(_)));
    }
    assert!((10..110).contains(&undecided), "{undecided}");
}

#[test]
fn a_stop_is_heard() {
    let chess = Chess::default();
    let effort = Effort {
        stop: &|| true,
        ..Effort::unlimited()
    };
    let mut solver = Solver::new();
    let told = solver.shortest(&chess, Stipulation::mate(20), &effort);
    assert!(
        matches!(told, Shortest::Undecided(moves) if moves < 5),
        "{told:?}"
    );
    let solution = solver.solve(
        &chess,
        Stipulation::helpmate(9),
        &Default::default(),
        &effort,
    );
    assert!(!solution.complete);
}
