"""What goes wrong, with a code for programs and words for people."""

from __future__ import annotations


class Error(ValueError):
    """A request that cannot be carried out.

    >>> import sissa
    >>> try:
    ...     sissa.generate("white Q=oops")
    ... except sissa.Error as error:
    ...     print(error.code, error.field)
    constraint constraint
    """

    code: str
    """What kind of thing, for programs: `constraint`, `input`, `limit`, `style`, …"""
    message: str
    """What is wrong, for people."""
    hint: str | None
    """What to try instead."""
    field: str | None
    """The field of the request that is wrong."""
    excerpt: str | None
    """The offending text and, on a second line, carets under it."""
    reasons: list[str]
    """More about it, a sentence each."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "error",
        hint: str | None = None,
        field: str | None = None,
        excerpt: str | None = None,
        reasons: list[str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint
        self.field = field
        self.excerpt = excerpt
        self.reasons = reasons or []

    def __str__(self) -> str:
        lines = [self.message]
        if self.excerpt:
            lines.append(self.excerpt)
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (type(self), self.message, self.__dict__))


class Failure(Error):
    """Something within a request that could not be had: its position has a number.

    >>> import sissa
    >>> try:
    ...     list(sissa.generate("white Q=3 P=8"))
    ... except sissa.Failure as failure:
    ...     print(failure.code)
    impossible
    """

    index: int
    """The number of the position or of the entry."""

    def __init__(self, message: str, *, index: int = 0, **words: object) -> None:
        super().__init__(message, **words)  # type: ignore[arg-type]
        self.index = index


def _again(kind: type[Error], message: str, words: dict[str, object]) -> Error:
    error = kind(message)
    error.__dict__.update(words)
    return error
