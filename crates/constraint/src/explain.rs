//! The constraint in words.

use crate::{
    BestMove, Beyond, Constraint, Count, Expr, GameResult, Judged, Kind, Men, Predicate, Quantity,
    Range, Side, TableResult, Term, Wing,
    date::day_text,
    print::{pawns, time_word},
    reading::{Level, reading},
};

/// What a constraint asks for beyond the position: what a caller needs to know to judge it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// Predicates about castling done earlier: the game that led here.
    pub history: bool,
    /// Predicates about players or the game's course, in the language.
    pub beyond: Vec<String>,
    /// Predicates about what a position is worth, in the language.
    pub judged: Vec<String>,
}

impl Constraint {
    /// What the constraint asks for beyond the position itself.
    pub fn needs(&self) -> Needs {
        let mut needs = Needs {
            history: false,
            beyond: Vec::new(),
            judged: Vec::new(),
        };
        collect(self.expr(), &mut needs);
        needs
    }

    /// The constraint in words, one line a condition, alternatives indented below what they belong to.
    ///
    /// ```
    /// let constraint: sissa_constraint::Constraint = "white Q=0 R>=1 and not check".parse()?;
    /// assert_eq!(constraint.explain(), "\
    /// White has no queen
    /// White has at least 1 rook
    /// not: the side to move is in check
    /// ");
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn explain(&self) -> String {
        let mut text = String::new();
        explain(self.expr(), "", &mut text);
        text
    }
}

fn collect(expr: &Expr, needs: &mut Needs) {
    match expr {
        Expr::All(parts) | Expr::Any(parts) => parts.iter().for_each(|part| collect(part, needs)),
        Expr::Not(part) | Expr::AnySide(part) | Expr::EachSide(part) => collect(part, needs),
        Expr::Is(Predicate::Castled(..)) => needs.history = true,
        Expr::Is(Predicate::Beyond(_)) => needs.beyond.push(expr.to_string()),
        Expr::Is(Predicate::Judged(_)) => needs.judged.push(expr.to_string()),
        Expr::Is(_) => {}
    }
}

fn explain(expr: &Expr, indent: &str, text: &mut String) {
    let mut line = |words: &str| {
        text.push_str(indent);
        text.push_str(words);
        text.push('\n');
    };
    let deeper = format!("{indent}  ");
    match expr {
        Expr::All(parts) if parts.is_empty() => line("anything goes"),
        Expr::Any(parts) if parts.is_empty() => line("nothing satisfies this"),
        Expr::All(parts) => parts.iter().for_each(|part| explain(part, indent, text)),
        Expr::Any(parts) => {
            line("at least one of:");
            alternatives(parts, &deeper, text);
        }
        Expr::Not(part) => match part.as_ref() {
            Expr::Is(predicate) => line(&denied(predicate)),
            Expr::Any(parts) if !parts.is_empty() => {
                line("none of:");
                alternatives(parts, &deeper, text);
            }
            part => {
                line("not all of this together:");
                explain(part, &deeper, text);
            }
        },
        Expr::AnySide(part) => {
            line("for at least one of the two sides:");
            explain(part, &deeper, text);
        }
        Expr::EachSide(part) => {
            line("for each of the two sides:");
            explain(part, &deeper, text);
        }
        Expr::Is(Predicate::Beyond(Beyond::Earlier(part))) => {
            line("earlier in the game:");
            explain(part, &deeper, text);
        }
        Expr::Is(predicate) => line(&sentence(predicate)),
    }
}

/// The parts of a list, each told apart from the next.
fn alternatives(parts: &[Expr], indent: &str, text: &mut String) {
    for part in parts {
        match part {
            Expr::All(inner) if inner.len() > 1 => {
                text.push_str(indent);
                text.push_str("all of:\n");
                explain(part, &format!("{indent}  "), text);
            }
            part => explain(part, indent, text),
        }
    }
}

/// That a predicate does not hold: of a number of men, by the numbers that are left.
pub(crate) fn denied(predicate: &Predicate) -> String {
    if let Predicate::Count(count) = predicate
        && let Some(men) = count.men()
    {
        match count.range {
            Range { min, max: i32::MAX } if min >= 1 => {
                return men_sentence(men, Range::at_most(min - 1));
            }
            Range { min: i32::MIN, max } if (0..i32::MAX).contains(&max) => {
                return men_sentence(men, Range::at_least(max + 1));
            }
            _ => {}
        }
    }
    format!("not: {}", sentence(predicate))
}

fn who(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
        Side::Mover => "the side to move",
        Side::Opponent => "the side that has just moved",
        Side::Own => "this side",
        Side::Other => "its opponent",
    }
}

fn mover(side: Option<Side>) -> &'static str {
    who(side.unwrap_or(Side::Mover))
}

fn wing(wing: Wing) -> &'static str {
    match wing {
        Wing::Kingside => "kingside",
        Wing::Queenside => "queenside",
    }
}

pub(crate) fn sentence(predicate: &Predicate) -> String {
    match predicate {
        Predicate::Count(count) => count_sentence(count),
        Predicate::Empty(region) => format!("nothing stands on {}", region.text()),
        Predicate::Pattern(pattern) => format!("the board matches {pattern}"),
        Predicate::Castling(side, on) => {
            format!("{} still has the right to castle {}", who(*side), wing(*on))
        }
        Predicate::CanCastle(side, on) => {
            format!("{} can castle {} right now", who(*side), wing(*on))
        }
        Predicate::Castled(side, on) => format!(
            "{} has castled {} earlier in the game",
            who(*side),
            wing(*on)
        ),
        Predicate::Check(side) => format!("{} is in check", mover(*side)),
        Predicate::DoubleCheck(side) => format!("{} is in double check", mover(*side)),
        Predicate::Checkmate(side) => format!("{} is checkmated", mover(*side)),
        Predicate::Stalemate(side) => format!("{} is stalemated", mover(*side)),
        Predicate::ToMove(side) => format!("it is the turn of {}", who(*side)),
        Predicate::EnPassant => "an en-passant capture is possible".to_owned(),
        Predicate::OppositeBishops => {
            "each side has one bishop, on squares of opposite colours".to_owned()
        }
        Predicate::Ply(range) => format!(
            "{} {} been played",
            amount(*range, "half-move"),
            have(*range)
        ),
        Predicate::MoveNumber(range) => format!("the move number is {}", number(*range)),
        Predicate::Halfmoves(range) => {
            format!(
                "{} {} passed since the last capture or pawn move",
                amount(*range, "half-move"),
                have(*range)
            )
        }
        Predicate::Beyond(beyond) => beyond_sentence(beyond),
        Predicate::Judged(judged) => judged_sentence(judged),
    }
}

fn count_sentence(count: &Count) -> String {
    if let [
        Term {
            minus: false,
            quantity,
        },
    ] = count.terms.as_slice()
    {
        return match quantity {
            Quantity::Men(men) => men_sentence(men, count.range),
            Quantity::Promoted(side) => {
                format!(
                    "{} {} that must have been promoted",
                    has(*side),
                    amount(count.range, "man")
                )
            }
            Quantity::Points(side) => format!(
                "{} {} of material",
                has(*side),
                amount(count.range, "point")
            ),
            Quantity::OpenFiles => format!("{} without pawns", amount(count.range, "file")),
            Quantity::LegalMoves => {
                format!("the side to move has {}", amount(count.range, "legal move"))
            }
        };
    }
    let mut sum = String::new();
    for (i, term) in count.terms.iter().enumerate() {
        if i > 0 {
            sum.push_str(if term.minus { " minus " } else { " plus " });
        }
        let (side, words) = match &term.quantity {
            Quantity::Men(men) => (men.side, set_words(men, true)),
            Quantity::Promoted(side) => (*side, "promoted men".to_owned()),
            Quantity::Points(side) => (*side, "points".to_owned()),
            Quantity::OpenFiles => (None, "open files".to_owned()),
            Quantity::LegalMoves => (None, "legal moves".to_owned()),
        };
        match side {
            Some(side) => sum.push_str(&format!("the {words} of {}", who(side))),
            None => sum.push_str(&format!("all {words}")),
        }
    }
    format!("{sum}: {}", number(count.range))
}

fn has(side: Option<Side>) -> String {
    match side {
        Some(side) => format!("{} has", who(side)),
        None => "both sides together have".to_owned(),
    }
}

fn men_sentence(men: &Men, range: Range) -> String {
    let range = Range {
        min: range.min.max(0),
        max: range.max,
    };
    let plural = is_plural(range) && range != Range::exactly(0);
    format!(
        "{} {} {}",
        has(men.side),
        how_many(range),
        set_words(men, plural)
    )
}

/// One of a kind, and many.
fn kind_words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::King => ("king", "kings"),
        Kind::Queen => ("queen", "queens"),
        Kind::Rook => ("rook", "rooks"),
        Kind::Bishop => ("bishop", "bishops"),
        Kind::LightBishop => ("light-squared bishop", "light-squared bishops"),
        Kind::DarkBishop => ("dark-squared bishop", "dark-squared bishops"),
        Kind::Knight => ("knight", "knights"),
        Kind::Pawn => ("pawn", "pawns"),
        Kind::Minor => ("minor piece", "minor pieces"),
        Kind::Major => ("major piece", "major pieces"),
        Kind::Piece => ("piece", "pieces"),
        Kind::Man => ("man", "men"),
    }
}

fn set_words(men: &Men, plural: bool) -> String {
    let mut words = String::new();
    for found in &men.traits {
        words.push_str(found.word());
        words.push(' ');
    }
    let (one, many) = kind_words(men.kind);
    words.push_str(if plural { many } else { one });
    if men.kind == Kind::Piece {
        words.push_str(" (kings and pawns not counted)");
    }
    if !men.region.is_whole_board() {
        let text = men.region.text();
        match text.strip_prefix("relative ") {
            Some(squares) => words.push_str(&format!(" on {squares} as its side sees the board")),
            None => words.push_str(&format!(" on {text}")),
        }
    }
    words
}

fn how_many(range: Range) -> String {
    match range {
        Range { min: 0, max: 0 } => "no".to_owned(),
        Range { min, max } if min == max => min.to_string(),
        Range {
            min: i32::MIN | 0,
            max: i32::MAX,
        } => "any number of".to_owned(),
        Range { min, max: i32::MAX } => format!("at least {min}"),
        Range {
            min: i32::MIN | 0,
            max,
        } => format!("at most {max}"),
        Range { min, max } => format!("{min} to {max}"),
    }
}

fn is_plural(range: Range) -> bool {
    let at_most_one = range.min <= 0 && range.max == 1;
    range != Range::exactly(1) && range != Range::at_least(1) && !at_most_one
}

fn have(range: Range) -> &'static str {
    if is_plural(range) { "have" } else { "has" }
}

fn amount(range: Range, unit: &str) -> String {
    let plural = is_plural(range);
    let unit = match (unit, plural) {
        ("man", true) => "men".to_owned(),
        (unit, true) => format!("{unit}s"),
        (unit, false) => unit.to_owned(),
    };
    format!("{} {unit}", how_many(range))
}

fn number(range: Range) -> String {
    match range {
        Range { min: i32::MIN, max } => format!("at most {max}"),
        Range { min, max: i32::MAX } => format!("at least {min}"),
        Range { min, max } if min == max => min.to_string(),
        Range { min, max } => format!("{min} to {max}"),
    }
}

fn beyond_sentence(beyond: &Beyond) -> String {
    let player = |side: &Option<Side>| {
        side.map_or_else(|| "both players".to_owned(), |side| who(side).to_owned())
    };
    match beyond {
        Beyond::Elo(side, range) if range.min == range.max => {
            format!("rating of {}: exactly {}", player(side), range.min)
        }
        Beyond::Elo(side, range) => format!("rating of {}: {}", player(side), number(*range)),
        Beyond::EloGap(range) => format!(
            "difference between the players' ratings: {}",
            number(*range)
        ),
        Beyond::Time(class) => format!("the time control is {}", time_word(*class)),
        Beyond::Result(GameResult::White) => "White won the game".to_owned(),
        Beyond::Result(GameResult::Black) => "Black won the game".to_owned(),
        Beyond::Result(GameResult::Draw) => "the game was drawn".to_owned(),
        Beyond::Eco(from, to) if from == to => format!("the opening has the ECO code {from}"),
        Beyond::Eco(from, to) => format!("the opening has an ECO code from {from} to {to}"),
        Beyond::Opening(words) => format!("the opening's name contains \"{words}\""),
        Beyond::Clock(side, range) => format!(
            "seconds left on the clock of {}: {}",
            player(side),
            number(*range)
        ),
        Beyond::First(range) => format!(
            "all of this first holds after so many half-moves: {}",
            number(*range)
        ),
        Beyond::Lasting(plies) => {
            format!("all of this holds for at least {plies} half-moves on end")
        }
        Beyond::GameEval(range) => {
            format!("the game's own score for White: {} pawns", score(*range))
        }
        Beyond::GameMateIn(range) => format!(
            "the game itself says that the side to move can force mate; moves it takes: {}",
            number(*range)
        ),
        Beyond::Player(None, name) => format!("one of the players is called \"{name}\""),
        Beyond::Player(Some(side), name) => format!("{} is called \"{name}\"", who(*side)),
        Beyond::Event(words) => format!("the event's name contains \"{words}\""),
        Beyond::Date(range) => played(*range),
        Beyond::Earlier(part) => {
            format!("earlier in the game: {}", reading(part, Level::Part))
        }
    }
}

/// When a game was played.
fn played(range: Range) -> String {
    match range {
        Range { min: i32::MIN, max } => {
            format!("the game was played on {} or before", day_text(max))
        }
        Range { min, max: i32::MAX } => {
            format!("the game was played on {} or later", day_text(min))
        }
        Range { min, max } if min == max => format!("the game was played on {}", day_text(min)),
        Range { min, max } => {
            format!(
                "the game was played from {} to {}",
                day_text(min),
                day_text(max)
            )
        }
    }
}

fn score(range: Range) -> String {
    match range {
        Range { min: i32::MIN, max } => format!("at most {}", pawns(max)),
        Range { min, max: i32::MAX } => format!("at least {}", pawns(min)),
        Range { min, max } if min == max => pawns(min),
        Range { min, max } => format!("{} to {}", pawns(min), pawns(max)),
    }
}

fn judged_sentence(judged: &Judged) -> String {
    match judged {
        Judged::Eval(side, range) => {
            let whom = side.map_or("White", who);
            format!("the engine gives {whom} {} pawns", score(*range))
        }
        Judged::MateIn(range) => format!(
            "the side to move can force mate; moves it takes: {}",
            number(*range)
        ),
        Judged::HelpmateIn(range) => format!(
            "together both sides can mate the side to move; moves it takes: {}",
            number(*range)
        ),
        Judged::SelfmateIn(range) => format!(
            "the side to move can force the other to mate it; moves it takes: {}",
            number(*range)
        ),
        Judged::OnlyMove => "only one move is good".to_owned(),
        Judged::BestMoves(range) => format!("number of good moves: {}", number(*range)),
        Judged::Gap(range) => format!(
            "the second best move is behind the best by {} pawns",
            score(*range)
        ),
        Judged::BestMove(like) => match like {
            BestMove::By(kind) => format!("the best move is made by a {}", kind_words(*kind).0),
            BestMove::Quiet => "the best move neither takes nor checks nor promotes".to_owned(),
            BestMove::Takes => "the best move takes".to_owned(),
            BestMove::Sacrifice => "the best move is a sacrifice".to_owned(),
            BestMove::Check => "the best move gives check".to_owned(),
            BestMove::Promotes => "the best move promotes".to_owned(),
        },
        Judged::Motif(tag) => {
            let phrase = crate::motifs::phrase(tag).unwrap_or(tag);
            format!("the best line has the motif {phrase}")
        }
        Judged::Tablebase(TableResult::Win) => "in perfect play the side to move wins".to_owned(),
        Judged::Tablebase(TableResult::Draw) => "perfect play is a draw".to_owned(),
        Judged::Tablebase(TableResult::Loss) => "in perfect play the side to move loses".to_owned(),
        Judged::MateDistance(range) => {
            format!("moves to mate in perfect play: {}", number(*range))
        }
        Judged::FoundBy(rating, range) => format!(
            "players of {rating} find the best line so often, in percent: {}",
            number(*range)
        ),
    }
}
