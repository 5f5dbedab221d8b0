//! Themes of proof games: things that happen to men in the course of a game, which no position shows.
//!
//! ```
//! use sissa_game::{Game, Theme};
//!
//! let mut game = Game::new();
//! for text in ["h4", "g5", "hxg5", "h6", "gxh6", "Bg7", "hxg7", "Nf6", "gxh8=Q+", "Ng8", "Qxg8#"] {
//!     game.push_text(text)?;
//! }
//! assert!(Theme::Excelsior.is_shown_by(&game));
//! assert!(!Theme::CerianiFrolkin.is_shown_by(&game));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{CastlingSide, Chess, Color, Move, Position as _, Rank, Role, Square};

use crate::Game;

/// A theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// A promoted man is taken.
    CerianiFrolkin,
    /// A piece is taken, and a promoted man of its kind takes its place among the men.
    Phoenix,
    /// A piece is taken, and a promoted man of its kind stands on its first square.
    Pronkin,
    /// A pawn goes all the way from its first square and promotes.
    Excelsior,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 4] = [
        Theme::CerianiFrolkin,
        Theme::Phoenix,
        Theme::Pronkin,
        Theme::Excelsior,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Theme::CerianiFrolkin => "ceriani-frolkin",
            Theme::Phoenix => "phoenix",
            Theme::Pronkin => "pronkin",
            Theme::Excelsior => "excelsior",
        }
    }

    /// What it is, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Theme::CerianiFrolkin => "A promoted man is captured",
            Theme::Phoenix => "A piece is captured and replaced by a promoted one of its kind",
            Theme::Pronkin => {
                "A piece is captured and a promoted one of its kind stands on its first square"
            }
            Theme::Excelsior => "A pawn goes all the way from its first square and promotes",
        }
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Theme> {
        let same = |theme: &Theme| theme.name().eq_ignore_ascii_case(name);
        Theme::ALL.into_iter().find(same)
    }

    /// Whether a game shows it.
    pub fn is_shown_by(self, game: &Game) -> bool {
        Men::after(game).show(self)
    }
}

/// A man with its past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Its side.
    pub color: Color,
    /// What it is now.
    pub role: Role,
    /// Where it stood when the game began.
    pub first: Square,
    /// Half-moves after which it promoted.
    pub promoted: Option<u32>,
}

/// The men of a game, followed move by move.
#[derive(Clone, Debug)]
pub struct Men {
    at: [Option<Man>; 64],
    /// Those that were taken, with the square and the half-moves made before.
    taken: Vec<(Man, Square, u32)>,
    plies: u32,
}

impl Men {
    /// The men where a game begins.
    pub fn new(start: &Chess) -> Men {
        let man = |square: Square| {
            start.board().piece_at(square).map(|piece| Man {
                color: piece.color,
                role: piece.role,
                first: square,
                promoted: None,
            })
        };
        Men {
            at: std::array::from_fn(|index| man(Square::new(index as u32))),
            taken: Vec::new(),
            plies: 0,
        }
    }

    /// The men at the end of a game.
    pub fn after(game: &Game) -> Men {
        let mut men = Men::new(game.start());
        let mut color = game.start().turn();
        for m in game.moves() {
            men.play(color, *m);
            color = !color;
        }
        men
    }

    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<&Man> {
        self.at[usize::from(square)].as_ref()
    }

    /// The men that were taken.
    pub fn taken(&self) -> impl Iterator<Item = &Man> {
        self.taken.iter().map(|(man, _, _)| man)
    }

    /// Plays a legal move of a side.
    pub fn play(&mut self, color: Color, m: Move) {
        let plies = self.plies;
        self.plies += 1;
        match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => {
                self.take(to, plies);
                let mut man = self.at[usize::from(from)].take();
                if let (Some(man), Some(role)) = (&mut man, promotion) {
                    man.role = role;
                    man.promoted = Some(plies);
                }
                self.at[usize::from(to)] = man;
            }
            Move::EnPassant { from, to } => {
                self.take(Square::from_coords(to.file(), from.rank()), plies);
                self.at[usize::from(to)] = self.at[usize::from(from)].take();
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let men = [king, rook].map(|square| self.at[usize::from(square)].take());
                self.at[usize::from(side.king_to(color))] = men[0];
                self.at[usize::from(side.rook_to(color))] = men[1];
            }
            Move::Put { .. } => {}
        }
    }

    fn take(&mut self, square: Square, plies: u32) {
        if let Some(man) = self.at[usize::from(square)].take() {
            self.taken.push((man, square, plies));
        }
    }

    /// Whether the theme has been shown, and still is.
    pub fn show(&self, theme: Theme) -> bool {
        let promoted = || {
            let men = Square::ALL.into_iter();
            men.filter_map(|square| Some((square, self.at(square)?)))
                .filter_map(|(square, man)| Some((square, man, man.promoted?)))
        };
        let replaces = |square: Square, man: Man, when: u32| {
            self.taken.iter().filter(move |(lost, _, taken)| {
                lost.promoted.is_none()
                    && (lost.color, lost.role) == (man.color, man.role)
                    && *taken < when
                    && (lost.role != Role::Bishop || lost.first.is_light() == square.is_light())
            })
        };
        match theme {
            Theme::CerianiFrolkin => self.taken().any(|man| man.promoted.is_some()),
            Theme::Excelsior => {
                let everybody = self.at.iter().flatten().chain(self.taken());
                everybody
                    .filter(|man| man.promoted.is_some())
                    .any(|man| man.color.relative_rank(man.first.rank()) == Rank::Second)
            }
            Theme::Phoenix => {
                promoted().any(|(square, man, when)| replaces(square, *man, when).count() > 0)
            }
            // Here it does not matter which came first, the capture or the promotion.
            Theme::Pronkin => promoted().any(|(square, man, _)| {
                replaces(square, *man, u32::MAX).any(|(lost, _, _)| lost.first == square)
            }),
        }
    }
}
