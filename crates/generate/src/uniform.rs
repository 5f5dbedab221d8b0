//! Positions drawn without bias from all legal ones that satisfy the constraint.
//!
//! The idea is rejection: **draw uniformly from a set that contains them all, keep what belongs**. The
//! set is every way to put men on the board (pawns not on the end ranks) whose numbers the constraint and
//! the rules of promotion allow, with either side to move, any subset of the castling rights and any
//! en-passant file. A draw is kept if it is a position of chess, satisfies the constraint, and a game
//! reaches it. Every legal position is then equally likely, whatever it looks like; and since the size of
//! the set is known, the share that was kept estimates how many legal positions there are.
//!
//! An undecided draw would be the only source of bias, so it ends the attempt as a failure instead.

use rand::{RngExt, seq::SliceRandom};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Position, Rank,
    Role, Setup, Square,
};
use sissa_constraint::Goal;
use sissa_proof::{Budget, Verdict, stream};

use crate::{
    Failure, Found, Random,
    line::{COUNTED, Line, State},
    task::Task,
};

/// The most men a side has, and one more.
const MEN: usize = 17;
/// Castling rights and en-passant files that a draw may claim: sixteen subsets, eight files or none.
const CLAIMS: f64 = 16.0 * 9.0;

/// The men of a side besides the king, in the order of [`COUNTED`].
type Men = [i32; 5];

/// Lists of men, with the ways to place them up to a factor that depends only on how many men and pawns
/// they have.
type Lists = Vec<(Men, f64)>;

/// The ways of one side, by its men in all and its pawns.
#[derive(Debug, Default)]
struct Ways {
    lists: Vec<(usize, usize, Lists)>,
}

/// What draws are made from.
#[derive(Debug)]
pub(crate) struct Space {
    sides: [Ways; 2],
    /// Pairs of entries of both sides, with the number of boards up to each.
    pairs: Vec<(usize, usize, f64)>,
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

/// Ways to put so many distinguishable men on so many squares.
fn arrangements(squares: usize, men: usize) -> f64 {
    (squares + 1 - men.min(squares)..=squares)
        .map(|k| k as f64)
        .product()
}

impl Ways {
    fn new(goals: &[Goal], color: Color) -> Ways {
        let range = |role: Role| {
            let windows = goals.iter().map(|goal| goal.windows.role(color, role));
            let (mut least, mut most) = (i32::MAX, 0);
            for window in windows {
                least = least.min(window.min);
                most = most.max(window.max);
            }
            least.max(0)..=most
        };
        let mut ways = Ways::default();
        let [pawns, knights, bishops, rooks, queens] = COUNTED.map(range);
        for p in pawns {
            for n in knights.clone() {
                for b in bishops.clone() {
                    for r in rooks.clone() {
                        for q in queens.clone() {
                            ways.add([p, n, b, r, q]);
                        }
                    }
                }
            }
        }
        ways
    }

    fn add(&mut self, men: Men) {
        let [p, n, b, r, q] = men;
        let promoted = [n - 2, b - 2, r - 2, q - 1]
            .into_iter()
            .map(|surplus| surplus.max(0))
            .sum::<i32>();
        let all = 1 + men.iter().sum::<i32>() as usize;
        if p + promoted > 8 || all >= MEN {
            return;
        }
        let same: f64 = men.iter().map(|count| factorial(*count as usize)).product();
        let pawns = p as usize;
        let place = self
            .lists
            .iter()
            .position(|(one, other, _)| (*one, *other) == (all, pawns));
        let place = place.unwrap_or_else(|| {
            self.lists.push((all, pawns, Vec::new()));
            self.lists.len() - 1
        });
        self.lists[place].2.push((men, 1.0 / same));
    }
}

impl Space {
    /// All boards that the alternatives allow by their numbers of men.
    pub(crate) fn new(goals: &[Goal]) -> Space {
        let sides = Color::ALL.map(|color| Ways::new(goals, color));
        let mut pairs = Vec::new();
        let mut total = 0.0;
        for (one, (white, white_pawns, white_lists)) in sides[0].lists.iter().enumerate() {
            for (other, (black, black_pawns, black_lists)) in sides[1].lists.iter().enumerate() {
                let sum = |lists: &[(Men, f64)]| lists.iter().map(|(_, ways)| ways).sum::<f64>();
                let pawns = white_pawns + black_pawns;
                total += sum(white_lists)
                    * sum(black_lists)
                    * arrangements(48, pawns)
                    * arrangements(64 - pawns, white + black - pawns);
                pairs.push((one, other, total));
            }
        }
        Space { sides, pairs }
    }

    /// How many draws there are: boards, sides to move, rights and en-passant files.
    pub(crate) fn size(&self) -> f64 {
        self.pairs.last().map_or(0.0, |(_, _, total)| *total) * 2.0 * CLAIMS
    }

    /// One draw; `None` where it is no position of chess.
    fn draw(&self, rng: &mut Random) -> Option<Chess> {
        let at = rng.random::<f64>() * self.pairs.last()?.2;
        let pair = self.pairs.partition_point(|(_, _, total)| *total <= at);
        let (one, other, _) = self.pairs[pair.min(self.pairs.len() - 1)];
        let rights = rng.random_range(0..16_u32);
        let file = rng.random_range(0..9_u32);
        let white = chosen(&self.sides[0].lists[one].2, rng);
        let black = chosen(&self.sides[1].lists[other].2, rng);
        // Most claims need no board to be refused.
        let rooks = |men: Men, bits: u32| men[3] >= (rights & bits).count_ones() as i32;
        let pawns = white[0] > 0 && black[0] > 0;
        if !rooks(white, 3) || !rooks(black, 12) || file < 8 && !pawns {
            return None;
        }
        let mut setup = Setup::empty();
        setup.board = placed([white, black], rng);
        setup.turn = Color::from_white(rng.random());
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        setup.castling_rights = corners
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| rights >> bit & 1 == 1)
            .map(|(_, square)| square)
            .collect();
        if file < 8 {
            let rank = setup.turn.relative_rank(Rank::Sixth);
            setup.ep_square = Some(Square::from_coords(File::new(file), rank));
        }
        let wanted = setup.ep_square;
        let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        // A square behind a pawn that nobody can capture says nothing.
        (position.ep_square(EnPassantMode::Legal) == wanted).then_some(position)
    }
}

/// A list of men, by its share of the ways.
fn chosen(lists: &[(Men, f64)], rng: &mut Random) -> Men {
    let total: f64 = lists.iter().map(|(_, ways)| ways).sum();
    let mut at = rng.random::<f64>() * total;
    for (men, ways) in lists {
        at -= ways;
        if at < 0.0 {
            return *men;
        }
    }
    lists[lists.len() - 1].0
}

/// A board with these men, all boards equally likely.
fn placed(men: [Men; 2], rng: &mut Random) -> Board {
    let mut board = Board::empty();
    let mut inner: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| !Bitboard::BACKRANKS.contains(*square))
        .collect();
    let pawns = (men[0][0] + men[1][0]) as usize;
    let mut chosen = inner.partial_shuffle(rng, pawns).0.to_vec();
    for (color, men) in Color::ALL.into_iter().zip(&men) {
        for square in chosen.split_off(chosen.len() - men[0] as usize) {
            board.set_piece_at(square, color.pawn());
        }
    }
    let mut free: Vec<Square> = (!board.occupied()).into_iter().collect();
    let pieces: Vec<shakmaty::Piece> = Color::ALL
        .into_iter()
        .zip(&men)
        .flat_map(|(color, men)| {
            let roles = COUNTED.into_iter().zip(men).skip(1);
            roles
                .flat_map(|(role, count)| std::iter::repeat_n(role, *count as usize))
                .chain([Role::King])
                .map(move |role| role.of(color))
        })
        .collect();
    let squares = free.partial_shuffle(rng, pieces.len()).0;
    for (square, piece) in squares.iter().zip(pieces) {
        board.set_piece_at(*square, piece);
    }
    board
}

/// One legal position, all equally likely.
pub(crate) fn attempt(
    task: &Task,
    space: &Space,
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let most = task.options.nodes;
    let mut nodes = 0;
    loop {
        nodes += 1;
        if nodes >= most {
            return Err(Failure::Budget { nodes });
        }
        if nodes.is_multiple_of(256) && stop() {
            return Err(Failure::Stopped { nodes });
        }
        let Some(position) = space.draw(rng) else {
            continue;
        };
        let state = State::new(position, task.options.castled);
        if !task.holds(&state) {
            continue;
        }
        let setup = state.position.to_setup(EnPassantMode::Legal);
        let budget = Budget {
            nodes: most - nodes,
            stop,
        };
        match task
            .endings
            .prove(&setup, budget, &mut stream(rng.random(), 0))
        {
            Verdict::Illegal { .. } => {}
            Verdict::Undecided { exhausted, .. } => {
                let nodes = nodes + exhausted.nodes;
                return Err(if stop() {
                    Failure::Stopped { nodes }
                } else {
                    Failure::Budget { nodes }
                });
            }
            Verdict::Legal { game } => {
                let mut line = Line::new(task.start.clone());
                for m in game.moves() {
                    line.play(*m);
                }
                return Ok(Found {
                    position: line.state.position,
                    moves: line.moves,
                    nodes,
                    shortest: false,
                    at_least: None,
                    human: None,
                });
            }
        }
    }
}
