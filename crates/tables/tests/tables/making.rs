//! Making, once and the same everywhere; files.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use sissa_tables::{Cancelled, Making, ReadError};

use super::*;

fn file(threads: usize) -> Vec<u8> {
    let tables = Tables::new(threads);
    tables.positions(signature("KRvKN"), Color::White, |_| true);
    let mut file = Vec::new();
    tables.write(&mut file).unwrap();
    file
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    assert!(file(1) == file(3));
}

#[test]
fn a_table_is_made_once_however_many_want_it() {
    let tables = Tables::new(1);
    let told = Mutex::new(HashMap::<Signature, usize>::new());
    let making = Making {
        threads: 1,
        cancel: &|| false,
        progress: &|progress| {
            assert!(progress.done <= progress.total);
            *told.lock().unwrap().entry(progress.signature).or_default() += 1;
        },
    };
    let wanted = ["KPvK", "KQvK", "KBvKB"].map(signature);
    thread::scope(|scope| {
        for number in 0..6 {
            let (tables, making, wanted) = (&tables, &making, &wanted);
            scope.spawn(move || tables.make(&wanted[number % 3..], making).unwrap());
        }
    });
    let told = told.into_inner().unwrap();
    for text in ["KvK", "KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "KBvKB"] {
        assert!(tables.is_made(signature(text)));
        // At half time and at the end.
        assert_eq!(told.get(&signature(text)), Some(&2), "{text}");
    }
    assert!(!tables.is_made(signature("KQvKQ")));
    assert_eq!(
        tables.probe_made(&chess("8/8/8/4k3/8/8/8/KQ5q w - - 0 1")),
        None
    );
    assert!(
        tables
            .probe_made(&chess("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"))
            .is_some()
    );
}

#[test]
fn making_can_be_cancelled_and_taken_up_again() {
    let tables = Tables::new(1);
    let asked = AtomicUsize::new(0);
    let making = Making {
        threads: 2,
        cancel: &|| asked.fetch_add(1, Ordering::Relaxed) == 100,
        progress: &|_| (),
    };
    let wanted = [signature("KBvKN")];
    assert_eq!(tables.make(&wanted, &making), Err(Cancelled));
    assert!(!tables.is_made(wanted[0]));
    assert_eq!(tables.make(&wanted, &making), Ok(()));
    assert_eq!(tables.longest(wanted[0], Color::Black), Some(1));
}

#[test]
fn files_give_the_tables_back() {
    let tables = Tables::new(1);
    assert_eq!(tables.read(file(2).as_slice()).unwrap(), 4);
    for text in ["KRvKN", "KNvKR", "KvKR", "KNvK", "KvK"] {
        assert!(tables.is_made(signature(text)), "{text}");
    }
    assert_eq!(tables.longest(signature("KNvKR"), Color::Black), Some(79));
}

#[test]
fn files_with_flaws_are_refused() {
    let whole = file(1);
    let read = |file: &[u8]| Tables::new(1).read(file);
    let changed = |at: usize, to: u8| {
        let mut file = whole.clone();
        assert_ne!(file[at], to);
        file[at] = to;
        read(&file)
    };
    assert!(matches!(read(&[]), Err(ReadError::Io(_))));
    assert!(matches!(
        read(&whole[..whole.len() - 1]),
        Err(ReadError::Io(_))
    ));
    assert!(matches!(
        read(b"no tables at all, just a text"),
        Err(ReadError::Format)
    ));
    assert!(matches!(changed(12, b'9'), Err(ReadError::Format)));
    assert!(matches!(changed(19, 1), Err(ReadError::Format)));
    // The first table, of the kings alone: its name, its length, its checksum, its values.
    assert!(matches!(changed(21, b'X'), Err(ReadError::Signature(_))));
    assert!(matches!(changed(22, 0xff), Err(ReadError::Signature(_))));
    assert!(matches!(changed(35, 0xff), Err(ReadError::Length { .. })));
    assert!(matches!(
        changed(36, whole[36] ^ 1),
        Err(ReadError::Checksum(_))
    ));
    assert!(matches!(changed(100, 7), Err(ReadError::Checksum(_))));
    let last = whole.len() - 1;
    assert!(matches!(changed(last, 7), Err(ReadError::Checksum(_))));
}

#[test]
fn no_line_is_longer_than_promised_by_a_file_that_lies() {
    // All draws become wins in many plies, with a checksum that says so.
    let mut file = file(1);
    let (start, head) = (16 + 4, 16);
    let length = 2 * 462;
    let table = start + head + 4;
    file[table..table + length].fill(200);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&file[start..start + head]);
    hasher.update(&file[table..table + length]);
    file[start + head..table].copy_from_slice(&hasher.finalize().to_le_bytes());
    let tables = Tables::new(1);
    tables.read(file.as_slice()).unwrap();
    let kings = chess("8/8/8/4k3/8/8/8/K7 w - - 0 1");
    assert_eq!(tables.probe(&kings), Some(Outcome::Win(199)));
    assert_eq!(tables.line(&kings).unwrap().len(), 199);
    let positions = tables.positions(signature("KvK"), Color::White, |_| true);
    assert!(positions.get(positions.len() - 1).is_some());
}
