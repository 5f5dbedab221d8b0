//! Games to positions of few men, quickly: they share their beginning.
//!
//! Of three or four men every position is like every other: a short walk leads from one to the next. So a game is
//! constructed once, to a *hub* where the pawns are at home and the pieces stand anywhere without harm, and kept with all
//! positions a few moves around it. Another position with the same men is taken back move by move, each man towards its place,
//! until it is one of those. What does not arrive, such as a mate that only a capture can have given, is left to
//! [`prove`](crate::prove()).

use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, Move, Piece, Position as _, Rank,
    Role, Setup, Square, attacks,
};
use sissa_record::Game;

use crate::{Budget, EnPassant, Retro, Stream, Verdict, prove, stream, verify};

/// The most men that are walked with.
const MEN: usize = 4;
/// Half-moves that are taken back at most.
const WALK: usize = 30;
/// Walks that are tried, each straying more than the one before: cheap beside a proof.
const WALKS: u32 = 16;
/// Half-moves around a hub that are known.
const AROUND: u32 = 3;
/// What the game to a hub may cost.
const NODES: u64 = 2_000_000;

/// The men of a hub with their squares: what a key stands for.
type Places = Vec<(Piece, Square)>;

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
    hubs: Mutex<FxHashMap<Vec<u8>, Option<Arc<Hub>>>>,
}

/// A game, and where a few more moves lead.
#[derive(Debug)]
struct Hub {
    places: Places,
    game: Vec<Move>,
    around: FxHashMap<(Board, Color), Vec<Move>>,
}

impl Endings {
    /// Decides whether any game reaches the position, as [`prove`](crate::prove()) does, and sooner where men are few.
    pub fn prove(&self, setup: &Setup, budget: Budget<'_>, stream: &mut Stream) -> Verdict {
        let few = setup.board.occupied().count() <= MEN && setup.castling_rights.is_empty();
        if few && let Some(game) = self.walk(setup, stream.rng()) {
            return Verdict::Legal { game };
        }
        prove(setup, budget, stream)
    }

    /// The game to a hub and on to the position.
    fn walk(&self, setup: &Setup, rng: &mut impl Rng) -> Option<Game> {
        let hub = self.hub(&home_places(&setup.board))?;
        let moves = (0..WALKS).find_map(|strays| {
            let moves = hub.walk(setup, 4 + strays, rng);
            moves.filter(|moves| verify(setup, moves).is_ok())
        })?;
        Game::from_moves(Chess::default(), moves).ok()
    }

    /// The hub with these men, made if it is not there; none where there is no game to it, or the game would be over there.
    fn hub(&self, places: &Places) -> Option<Arc<Hub>> {
        let key: Vec<u8> = places.iter().flat_map(letters).collect();
        let hubs = || self.hubs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = hubs().get(&key) {
            return known.clone();
        }
        // Two threads may make the same one: it is the same whoever makes it.
        let made = Hub::new(places, seed(&key)).map(Arc::new);
        hubs().entry(key).or_insert(made).clone()
    }
}

impl Hub {
    fn new(wanted: &Places, seed: u64) -> Option<Hub> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (places, position) = (0..1000).find_map(|_| peaceful(wanted, &mut rng))?;
        let setup = position.to_setup(shakmaty::EnPassantMode::Legal);
        let Verdict::Legal { game } = prove(&setup, Budget::nodes(NODES), &mut stream(seed, 0))
        else {
            return None;
        };
        let mut around = FxHashMap::default();
        around.insert((position.board().clone(), position.turn()), Vec::new());
        let mut edge = vec![(game.end().clone(), Vec::new())];
        for _ in 0..AROUND {
            let mut next = Vec::new();
            for (chess, moves) in &edge {
                for m in chess.legal_moves() {
                    if m.is_zeroing() {
                        continue;
                    }
                    let mut after: Chess = chess.clone();
                    after.play_unchecked(m);
                    let moves = [moves.as_slice(), &[m]].concat();
                    let key = (after.board().clone(), after.turn());
                    if let std::collections::hash_map::Entry::Vacant(place) = around.entry(key) {
                        place.insert(moves.clone());
                        next.push((after, moves));
                    }
                }
            }
            edge = next;
        }
        Some(Hub {
            places,
            game: game.moves().to_vec(),
            around,
        })
    }

    /// The moves to the hub and on to the position; the larger `strays`, the less straight.
    fn walk(&self, setup: &Setup, strays: u32, rng: &mut impl Rng) -> Option<Vec<Move>> {
        let mut retro = Retro::new(setup);
        let mut back: Vec<Move> = Vec::new();
        let mut seen = vec![(retro.board.clone(), retro.turn)];
        let forth = loop {
            let here = (retro.board.clone(), retro.turn);
            // A square behind a pawn is told by the last move, not by the board.
            let told = matches!(retro.en_passant, EnPassant::Square(_));
            if let Some(forth) = self.around.get(&here).filter(|_| !told) {
                break forth;
            }
            if back.len() >= WALK {
                return None;
            }
            let (m, before) = nearest(&self.places, &retro, &seen, strays, rng)?;
            seen.push((before.board.clone(), before.turn));
            back.push(m);
            retro = before;
        };
        let moves = self.game.iter().chain(forth).chain(back.iter().rev());
        Some(moves.copied().collect())
    }
}

/// Where the men of a board are to go back to. Pawns have places of their own: home, or where they are if they cannot all go
/// home. For pieces only the shade of a bishop's square counts.
fn home_places(board: &Board) -> Places {
    let pawns = board.pawns();
    let lined_up = pawns.into_iter().all(|pawn| {
        let others = pawns & Bitboard::from(pawn.file()) & !Bitboard::from_square(pawn);
        let white = board.white().contains(pawn);
        // Another one behind, or one that has passed.
        others.into_iter().all(|other| {
            board.white().contains(other) != white && (other.rank() > pawn.rank()) == white
        })
    });
    let mut places: Places = Vec::new();
    for (square, piece) in board.clone() {
        let home = piece.color.relative_rank(Rank::Second);
        let place = match piece.role {
            Role::Pawn if lined_up => Square::from_coords(square.file(), home),
            Role::Pawn => square,
            Role::Bishop if square.is_light() => Square::B1,
            Role::Bishop => Square::A1,
            _ => Square::A1,
        };
        places.push((piece, place));
    }
    places.sort_by_key(letters);
    places
}

fn letters((piece, square): &(Piece, Square)) -> [u8; 2] {
    [piece.char() as u8, u8::from(*square)]
}

fn seed(key: &[u8]) -> u64 {
    key.iter().fold(0xcbf2_9ce4_8422_2325, |seed, byte| {
        (seed ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The men somewhere, so that nobody attacks anybody; White to move.
fn peaceful(wanted: &Places, rng: &mut impl Rng) -> Option<(Places, Chess)> {
    let mut board = Board::empty();
    let mut places = Places::new();
    for (piece, place) in wanted.iter().filter(|(piece, _)| piece.role == Role::Pawn) {
        board.set_piece_at(*place, *piece);
        places.push((*piece, *place));
    }
    for (piece, place) in wanted.iter().filter(|(piece, _)| piece.role != Role::Pawn) {
        // Away from the edge there is no castling, and everybody has moves.
        let inner = Square::ALL.into_iter().filter(|square| {
            !Bitboard::BACKRANKS.contains(*square)
                && board.piece_at(*square).is_none()
                && (piece.role != Role::Bishop || square.is_light() == place.is_light())
        });
        let inner: Vec<Square> = inner.collect();
        let square = inner[rng.random_range(0..inner.len())];
        board.set_piece_at(square, *piece);
        places.push((*piece, square));
    }
    let peaceful = Color::ALL.into_iter().all(|color| {
        let attacked = board
            .by_color(color)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| {
                all | board.attacks_from(square)
            });
        (attacked & board.by_color(!color)).is_empty()
    });
    if !peaceful {
        return None;
    }
    let mut setup = Setup::empty();
    setup.board = board;
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!position.is_insufficient_material()).then_some((places, position))
}

/// The move to take back after which the men are nearest to their places.
fn nearest(
    places: &Places,
    retro: &Retro,
    seen: &[(Board, Color)],
    strays: u32,
    rng: &mut impl Rng,
) -> Option<(Move, Retro)> {
    let mover = !retro.turn;
    let away = |(piece, place): &(Piece, Square)| {
        piece.role == Role::Pawn && retro.board.piece_at(*place) != Some(*piece)
    };
    let has_pawns_to_move = matches!(retro.en_passant, EnPassant::Square(_))
        || places
            .iter()
            .any(|place| place.0.color == mover && away(place));
    let unmoves = if has_pawns_to_move {
        retro.unmoves()
    } else {
        retro.quiet_unmoves()
    };
    let mut best: Option<(u32, Move, Retro)> = None;
    for m in unmoves {
        if m.is_capture() || m.is_promotion() {
            continue;
        }
        let before = retro.before(m);
        // Up to four it is a choice among equals.
        let far = 4 * distance(places, &before.board) + rng.random_range(0..strays);
        if best.as_ref().is_none_or(|(least, ..)| far < *least)
            && !seen
                .iter()
                .any(|(board, turn)| *turn == before.turn && *board == before.board)
        {
            best = Some((far, m, before));
        }
    }
    best.map(|(_, m, before)| (m, before))
}

/// Moves that the men need to their places, roughly.
fn distance(places: &Places, board: &Board) -> u32 {
    let mut sum = 0;
    let mut index = 0;
    while index < places.len() {
        let piece = places[index].0;
        let alike = places[index..]
            .iter()
            .take_while(|(other, _)| *other == piece)
            .count();
        let squares: Vec<Square> = board.by_piece(piece).into_iter().collect();
        let to: Vec<Square> = places[index..index + alike]
            .iter()
            .map(|place| place.1)
            .collect();
        sum += match (&squares[..], &to[..]) {
            ([one], [place]) => steps(piece, *one, *place),
            ([one, two], [first, second]) => {
                let straight = steps(piece, *one, *first) + steps(piece, *two, *second);
                let crossed = steps(piece, *one, *second) + steps(piece, *two, *first);
                straight.min(crossed)
            }
            _ => 0,
        };
        index += alike;
    }
    sum
}

fn steps(piece: Piece, from: Square, to: Square) -> u32 {
    if from == to {
        return 0;
    }
    let reaches = attacks::attacks(from, piece, Bitboard::EMPTY).contains(to);
    match piece.role {
        Role::King => from.distance(to),
        Role::Pawn => u32::from(from.rank()).abs_diff(to.rank().into()),
        Role::Knight if reaches => 1,
        Role::Knight => 1 + from.distance(to).div_ceil(2),
        _ if reaches => 1,
        _ => 2,
    }
}
