//! Games for the tests, made here: random ones, with tags, clocks and scores.

use std::{fmt::Write as _, ops::ControlFlow, path::Path};

use shakmaty::{Chess, Move, Position, san::SanPlus};
use sissa_games::{Find, FindEvent, Found, ImportOptions, ImportSummary, Source, import};
use sissa_record::Game;

/// A small generator, the same everywhere (Marsaglia's xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Legal moves at random, captures more often than not so that material varies.
pub fn random_moves(random: &mut Random, longest: usize, promotions: bool) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    let length = 10 + random.below(longest - 10);
    while moves.len() < length {
        let mut legal = position.legal_moves();
        if !promotions {
            legal.retain(|played| !played.is_promotion());
        }
        if legal.is_empty() {
            break;
        }
        let captures: Vec<Move> = legal.iter().copied().filter(|m| m.is_capture()).collect();
        let pool = if !captures.is_empty() && random.below(3) > 0 {
            &captures[..]
        } else {
            &legal[..]
        };
        let played = pool[random.below(pool.len())];
        position.play_unchecked(played);
        moves.push(played);
    }
    moves
}

/// The game as PGN; its number is its round.
pub fn pgn(number: usize, moves: &[Move], random: &mut Random, comments: bool) -> String {
    let result = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
    let mut text = format!(
        "[Event \"Test\"]\n[Round \"{number}\"]\n[White \"W{}\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\
         [WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[ECO \"B{:02}\"]\n[Opening \"Opening {}\"]\n[TimeControl \"{}+2\"]\n\n",
        random.below(50),
        900 + random.below(1500),
        900 + random.below(1500),
        random.below(100),
        random.below(20),
        60 * (1 + random.below(20)),
    );
    let mut position = Chess::default();
    for (ply, played) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(
            text,
            "{} ",
            SanPlus::from_move_and_play_unchecked(&mut position, *played)
        );
        if comments {
            let _ = write!(
                text,
                "{{ [%eval 0.{:02}] [%clk 0:{:02}:00] }} ",
                ply % 100,
                59 - ply % 60
            );
        }
        if ply % 12 == 11 {
            text.push('\n');
        }
    }
    text + result + "\n\n"
}

/// So many games in one text.
pub fn many(count: usize, seed: u64, longest: usize, promotions: bool) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for number in 1..=count {
        let moves = random_moves(&mut random, longest, promotions);
        text += &pgn(number, &moves, &mut random, number % 4 == 0);
    }
    text
}

pub fn options() -> ImportOptions {
    ImportOptions {
        stretch: 20_000,
        groups: 3,
        ..ImportOptions::default()
    }
}

pub fn import_text(text: impl Into<Vec<u8>>, folder: &Path) -> ImportSummary {
    let source = Source::from_reader("test.pgn", std::io::Cursor::new(text.into()));
    import(vec![source], folder, &options(), &|_| true).unwrap()
}

/// A position that was found: the number of its game, the half-move and the whole game.
pub struct Hit {
    pub number: u64,
    pub ply: usize,
    pub whole: Game,
}

pub fn found(folder: &Path, constraint: &str, every: bool) -> Vec<Hit> {
    let mut find = Find::new(constraint.parse().unwrap()).games(folder);
    find.every = every;
    let mut all = Vec::new();
    let prepare = |found: &Found<'_>| Hit {
        number: found.header().info.number,
        ply: found.ply(),
        whole: found.whole_game(),
    };
    let search = find.open().unwrap();
    let summary = search.run(2, &prepare, &mut |event| {
        if let FindEvent::Position { index, value } = event {
            assert_eq!(index, all.len() as u64);
            all.push(value);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(summary.unwrap().positions, all.len() as u64);
    all
}

/// The numbers of the games found.
pub fn numbers(folder: &Path, constraint: &str) -> Vec<u64> {
    found(folder, constraint, false)
        .iter()
        .map(|hit| hit.number)
        .collect()
}
