//! Can anything satisfy the constraint? Certain contradictions are found before any search.
//!
//! A refusal here is a verdict: it must never be wrong. Every rule below is a necessary condition of
//! reachability or of the rules of chess; what they do not catch is left to the search. The tests
//! hold them against the exact description of every position of real and random games.

mod quantities;
mod worth;

use std::fmt;

use shakmaty::{Bitboard, Chess, Color, Piece, Role, Square, attacks};

use crate::{
    Constraint, Predicate,
    goal::{Goal, name},
};

/// Alternatives beyond this many are not examined one by one.
pub(crate) const MAX_BRANCHES: usize = 1_024;

/// Why nothing can satisfy a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// Counts that exclude each other.
    Counts,
    /// More than eight pawns.
    TooManyPawns,
    /// More promoted men than missing pawns.
    TooManyPromotions,
    /// Too few captures to let the pawns promote.
    NoRoomToPromote,
    /// Not exactly one king each, or no square for one.
    Kings,
    /// The kings would stand side by side.
    KingsTouch,
    /// A pawn on the first or the eighth rank.
    PawnOnEndRank,
    /// A square that is to hold two things, or a region too small.
    Squares,
    /// A castling right without its king and rook at home.
    CastlingMen,
    /// A right to castle after castling.
    CastledAlready,
    /// Castling on both wings.
    CastledTwice,
    /// Both kings in check.
    BothInCheck,
    /// The side that has just moved would be in check.
    OpponentInCheck,
    /// Contradictory turns.
    Turn,
    /// Check, mate and stalemate that exclude each other.
    CheckAndNot,
    /// Nothing that could give check or mate.
    NothingToCheckWith,
    /// Pawns that would have needed more captures than there can have been.
    PawnCaptures,
    /// No pawns that could capture en passant.
    NoEnPassant,
    /// Too few half-moves to get there.
    TooFewMoves,
    /// What positions are to be worth excludes itself, or is beyond what anything is worth.
    Worth,
    /// A mate is asked of a side whose men cannot mate.
    CannotMate,
    /// A motif is asked for whose men are not there.
    MotifMen,
    /// Endgame tables hold no such position.
    Tables,
}

impl Code {
    /// Every code, in the order of the documentation.
    pub const ALL: [Code; 23] = [
        Code::Counts,
        Code::TooManyPawns,
        Code::TooManyPromotions,
        Code::NoRoomToPromote,
        Code::Kings,
        Code::KingsTouch,
        Code::PawnOnEndRank,
        Code::Squares,
        Code::CastlingMen,
        Code::CastledAlready,
        Code::CastledTwice,
        Code::BothInCheck,
        Code::OpponentInCheck,
        Code::Turn,
        Code::CheckAndNot,
        Code::NothingToCheckWith,
        Code::PawnCaptures,
        Code::NoEnPassant,
        Code::TooFewMoves,
        Code::Worth,
        Code::CannotMate,
        Code::MotifMen,
        Code::Tables,
    ];

    /// The code as records and documentation spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Counts => "counts-contradict",
            Code::TooManyPawns => "too-many-pawns",
            Code::TooManyPromotions => "too-many-promotions",
            Code::NoRoomToPromote => "no-room-to-promote",
            Code::Kings => "kings",
            Code::KingsTouch => "kings-touch",
            Code::PawnOnEndRank => "pawn-on-end-rank",
            Code::Squares => "squares-contradict",
            Code::CastlingMen => "castling-men-moved",
            Code::CastledAlready => "castled-already",
            Code::CastledTwice => "castled-twice",
            Code::BothInCheck => "both-kings-in-check",
            Code::OpponentInCheck => "opponent-in-check",
            Code::Turn => "turn-contradicts",
            Code::CheckAndNot => "check-contradicts",
            Code::NothingToCheckWith => "nothing-to-check-with",
            Code::PawnCaptures => "pawns-need-captures",
            Code::NoEnPassant => "no-en-passant",
            Code::TooFewMoves => "too-few-moves",
            Code::Worth => "worth-contradicts",
            Code::CannotMate => "cannot-mate",
            Code::MotifMen => "motif-needs-men",
            Code::Tables => "not-in-tables",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One reason, in words a player understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What kind of reason.
    pub code: Code,
    /// The reason as a sentence, without a full stop.
    pub message: String,
    /// Squares it is about.
    pub squares: Bitboard,
}

impl Reason {
    /// A reason that is about no squares.
    pub fn new(code: Code, message: impl Into<String>) -> Reason {
        Reason {
            code,
            message: message.into(),
            squares: Bitboard::EMPTY,
        }
    }
}

/// A proof that nothing can satisfy a constraint: a reason for each of its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// One reason an alternative, without repetition.
    pub reasons: Vec<Reason>,
}

impl Constraint {
    /// Why no position reachable from the starting position can satisfy the constraint; `None` where no
    /// reason was found.
    ///
    /// ```
    /// use sissa_constraint::Constraint;
    /// let refutation = "white Q=3 P=8".parse::<Constraint>()?.refutation().unwrap();
    /// assert_eq!(refutation.reasons[0].code.as_str(), "too-many-promotions");
    /// assert!("white Q=3 P=6".parse::<Constraint>()?.refutation().is_none());
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn refutation(&self) -> Option<Refutation> {
        self.refutation_from(Some(&Chess::default()))
    }

    /// The same for games from another position, or for positions without a game: only what holds
    /// in every game is used then. A composed position may break rules that follow from the starting
    /// position, such as how many captures its pawns have cost.
    pub fn refutation_from(&self, start: Option<&Chess>) -> Option<Refutation> {
        self.refutation_within(start, u32::MAX)
    }

    /// The same for games of at most so many half-moves.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use sissa_constraint::Constraint;
    /// let ending = "KQvK".parse::<Constraint>()?;
    /// let refutation = ending.refutation_within(Some(&Chess::default()), 10).unwrap();
    /// assert_eq!(refutation.reasons[0].code.as_str(), "too-few-moves");
    /// assert!(ending.refutation_within(Some(&Chess::default()), 40).is_none());
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn refutation_within(&self, start: Option<&Chess>, plies: u32) -> Option<Refutation> {
        let from_start = start.is_some_and(|start| *start == Chess::default());
        let branches = self.alternatives().branches(MAX_BRANCHES)?;
        let mut reasons = Vec::new();
        if branches.is_empty() {
            reasons.push(Reason::new(
                Code::Counts,
                "nothing can satisfy an empty choice",
            ));
        }
        for branch in branches {
            let goal = Goal::new(branch);
            let reason = if from_start {
                goal.refutation()
            } else {
                goal.refutation_anywhere()
            }
            .or_else(|| too_few_moves(&goal, start?, plies))?;
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        Some(Refutation { reasons })
    }
}

fn too_few_moves(goal: &Goal, start: &Chess, plies: u32) -> Option<Reason> {
    let latest = goal.ply.max.saturating_sub(crate::compile::ply(start));
    let latest = i64::from(latest).min(i64::from(plies));
    // Where the bound knows no way at all, the search has to find out: it has no sentence for it.
    let needed = goal.least_plies(start)?;
    (i64::from(needed) > latest).then(|| {
        Reason::new(
            Code::TooFewMoves,
            format!(
                "at least {needed} half-moves are needed, but only {} are allowed",
                latest.max(0)
            ),
        )
    })
}

impl Goal {
    /// Why no game from the starting position can satisfy this alternative.
    pub fn refutation(&self) -> Option<Reason> {
        self.refutation_anywhere().or_else(|| {
            self.contradictions
                .first()
                .cloned()
                .or_else(|| self.pawn_reason())
        })
    }

    /// Why no legal position can satisfy it, however it came about.
    pub fn refutation_anywhere(&self) -> Option<Reason> {
        self.contradictions
            .iter()
            .find(|reason| reason.code != Code::NoRoomToPromote)
            .cloned()
            .or_else(|| self.castling_reason())
            .or_else(|| self.turn_reason())
            .or_else(|| self.king_reason())
            .or_else(|| self.check_reason())
            .or_else(|| self.region_reason())
            .or_else(|| self.quantity_reason())
            .or_else(|| self.worth_reason())
    }

    fn castling_reason(&self) -> Option<Reason> {
        for (holder, wing) in &self.held {
            if self.lost.contains(&(*holder, *wing)) {
                return Some(Reason::new(
                    Code::CastlingMen,
                    "a castling right cannot be both held and lost",
                ));
            }
            if self.castled.get(*holder).is_some() {
                return Some(Reason::new(
                    Code::CastledAlready,
                    format!(
                        "{} has castled, so it holds no castling right any more",
                        name(*holder)
                    ),
                ));
            }
        }
        None
    }

    fn turn_reason(&self) -> Option<Reason> {
        if self.ply.min > self.ply.max {
            return Some(Reason::new(
                Code::TooFewMoves,
                "no number of half-moves fits both limits",
            ));
        }
        if self.ply.min == self.ply.max
            && let Some(turn) = self.turn
            && turn != Color::from_white(self.ply.min % 2 == 0)
        {
            return Some(Reason::new(
                Code::Turn,
                format!(
                    "after {} half-moves it is not {}'s turn",
                    self.ply.min,
                    name(turn)
                ),
            ));
        }
        None
    }

    fn king_reason(&self) -> Option<Reason> {
        let white = self.king_square(Color::White);
        let black = self.king_square(Color::Black);
        if let (Some(white), Some(black)) = (white, black)
            && attacks::king_attacks(white).contains(black)
        {
            return Some(Reason {
                code: Code::KingsTouch,
                message: format!("the kings on {white} and {black} would stand side by side"),
                squares: Bitboard::from(white) | Bitboard::from(black),
            });
        }
        let in_check = |color: Color| {
            self.king_square(color)
                .filter(|king| self.certain_attacks(!color).contains(*king))
        };
        match (in_check(Color::White), in_check(Color::Black)) {
            (Some(white), Some(black)) => Some(Reason {
                code: Code::BothInCheck,
                message: "the required men give check to both kings at once".to_owned(),
                squares: Bitboard::from(white) | Bitboard::from(black),
            }),
            (Some(king), None) | (None, Some(king)) => {
                let checked = if self.king_square(Color::White) == Some(king) {
                    Color::White
                } else {
                    Color::Black
                };
                (self.turn == Some(!checked)).then(|| Reason {
                    code: Code::OpponentInCheck,
                    message: format!(
                        "{} would be in check on {king} with {} to move",
                        name(checked),
                        name(!checked)
                    ),
                    squares: Bitboard::from(king),
                })
            }
            (None, None) => None,
        }
    }

    fn check_reason(&self) -> Option<Reason> {
        let says = |test: fn(&Predicate) -> bool, denied: bool| {
            self.literals
                .iter()
                .any(|literal| literal.denied == denied && test(&literal.predicate))
        };
        let check = says(
            |p| {
                matches!(
                    p,
                    Predicate::Check(_) | Predicate::DoubleCheck(_) | Predicate::Checkmate(_)
                )
            },
            false,
        );
        let unchecked = says(|p| matches!(p, Predicate::Check(None)), true);
        let stalemate = says(|p| matches!(p, Predicate::Stalemate(_)), false);
        if check && (unchecked || stalemate) {
            return Some(Reason::new(
                Code::CheckAndNot,
                "the side to move cannot be in check and not in check",
            ));
        }
        if check {
            let mate = says(|p| matches!(p, Predicate::Checkmate(_)), false);
            let powerless = |attacker: Color| {
                self.turn.is_some_and(|turn| turn != !attacker) || self.cannot_check(attacker, mate)
            };
            if Color::ALL.into_iter().all(powerless) {
                let what = if mate { "mate" } else { "check" };
                return Some(Reason::new(
                    Code::NothingToCheckWith,
                    format!("the men left on the board cannot give {what}"),
                ));
            }
        }
        if says(|p| matches!(p, Predicate::EnPassant), false) {
            for color in Color::ALL {
                if self.windows.role(color, Role::Pawn).max == 0 {
                    return Some(Reason::new(
                        Code::NoEnPassant,
                        format!(
                            "en passant needs a pawn of each side, and {} is to have none",
                            name(color)
                        ),
                    ));
                }
            }
        }
        None
    }

    /// A lone king never gives check; a king and one minor piece cannot mate a lone king.
    fn cannot_check(&self, attacker: Color, mate: bool) -> bool {
        let own = self.windows.men(attacker).max;
        let lone = |color: Color| self.windows.men(color).max <= 1;
        let minors_only = [Role::Queen, Role::Rook, Role::Pawn]
            .iter()
            .all(|role| self.windows.role(attacker, *role).max == 0);
        own <= 1 || (mate && own <= 2 && minors_only && lone(!attacker))
    }

    fn region_reason(&self) -> Option<Reason> {
        for placement in &self.placements {
            let possible: Bitboard = placement
                .squares
                .into_iter()
                .filter(|square| {
                    placement.roles.iter().any(|role| {
                        self.cells[usize::from(*square)].allows(Some(Piece {
                            color: placement.color,
                            role: *role,
                        }))
                    })
                })
                .collect();
            let required = possible
                .into_iter()
                .filter(|square| {
                    self.cells[usize::from(*square)]
                        .only_piece()
                        .is_some_and(|piece| {
                            piece.color == placement.color && placement.roles.contains(&piece.role)
                        })
                })
                .count();
            let room = i64::try_from(possible.count()).unwrap_or(64);
            if room < i64::from(placement.range.min) {
                let king = placement.roles == [Role::King]
                    && self
                        .held
                        .iter()
                        .any(|(holder, _)| *holder == placement.color);
                return Some(Reason {
                    code: if king {
                        Code::CastlingMen
                    } else {
                        Code::Squares
                    },
                    message: if king {
                        format!(
                            "{} may castle only with the king still at home",
                            name(placement.color)
                        )
                    } else {
                        "there is no room on the named squares for the men that must stand there"
                            .to_owned()
                    },
                    squares: placement.squares,
                });
            }
            if i64::try_from(required).unwrap_or(64) > i64::from(placement.range.max) {
                return Some(Reason {
                    code: Code::Squares,
                    message: "more men are required on the named squares than may stand there"
                        .to_owned(),
                    squares: placement.squares,
                });
            }
        }
        None
    }

    /// A pawn changes files only by capturing: the required pawns must come from eight files at the
    /// price of no more captures than the other side can have lost men.
    fn pawn_reason(&self) -> Option<Reason> {
        for color in Color::ALL {
            let pawns: Vec<Square> = self
                .settled()
                .filter(|(_, contents)| {
                    *contents
                        == Some(Piece {
                            color,
                            role: Role::Pawn,
                        })
                })
                .map(|(square, _)| square)
                .collect();
            let squares: Bitboard = pawns.iter().copied().collect();
            let available = 16 - self.windows.men(!color).min;
            match fewest_captures(color, &pawns) {
                None => {
                    return Some(Reason {
                        code: Code::PawnCaptures,
                        message: format!(
                            "{}'s pawns cannot have come to their squares from the second rank",
                            name(color)
                        ),
                        squares,
                    });
                }
                Some(captures) if captures > available => {
                    return Some(Reason {
                        code: Code::PawnCaptures,
                        message: format!(
                            "{}'s pawns must have captured at least {captures} {}, but {} can have lost at most {available} {}",
                            name(color),
                            if captures == 1 { "time" } else { "times" },
                            name(!color),
                            if available == 1 { "man" } else { "men" }
                        ),
                        squares,
                    });
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// Fewest captures by which pawns from the eight files can stand on these squares.
fn fewest_captures(color: Color, pawns: &[Square]) -> Option<i32> {
    if pawns.len() > 8 {
        return None;
    }
    // best[set of files used] after placing the pawns so far.
    let mut best = vec![None; 256];
    best[0] = Some(0);
    for square in pawns {
        let height = color.fold_wb(i32::from(square.rank()), 7 - i32::from(square.rank())) - 1;
        let mut next = vec![None; 256];
        for (used, cost) in best.iter().enumerate() {
            let Some(cost) = cost else { continue };
            for file in 0..8 {
                let shift = (i32::from(square.file()) - file).abs();
                if used & (1 << file) == 0 && shift <= height {
                    let slot: &mut Option<i32> = &mut next[used | (1 << file)];
                    let total = cost + shift;
                    if slot.is_none_or(|known| total < known) {
                        *slot = Some(total);
                    }
                }
            }
        }
        best = next;
    }
    best.into_iter().flatten().min()
}
