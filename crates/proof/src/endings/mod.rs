//! Games to positions of few men, quickly: they share their beginning.
//!
//! Of three or four men every position is like every other: a short walk leads from one to the next. So one game is made
//! for each set of men, to a *hub* where the pawns are at home and the pieces stand anywhere without harm ([`exchange`]), and kept
//! with the positions around it. Another position with the same men is taken back move by move, each man towards its place,
//! until it is one of those ([`walk`]). Where only a capture can have been the last move, or pawns have passed each other, a
//! man is given back first. What does not arrive is left to [`prove`](crate::prove()).

mod exchange;
mod men;
mod walk;

use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Move, Piece,
    Position as _, Role, Setup, Square,
};
use sissa_record::Game;

use crate::{Budget, Stream, Verdict, prove, stream, verify};
use exchange::{exchanged, is_peaceful};
use men::Men;
use walk::{Beginning, Walk};

/// The most men that are walked with.
const MEN: usize = 4;
/// Walks that are tried, each straying more than the one before: cheap beside a proof.
const WALKS: u32 = 24;
/// Positions around a hub that are known.
const AROUND: usize = 2000;
/// What the game to a hub may cost.
const NODES: u64 = 2_000_000;

/// Games to hubs, made when they are first wanted. Share one among threads: what it answers does not depend on what
/// was asked before.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Budget, Endings, Verdict, stream, verify};
///
/// let endings = Endings::default();
/// for fen in ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/1Q6/8/8/5k2/8/K7/8 b - - 0 1"] {
///     let fen: Fen = fen.parse()?;
///     match endings.prove(fen.as_setup(), Budget::nodes(1_000_000), &mut stream(0, 0)) {
///         Verdict::Legal { game } => assert_eq!(verify(fen.as_setup(), game.moves()), Ok(())),
///         other => panic!("{other:?}"),
///     }
/// }
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
#[derive(Debug, Default)]
pub struct Endings {
    hubs: Mutex<FxHashMap<Men, Option<Arc<Hub>>>>,
}

/// A game, and where a few more moves lead.
#[derive(Debug)]
struct Hub {
    /// Where its men stand, in the order of [`Men`].
    places: Vec<(Piece, Square)>,
    game: Vec<Move>,
    around: FxHashMap<(Board, Color), Vec<Move>>,
}

impl Endings {
    /// Decides whether any game reaches the position, as [`prove`](crate::prove()) does, and sooner where men are few.
    pub fn prove(&self, setup: &Setup, budget: Budget<'_>, stream: &mut Stream) -> Verdict {
        let few = setup.board.occupied().count() <= MEN;
        if few && let Some(game) = self.walk(setup, stream.rng()) {
            return Verdict::Legal { game };
        }
        prove(setup, budget, stream)
    }

    /// The game to a hub and on to the position.
    fn walk(&self, setup: &Setup, rng: &mut impl Rng) -> Option<Game> {
        let moves = (0..WALKS).find_map(|walk| {
            let beginning = match walk % 4 {
                0 | 1 => Beginning::Plain,
                2 => Beginning::Capture,
                _ => Beginning::Any,
            };
            let moves = self.walk_back(setup, beginning, 4 + walk, rng)?;
            verify(setup, &moves).is_ok().then_some(moves)
        })?;
        Game::from_moves(Chess::default(), moves).ok()
    }

    fn walk_back(
        &self,
        setup: &Setup,
        beginning: Beginning,
        strays: u32,
        rng: &mut impl Rng,
    ) -> Option<Vec<Move>> {
        let mut walk = Walk::new(setup);
        walk.begin(beginning, rng)?;
        let hub = self.hub(&Men::of(&walk.retro)?)?;
        let known = |retro: &crate::Retro| {
            let key = (retro.board.clone(), retro.turn);
            hub.around.get(&key).map(Vec::as_slice)
        };
        let forth = walk.home(&hub.places, known, strays, rng)?;
        let moves = hub.game.iter().chain(forth).chain(walk.back.iter().rev());
        Some(moves.copied().collect())
    }

    /// The hub with these men, made if it is not there; none where there is no game to it.
    fn hub(&self, men: &Men) -> Option<Arc<Hub>> {
        let hubs = || self.hubs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = hubs().get(men) {
            return known.clone();
        }
        // Two threads may make the same one: it is the same whoever makes it.
        let made = Hub::new(men).map(Arc::new);
        hubs().entry(men.clone()).or_insert(made).clone()
    }
}

impl Hub {
    fn new(men: &Men) -> Option<Hub> {
        let seed = men.seed();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = exchanged(men, &mut rng).or_else(|| {
            let setup = (0..1000).find_map(|_| peaceful(men, &mut rng))?;
            match prove(&setup, Budget::nodes(NODES), &mut stream(seed, 0)) {
                Verdict::Legal { game } => Some(game.moves().to_vec()),
                _ => None,
            }
        })?;
        let mut end = Chess::default();
        for m in &game {
            end.play_unchecked(*m);
        }
        let mut places: Vec<(Piece, Square)> = Vec::new();
        for (square, piece) in end.board().clone() {
            places.push((piece, square));
        }
        places.sort_by_key(|(piece, square)| (piece.char(), *square));
        let around = around(&end);
        Some(Hub {
            places,
            game,
            around,
        })
    }
}

/// Positions to which a few quiet moves lead, those with the fewest first. Nobody loses a right to castle.
fn around(hub: &Chess) -> FxHashMap<(Board, Color), Vec<Move>> {
    let key = |chess: &Chess| (chess.board().clone(), chess.turn());
    let mut around = FxHashMap::default();
    around.insert(key(hub), Vec::new());
    let mut queue = std::collections::VecDeque::from([(hub.clone(), Vec::new())]);
    while let Some((chess, moves)) = queue.pop_front() {
        for m in chess.legal_moves() {
            let mut after: Chess = chess.clone();
            after.play_unchecked(m);
            if m.is_zeroing()
                || after.castles().castling_rights() != hub.castles().castling_rights()
                || around.contains_key(&key(&after))
            {
                continue;
            }
            if around.len() >= AROUND {
                return around;
            }
            let moves = [moves.as_slice(), &[m]].concat();
            around.insert(key(&after), moves.clone());
            queue.push_back((after, moves));
        }
    }
    around
}

/// The men somewhere, so that nobody attacks anybody and the game goes on; White to move.
fn peaceful(men: &Men, rng: &mut impl Rng) -> Option<Setup> {
    if men.castling.any() {
        return None;
    }
    let mut setup = Setup::empty();
    let pawns = |place: &&(Piece, Square)| place.0.role == Role::Pawn;
    for (piece, place) in men.places.iter().filter(pawns) {
        setup.board.set_piece_at(*place, *piece);
    }
    for (piece, place) in men.places.iter().filter(|place| !pawns(place)) {
        // Away from the edge there is no castling, and everybody has moves.
        let inner = Square::ALL.into_iter().filter(|square| {
            !Bitboard::BACKRANKS.contains(*square)
                && setup.board.piece_at(*square).is_none()
                && (piece.role != Role::Bishop || square.is_light() == place.is_light())
        });
        let inner: Vec<Square> = inner.collect();
        let square = inner[rng.random_range(0..inner.len())];
        setup.board.set_piece_at(square, *piece);
    }
    if !is_peaceful(&setup.board) {
        return None;
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    let goes_on = !position.is_insufficient_material();
    goes_on.then(|| position.to_setup(EnPassantMode::Legal))
}
