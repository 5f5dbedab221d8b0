//! Motifs of a line: fork, pin, back-rank mate and the like, as Lichess' puzzle themes mean them.
//!
//! [`MOTIFS`] is the one table: a motif is a name, the tag that Lichess has for it, a definition and a detector. The
//! definitions are those of Lichess' public tagger, so that the words mean what players know; how well they agree with its
//! tags is measured by `examples/motifs.rs`.
//!
//! ```
//! use sissa_judge::{Line, motif, motifs};
//! use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
//!
//! let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
//! let mate: UciMove = "a1a8".parse()?;
//! let line = Line::new(&position, &[mate.to_move(&position)?]).ok_or("not legal")?;
//! let names: Vec<&str> = motifs(&line).iter().map(|motif| motif.name).collect();
//! assert_eq!(names, ["mate", "mate in 1", "back-rank mate", "one move", "rook endgame", "endgame"]);
//! assert_eq!(motif("back-rank mate").map(|motif| motif.tag), Some("backRankMate"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod board;
mod kinds;
mod line;
mod lures;
mod manner;
mod material;
mod mates;
mod stalemate;
mod zugzwang;

pub use line::{Line, Step, Turn};

use crate::{Effort, Judge, Question};

/// How a motif is found.
#[derive(Clone, Copy, Debug)]
pub enum Detector {
    /// By looking at the line.
    Line(fn(&Line) -> bool),
    /// By asking what positions are worth; `None` where the effort did not suffice.
    Judged(fn(&Line, &mut Judge, Question, &Effort) -> Option<bool>),
}

/// Something that happens in a line.
#[derive(Clone, Copy, Debug)]
pub struct Motif {
    /// Its name in the language.
    pub name: &'static str,
    /// Lichess' tag for it.
    pub tag: &'static str,
    /// When it holds.
    pub definition: &'static str,
    /// How it is found.
    pub detector: Detector,
}

impl Motif {
    /// Whether a line has it, where a look at the line settles that.
    pub fn holds(&self, line: &Line) -> Option<bool> {
        match self.detector {
            Detector::Line(detect) => Some(detect(line)),
            Detector::Judged(_) => None,
        }
    }

    /// Whether a line has it; `None` where the effort did not suffice.
    pub fn holds_judged(
        &self,
        line: &Line,
        judge: &mut Judge,
        question: Question,
        effort: &Effort,
    ) -> Option<bool> {
        match self.detector {
            Detector::Line(detect) => Some(detect(line)),
            Detector::Judged(detect) => detect(line, judge, question, effort),
        }
    }
}

/// The motifs of a line that a look at it settles, in the table's order.
pub fn motifs(line: &Line) -> Vec<&'static Motif> {
    let holds = |motif: &&Motif| motif.holds(line) == Some(true);
    MOTIFS.iter().filter(holds).collect()
}

/// A motif by its name or Lichess' tag.
pub fn motif(name: &str) -> Option<&'static Motif> {
    MOTIFS
        .iter()
        .find(|motif| motif.name == name || motif.tag == name)
}

/// A row of the table.
const fn row(
    name: &'static str,
    tag: &'static str,
    detector: fn(&Line) -> bool,
    definition: &'static str,
) -> Motif {
    Motif {
        name,
        tag,
        definition,
        detector: Detector::Line(detector),
    }
}

/// All motifs. To add one, write its detector with its exact definition in the file of its family, and a row here.
#[rustfmt::skip]
pub static MOTIFS: &[Motif] = &[
    row("mate", "mate", mates::mate, "the line ends with the solver mating"),
    row("mate in 1", "mateIn1", mates::mate_in::<1>, "it mates with the first move"),
    row("mate in 2", "mateIn2", mates::mate_in::<2>, "it mates with the second move"),
    row("mate in 3", "mateIn3", mates::mate_in::<3>, "it mates with the third move"),
    row("mate in 4", "mateIn4", mates::mate_in::<4>, "it mates with the fourth move"),
    row("mate in 5", "mateIn5", mates::mate_in::<5>, "it mates with the fifth move or later"),
    row("smothered mate", "smotheredMate", mates::smothered_mate, "a knight mates a king shut in by its own men"),
    row("back-rank mate", "backRankMate", mates::back_rank_mate, "mate along the first rank behind the king's own men, none of which is attacked"),
    row("anastasia's mate", "anastasiaMate", mates::anastasia_mate, "a rook or queen mates on the side file, a knight guards beyond the man beside the king"),
    row("hook mate", "hookMate", mates::hook_mate, "a rook mates beside the king, guarded by a knight that a pawn guards"),
    row("arabian mate", "arabianMate", mates::arabian_mate, "a rook mates beside a king in the corner, guarded by a knight on its diagonal"),
    row("boden's mate", "bodenMate", mates::boden_mate, "two bishops alone mate from both sides"),
    row("double bishop mate", "doubleBishopMate", mates::double_bishop_mate, "two bishops alone mate from one side"),
    row("dovetail mate", "dovetailMate", mates::dovetail_mate, "a queen alone mates from the diagonal square beside a king off the edge"),
    row("crushing", "crushing", kinds::crushing, "worth more than four pawns at the end, without mate"),
    row("advantage", "advantage", kinds::advantage, "worth one to four pawns at the end"),
    row("equality", "equality", kinds::equality, "worth one pawn at most at the end"),
    row("attraction", "attraction", lures::attraction, "king, queen or rook takes on a square where it is attacked at once"),
    row("deflection", "deflection", lures::deflection, "an offer or check makes a man give up the square or promotion it guarded"),
    row("interference", "interference", lures::interference, "something steps between a slider and the man it defends, which is taken"),
    row("intermezzo", "intermezzo", lures::intermezzo, "instead of taking back at once, the solver first plays a move that must be answered"),
    row("clearance", "clearance", lures::clearance, "a move vacates the square or line that a slider uses with the next"),
    row("capturing defender", "capturingDefender", lures::capturing_defender, "the defender of a man or of mate is taken, then what it defended"),
    row("advanced pawn", "advancedPawn", material::advanced_pawn, "a pawn goes to the seventh rank or promotes"),
    row("double check", "doubleCheck", attacks::double_check, "two men give check at once"),
    row("discovered check", "discoveredCheck", attacks::discovered_check, "a man gives check that did not move"),
    row("quiet move", "quietMove", manner::quiet_move, "before the last move, one that neither checks, takes nor attacks"),
    row("defensive move", "defensiveMove", manner::defensive_move, "the last move, or the answer to a check, is calm and was not forced"),
    row("sacrifice", "sacrifice", material::sacrifice, "two pawns' worth less after a later move than at the beginning"),
    row("x-ray", "xRayAttack", attacks::x_ray, "takes again through the man that took back"),
    row("fork", "fork", attacks::fork, "one man attacks two others worth winning"),
    row("hanging piece", "hangingPiece", material::hanging_piece, "the first move takes an undefended piece for good"),
    row("trapped piece", "trappedPiece", material::trapped_piece, "a piece is won that had no good square"),
    row("discovered attack", "discoveredAttack", attacks::discovered_attack, "a move opens the line of another man, which checks or takes on it"),
    row("exposed king", "exposedKing", manner::exposed_king, "checks against a king without pawns before or beside it"),
    row("skewer", "skewer", attacks::skewer, "a slider takes what stood behind a dearer man that moved away"),
    row("pin", "pin", attacks::pin, "a pinned man cannot take or cannot escape"),
    row("attacking f2 or f7", "attackingF2F7", manner::attacking_f2_f7, "a capture on f2 or f7 beside a king at home"),
    row("en passant", "enPassant", material::en_passant, "the solver takes in passing"),
    row("castling", "castling", manner::castling, "the solver castles"),
    row("promotion", "promotion", material::promotion, "a pawn of the solver promotes"),
    row("underpromotion", "underPromotion", material::underpromotion, "a pawn becomes no queen, and a knight if that mates"),
    row("kingside attack", "kingsideAttack", manner::kingside_attack, "checks and captures near a king on g or h; no fork, no back-rank mate"),
    row("queenside attack", "queensideAttack", manner::queenside_attack, "checks and captures near a king on a, b or c; no fork, no back-rank mate"),
    row("one move", "oneMove", kinds::one_move, "one move of the solver"),
    row("short", "short", kinds::short, "two moves of the solver"),
    row("long", "long", kinds::long, "three moves of the solver"),
    row("very long", "veryLong", kinds::very_long, "four moves of the solver or more"),
    row("pawn endgame", "pawnEndgame", kinds::pawn_endgame, "kings and pawns only"),
    row("queen endgame", "queenEndgame", kinds::queen_endgame, "queens, kings and pawns only"),
    row("rook endgame", "rookEndgame", kinds::rook_endgame, "rooks, kings and pawns only"),
    row("bishop endgame", "bishopEndgame", kinds::bishop_endgame, "bishops, kings and pawns only"),
    row("knight endgame", "knightEndgame", kinds::knight_endgame, "knights, kings and pawns only"),
    row("queen and rook endgame", "queenRookEndgame", kinds::queen_rook_endgame, "one queen, rooks, kings and pawns only"),
    row("opening", "opening", kinds::opening, "neither middlegame nor endgame"),
    row("middlegame", "middlegame", kinds::middlegame, "at most ten pieces, a thin first rank or men much mixed, and no endgame"),
    row("endgame", "endgame", kinds::endgame, "at most six pieces"),
    Motif {
        name: "zugzwang",
        tag: "zugzwang",
        definition: "the opponent would stand much better if he could pass",
        detector: Detector::Judged(zugzwang::zugzwang),
    },
    Motif {
        name: "stalemate trick",
        tag: "stalemateTrick",
        definition: "behind by two pawns or more, the only move that draws offers a man, now or later, whose capture is stalemate",
        detector: Detector::Judged(stalemate::stalemate_trick),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_knows_every_motif() {
        let here: Vec<&str> = MOTIFS.iter().map(|motif| motif.tag).collect();
        let there: Vec<&str> = sissa_constraint::MOTIFS.iter().map(|row| row.0).collect();
        assert_eq!(here, there);
    }

    #[test]
    fn every_motif_has_one_name() {
        for (index, one) in MOTIFS.iter().enumerate() {
            for other in &MOTIFS[..index] {
                assert!(
                    one.name != other.name && one.tag != other.tag,
                    "{}",
                    one.name
                );
            }
            assert!(!one.definition.ends_with('.'), "{}", one.name);
        }
    }
}
