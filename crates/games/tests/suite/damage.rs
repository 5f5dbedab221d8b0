//! Packed files, whole and damaged.

use std::{fs, io::Write as _, path::Path};

use sissa_games::{
    FILTERS, Filter, Folder, ImportOptions, ImportSummary, Source, WideColumns, import,
};

use crate::games::{Random, many, options};

fn packed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(text).unwrap();
    let mut two_frames = zstd::encode_all(&text[..text.len() / 2], 1).unwrap();
    two_frames.extend(zstd::encode_all(&text[text.len() / 2..], 1).unwrap());
    vec![
        ("plain", text.to_vec()),
        ("zst", two_frames),
        ("gz", gz.finish().unwrap()),
        ("bz2", bz2.finish().unwrap()),
    ]
}

fn run(bytes: &[u8], folder: &Path) -> ImportSummary {
    // The contents tell the packing, not the name.
    let file = folder.join("input");
    fs::write(&file, bytes).unwrap();
    let out = folder.join("games");
    import(
        vec![Source::from_path(&file).unwrap()],
        &out,
        &options(),
        &|_| true,
    )
    .unwrap()
}

#[test]
fn packed_files_are_unpacked() {
    let text = many(100, 11, 100, true);
    for (name, bytes) in packed(text.as_bytes()) {
        let folder = tempfile::tempdir().unwrap();
        let imported = run(&bytes, folder.path());
        assert_eq!(
            (imported.tally.kept, imported.damaged.len()),
            (100, 0),
            "{name}"
        );
    }
}

#[test]
fn games_before_the_damage_are_kept_and_the_damage_is_told() {
    let text = many(2_000, 13, 100, true);
    for (name, bytes) in packed(text.as_bytes()).into_iter().skip(1) {
        for cut in [true, false] {
            let mut bytes = bytes.clone();
            let at = bytes.len() * 9 / 10;
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at..at + 40].fill(0xa5);
            }
            let folder = tempfile::tempdir().unwrap();
            let imported = run(&bytes, folder.path());
            assert_eq!(imported.damaged.len(), 1, "{name} {cut}");
            let kept = imported.tally.kept;
            assert!((200..2_000).contains(&kept), "{name} {cut}: {kept}");
        }
    }
}

/// What is in a folder, hidden files too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn an_input_without_a_game_is_an_error_and_leaves_nothing() {
    let mut random = Random(5);
    let binary: Vec<u8> = (0..200_000).map(|_| random.below(256) as u8).collect();
    let text = "Dear editor,\n\nthere is no game in this letter.\n".repeat(3_000);
    for filter in [Filter::default(), FILTERS[0].filter()] {
        for bytes in [&binary[..], text.as_bytes(), b"", b"\n\n", b"\x7fELF\0\0\0"] {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("games");
            let run = || {
                let source = Source::from_reader("letter", std::io::Cursor::new(bytes.to_vec()));
                let options = ImportOptions {
                    filter: filter.clone(),
                    ..options()
                };
                import(vec![source], &out, &options, &|_| true)
            };
            let error = run().unwrap_err().to_string();
            assert_eq!(error, "letter: there is no game in it");
            assert!(!out.exists());
            // A folder that was there stays.
            fs::create_dir(&out).unwrap();
            run().unwrap_err();
            assert_eq!(names(&out), [""; 0]);
        }
    }
}

#[test]
fn games_are_games_also_when_all_are_broken_or_removed() {
    let one = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n";
    for (text, filter, counts) in [
        (one, Filter::default(), (1, 1, 0)),
        ("1. e4 e5 2. Nf3 *\n", Filter::default(), (1, 0, 0)),
        ("1. e4 e5 2. Nf3 *\n", FILTERS[0].filter(), (1, 0, 1)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let source = Source::from_reader("one", text.as_bytes());
        let options = ImportOptions {
            filter,
            ..options()
        };
        let imported = import(vec![source], folder.path(), &options, &|_| true).unwrap();
        let tally = imported.tally;
        assert_eq!(
            (tally.read, tally.broken, tally.removed.total()),
            counts,
            "{text}"
        );
    }
}

#[test]
fn other_parquet_files_and_empty_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Folder::open(folder.path()).unwrap_err().to_string();
    assert!(open().ends_with("no imported games here"));
    fs::write(folder.path().join("x.parquet"), b"PAR1 not at all").unwrap();
    assert!(open().contains("x.parquet"));
}

/// The reader of Parquet believes what a file says of itself: one bit that is wrong, wherever it is, may make it panic.
#[test]
fn a_part_with_one_wrong_bit_is_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    let source = Source::from_reader("one", text.as_bytes());
    import(vec![source], folder.path(), &options(), &|_| true).unwrap();
    let [part] = &names(folder.path())[..] else {
        panic!("one part");
    };
    let part = folder.path().join(part);
    let whole = fs::read(&part).unwrap();
    let games = || {
        let folder = Folder::open(folder.path()).ok()?;
        let mut games = 0;
        for piece in folder.pieces() {
            let count = &mut |_: sissa_games::GameRow<'_>| {
                games += 1;
                true
            };
            folder.read(piece, WideColumns::ALL, count).ok()?;
        }
        Some(games)
    };
    assert_eq!(games(), Some(1));
    let mut refused = 0;
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&part, damaged).unwrap();
        refused += usize::from(games().is_none());
    }
    assert!(refused > whole.len() / 2, "{refused} of {}", whole.len());
}
