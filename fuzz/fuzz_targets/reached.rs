//! Bytes play a game: what it reaches is never called illegal, and its last move is among the moves taken
//! back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::{Chess, EnPassantMode, Position};
use sissa_proof::{Retro, refute};

fuzz_target!(|bytes: &[u8]| {
    let mut position = Chess::default();
    let mut last = None;
    for byte in bytes.iter().take(300) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(*byte) % moves.len()];
        position.play_unchecked(m);
        last = Some(m);
    }
    let setup = position.to_setup(EnPassantMode::Legal);
    let reasons = refute(&setup, 20_000);
    assert!(reasons.is_empty(), "{} {reasons:?}", position.board());
    let unmoves = Retro::new(&setup).unmoves();
    assert!(last.is_none_or(|m| unmoves.contains(&m)), "{}", position.board());
});
