//! Files: games, folders of games, networks, books.

use std::{fmt::Write as _, fs, ops::ControlFlow};

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position as _, san::SanPlus as Written};
use sissa_engine::{Book, Evaluation};
use sissa_game::Game;
use sissa_games::{Find, FindEvent, Folder, ImportOptions, Source, WideColumns, encode_move, info};

/// An import ends with whole games or an error, and what was kept can be read again.
pub fn import(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let games = folder.path().join("games");
    let source = Source::from_reader("input.pgn", std::io::Cursor::new(bytes.to_vec()));
    let Ok(summary) =
        sissa_games::import(vec![source], &games, &ImportOptions::default(), &|_| true)
    else {
        return;
    };
    let tally = &summary.tally;
    assert!(tally.kept + tally.broken + tally.variants <= tally.read);
    let opened = Folder::open(&games).expect("what was imported can be opened");
    assert_eq!(opened.rows(), tally.kept);
    // pgn-reader passes over what it cannot read, so it may see more moves; never fewer games than we keep.
    assert!(games_seen_by_pgn_reader(bytes) >= tally.kept);
}

struct Count(u64);

impl Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

fn games_seen_by_pgn_reader(bytes: &[u8]) -> u64 {
    let mut count = Count(0);
    let mut reader = Reader::new(bytes);
    while let Ok(Some(_)) = reader.read_game(&mut count) {}
    count.0
}

/// Games that were played, written in one of the many ways PGN knows, are imported as they were played and as pgn-reader
/// reads them.
pub fn games(bytes: &[u8]) {
    let played: Vec<Game> = bytes
        .chunks(60)
        .take(4)
        .map(|chunk| crate::played(chunk, 60))
        .filter(|game| !game.moves().is_empty())
        .collect();
    if played.is_empty() {
        return;
    }
    let texts = played.iter().zip(bytes.chunks(60));
    let text: String = texts.map(|(game, taste)| decorated(game, taste)).collect();
    let expected: Vec<Vec<u16>> = played
        .iter()
        .map(|game| game.moves().iter().map(encode_move).collect())
        .collect();
    assert_eq!(by_pgn_reader(text.as_bytes()), expected, "{text}");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let source = Source::from_reader("input.pgn", std::io::Cursor::new(text.clone().into_bytes()));
    let summary = sissa_games::import(
        vec![source],
        folder.path(),
        &ImportOptions::default(),
        &|_| true,
    );
    assert!(summary.is_ok(), "{text}");
    assert_eq!(imported(folder.path()), expected, "{text}");
}

/// PGN with what a taste adds: numbers, signs, comments, variations, line breaks.
fn decorated(game: &Game, taste: &[u8]) -> String {
    let mut text = String::from("[Event \"?\"]\n[White \"A \\\"B\\\" [C]\"]\n\n");
    let mut position = game.start().clone();
    for (ply, played) in game.moves().iter().enumerate() {
        let taste = taste[ply % taste.len()];
        if ply % 2 == 0 && taste & 1 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        } else if taste & 2 != 0 {
            let _ = write!(text, "{}...", ply / 2 + 1);
        }
        let _ = write!(
            text,
            "{}",
            Written::from_move_and_play_unchecked(&mut position, *played)
        );
        text.push_str(match taste >> 2 & 15 {
            0 => "!?",
            1 => " $6",
            2 => " {a comment (with [%clk 0:01:02] and 1. e4)}",
            3 => " (1. e4 {in} (1. d4 Zz9 ) $2 *)",
            4 => " ; to the end { of the line",
            5 => "??",
            6 => " {}",
            7 => " {[%eval #-3] [%clk 1:00:00.5]}",
            _ => "",
        });
        text.push(if taste & 64 == 0 && taste >> 2 & 15 != 4 {
            ' '
        } else {
            '\n'
        });
    }
    text + "*\n\n"
}

/// The moves of all games of a folder.
fn imported(folder: &std::path::Path) -> Vec<Vec<u16>> {
    let folder = Folder::open(folder).expect("what was imported can be opened");
    let mut games = Vec::new();
    for piece in folder.pieces() {
        let read = folder.read(piece, WideColumns::ALL, &mut |row| {
            games.push(row.moves().collect());
            true
        });
        read.expect("what was imported can be read");
    }
    games
}

/// The moves of all games, by another reader.
fn by_pgn_reader(bytes: &[u8]) -> Vec<Vec<u16>> {
    struct Moves;
    impl Visitor for Moves {
        type Tags = ();
        type Movetext = (Chess, Vec<u16>);
        type Output = Vec<u16>;

        fn begin_tags(&mut self) -> ControlFlow<Vec<u16>, ()> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<u16>, (Chess, Vec<u16>)> {
            ControlFlow::Continue((Chess::default(), Vec::new()))
        }

        fn san(
            &mut self,
            (position, moves): &mut (Chess, Vec<u16>),
            written: SanPlus,
        ) -> ControlFlow<Vec<u16>> {
            let played = written.san.to_move(position).expect("a legal move");
            moves.push(encode_move(&played));
            position.play_unchecked(played);
            ControlFlow::Continue(())
        }

        fn begin_variation(&mut self, _: &mut (Chess, Vec<u16>)) -> ControlFlow<Vec<u16>, Skip> {
            ControlFlow::Continue(Skip(true))
        }

        fn end_game(&mut self, (_, moves): (Chess, Vec<u16>)) -> Vec<u16> {
            moves
        }
    }
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(|| reader.read_game(&mut Moves).expect("bytes can be read")).collect()
}

/// A part of a folder that is damaged is an error, whoever asks.
pub fn folder(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let good = Source::from_reader(
        "good.pgn",
        &b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"[..],
    );
    sissa_games::import(
        vec![good],
        folder.path(),
        &ImportOptions::default(),
        &|_| true,
    )
    .expect("a good game");
    damage(folder.path(), bytes);
    if let Ok(opened) = Folder::open(folder.path()) {
        let _ = info(&opened, 1);
    }
    let mate = "mate by white".parse().expect("a sentence");
    if let Ok(search) = Find::new(mate).games(folder.path()).open() {
        let _ = search.run(1, &|found| found.ply(), &mut |event| {
            if let FindEvent::Position { value, .. } = event {
                assert!(value < 100_000);
            }
            ControlFlow::Continue(())
        });
    }
}

/// Bytes change single bytes of every file: two say where, one what.
fn damage(folder: &std::path::Path, bytes: &[u8]) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let Ok(mut content) = fs::read(&path) else {
            continue;
        };
        if content.is_empty() {
            continue;
        }
        for change in bytes.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % content.len();
            content[at] ^= change[2];
        }
        fs::write(&path, content).expect("a file of our own");
    }
}

/// Weights of any kind are read, or refused in words.
pub fn network(bytes: &[u8]) {
    let refusals = [
        Evaluation::of_network(bytes)
            .err()
            .map(|error| error.to_string()),
        sissa_nn::file::read(bytes)
            .err()
            .map(|error| error.to_string()),
        sissa_nn::tensors::read(bytes)
            .err()
            .map(|error| error.to_string()),
    ];
    assert!(refusals.iter().flatten().all(|words| !words.is_empty()));
    if let Ok(tensors) = sissa_nn::tensors::read(bytes) {
        let _ = sissa_human::Sighted::from_tensors(&tensors);
    }
    let text = String::from_utf8_lossy(bytes);
    let _ = sissa_human::Tempers::parse(&text);
    let _ = text.parse::<sissa_judge::outcome::Formula>();
    let _ = text.parse::<sissa_judge::difficulty::Predictor>();
    let _ = text.parse::<sissa_nn::Architecture>();
}

/// A book names legal moves only.
pub fn book(bytes: &[u8]) {
    let Ok(book) = Book::new(bytes.to_vec()) else {
        return;
    };
    let position = Chess::default();
    for (named, _) in book.moves(&position) {
        assert!(shakmaty::Position::is_legal(&position, named));
    }
}
