//! A fixed job whose number of positions is the signature of the search.

use shakmaty::{CastlingMode, Chess, fen::Fen};

use crate::{Control, Engine, Limits, Situation};

/// Openings, middlegames, endings, mates and a stalemate.
pub const BENCH_POSITIONS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkb1r/pp1p1ppp/4pn2/2p5/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P3BQPP/2RR2K1 b - - 0 15",
    "r1bqk2r/ppp1bppp/2n2n2/3pp3/8/2PP1NP1/PP2PPBP/RNBQ1RK1 b kq - 0 6",
    "8/8/1p1k1p2/p1p2P2/P1P1KP2/1P6/8/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP1P1/1r1P1P2/3R1K2/8/8 w - - 0 1",
    "6k1/pp3pp1/2p4p/4q3/4P3/1P1Q1P1P/P5P1/6K1 b - - 0 30",
    "5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "r2q1rk1/ppp2ppp/3bbn2/3p4/8/1B1P4/PPP2PPP/RNB1QRK1 w - - 5 11",
    "8/7p/5P1k/1p5P/5p2/2p1p3/P1P1P1P1/1K3Nb1 w - - 0 1",
    "7k/7P/6K1/8/3B4/8/8/8 b - - 0 1",
];

/// Searches the positions to this depth; the sum of nodes is the signature.
///
/// It changes with the behaviour of the search and of the evaluation, and with nothing else.
pub fn bench(engine: &mut Engine, depth: u32, control: &dyn Control) -> u64 {
    let mut nodes = 0;
    for fen in BENCH_POSITIONS {
        let position: Chess = fen
            .parse::<Fen>()
            .ok()
            .and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
            .expect("a test reads the positions");
        engine.forget();
        let situation = Situation::new(position);
        let analysis = engine.search(&situation, &Limits::depth(depth), control, &mut |_| ());
        nodes += analysis.nodes;
    }
    nodes
}
