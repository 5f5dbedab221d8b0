"""Datasets: files of positions for several constraints, on one machine or on many."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _sissa
from ._errors import Error
from ._stream import begin as _begin
from ._stream import written as _written
from .records import Inspection, Summary

if TYPE_CHECKING:
    from .records import Plan

PlanLike = Union["Plan", "dict[str, Any]", str, "os.PathLike[str]"]
"""A plan: a dictionary with its fields, or the path of a TOML file."""


class Part(NamedTuple):
    """A file of a dataset."""

    file: str
    rows: int
    bytes: int
    crc32: int


class Dataset(NamedTuple):
    """What came of a run: the files it wrote, and how many positions its plan asks for and has."""

    folder: Path
    parts: list[Part]
    asked: int
    made: int
    missing: list[str]
    """What could not be had, in words."""


def read_plan(plan: PlanLike) -> dict[str, Any]:
    """A plan as a dictionary that says everything itself.

    >>> plan = {"seed": 7, "count": 100, "positions": [{"constraint": ["white Q=0", "black Q=0"]}]}
    >>> read_plan(plan)["seed"]
    7
    """
    if isinstance(plan, (str, os.PathLike)):
        file = Path(plan)
        read: dict[str, Any] = json.loads(_sissa.read_plan(file.read_text(encoding="utf-8")))
        # Files are named as the plan sees them; workers elsewhere may not see them at all.
        for quota in read.get("positions", []):
            if name := quota.pop("file", None):
                lines = (file.parent / name).read_text(encoding="utf-8").splitlines()
                more = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
                held = quota.get("constraint", [])
                quota["constraint"] = ([held] if isinstance(held, str) else list(held)) + more
        return read
    if not isinstance(plan, dict):
        raise TypeError(f"a plan is a dictionary or the path of a file, not {type(plan).__name__}")
    return dict(plan)


def dataset(
    plan: PlanLike,
    output: str | os.PathLike[str],
    *,
    append: bool = False,
    piece: int | None = None,
    threads: int | None = None,
) -> Dataset:
    """Makes the dataset of a plan in a folder, or what is missing of it after an earlier run was ended.

    With `piece`, only that piece of it is made, for whoever puts the dataset together by calling this without `piece`:
    on many machines with one folder in common that gives the same files as on one machine.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = dataset({"count": 50, "positions": [{"constraint": ["white Q=0", "black Q=0"]}]}, folder)
    ...     made.made, [part.rows for part in made.parts], check_dataset(folder).faults
    (100, [100], 0)
    """
    fields = _fields(plan, output, append, piece)
    stream = _begin("dataset", fields, lambda line: Part(**json.loads(line)), threads=threads, failures="keep")
    parts = list(stream)
    summary: Summary | None = stream.summary
    if summary is None:
        raise Error("the dataset was ended before its end", code="cancelled")
    missing = [failure.message for failure in stream.failures]
    return Dataset(Path(output), parts, summary.requested, summary.produced, missing)


def dataset_pieces(plan: PlanLike, output: str | os.PathLike[str] = "dataset", *, append: bool = False) -> int:
    """How many pieces a plan is cut into: `part_rows` indices each.

    >>> dataset_pieces({"count": 1000, "part_rows": 300, "positions": [{"constraint": "KQvK"}]})
    4
    """
    return _sissa.pieces(_written(_fields(plan, output, append, None)))


def check_dataset(
    folder: str | os.PathLike[str], *, again: int = 0, threads: int | None = None
) -> Inspection:
    """Looks whether a dataset is whole: every file, every game, every position, nothing twice; `again` rows are made
    again."""
    return next(_begin("check_dataset", {"folder": folder, "again": again}, Inspection, threads=threads))


def _fields(
    plan: PlanLike, output: str | os.PathLike[str], append: bool, piece: int | None
) -> dict[str, object]:
    return {"plan": read_plan(plan), "output": output, "append": append, "piece": piece}
