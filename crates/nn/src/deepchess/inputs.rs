//! What a network sees of a position.

use shakmaty::{
    CastlingSide, Chess, Color, EnPassantMode, File, Piece, Position as _, Rank, Role, Square,
};

/// A position as networks see it: men, who is to move, rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Where the men stand.
    pub men: Vec<(Square, Piece)>,
    /// Who is to move.
    pub turn: Color,
    /// White's right to castle on the king's side and on the queen's side, then Black's.
    pub castling: [bool; 4],
    /// Where a pawn may be taken en passant.
    pub en_passant: Option<File>,
    /// What [`rating_difference`] says of the players.
    pub rating_difference: i16,
}

/// White's rating less Black's as far as it counts; 0 where one of them is not known.
pub fn rating_difference(ratings: [Option<u16>; 2]) -> i16 {
    let [Some(white), Some(black)] = ratings.map(|rating| rating.map(i32::from)) else {
        return 0;
    };
    (white - black).clamp(-FURTHEST, FURTHEST) as i16
}

/// The most that a difference of ratings counts, and the one that is an input of 1.
const FURTHEST: i32 = 800;
const RATED: f32 = 200.0;

impl View {
    /// Of a position, of players about whom nothing is known.
    pub fn of(position: &Chess) -> View {
        let castles = position.castles();
        let right = |color, side| castles.has(color, side);
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
        View {
            men: position.board().iter().collect(),
            turn: position.turn(),
            castling: [
                right(Color::White, sides[0]),
                right(Color::White, sides[1]),
                right(Color::Black, sides[0]),
                right(Color::Black, sides[1]),
            ],
            en_passant: position.ep_square(EnPassantMode::Legal).map(Square::file),
            rating_difference: 0,
        }
    }

    /// With the colours changed: what was good for White is good for Black.
    pub fn mirrored(&self) -> View {
        let [a, b, c, d] = self.castling;
        let man = |(square, piece): &(Square, Piece)| {
            let color = !piece.color;
            (square.flip_vertical(), Piece { color, ..*piece })
        };
        View {
            men: self.men.iter().map(man).collect(),
            turn: !self.turn,
            castling: [c, d, a, b],
            en_passant: self.en_passant,
            rating_difference: -self.rating_difference,
        }
    }
}

/// An input that is not zero: its number, and what it is.
pub type Switch = (usize, f32);

/// How a position becomes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// 69: for each square 1 for a white pawn to 6 for a white king, −1 to −6 for Black's; rights; the turn.
    Signed,
    /// 69: the same, with 7 to 12 for Black's men, so that nothing is negative.
    Positive,
    /// 69: for each square what the man is worth in pawns, Black's negative; rights; the turn.
    Worth,
    /// 773: for each square, colour and kind of man whether it is there; rights; the turn. As published.
    Bits,
    /// 781: the same, and the file on which a pawn may be taken en passant.
    EnPassant,
    /// 782: the same, and how much better White is rated than Black; as equals where that is not known.
    Rated,
    /// 3,085: as `en-passant`, mirrored so that White's king stands on the left, and each man once for each of four zones of that king.
    King,
}

/// How White's king makes the board be seen: whether mirrored, and which inputs men are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outlook {
    mirrored: bool,
    zone: usize,
}

impl Outlook {
    /// Zones: castled, elsewhere on the first rank, second rank, beyond. They are those of the engine's network.
    fn of(men: &[(Square, Piece)]) -> Outlook {
        let king = men
            .iter()
            .find(|(_, piece)| piece.role == Role::King && piece.color.is_white());
        let Some((king, _)) = king else {
            return Outlook::default();
        };
        let zone = match (king.rank(), king.file()) {
            (Rank::First, File::A | File::B | File::G | File::H) => 0,
            (Rank::First, _) => 1,
            (Rank::Second, _) => 2,
            _ => 3,
        };
        Outlook {
            mirrored: king.file() >= File::E,
            zone,
        }
    }
}

/// Zones of a king.
const ZONES: usize = 4;
/// A man on a square.
const MEN: usize = 768;

impl Inputs {
    /// All.
    pub const ALL: [Inputs; 7] = [
        Inputs::Signed,
        Inputs::Positive,
        Inputs::Worth,
        Inputs::Bits,
        Inputs::EnPassant,
        Inputs::Rated,
        Inputs::King,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Inputs::Signed => "signed",
            Inputs::Positive => "positive",
            Inputs::Worth => "worth",
            Inputs::Bits => "bits",
            Inputs::EnPassant => "en-passant",
            Inputs::Rated => "rated",
            Inputs::King => "king",
        }
    }

    /// The one of a name.
    pub fn named(name: &str) -> Option<Inputs> {
        Inputs::ALL.into_iter().find(|inputs| inputs.name() == name)
    }

    /// How many.
    pub fn count(self) -> usize {
        match self {
            Inputs::Signed | Inputs::Positive | Inputs::Worth => 69,
            Inputs::Bits => 773,
            Inputs::EnPassant => 781,
            Inputs::Rated => 782,
            Inputs::King => ZONES * MEN + 13,
        }
    }

    /// Those of a position that are not zero.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use sissa_nn::deepchess::{Inputs, View};
    ///
    /// let start = View::of(&Chess::default());
    /// assert_eq!(Inputs::Bits.switches(&start).count(), 32 + 4 + 1);
    /// assert!(Inputs::Signed.switches(&start).any(|switch| switch == (56 + 4, -6.0)));
    /// ```
    pub fn switches(self, view: &View) -> impl Iterator<Item = Switch> {
        let squares = match self {
            Inputs::Signed | Inputs::Positive | Inputs::Worth => 64,
            Inputs::Bits | Inputs::EnPassant | Inputs::Rated => MEN,
            Inputs::King => ZONES * MEN,
        };
        let outlook = match self {
            Inputs::King => Outlook::of(&view.men),
            _ => Outlook::default(),
        };
        let flipped = if outlook.mirrored { 7 } else { 0 };
        let men = view.men.iter().map(move |(square, piece)| {
            let (square, role) = (usize::from(*square) ^ flipped, piece.role as usize);
            let black = piece.color.is_black();
            let sign = if black { -1.0 } else { 1.0 };
            match self {
                Inputs::Signed => (square, sign * role as f32),
                Inputs::Positive => (square, (role + if black { 6 } else { 0 }) as f32),
                Inputs::Worth => (square, sign * WORTH[role - 1]),
                Inputs::Bits | Inputs::EnPassant | Inputs::Rated | Inputs::King => {
                    let kind = role - 1 + if black { 6 } else { 0 };
                    (MEN * outlook.zone + 64 * kind + square, 1.0)
                }
            }
        });
        // A right is one to the rook on the left or on the right: those change with the files.
        let changed = usize::from(outlook.mirrored);
        let rights = (0..4).filter(|right| view.castling[*right]);
        let rights = rights.map(move |right| (squares + (right ^ changed), 1.0));
        let turn = view.turn.is_white().then_some((squares + 4, 1.0));
        let seen = matches!(self, Inputs::EnPassant | Inputs::Rated | Inputs::King);
        let en_passant = view.en_passant.filter(|_| seen);
        let en_passant =
            en_passant.map(move |file| (squares + 5 + (usize::from(file) ^ flipped), 1.0));
        let rated = self == Inputs::Rated && view.rating_difference != 0;
        let rated = rated.then(|| (squares + 13, f32::from(view.rating_difference) / RATED));
        men.chain(rights).chain(turn).chain(en_passant).chain(rated)
    }
}

/// Pawns that a man of each kind is worth; a king must be told from an empty square and no more.
const WORTH: [f32; 6] = [1.0, 3.0, 3.25, 5.0, 9.5, 0.5];

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn view(fen: &str) -> View {
        let fen: Fen = fen.parse().unwrap();
        View::of(&fen.into_position(CastlingMode::Standard).unwrap())
    }

    #[test]
    fn every_input_is_within_the_count_and_told_apart() {
        let view = view("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        for inputs in Inputs::ALL {
            let switches: Vec<Switch> = inputs.switches(&view).collect();
            assert!(switches.iter().all(|(number, _)| *number < inputs.count()));
            let mut numbers: Vec<usize> = switches.iter().map(|(number, _)| *number).collect();
            numbers.dedup();
            assert_eq!(numbers.len(), switches.len(), "{inputs:?}");
        }
        let en_passant = Inputs::EnPassant.switches(&view).last();
        assert_eq!(en_passant, Some((768 + 5 + 5, 1.0)));
        assert_eq!(rating_difference([Some(2900), Some(1)]), 800);
        assert_eq!(rating_difference([Some(1500), None]), 0);
        let rated = View {
            rating_difference: rating_difference([Some(1500), Some(1800)]),
            ..view
        };
        let last = |view: &View| Inputs::Rated.switches(view).last();
        assert_eq!(last(&rated), Some((768 + 13, -1.5)));
        assert_eq!(last(&rated.mirrored()), Some((768 + 13, 1.5)));
    }

    #[test]
    fn colours_are_changed() {
        let white = view("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
        let black = view("4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1");
        let sorted = |inputs: Inputs, view: &View| {
            let mut all: Vec<Switch> = inputs.switches(view).collect();
            all.sort_by_key(|entry| entry.0);
            all
        };
        for inputs in Inputs::ALL {
            let mirrored = sorted(inputs, &black.mirrored());
            assert_eq!(sorted(inputs, &white), mirrored);
            assert_ne!(sorted(inputs, &white), sorted(inputs, &black));
        }
        // Left for right is the same where a king decides the side from which the board is seen, and nowhere else.
        let right = view("4k3/8/8/3pP3/8/8/8/6K1 w - d6 0 1");
        let left = view("3k4/8/8/3Pp3/8/8/8/1K6 w - e6 0 1");
        for inputs in Inputs::ALL {
            let same = sorted(inputs, &left) == sorted(inputs, &right);
            assert_eq!(same, inputs == Inputs::King);
        }
        let right = view("r3k3/8/8/8/8/8/8/6K1 w q - 0 1");
        let last = |view: &View| Inputs::King.switches(view).nth(3);
        assert_eq!(last(&right), Some((4 * 768 + 2, 1.0)));
    }
}
