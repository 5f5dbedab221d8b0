//! The positions so many plies from one end, each once.
//!
//! A *layer* is complete when it is made: every position on any game that fits the bounds is in it.
//! Only the outermost layer of each end keeps its positions; of the others keys remain, enough to find
//! the games again.

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Position, Square};

use super::{
    bound::Certain,
    key::{board_key, corners, rooks},
};
use crate::retro::{EnPassant, Retro};

/// A position reached from the starting position.
#[derive(Clone)]
pub(crate) struct Reached {
    pub position: Chess,
    /// What is certain from here on.
    pub certain: Certain,
}

/// A position from which the goal is reached.
#[derive(Clone)]
pub(crate) struct Leading {
    /// Its castling rights are those that are needed.
    pub retro: Retro,
    /// Castling rights that it must not have.
    pub lost: Bitboard,
    /// What is certain up to here.
    pub certain: Certain,
}

/// What a key tells besides the board: rights, rights that must be lost, en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Tag(u32);

impl Tag {
    fn new(rights: Bitboard, lost: Bitboard, en_passant: Option<Square>) -> Tag {
        let square = en_passant.map_or(0, |square| u32::from(square) + 1);
        Tag(corners(rights) | corners(lost) << 4 | square << 8)
    }

    pub fn rights(self) -> Bitboard {
        rooks(self.0 & 15)
    }

    fn lost(self) -> Bitboard {
        rooks(self.0 >> 4 & 15)
    }

    pub fn en_passant(self) -> Option<Square> {
        (self.0 >> 8).checked_sub(1).map(Square::new)
    }

    /// Whether a position with the tag of [`Reached`] is one with this tag of [`Leading`].
    pub fn admits(self, reached: Tag) -> bool {
        (self.rights() & !reached.rights()).is_empty()
            && (self.lost() & reached.rights()).is_empty()
            && self
                .en_passant()
                .is_none_or(|square| reached.en_passant() == Some(square))
    }
}

/// The board and the rest.
pub(crate) type Key = (u128, Tag);

pub(crate) fn key_of(position: &Chess) -> Key {
    let en_passant = position.ep_square(EnPassantMode::Legal);
    let rights = position.castles().castling_rights();
    (
        board_key(position.board(), position.turn()),
        Tag::new(rights, Bitboard::EMPTY, en_passant),
    )
}

impl Reached {
    pub fn key(&self) -> Key {
        key_of(&self.position)
    }
}

impl Leading {
    pub fn key(&self) -> Key {
        let en_passant = match self.retro.en_passant {
            EnPassant::Square(square) => Some(square),
            EnPassant::Any | EnPassant::No => None,
        };
        (
            board_key(&self.retro.board, self.retro.turn),
            Tag::new(self.retro.castling, self.lost, en_passant),
        )
    }
}

/// The keys of a layer, in order.
#[derive(Default)]
pub(crate) struct Keys(Vec<Key>);

impl Keys {
    pub fn new(keys: impl Iterator<Item = Key>) -> Keys {
        let mut keys: Vec<Key> = keys.collect();
        keys.sort_unstable();
        Keys(keys)
    }

    /// The tags that a board has in this layer.
    pub fn of(&self, board: &Board, turn: Color) -> impl Iterator<Item = Tag> + '_ {
        let wanted = board_key(board, turn);
        let start = self.0.partition_point(|(key, _)| *key < wanted);
        self.0[start..]
            .iter()
            .take_while(move |(key, _)| *key == wanted)
            .map(|(_, tag)| *tag)
    }
}
