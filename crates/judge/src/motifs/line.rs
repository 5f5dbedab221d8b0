//! A line of play as motifs look at it: the solver's moves, the answers, and the move before.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position as _, Role, Square};

use crate::Worth;

/// A half-move with the positions around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position it was played in.
    pub before: Chess,
    /// The move.
    pub m: Move,
    /// The position it led to.
    pub after: Chess,
    /// From where; of castling, the king's square.
    pub from: Square,
    /// To where; of castling, the king's square.
    pub to: Square,
    /// What stands on its square afterwards: of a promotion, the new man.
    pub role: Role,
    /// What stood on its square before; nothing if taken in passing.
    pub taken: Option<Role>,
}

impl Step {
    fn new(before: &Chess, m: Move) -> Step {
        let mut after = before.clone();
        after.play_unchecked(m);
        let (from, to) = match m {
            Move::Castle { king, rook } => {
                let file = if rook > king { File::G } else { File::C };
                (king, Square::from_coords(file, king.rank()))
            }
            _ => (m.from().unwrap_or(m.to()), m.to()),
        };
        Step {
            before: before.clone(),
            m,
            after,
            from,
            to,
            role: m.promotion().unwrap_or(m.role()),
            taken: if m.is_castle() {
                None
            } else {
                before.board().role_at(to)
            },
        }
    }

    /// Whether it takes, in passing too.
    pub fn captures(&self) -> bool {
        self.m.is_capture()
    }

    /// Whether it gives check.
    pub fn checks(&self) -> bool {
        self.after.is_check()
    }

    /// The men afterwards.
    pub fn board(&self) -> &Board {
        self.after.board()
    }

    /// The opponent's men that the moved man attacks from its new square.
    pub fn targets(&self) -> Bitboard {
        self.board().attacks_from(self.to) & self.board().by_color(self.after.turn())
    }

    /// A pawn's move to the sixth rank or further, or a promotion.
    pub fn advances(&self) -> bool {
        let rank = relative_rank(self.before.turn(), self.to);
        self.m.is_promotion() || self.role == Role::Pawn && rank >= 5
    }
}

/// The rank of a square as a side counts it, from 0.
pub(super) fn relative_rank(color: Color, square: Square) -> u32 {
    let rank = u32::from(square.rank());
    color.fold_wb(rank, 7 - rank)
}

/// A line that begins with the solver's move.
///
/// ```
/// use sissa_judge::{Line, motifs};
/// use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
///
/// // The knight forks king and rook.
/// let position: Chess = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// let words: Vec<UciMove> = ["b5c7", "e8d7", "c7a8"].iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
/// let line = Line::of_uci(&position, &words).ok_or("not legal")?;
/// assert!(motifs(&line).iter().any(|motif| motif.name == "fork"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The solver's moves and the answers in turn; never empty.
    pub steps: Vec<Step>,
    /// The opponent's move that led to the position, where it is known.
    pub led_by: Option<Box<Step>>,
    /// What the line is worth at its end, where it is known.
    pub worth: Option<Worth>,
}

impl Line {
    /// A line of legal moves; `None` where one is not, or there is none.
    pub fn new(start: &Chess, moves: &[Move]) -> Option<Line> {
        let mut steps: Vec<Step> = Vec::with_capacity(moves.len());
        for m in moves {
            let before = steps.last().map_or(start, |step| &step.after);
            if !before.is_legal(*m) {
                return None;
            }
            let step = Step::new(before, *m);
            steps.push(step);
        }
        (!steps.is_empty()).then_some(Line {
            steps,
            led_by: None,
            worth: None,
        })
    }

    /// The same from moves as UCI writes them.
    pub fn of_uci(start: &Chess, moves: &[shakmaty::uci::UciMove]) -> Option<Line> {
        let mut chess = start.clone();
        let mut legal = Vec::with_capacity(moves.len());
        for uci in moves {
            let m = uci.to_move(&chess).ok()?;
            chess.play_unchecked(m);
            legal.push(m);
        }
        Line::new(start, &legal)
    }

    /// With the opponent's move that led here; it must lead to the line's first position.
    pub fn led_by(mut self, before: &Chess, m: Move) -> Option<Line> {
        let step = before.is_legal(m).then(|| Step::new(before, m))?;
        let same = step.after.board() == self.start().board();
        self.led_by = Some(Box::new(step));
        same.then_some(self)
    }

    /// With what it is worth at its end.
    pub fn worth(mut self, worth: Worth) -> Line {
        self.worth = Some(worth);
        self
    }

    /// Who solves.
    pub fn solver(&self) -> Color {
        self.start().turn()
    }

    /// Where it begins.
    pub fn start(&self) -> &Chess {
        &self.steps[0].before
    }

    /// Where it ends.
    pub fn end(&self) -> &Chess {
        &self.last().after
    }

    /// Its last half-move.
    pub fn last(&self) -> &Step {
        self.steps.last().expect("a line is never empty")
    }

    /// Whether it ends with the solver mating.
    pub fn mates(&self) -> bool {
        self.steps.len() % 2 == 1 && self.end().is_checkmate()
    }

    /// The solver's moves.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        self.steps.iter().step_by(2)
    }

    /// The solver's moves after the first, each with his move before and the answer to that.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        (2..self.steps.len()).step_by(2).map(|index| Turn {
            earlier: match index {
                2 => self.led_by.as_deref(),
                _ => Some(&self.steps[index - 3]),
            },
            first: &self.steps[index - 2],
            answer: &self.steps[index - 1],
            then: &self.steps[index],
            later: self.steps.get(index + 2),
        })
    }
}

/// Two moves of the solver and the answer between them.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The opponent's move before.
    pub earlier: Option<&'a Step>,
    /// The solver's move.
    pub first: &'a Step,
    /// The answer.
    pub answer: &'a Step,
    /// What the solver plays then.
    pub then: &'a Step,
    /// And after the next answer.
    pub later: Option<&'a Step>,
}
