//! Games that show a theme of proof games: played at random, both sides helping.
//!
//! A side, a pawn and what it becomes are drawn; every move is drawn too, but what brings the theme nearer is drawn more
//! often: the pawn goes on, men step out of its way, a piece is left to be taken, a promoted man goes where it
//! is wanted. A game that does not get there is thrown away. Nothing is proven by failing.

use rand::{Rng, RngExt as _, seq::IndexedRandom as _};
use shakmaty::{
    Bitboard, Board, Chess, Color, File, Move, Piece, Position as _, Rank, Role, Square, attacks,
};
use sissa_game::{Game, Men, Theme};

use crate::task::stream;

/// Games begun for one that shows the theme.
const GAMES: usize = 4_000;
/// Half-moves of a game within which the theme has to be shown.
const SHOWN: usize = 90;

/// A game found.
#[derive(Clone, Debug)]
pub struct Themed {
    /// The moves from there.
    pub moves: Vec<Move>,
    /// Where they lead.
    pub position: Chess,
    /// Positions looked at.
    pub nodes: u64,
}

/// A game that goes on from `start`, which counts, and shows all the themes and ends where `good` says; the positions looked at, where none was found.
pub fn themed(
    start: &Game,
    themes: &[Theme],
    (seed, index): (u64, u64),
    longest: usize,
    stop: &dyn Fn() -> bool,
    good: &dyn Fn(&[Move], &Chess) -> bool,
) -> Result<Themed, u64> {
    let mut rng = stream(seed, index);
    let begun = Men::after(start);
    let mut nodes = 0;
    for _ in 0..GAMES {
        if stop() {
            break;
        }
        let hero = Hero::draw(themes, &mut rng);
        let mut position = start.end().clone();
        let mut men = begun.clone();
        let mut moves = Vec::new();
        while moves.len() < longest {
            let shown = themes.iter().all(|theme| men.show(*theme));
            if shown && good(&moves, &position) {
                return Ok(Themed {
                    moves,
                    position,
                    nodes,
                });
            }
            if !shown && moves.len() >= SHOWN {
                break;
            }
            nodes += 1;
            let Some(m) = hero.choose(&position, &men, &mut rng) else {
                break;
            };
            men.play(position.turn(), m);
            position.play_unchecked(m);
            moves.push(m);
        }
    }
    Err(nodes)
}

/// The pawn that the theme is about.
struct Hero {
    color: Color,
    /// Where the pawn begins.
    pawn: Square,
    becomes: Role,
    /// A piece of this first square is to be taken.
    victim: Option<Square>,
    /// The promoted man is to be taken, or to go to the first square of the victim.
    is_prey: bool,
    goes_home: bool,
}

impl Hero {
    fn draw(themes: &[Theme], rng: &mut impl Rng) -> Hero {
        let color = if rng.random_bool(0.5) {
            Color::White
        } else {
            Color::Black
        };
        let (becomes, files): (Role, &[File]) = *[
            (Role::Knight, &[File::B, File::G][..]),
            (Role::Bishop, &[File::C, File::F][..]),
            (Role::Rook, &[File::A, File::H][..]),
            (Role::Queen, &[File::D][..]),
        ]
        .choose(rng)
        .unwrap_or(&(Role::Queen, &[File::D][..]));
        let wants = |theme| themes.contains(&theme);
        let goes_home = wants(Theme::Pronkin);
        let home = files.choose(rng).copied().unwrap_or(File::D);
        let file = File::ALL.choose(rng).copied().unwrap_or(File::A);
        Hero {
            color,
            pawn: Square::from_coords(file, color.relative_rank(Rank::Second)),
            becomes,
            victim: (goes_home || wants(Theme::Phoenix))
                .then(|| Square::from_coords(home, color.backrank())),
            is_prey: wants(Theme::CerianiFrolkin),
            goes_home,
        }
    }

    /// A move, the helpful ones more often.
    fn choose(&self, position: &Chess, men: &Men, rng: &mut impl Rng) -> Option<Move> {
        let moves = position.legal_moves();
        let scored = moves.iter().map(|m| {
            let score = self.score(position, men, m) + rng.random_range(0..12);
            (score, *m)
        });
        let mut scored: Vec<(i32, Move)> = scored.collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        // A game that is over shows nothing more.
        scored.into_iter().map(|(_, m)| m).find(|m| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            !next.legal_moves().is_empty()
        })
    }

    fn score(&self, position: &Chess, men: &Men, m: &Move) -> i32 {
        let board = position.board();
        let ours = position.turn() == self.color;
        let Some(from) = m.from() else { return 0 };
        let man = men.at(from);
        let is_hero = man.is_some_and(|man| man.color == self.color && man.first == self.pawn);
        let is_victim = |square: Square| {
            men.at(square).is_some_and(|man| {
                man.color == self.color && Some(man.first) == self.victim && man.promoted.is_none()
            })
        };
        if is_hero && ours {
            return self.of_hero(position, men, m, from);
        }
        let taken = m.is_capture().then(|| men.at(m.to())).flatten();
        if let Some(taken) = taken {
            if taken.color == self.color && taken.first == self.pawn {
                let wanted = self.is_prey && taken.promoted.is_some();
                return if wanted { 100 } else { -100 };
            }
            if is_victim(m.to()) {
                return 60;
            }
        }
        let mut score = -i32::from(m.is_capture()) * 3;
        if is_victim(from) && is_attacked(board, m.to(), !self.color) {
            score += 10;
        }
        // Out of the pawn's way.
        let hero = Square::ALL.into_iter().find(|square| {
            men.at(*square)
                .is_some_and(|man| man.color == self.color && man.first == self.pawn)
        });
        if let Some(hero) = hero
            && men.at(hero).is_some_and(|man| man.role == Role::Pawn)
        {
            let last = Square::from_coords(hero.file(), self.color.relative_rank(Rank::Eighth));
            let way = attacks::between(hero, last).with(last);
            score += 8 * (i32::from(way.contains(from)) - i32::from(way.contains(m.to())));
            // Something to take beside its way.
            if !ours && attacks::pawn_attacks(self.color, hero).contains(m.to()) {
                score += 4;
            }
        }
        if self.goes_home && Some(m.to()) == self.victim {
            score -= 20;
        }
        score - i32::from(m.role() == Role::King) * 2
    }

    fn of_hero(&self, position: &Chess, men: &Men, m: &Move, from: Square) -> i32 {
        let board = position.board();
        match m.promotion() {
            Some(role) if role == self.becomes => {
                // The piece that it replaces has to be gone, and a bishop on squares of the right colour.
                let gone = self
                    .victim
                    .is_none_or(|home| men.taken().any(|man| man.first == home));
                let fits = role != Role::Bishop
                    || self
                        .victim
                        .is_none_or(|home| home.is_light() == m.to().is_light());
                return if gone && fits { 100 } else { -60 };
            }
            Some(_) => return -60,
            None => {}
        }
        if m.role() == Role::Pawn {
            return 14 + 4 * i32::from(m.is_capture());
        }
        if self.is_prey {
            return 20 * i32::from(is_attacked(board, m.to(), !self.color));
        }
        if self.goes_home
            && let Some(home) = self.victim
        {
            let piece = Piece {
                color: self.color,
                role: m.role(),
            };
            let away = distances(piece, home, board.occupied().without(from));
            let (before, after) = (away[usize::from(from)], away[usize::from(m.to())]);
            return 15 * (before - after);
        }
        0
    }
}

fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    board.attacks_to(square, by, board.occupied()).any()
}

/// Moves of a piece to a square from everywhere, around the men that stand; many where there is no way.
fn distances(piece: Piece, to: Square, occupied: Bitboard) -> [i32; 64] {
    let mut away = [20; 64];
    let mut front = Bitboard::from(to);
    let mut known = front;
    for moves in 0.. {
        if front.is_empty() {
            break;
        }
        let mut next = Bitboard::EMPTY;
        for square in front {
            away[usize::from(square)] = moves;
            next |= attacks::attacks(square, piece, occupied) & !occupied;
        }
        front = next & !known;
        known |= next;
    }
    away
}
