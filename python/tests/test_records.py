"""What the wheel gives is what the command line writes, and its types are the library's."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sissa

HERE = Path(__file__).parent.parent
ROOT = HERE.parent


def command() -> str | None:
    """The program that is named, or the one that was built last."""
    if named := os.environ.get("SISSA"):
        return named
    builds = [ROOT / "target" / profile / "sissa" for profile in ("release", "debug")]
    there = [build for build in builds if build.exists()]
    return str(max(there, key=lambda build: build.stat().st_mtime)) if there else None


def lines(*arguments: str) -> list[str]:
    """The records of the command line, without the first and the last."""
    program = command()
    if program is None:
        pytest.skip("the command line is not built")
    done = subprocess.run(
        [program, *arguments, "-f", "jsonl", "-q"], capture_output=True, text=True, check=False
    )
    return done.stdout.splitlines()[1:-1]


@pytest.mark.parametrize("threads", [1, 3])
def test_generated_records_are_those_of_the_command_line(threads: int) -> None:
    written = lines("generate", "white (0,2,2,2,8)", "-n", "40", "-s", "5")
    made = sissa.generate("white (0,2,2,2,8)", count=40, seed=5, threads=threads)
    assert [position.to_json() for position in made] == written
    assert made.summary is not None and made.summary.produced == 40


def test_other_styles_are_the_command_lines() -> None:
    written = lines("generate", "KRPvKR", "-n", "5", "--style", "uniform")
    assert [one.to_json() for one in sissa.generate("KRPvKR", count=5, style="uniform")] == written
    written = lines("generate", "white Q=0", "-n", "2", "--elo", "1500")
    human = sissa.generate("white Q=0", count=2, style={"name": "human", "elo": "1500"})
    assert [one.to_json() for one in human] == written


def test_verdicts_and_judgements_are_those_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "positions.fen"
    fens = [position.fen for position in sissa.generate("KQvK", count=8, seed=2)]
    file.write_text("\n".join([*fens, "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1"]) + "\n")
    text = file.read_text()
    assert [plain(one.to_json()) for one in sissa.prove(text)] == [
        plain(line) for line in lines("prove", str(file))
    ]
    assert [plain(one.to_json()) for one in sissa.check(text, "KQvK")] == [
        plain(line) for line in lines("check", str(file), "-c", "KQvK")
    ]


def plain(line: str) -> str:
    """Without the place where it was read."""
    return re.sub(r'"origin":"[^"]*"', "", line)


def test_records_survive_pickle() -> None:
    [position] = sissa.generate("KQvK", seed=4)
    assert pickle.loads(pickle.dumps(position)) == position
    [verdict] = sissa.prove("8/8/8/8/8/8/8/KRk5 b - - 0 1")
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict and again.verdict == "legal"
    with pytest.raises(sissa.Failure) as raised:
        list(sissa.generate("white Q=3 P=8"))
    error = pickle.loads(pickle.dumps(raised.value))
    assert (error.code, error.index, error.message) == ("impossible", 0, raised.value.message)
    assert pickle.loads(pickle.dumps(sissa.Constraint("white Q=0"))) == sissa.Constraint("white Q=0")


def test_records_have_what_they_are_typed_with() -> None:
    [judgement] = sissa.check("e4", "white P=8", findings=True)
    assert judgement.findings is not None and judgement.findings[0]["holds"]
    assert judgement.id is None
    with pytest.raises(AttributeError):
        judgement.nothing  # type: ignore[attr-defined]


def test_games_are_imported_found_and_reported(tmp_path: Path) -> None:
    made = list(sissa.generate("white Q=0", count=30, seed=1))
    file = tmp_path / "games.pgn"
    file.write_text("".join(position.pgn() for position in made))
    imported = sissa.import_games(file, tmp_path / "games")
    assert (imported.read, imported.kept, imported.complete) == (30, 30, True)
    found = list(sissa.find("white Q=0", games=str(tmp_path / "games")))
    assert len(found) == 30 and found[3].played is not None
    assert found[3].played["number"] == 4
    assert sissa.Constraint("white Q=0").matches(found[3])
    report = sissa.report("white Q=0", "black Q=0", games=str(tmp_path / "games"))
    assert report.games == 30 and report.lines[0].startswith("white Q=0")
    assert report._repr_html_().startswith("<!DOCTYPE html>")
    assert Path(report.write(tmp_path / "report")).exists()


def test_pictures() -> None:
    [position] = sissa.generate("KQvK")
    assert position._repr_svg_().startswith("<svg") and position.svg() == sissa.svg(position)
    assert sissa.svg("8/8/8/8/8/8/8/8 w - - 0 1").startswith("<svg")


def test_types_are_made_of_the_librarys_schemas() -> None:
    check = [sys.executable, str(HERE / "make_records.py"), "--check"]
    subprocess.run(check, check=True, cwd=HERE)
