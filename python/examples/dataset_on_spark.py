"""A dataset made by the workers of a Spark cluster that share a folder.

    spark-submit dataset_on_spark.py plan.toml DIR

A task makes a piece and writes it at one go, so a task that is done again, because its worker was lost, does no harm.
What the last line puts together are the files that `sissa generate --plan plan.toml -o DIR` makes on one machine.
"""

from __future__ import annotations

import os
import sys

from pyspark.sql import SparkSession

import sissa


def main(spark: SparkSession, file: str, folder: str) -> sissa.Dataset:
    plan = sissa.read_plan(file)
    # Workers may live in other folders.
    folder = os.path.abspath(folder)

    def make(piece: int) -> int:
        return sum(part.rows for part in sissa.dataset(plan, folder, piece=piece, threads=1).parts)

    pieces, context = sissa.dataset_pieces(plan, folder), spark.sparkContext
    # Some tasks for each processor: nobody waits long for the last one. One that is done again finds its pieces there.
    context.parallelize(range(pieces), min(pieces, 4 * context.defaultParallelism)).map(make).collect()
    return sissa.dataset(plan, folder)


if __name__ == "__main__":
    made = main(SparkSession.builder.getOrCreate(), sys.argv[1], sys.argv[2])
    print(f"{made.made} of {made.asked} positions in {made.folder}")
