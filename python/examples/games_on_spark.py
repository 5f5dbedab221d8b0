"""Games imported and reported on by the workers of a Spark cluster that share a folder.

    spark-submit games_on_spark.py DIR CONSTRAINT FILE.pgn…

A file is a piece: one task turns it into Parquet, then one task a Parquet file counts. Counts add up to the report that one
machine would write. A task that is done again finds its files there and gives the same counts.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession

import sissa


def main(spark: SparkSession, folder: str, constraints: list[str], files: list[str]) -> sissa.Report:
    # Workers may live in other folders.
    folder, files = os.path.abspath(folder), [os.path.abspath(file) for file in files]

    def load(file: str) -> int:
        return sissa.import_games(file, folder, threads=1).kept

    def count(file: str) -> str:
        return sissa.count(*constraints, games=file, threads=1)

    context = spark.sparkContext
    context.parallelize(files, len(files)).map(load).collect()
    parts = sorted(str(part) for part in Path(folder).glob("*.parquet"))
    counts = context.parallelize(parts, len(parts)).map(count).collect()
    return sissa.report(*constraints, counts=counts)


if __name__ == "__main__":
    print(main(SparkSession.builder.getOrCreate(), sys.argv[1], [sys.argv[2]], sys.argv[3:]))
