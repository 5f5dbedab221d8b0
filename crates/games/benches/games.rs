//! Import and find beside their peers, on the same file in the same run: bare pgn-reader with SAN
//! replay, and pgn-extract. The file is games with and without clocks, made here.
//!
//! `cargo bench -p sissa-games`; compare the medians of a group.

use std::{fs, io::Cursor, ops::ControlFlow, path::PathBuf, sync::LazyLock};

use divan::{Bencher, counter::ItemsCount};
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};
use sissa_games::{Find, FindEvent, ImportOptions, Source, import};

#[path = "../tests/suite/games.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "shared with the tests")]
mod games;

const GAMES: usize = 20_000;

fn main() {
    divan::main();
}

struct Bench {
    text: Vec<u8>,
    pgn: PathBuf,
    folder: PathBuf,
    material: PathBuf,
    _place: tempfile::TempDir,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let place = tempfile::tempdir().expect("a place for temporary files");
    let text = games::many(GAMES, 1, 160, false).into_bytes();
    let pgn = place.path().join("games.pgn");
    let material = place.path().join("material");
    let folder = place.path().join("games");
    fs::write(&pgn, &text).expect("room for the games");
    fs::write(&material, "0 qr2b1n1p8 q*r*b*n*p*\n").expect("room for a line");
    let source = Source::from_path(&pgn).expect("just written");
    import(vec![source], &folder, &ImportOptions::default(), &|_| true).expect("good games");
    Bench {
        text,
        pgn,
        folder,
        material,
        _place: place,
    }
});

struct Replay(u64);

impl Visitor for Replay {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }
    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.0 += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(()),
        }
    }
    fn end_game(&mut self, _: Chess) {}
}

fn import_with(bencher: Bencher<'_, '_>, threads: usize) {
    let bench = &*BENCH;
    let options = ImportOptions {
        threads,
        // Pieces enough for several threads.
        stretch: 1 << 20,
        ..ImportOptions::default()
    };
    bencher
        .counter(ItemsCount::new(GAMES))
        .with_inputs(|| tempfile::tempdir().expect("a place for temporary files"))
        .bench_refs(|folder| {
            let source = Source::from_path(&bench.pgn).expect("written before");
            import(vec![source], folder.path(), &options, &|_| true).expect("good games")
        });
}

#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod importing {
    use super::*;

    #[divan::bench]
    fn bare_pgn_reader(bencher: Bencher<'_, '_>) {
        let bench = &*BENCH;
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let mut replay = Replay(0);
            let mut reader = Reader::new(Cursor::new(&bench.text));
            reader.visit_all_games(&mut replay).expect("good games");
            replay.0
        });
    }

    #[divan::bench]
    fn sissa_one_thread(bencher: Bencher<'_, '_>) {
        import_with(bencher, 1);
    }

    #[divan::bench]
    fn sissa_two_threads(bencher: Bencher<'_, '_>) {
        import_with(bencher, 2);
    }

    #[divan::bench]
    fn pgn_extract_r(bencher: Bencher<'_, '_>) {
        let bench = &*BENCH;
        if sissa_peers::pgn_extract().is_none() {
            return;
        }
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let mut extract = sissa_peers::pgn_extract().expect("it was there");
            extract.args(["-s", "-r"]).arg(&bench.pgn).output()
        });
    }
}

#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod finding_a_tuple {
    use super::*;

    #[divan::bench]
    fn sissa_one_thread(bencher: Bencher<'_, '_>) {
        let bench = &*BENCH;
        let tuple = "white (1,2,1,1,8)".parse().expect("a tuple");
        let find = Find::new(tuple).games(&bench.folder);
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let search = find.open().expect("imported before");
            let mut count = 0;
            let mut take = |event| {
                count += u64::from(matches!(event, FindEvent::Position { .. }));
                ControlFlow::Continue(())
            };
            search.run(1, &|_| (), &mut take).expect("readable files");
            count
        });
    }

    #[divan::bench]
    fn pgn_extract_y(bencher: Bencher<'_, '_>) {
        let bench = &*BENCH;
        if sissa_peers::pgn_extract().is_none() {
            return;
        }
        let flag = format!("-y{}", bench.material.display());
        bencher.counter(ItemsCount::new(GAMES)).bench(|| {
            let mut extract = sissa_peers::pgn_extract().expect("it was there");
            extract.args(["-s", &flag]).arg(&bench.pgn).output()
        });
    }
}
