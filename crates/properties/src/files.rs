//! Files: games, folders of games, networks, books.

use std::{fs, ops::ControlFlow};

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::Chess;
use sissa_engine::{Book, eval};
use sissa_games::{Find, FindEvent, Folder, Import, Source, info};

/// An import ends with whole games or an error, and what was kept can be read again.
pub fn import(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let games = folder.path().join("games");
    let source = Source::from_reader("input.pgn", std::io::Cursor::new(bytes.to_vec()));
    let request = Import::default().output(&games);
    let Ok(summary) = request.run_on(vec![source], 1, &|_| true) else {
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

/// A part of a folder that is damaged is an error, whoever asks.
pub fn folder(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let good = Source::from_reader(
        "good.pgn",
        &b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"[..],
    );
    let request = Import::default().output(folder.path());
    request
        .run_on(vec![good], 1, &|_| true)
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
        eval::nnue::read(bytes).err().map(|error| error.to_string()),
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
