//! The past of a position in the words of a solver.

use shakmaty::{Color, Role, Square};
use sissa_game::{
    Reason,
    words::{counted, role_name},
};
use sissa_proof::{Army, LastMove, Possibility, Side, retraction, retraction_with};

use super::Past;

/// Refuted last moves that are named one by one; of more, each reason is told once.
const NAMED: usize = 12;

/// A right to castle as in FEN.
pub(super) fn right(rook: Square) -> char {
    let letter = if rook.file() == shakmaty::File::H {
        'K'
    } else {
        'Q'
    };
    if rook.rank() == shakmaty::Rank::First {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

fn player(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn told(reasons: &[Reason]) -> String {
    reasons.first().map_or_else(String::new, |reason| {
        format!(": {} ({})", reason.message, reason.code)
    })
}

impl Past {
    /// The answers, a line each, as a solver would write them.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.who_moved_last()];
        for side in &self.history.sides {
            if side.finding.possibility != Possibility::Impossible || !side.last_moves.is_empty() {
                self.last_moves(side, &mut lines);
            }
        }
        self.castling(&mut lines);
        for color in Color::ALL {
            self.army(color, self.history.armies.get(color), &mut lines);
        }
        lines
    }

    fn who_moved_last(&self) -> String {
        let sides = &self.history.sides;
        let excluded = sides
            .iter()
            .find(|side| side.finding.possibility == Possibility::Impossible);
        let reason = excluded.map_or_else(String::new, |side| told(&side.finding.reasons));
        match (self.moved_last(), &sides[..]) {
            (Some(color), [_, _]) => format!("{} moved last{reason}", player(color)),
            (Some(color), _) => format!("{} moved last", player(color)),
            (None, sides) if self.possibility() == Possibility::Impossible => {
                let both = if sides.len() > 1 {
                    ", whoever is to move"
                } else {
                    ""
                };
                format!("no game leads here{both}{reason}")
            }
            _ if self.possibility() == Possibility::Possible => {
                "either side can have moved last".to_owned()
            }
            _ => "who moved last is undecided".to_owned(),
        }
    }

    fn last_moves(&self, side: &Side, lines: &mut Vec<String>) {
        let who = player(!side.turn);
        let of = |what: Possibility| -> Vec<&LastMove> {
            let last = side.last_moves.iter();
            last.filter(|last| last.finding.possibility == what)
                .collect()
        };
        let (possible, impossible) = (of(Possibility::Possible), of(Possibility::Impossible));
        let undecided = of(Possibility::Undecided);
        if side.start {
            lines.push(format!("{who} need not have moved: the game begins here"));
        }
        match (&possible[..], &undecided[..]) {
            ([], []) => (),
            ([only], []) if !side.start => {
                lines.push(format!("last move: {}, no other", retraction(only.played)));
            }
            ([], _) => (),
            _ => lines.push(format!("last move: {}", listed(&possible))),
        }
        if !undecided.is_empty() {
            lines.push(format!("undecided: {}", listed(&undecided)));
        }
        for (last, reasons) in refuted(&impossible) {
            lines.push(format!("not {}{}", listed(&last), told(reasons)));
        }
        for claim in &side.en_passant {
            let square = claim.square;
            lines.push(match claim.possibility {
                Possibility::Proven => {
                    format!("en passant on {square} is allowed: the double step must have been the last move")
                }
                Possibility::Possible => format!(
                    "en passant on {square} is not allowed: the last move can have been another one"
                ),
                Possibility::Impossible => {
                    format!("en passant on {square} is not allowed: the double step cannot have been the last move")
                }
                Possibility::Undecided => format!("en passant on {square} is undecided"),
            });
        }
    }

    fn castling(&self, lines: &mut Vec<String>) {
        for one in &self.history.castling {
            let color = Color::from_white(one.rook.rank() == shakmaty::Rank::First);
            let side = if one.rook.file() == shakmaty::File::H {
                "kingside"
            } else {
                "queenside"
            };
            let player = player(color);
            lines.push(match one.finding.possibility {
                Possibility::Impossible => {
                    let reason = told(&one.finding.reasons);
                    format!("{player} cannot castle {side} any more{reason}")
                }
                Possibility::Undecided => format!("{player} castling {side} is undecided"),
                _ => format!("{player} may castle {side}"),
            });
        }
        for ([one, other], reasons) in &self.history.exclusive {
            let (one, other) = (right(*one), right(*other));
            let reason = told(reasons);
            lines.push(format!("not both {one} and {other}{reason}"));
        }
    }

    fn army(&self, color: Color, army: &Army, lines: &mut Vec<String>) {
        let player = player(color);
        for men in &army.promoted {
            let squares: Vec<String> = men.squares.iter().map(ToString::to_string).collect();
            let name = role_name(men.role);
            lines.push(match &squares[..] {
                [square] => format!("{player}'s {name} on {square} has promoted"),
                _ => format!(
                    "{player}: at least {} of the {name}s on {} promoted",
                    men.at_least,
                    squares.join(", ")
                ),
            });
        }
        let mut text = format!("{player} made {}", counted(army.captures as u64, "capture"));
        if army.by_pawns > 0 {
            let exactly = if army.by_pawns == army.captures {
                "all"
            } else {
                "at least"
            };
            text = match exactly {
                "all" => format!("{text}, all of them with pawns"),
                _ => format!("{text}, at least {} with pawns", army.by_pawns),
            };
        }
        let pawns: Vec<String> = army
            .pawns
            .iter()
            .filter(|pawn| pawn.captures > 0)
            .map(|pawn| {
                let from: Vec<String> = pawn.from.iter().map(ToString::to_string).collect();
                let least = if from.len() > 1 { " at least" } else { "" };
                let count = counted(pawn.captures as u64, "capture");
                format!(
                    "{} from {} ({count}{least})",
                    pawn.square,
                    from.join(" or ")
                )
            })
            .collect();
        if !pawns.is_empty() {
            text = format!("{text}: {}", pawns.join(", "));
        }
        lines.push(text);
    }
}

/// Moves in a row; those that differ only in what they took are one.
fn listed(moves: &[&LastMove]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut rest = moves;
    while let [first, ..] = rest {
        let m = first.played;
        let same = |other: &&&LastMove| {
            let other = other.played;
            other.from() == m.from()
                && other.to() == m.to()
                && other.role() == m.role()
                && other.promotion() == m.promotion()
                && other.capture().is_some() == m.capture().is_some()
        };
        let count = rest.iter().take_while(same).count();
        let (alike, others) = rest.split_at(count);
        let victims = alike.iter().filter_map(|last| last.played.capture());
        let victims: String = victims.map(Role::upper_char).collect();
        texts.push(match victims.len() {
            0 | 1 => retraction(m),
            _ => retraction_with(m, &format!("x[{victims}]")),
        });
        rest = others;
    }
    texts.join(", ")
}

/// Refuted moves with why: those of one reason together.
fn refuted<'a>(moves: &[&'a LastMove]) -> Vec<(Vec<&'a LastMove>, &'a [Reason])> {
    let key = |last: &LastMove| {
        let first = last.finding.reasons.first();
        first.map(|reason| {
            let words = (moves.len() <= NAMED).then(|| reason.message.clone());
            (reason.code.clone(), words)
        })
    };
    let mut groups: Vec<(Vec<&LastMove>, &[Reason])> = Vec::new();
    for last in moves {
        match groups
            .iter_mut()
            .find(|(group, _)| key(group[0]) == key(last))
        {
            Some((group, _)) => group.push(last),
            None => groups.push((vec![last], &last.finding.reasons)),
        }
    }
    groups
}
