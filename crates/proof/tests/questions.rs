//! Questions as composers ask them: `questions.txt` holds positions with their verdicts.

use shakmaty::fen::Fen;
use sissa_proof::{Budget, Verdict, prove, stream, verify};

/// More than any of them takes.
const NODES: u64 = 20_000_000;

#[test]
fn every_question_has_its_answer() {
    let text = include_str!("questions.txt");
    let lines = text.lines();
    let mut count = 0;
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let fen: Fen = fields[1].parse().unwrap();
        let verdict = prove(fen.as_setup(), Budget::nodes(NODES), &mut stream(1, 0));
        match (fields[0], verdict) {
            ("legal", Verdict::Legal { game }) => {
                assert_eq!(verify(fen.as_setup(), game.moves()), Ok(()), "{line}");
            }
            ("illegal", Verdict::Illegal { reasons }) => {
                assert_eq!(reasons[0].code, fields[2], "{line}: {reasons:?}");
            }
            (_, other) => panic!("{line}: {other:?}"),
        }
        count += 1;
    }
    assert!(count >= 60, "{count}");
}
