"""Positions for a lesson: opposite castling as club players get it, one PGN game each."""

from __future__ import annotations

import sys

import sissa


def main(file: str, count: int) -> None:
    constraint = "white castled kingside and black castled queenside and move 12..20"
    players: dict[str, object] = {"name": "human", "elo": "1600..1800"}
    with open(file, "w", encoding="utf-8") as output:
        for position in sissa.generate(constraint, count=count, style=players):
            output.write(position.pgn())
            print(position.fen)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
