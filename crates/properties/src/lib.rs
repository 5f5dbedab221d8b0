//! What must hold whatever bytes come.
//!
//! A property takes bytes, does with them what a part of Sissa does with what comes from outside, and panics where that part
//! breaks its word. The fuzzer (`fuzz/`, `cargo xtask fuzz`) looks for such bytes; the test of this crate replays the corpus in
//! `fuzz/corpus` and tries a bounded number of changed inputs, the same on every run.
//!
//! | module | properties |
//! |---|---|
//! | [`language`] | sentences, trees as JSON, FEN patterns |
//! | [`positions`] | reading, checking, proving, taking back, solving |
//! | [`requests`] | bodies of requests, and generation itself |
//! | [`files`] | PGN imports, folders of Parquet, networks, books |
//! | [`conversations`] | sessions of UCI |
//! | [`http`] | requests over the network |

pub mod conversations;
pub mod files;
pub mod http;
pub mod language;
pub mod positions;
pub mod requests;

/// A property, by the name of its corpus.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Also the name of the fuzz target.
    pub name: &'static str,
    /// Panics where it does not hold.
    pub check: fn(&[u8]),
    /// How many changed inputs the test tries: fewer where one takes long.
    pub trials: u32,
}

/// All of them.
pub const PROPERTIES: &[Property] = &[
    property("parse", language::sentence, 4_000),
    property("json", language::tree, 4_000),
    property("pattern", language::pattern, 4_000),
    property("read", positions::read, 2_000),
    property("check", positions::check, 4_000),
    property("reached", positions::reached, 60),
    property("never", positions::never_illegal, 600),
    property("prove", positions::prove, 20),
    property("solve", positions::solve, 100),
    property("request", requests::body, 2_000),
    property("generate", requests::generate, 40),
    property("import", files::import, 100),
    property("pgn", files::games, 100),
    property("folder", files::folder, 100),
    property("network", files::network, 2_000),
    property("book", files::book, 2_000),
    property("uci", conversations::uci, 60),
    property("plan", requests::plan, 1_000),
    property("http", http::http, 200),
];

const fn property(name: &'static str, check: fn(&[u8]), trials: u32) -> Property {
    Property {
        name,
        check,
        trials,
    }
}

/// The property of a name.
pub fn named(name: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|property| property.name == name)
}

/// Checks the property of a name.
pub fn check(name: &str, bytes: &[u8]) {
    let property = named(name).expect("a property of that name");
    (property.check)(bytes);
}

/// A game that bytes play: each chooses one of the legal moves.
fn played(bytes: &[u8], longest: usize) -> sissa_game::Game {
    use shakmaty::Position as _;
    let mut game = sissa_game::Game::new();
    for byte in bytes.iter().take(longest) {
        let moves = game.end().legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves[usize::from(*byte) % moves.len()];
        game.push(chosen).expect("a legal move");
    }
    game
}
