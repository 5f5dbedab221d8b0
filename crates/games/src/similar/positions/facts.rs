//! What there is to say of a position, as facts that two positions have in common or not.
//!
//! | fact | weight |
//! |---|--:|
//! | a man on a square | 2 |
//! | a passed, an isolated, a doubled pawn on a square; an open file | 2 |
//! | a man attacks a man of the other side | 1 |
//! | whose move it is; a right to castle | 1 |

use std::cmp::Ordering;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Position, Role, Square};
use sissa_constraint::{Trait, pawns_with};

/// One thing that is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Man(Color, Role, Square),
    Passed(Color, Square),
    Isolated(Color, Square),
    Doubled(Color, Square),
    OpenFile(File),
    Attack(Color, Role, Square, Role, Square),
    Turn(Color),
    Right(Color, CastlingSide),
}

impl Ord for Fact {
    fn cmp(&self, other: &Fact) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Fact {
    fn partial_cmp(&self, other: &Fact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The weight of a man on a square.
pub(super) const MAN: u32 = 2;

impl Fact {
    /// A number of its own: by kind, colour, men, squares.
    fn number(self) -> u32 {
        let of = |kind: u32, color: Color, rest: u32| {
            kind << 20 | u32::from(color.is_white()) << 19 | rest
        };
        let man = |role: Role, square: Square| (role as u32) << 6 | square as u32;
        match self {
            Fact::Man(color, role, square) => of(0, color, man(role, square)),
            Fact::Passed(color, square) => of(1, color, square as u32),
            Fact::Isolated(color, square) => of(2, color, square as u32),
            Fact::Doubled(color, square) => of(3, color, square as u32),
            Fact::OpenFile(file) => of(4, Color::Black, file as u32),
            Fact::Attack(color, role, from, taken, to) => {
                of(5, color, man(role, from) << 9 | man(taken, to))
            }
            Fact::Turn(color) => of(6, color, 0),
            Fact::Right(color, wing) => of(7, color, wing as u32),
        }
    }

    pub(super) fn weight(self) -> u32 {
        match self {
            Fact::Man(..) => MAN,
            Fact::Passed(..) | Fact::Isolated(..) | Fact::Doubled(..) | Fact::OpenFile(_) => 2,
            Fact::Attack(..) | Fact::Turn(_) | Fact::Right(..) => 1,
        }
    }

    fn words(self) -> String {
        let pawn = |color, kind: &str, square| format!("{} {kind} pawn on {square}", side(color));
        match self {
            Fact::Man(color, role, square) => {
                format!("{} {} on {square}", side(color), name(role))
            }
            Fact::Passed(color, square) => pawn(color, "passed", square),
            Fact::Isolated(color, square) => pawn(color, "isolated", square),
            Fact::Doubled(color, square) => pawn(color, "doubled", square),
            Fact::OpenFile(file) => format!("open {}-file", file.char()),
            Fact::Attack(color, role, from, taken, to) => format!(
                "{} {} on {from} attacks the {} on {to}",
                side(color),
                name(role),
                name(taken)
            ),
            Fact::Turn(color) => format!("{} to move", side(color)),
            Fact::Right(color, CastlingSide::KingSide) => {
                format!("{} may castle kingside", side(color))
            }
            Fact::Right(color, CastlingSide::QueenSide) => {
                format!("{} may castle queenside", side(color))
            }
        }
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// All facts of a position, in order.
pub(super) fn facts(position: &Chess) -> Vec<Fact> {
    let board = position.board();
    let mut facts = Vec::with_capacity(96);
    for (square, man) in board.iter() {
        facts.push(Fact::Man(man.color, man.role, square));
        let targets = board.attacks_from(square) & board.by_color(!man.color);
        for target in targets {
            let taken = board.role_at(target);
            facts.extend(
                taken.map(|taken| Fact::Attack(man.color, man.role, square, taken, target)),
            );
        }
    }
    for color in Color::ALL {
        let with = |found: Trait| pawns_with(found, color, position);
        facts.extend(
            with(Trait::Passed)
                .into_iter()
                .map(|at| Fact::Passed(color, at)),
        );
        facts.extend(
            with(Trait::Isolated)
                .into_iter()
                .map(|at| Fact::Isolated(color, at)),
        );
        facts.extend(
            with(Trait::Doubled)
                .into_iter()
                .map(|at| Fact::Doubled(color, at)),
        );
        for wing in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if position.castles().has(color, wing) {
                facts.push(Fact::Right(color, wing));
            }
        }
    }
    let open = |file: &File| (board.pawns() & Bitboard::from_file(*file)).is_empty();
    facts.extend(File::ALL.into_iter().filter(open).map(Fact::OpenFile));
    facts.push(Fact::Turn(position.turn()));
    facts.sort_unstable();
    facts
}

/// How two positions compare: facts of both, only of the first, only of the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) shared: Vec<Fact>,
    pub(super) missing: Vec<Fact>,
    pub(super) added: Vec<Fact>,
}

impl Comparison {
    pub(super) fn of(wanted: &[Fact], found: &[Fact]) -> Comparison {
        let within = |facts: &[Fact], fact: &Fact| facts.binary_search(fact).is_ok();
        let (shared, missing) = wanted.iter().partition(|fact| within(found, fact));
        Comparison {
            shared,
            missing,
            added: found
                .iter()
                .filter(|fact| !within(wanted, fact))
                .copied()
                .collect(),
        }
    }

    /// The weight of what both have, as a share of the weight of everything.
    pub(super) fn likeness(&self) -> f64 {
        let shared = weight(&self.shared);
        let all = shared + weight(&self.missing) + weight(&self.added);
        f64::from(shared) / f64::from(all.max(1))
    }
}

fn weight(facts: &[Fact]) -> u32 {
    facts.iter().map(|fact| fact.weight()).sum()
}

/// The weight of the facts that only one of two lists has; none if it exceeds a limit.
pub(super) fn distance(one: &[Fact], other: &[Fact], limit: u32) -> Option<u32> {
    let (mut sum, mut at) = (0, 0);
    for fact in one {
        while at < other.len() && other[at] < *fact {
            sum += other[at].weight();
            at += 1;
        }
        if other.get(at) == Some(fact) {
            at += 1;
        } else {
            sum += fact.weight();
        }
        if sum > limit {
            return None;
        }
    }
    sum += weight(&other[at..]);
    (sum <= limit).then_some(sum)
}

/// Facts in words: men of a side together, everything else one by one.
pub(super) fn words(facts: &[Fact]) -> Vec<String> {
    let mut words = Vec::new();
    for color in Color::ALL {
        let men = facts.iter().rev().filter_map(|fact| match fact {
            Fact::Man(of, role, square) if *of == color => {
                let letter = role.upper_char();
                Some(if *role == Role::Pawn {
                    square.to_string()
                } else {
                    format!("{letter}{square}")
                })
            }
            _ => None,
        });
        let men: Vec<String> = men.collect();
        if !men.is_empty() {
            words.push(format!("{} {}", side(color), men.join(" ")));
        }
    }
    let others = facts.iter().filter(|fact| !matches!(fact, Fact::Man(..)));
    words.extend(others.map(|fact| fact.words()));
    words
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn of(fen: &str) -> Vec<Fact> {
        let fen: Fen = fen.parse().unwrap();
        facts(&fen.into_position(CastlingMode::Standard).unwrap())
    }

    #[test]
    fn facts_are_told_in_words() {
        let facts = of("4k3/8/8/3p4/8/2N5/8/4K2R w K - 0 1");
        assert_eq!(
            words(&facts),
            [
                "White Ke1 Rh1 Nc3",
                "Black Ke8 d5",
                "Black passed pawn on d5",
                "Black isolated pawn on d5",
                "open a-file",
                "open b-file",
                "open c-file",
                "open e-file",
                "open f-file",
                "open g-file",
                "open h-file",
                "White knight on c3 attacks the pawn on d5",
                "White to move",
                "White may castle kingside",
            ]
        );
    }

    #[test]
    fn a_distance_is_what_only_one_has() {
        let (one, other) = (
            of("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"),
            of("4k3/8/8/3p4/8/1N6/8/4K3 b - - 0 1"),
        );
        // The knight twice, its attack, the move twice.
        assert_eq!(distance(&one, &other, 99), Some(2 + 2 + 1 + 1 + 1));
        assert_eq!(distance(&other, &one, 7), Some(7));
        assert_eq!(distance(&one, &other, 6), None);
        assert_eq!(distance(&one, &one, 0), Some(0));
        let compared = Comparison::of(&one, &other);
        assert_eq!(weight(&compared.missing) + weight(&compared.added), 7);
    }
}
