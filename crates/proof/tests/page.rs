//! The diagrams of docs/legality.md, each refuted for the reason under whose code it stands.

use std::path::Path;

use shakmaty::{Bitboard, Board, Color, File, Role, Setup, fen::Fen};
use sissa_proof::refute;

/// The boards drawn on the page, with the code of their section.
fn diagrams(page: &str) -> Vec<(String, Board)> {
    let mut code = String::new();
    let mut rows: Option<Vec<String>> = None;
    let mut found = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            code = heading.trim_matches('`').to_owned();
        } else if line == "```text" {
            rows = Some(Vec::new());
        } else if line == "```" {
            if let Some(rows) = rows.take() {
                let placement = rows.join("/").replace('.', "1");
                let fen: Fen = placement.parse().expect("eight rows of eight squares");
                found.push((code.clone(), fen.as_setup().board.clone()));
            }
        } else if let Some(rows) = &mut rows {
            // Beside the board stands what it shows.
            let row = line.split_whitespace().take(8).collect();
            rows.push(row);
        }
    }
    found
}

/// The rights to castle that a board allows.
fn rights(board: &Board) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let rank = Bitboard::from(color.backrank());
        let home = board.by_piece(color.king()) & rank & Bitboard::from(File::E);
        if home.any() {
            rights |= board.by_color(color) & board.by_role(Role::Rook) & rank & Bitboard::CORNERS;
        }
    }
    rights
}

#[test]
fn every_diagram_is_refuted_for_the_reason_of_its_section() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/legality.md");
    let page = std::fs::read_to_string(path).unwrap();
    let diagrams = diagrams(&page);
    assert!(diagrams.len() >= 14, "{}", diagrams.len());
    let mut argued = 0;
    for (code, board) in diagrams {
        // Whose move it is and who may castle is said in words, if at all.
        let refuted = [Bitboard::EMPTY, rights(&board)].into_iter().any(|rights| {
            Color::ALL.into_iter().any(|turn| {
                let mut setup = Setup::empty();
                setup.board = board.clone();
                setup.turn = turn;
                setup.castling_rights = rights;
                let reasons = refute(&setup, 10_000_000);
                let reason = reasons.first().filter(|reason| reason.code == code);
                // The moves that were ruled out are named, with what is wrong before them.
                argued += usize::from(reason.is_some_and(|reason| {
                    !reason.moves.is_empty() && reason.message.contains(": before ")
                }));
                reason.is_some()
            })
        });
        assert!(refuted, "{code}: {board}");
    }
    assert!(argued > 0);
}
