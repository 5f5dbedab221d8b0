"""Datasets: the same files in pieces as in one go, nothing twice, mistakes told before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sissa
import sissa.arrow

PLAN: dict[str, Any] = {
    "seed": 3,
    "count": 120,
    "part_rows": 50,
    "positions": [{"constraint": ["white Q=0", "Q=0", "KQvK"]}],
}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_pieces_in_any_order_are_the_whole(tmp_path: Path) -> None:
    whole = sissa.dataset(PLAN, tmp_path / "whole" / "it")
    assert (whole.asked, whole.made, whole.missing) == (360, 360, [])
    folder = tmp_path / "pieces" / "it"
    for piece in [7, 2, 2, 0, 5, 1]:
        sissa.dataset(PLAN, folder, piece=piece, threads=1)
    # Piece 3, 4 and 6 were never made, and one is damaged: they are made now.
    [damaged] = folder.glob("pieces-*/piece-000005.parquet")
    damaged.write_bytes(b"PAR1 nothing PAR1")
    # What is written down beside pieces is lost, or not to be trusted: the pieces are read.
    [lost], [false] = folder.glob("pieces-*/digest-000002"), folder.glob("pieces-*/digest-000007")
    lost.unlink()
    false.write_bytes(false.read_bytes()[:-1] + b"?")
    sissa.dataset(PLAN, folder)
    assert contents(folder) == contents(tmp_path / "whole" / "it")
    found = sissa.check_dataset(folder, again=20)
    assert (found.faults, found.checked, found.complete) == (0, 360, True), found.examples
    assert found.repeated >= 20


@pytest.mark.parametrize("format", ["parquet", "csv", "jsonl"])
def test_formats_and_labels(tmp_path: Path, format: str) -> None:
    plan = {
        "format": format,
        "labels": ["eval", "best", "tablebase"],
        "label_nodes": 200,
        "positions": [{"constraint": "KRvK", "count": 8}, {"constraint": "white Q=0", "count": 8}],
    }
    sissa.dataset(plan, tmp_path)
    polars = pytest.importorskip("polars")
    readers = {"parquet": polars.read_parquet, "csv": polars.read_csv, "jsonl": polars.read_ndjson}
    frame = readers[format](tmp_path / f"part-*.{format}")
    assert frame.height == 16 and frame["id"].n_unique() == 16 and frame["best"].null_count() < 3
    assert set(frame["tablebase"].drop_nulls()) <= {"win", "draw", "loss"}
    assert frame["tablebase"].null_count() == 8
    assert sissa.check_dataset(tmp_path, again=16).faults == 0


def test_a_space_that_is_too_small_is_told(tmp_path: Path) -> None:
    made = sissa.dataset({"positions": [{"constraint": "ply 1", "count": 50}]}, tmp_path)
    assert (made.made, made.asked) == (20, 50) and "30 of 50" in made.missing[0]


def test_more_is_added_only_where_it_is_wanted(tmp_path: Path) -> None:
    sissa.dataset(PLAN, tmp_path)
    assert sissa.dataset(PLAN, tmp_path).parts == []
    other = {**PLAN, "seed": 4}
    with pytest.raises(sissa.Error, match="another plan"):
        sissa.dataset(other, tmp_path)
    assert sissa.dataset(other, tmp_path, append=True).made == 360
    assert sissa.dataset(PLAN, tmp_path, append=True).made == 360
    found = sissa.check_dataset(tmp_path)
    assert (found.faults, found.checked, found.seeds) == (0, 1080, [3, 4]), found.examples


def test_damage_is_seen(tmp_path: Path) -> None:
    sissa.dataset({**PLAN, "format": "csv"}, tmp_path)
    part = tmp_path / "part-00001.csv"
    lines = part.read_text().splitlines()
    part.write_text("\n".join([*lines[:-1], lines[1]]) + "\n")
    found = sissa.check_dataset(tmp_path)
    assert found.faults > 0 and "part-00001.csv" in [fault["file"] for fault in found.examples]


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"positions": []},
        {"positions": [{"constraint": "KQvK"}]},
        {"count": 0, "positions": [{"constraint": "KQvK"}]},
        {"count": 5, "positions": [{"constraint": "white quen=0"}]},
        {"count": 5, "positions": [{"constraint": "white Q=3 P=8"}]},
        {"count": 5, "positions": [{"constraint": ["KQvK", "KQvK"]}]},
        {"count": 5, "seed": 2**63, "positions": [{"constraint": "KQvK"}]},
        {"count": 5, "part_rows": 0, "positions": [{"constraint": "KQvK"}]},
        {"count": 5, "colour": 1, "positions": [{"constraint": "KQvK"}]},
    ],
)
def test_wrong_plans_touch_nothing(tmp_path: Path, plan: dict[str, Any]) -> None:
    with pytest.raises(sissa.Error):
        sissa.dataset(plan, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_wrong_places(tmp_path: Path) -> None:
    (tmp_path / "thesis.doc").write_text("mine")
    with pytest.raises(sissa.Error, match="other files"):
        sissa.dataset(PLAN, tmp_path)
    with pytest.raises(sissa.Error, match="no dataset"):
        sissa.check_dataset(tmp_path)
    with pytest.raises(sissa.Error):
        sissa.dataset(PLAN, tmp_path / "new", piece=99)
    with pytest.raises(TypeError):
        sissa.dataset(5, tmp_path)  # type: ignore[arg-type]


def test_counts_add_up_to_the_report(tmp_path: Path) -> None:
    for name in "ab":
        games = sissa.generate("white Q=0 and black Q=1", count=200, seed=ord(name))
        (tmp_path / f"{name}.pgn").write_text("".join(one.pgn() for one in games))
        sissa.import_games(tmp_path / f"{name}.pgn", tmp_path / "games")
    constraints = ["white Q=0", "black R=1"]
    whole = sissa.report(*constraints, games=str(tmp_path / "games"))
    counts = [sissa.count(*constraints, games=str(part)) for part in (tmp_path / "games").glob("*.parquet")]
    summed = sissa.report(*constraints, counts=reversed(counts))
    assert len(counts) == 2 and summed.tables == whole.tables and summed.html() == whole.html()
    for wrong in (["white Q=0"], constraints * 2):
        with pytest.raises(sissa.Error, match="other constraints"):
            sissa.report(*wrong, counts=counts)
    with pytest.raises(sissa.Error):
        sissa.report(*constraints, counts=["{}"])


def test_other_requests() -> None:
    [past] = sissa.retro("8/8/8/8/8/8/8/KRk5 b - - 0 1")
    assert past.fen.startswith("8/8")
    [puzzle] = sissa.make_puzzles("mate in 1", count=1, seed=2)
    assert puzzle.themes
    with pytest.raises(sissa.Error):
        sissa.make_puzzles("white quen=0")
