//! Composes small problems by chance: positions with one key, or two where a cook is wanted.
//!
//! `cargo run --release -p sissa-judge --example compose -- STIPULATION MEN COUNT [KEYS] [SEED] [BOARD]` (no KEYS in particular: 0) scatters men,
//! around those of BOARD if there is one, lets the solver pick candidates, and prints those of which a plain definition (every move
//! tried, nothing ordered, nothing cut off) says the same. That is how `tests/problems.txt` was made; long selfmates were composed around
//! `8/8/8/8/8/k7/p7/K7`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use rand::{RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Move, Position as _, Role,
    Setup, Square, fen::Fen, san::San,
};
use sissa_judge::{Answer, Detail, Effort, Goal, Play, Solver, Stipulation};

/// Keys of a problem of which any number is wanted, at the most.
const SOME: usize = 6;

/// The definitions, with what was found remembered.
struct Plain {
    goal: Goal,
    selfplay: bool,
    known: FxHashMap<(Chess, u32), bool>,
}

impl Plain {
    fn is_over(&self, chess: &Chess) -> bool {
        match self.goal {
            Goal::Mate => chess.is_checkmate(),
            Goal::Stalemate => chess.is_stalemate(),
        }
    }

    fn holds(&mut self, chess: &Chess, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (chess.clone(), moves);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let list = chess.legal_moves();
        let holds = list
            .into_iter()
            .any(|m| self.works(&after(chess, m), moves));
        self.known.insert(key, holds);
        holds
    }

    /// Whether the move that led here is a key.
    fn works(&mut self, chess: &Chess, moves: u32) -> bool {
        let replies = chess.legal_moves();
        if !self.selfplay && self.is_over(chess) {
            return true;
        }
        !replies.is_empty()
            && replies.into_iter().all(|reply| {
                let next = after(chess, reply);
                self.selfplay && self.is_over(&next) || self.holds(&next, moves - 1)
            })
    }
}

fn after(chess: &Chess, m: Move) -> Chess {
    chess.clone().play(m).unwrap()
}

/// All lines of help play, with what leads nowhere remembered.
struct Help {
    goal: Goal,
    dead: FxHashSet<(Chess, u32)>,
    found: Vec<Vec<Move>>,
}

impl Help {
    fn visit(&mut self, chess: &Chess, plies: u32, line: &mut Vec<Move>) {
        if plies == 0 {
            let over = match self.goal {
                Goal::Mate => chess.is_checkmate(),
                Goal::Stalemate => chess.is_stalemate(),
            };
            if over {
                self.found.push(line.clone());
            }
            return;
        }
        let key = (chess.clone(), plies);
        if self.dead.contains(&key) {
            return;
        }
        let before = self.found.len();
        for m in chess.legal_moves() {
            line.push(m);
            self.visit(&after(chess, m), plies - 1, line);
            line.pop();
        }
        if plies > 1 && self.found.len() == before {
            self.dead.insert(key);
        }
    }
}

fn scatter(
    asked: Stipulation,
    core: &Board,
    men: usize,
    turn: Color,
    white: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = turn;
    setup.board = core.clone();
    let near = rng.random_range(0..64_u32);
    // The kings come first, where nobody has placed them.
    let first = if core.kings().any() { 2 } else { 0 };
    for number in first..first + men {
        let color = match number {
            0 => Color::White,
            1 => Color::Black,
            _ => Color::from_white(rng.random_bool(white)),
        };
        let role = match number {
            0 | 1 => Role::King,
            _ => *[
                Role::Pawn,
                Role::Pawn,
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ]
            .choose(rng)?,
        };
        // Men stand together rather than anywhere.
        let square = Square::new(rng.random_range(0..64));
        let far = square.distance(Square::new(near)) > 4;
        if setup.board.piece_at(square).is_some()
            || number == 0
                && asked.play == Play::SelfPlay
                && !shakmaty::Bitboard::BACKRANKS.contains(square)
            || far && rng.random_range(0..3) > 0
            || role == Role::Pawn && shakmaty::Bitboard::BACKRANKS.contains(square)
        {
            return None;
        }
        setup.board.set_piece_at(square, role.of(color));
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn sans(chess: &Chess, moves: &[Move]) -> String {
    let mut chess = chess.clone();
    let mut text = Vec::new();
    for m in moves {
        text.push(San::from_move(&chess, *m).to_string());
        chess = after(&chess, *m);
    }
    text.join(" ")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked: Stipulation = arguments[0].parse().unwrap();
    let men: usize = arguments[1].parse().unwrap();
    let count: usize = arguments[2].parse().unwrap();
    let wanted: usize = arguments.get(3).map_or(1, |n| n.parse().unwrap());
    let seed = arguments.get(4).map_or(1, |n| n.parse().unwrap());
    let core = arguments
        .get(5)
        .map_or_else(Board::empty, |board| board.parse().unwrap());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = Solver::with_table(8);
    let effort = Effort::nodes(3_000_000);
    let turn = match asked.play {
        Play::Help { half: false } => Color::Black,
        _ => Color::White,
    };
    let white = match asked.play {
        Play::Direct => 0.6,
        Play::SelfPlay => 0.7,
        _ => 0.5,
    };
    let mut made = 0;
    while made < count {
        let Some(chess) = scatter(asked, &core, men, turn, white, &mut rng) else {
            continue;
        };
        if chess.is_check() || solver.holds(&chess, asked, &effort) != Answer::Yes {
            continue;
        }
        let fen = Fen::from_position(&chess, EnPassantMode::Legal);
        if let Play::Help { .. } = asked.play {
            let detail = Detail {
                set_play: false,
                lines: wanted + 1,
                ..Detail::default()
            };
            if solver.solve(&chess, asked, &detail, &effort).lines.len() != wanted {
                continue;
            }
            let mut plain = Help {
                goal: asked.goal,
                dead: FxHashSet::default(),
                found: Vec::new(),
            };
            plain.visit(&chess, asked.plies(), &mut Vec::new());
            assert_eq!(plain.found.len(), wanted, "{fen}");
            let mut lines: Vec<String> =
                plain.found.iter().map(|line| sans(&chess, line)).collect();
            lines.sort();
            println!("{asked}\t{fen}\t{}", lines.join("; "));
        } else {
            let shorter = Stipulation {
                moves: asked.moves - 1,
                ..asked
            };
            if solver.holds(&chess, shorter, &effort) != Answer::No {
                continue;
            }
            let Some(keys) = solver.keys(&chess, asked, &effort) else {
                continue;
            };
            let dull =
                |m: &Move| m.is_capture() || after(&chess, *m).is_check() || m.is_promotion();
            if keys.len() != wanted && (wanted > 0 || keys.len() > SOME)
                || wanted == 1 && asked.play == Play::Direct && keys.iter().any(dull)
            {
                continue;
            }
            let mut plain = Plain {
                goal: asked.goal,
                selfplay: asked.play == Play::SelfPlay,
                known: FxHashMap::default(),
            };
            let list = chess.legal_moves();
            let told: Vec<Move> = list
                .into_iter()
                .filter(|m| plain.works(&after(&chess, *m), asked.moves))
                .collect();
            assert_eq!(told, keys, "{fen}");
            let mut keys: Vec<String> = keys.iter().map(|m| sans(&chess, &[*m])).collect();
            keys.sort();
            println!("{asked}\t{fen}\t{}", keys.join("; "));
        }
        made += 1;
    }
}
