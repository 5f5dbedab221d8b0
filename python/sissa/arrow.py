"""Batches of Arrow: for tables, and for engines that run on many machines.

>>> import sissa.arrow
>>> batches = sissa.arrow.generate("white Q=0", count=100, seed=1)

Whoever reads the Arrow C data interface takes such batches without copying: `pyarrow.table(batches)`,
`polars.DataFrame(batches)`, DuckDB through `pyarrow.RecordBatchReader.from_stream(batches)`. They can be read once. Ctrl-C
ends the work; whoever reads them then raises an error of his own that says so (`pyarrow.ArrowInvalid`).

Work that is cut into pieces gives the same rows on any machine, in any order, however often it is done: piece *i* of *n*
has the indices from *count · i / n* up to *count · (i + 1) / n*. `generate_pieces` is that work in the shape that
Spark's `mapInArrow` and Ray's `map_batches` ask for: batches in, batches out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _sissa
from ._chess import texts as _texts
from ._errors import Error
from ._sissa import Batches
from ._stream import written as _written

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._chess import Text
    from ._constraint import Constraint
    from .records import CheckOptions, FindOptions, GenerateOptions, ImportOptions, LabelOptions, ProveOptions

__all__ = ["Batches", "check", "find", "games", "generate", "generate_pieces", "judge", "pieces", "prove"]

_ROWS = 4096


def generate(
    constraint: str | Constraint | None = None,
    *,
    piece: tuple[int, int] | None = None,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[GenerateOptions],
) -> Batches:
    """Positions that satisfy a constraint, as rows; of a piece `(i, n)` only those of that piece.

    >>> pyarrow = __import__("pytest").importorskip("pyarrow")
    >>> whole = pyarrow.table(generate("KQvK", count=10))
    >>> parts = [pyarrow.table(generate("KQvK", count=10, piece=(i, 3))) for i in range(3)]
    >>> pyarrow.concat_tables(parts) == whole
    True
    """
    fields: dict[str, Any] = {"constraint": constraint, **options}
    seed = fields.get("seed") or 0
    if isinstance(seed, int) and seed >= 2**63:
        raise Error(f"seed is {seed}: a column holds less than 2^63", code="limit", field="seed")
    if piece is not None:
        if fields.get("unique") or fields.get("exclude"):
            message = "what is dropped in a piece is not known to the others"
            hint = "leave `unique` and `exclude` out, and drop repeated rows at the end"
            raise Error(message, code="request", field="piece", hint=hint)
        first, count = _range(fields.get("count") or 1, piece)
        if count == 0:
            return _sissa.empty("generate")
        fields["skip"] = (fields.get("skip") or 0) + first
        fields["count"] = count
    return _sissa.start_batches("generate", _written(fields), batch_size, None, threads)


def _range(count: int, piece: tuple[int, int]) -> tuple[int, int]:
    """The first index of a piece, and how many it has."""
    try:
        number, of = piece
        right = isinstance(number, int) and isinstance(of, int) and 0 <= number < of
    except (TypeError, ValueError):
        right = False
    if not right:
        raise Error(f"piece is {piece!r}: it is (i, n) with 0 <= i < n", code="limit", field="piece")
    first = count * number // of
    return first, count * (number + 1) // of - first


def pieces(
    constraint: str | Constraint, *, count: int, of: int, seed: int = 0, style: str | None = None
) -> list[dict[str, object]]:
    """The table of work that `generate_pieces` does: one row a piece.

    >>> [piece["first"] for piece in pieces("KQvK", count=10, of=3)]
    [0, 3, 6]
    """
    if of < 1:
        raise Error(f"of is {of}: there is one piece at least", code="limit", field="of")
    made: list[dict[str, object]] = []
    for number in range(of):
        first, size = _range(count, (number, of))
        row = {"constraint": str(constraint), "style": style, "seed": seed}
        made.append({**row, "first": first, "count": size})
    return made


def generate_pieces(batches: Iterable[Any], *, threads: int | None = 1) -> Iterator[Any]:
    """Does the work of a table with the columns of `pieces`: batches of pyarrow in, batches of pyarrow out.

    One thread each, since such engines run as many of these as there are processors. A piece that is done again, because
    its worker was lost, gives the same rows.
    """
    import pyarrow

    for batch in batches:
        for row in batch.to_pylist():
            if row["count"] < 1:
                continue
            made = generate(
                row["constraint"],
                style=row["style"],
                seed=row["seed"],
                skip=row["first"],
                count=row["count"],
                threads=threads,
            )
            yield from pyarrow.RecordBatchReader.from_stream(made)


def find(
    constraint: str | Constraint | None = None,
    *,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[FindOptions],
) -> Batches:
    """Positions of imported games, as rows. `games` is a folder, or one of its files: that is a piece."""
    fields = _written({"constraint": constraint, **options})
    return _sissa.start_batches("find", fields, batch_size, None, threads)


def prove(
    positions: Text | Iterable[Text],
    *,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[ProveOptions],
) -> Batches:
    """Verdicts on positions, as rows: texts one by one, such as a column of FENs."""
    text, inputs = _texts(positions)
    fields = _written({"input": text, **options})
    return _sissa.start_batches("prove", fields, batch_size, inputs, threads)


def check(
    positions: Text | Iterable[Text],
    constraint: str | Constraint | None = None,
    *,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[CheckOptions],
) -> Batches:
    """Whether positions are valid and satisfy a constraint, as rows."""
    text, inputs = _texts(positions)
    fields = _written({"input": text, "constraint": constraint, **options})
    return _sissa.start_batches("check", fields, batch_size, inputs, threads)


def judge(
    positions: Text | Iterable[Text],
    *,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[LabelOptions],
) -> Batches:
    """What positions are worth, as rows: the engine's value, best move and line, and the result of perfect play with up
    to four men. `nodes` says how long the engine thinks, `labels` what is wanted.

    >>> pyarrow = __import__("pytest").importorskip("pyarrow")
    >>> rows = pyarrow.table(judge(["8/8/8/8/8/8/R7/K1k5 w - - 0 1"], nodes=1000)).to_pylist()
    >>> rows[0]["tablebase"], rows[0]["mate_distance"] > 5
    ('win', True)
    """
    text, inputs = _texts(positions)
    fields = _written({"input": text, **options})
    return _sissa.start_batches("label", fields, batch_size, inputs, threads)


def games(
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    batch_size: int = _ROWS,
    threads: int | None = None,
    **options: Unpack[ImportOptions],
) -> Iterator[Any]:
    """The games of PGN files as batches of pyarrow, with the columns of an import. A file is a piece."""
    import tempfile
    from pathlib import Path

    import pyarrow.parquet

    from . import import_games

    with tempfile.TemporaryDirectory(prefix="sissa-") as folder:
        import_games(files, folder, threads=threads, **options)
        for part in sorted(Path(folder).glob("*.parquet")):
            yield from pyarrow.parquet.ParquetFile(part).iter_batches(batch_size)
