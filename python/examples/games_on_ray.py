"""Games imported and reported on by the workers of a Ray cluster that share a folder.

    python games_on_ray.py DIR CONSTRAINT FILE.pgn…

A task turns some files into Parquet and counts in them; only counts travel. They add up to the report that one machine
would write. A task that is done again, because its worker was lost, finds its files there and gives the same counts.
"""

from __future__ import annotations

import os
import sys

import ray

import sissa


@ray.remote(num_cpus=1, max_retries=5)
def work(constraints: list[str], files: list[str], folder: str) -> list[str]:
    parts = sissa.import_games(files, folder, threads=1).parts
    return [sissa.count(*constraints, games=part, threads=1) for part in parts]


def main(folder: str, constraints: list[str], files: list[str]) -> sissa.Report:
    # Workers may live in other folders.
    folder, files = os.path.abspath(folder), [os.path.abspath(file) for file in files]
    # Some tasks for each processor: little is lost with a worker, and nobody waits long for the last one.
    tasks = min(len(files), 4 * int(ray.cluster_resources()["CPU"]))
    shares = [files[len(files) * task // tasks : len(files) * (task + 1) // tasks] for task in range(tasks)]
    counts = ray.get([work.remote(constraints, share, folder) for share in shares])
    return sissa.report(*constraints, counts=[count for share in counts for count in share])


if __name__ == "__main__":
    ray.init()
    print(main(sys.argv[1], [sys.argv[2]], sys.argv[3:]))
