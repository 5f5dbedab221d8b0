//! The constraint as a tree: what the parser makes and every other operation reads.
//!
//! One idea carries most of it: nearly everything a player says about a position counts men.
//! "White has no queen", "a passed pawn on the seventh", "two hanging pieces" and `Ke1` are all a
//! [`Men`] set (whose, which kind, with which traits, where) whose size lies in a [`Range`].

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, CastlingSide, Color, Role, Square};

use crate::{Pattern, Region};

/// A constraint: predicates joined by and, or, not, and the two ways to speak of either side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// Every part holds. Empty: anything goes.
    All(Vec<Expr>),
    /// At least one part holds.
    Any(Vec<Expr>),
    /// The part does not hold.
    Not(Box<Expr>),
    /// There is a side of which the part holds ([`Side::Own`] names it, [`Side::Other`] its opponent).
    AnySide(Box<Expr>),
    /// The part holds of both sides.
    EachSide(Box<Expr>),
    /// One predicate.
    Is(Predicate),
}

/// Whose men are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Those of the side to move.
    Mover,
    /// Those of the side that has just moved.
    Opponent,
    /// Those of the side that `any side` or `each side` speaks of.
    Own,
    /// Those of its opponent.
    Other,
}

impl Side {
    /// The colour that the side is whatever the position; none for those that depend on whose turn it is or
    /// on whom `any side` speaks of.
    ///
    /// ```
    /// use shakmaty::Color;
    /// use sissa_constraint::Side;
    /// assert_eq!(Side::Black.color(), Some(Color::Black));
    /// assert_eq!(Side::Mover.color(), None);
    /// ```
    pub fn color(self) -> Option<Color> {
        crate::compile::fixed_color(self, None)
    }

    /// The side across the board.
    pub(crate) const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
            Side::Mover => Side::Opponent,
            Side::Opponent => Side::Mover,
            Side::Own => Side::Other,
            Side::Other => Side::Own,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

/// Which men, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Kings.
    King,
    /// Queens.
    Queen,
    /// Rooks.
    Rook,
    /// Bishops on either colour.
    Bishop,
    /// Bishops on light squares.
    LightBishop,
    /// Bishops on dark squares.
    DarkBishop,
    /// Knights.
    Knight,
    /// Pawns.
    Pawn,
    /// Bishops and knights.
    Minor,
    /// Queens and rooks.
    Major,
    /// Everything but kings and pawns.
    Piece,
    /// Everything, kings and pawns included.
    Man,
}

impl Kind {
    /// The kind that is exactly this role.
    pub const fn of(role: Role) -> Kind {
        match role {
            Role::King => Kind::King,
            Role::Queen => Kind::Queen,
            Role::Rook => Kind::Rook,
            Role::Bishop => Kind::Bishop,
            Role::Knight => Kind::Knight,
            Role::Pawn => Kind::Pawn,
        }
    }

    /// The roles it covers.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Kind::King => &[Role::King],
            Kind::Queen => &[Role::Queen],
            Kind::Rook => &[Role::Rook],
            Kind::Bishop | Kind::LightBishop | Kind::DarkBishop => &[Role::Bishop],
            Kind::Knight => &[Role::Knight],
            Kind::Pawn => &[Role::Pawn],
            Kind::Minor => &[Role::Bishop, Role::Knight],
            Kind::Major => &[Role::Queen, Role::Rook],
            Kind::Piece => &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
            Kind::Man => &Role::ALL,
        }
    }

    /// The squares on which such a man can stand by the colour of the square alone.
    pub const fn squares(self) -> Bitboard {
        match self {
            Kind::LightBishop => Bitboard::LIGHT_SQUARES,
            Kind::DarkBishop => Bitboard::DARK_SQUARES,
            _ => Bitboard::FULL,
        }
    }
}

/// A property that picks some of the men.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// A pawn with no enemy pawn before it on its own or a neighbouring file.
    Passed,
    /// A pawn with no pawn of its side on a neighbouring file.
    Isolated,
    /// A pawn that shares its file with another pawn of its side.
    Doubled,
    /// A pawn beside, protected by or protecting a pawn of its side.
    Connected,
    /// Attacked by an enemy man.
    Attacked,
    /// Protected by a man of its own side.
    Defended,
    /// Attacked and not protected; never a king.
    Hanging,
    /// Standing between its king and an enemy slider that would give check without it.
    Pinned,
    /// Giving check.
    Checking,
}

impl Trait {
    /// Every trait, in canonical order.
    pub const ALL: [Trait; 9] = [
        Trait::Passed,
        Trait::Isolated,
        Trait::Doubled,
        Trait::Connected,
        Trait::Attacked,
        Trait::Defended,
        Trait::Hanging,
        Trait::Pinned,
        Trait::Checking,
    ];

    /// The word of the language.
    pub const fn word(self) -> &'static str {
        match self {
            Trait::Passed => "passed",
            Trait::Isolated => "isolated",
            Trait::Doubled => "doubled",
            Trait::Connected => "connected",
            Trait::Attacked => "attacked",
            Trait::Defended => "defended",
            Trait::Hanging => "hanging",
            Trait::Pinned => "pinned",
            Trait::Checking => "checking",
        }
    }

    /// Whether only pawns can have it.
    pub const fn of_pawns(self) -> bool {
        matches!(
            self,
            Trait::Passed | Trait::Isolated | Trait::Doubled | Trait::Connected
        )
    }
}

/// A set of men on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Men {
    /// Whose; `None` for both sides together.
    pub side: Option<Side>,
    /// Of which kind.
    pub kind: Kind,
    /// With all of these traits, in canonical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Standing here.
    #[serde(default, skip_serializing_if = "Region::is_whole_board")]
    pub region: Region,
}

impl Men {
    /// All men of a kind, anywhere.
    pub fn new(side: Option<Side>, kind: Kind) -> Men {
        Men {
            side,
            kind,
            traits: Vec::new(),
            region: Region::default(),
        }
    }

    /// Whether the size of the set follows from the material alone.
    pub fn is_material(&self) -> bool {
        self.traits.is_empty() && self.region.is_whole_board()
    }
}

/// Something that has a number in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The size of a set of men.
    Men(Men),
    /// Men that must have been promoted: those beyond the starting position's, bishops by square colour.
    Promoted(Option<Side>),
    /// Material in points: queen 9, rook 5, bishop 3, knight 3, pawn 1.
    Points(Option<Side>),
    /// Files without any pawn.
    OpenFiles,
    /// Legal moves of the side to move.
    LegalMoves,
}

/// An inclusive range of whole numbers; `i32::MIN` and `i32::MAX` stand for no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    /// Smallest number allowed.
    #[serde(default = "no_minimum", skip_serializing_if = "is_no_minimum")]
    pub min: i32,
    /// Largest number allowed.
    #[serde(default = "no_maximum", skip_serializing_if = "is_no_maximum")]
    pub max: i32,
}

fn no_minimum() -> i32 {
    i32::MIN
}
fn no_maximum() -> i32 {
    i32::MAX
}
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_no_minimum(min: &i32) -> bool {
    *min == i32::MIN
}
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_no_maximum(max: &i32) -> bool {
    *max == i32::MAX
}

impl Range {
    /// Exactly this number.
    pub const fn exactly(number: i32) -> Range {
        Range {
            min: number,
            max: number,
        }
    }

    /// This number or more.
    pub const fn at_least(min: i32) -> Range {
        Range { min, max: i32::MAX }
    }

    /// This number or less.
    pub const fn at_most(max: i32) -> Range {
        Range { min: i32::MIN, max }
    }

    /// Whether the number lies in it.
    pub const fn contains(self, number: i32) -> bool {
        self.min <= number && number <= self.max
    }

    /// How far the number is outside of it.
    pub const fn deficit(self, number: i32) -> i32 {
        if number < self.min {
            self.min.saturating_sub(number)
        } else if number > self.max {
            number.saturating_sub(self.max)
        } else {
            0
        }
    }
}

/// A term of a sum: added or subtracted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Subtracted instead of added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minus: bool,
    /// What is counted.
    pub quantity: Quantity,
}

/// A sum of quantities that must lie in a range, as in `white.P - black.P = 1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The sum; never empty, the first term is added.
    pub terms: Vec<Term>,
    /// Where it must lie.
    pub range: Range,
}

impl Count {
    /// One quantity in a range.
    pub fn one(quantity: Quantity, range: Range) -> Count {
        Count {
            terms: vec![Term {
                minus: false,
                quantity,
            }],
            range,
        }
    }

    /// The set of men, where exactly one set is counted.
    pub fn men(&self) -> Option<&Men> {
        match self.terms.as_slice() {
            [
                Term {
                    minus: false,
                    quantity: Quantity::Men(men),
                },
            ] => Some(men),
            _ => None,
        }
    }
}

/// How fast a game is played, by Lichess' classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeClass {
    /// Under half a minute.
    Ultrabullet,
    /// Under three minutes.
    Bullet,
    /// Under eight minutes.
    Blitz,
    /// Under twenty-five minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days for a move.
    Correspondence,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// One thing a position, or the game around it, must be like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Predicate {
    /// A sum of counts lies in a range.
    Count(Count),
    /// No man stands on any of these squares.
    Empty(Region),
    /// The placement matches a FEN pattern with wildcards.
    Pattern(Pattern),
    /// The right to castle on this wing is still held.
    Castling(Side, Wing),
    /// Castling on this wing is a legal move now.
    CanCastle(Side, Wing),
    /// The side has castled on this wing earlier in the game.
    Castled(Side, Wing),
    /// In check: this side, or whoever is to move.
    Check(Option<Side>),
    /// In check from two men at once.
    DoubleCheck(Option<Side>),
    /// Checkmated: this side, or whoever is to move.
    Checkmate(Option<Side>),
    /// Stalemated: this side, or whoever is to move.
    Stalemate(Option<Side>),
    /// It is this side's turn.
    ToMove(Side),
    /// An en-passant capture is legal.
    EnPassant,
    /// One bishop each, on squares of different colours.
    OppositeBishops,
    /// Half-moves played so far.
    Ply(Range),
    /// Number of the move to be played.
    MoveNumber(Range),
    /// Half-moves since the last capture or pawn move.
    Halfmoves(Range),
    /// Something only a game or its players can tell.
    Beyond(Beyond),
    /// Something an engine, a solver, endgame tables or a model of people can tell.
    Judged(Judged),
}

/// One of the two wings, as serde sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    /// Towards the h-file.
    Kingside,
    /// Towards the a-file.
    Queenside,
}

impl Wing {
    /// Both wings.
    pub const ALL: [Wing; 2] = [Wing::Kingside, Wing::Queenside];

    /// The wing of a castling move, by where king and rook stand before it.
    pub fn of_castling(king: Square, rook: Square) -> Wing {
        if rook > king {
            Wing::Kingside
        } else {
            Wing::Queenside
        }
    }

    /// shakmaty's name for it.
    pub const fn castling_side(self) -> CastlingSide {
        match self {
            Wing::Kingside => CastlingSide::KingSide,
            Wing::Queenside => CastlingSide::QueenSide,
        }
    }

    /// Where the rook of this wing stands at first.
    pub const fn rook_square(self, color: Color) -> Square {
        match (self, color) {
            (Wing::Kingside, Color::White) => Square::H1,
            (Wing::Kingside, Color::Black) => Square::H8,
            (Wing::Queenside, Color::White) => Square::A1,
            (Wing::Queenside, Color::Black) => Square::A8,
        }
    }
}

/// Predicates about players and games: part of the language, answered by the commands that know a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// Rating of one side, or of both players.
    Elo(Option<Side>, Range),
    /// Difference between the players' ratings.
    EloGap(Range),
    /// Class of the time control.
    Time(TimeClass),
    /// Result of the game.
    Result(GameResult),
    /// ECO codes from and to, both included.
    Eco(String, String),
    /// Words in the opening's name.
    Opening(String),
    /// Seconds left on the clock of one side, or of both.
    Clock(Option<Side>, Range),
    /// The half-move at which the rest of the constraint first holds.
    First(Range),
    /// The rest of the constraint holds for at least so many half-moves on end.
    Lasting(u32),
    /// The score that the game itself carries, in hundredths of a pawn, from White's view.
    GameEval(Range),
    /// A forced mate in so many moves for the side to move, as the game itself says.
    GameMateIn(Range),
    /// The player of a side, or one of the two, bears this name: all its words, in any order.
    Player(Option<Side>, String),
    /// Words in the event's name.
    Event(String),
    /// The day of the game, as the number `yyyymmdd`.
    Date(Range),
    /// The part held in an earlier position of the same game.
    Earlier(Box<Expr>),
}

/// Predicates about what a position is worth, each with a cost; whoever judges says how much may be spent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// The engine's value in hundredths of a pawn, from the view of a side; White's where none is named.
    Eval(Option<Side>, Range),
    /// The side to move mates by force in exactly so many moves: proven.
    MateIn(Range),
    /// Both sides together bring about the mate of the side to move in so many moves: proven.
    HelpmateIn(Range),
    /// The side to move makes the other one mate it in so many moves: proven.
    SelfmateIn(Range),
    /// Only one move is good.
    OnlyMove,
    /// So many moves are good.
    BestMoves(Range),
    /// How far the second best move is behind the best, in hundredths of a pawn.
    Gap(Range),
    /// What the best move is like.
    BestMove(BestMove),
    /// A motif of the best line, by Lichess' tag.
    Motif(String),
    /// How perfect play ends for the side to move.
    Tablebase(TableResult),
    /// Moves to mate in perfect play, for whichever side mates.
    MateDistance(Range),
    /// The chance in percent that players of a rating play the best line.
    FoundBy(i32, Range),
}

/// What the best move is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BestMove {
    /// A move of this kind of man.
    By(Kind),
    /// Neither a capture nor a check nor a promotion.
    Quiet,
    /// A capture.
    Takes,
    /// Loses the exchange on its square.
    Sacrifice,
    /// A check.
    Check,
    /// A pawn becomes a piece.
    Promotes,
}

/// How perfect play ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableResult {
    /// Mate by the side to move.
    Win,
    /// Neither side mates.
    Draw,
    /// Mate of the side to move.
    Loss,
}
