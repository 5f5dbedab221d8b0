//! Every property on its corpus, and on a bounded number of inputs changed from it.

use std::{fs, path::Path};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use sissa_properties::{PROPERTIES, Property, named};

fn corpus(property: &Property) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(property.name);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
        .iter()
        .map(|path| fs::read(path).expect("a file"))
        .collect()
}

/// A few bytes changed, dropped, doubled, or put in from another input.
fn changed(seeds: &[Vec<u8>], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut bytes = seeds[rng.random_range(0..seeds.len())].clone();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..=bytes.len());
        let to = (at + rng.random_range(0..8)).min(bytes.len());
        match rng.random_range(0..5) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.insert(at, rng.random_range(0..=255)),
            2 => bytes[at..to]
                .iter_mut()
                .for_each(|byte| *byte ^= 1 << rng.random_range(0..8)),
            3 => drop(bytes.splice(at..at, bytes[at..to].to_vec())),
            _ => {
                let other = &seeds[rng.random_range(0..seeds.len())];
                let from = rng.random_range(0..=other.len());
                let end = (from + rng.random_range(0..24)).min(other.len());
                drop(bytes.splice(at..to, other[from..end].iter().copied()));
            }
        }
    }
    bytes
}

fn holds(name: &str) {
    let property = named(name).expect("a property of that name");
    let seeds = corpus(property);
    for seed in &seeds {
        (property.check)(seed);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..property.trials {
        (property.check)(&changed(&seeds, &mut rng));
    }
}

macro_rules! properties {
    ($($name:ident)*) => {
        $(#[test] fn $name() { holds(stringify!($name)); })*

        #[test]
        fn none_is_left_out() {
            let tested = [$(stringify!($name)),*];
            assert_eq!(tested.len(), PROPERTIES.len());
            assert!(PROPERTIES.iter().all(|property| tested.contains(&property.name)));
        }
    };
}

properties! {
    parse json pattern read check reached never prove solve request generate import pgn folder network book uci plan http
}
