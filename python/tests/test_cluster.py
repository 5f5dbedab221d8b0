"""The examples on local clusters with several workers, one of which is killed on the way: what comes out is what one
machine makes, nothing lost and nothing twice.

`SISSA_CLUSTER_ROWS=100000 pytest tests/test_cluster.py` is the same with so many positions and games.
"""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import sissa

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")

EXAMPLES = Path(__file__).parent.parent / "examples"
CONSTRAINTS = ["white Q=0 and black Q=1", "black R=1"]
ROWS = int(os.environ.get("SISSA_CLUSTER_ROWS", "24000"))
PIECES = 24
PARTS = 12
PLAN = f"""
total = {ROWS}
part_rows = {ROWS // PIECES}
[[positions]]
constraint = ["white Q=0", "Q=0", "white (0,2,2,2,8)"]
"""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("plan") / "plan.toml"
    file.write_text(PLAN)
    return file


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Games in some files."""
    folder = tmp_path_factory.mktemp("pgn")
    for number in range(PARTS):
        games = sissa.generate("white Q=0", count=ROWS // PARTS, seed=number)
        (folder / f"{number:02}.pgn").write_text("".join(game.pgn() for game in games))
    return sorted(str(file) for file in folder.iterdir())


def example(name: str) -> Any:
    sys.path.insert(0, str(EXAMPLES))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(EXAMPLES))


def descendants() -> dict[int, str]:
    """The processes that this one has started, directly or not, with what they call themselves."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                names[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found: dict[int, str] = {}
    for process, name in names.items():
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and process != above:
            found[process] = name
    return found


@contextmanager
def one_killed(is_worker: Callable[[str], bool], half_done: Callable[[], bool]) -> Iterator[None]:
    """Kills a worker as soon as half of the work is done."""
    killed: list[int] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            if half_done():
                for process in [process for process, name in descendants().items() if is_worker(name)][:1]:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                    return
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
    assert killed, "no worker was killed"


def half(folder: Path, files: str, whole: int) -> bool:
    return 2 * len(list(folder.glob(files))) >= whole


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def same_dataset(folder: Path, plan: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone" / folder.name
    sissa.dataset(plan, alone)
    assert contents(folder) == contents(alone)
    found = sissa.check_dataset(folder)
    assert (found.faults, found.checked) == (0, ROWS), found.examples


def same_games(report: sissa.Report, folder: Path, files: list[str], tmp_path: Path) -> None:
    sissa.import_games(files, tmp_path / "alone")
    alone = sissa.report(*CONSTRAINTS, games=str(tmp_path / "alone"))
    assert report.games == alone.games == ROWS // PARTS * PARTS
    assert report.tables == alone.tables and report.html() == alone.html()
    pyarrow: Any = pytest.importorskip("pyarrow.parquet")
    rows, expected = (pyarrow.read_table(place).sort_by([("source", "ascending"), ("game", "ascending")])
                      for place in (folder, tmp_path / "alone"))
    assert rows.equals(expected)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield ray
    ray.shutdown()


def is_ray(name: str) -> bool:
    return name.startswith(("ray::make", "ray::work"))


def test_dataset_on_ray(ray: Any, plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with one_killed(is_ray, lambda: half(folder, "pieces-*/piece-*", PIECES)):
        example("dataset_on_ray").main(str(plan), str(folder))
    same_dataset(folder, plan, tmp_path)


def test_games_on_ray(ray: Any, files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with one_killed(is_ray, lambda: half(folder, "*.parquet", PARTS)):
        report = example("games_on_ray").main(str(folder), CONSTRAINTS, files)
    same_games(report, folder, files, tmp_path)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    if not shutil.which("java") and "JAVA_HOME" not in os.environ:
        pytest.skip("there is no Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        # Two workers with a processor each, in processes of their own.
        sql.SparkSession.builder.master("local-cluster[2,1,512]")
        .config("spark.executor.memory", "512m")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def is_executor(name: str) -> bool:
    return "CoarseGrainedExecutorBackend" in name


def test_dataset_on_spark(spark: Any, plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with one_killed(is_executor, lambda: half(folder, "pieces-*/piece-*", PIECES)):
        example("dataset_on_spark").main(spark, str(plan), str(folder))
    same_dataset(folder, plan, tmp_path)


def test_games_on_spark(spark: Any, files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with one_killed(is_executor, lambda: half(folder, "*.parquet", PARTS)):
        report = example("games_on_spark").main(spark, str(folder), CONSTRAINTS, files)
    same_games(report, folder, files, tmp_path)
