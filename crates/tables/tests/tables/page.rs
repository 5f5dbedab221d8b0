//! The table of docs/tables.md says what the tables say.

use std::path::Path;

use super::*;

#[test]
fn the_page_tells_what_came_out() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| K")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let signature = signature(cells[1]);
        rows += 1;
        // The others would have to be made for this test alone.
        let black = signature.men(Color::Black).count() == 1;
        if !(signature.count() == 3 || black || ["KBBvK", "KBNvK"].contains(&cells[1])) {
            continue;
        }
        let longest = |turn| {
            let plies = TABLES.longest(signature, turn);
            let moves = plies.and_then(|plies| Outcome::Win(plies).moves());
            moves.map_or("–".to_owned(), |moves| moves.to_string())
        };
        let count = |turn| {
            TABLES
                .positions(signature, turn, |_| true)
                .len()
                .to_string()
        };
        assert_eq!(cells[2], longest(Color::White), "{row}");
        assert_eq!(cells[3], longest(Color::Black), "{row}");
        assert_eq!(cells[5].replace(',', ""), count(Color::White), "{row}");
        assert_eq!(cells[6].replace(',', ""), count(Color::Black), "{row}");
    }
    assert_eq!(rows, 35);
}
