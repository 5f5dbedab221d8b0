"""Nearest games by holding each query against every game: slow, plain, python-chess.

Reads games as lines of UCI moves, and queries as JSON lines {"game": index, "distance": name,
"first": ply, "last": ply or null}; prints for each query the ten nearest as [index, distance].
"""
import json
import math
import sys

import chess

WEIGHT = {None: 0, "k": 12, "q": 9, "r": 5, "b": 3, "n": 2, "p": 1}


def row(before, after, taken, source, target, at):
    xy = lambda square: ("abcdefgh".index(square[0]), int(square[1]) - 1)
    return (*xy(source), *xy(target), WEIGHT[before], WEIGHT[after], WEIGHT[taken], *xy(at))


def null(ply):
    home = "e1" if ply % 2 == 1 else "e8"
    return row(None, None, None, home, home, home)


def read(line):
    """The rows of each half-move, and the board after it."""
    board, moves, boards = chess.Board(), [], []
    for uci in line.split():
        move = chess.Move.from_uci(uci)
        name = board.piece_at(move.from_square).symbol().lower()
        source, target = uci[:2], uci[2:4]
        if board.is_castling(move):
            rank = source[1]
            wing = ("h", "f") if target[0] == "g" else ("a", "d")
            moves.append([
                row("k", "k", None, source, target, target),
                row("r", "r", None, wing[0] + rank, wing[1] + rank, wing[1] + rank),
            ])
        else:
            at = target
            if board.is_en_passant(move):
                at = target[0] + source[1]
            taken = board.piece_at(chess.parse_square(at))
            taken = taken.symbol().lower() if taken else None
            after = uci[4] if len(uci) == 5 else name
            moves.append([row(name, after, taken, source, target, at)])
        board.push(move)
        boards.append(structure(board))
    return moves, boards or [structure(board)]


def structure(board):
    text = board.board_fen()
    pawns, wings = set(), {}
    for square, piece in board.piece_map().items():
        if piece.piece_type == chess.PAWN:
            pawns.add((square, piece.color))
        if piece.piece_type == chess.KING:
            wings[piece.color] = "aaaeehhh"[chess.square_file(square)]
    material = [
        sum(WEIGHT[c.lower()] for c in text if c.isalpha() and c.isupper() == white and c not in "kK")
        for white in (True, False)
    ]
    return pawns, material, wings


def of_moves(a, b, ply):
    """Distance of two half-moves, each a list of rows."""
    length = max(len(a), len(b))
    a, b = (rows + [null(ply)] * (length - len(rows)) for rows in (a, b))
    return sum(math.dist(x, y) for x, y in zip(a, b))


def padded(moves, length):
    return moves + [[null(ply)] for ply in range(len(moves) + 1, length + 1)]


def by_moves(f, g, first, last):
    longer = max(len(f[0]), len(g[0]))
    a, b = padded(f[0], longer), padded(g[0], longer)
    plies = range(first, min(longer, last or longer) + 1)
    return math.fsum(of_moves(a[ply - 1], b[ply - 1], ply) for ply in plies)


def by_warped(f, g, first, last):
    longer = max(len(f[0]), len(g[0]))
    a, b = padded(f[0], longer), padded(g[0], longer)
    total = 0.0
    for parity in (1, 0):
        plies = [p for p in range(first, min(longer, last or longer) + 1) if p % 2 == parity]
        n = len(plies)
        if n == 0:
            continue
        best = {(-1, -1): 0.0}
        for i in range(n):
            for j in range(max(0, i - 4), min(n, i + 5)):
                before = min(best.get(c, math.inf) for c in ((i - 1, j), (i, j - 1), (i - 1, j - 1)))
                best[i, j] = before + of_moves(a[plies[i] - 1], b[plies[j] - 1], plies[i])
        total += best[n - 1, n - 1]
    return total


def by_structure(f, g, first, last):
    a, b = f[1], g[1]
    longer = max(len(a), len(b))
    total = 0
    for ply in range(first, min(longer, last or longer) + 1):
        (pawns, material, wings), (others, other, elsewhere) = (
            boards[min(ply, len(boards)) - 1] for boards in (a, b))
        total += len(pawns ^ others)
        total += sum(abs(x - y) for x, y in zip(material, other))
        total += 3 * sum(wings[color] != elsewhere[color] for color in wings)
    return float(total)


BY = {"moves": by_moves, "warped": by_warped, "structure": by_structure}

games = [read(line) for line in open(sys.argv[1])]
for line in open(sys.argv[2]):
    query = json.loads(line)
    distance = BY[query["distance"]]
    index = query["game"]
    all_of_them = (
        (round(distance(games[index], game, query["first"], query["last"]), 9), other)
        for other, game in enumerate(games) if other != index)
    print(json.dumps([[other, far] for far, other in sorted(all_of_them)[:10]]))
