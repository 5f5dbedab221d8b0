//! The hash of positions: shakmaty's, which is also Polyglot's; or, where six kilobytes of random numbers are too many, one
//! whose numbers are made when they are needed.

#[cfg(feature = "std")]
pub(crate) use shakmaty::zobrist::Zobrist64 as Zobrist;

#[cfg(not(feature = "std"))]
pub(crate) use mixed::Zobrist;

#[cfg(not(feature = "std"))]
mod mixed {
    use core::ops::BitXorAssign;

    use shakmaty::{
        CastlingSide, Color, File, Piece, RemainingChecks, Role, Square, zobrist::ZobristValue,
    };

    #[derive(Clone, Copy, Debug, Default)]
    pub(crate) struct Zobrist(pub u64);

    impl BitXorAssign for Zobrist {
        fn bitxor_assign(&mut self, other: Zobrist) {
            self.0 ^= other.0;
        }
    }

    /// The random number of a small one: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    #[inline]
    fn mix(number: usize) -> Zobrist {
        let mut z = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Zobrist(z ^ (z >> 31))
    }

    impl ZobristValue for Zobrist {
        #[inline]
        fn zobrist_for_piece(square: Square, piece: Piece) -> Zobrist {
            let man = piece.role as usize + 8 * usize::from(piece.color.is_black());
            mix(man * 64 + usize::from(square))
        }
        fn zobrist_for_white_turn() -> Zobrist {
            mix(2000)
        }
        fn zobrist_for_castling_right(color: Color, side: CastlingSide) -> Zobrist {
            let side = usize::from(side == CastlingSide::QueenSide);
            mix(2001 + 2 * side + usize::from(color.is_black()))
        }
        fn zobrist_for_en_passant_file(file: File) -> Zobrist {
            mix(2010 + file as usize)
        }
        // Variants are not played.
        fn zobrist_for_remaining_checks(_: Color, _: RemainingChecks) -> Zobrist {
            Zobrist(0)
        }
        fn zobrist_for_promoted(_: Square) -> Zobrist {
            Zobrist(0)
        }
        fn zobrist_for_pocket(_: Color, _: Role, _: u8) -> Zobrist {
            Zobrist(0)
        }
    }
}
