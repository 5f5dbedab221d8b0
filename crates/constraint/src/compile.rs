//! The constraint as a test on positions, resolved once so that testing is cheap.
//!
//! Compilation turns `any side`, `own` and `other` into colours and the commonest predicate, an
//! exact or bounded count of one role, into a bitboard intersection and a population count. Parts of
//! a conjunction are tested cheapest first.

use shakmaty::{
    Bitboard, Board, ByColor, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position,
    Role, attacks,
};

use crate::{
    Constraint, Count, Expr, Kind, Men, Pattern, Predicate, Quantity, Range, Region, Side, Trait,
    Wing,
};

/// A position and what its game tells beyond it.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The position.
    pub position: &'a Chess,
    /// On which wing each side has castled, as far as the game is known.
    pub castled: ByColor<Option<CastlingSide>>,
}

impl<'a> From<&'a Chess> for Situation<'a> {
    fn from(position: &'a Chess) -> Situation<'a> {
        Situation {
            position,
            castled: ByColor {
                white: None,
                black: None,
            },
        }
    }
}

/// Half-moves played to reach the position, by its own counters.
pub fn ply(position: &Chess) -> i32 {
    let moves = i32::try_from(position.fullmoves().get())
        .unwrap_or(i32::MAX / 4)
        .min(i32::MAX / 4);
    (moves - 1) * 2 + position.turn().fold_wb(0, 1)
}

/// A constraint ready to be tested.
///
/// ```
/// use shakmaty::Chess;
/// use sissa_constraint::{Constraint, Situation};
/// let compiled = "white P=8 black castling both".parse::<Constraint>()?.compile();
/// let start = Chess::default();
/// assert!(compiled.holds(&Situation::from(&start)));
/// # Ok::<(), sissa_constraint::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Compiled {
    test: Test,
}

#[derive(Debug, Clone)]
enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    /// Men of one role and colour, anywhere: the fast path.
    Material {
        color: Color,
        role: Role,
        min: u32,
        max: u32,
    },
    Predicate(Predicate, Owner),
}

/// The colour that `own` stands for.
type Owner = Option<Color>;

impl Constraint {
    /// Whether the constraint holds in a position of which nothing else is known. To test many positions, or
    /// where the game is known, [`Constraint::compile`] it once.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use sissa_constraint::Constraint;
    /// assert!("white P=8 and castling both".parse::<Constraint>()?.holds(&Chess::default()));
    /// assert!(!"white castled".parse::<Constraint>()?.holds(&Chess::default()));
    /// # Ok::<(), sissa_constraint::ParseError>(())
    /// ```
    pub fn holds(&self, position: &Chess) -> bool {
        self.compile().holds(&position.into())
    }

    /// Makes the constraint ready to test positions.
    pub fn compile(&self) -> Compiled {
        Compiled {
            test: compile(self.expr(), None),
        }
    }
}

impl Compiled {
    /// Whether the constraint holds. Predicates beyond the position ([`Constraint::needs`]) never
    /// hold here: callers that meet them must refuse them first.
    #[inline]
    pub fn holds(&self, situation: &Situation<'_>) -> bool {
        holds(&self.test, situation)
    }
}

fn compile(expr: &Expr, owner: Owner) -> Test {
    match expr {
        Expr::All(parts) => {
            let mut tests: Vec<Test> = parts.iter().map(|part| compile(part, owner)).collect();
            tests.sort_by_key(cost);
            Test::All(tests)
        }
        Expr::Any(parts) => Test::Any(parts.iter().map(|part| compile(part, owner)).collect()),
        Expr::Not(part) => Test::Not(Box::new(compile(part, owner))),
        Expr::AnySide(part) => Test::Any(Color::ALL.map(|color| compile(part, Some(color))).into()),
        Expr::EachSide(part) => {
            Test::All(Color::ALL.map(|color| compile(part, Some(color))).into())
        }
        Expr::Is(predicate) => {
            material(predicate, owner).unwrap_or_else(|| Test::Predicate(predicate.clone(), owner))
        }
    }
}

fn material(predicate: &Predicate, owner: Owner) -> Option<Test> {
    let Predicate::Count(count) = predicate else {
        return None;
    };
    let men = count.men()?;
    let [role] = men.kind.roles() else {
        return None;
    };
    let plain = men.is_material() && men.kind == Kind::of(*role);
    let color = fixed_color(men.side?, owner)?;
    plain
        .then(|| Test::Material {
            color,
            role: *role,
            min: u32::try_from(count.range.min.max(0)).unwrap_or(0),
            max: u32::try_from(count.range.max).unwrap_or(0),
        })
        // A range below zero holds nothing; the general test says so.
        .filter(|_| count.range.max >= 0)
}

/// Cheap and likely to fail first.
fn cost(test: &Test) -> u32 {
    match test {
        Test::Material { .. } => 0,
        Test::All(parts) | Test::Any(parts) => 1 + parts.iter().map(cost).sum::<u32>(),
        Test::Not(part) => cost(part),
        Test::Predicate(predicate, _) => match predicate {
            Predicate::Count(count) => {
                2 + count
                    .terms
                    .iter()
                    .map(|term| term_cost(&term.quantity))
                    .sum::<u32>()
            }
            Predicate::Checkmate(_)
            | Predicate::Stalemate(_)
            | Predicate::CanCastle(..)
            | Predicate::EnPassant => 60,
            Predicate::Check(_) | Predicate::DoubleCheck(_) | Predicate::Pattern(_) => 12,
            _ => 3,
        },
    }
}

fn term_cost(quantity: &Quantity) -> u32 {
    match quantity {
        Quantity::Men(men) => men
            .traits
            .iter()
            .map(|found| if found.of_pawns() { 6 } else { 30 })
            .sum(),
        Quantity::Promoted(_) | Quantity::Points(_) | Quantity::OpenFiles => 6,
        Quantity::LegalMoves => 60,
    }
}

fn holds(test: &Test, situation: &Situation<'_>) -> bool {
    match test {
        Test::Material {
            color,
            role,
            min,
            max,
        } => {
            let board = situation.position.board();
            let count = (board.by_color(*color) & board.by_role(*role))
                .0
                .count_ones();
            *min <= count && count <= *max
        }
        Test::All(parts) => parts.iter().all(|part| holds(part, situation)),
        Test::Any(parts) => parts.iter().any(|part| holds(part, situation)),
        Test::Not(part) => !holds(part, situation),
        Test::Predicate(predicate, owner) => predicate_holds(predicate, *owner, situation),
    }
}

/// The colour a side word stands for whatever the position.
pub(crate) fn fixed_color(side: Side, owner: Owner) -> Option<Color> {
    match side {
        Side::White => Some(Color::White),
        Side::Black => Some(Color::Black),
        Side::Own => owner,
        Side::Other => owner.map(|color| !color),
        Side::Mover | Side::Opponent => None,
    }
}

/// The colour a side word stands for in this position.
pub(crate) fn color_of(side: Side, owner: Owner, turn: Color) -> Color {
    match side {
        Side::Mover => turn,
        Side::Opponent => !turn,
        // `own` outside a bound group cannot be written; White keeps the function total.
        side => fixed_color(side, owner).unwrap_or(Color::White),
    }
}

pub(crate) fn predicate_holds(
    predicate: &Predicate,
    owner: Owner,
    situation: &Situation<'_>,
) -> bool {
    let position = situation.position;
    let turn = position.turn();
    let color = |side: Side| color_of(side, owner, turn);
    let is_mover = |side: &Option<Side>| side.is_none_or(|side| color(side) == turn);
    match predicate {
        Predicate::Count(count) => count.range.contains(sum(count, owner, position)),
        Predicate::Empty(region) => !position.board().occupied().intersects(region.squares),
        Predicate::Pattern(pattern) => Pattern::matches(pattern, position.board()),
        Predicate::Castling(side, wing) => {
            position.castles().has(color(*side), wing.castling_side())
        }
        Predicate::CanCastle(side, wing) => color(*side) == turn && can_castle(position, *wing),
        Predicate::Castled(side, wing) => {
            *situation.castled.get(color(*side)) == Some(wing.castling_side())
        }
        Predicate::Check(side) => is_mover(side) && position.is_check(),
        Predicate::DoubleCheck(side) => is_mover(side) && position.checkers().more_than_one(),
        Predicate::Checkmate(side) => {
            is_mover(side) && position.is_check() && position.is_checkmate()
        }
        Predicate::Stalemate(side) => {
            is_mover(side) && !position.is_check() && position.is_stalemate()
        }
        Predicate::ToMove(side) => color(*side) == turn,
        Predicate::EnPassant => position.ep_square(EnPassantMode::Legal).is_some(),
        Predicate::OppositeBishops => opposite_bishops(position.board()),
        Predicate::Ply(range) => range.contains(ply(position)),
        Predicate::MoveNumber(range) => {
            range.contains(i32::try_from(position.fullmoves().get()).unwrap_or(i32::MAX))
        }
        Predicate::Halfmoves(range) => {
            range.contains(i32::try_from(position.halfmoves()).unwrap_or(i32::MAX))
        }
        Predicate::Beyond(_) | Predicate::Judged(_) => false,
    }
}

fn can_castle(position: &Chess, wing: Wing) -> bool {
    position
        .castles()
        .has(position.turn(), wing.castling_side())
        && position
            .castling_moves(wing.castling_side())
            .iter()
            .any(|m| matches!(m, Move::Castle { .. }))
}

fn opposite_bishops(board: &Board) -> bool {
    let white = board.bishops() & board.white();
    let black = board.bishops() & board.black();
    match (white.single_square(), black.single_square()) {
        (Some(white), Some(black)) => white.is_light() != black.is_light(),
        _ => false,
    }
}

/// The value of a counted sum in this position.
pub(crate) fn sum(count: &Count, owner: Owner, position: &Chess) -> i32 {
    count
        .terms
        .iter()
        .map(|term| {
            let value = quantity(&term.quantity, owner, position);
            if term.minus { -value } else { value }
        })
        .sum()
}

fn quantity(quantity: &Quantity, owner: Owner, position: &Chess) -> i32 {
    let board = position.board();
    let over_sides = |side: &Option<Side>, value: fn(&Board, Color) -> i32| match side {
        Some(side) => value(board, color_of(*side, owner, position.turn())),
        None => Color::ALL
            .into_iter()
            .map(|color| value(board, color))
            .sum(),
    };
    match quantity {
        Quantity::Men(men) => as_number(men_squares(men, owner, position).count()),
        Quantity::Promoted(side) => over_sides(side, promoted),
        Quantity::Points(side) => over_sides(side, points),
        Quantity::OpenFiles => as_number(
            File::ALL
                .iter()
                .filter(|file| !board.pawns().intersects(**file))
                .count(),
        ),
        Quantity::LegalMoves => as_number(position.legal_moves().len()),
    }
}

fn as_number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Men that cannot all have been there from the start.
pub(crate) fn promoted(board: &Board, color: Color) -> i32 {
    let men = board.by_color(color);
    let beyond =
        |squares: Bitboard, initial: i32| (as_number((men & squares).count()) - initial).max(0);
    beyond(board.queens(), 1)
        + beyond(board.rooks(), 2)
        + beyond(board.knights(), 2)
        + beyond(board.bishops() & Bitboard::LIGHT_SQUARES, 1)
        + beyond(board.bishops() & Bitboard::DARK_SQUARES, 1)
}

fn points(board: &Board, color: Color) -> i32 {
    let men = board.by_color(color);
    let worth = |squares: Bitboard, points: i32| as_number((men & squares).count()) * points;
    worth(board.queens(), 9)
        + worth(board.rooks(), 5)
        + worth(board.bishops() | board.knights(), 3)
        + worth(board.pawns(), 1)
}

/// Where the men of a set stand.
pub(crate) fn men_squares(men: &Men, owner: Owner, position: &Chess) -> Bitboard {
    match men.side {
        Some(side) => men_of(men, color_of(side, owner, position.turn()), position),
        None => men_of(men, Color::White, position) | men_of(men, Color::Black, position),
    }
}

fn men_of(men: &Men, color: Color, position: &Chess) -> Bitboard {
    let board = position.board();
    let of_kind = men
        .kind
        .roles()
        .iter()
        .fold(Bitboard::EMPTY, |squares, role| {
            squares | board.by_role(*role)
        });
    let mut squares =
        of_kind & board.by_color(color) & men.kind.squares() & Region::for_color(men.region, color);
    for found in &men.traits {
        if squares.is_empty() {
            break;
        }
        squares &= with_trait(*found, squares, color, position);
    }
    squares
}

/// A side's pawns that have a trait.
pub fn pawns_with(found: Trait, color: Color, position: &Chess) -> Bitboard {
    let board = position.board();
    with_trait(
        found,
        board.pawns() & board.by_color(color),
        color,
        position,
    )
}

fn with_trait(found: Trait, candidates: Bitboard, color: Color, position: &Chess) -> Bitboard {
    let board = position.board();
    let own_pawns = board.pawns() & board.by_color(color);
    let enemy_pawns = board.pawns() & board.by_color(!color);
    let beside = |pawns: Bitboard| {
        (pawns.shift(1) & !Bitboard::from_file(File::A))
            | (pawns.shift(-1) & !Bitboard::from_file(File::H))
    };
    let whole_files = |squares: Bitboard| -> Bitboard {
        File::ALL
            .into_iter()
            .filter(|file| squares.intersects(*file))
            .fold(Bitboard::EMPTY, |files, file| files | file)
    };
    match found {
        Trait::Passed => {
            // Squares that an enemy pawn watches over: its own and the neighbouring files before it.
            let wide = enemy_pawns | beside(enemy_pawns);
            candidates & !span_towards(wide, !color)
        }
        Trait::Isolated => candidates & !beside(whole_files(own_pawns)),
        Trait::Doubled => {
            let behind = span_towards(own_pawns, !color);
            let before = span_towards(own_pawns, color);
            candidates & (behind | before)
        }
        Trait::Connected => {
            let protected = pawn_attacks(own_pawns, color);
            let protecting = pawn_attacks(own_pawns, !color);
            candidates & (beside(own_pawns) | protected | protecting)
        }
        Trait::Attacked => candidates & attacked_by(board, !color),
        Trait::Defended => candidates & attacked_by(board, color),
        Trait::Hanging => {
            let exposed = candidates & !board.kings() & attacked_by(board, !color);
            if exposed.is_empty() {
                exposed
            } else {
                exposed & !attacked_by(board, color)
            }
        }
        Trait::Pinned => candidates & pinned(board, color),
        Trait::Checking => match board.king_of(!color) {
            Some(king) => candidates & board.attacks_to(king, color, board.occupied()),
            None => Bitboard::EMPTY,
        },
    }
}

/// Every square strictly before these in the direction the colour moves.
fn span_towards(squares: Bitboard, color: Color) -> Bitboard {
    let step = |squares: Bitboard| color.fold_wb(squares.shift(8), squares.shift(-8));
    let mut span = step(squares);
    span |= step(span);
    span |= step(step(span));
    span | step(step(step(step(span))))
}

/// Squares that these pawns attack.
pub fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let forward = color.fold_wb(pawns.shift(8), pawns.shift(-8));
    (forward.shift(1) & !Bitboard::from_file(File::A))
        | (forward.shift(-1) & !Bitboard::from_file(File::H))
}

/// Squares that some man of the colour attacks.
pub fn attacked_by(board: &Board, color: Color) -> Bitboard {
    let men = board.by_color(color);
    let pawns = men & board.pawns();
    (men & !pawns)
        .into_iter()
        .fold(pawn_attacks(pawns, color), |squares, from| {
            squares | board.attacks_from(from)
        })
}

/// Men of the colour that shield their king from an enemy slider.
fn pinned(board: &Board, color: Color) -> Bitboard {
    let Some(king) = board.king_of(color) else {
        return Bitboard::EMPTY;
    };
    let enemies = board.by_color(!color);
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
        & enemies;
    snipers
        .into_iter()
        .map(|sniper| attacks::between(king, sniper) & board.occupied())
        .filter(|blockers| !blockers.more_than_one())
        .fold(Bitboard::EMPTY, |squares, blocker| squares | blocker)
        & board.by_color(color)
}

/// The range a count of men can take at all.
pub(crate) fn natural_range(range: Range) -> Range {
    Range {
        min: range.min.max(0),
        max: range.max.min(64),
    }
}
