//! A game in which everybody is captured but a few: both sides help.
//!
//! Nothing is searched. Whoever is to move takes what need not survive, or goes where taking comes nearer.

use rand::{Rng, RngExt, seq::SliceRandom};
use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position as _, Role, Square};

use super::{men::Men, walk::steps};

/// Half-moves that a game may have.
const LONGEST: usize = 300;
/// Games that are begun.
const GAMES: usize = 40;
/// Of so many moves the best is played while many men are there: then nearly every move will do.
const GLANCED_AT: usize = 10;
/// What a man that is still to be captured counts, in moves.
const MAN: u32 = 8;
/// What one counts that nobody can capture.
const OUT_OF_REACH: u32 = 60;
/// What a castling right counts that is to be lost.
const RIGHT: u32 = 3;

/// A game after which just these men are left, pawns and whoever may castle unmoved, nobody attacked. `None` where promoted
/// men are among them, or no game came about.
pub(super) fn exchanged(men: &Men, rng: &mut impl Rng) -> Option<Vec<Move>> {
    let kept = survivors(men)?;
    (0..GAMES).find_map(|_| Exchange::new(men, kept).play(rng))
}

/// Where they stand when a game begins.
fn survivors(men: &Men) -> Option<Bitboard> {
    let start = Board::new();
    let mut kept = Bitboard::EMPTY;
    for (piece, place) in &men.places {
        let alike = start.by_piece(*piece) & !kept;
        let fitting = match piece.role {
            Role::Pawn => alike & Bitboard::from_square(*place),
            Role::Bishop if place.is_light() => alike & Bitboard::LIGHT_SQUARES,
            Role::Bishop => alike & Bitboard::DARK_SQUARES,
            _ if (alike & men.castling).any() => alike & men.castling,
            _ => alike,
        };
        kept.add(fitting.first()?);
    }
    Some(kept)
}

struct Exchange {
    chess: Chess,
    /// Who is to survive.
    kept: Bitboard,
    /// Who has to stay at home.
    steady: Bitboard,
    castling: Bitboard,
}

impl Exchange {
    fn new(men: &Men, kept: Bitboard) -> Exchange {
        let chess = Chess::default();
        let kings = Color::ALL
            .into_iter()
            .filter(|color| (men.castling & Bitboard::from(color.backrank())).any());
        let kings = kings.filter_map(|color| chess.board().king_of(color));
        Exchange {
            steady: men.castling | kings.collect::<Bitboard>() | kept & chess.board().pawns(),
            chess,
            kept,
            castling: men.castling,
        }
    }

    fn play(mut self, rng: &mut impl Rng) -> Option<Vec<Move>> {
        let mut game = Vec::new();
        while !self.is_over() {
            if game.len() >= LONGEST {
                return None;
            }
            let m = self.chosen(rng)?;
            if let Some(from) = m.from().filter(|from| self.kept.contains(*from)) {
                self.kept.discard(from);
                self.kept.add(m.to());
            }
            self.chess.play_unchecked(m);
            game.push(m);
        }
        Some(game)
    }

    fn is_over(&self) -> bool {
        self.chess.board().occupied() == self.kept
            && self.chess.castles().castling_rights() == self.castling
            && is_peaceful(self.chess.board())
    }

    /// The move after which least is left to do.
    fn chosen(&self, rng: &mut impl Rng) -> Option<Move> {
        let mut moves: MoveList = self.chess.legal_moves();
        moves.retain(|m| self.is_allowed(*m));
        moves.shuffle(rng);
        let extra = (self.chess.board().occupied() & !self.kept).count();
        if extra > GLANCED_AT {
            moves.sort_by_key(|m| !m.is_capture());
            moves.truncate(GLANCED_AT);
        }
        let best = moves.iter().min_by_key(|m| {
            let mut after = self.chess.clone();
            after.play_unchecked(**m);
            let mut kept = self.kept;
            if m.from().is_some_and(|from| kept.contains(from)) {
                kept.add(m.to());
            }
            let ends = after.legal_moves().is_empty();
            (ends, self.left_to_do(&after, kept) + rng.random_range(0..3))
        });
        best.copied()
    }

    fn is_allowed(&self, m: Move) -> bool {
        let taken = match m {
            Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
            Move::Normal { capture, to, .. } => capture.map(|_| to),
            Move::Castle { .. } | Move::Put { .. } => return false,
        };
        !m.is_promotion()
            && taken.is_none_or(|square| !self.kept.contains(square))
            && m.from().is_none_or(|from| !self.steady.contains(from))
    }

    /// Moves until all others are captured, roughly.
    fn left_to_do(&self, chess: &Chess, kept: Bitboard) -> u32 {
        let board = chess.board();
        let mut sum = RIGHT * (chess.castles().castling_rights() & !self.castling).count() as u32;
        for square in board.occupied() & !kept {
            let Some(color) = board.color_at(square) else {
                continue;
            };
            let takers = board.by_color(!color) & !self.steady & !board.pawns();
            let nearest = takers.into_iter().filter_map(|taker| {
                let piece = board.piece_at(taker)?;
                let sees = board.attacks_from(taker).contains(square);
                Some(if sees {
                    1
                } else {
                    steps(piece, taker, square).max(2)
                })
            });
            sum += MAN + nearest.min().unwrap_or(OUT_OF_REACH);
        }
        sum
    }
}

/// Whether nobody attacks anybody.
pub(super) fn is_peaceful(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let attacked = |square| board.attacks_from(square) & board.by_color(!color);
        board
            .by_color(color)
            .into_iter()
            .all(|square| attacked(square).is_empty())
    })
}
