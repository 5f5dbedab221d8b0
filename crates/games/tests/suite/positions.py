"""Nearest positions by comparing all facts of all positions: slow, plain, python-chess.

Reads games as lines of UCI moves, and positions as lines of FEN; prints for each position the ten nearest as
[distance, position without counters, games].
"""
import json
import sys

import chess


def files_of(board, color):
    pawns = board.pieces(chess.PAWN, color)
    return pawns, {chess.square_file(pawn) for pawn in pawns}


def facts(board):
    """Facts and what they weigh."""
    found = {}
    for square, man in board.piece_map().items():
        found["man", man.symbol(), square] = 2
        for target in board.attacks(square):
            other = board.piece_at(target)
            if other and other.color != man.color:
                found["attack", man.symbol(), square, other.symbol(), target] = 1
    for color in chess.COLORS:
        pawns, files = files_of(board, color)
        enemies = board.pieces(chess.PAWN, not color)
        for pawn in pawns:
            file, rank = chess.square_file(pawn), chess.square_rank(pawn)
            before = lambda other: chess.square_rank(other) > rank if color else chess.square_rank(other) < rank
            near = [enemy for enemy in enemies if abs(chess.square_file(enemy) - file) <= 1]
            if not any(before(enemy) for enemy in near):
                found["passed", color, pawn] = 2
            if file - 1 not in files and file + 1 not in files:
                found["isolated", color, pawn] = 2
            if any(other != pawn and chess.square_file(other) == file for other in pawns):
                found["doubled", color, pawn] = 2
        if board.has_kingside_castling_rights(color):
            found["right", color, "k"] = 1
        if board.has_queenside_castling_rights(color):
            found["right", color, "q"] = 1
    taken = files_of(board, chess.WHITE)[1] | files_of(board, chess.BLACK)[1]
    for file in set(range(8)) - taken:
        found["open", file] = 2
    found["turn", board.turn] = 1
    return found


def distance(one, other):
    apart = one.keys() ^ other.keys()
    return sum(one.get(fact) or other[fact] for fact in apart)


games = []
for line in open(sys.argv[1]):
    board = chess.Board()
    positions = [(board.epd(en_passant="legal"), facts(board))]
    for uci in line.split():
        board.push_uci(uci)
        positions.append((board.epd(en_passant="legal"), facts(board)))
    games.append(positions)
for line in open(sys.argv[2]):
    wanted = facts(chess.Board(line.strip()))
    best = {}
    for number, positions in enumerate(games):
        far, _, epd = min((distance(wanted, found), ply, epd) for ply, (epd, found) in enumerate(positions))
        first = best.setdefault(epd, [far, number, 0])
        first[2] += 1
    nearest = sorted((far, number, epd, count) for epd, (far, number, count) in best.items())[:10]
    print(json.dumps([[far, epd, count] for far, number, epd, count in nearest]))
