"""Constraints as objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _sissa
from ._chess import text as text_of
from ._stream import written
from .records import Explanation, Reason

if TYPE_CHECKING:
    from ._chess import Text


class Constraint:
    """What a position must be like.

    >>> constraint = Constraint("white Q=0 and black Q=1")
    >>> print(constraint.explain())
    White has no queen
    Black has 1 queen
    >>> constraint.matches("e4 e5")
    False
    >>> Constraint("white Q=3 P=8").refutation()[0]["code"]
    'too-many-promotions'
    """

    text: str
    """As it was written."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a constraint is a text, not {type(text).__name__}")
        self.text = text
        self._explanation = Explanation(_sissa.explain(written({"constraint": text})))

    @property
    def canonical(self) -> str:
        """In its canonical form."""
        return self._explanation.constraint

    @property
    def explanation(self) -> Explanation:
        """Everything that is known of it."""
        return self._explanation

    def explain(self) -> str:
        """In words, one line a condition."""
        return "\n".join(self._explanation.words)

    def refutation(self) -> list[Reason] | None:
        """Why nothing can satisfy it; None where no contradiction was found."""
        return None if self._explanation.feasible else self._explanation.reasons

    def matches(self, position: Text) -> bool:
        """Whether a position satisfies it: a FEN, moves, a game, a `chess.Board`."""
        return _sissa.satisfies(self.text, text_of(position))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Constraint({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constraint) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)

    def __reduce__(self) -> tuple[object, ...]:
        return (Constraint, (self.text,))
