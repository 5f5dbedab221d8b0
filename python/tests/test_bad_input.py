"""Bad input gives exceptions: never a crash, never a hang."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any

import pytest

import sissa


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"count": "many"}, sissa.Error),
        ({"count": -1}, sissa.Error),
        ({"count": 0}, sissa.Error),
        ({"count": 2**70}, sissa.Error),
        ({"count": 1.5}, sissa.Error),
        ({"count": float("nan")}, ValueError),
        ({"seed": -1}, sissa.Error),
        ({"seed": None, "style": "fast"}, sissa.Error),
        ({"style": {"name": "human", "elo": "strong"}}, sissa.Error),
        ({"style": object()}, TypeError),
        ({"threads": 0}, sissa.Error),
        ({"threads": -1}, OverflowError),
        ({"threads": 10**9}, sissa.Error),
        ({"threads": "two"}, TypeError),
        ({"failures": "ignore"}, sissa.Error),
        ({"colour": "white"}, sissa.Error),
        ({"timeout": -1.0}, sissa.Error),
        ({"from": "e5"}, sissa.Error),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        sissa.generate("KQvK", **options)


@pytest.mark.parametrize("constraint", [None, "", "white Q=", "x" * 100_000, "(" * 10_000, "\0", "😀"])
def test_wrong_constraints(constraint: str | None) -> None:
    with pytest.raises(sissa.Error) as raised:
        sissa.generate(constraint)
    assert raised.value.code == "constraint" and raised.value.message


@pytest.mark.parametrize("positions", [5, None, b"e4", [5], [None], [["e4"]]])
def test_wrong_types(positions: Any) -> None:
    with pytest.raises(TypeError):
        sissa.check(positions)


def test_unreadable_positions_have_a_place() -> None:
    with pytest.raises(sissa.Failure) as raised:
        list(sissa.check(["e4", "e5", "Nf3"]))
    assert (raised.value.index, raised.value.code) == (1, "input")
    kept = sissa.check(["e4", "e5", "Nf3"], failures="keep")
    assert [one.index for one in kept] == [0, 2]
    assert [one.index for one in kept.failures] == [1]
    with pytest.raises(sissa.Error):
        sissa.check("")
    with pytest.raises(sissa.Error):
        sissa.find("white Q=0", games="/nowhere")
    with pytest.raises(sissa.Error):
        sissa.import_games("/nowhere.pgn")
    with pytest.raises(sissa.Error):
        sissa.report(games="/nowhere")


def test_huge_counts_are_made_one_by_one() -> None:
    positions = sissa.generate("white Q=0", count=2**63)
    assert [next(positions).index for _ in range(3)] == [0, 1, 2]
    positions.close()


def test_closed_iterators_are_over() -> None:
    positions = sissa.generate("white Q=0", count=10**9)
    next(positions)
    positions.close()
    positions.close()
    assert list(positions) == []
    with sissa.generate("white Q=0", count=10**9) as positions:
        next(positions)
    assert next(positions, None) is None
    # One that nobody reads or closes ends with its last reference.
    sissa.generate("white Q=0", count=10**9)


def test_several_threads_share_an_iterator() -> None:
    positions = sissa.generate("white Q=0", count=2_000, threads=2)
    found: list[int] = []
    readers = [
        threading.Thread(target=lambda: found.extend(one.index for one in positions))
        for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(found) == list(range(2_000))


def run(program: str) -> subprocess.CompletedProcess[str]:
    """Another Python, so that a crash or a hang is only its own."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_ends_what_was_begun_and_may_begin_anew() -> None:
    done = run(
        "import os, sissa\n"
        "positions = sissa.generate('white Q=0', count=10**9)\n"
        "next(positions)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        for _ in range(10**6): next(positions)\n"
        "    except RuntimeError as error:\n"
        "        assert 'forked' in str(error)\n"
        "        assert len(list(sissa.generate('KQvK', count=5))) == 5\n"
        "        os._exit(7)\n"
        "    os._exit(1)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
        "assert next(positions).index >= 1\n"
        "print('well')\n"
    )
    assert done.stdout == "well\n", done.stderr


def test_control_c_ends_a_request_at_once() -> None:
    done = run(
        "import os, signal, threading, sissa\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    # Nothing is found, so that only the signal ends it.\n"
        "    list(sissa.solve('r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', '#40', timeout=50))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    assert done.stdout == "interrupted\n", done.stderr


def test_the_end_of_the_program_waits_for_nobody() -> None:
    done = run("import sissa\npositions = sissa.generate('white Q=0', count=10**9)\nnext(positions)\nprint('end')\n")
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr


def test_texts_that_are_none() -> None:
    # Half a pair of surrogates cannot be written as UTF-8.
    for text in ("\ud800", "white Q=0 \udfff"):
        with pytest.raises((sissa.Error, UnicodeError)):
            sissa.generate(text)
        with pytest.raises((sissa.Error, UnicodeError)):
            list(sissa.check([text], failures="raise"))


def test_lists_that_never_end_or_hold_themselves() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises((TypeError, ValueError)):
        sissa.generate("KQvK", exclude=loop)
    with pytest.raises(TypeError):
        sissa.check(loop)

    def broken() -> Any:
        yield "e4"
        raise KeyError("mine")

    # What somebody else raises stays what it was.
    with pytest.raises(KeyError):
        sissa.check(broken())


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"positions": []},
        {"count": -1, "positions": [{"constraint": "KQvK"}]},
        {"count": 1, "positions": [{"constraint": "white quen=0"}]},
        {"count": 1, "part_rows": 0, "positions": [{"constraint": "KQvK"}]},
        {"count": 1, "positions": "KQvK"},
        {"count": 1, "colour": "white", "positions": [{"constraint": "KQvK"}]},
    ],
)
def test_wrong_plans_write_nothing(plan: dict[str, Any], tmp_path: Any) -> None:
    folder = tmp_path / "data"
    with pytest.raises(sissa.Error):
        sissa.dataset(plan, folder)
    assert not folder.exists() or not list(folder.iterdir())
    others: list[Any] = [5, None, [plan]]
    for other in others:
        with pytest.raises(TypeError):
            sissa.dataset(other, folder)


def test_similar_without_games(tmp_path: Any) -> None:
    nowhere = str(tmp_path / "nowhere")
    for game in ("e4 e5", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "nonsense", ""):
        with pytest.raises(sissa.Error):
            sissa.similar(game, games=nowhere)
    wrong: Any = 5
    with pytest.raises(TypeError):
        sissa.similar(wrong, games=nowhere)
    with pytest.raises(sissa.Error):
        list(sissa.rate(games=nowhere))


def test_one_thread_closes_what_another_reads() -> None:
    positions = sissa.generate("white Q=0", count=10**9, threads=2)
    next(positions)
    read: list[int] = []
    reader = threading.Thread(target=lambda: read.extend(one.index for one in positions))
    reader.start()
    while not read:
        threading.Event().wait(0.01)
    positions.close()
    reader.join(30)
    assert not reader.is_alive() and read == list(range(1, len(read) + 1))


def test_arrow_batches_of_nonsense() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import sissa.arrow

    wrong: list[Any] = [(1, 0), (4, 4), (-1, 2), "first", (1,)]
    for piece in wrong:
        with pytest.raises((sissa.Error, TypeError, ValueError, OverflowError)):
            pyarrow.table(sissa.arrow.generate("white Q=0", count=10, piece=piece))
    with pytest.raises(sissa.Error):
        list(sissa.arrow.games("/nowhere.pgn"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_pool_of_forked_processes_works_after_work_was_done_before() -> None:
    done = run(
        "import multiprocessing, sissa\n"
        "def made(seed): return [one.fen for one in sissa.generate('KQvK', count=5, seed=seed)]\n"
        "here = [made(seed) for seed in range(4)]\n"
        "with multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "    assert pool.map(made, range(4)) == here\n"
        "print('well')\n"
    )
    assert done.stdout == "well\n", done.stderr


def test_counts_of_another_question_are_no_answer(tmp_path: Any) -> None:
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 1-0\n")
    sissa.import_games(tmp_path / "games.pgn", tmp_path / "games")
    counted = sissa.count("white Q=0", games=str(tmp_path / "games"))
    assert sissa.report("white Q=0", counts=[counted]).games == 1
    for others in (["black Q=0"], ["white Q=0", "Q=0"], []):
        with pytest.raises(sissa.Error):
            sissa.report(*others, counts=[counted])
    with pytest.raises(sissa.Error):
        sissa.report("white Q=0", counts=["nonsense"])


def test_control_c_ends_a_table() -> None:
    pytest.importorskip("pyarrow")
    done = run(
        "import os, signal, threading, pyarrow, sissa.arrow\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    pyarrow.table(sissa.arrow.generate('white Q=0', count=10**9))\n"
        "except pyarrow.ArrowInvalid as error:\n"
        "    print(type(error).__name__, 'interrupted' in str(error))\n"
    )
    assert done.stdout == "ArrowInvalid True\n", done.stderr
