"""A request under way: an iterator over what it finds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Generic, Literal, TypeVar, cast

from . import _sissa
from ._errors import Error
from .records import FailureRecord, Run, Summary

T = TypeVar("T")
Failures = Literal["raise", "keep"]


class Stream(Iterator[T], Generic[T]):
    """What a request finds, one by one, while threads of its own work ahead a little.

    Ctrl-C, `close` and the end of a `with` block end the work. What could not be had is raised as
    `sissa.Failure`, after which the iteration may go on; with `failures="keep"` it is collected instead.

    >>> import sissa
    >>> with sissa.generate("KQvK", count=1_000_000) as positions:
    ...     first = next(positions)
    >>> first.index, positions.run.command
    (0, 'generate')
    """

    failures: list[FailureRecord]
    """What could not be had, where it is kept."""

    def __init__(
        self, run: _sissa.Run, make: Callable[[str], T] | None, failures: Failures = "raise"
    ) -> None:
        if failures not in ("raise", "keep"):
            raise Error(f"failures is {failures!r}: it may be 'raise' or 'keep'", code="request")
        self._run = run
        self._make = make
        self._raise = failures == "raise"
        self._told: Run | None = None
        self._summary: Summary | None = None
        self._closed = False
        self.failures = []

    def __iter__(self) -> Stream[T]:
        return self

    def __next__(self) -> T:
        while not self._closed:
            item = self._run.next(self._raise)
            if isinstance(item, tuple):
                self._note(*item)
            elif isinstance(item, str):
                assert self._make is not None, "lines are found where something is made of them"
                return self._make(item)
            elif item is None:
                self._closed = True
            else:
                return cast(T, item)
        raise StopIteration

    def _note(self, kind: str, line: str) -> None:
        if kind == "run":
            self._told = Run.from_json(line)
        elif kind == "summary":
            self._summary = Summary.from_json(line)
        else:
            self.failures.append(FailureRecord.from_json(line))

    @property
    def run(self) -> Run | None:
        """What was asked for, once the iteration has begun."""
        return self._told

    @property
    def summary(self) -> Summary | None:
        """What came of it, once everything was found."""
        return self._summary

    def close(self) -> None:
        """Ends the work; nothing more comes."""
        self._closed = True
        self._run.close()

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def begin(
    name: str,
    fields: dict[str, object],
    make: Callable[[str], T] | None,
    *,
    inputs: list[str] | None = None,
    threads: int | None = None,
    failures: Failures = "raise",
) -> Stream[T]:
    """Begins a request; fields that are None are not given."""
    given = written(fields)
    return Stream(_sissa.start(name, given, inputs, threads), make, failures)


def written(fields: dict[str, object]) -> str:
    """The fields as JSON."""
    given = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(given, default=_plain, allow_nan=False)


def _plain(value: object) -> object:
    """What JSON does not know but a field may be."""
    import os

    from ._constraint import Constraint

    if isinstance(value, Constraint):
        return value.text
    if isinstance(value, os.PathLike):
        path = os.fspath(value)
        if isinstance(path, str):
            return path
    raise TypeError(f"a field cannot be {type(value).__name__}: {value!r}")
