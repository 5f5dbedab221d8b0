//! The random numbers of a position.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers that belongs to one position, so that verdicts repeat in any order and on any
/// number of threads.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

/// The random stream of a position: neighbouring seeds and indices share nothing.
///
/// ```
/// use sissa_proof::{Budget, Target, Length, answer, stream};
///
/// let target = Target::diagram("8/8/8/8/8/8/8/KRk5".parse()?);
/// let games = [(); 2].map(|()| {
///     answer(&target, Length::Any, Budget::nodes(100_000), &mut stream(7, 3)).games
/// });
/// assert_eq!(games[0], games[1]);
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn stream(seed: u64, index: u64) -> Stream {
    let mixed = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Stream(Xoshiro256PlusPlus::seed_from_u64(mixed))
}

impl Stream {
    pub(crate) fn rng(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.0
    }
}
