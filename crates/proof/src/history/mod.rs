//! What a position tells about its past: the questions of retro-analysis.
//!
//! [`history`] asks them all: which moves can have been the last one, whose move it is, who may still castle, whether a capture
//! en passant can be proven, who must have promoted, what was captured by whom. The idea: **every question is a target**. A move was
//! possible if a game reaches the position before it, and impossible if that position is refuted; a right can be held if a game
//! reaches the position with it. So each answer has a game or a reason, or says that the budget ended first.
//!
//! ```
//! use sissa_proof::{Budget, Possibility, Target, history, stream};
//!
//! // The king came from b2, and took somebody: from elsewhere, or on an empty square, it would have stood in an impossible check.
//! let target = Target::diagram("8/8/8/8/8/8/8/KRk5".parse()?);
//! let found = history(&target, Budget::nodes(2_000_000), &mut stream(0, 0));
//! // Black is to move, so White moved last.
//! let [white, black] = &found.sides[..] else { panic!("both sides may be to move") };
//! assert_eq!(white.finding.possibility, Possibility::Impossible);
//! assert_eq!(black.finding.possibility, Possibility::Possible);
//! assert!(black.last_moves.iter().any(|last| last.finding.possibility == Possibility::Possible));
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod men;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Rank, Role,
    Square,
};
use sissa_record::{Game, Possibility, Reason};

use crate::{
    Budget, Stream, Target, Verdict,
    prove::{Finish, prove_target},
};
pub use men::{Army, PawnOrigin, Promoted};

/// Nodes for one question at the most.
const EACH: u64 = 400_000;

/// What is known of a position's past.
#[derive(Clone, Debug)]
pub struct History {
    /// What follows if a side is to move, for each side that may be.
    pub sides: Vec<Side>,
    /// For each rook at home whose king is, too: whether it may still castle.
    pub castling: Vec<Right>,
    /// Rights that can be held one by one, but not together.
    pub exclusive: Vec<([Square; 2], Vec<Reason>)>,
    /// Promotions and captures of White and Black.
    pub armies: shakmaty::ByColor<Army>,
    /// Un-moves and kernel states looked at.
    pub nodes: u64,
}

/// The past of a position with a side to move.
#[derive(Clone, Debug)]
pub struct Side {
    /// Who is to move; the other side moved last.
    pub turn: Color,
    /// Whether this can be.
    pub finding: Finding,
    /// Whether this is the starting position: then there need not be a last move.
    pub start: bool,
    /// All moves that can have been the last one as far as the board before is one of chess.
    pub last_moves: Vec<LastMove>,
    /// Captures en passant that would be possible after some last move.
    pub en_passant: Vec<EnPassantClaim>,
}

/// A move that may have been the last one.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The move, as it was played.
    pub played: Move,
    /// Whether it can have been; its game ends with it.
    pub finding: Finding,
}

/// Whether a rook may still castle.
#[derive(Clone, Debug)]
pub struct Right {
    /// Where the rook stands.
    pub rook: Square,
    /// Whether a game leaves it the right.
    pub finding: Finding,
}

/// A capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassantClaim {
    /// Where the capturing pawn would go.
    pub square: Square,
    /// Proven if the double step must have been the last move.
    pub possibility: Possibility,
}

/// What was found out about a question.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answer in a word.
    pub possibility: Possibility,
    /// The game that shows it.
    pub game: Option<Game>,
    /// Why it cannot be.
    pub reasons: Vec<Reason>,
}

impl Finding {
    fn of(verdict: Verdict) -> Finding {
        let (possibility, game, reasons) = match verdict {
            Verdict::Legal { game } => (Possibility::Possible, Some(game), Vec::new()),
            Verdict::Illegal { reasons } => (Possibility::Impossible, None, reasons),
            Verdict::Undecided { .. } => (Possibility::Undecided, None, Vec::new()),
        };
        Finding {
            possibility,
            game,
            reasons,
        }
    }

    fn is_impossible(&self) -> bool {
        self.possibility == Possibility::Impossible
    }
}

/// Asks everything about the past of a target. The budget is for all questions together; one gets at most a part of it.
pub fn history(target: &Target, budget: Budget<'_>, stream: &mut Stream) -> History {
    let mut inquiry = Inquiry {
        budget,
        stream,
        nodes: 0,
    };
    let sides: Vec<Side> = target
        .turns()
        .map(|turn| inquiry.side(&target.with_turn(turn), turn))
        .collect();
    let castling: Vec<Right> = target
        .rights()
        .into_iter()
        .map(|rook| Right {
            rook,
            finding: inquiry.right(target, &sides, rook.into()),
        })
        .collect();
    let mut exclusive = Vec::new();
    let open: Vec<Square> = castling
        .iter()
        .filter(|right| !right.finding.is_impossible())
        .map(|right| right.rook)
        .collect();
    for (number, first) in open.iter().enumerate() {
        for second in &open[number + 1..] {
            let both = Bitboard::from(*first).with(*second);
            let finding = inquiry.right(target, &sides, both);
            if finding.is_impossible() {
                exclusive.push(([*first, *second], finding.reasons));
            }
        }
    }
    History {
        armies: men::armies(target),
        sides,
        castling,
        exclusive,
        nodes: inquiry.nodes,
    }
}

/// Questions that share a budget.
struct Inquiry<'a, 'b> {
    budget: Budget<'a>,
    stream: &'b mut Stream,
    nodes: u64,
}

impl Inquiry<'_, '_> {
    fn ask(&mut self, target: &Target) -> Finding {
        let left = self.budget.nodes.saturating_sub(self.nodes).min(EACH);
        let budget = Budget {
            nodes: left,
            stop: self.budget.stop,
        };
        let decision = prove_target(target, Finish::AsFound, budget, self.stream);
        self.nodes += decision.nodes;
        Finding::of(decision.verdict)
    }

    /// The past with a side to move.
    fn side(&mut self, target: &Target, turn: Color) -> Side {
        let mut side = Side {
            turn,
            finding: self.ask(target),
            start: target.is_reached_by(&[]),
            last_moves: Vec::new(),
            en_passant: Vec::new(),
        };
        if !target.flaws(turn).is_empty() {
            return side;
        }
        let known = side.finding.game.as_ref();
        let known = known.and_then(|game| Some((*game.moves().last()?, game.clone())));
        for m in target.last_moves(turn) {
            let finding = match &known {
                Some((last, game)) if *last == m => Finding {
                    possibility: Possibility::Possible,
                    game: Some(game.clone()),
                    reasons: Vec::new(),
                },
                _ => self.last_move(target, turn, m),
            };
            side.last_moves.push(LastMove { played: m, finding });
        }
        side.last_moves.sort_by_key(|last| order(last.played));
        side.conclude(target);
        side
    }

    /// Whether a game ends with this move in the target.
    fn last_move(&mut self, target: &Target, turn: Color, m: Move) -> Finding {
        let mut finding = self.ask(&target.before(turn, m));
        if let Some(before) = finding.game.take() {
            let mut moves = before.moves().to_vec();
            moves.push(m);
            // The replay has the last word: too many moves without a capture, say, leave the question open.
            let reached = target.is_reached_by(&moves);
            finding.game = Game::from_moves(Chess::default(), moves)
                .ok()
                .filter(|_| reached);
            if finding.game.is_none() {
                finding.possibility = Possibility::Undecided;
            }
        }
        finding
    }

    /// Whether a game leaves all of these rooks the right to castle, whoever of those who may is to move.
    fn right(&mut self, target: &Target, sides: &[Side], rooks: Bitboard) -> Finding {
        let ends_so = |game: &&Game| {
            let rights = game.end().castles().castling_rights();
            (rooks & !rights).is_empty()
        };
        let found = sides.iter().flat_map(|side| {
            let last = side.last_moves.iter().map(|last| &last.finding);
            last.chain([&side.finding])
        });
        let mut games = found.filter_map(|finding| finding.game.as_ref());
        if let Some(game) = games.find(ends_so) {
            return Finding {
                possibility: Possibility::Possible,
                game: Some(game.clone()),
                reasons: Vec::new(),
            };
        }
        self.ask(&target.holding(rooks))
    }
}

impl Side {
    /// What the last moves say about the side, and about captures en passant.
    fn conclude(&mut self, target: &Target) {
        let possible = |last: &&LastMove| last.finding.possibility == Possibility::Possible;
        let shown = self.last_moves.iter().find(possible);
        if self.finding.possibility == Possibility::Undecided {
            if let Some(last) = shown {
                self.finding = last.finding.clone();
            } else if !self.start
                && self
                    .last_moves
                    .iter()
                    .all(|last| last.finding.is_impossible())
            {
                // All moves that can have been the last one are in the list.
                let player = (!self.turn).fold_wb("White", "Black");
                let message = format!(
                    "{player} has just moved, but each of the {} moves that can have led to this position \
                     comes from a position that is itself impossible",
                    self.last_moves.len()
                );
                let men = target.board().by_color(!self.turn);
                self.finding = Finding {
                    possibility: Possibility::Impossible,
                    game: None,
                    reasons: vec![Reason::new("no-last-move", message, men)],
                };
            }
        }
        for (number, last) in self.last_moves.iter().enumerate() {
            let Some(square) = claim(target, self.turn, last.played) else {
                continue;
            };
            let others = || {
                let others = self.last_moves.iter().enumerate();
                others.filter(|(other, _)| *other != number)
            };
            let only = !self.start && others().all(|(_, other)| other.finding.is_impossible());
            let another = self.start || others().any(|(_, other)| possible(&other));
            let possibility = match last.finding.possibility {
                Possibility::Possible if only => Possibility::Proven,
                Possibility::Possible if another => Possibility::Possible,
                Possibility::Impossible => Possibility::Impossible,
                _ => Possibility::Undecided,
            };
            self.en_passant.push(EnPassantClaim {
                square,
                possibility,
            });
        }
    }
}

/// The square on which the pawn of a double step could be taken.
fn claim(target: &Target, turn: Color, m: Move) -> Option<Square> {
    let from = m.from().filter(|_| m.role() == Role::Pawn)?;
    if from.file() != m.to().file() || from.rank().distance(m.to().rank()) != 2 {
        return None;
    }
    let square = Square::from_coords(from.file(), (!turn).relative_rank(Rank::Third));
    let mut setup = target.retro(turn).setup();
    setup.ep_square = Some(square);
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    position.ep_square(EnPassantMode::Legal)
}

/// Kings first, then the stronger men; by squares, quiet moves before captures.
fn order(m: Move) -> (std::cmp::Reverse<u32>, Square, Option<Square>, u32) {
    let role = m.promotion().unwrap_or_else(|| m.role());
    let strength = std::cmp::Reverse(u32::from(role));
    let victim = m.capture().map_or(0, u32::from);
    (strength, m.to(), m.from(), victim)
}
