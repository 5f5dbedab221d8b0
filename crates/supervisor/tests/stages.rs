//! The stages before the exact learner, with the seed's figures.

use sissa_supervisor::stages;

#[test]
fn every_man_is_learnt_in_fewer_than_4096_questions() {
    let report = stages::synapses_stage(0, 20_000, |_| true).unwrap();
    assert_eq!(report.men.len(), 7);
    for man in &report.men {
        assert_eq!(man.eliminate_questions, 4096);
        assert!(man.symmetry_questions < 4096, "{man:?}");
        assert_eq!(man.symmetry_wrong, 0, "{man:?}");
        assert!(
            man.wrong_after_trials > 0,
            "random trials leave pairs unexplored: {man:?}"
        );
    }
    // The table that the seed prints for its second algorithm.
    let table = report.rook.1.table();
    let rows: Vec<String> = table
        .lines()
        .skip(2)
        .map(|row| row.replace([' ', '|'], ""))
        .collect();
    let seeds = [
        "A801111111100",
        "B810111111010",
        "C811011111001",
        "D811101111000",
        "E811110111000",
        "F811111011000",
        "G811111101000",
    ];
    assert_eq!(rows, seeds);
}

#[test]
fn one_blocker_teaches_the_wrong_distance() {
    let (rows, curves) = stages::rook_lines(0, 40_000, |_| true).unwrap();
    let row = |name: &str| rows.iter().find(|row| row.name == name).unwrap();
    let newbie = row("right, one blocker, tested on all lines").median;
    let taught = row("right, even chances, tested on all lines").median;
    assert!(newbie > taught, "{newbie:?} {taught:?}");
    let both = row("both directions, tested on all lines").wrong;
    assert!(both >= row("left, balanced, tested on all lines").wrong);
    assert!(both < 256, "{both}");
    assert_eq!(curves.len(), 4, "every network has its curve");
}
