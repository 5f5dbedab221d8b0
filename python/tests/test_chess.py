"""python-chess in and out, and as a second opinion."""

from __future__ import annotations

import pytest

import sissa

chess = pytest.importorskip("chess")
import chess.pgn  # noqa: E402


def test_boards_come_out_with_their_games() -> None:
    for position in sissa.generate("white castled kingside and black Q=0", count=10, seed=3):
        board = position.board()
        assert board.fen(en_passant="legal") == position.fen
        assert [move.uci() for move in board.move_stack] == position.moves
        game = position.game()
        assert game.end().board().fen(en_passant="legal") == position.fen
        assert game.headers["GoalFEN"] == position.fen


def test_boards_and_games_go_in() -> None:
    board = chess.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    constraint = sissa.Constraint("mate by black")
    assert constraint.matches(board)
    assert constraint.matches(chess.pgn.Game.from_board(board))
    assert not constraint.matches(chess.Board())
    judgements = list(sissa.check([board, chess.Board(), "e4 e5"], "mate by black"))
    assert [one.satisfied for one in judgements] == [True, False, False]
    elsewhere = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    elsewhere.push_san("e4")
    [judgement] = sissa.check(elsewhere)
    assert judgement.valid and judgement.ply == 1


def test_variants_are_refused() -> None:
    with pytest.raises(sissa.Error, match="standard chess"):
        sissa.check(chess.Board(chess960=True))
