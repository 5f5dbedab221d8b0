"""Games imported and reported on by the workers of a Spark cluster that share a folder.

    spark-submit games_on_spark.py DIR CONSTRAINT FILE.pgn…

A task turns some files into Parquet and counts in them; only counts travel. They add up to the report that one machine
would write. A task that is done again, because its worker was lost, finds its files there and gives the same counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from pyspark.sql import SparkSession

import sissa

LEAST = 64 << 20
"""Bytes that are worth a task of their own: about a second of work."""


def main(spark: SparkSession, folder: str, constraints: list[str], files: list[str]) -> sissa.Report:
    # Workers may live in other folders.
    folder, files = os.path.abspath(folder), [os.path.abspath(file) for file in files]

    def work(share: Iterator[str]) -> Iterator[str]:
        parts = sissa.import_games(share, folder, threads=1).parts
        return (sissa.count(*constraints, games=part, threads=1) for part in parts)

    context = spark.sparkContext
    # Some tasks for each processor, so that nobody waits long for the last one; but a task costs Spark as much as a few
    # megabytes of games, so that small ones are not worth it.
    worth = sum(os.path.getsize(file) for file in files) // LEAST
    tasks = min(len(files), max(context.defaultParallelism, min(worth, 4 * context.defaultParallelism)))
    counts = context.parallelize(files, tasks).mapPartitions(work).collect()
    return sissa.report(*constraints, counts=counts)


if __name__ == "__main__":
    print(main(SparkSession.builder.getOrCreate(), sys.argv[1], [sys.argv[2]], sys.argv[3:]))
