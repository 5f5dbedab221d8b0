//! The reader of positions and games never panics, always ends, and points into its input.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut line = 0;
    for entry in sissa_record::read(bytes, "input") {
        let at = match entry {
            Ok(entry) => {
                if let Some(game) = &entry.game {
                    // What was read can be written and read again.
                    let text = sissa_record::pgn(game, &[]);
                    let again = sissa_record::read_one(&text).expect("our own PGN");
                    assert_eq!(again.game.as_ref(), Some(game));
                }
                entry.line
            }
            Err(error) => error.line,
        };
        assert!(at >= line, "lines are counted upwards");
        line = at;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = sissa_record::read_one(text);
    }
});
