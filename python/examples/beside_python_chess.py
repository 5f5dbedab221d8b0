"""The same question to the same games, by python-chess and by Sissa: in which games did White lose its queen first?

`python beside_python_chess.py games.pgn` prints both times and whether the answers agree. python-chess reads as many games as
its share of the time allows (the second argument, all if not given); Sissa's import and find are timed together.
"""

from __future__ import annotations

import sys
import tempfile
import time

import chess
import chess.pgn

import sissa

CONSTRAINT = "white Q=0 and black Q=1"


def by_python_chess(file: str, most: int) -> tuple[list[int], int, float]:
    begun, found, number = time.perf_counter(), [], 0
    with open(file, encoding="utf-8", errors="replace") as text:
        while number < most and (game := chess.pgn.read_game(text)) is not None:
            number += 1
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                white = board.pieces_mask(chess.QUEEN, chess.WHITE)
                if not white and board.pieces_mask(chess.QUEEN, chess.BLACK).bit_count() == 1:
                    found.append(number)
                    break
    return found, number, time.perf_counter() - begun


def by_sissa(file: str) -> tuple[list[int], int, float]:
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        imported = sissa.import_games(file, folder, threads=1)
        hits = sissa.find(CONSTRAINT, games=folder, threads=1)
        found = [hit.played["number"] for hit in hits if hit.played is not None]
    return found, imported.read, time.perf_counter() - begun


def main(file: str, most: int) -> None:
    ours, read, seconds = by_sissa(file)
    theirs, games, theirs_seconds = by_python_chess(file, most)
    rate, theirs_rate = read / seconds, games / theirs_seconds
    same = [number for number in ours if number <= games] == theirs
    print(f"sissa: {read} games, {rate:.0f} a second; python-chess: {games} games, {theirs_rate:.0f} a second")
    print(f"{rate / theirs_rate:.0f} times as fast; the answers {'agree' if same else 'differ'}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else sys.maxsize)
