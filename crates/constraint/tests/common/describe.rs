//! True statements about a position, from the exact description down to a hint.

use shakmaty::{Bitboard, Board, Color, Position, Role, Square};
use sissa_constraint::{
    Constraint, Count, Expr, Kind, Men, Predicate, Quantity, Range, Region, Side, Situation, Trait,
    Wing,
};

/// How a number is told.
#[derive(Debug, Clone, Copy)]
pub enum Telling {
    Exactly,
    AtLeast,
    AtMost,
    Between(i32, i32),
}

impl Telling {
    pub fn of(self, number: i32) -> Range {
        match self {
            Telling::Exactly => Range::exactly(number),
            Telling::AtLeast => Range::at_least(number),
            Telling::AtMost => Range::at_most(number),
            Telling::Between(below, above) => Range {
                min: number - below,
                max: number + above,
            },
        }
    }
}

/// The predicate as it is true of the position: counts and numbers told as asked, anything else
/// affirmed or denied.
pub fn truth(predicate: &Predicate, telling: Telling, situation: &Situation<'_>) -> Expr {
    let position = situation.position;
    let told = match predicate {
        Predicate::Count(count) => {
            let value = Constraint::new(predicate.clone().into()).assess(situation)[0]
                .value
                .expect("a count has a value");
            Predicate::Count(Count {
                terms: count.terms.clone(),
                range: telling.of(value),
            })
        }
        Predicate::Ply(_) => {
            let moves = i32::try_from(position.fullmoves().get())
                .expect("counters of a game are small")
                - 1;
            Predicate::Ply(telling.of(2 * moves + position.turn().fold_wb(0, 1)))
        }
        Predicate::MoveNumber(_) => {
            Predicate::MoveNumber(telling.of(
                i32::try_from(position.fullmoves().get()).expect("counters of a game are small"),
            ))
        }
        Predicate::Halfmoves(_) => Predicate::Halfmoves(
            telling.of(i32::try_from(position.halfmoves()).expect("counters of a game are small")),
        ),
        other => other.clone(),
    };
    affirmed_or_denied(told.into(), situation)
}

/// The expression itself where it holds, else its denial.
pub fn affirmed_or_denied(expr: Expr, situation: &Situation<'_>) -> Expr {
    if Constraint::new(expr.clone()).compile().holds(situation) {
        expr
    } else {
        Expr::Not(Box::new(expr))
    }
}

const KINDS: [Kind; 12] = [
    Kind::King,
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::LightBishop,
    Kind::DarkBishop,
    Kind::Knight,
    Kind::Pawn,
    Kind::Minor,
    Kind::Major,
    Kind::Piece,
    Kind::Man,
];

/// Everything the language can say about the position that does not follow from a longer list of
/// the same: counts, every square, rights, check, turn, clocks, structure.
pub fn exact(situation: &Situation<'_>) -> Vec<Expr> {
    let any = Range::exactly(0);
    let men = |men: Men| Predicate::Count(Count::one(Quantity::Men(men), any));
    let mut predicates = Vec::new();
    for side in [Some(Side::White), Some(Side::Black), None] {
        for kind in KINDS {
            predicates.push(men(Men::new(side, kind)));
        }
        for found in Trait::ALL {
            let kind = if found.of_pawns() {
                Kind::Pawn
            } else {
                Kind::Man
            };
            predicates.push(men(Men {
                traits: vec![found],
                ..Men::new(side, kind)
            }));
        }
        for quantity in [Quantity::Promoted(side), Quantity::Points(side)] {
            predicates.push(Predicate::Count(Count::one(quantity, any)));
        }
        for squares in [
            Bitboard::LIGHT_SQUARES,
            Bitboard::CENTER,
            Bitboard::EDGES,
            Bitboard::from_rank(shakmaty::Rank::Seventh),
            Bitboard::from_file(shakmaty::File::D),
        ] {
            for relative in [false, true] {
                for kind in [Kind::Man, Kind::Pawn, Kind::Rook, Kind::King] {
                    predicates.push(men(Men {
                        region: Region { squares, relative },
                        ..Men::new(side, kind)
                    }));
                }
            }
        }
    }
    predicates.push(Predicate::Count(Count::one(Quantity::OpenFiles, any)));
    predicates.push(Predicate::Count(Count::one(Quantity::LegalMoves, any)));
    for side in [Side::White, Side::Black] {
        predicates.push(Predicate::ToMove(side));
        for wing in Wing::ALL {
            predicates.push(Predicate::Castling(side, wing));
            predicates.push(Predicate::CanCastle(side, wing));
            predicates.push(Predicate::Castled(side, wing));
        }
    }
    for side in [None, Some(Side::White), Some(Side::Black)] {
        predicates.push(Predicate::Check(side));
        predicates.push(Predicate::DoubleCheck(side));
        predicates.push(Predicate::Checkmate(side));
        predicates.push(Predicate::Stalemate(side));
    }
    predicates.push(Predicate::EnPassant);
    predicates.push(Predicate::OppositeBishops);
    predicates.push(Predicate::Ply(any));
    predicates.push(Predicate::MoveNumber(any));
    predicates.push(Predicate::Halfmoves(any));
    let mut truths: Vec<Expr> = predicates
        .iter()
        .map(|predicate| truth(predicate, Telling::Exactly, situation))
        .collect();
    truths.extend(placement(situation.position.board()));
    truths
}

/// Where every man stands, three times: as a FEN, man by man, and by the empty squares.
pub fn placement(board: &Board) -> Vec<Expr> {
    let text = board.to_string();
    let mut exprs = vec![Predicate::Pattern(text.parse().expect("a FEN is a pattern")).into()];
    for square in Square::ALL {
        let region = Region::absolute(Bitboard::from(square));
        exprs.push(match board.piece_at(square) {
            Some(piece) => {
                let men = Men {
                    region,
                    ..Men::new(Some(piece.color.into()), Kind::of(piece.role))
                };
                Predicate::Count(Count::one(Quantity::Men(men), Range::at_least(1))).into()
            }
            None => Predicate::Empty(region).into(),
        });
    }
    exprs
}

/// The thesis' tuple of both sides.
pub fn material(board: &Board) -> Vec<Expr> {
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    Color::ALL
        .into_iter()
        .flat_map(|color| {
            roles.map(|role| {
                let count = (board.by_color(color) & board.by_role(role)).count();
                Predicate::Count(Count::one(
                    Quantity::Men(Men::new(Some(color.into()), Kind::of(role))),
                    Range::exactly(i32::try_from(count).expect("counters of a game are small")),
                ))
                .into()
            })
        })
        .collect()
}
