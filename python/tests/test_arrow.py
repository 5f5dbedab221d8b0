"""Batches: the same rows as the records, in pieces too, for every reader of Arrow."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import sissa
import sissa.arrow

pyarrow: Any = pytest.importorskip("pyarrow")


def test_rows_are_the_records() -> None:
    rows = pyarrow.table(sissa.arrow.generate("white Q=0", count=50, seed=2, batch_size=7)).to_pylist()
    positions = list(sissa.generate("white Q=0", count=50, seed=2))
    for row, position in zip(rows, positions, strict=True):
        assert (row["index"], row["seed"]) == (position.index, 2)
        assert row["id"].endswith(f"-{position.id}")
        assert (row["fen"], row["turn"], row["plies"]) == (position.fen, position.turn, position.plies)
        assert row["moves"].split() == position.moves
        assert (row["constraint"], row["style"]) == ("white Q=0", "direct")


@pytest.mark.parametrize("of", [1, 3, 7, 64])
def test_pieces_are_the_whole(of: int) -> None:
    whole = pyarrow.table(sissa.arrow.generate("white Q=0", count=50, seed=4))
    parts = [
        pyarrow.table(sissa.arrow.generate("white Q=0", count=50, seed=4, piece=(i, of), threads=1 + i % 2))
        for i in range(of)
    ]
    assert pyarrow.concat_tables(parts) == whole
    work = pyarrow.RecordBatch.from_pylist(sissa.arrow.pieces("white Q=0", count=50, of=of, seed=4))
    made = list(sissa.arrow.generate_pieces([work]))
    assert pyarrow.Table.from_batches(made) == whole


def test_other_readers() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(sissa.arrow.generate("KQvK", count=20))
    assert frame.height == 20 and frame["plies"].min() > 0
    duckdb = pytest.importorskip("duckdb")
    rows = pyarrow.RecordBatchReader.from_stream(sissa.arrow.generate("KQvK", count=20))
    assert duckdb.connect().execute("select count(distinct fen) from rows").fetchone() == (20,)


def test_verdicts_checks_and_games(tmp_path: Path) -> None:
    fens = ["8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1", "8/8/8/8/8/8/8/KRk5 b - - 0 1"]
    verdicts = pyarrow.table(sissa.arrow.prove(fens)).to_pylist()
    assert [row["verdict"] for row in verdicts] == ["illegal", "legal"]
    assert verdicts[0]["reasons"] and len(verdicts[1]["moves"].split()) == verdicts[1]["plies"]
    checks = pyarrow.table(sissa.arrow.check(fens, "white R=1")).to_pylist()
    assert [row["satisfied"] for row in checks] == [False, True]
    file = tmp_path / "games.pgn"
    file.write_text("".join(one.pgn() for one in sissa.generate("white Q=0", count=12)))
    table = pyarrow.Table.from_batches(sissa.arrow.games(file))
    assert table.num_rows == 12 and table["game"].to_pylist() == list(range(1, 13))
    sissa.import_games(file, tmp_path / "games")
    found = pyarrow.table(sissa.arrow.find("white Q=0", games=str(tmp_path / "games")))
    assert found["game"].to_pylist() == list(range(1, 13))


def test_bad_input() -> None:
    for piece in [(3, 3), (-1, 2), (0, 0), "ab", (1,), 5, (0.5, 2)]:
        with pytest.raises(sissa.Error):
            sissa.arrow.generate("KQvK", count=10, piece=piece)  # type: ignore[arg-type]
    for options in [{"batch_size": 0}, {"batch_size": 10**9}, {"seed": 2**63}, {"count": 2**70}]:
        with pytest.raises(sissa.Error):
            sissa.arrow.generate("KQvK", **options)  # type: ignore[arg-type]
    with pytest.raises(sissa.Error):
        sissa.arrow.generate("KQvK", count=10, piece=(0, 2), unique="exact")
    with pytest.raises(Exception, match="promot"):
        pyarrow.table(sissa.arrow.generate("white Q=3 P=8"))
    batches = sissa.arrow.generate("KQvK", count=3)
    pyarrow.table(batches)
    with pytest.raises(ValueError, match="already"):
        pyarrow.table(batches)
    # Nobody reads these: they end with their last reference.
    sissa.arrow.generate("white Q=0", count=2**60)
    reader = pyarrow.RecordBatchReader.from_stream(sissa.arrow.generate("white Q=0", count=2**60))
    assert reader.read_next_batch().num_rows == 4096
    reader.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_is_told() -> None:
    batches = sissa.arrow.generate("white Q=0", count=2**60)
    child = os.fork()
    if child == 0:
        try:
            pyarrow.RecordBatchReader.from_stream(batches).read_next_batch()
        except Exception as error:  # noqa: BLE001
            os._exit(7 if "forked" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
