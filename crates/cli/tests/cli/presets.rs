use insta::assert_snapshot;
use sissa_constraint::PRESETS;

use crate::common::sissa;

#[test]
fn the_table() {
    assert_snapshot!(sissa(&["presets"]));
}

#[test]
fn one_preset() {
    assert_snapshot!(sissa(&["presets", "iqp"]));
}

#[test]
fn a_name_misspelt() {
    assert_snapshot!(sissa(&["presets", "lucenna"]));
}

#[test]
fn for_programs() {
    let records = sissa(&["presets", "-f", "jsonl"]).succeeded().records();
    assert_eq!(records.len(), PRESETS.len());
    for (record, preset) in records.iter().zip(PRESETS) {
        assert_eq!(record["type"], "preset");
        assert_eq!(record["name"], preset.name);
        assert_eq!(record["constraint"], preset.constraint);
    }
}
