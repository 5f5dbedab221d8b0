"""Games imported and reported on by the workers of a Ray cluster that share a folder.

    python games_on_ray.py DIR CONSTRAINT FILE.pgn…

A file is a piece: one task turns it into Parquet, then one task a Parquet file counts. Counts add up to the report that one
machine would write. A task that is done again finds its files there and gives the same counts.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import ray

import sissa


@ray.remote(num_cpus=1, max_retries=5)
def load(file: str, folder: str) -> int:
    return sissa.import_games(file, folder, threads=1).kept


@ray.remote(num_cpus=1, max_retries=5)
def count(constraints: list[str], file: str) -> str:
    return sissa.count(*constraints, games=file, threads=1)


def main(folder: str, constraints: list[str], files: list[str]) -> sissa.Report:
    # Workers may live in other folders.
    folder, files = os.path.abspath(folder), [os.path.abspath(file) for file in files]
    ray.get([load.remote(file, folder) for file in files])
    parts = sorted(str(part) for part in Path(folder).glob("*.parquet"))
    counts = ray.get([count.remote(constraints, part) for part in parts])
    return sissa.report(*constraints, counts=counts)


if __name__ == "__main__":
    ray.init()
    print(main(sys.argv[1], [sys.argv[2]], sys.argv[3:]))
