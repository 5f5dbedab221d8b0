"""First half-moves at which sequences hold, by python-chess: each part is looked for with loops over all earlier positions.

Reads games as lines of UCI moves; prints for each a list with a half-move or null for every sequence.
"""
import json
import sys

import chess


def count(board, kind, color):
    return len(board.pieces(kind, color))


def pair(board):
    colours = {(chess.square_file(at) + chess.square_rank(at)) % 2 for at in board.pieces(chess.BISHOP, chess.WHITE)}
    return len(colours) == 2


def first(boards, *parts):
    """The first place where the last part holds and the others held before, in this order."""
    def held(place, left):
        if not left:
            return True
        return any(left[-1](boards[before]) and held(before, left[:-1]) for before in range(place))
    places = (at for at in range(len(boards)) if parts[-1](boards[at]) and held(at, parts[:-1]))
    return next(places, None)


for line in open(sys.argv[1]):
    board = chess.Board()
    boards = [board.copy(stack=False)]
    for uci in line.split():
        board.push_uci(uci)
        boards.append(board.copy(stack=False))
    in_check = lambda color: lambda board: board.is_check() and board.turn == color
    queens = lambda color, number: lambda board: count(board, chess.QUEEN, color) == number
    either = [
        first(boards, lambda board: count(board, chess.ROOK, color) == 1, queens(color, 0))
        for color in chess.COLORS
    ]
    never = [at for at, board in enumerate(boards) if at >= 12 and not any(b.is_check() for b in boards[:at])]
    print(json.dumps([
        first(boards, pair, lambda board: count(board, chess.BISHOP, chess.WHITE) == 1),
        first(boards, lambda board: board.is_check(), lambda board: not board.queens),
        min((at for at in either if at is not None), default=None),
        first(boards, in_check(chess.WHITE), in_check(chess.BLACK), queens(chess.WHITE, 0)),
        next(iter(never), None),
        first(boards, queens(chess.WHITE, 0), queens(chess.WHITE, 1)),
    ]))
