"""Records: what requests tell, one JSON object each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

R = TypeVar("R", bound="Record")


class Record:
    """A record. Its keys are attributes; what it does not say is None.

    >>> import sissa
    >>> [verdict] = sissa.prove("8/8/8/8/8/8/8/KRk5 w - - 0 1")
    >>> verdict.verdict, verdict.plies
    ('illegal', None)
    """

    __slots__ = ("_fields", "_line")

    _line: str
    _fields: dict[str, object] | None

    def __init__(self, line: str) -> None:
        self._line = line
        self._fields = None

    @classmethod
    def from_json(cls: type[R], line: str) -> R:
        """The record of a line."""
        return cls(line)

    def to_json(self) -> str:
        """The line, as `-f jsonl` writes it."""
        return self._line

    def to_dict(self) -> dict[str, object]:
        """The record as a dictionary."""
        # Read when it is first asked for: most programs look at few of many records.
        if self._fields is None:
            self._fields = json.loads(self._line)
        assert self._fields is not None
        return self._fields

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            fields = self.to_dict()
            if name in fields:
                return fields[name]
            for kind in type(self).__mro__:
                if name in kind.__dict__.get("__annotations__", ()):
                    return None
            raise AttributeError(f"{type(self).__name__} has no {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *type(self).__annotations__]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self._line)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._line})"

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self._line,))
