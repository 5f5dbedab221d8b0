//! The search as a caller sees it.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use shakmaty::{CastlingMode, Chess, Color, Position as _, fen::Fen, san::San};
use sissa_engine::{
    BENCH_POSITIONS, Control, Engine, Evaluation, Limits, Options, Score, Situation, Tablebases,
    Unwatched, bench, perft,
};
use sissa_tables::{Outcome, Tables};

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap()
}

fn engine(evaluation: Evaluation) -> Engine {
    Engine::new(Options {
        hash: 4,
        threads: 1,
        evaluation,
    })
}

/// Counts from the Chess Programming Wiki, one position a line: FEN, then counts from depth 1.
const PERFT: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;20 400 8902 197281
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;48 2039 97862
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;14 191 2812 43238
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1;6 264 9467
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8;44 1486 62379
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10;46 2079 89890";

#[test]
fn perft_counts_are_those_of_the_literature() {
    for line in PERFT.lines() {
        let (fen, counts) = line.split_once(';').unwrap();
        let position = position(fen);
        for (index, count) in counts.split(' ').enumerate() {
            let found = perft(&position, index as u32 + 1, &|| false).unwrap();
            let sum: u64 = found.iter().map(|(_, leaves)| leaves).sum();
            assert_eq!(
                sum,
                count.parse::<u64>().unwrap(),
                "{fen} depth {}",
                index + 1
            );
            assert_eq!(sum, shakmaty::perft(&position, index as u32 + 1), "{fen}");
        }
    }
}

#[test]
fn perft_can_be_stopped() {
    assert_eq!(perft(&Chess::default(), 9, &|| true), None);
}

/// A mate a line: moves to mate, FEN, first move.
const MATES: &str = "\
1;6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1;Ra8#
1;7k/8/5N1K/6R1/8/8/8/8 w - - 0 1;Rg8#
2;6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1;Rg1+
2;r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1;Nf6+
2;1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1;Qd5+
3;r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1;Bc5+
3;r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1;Bb5+";

#[test]
fn mates_are_found() {
    for evaluation in [Evaluation::handcrafted(), Evaluation::default()] {
        let mut engine = engine(evaluation);
        for line in MATES.lines() {
            let fields: Vec<&str> = line.split(';').collect();
            let position = position(fields[1]);
            engine.forget();
            let limits = Limits {
                mate: Some(fields[0].parse().unwrap()),
                ..Limits::nodes(400_000)
            };
            let analysis = engine.search(
                &Situation::new(position.clone()),
                &limits,
                &Unwatched,
                &mut |_| (),
            );
            let expected = Score::Mate(fields[0].parse().unwrap());
            assert_eq!(analysis.lines[0].score, expected, "{line}");
            let best = San::from_move(&position, analysis.best().unwrap()).to_string();
            assert_eq!(best, fields[2].trim_end_matches(['+', '#']), "{line}");
        }
    }
}

#[test]
fn lines_are_legal_and_moves_are_restricted() {
    let mut engine = engine(Evaluation::default());
    for fen in BENCH_POSITIONS {
        let position = position(fen);
        let only: Vec<_> = position
            .legal_moves()
            .iter()
            .copied()
            .skip(1)
            .take(3)
            .collect();
        let limits = Limits {
            lines: 2,
            only: only.clone(),
            ..Limits::nodes(5_000)
        };
        let situation = Situation::new(position.clone());
        let mut seen = 0;
        let analysis = engine.search(&situation, &limits, &Unwatched, &mut |info| {
            seen += 1;
            let mut position = position.clone();
            for m in &info.pv {
                assert!(position.is_legal(*m), "{fen} {m}");
                position.play_unchecked(*m);
            }
        });
        if position.legal_moves().is_empty() {
            assert!(analysis.best().is_none());
        } else if !only.is_empty() {
            assert!(
                seen > 0 && only.contains(&analysis.best().unwrap()),
                "{fen}"
            );
            assert_eq!(analysis.lines.len(), only.len().min(2));
            assert!(analysis.nodes <= 5_000);
        }
    }
}

#[test]
fn one_thread_repeats_itself() {
    let run = |evaluation: Evaluation| bench(&mut engine(evaluation), 6, &Unwatched);
    assert_eq!(run(Evaluation::default()), run(Evaluation::default()));
    assert_eq!(
        run(Evaluation::handcrafted()),
        run(Evaluation::handcrafted())
    );
    assert_ne!(run(Evaluation::handcrafted()), run(Evaluation::untuned()));
}

#[test]
fn several_threads_find_the_same_mate() {
    let mut engine = Engine::new(Options {
        hash: 4,
        threads: 3,
        evaluation: Evaluation::default(),
    });
    let position = position("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1");
    let limits = Limits {
        mate: Some(3),
        ..Limits::nodes(2_000_000)
    };
    let analysis = engine.search(&Situation::new(position), &limits, &Unwatched, &mut |_| ());
    assert!(
        matches!(analysis.lines[0].score, Score::Mate(3)),
        "{:?}",
        analysis.lines[0]
    );
}

#[test]
fn whole_iterations_until_there_is_enough() {
    let search = |enough| {
        let mut engine = engine(Evaluation::handcrafted());
        let situation = Situation::new(position(BENCH_POSITIONS[3]));
        let mut last = 0;
        let limits = Limits::enough(enough);
        let analysis = engine.search(&situation, &limits, &Unwatched, &mut |info| {
            assert!(last < enough, "an iteration too many");
            last = info.nodes;
        });
        assert_eq!(analysis.nodes, last, "nothing was searched in vain");
        analysis.nodes
    };
    let nodes = search(3000);
    assert!((3000..24_000).contains(&nodes), "{nodes}");
    assert_eq!(nodes, search(3000));
}

/// A move looks good while only a few answers are tried. On average a search of two plies may not be
/// kinder to the side to move than a deep one.
#[test]
fn shallow_searches_do_not_flatter() {
    let mut engine = engine(Evaluation::handcrafted());
    let mut sum = 0;
    let settled = [0, 1, 3, 4, 5, 6, 7, 9, 10, 13];
    for index in settled {
        let situation = Situation::new(position(BENCH_POSITIONS[index]));
        let mut value = |depth| {
            engine.forget();
            let limits = Limits::depth(depth);
            let analysis = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
            match analysis.lines[0].score {
                Score::Centipawns(value) => value,
                Score::Mate(_) => panic!("{index} is no mate"),
            }
        };
        sum += value(2) - value(9);
    }
    let mean = sum / settled.len() as i32;
    assert!(mean.abs() < 50, "{mean}");
}

/// A side that is lost takes a perpetual check.
#[test]
fn repetitions_are_seen() {
    // White is a rook and a bishop down, and checks for ever on e8 and h5.
    let position = position("6k1/6p1/8/7Q/8/8/1r3b1K/r7 w - - 0 1");
    let mut engine = engine(Evaluation::handcrafted());
    let mut situation = Situation::new(position);
    let analysis = engine.search(&situation, &Limits::depth(10), &Unwatched, &mut |_| ());
    let Score::Centipawns(value) = analysis.lines[0].score else {
        panic!("{:?}", analysis.lines[0]);
    };
    assert!(value.abs() <= 5, "{value}");
    // The same position for the third time is a draw by rule.
    for _ in 0..2 {
        assert!(!situation.is_draw_by_rule());
        for uci in ["h5e8", "g8h7", "e8h5", "h7g8"] {
            let m: shakmaty::uci::UciMove = uci.parse().unwrap();
            situation.play(m.to_move(situation.position()).unwrap());
        }
    }
    assert!(situation.is_draw_by_rule());
}

/// Asks to stop after so many looks.
struct Impatient(AtomicU64);

impl Control for Impatient {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    fn stop(&self) -> bool {
        self.0.fetch_add(1, Relaxed) >= 2
    }
}

#[test]
fn a_stopped_search_has_a_move() {
    let mut engine = engine(Evaluation::default());
    let control = Impatient(AtomicU64::new(0));
    let situation = Situation::new(Chess::default());
    let analysis = engine.search(&situation, &Limits::default(), &control, &mut |_| ());
    assert!(analysis.best().is_some());
    assert!(analysis.nodes < 10_000, "{}", analysis.nodes);
}

#[test]
fn tables_in_memory_lead_to_mate_as_quickly_as_possible() {
    let tables = Arc::new(Tables::new(1));
    let promised = 65;
    let longest = |outcome| outcome == Outcome::Win(promised);
    let longest = tables.positions("KBNvK".parse().unwrap(), Color::White, longest);
    let mut position = longest.get(0).unwrap();
    let mut engine = engine(Evaluation::default());
    let known = Tablebases::default().with_tables(tables);
    engine.set_tablebases(Some(Arc::new(known)));
    let mut plies = 0;
    while !position.is_checkmate() && plies <= promised {
        let situation = Situation::new(position.clone());
        let analysis = engine.search(&situation, &Limits::depth(1), &Unwatched, &mut |_| ());
        position.play_unchecked(analysis.best().unwrap());
        plies += 1;
    }
    assert!(position.is_checkmate());
    assert_eq!(plies, promised);
}

#[test]
fn tables_that_are_not_made_are_not_waited_for() {
    let tables = Arc::new(Tables::new(1));
    let known = Tablebases::default().with_tables(tables.clone());
    let position = position("8/8/8/8/8/8/8/K1k2N1B w - - 0 1");
    assert!(!known.covers(&position));
    tables.probe(&position);
    assert!(known.covers(&position));
}
