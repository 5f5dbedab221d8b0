//! Games to hold the language against: random ones, biased so that every kind of position comes up,
//! and real ones where they are at hand.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{ByColor, CastlingSide, Chess, Color, Move, Position, Role, Square, san::SanPlus};
use sissa_constraint::Situation;

/// A position of a game and on which wings the players have castled before it.
#[derive(Debug, Clone)]
pub struct Moment {
    pub position: Chess,
    pub castled: ByColor<Option<CastlingSide>>,
}

impl Moment {
    pub fn situation(&self) -> Situation<'_> {
        Situation {
            position: &self.position,
            castled: self.castled,
        }
    }

    fn after(&self, m: Move) -> Moment {
        let mut next = self.clone();
        if let Some(side) = m.castling_side() {
            *next.castled.get_mut(self.position.turn()) = Some(side);
        }
        next.position.play_unchecked(m);
        next
    }
}

fn start() -> Moment {
    Moment {
        position: Chess::default(),
        castled: ByColor {
            white: None,
            black: None,
        },
    }
}

/// What a random player likes.
#[derive(Debug, Clone, Copy)]
enum Taste {
    /// Anything.
    None,
    /// Captures: late endgames.
    Captures,
    /// Pawn moves and promotions, sparing pawns: many promoted men.
    Promotions,
    /// Checks and mates.
    Checks,
    /// Castling, and quiet moves that keep it possible.
    Castling,
}

/// A game of at most so many half-moves, its every moment from the starting position on.
pub fn random_game(seed: u64, plies: usize) -> Vec<Moment> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let tastes = [
        Taste::None,
        Taste::Captures,
        Taste::Promotions,
        Taste::Checks,
        Taste::Castling,
    ];
    let taste = tastes[rng.random_range(0..tastes.len())];
    let mut moments = vec![start()];
    while moments.len() <= plies {
        let now = moments.last().expect("the start is there");
        let moves = now.position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // The best of some moves to the taste: strong enough a bias, never a rule.
        let tries = if matches!(taste, Taste::Promotions) {
            16
        } else {
            4
        };
        let m = (0..tries)
            .map(|_| moves[rng.random_range(0..moves.len())])
            .max_by_key(|m| liking(taste, *m, &now.position))
            .expect("there is a move");
        moments.push(now.after(m));
    }
    moments
}

fn liking(taste: Taste, m: Move, position: &Chess) -> u32 {
    match taste {
        Taste::None => 0,
        Taste::Captures => u32::from(m.is_capture()),
        // Pawns that capture get past each other.
        Taste::Promotions => match m.role() {
            _ if m.is_promotion() => 4,
            Role::Pawn => 2 + u32::from(m.is_capture()),
            _ => u32::from(!m.is_capture()),
        },
        Taste::Checks => {
            let mut next = position.clone();
            next.play_unchecked(m);
            u32::from(next.is_check()) + u32::from(next.is_checkmate())
        }
        Taste::Castling => match m.role() {
            _ if m.castling_side().is_some() => 3,
            Role::King | Role::Rook => 0,
            Role::Knight | Role::Bishop => 2,
            _ => 1,
        },
    }
}

/// The position with the colours exchanged and the board turned over.
pub fn mirrored(moment: &Moment) -> Moment {
    use shakmaty::{CastlingMode, EnPassantMode, FromSetup};
    let mut setup = moment.position.to_setup(EnPassantMode::Always);
    setup.mirror();
    Moment {
        position: Chess::from_setup(setup, CastlingMode::Standard)
            .expect("a mirrored position is as legal as its original"),
        castled: ByColor {
            white: moment.castled.black,
            black: moment.castled.white,
        },
    }
}

/// Real games beside the project, at most so many from each file; none where the files or the
/// `zstd` tool are missing.
pub fn real_games(from_each: usize) -> Vec<Vec<Moment>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games");
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".pgn.zst"))
        .collect();
    files.sort();
    let mut games = Vec::new();
    for file in files {
        let Ok(mut child) = Command::new("zstd")
            .arg("-dcq")
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
        else {
            return Vec::new();
        };
        let output = BufReader::new(child.stdout.take().expect("stdout was piped"));
        games.extend(
            Movetexts { lines: output }
                .map(|text| replay(&text))
                .take(from_each),
        );
        // Enough was read; the tool would wait for ever to write the rest.
        let _ = child.kill();
        let _ = child.wait();
    }
    games
}

/// The movetexts of a PGN, one a game.
struct Movetexts<R> {
    lines: R,
}

impl<R: BufRead> Iterator for Movetexts<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut line = String::new();
        loop {
            line.clear();
            let ended = self.lines.read_line(&mut line).unwrap_or(0) == 0;
            let is_text = !line.trim().is_empty() && !line.starts_with('[');
            if is_text {
                text.push_str(&line);
            } else if !text.is_empty() {
                return Some(text);
            } else if ended {
                return None;
            }
        }
    }
}

/// Plays a movetext, from the starting position up to the first thing that is not a legal move.
pub fn replay(text: &str) -> Vec<Moment> {
    let mut moments = vec![start()];
    let mut depth = 0u32;
    let spaced = text
        .replace('{', " { ")
        .replace('}', " } ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    for token in spaced.split_whitespace() {
        match token {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ if depth > 0 || token.starts_with('$') => {}
            token => {
                let san = token
                    .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                    .trim_end_matches(['!', '?']);
                if san.is_empty() {
                    continue;
                }
                let now = moments.last().expect("the start is there");
                let Some(m) = san
                    .parse::<SanPlus>()
                    .ok()
                    .and_then(|san| san.san.to_move(&now.position).ok())
                else {
                    break;
                };
                moments.push(now.after(m));
            }
        }
    }
    moments
}

/// Squares of a colour's men, by plain looking.
pub fn squares_of(position: &Chess, color: Color) -> Vec<Square> {
    Square::ALL
        .into_iter()
        .filter(|square| position.board().color_at(*square) == Some(color))
        .collect()
}
