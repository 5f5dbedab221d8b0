"""To and from python-chess, where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Union

from ._errors import Error
from ._sissa import Position

if TYPE_CHECKING:
    import chess
    import chess.pgn

    Text = Union[str, Position, chess.Board, chess.pgn.GameNode]
else:
    Text = object


def _module(name: str) -> "object":
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        message = "python-chess is not installed"
        hint = "`pip install chess` brings it"
        raise Error(message, code="missing", hint=hint) from None


def board(position: Position) -> "chess.Board":
    """The board, with the moves of the game on its stack."""
    if not TYPE_CHECKING:
        chess = _module("chess")
    made = chess.Board(position.start_fen or chess.STARTING_FEN)
    for move in position.moves:
        made.push_uci(move)
    return made


def game(position: Position) -> "chess.pgn.Game":
    """The game with its tags."""
    import io

    if not TYPE_CHECKING:
        chess = _module("chess")
        _module("chess.pgn")
    read = chess.pgn.read_game(io.StringIO(position.pgn()))
    assert read is not None, "a game that was written can be read"
    return read


def text(thing: "Text") -> str:
    """A position or a game as text that Sissa reads."""
    if isinstance(thing, str):
        return thing
    if isinstance(thing, Position):
        return thing.to_json()
    # Without python-chess nothing is one of its objects.
    if "chess" in sys.modules:
        import chess

        if isinstance(thing, chess.Board):
            return _of_board(thing)
        if "chess.pgn" in sys.modules:
            import chess.pgn

            if isinstance(thing, chess.pgn.GameNode):
                return _of_board(thing.end().board())
    kind = type(thing).__name__
    raise TypeError(f"a position is a text, a Position, a chess.Board or a game, not {kind}")


def _of_board(board: "chess.Board") -> str:
    """With its game, where the stack has one from a standard beginning."""
    if board.chess960 or type(board).__name__ != "Board":
        raise Error(
            "only standard chess is understood",
            code="input",
            hint="chess.Board without a variant and with chess960=False",
        )
    if not board.move_stack:
        return board.fen(en_passant="legal")
    import chess

    start = board.root()
    moves = " ".join(move.uci() for move in board.move_stack)
    if start.fen() == chess.STARTING_FEN:
        return moves
    import json

    fen, first = board.fen(en_passant="legal"), start.fen(en_passant="legal")
    record = {"type": "position", "fen": fen, "start_fen": first, "moves": moves.split()}
    return json.dumps(record)


def texts(things: "Text | Iterable[Text]") -> tuple[str | None, list[str] | None]:
    """One text in any format, or several positions one by one."""
    if isinstance(things, str):
        return things, None
    if isinstance(things, Position) or not isinstance(things, Iterable):
        return None, [text(things)]
    return None, [text(thing) for thing in things]
