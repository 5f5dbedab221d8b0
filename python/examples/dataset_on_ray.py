"""A dataset made by the workers of a Ray cluster that share a folder.

    python dataset_on_ray.py plan.toml DIR

A task makes a piece and writes it at one go, so a task that is done again, because its worker was lost, does no harm.
What the last line puts together are the files that `sissa generate --plan plan.toml -o DIR` makes on one machine.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import ray

import sissa


@ray.remote(num_cpus=1, max_retries=5)
def make(plan: dict[str, Any], folder: str, piece: int) -> int:
    return sum(part.rows for part in sissa.dataset(plan, folder, piece=piece, threads=1).parts)


def main(file: str, folder: str) -> sissa.Dataset:
    plan = sissa.read_plan(file)
    # Workers may live in other folders.
    folder = os.path.abspath(folder)
    tasks = [make.remote(plan, folder, piece) for piece in range(sissa.dataset_pieces(plan, folder))]
    ray.get(tasks)
    return sissa.dataset(plan, folder)


if __name__ == "__main__":
    ray.init()
    made = main(sys.argv[1], sys.argv[2])
    print(f"{made.made} of {made.asked} positions in {made.folder}")
