//! Tree to text: the canonical form, which parses back to the same tree.

use std::fmt::{self, Display, Write as _};

use shakmaty::Role;

use crate::{
    BestMove, Beyond, Constraint, Count, Expr, GameResult, Judged, Kind, Men, Predicate, Quantity,
    Range, Side, TableResult, Term, TimeClass, Wing,
};

impl Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            out: String::new(),
            scope: Scope::Nobody,
        };
        printer.expr(self.expr(), Level::Or);
        f.write_str(&printer.out)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            out: String::new(),
            scope: Scope::Nobody,
        };
        printer.expr(self, Level::Or);
        f.write_str(&printer.out)
    }
}

/// How tightly the surroundings bind: what needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Level {
    Or,
    And,
    Unit,
}

/// Whom the parser takes the next count to speak of, kept here exactly as it keeps it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Nobody,
    Total,
    Side(Side),
}

struct Printer {
    out: String,
    scope: Scope,
}

impl Printer {
    fn expr(&mut self, expr: &Expr, level: Level) {
        match expr {
            Expr::All(parts) if parts.is_empty() => self.out.push_str("anything"),
            Expr::Any(parts) if parts.is_empty() => self.out.push_str("not anything"),
            Expr::All(parts) if level <= Level::And => self.all(parts),
            Expr::Any(parts) if level == Level::Or => {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(" or ");
                    }
                    self.expr(part, Level::And);
                }
            }
            Expr::All(_) | Expr::Any(_) => self.parenthesised(expr),
            Expr::Not(part) => {
                self.out.push_str("not ");
                let outer = self.scope;
                self.expr(part, Level::Unit);
                self.scope = outer;
            }
            // Bound groups stand in parentheses of their own, so that what follows them in the same
            // run is not drawn into the group.
            Expr::AnySide(part) => self.bound("any side", part, level),
            Expr::EachSide(part) => self.bound("each side", part, level),
            Expr::Is(predicate) => self.predicate(predicate),
        }
    }

    fn parenthesised(&mut self, expr: &Expr) {
        let outer = self.scope;
        self.out.push('(');
        self.expr(expr, Level::Or);
        self.out.push(')');
        self.scope = outer;
    }

    fn bound(&mut self, words: &str, part: &Expr, level: Level) {
        let outer = self.scope;
        let wrapped = level > Level::Or;
        if wrapped {
            self.out.push('(');
        }
        let _ = write!(self.out, "{words} (");
        self.scope = Scope::Side(Side::Own);
        self.expr(part, Level::Or);
        self.out.push(')');
        if wrapped {
            self.out.push(')');
        }
        self.scope = outer;
    }

    fn all(&mut self, parts: &[Expr]) {
        let mut rest = parts;
        let mut first = true;
        let mut after_count = false;
        while let Some(part) = rest.first() {
            let tuple = tuple(rest);
            let is_count = matches!(part, Expr::Is(Predicate::Count(_)));
            if !first {
                let same_side = match (part, tuple) {
                    (_, Some((side, _))) => self.scope == Scope::Side(side),
                    (Expr::Is(Predicate::Count(count)), None) => {
                        placement(count).is_some()
                            || scoped(count).is_some_and(|side| said(side) == self.scope)
                    }
                    _ => false,
                };
                self.out.push_str(if after_count && is_count && same_side {
                    " "
                } else {
                    " and "
                });
            }
            if let Some((side, numbers)) = tuple {
                self.say(Scope::Side(side));
                let _ = write!(self.out, "({})", numbers.map(|n| n.to_string()).join(","));
                rest = &rest[5..];
            } else {
                self.expr(part, Level::Unit);
                rest = &rest[1..];
            }
            first = false;
            after_count = is_count;
        }
    }

    fn say(&mut self, whom: Scope) {
        if self.scope == whom {
            return;
        }
        if !(whom == Scope::Total && self.scope == Scope::Nobody) {
            let _ = write!(
                self.out,
                "{} ",
                match whom {
                    Scope::Side(side) => side_word(side),
                    Scope::Total | Scope::Nobody => "total",
                }
            );
            self.scope = whom;
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        let text = match predicate {
            Predicate::Count(count) => return self.count(count),
            Predicate::Empty(region) => format!("empty {}", region.text()),
            Predicate::Pattern(pattern) => format!("fen {pattern}"),
            Predicate::Castling(side, wing) => {
                format!("{} castling {}", side_word(*side), wing_word(*wing))
            }
            Predicate::CanCastle(side, wing) => {
                format!("{} can castle {}", side_word(*side), wing_word(*wing))
            }
            Predicate::Castled(side, wing) => {
                format!("{} castled {}", side_word(*side), wing_word(*wing))
            }
            Predicate::Check(None) => "check".to_owned(),
            Predicate::Check(Some(side)) => format!("{} in check", side_word(*side)),
            Predicate::DoubleCheck(None) => "double check".to_owned(),
            Predicate::DoubleCheck(Some(side)) => format!("{} in double check", side_word(*side)),
            Predicate::Checkmate(None) => "checkmate".to_owned(),
            Predicate::Checkmate(Some(side)) => format!("{} checkmated", side_word(*side)),
            Predicate::Stalemate(None) => "stalemate".to_owned(),
            Predicate::Stalemate(Some(side)) => format!("{} stalemated", side_word(*side)),
            Predicate::ToMove(side) => format!("{} to move", side_word(*side)),
            Predicate::EnPassant => "en passant".to_owned(),
            Predicate::OppositeBishops => "opposite bishops".to_owned(),
            Predicate::Ply(range) => format!("ply{}", range_text(*range)),
            Predicate::MoveNumber(range) => format!("move{}", range_text(*range)),
            Predicate::Halfmoves(range) => format!("halfmoves{}", range_text(*range)),
            Predicate::Beyond(Beyond::Earlier(part)) => {
                self.out.push_str("earlier ");
                return self.parenthesised(part);
            }
            Predicate::Beyond(beyond) => beyond_text(beyond),
            Predicate::Judged(judged) => judged_text(judged),
        };
        self.out.push_str(&text);
    }

    fn count(&mut self, count: &Count) {
        if let Some(text) = placement(count) {
            self.out.push_str(&text);
            return;
        }
        if let Some(side) = scoped(count) {
            self.say(said(side));
            let quantity = &count.terms[0].quantity;
            let _ = write!(
                self.out,
                "{}{}",
                quantity_text(quantity),
                range_text(count.range)
            );
            return;
        }
        for (i, Term { minus, quantity }) in count.terms.iter().enumerate() {
            match (i, minus) {
                (0, false) => {}
                (_, true) => self.out.push_str(" - "),
                (_, false) => self.out.push_str(" + "),
            }
            // A side that carries would make legal moves those of that side, on its turn.
            let whose = quantity_side(quantity).or_else(|| {
                let carried = matches!(self.scope, Scope::Side(_));
                (carried && *quantity == Quantity::LegalMoves).then_some(None)
            });
            if let Some(side) = whose {
                let _ = write!(self.out, "{}.", side.map_or("total", side_word));
            }
            self.out.push_str(&quantity_text(quantity));
        }
        let _ = write!(self.out, " {}", range_text(count.range));
    }
}

/// How much of the parser's limits the canonical form of a tree takes up.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Size {
    pub(crate) depth: usize,
    pub(crate) predicates: usize,
}

impl Size {
    /// The size of a group of such parts in a pair of parentheses, or behind a `not`.
    fn wrapped(self) -> Size {
        Size {
            depth: self.depth + 1,
            predicates: self.predicates + 1,
        }
    }
}

/// The size of the canonical form: at most this deep and this long.
pub(crate) fn size(expr: &Expr) -> Size {
    match expr {
        Expr::Is(Predicate::Count(count)) => Size {
            depth: 1,
            predicates: count.terms.len(),
        },
        Expr::Is(Predicate::Beyond(Beyond::Earlier(part))) => size(part).wrapped(),
        Expr::Is(_) => Size {
            depth: 1,
            predicates: 1,
        },
        Expr::All(parts) | Expr::Any(parts) => parts.iter().map(size_of_part).fold(
            Size {
                depth: 1,
                predicates: usize::from(parts.is_empty()),
            },
            |sum, part| Size {
                depth: sum.depth.max(part.depth),
                predicates: sum.predicates + part.predicates,
            },
        ),
        Expr::Not(part) => size_of_part(part).wrapped(),
        Expr::AnySide(part) | Expr::EachSide(part) => size(part).wrapped(),
    }
}

/// Groups stand in parentheses of their own inside others.
fn size_of_part(part: &Expr) -> Size {
    match part {
        Expr::All(_) | Expr::Any(_) | Expr::AnySide(_) | Expr::EachSide(_) => size(part).wrapped(),
        Expr::Is(_) | Expr::Not(_) => size(part),
    }
}

/// A single quantity that is printed under the side in scope; `None` inside for both sides.
fn scoped(count: &Count) -> Option<Option<Side>> {
    match count.terms.as_slice() {
        [
            Term {
                minus: false,
                quantity,
            },
        ] => Some(quantity_side(quantity).unwrap_or(None)),
        _ => None,
    }
}

fn said(side: Option<Side>) -> Scope {
    side.map_or(Scope::Total, Scope::Side)
}

/// Whose the quantity is, where it is anybody's.
fn quantity_side(quantity: &Quantity) -> Option<Option<Side>> {
    match quantity {
        Quantity::Men(men) => Some(men.side),
        Quantity::Promoted(side) | Quantity::Points(side) => Some(*side),
        Quantity::OpenFiles | Quantity::LegalMoves => None,
    }
}

/// `Ke1`, where the count says just that.
fn placement(count: &Count) -> Option<String> {
    let men = count.men()?;
    let square = men.region.squares.single_square()?;
    let [role] = men.kind.roles() else {
        return None;
    };
    let color = match men.side? {
        Side::White => shakmaty::Color::White,
        Side::Black => shakmaty::Color::Black,
        _ => return None,
    };
    let plain = men.traits.is_empty()
        && !men.region.relative
        && men.kind == Kind::of(*role)
        && count.range == Range::at_least(1);
    plain.then(|| format!("{}{square}", color.fold_wb(role.upper_char(), role.char())))
}

/// Five exact counts of one side in the order of the thesis' tuple.
fn tuple(parts: &[Expr]) -> Option<(Side, [i32; 5])> {
    const ROLES: [Role; 5] = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let mut side = None;
    let mut numbers = [0; 5];
    for (i, role) in ROLES.iter().enumerate() {
        let Some(Expr::Is(Predicate::Count(count))) = parts.get(i) else {
            return None;
        };
        let men = count.men()?;
        let fits = men.is_material()
            && men.kind == Kind::of(*role)
            && count.range.min == count.range.max
            && count.range.min >= 0
            && (i == 0 || side == men.side);
        if !fits {
            return None;
        }
        side = men.side;
        numbers[i] = count.range.min;
    }
    Some((side?, numbers))
}

pub(crate) fn side_word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
        Side::Mover => "mover",
        Side::Opponent => "opponent",
        Side::Own => "own",
        Side::Other => "other",
    }
}

pub(crate) fn wing_word(wing: Wing) -> &'static str {
    match wing {
        Wing::Kingside => "kingside",
        Wing::Queenside => "queenside",
    }
}

fn quantity_text(quantity: &Quantity) -> String {
    match quantity {
        Quantity::Men(men) => men_text(men),
        Quantity::Promoted(_) => "promoted".to_owned(),
        Quantity::Points(_) => "points".to_owned(),
        Quantity::OpenFiles => "open files".to_owned(),
        Quantity::LegalMoves => "legal moves".to_owned(),
    }
}

fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "K",
        Kind::Queen => "Q",
        Kind::Rook => "R",
        Kind::Bishop => "B",
        Kind::LightBishop => "light B",
        Kind::DarkBishop => "dark B",
        Kind::Knight => "N",
        Kind::Pawn => "P",
        Kind::Minor => "minors",
        Kind::Major => "majors",
        Kind::Piece => "pieces",
        Kind::Man => "men",
    }
}

fn men_text(men: &Men) -> String {
    let mut text = String::new();
    for found in &men.traits {
        let _ = write!(text, "{} ", found.word());
    }
    text.push_str(kind_text(men.kind));
    if !men.region.is_whole_board() {
        let _ = write!(text, " on {}", men.region.text());
    }
    text
}

/// `=3`, `>=1`, `=2..5`.
pub(crate) fn range_text(range: Range) -> String {
    match range {
        Range {
            min: i32::MIN,
            max: i32::MAX,
        } => ">=-1000000".to_owned(),
        Range { min: i32::MIN, max } => format!("<={max}"),
        Range { min, max: i32::MAX } => format!(">={min}"),
        Range { min, max } if min == max => format!("={min}"),
        Range { min, max } => format!("={min}..{max}"),
    }
}

fn beyond_text(beyond: &Beyond) -> String {
    let sided = |side: &Option<Side>, text: String| match side {
        Some(side) => format!("{} {text}", side_word(*side)),
        None => text,
    };
    match beyond {
        Beyond::Elo(side, range) => sided(side, format!("elo{}", range_text(*range))),
        Beyond::EloGap(range) => format!("elo gap{}", range_text(*range)),
        Beyond::Time(class) => format!("time {}", time_word(*class)),
        Beyond::Result(result) => format!(
            "result {}",
            match result {
                GameResult::White => "1-0",
                GameResult::Black => "0-1",
                GameResult::Draw => "1/2-1/2",
            }
        ),
        Beyond::Eco(from, to) if from == to => format!("eco {from}"),
        Beyond::Eco(from, to) => format!("eco {from}..{to}"),
        Beyond::Opening(name) => format!("opening '{name}'"),
        Beyond::Clock(side, range) => sided(side, format!("clock{}", range_text(*range))),
        Beyond::First(range) => format!("first{}", range_text(*range)),
        Beyond::Lasting(plies) => format!("lasting {plies}"),
        Beyond::GameEval(range) => format!("game eval{}", score_text(*range)),
        Beyond::GameMateIn(range) => format!("game mate in{}", range_text(*range)),
        Beyond::Player(side, name) => sided(side, format!("player '{name}'")),
        Beyond::Event(name) => format!("event '{name}'"),
        Beyond::Date(range) => format!("date{}", crate::date::text(*range)),
        Beyond::Earlier(part) => format!("earlier ({part})"),
    }
}

fn score_text(range: Range) -> String {
    match range {
        Range { min: i32::MIN, max } => format!("<={}", pawns(max)),
        Range { min, max: i32::MAX } => format!(">={}", pawns(min)),
        Range { min, max } if min == max => format!("={}", pawns(min)),
        Range { min, max } => format!("={}..{}", pawns(min), pawns(max)),
    }
}

fn judged_text(judged: &Judged) -> String {
    match judged {
        Judged::Eval(side, range) => {
            let side = side.map_or(String::new(), |side| format!("{} ", side_word(side)));
            format!("{side}eval{}", score_text(*range))
        }
        Judged::MateIn(range) => format!("mate in{}", range_text(*range)),
        Judged::HelpmateIn(range) => format!("helpmate in{}", range_text(*range)),
        Judged::SelfmateIn(range) => format!("selfmate in{}", range_text(*range)),
        Judged::OnlyMove => "only move".to_owned(),
        Judged::BestMoves(range) => format!("best moves{}", range_text(*range)),
        Judged::Gap(range) => format!("gap{}", score_text(*range)),
        Judged::BestMove(like) => format!(
            "best move {}",
            match like {
                BestMove::By(kind) => kind_text(*kind),
                BestMove::Quiet => "quiet",
                BestMove::Takes => "takes",
                BestMove::Sacrifice => "sacrifice",
                BestMove::Check => "check",
                BestMove::Promotes => "promotes",
            }
        ),
        Judged::Motif(tag) => format!("motif {tag}"),
        Judged::Tablebase(result) => format!(
            "tablebase {}",
            match result {
                TableResult::Win => "win",
                TableResult::Draw => "draw",
                TableResult::Loss => "loss",
            }
        ),
        Judged::MateDistance(range) => format!("dtm{}", range_text(*range)),
        Judged::FoundBy(rating, range) => format!("found by {rating}{}", range_text(*range)),
    }
}

pub(crate) fn time_word(class: TimeClass) -> &'static str {
    match class {
        TimeClass::Ultrabullet => "ultrabullet",
        TimeClass::Bullet => "bullet",
        TimeClass::Blitz => "blitz",
        TimeClass::Rapid => "rapid",
        TimeClass::Classical => "classical",
        TimeClass::Correspondence => "correspondence",
    }
}

/// Hundredths of a pawn as pawns.
pub(crate) fn pawns(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}
