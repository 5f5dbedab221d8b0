"""What Ray and Spark add to the work: the examples beside the command, in processor time.

    python clusters.py SISSA [ROWS] [RUNS] [ray|spark]

SISSA is the command (`target/release/sissa`). Both make the same dataset, import the same games and report on them, one
after the other, once on one thread and once on two local workers. What counts is the processor time of all processes
together, the engine's own and putting the pieces together included, because others may use the machine meanwhile. What
comes before the first task (Java, processes, modules) is left out by runs of a tenth of the work; what the engine takes
while it has nothing to do is taken off, because on a busy machine the work takes longer and that does not become less;
the last figure of a line is with it.
"""

from __future__ import annotations

import importlib
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import sissa

CONSTRAINTS = ["white Q=0 and black Q=1", "black R=1"]
TUPLES = ["white Q=0", "Q=0", "white (0,2,2,2,8)", "KRPvKR"]
PARTS = 20
# Games as long as people's.
GAMES = "white Q=0 and move 30..45"
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# Runs before the one that counts: Java makes itself ready while it works.
WARM = 3
# Seconds in which it is seen what an engine takes for nothing.
IDLE = 5
TICKS = os.sysconf("SC_CLK_TCK")


def spent() -> float:
    """Processor seconds of this process and all below it, those that have ended included."""
    own: dict[int, float] = {}
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            own[int(entry.name)] = sum(map(int, fields[11:15])) / TICKS
            below.setdefault(int(fields[1]), []).append(int(entry.name))
    total, waiting = 0.0, [os.getpid()]
    while waiting:
        process = waiting.pop()
        total += own.get(process, 0.0)
        waiting += below.get(process, [])
    return total


def by_command(*arguments: str | Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Spent(NamedTuple):
    """Processor seconds of an engine: those of the work, and with those that pass anyway."""

    work: float
    all: float


def by_engine(work: Callable[[], object]) -> Spent:
    begun, before = time.monotonic(), spent()
    time.sleep(IDLE)
    idle = (spent() - before) / (time.monotonic() - begun)
    begun, before = time.monotonic(), spent()
    work()
    taken = spent() - before
    return Spent(taken - idle * (time.monotonic() - begun), taken)


def written(folder: Path, rows: int) -> tuple[Path, list[str]]:
    """A plan and games of that size."""
    folder.mkdir()
    plan = folder / "plan.toml"
    constraints = ", ".join(f'"{one}"' for one in TUPLES)
    plan.write_text(f"total = {rows}\npart_rows = {rows // PARTS}\n[[positions]]\nconstraint = [{constraints}]\n")
    files = []
    for number in range(PARTS):
        games = sissa.generate(GAMES, count=rows // PARTS // 10, seed=number)
        files.append(folder / f"{number:02}.pgn")
        # Ten times the same ones: reading them is the work, not making them.
        files[-1].write_text("".join(game.pgn() for game in games) * 10)
    return plan, [str(file) for file in files]


class Work:
    """The same work for everybody, each time in a new folder."""

    def __init__(self, command: str, place: Path, rows: int) -> None:
        place.mkdir()
        self.command, self.place = command, place
        self.plan, self.files = written(place / "in", rows)
        self.number = 0

    def folder(self) -> Path:
        self.number += 1
        return self.place / f"out-{self.number}"

    def dataset_by_command(self) -> float:
        out = self.folder()
        return by_command(self.command, "generate", "--plan", self.plan, "-o", out, "-j", "1")

    def games_by_command(self) -> float:
        out = self.folder()
        taken = by_command(self.command, "games", "import", *self.files, "-o", out, "-j", "1")
        report = out.with_suffix(".report")
        return taken + by_command(self.command, "games", "report", *CONSTRAINTS, "-g", out, "-o", report, "-j", "1")

    def dataset_by(self, engine: str, first: tuple[Any, ...]) -> Spent:
        program = example(f"dataset_on_{engine}")
        return by_engine(lambda: program.main(*first, str(self.plan), str(self.folder())))

    def games_by(self, engine: str, first: tuple[Any, ...]) -> Spent:
        program = example(f"games_on_{engine}")
        return by_engine(lambda: program.main(*first, str(self.folder()), CONSTRAINTS, self.files))


def example(name: str) -> Any:
    examples = str(Path(__file__).parent.parent / "examples")
    if examples not in sys.path:
        sys.path.insert(0, examples)
    return importlib.import_module(name)


@contextmanager
def ray() -> Iterator[tuple[Any, ...]]:
    import ray

    # Others on the machine would come first.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield ()
    ray.shutdown()


@contextmanager
def spark() -> Iterator[tuple[Any, ...]]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        SparkSession.builder.master("local-cluster[2,1,512]")
        .config("spark.executor.memory", "512m")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.showConsoleProgress", "false")
        # As docs/datasets.md advises: Java only hands out work here.
        .config("spark.driver.extraJavaOptions", JAVA)
        .config("spark.executor.extraJavaOptions", JAVA)
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield (session,)
    session.stop()


def measured(engine: str, first: tuple[Any, ...], work: Work, little: Work, runs: int) -> None:
    for _ in range(WARM):
        little.dataset_by(engine, first)
        little.games_by(engine, first)
    for name, alone, together in (
        ("positions", work.dataset_by_command, work.dataset_by),
        ("games", work.games_by_command, work.games_by),
    ):
        pairs = [(alone(), together(engine, first)) for _ in range(runs)]
        ours = statistics.median(one for one, _ in pairs)
        theirs, whole = (statistics.median(other[kind] for _, other in pairs) for kind in range(2))
        ratios = " ".join(f"{one / other.work:.2f}" for one, other in pairs)
        print(
            f"{engine:6} {name:10} command {ours:6.2f} s  {engine} {theirs:6.2f} s  {ours / theirs:5.2f} x  ({ratios})"
            f"  {ours / whole:5.2f} x",
            flush=True,
        )


ENGINES = {"ray": ray, "spark": spark}


def main(command: str, rows: int, runs: int, engines: list[str]) -> None:
    place = Path(tempfile.mkdtemp(prefix="sissa-clusters-"))
    try:
        work, little = Work(command, place / "work", rows), Work(command, place / "little", rows // 10)
        for engine in engines:
            with ENGINES[engine]() as first:
                measured(engine, first, work, little, runs)
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    sizes = [int(word) for word in sys.argv[2:] if word.isdigit()]
    rows, runs = sizes + [100_000, 3][len(sizes) :]
    main(os.path.abspath(sys.argv[1]), rows, runs, [word for word in sys.argv[2:] if word in ENGINES] or list(ENGINES))
