//! Packed files, whole and damaged.

use std::{fs, io::Write as _, path::Path};

use sissa_games::{Imported, Source, import};

use crate::games::{many, options};

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

fn run(bytes: &[u8], folder: &Path) -> Imported {
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
            match cut {
                true => bytes.truncate(bytes.len() * 9 / 10),
                false => {
                    let at = bytes.len() * 9 / 10;
                    bytes[at..at + 40].fill(0xa5);
                }
            }
            let folder = tempfile::tempdir().unwrap();
            let imported = run(&bytes, folder.path());
            assert_eq!(imported.damaged.len(), 1, "{name} {cut}");
            let kept = imported.tally.kept;
            assert!((200..2_000).contains(&kept), "{name} {cut}: {kept}");
        }
    }
}

#[test]
fn other_parquet_files_and_empty_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        sissa_games::Folder::open(folder.path())
            .unwrap_err()
            .to_string()
    };
    assert!(open().ends_with("no imported games here"));
    fs::write(folder.path().join("x.parquet"), b"PAR1 not at all").unwrap();
    assert!(open().contains("x.parquet"));
}
