"""Chess positions to order, each with the legal game that reaches it.

>>> import sissa
>>> for position in sissa.generate("white (0,2,2,2,8)", count=2, seed=7):
...     print(position.plies > 0, position.legality)
True proof-game
True proof-game

Every function is one of the library's requests: its keywords are the request's fields, with the same names, defaults
and checks as on the command line, and what it gives are the command line's records. Work is done on threads of its own
without Python's lock; Ctrl-C ends it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from . import _sissa
from ._chess import text as _text
from ._chess import texts as _texts
from ._constraint import Constraint
from ._dataset import Dataset, Part, check_dataset, dataset, dataset_pieces, read_plan
from ._errors import Error, Failure
from ._record import Record
from ._sissa import Position, Report
from ._stream import Failures, Stream
from ._stream import begin as _begin
from ._stream import written as _written
from .records import (
    Analysis,
    Attempt,
    Explanation,
    FailureRecord,
    Inspection,
    Judgement,
    PredictionRecord,
    Puzzle,
    RatingRecord,
    RetroRecord,
    ReviewGameRecord,
    ReviewMoveRecord,
    ReviewReportRecord,
    Run,
    Similar,
    SimilarPositionRecord,
    Solution,
    Summary,
    Verdict,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._chess import Text
    from .records import (
        AnalyseOptions,
        CheckOptions,
        FindOptions,
        GenerateOptions,
        ImportOptions,
        MakePuzzlesOptions,
        PredictOptions,
        ProveOptions,
        RateOptions,
        ReportOptions,
        RetroOptions,
        ReviewOptions,
        SimilarOptions,
        SolveOptions,
        SolvePuzzlesOptions,
        TagPuzzlesOptions,
    )

__version__ = _sissa.TOOL.split()[-1]

__all__ = [
    "Analysis",
    "Attempt",
    "Constraint",
    "Dataset",
    "Error",
    "Explanation",
    "Failure",
    "FailureRecord",
    "Imported",
    "Inspection",
    "Judgement",
    "Part",
    "Position",
    "PredictionRecord",
    "Preset",
    "Puzzle",
    "RatingRecord",
    "Record",
    "Report",
    "RetroRecord",
    "ReviewGameRecord",
    "ReviewMoveRecord",
    "ReviewReportRecord",
    "Run",
    "Similar",
    "SimilarPositionRecord",
    "Solution",
    "Stream",
    "Summary",
    "Verdict",
    "analyse",
    "check",
    "check_dataset",
    "count",
    "dataset",
    "dataset_pieces",
    "explain",
    "find",
    "generate",
    "import_games",
    "make_puzzles",
    "predict",
    "presets",
    "prove",
    "rate",
    "read_plan",
    "report",
    "retro",
    "review",
    "similar",
    "solve",
    "solve_puzzles",
    "svg",
    "tag_puzzles",
]


def generate(
    constraint: str | Constraint | None = None,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[GenerateOptions],
) -> Stream[Position]:
    """Makes positions that satisfy a constraint, each with its game.

    >>> [position] = generate("KQvK and white to move", seed=3)
    >>> position.turn, position.fen.count("Q")
    ('white', 1)
    >>> for position in generate("white Q=0", style={"name": "human", "elo": "1400..1600"}, count=1):
    ...     1300 < position.human["white_elo"] < 1700
    True
    """
    return _begin(
        "generate",
        {"constraint": constraint, **options},
        None,
        threads=threads,
        failures=failures,
    )


def check(
    positions: Text | Iterable[Text],
    constraint: str | Constraint | None = None,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[CheckOptions],
) -> Stream[Judgement]:
    """Says whether positions are valid and satisfy a constraint: a text in any format, or positions one by one.

    >>> [judgement] = check("e4 e5", "white P=8")
    >>> judgement.valid, judgement.satisfied
    (True, True)
    """
    text, inputs = _texts(positions)
    fields = {"input": text, "constraint": constraint, **options}
    return _begin("check", fields, Judgement, inputs=inputs, threads=threads, failures=failures)


def prove(
    positions: Text | Iterable[Text],
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[ProveOptions],
) -> Stream[Verdict]:
    """Finds a game that reaches each position, or the reason why none can.

    >>> [verdict] = prove("8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1")
    >>> verdict.verdict
    'illegal'
    """
    text, inputs = _texts(positions)
    fields = {"input": text, **options}
    return _begin("prove", fields, Verdict, inputs=inputs, threads=threads, failures=failures)


def solve(
    positions: Text | Iterable[Text],
    stipulation: str | None = None,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[SolveOptions],
) -> Stream[Solution]:
    """Solves problems: mates, selfmates, helpmates, stalemates in so many moves.

    >>> [solution] = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2")
    >>> solution.verdict, solution.keys[0]["move"]
    ('solved', 'a1a6')
    """
    text, inputs = _texts(positions)
    fields = {"input": text, "stipulation": stipulation, **options}
    return _begin("solve", fields, Solution, inputs=inputs, threads=threads, failures=failures)


def tag_puzzles(
    puzzles: str,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[TagPuzzlesOptions],
) -> Stream[Puzzle]:
    """Gives puzzles (Lichess' CSV, FEN, EPD) their themes and a predicted rating.

    >>> [puzzle] = tag_puzzles("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> "backRankMate" in puzzle.themes
    True
    """
    return _begin(
        "tag_puzzles", {"input": puzzles, **options}, Puzzle, threads=threads, failures=failures
    )


def solve_puzzles(
    puzzles: str,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[SolvePuzzlesOptions],
) -> Stream[Attempt]:
    """Lets the engine solve puzzles that come with their solutions."""
    return _begin(
        "solve_puzzles", {"input": puzzles, **options}, Attempt, threads=threads, failures=failures
    )


def analyse(position: Text | None = None, **options: Unpack[AnalyseOptions]) -> Analysis:
    """Says what is best in a position: a FEN, or `start_fen` and `moves`.

    >>> found = analyse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", nodes=10_000)
    >>> found.lines[0]["san"][0]
    'Ra8#'
    """
    fields: dict[str, object] = dict(options)
    if position is not None:
        fields["start_fen"] = _text(position)
    return next(_begin("analyse", fields, Analysis))


def explain(constraint: str | Constraint) -> Explanation:
    """Says what a constraint means and whether anything can satisfy it.

    >>> explain("white Q=0").words
    ['White has no queen']
    """
    return Constraint(str(constraint)).explanation


def find(
    constraint: str | Constraint | None = None,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[FindOptions],
) -> Stream[Position]:
    """Finds positions of imported games that satisfy a constraint; `games` is the folder."""
    fields = {"constraint": constraint, **options}
    return _begin("find", fields, None, threads=threads, failures=failures)


class Imported(Record):
    """What became of the games of an import."""

    __slots__ = ()

    read: int
    """Games read, those of earlier runs included."""
    kept: int
    """Games that are in the folder now."""
    broken: int
    """Games with an illegal or unreadable move."""
    variants: int
    """Games of other variants."""
    removed: int
    """Games that the filter removed."""
    earlier: int
    """Games that were there from earlier runs."""
    damaged: list[str]
    """Sources that ended with damage."""
    complete: bool
    """Whether everything was read."""
    parts: list[str]
    """The files that hold the games of these sources."""


def import_games(
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str] = "games",
    *,
    threads: int | None = None,
    **options: Unpack[ImportOptions],
) -> Imported:
    """Turns PGN files, plain or packed, into a folder of Parquet. What an earlier run has left is taken up."""
    several = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    fields = {"files": several, "output": output, **options}
    return next(_begin("import", fields, Imported, threads=threads))


def report(
    *constraints: str | Constraint,
    counts: Iterable[str] | None = None,
    threads: int | None = None,
    **options: Unpack[ReportOptions],
) -> Report:
    """Measures constraints over imported games: how often, when first, who wins; `games` is the folder.

    With `counts`, the report is put together from what `count` gave, here or on other machines.
    """
    fields = {**options, "constraints": [str(constraint) for constraint in constraints]}
    if counts is not None:
        return _sissa.sum_report(_written(fields), list(counts))
    stream: Stream[Report] = _begin("report", fields, None, threads=threads)
    return next(stream)


def count(
    *constraints: str | Constraint, threads: int | None = None, **options: Unpack[ReportOptions]
) -> str:
    """Counts what `report` needs to know of some games, as a text that travels: `games` is a folder, or one of its
    files. Counts add up, whoever counted which games."""
    fields = {**options, "constraints": [str(constraint) for constraint in constraints]}
    return next(_begin("count", fields, str, threads=threads))


def retro(
    positions: Text | Iterable[Text],
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[RetroOptions],
) -> Stream[RetroRecord]:
    """Asks about the past of positions: last moves, castling, promotions, captures."""
    text, inputs = _texts(positions)
    fields = {"input": text, **options}
    return _begin("retro", fields, RetroRecord, inputs=inputs, threads=threads, failures=failures)


Reviewed = ReviewMoveRecord | ReviewGameRecord | ReviewReportRecord | Puzzle
"""What a review tells: moves, then their game; at the end a report and puzzles, where they are asked for."""

_REVIEWED: dict[str, type[Reviewed]] = {
    "review-move": ReviewMoveRecord,
    "review-game": ReviewGameRecord,
    "review-report": ReviewReportRecord,
    "puzzle": Puzzle,
}


def review(
    games: Text | Iterable[Text],
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[ReviewOptions],
) -> Stream[Reviewed]:
    """Reviews games: every move judged, with reasons, then what comes of it for the players.

    >>> records = list(review("1. f3 e5 2. g4 Qh4# 0-1", nodes=2000))
    >>> [(move.san, move.judgement) for move in records if isinstance(move, ReviewMoveRecord)][2]
    ('g4', 'blunder')
    >>> records[2].why[0]["text"], records[-1].result
    ('it allows Qh4#', '0-1')
    """

    def made(line: str) -> Reviewed:
        record = Record.from_json(line)
        return _REVIEWED[str(record.to_dict()["type"])].from_json(line)

    text, inputs = _texts(games)
    fields = {"input": text, **options}
    return _begin("review", fields, made, inputs=inputs, threads=threads, failures=failures)


def make_puzzles(
    constraint: str | Constraint | None = None,
    *,
    threads: int | None = None,
    failures: Failures = "raise",
    **options: Unpack[MakePuzzlesOptions],
) -> Stream[Puzzle]:
    """Makes puzzles with one solution: to order, or from the games of `input`."""
    fields = {"constraint": constraint, **options}
    return _begin("make_puzzles", fields, Puzzle, threads=threads, failures=failures)


def predict(
    *, threads: int | None = None, failures: Failures = "raise", **options: Unpack[PredictOptions]
) -> Stream[PredictionRecord]:
    """Foretells how imported games end, at all their positions; `games` is the folder."""
    return _begin("predict", dict(options), PredictionRecord, threads=threads, failures=failures)


def rate(
    *, threads: int | None = None, failures: Failures = "raise", **options: Unpack[RateOptions]
) -> Stream[RatingRecord]:
    """Tells how strong the players of imported games are, by their moves alone; `games` is the folder."""
    return _begin("rate", dict(options), RatingRecord, threads=threads, failures=failures)


def similar(
    game: Text,
    constraint: str | Constraint | None = None,
    *,
    threads: int | None = None,
    **options: Unpack[SimilarOptions],
) -> list[Similar | SimilarPositionRecord]:
    """The imported games that are most like a game (PGN, moves, or the name of an imported one, `source#number`), or the
    positions that are most like a position, with what both have in common; `games` is the folder."""
    fields = {"game": _text(game), "constraint": constraint, **options}
    return list(_begin("similar", fields, _likeness, threads=threads))


def _likeness(line: str) -> Similar | SimilarPositionRecord:
    kind = json.loads(line)["type"]
    return SimilarPositionRecord(line) if kind == "similar_position" else Similar(line)


class Preset(NamedTuple):
    """A constraint that has a name."""

    name: str
    constraint: str
    about: str


def presets() -> list[Preset]:
    """The constraints that have a name.

    >>> [preset.name for preset in presets() if preset.name == "iqp"]
    ['iqp']
    """
    return [Preset(*preset) for preset in _sissa.presets()]


def svg(position: Text) -> str:
    """A position as a drawing in SVG, however impossible it is.

    >>> svg("8/8/8/8/8/8/8/KRk5 b - - 0 1").startswith("<svg")
    True
    """
    return _sissa.draw(_text(position))
