"""The types of requests and records. Made by `make_records.py` from the library's JSON Schemas: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

from ._record import Record


class ArmyRecord(TypedDict, total=False):
    """Promotions and captures of a side."""
    captures: int
    """Captures it has made: men that the other side has lost."""
    captures_by_pawns: int
    """Captures that its pawns on the board have made at least."""
    pawns: list[PawnOriginRecord]
    """Pawns whose past is known in part."""
    promoted: list[PromotedRecord]
    """Men of which some must have promoted."""


class AttackRecord(TypedDict, total=False):
    """A move of the attacker that works, and what follows."""
    defences: list[DefenceRecord]
    """The defender's moves."""
    move: str
    """In UCI notation."""
    moves: int
    """Moves to the goal with best defence, this one included."""
    san: str
    """In standard algebraic notation."""
    threats: list[AttackRecord]
    """What would work if the defender could pass."""


class DefenceRecord(TypedDict, total=False):
    """A move of the defender, and what works against it."""
    answers: list[AttackRecord]
    """The attacker's answers; several are duals. None where the move itself reaches the goal."""
    lets_threat: bool
    """Whether it leaves a threat to be carried out."""
    move: str
    """In UCI notation."""
    san: str
    """In standard algebraic notation."""


class EnPassantRecord(TypedDict):
    """A capture en passant."""
    possibility: Possibility
    """`proven` if the double step must have been the last move: only then it is allowed by
    convention.
    """
    square: str
    """Where the capturing pawn would go."""


class ExclusiveRecord(TypedDict):
    """Two rights to castle of which only one can be held."""
    reasons: list[Reason]
    """Why."""
    rights: str
    """The two as in FEN: `Kq`."""


class Finding(TypedDict, total=False):
    """What one part of a constraint says of a position."""
    holds: bool
    """Whether it holds."""
    squares: list[str]
    """The squares it is about."""
    text: str
    """The part, in the language."""
    value: int | None
    """The number found, where the part counts."""


class GameInfo(TypedDict, total=False):
    """A real game in which a position was found."""
    black: str | None
    """Black's name."""
    black_elo: int | None
    """Black's rating."""
    date: str | None
    """The date as PGN writes it."""
    eco: str | None
    """The ECO code."""
    number: int
    """Its number in that file, from 1."""
    opening: str | None
    """The opening's name."""
    plies: int
    """The length of the whole game."""
    result: str | None
    """The result as PGN writes it."""
    site: str | None
    """The place, or the address of the game."""
    source: str
    """The file it was imported from."""
    time_control: str | None
    """The time control as PGN writes it."""
    white: str | None
    """White's name."""
    white_elo: int | None
    """White's rating."""


class HelpLine(TypedDict):
    """A line of help play."""
    moves: list[str]
    """In UCI notation."""
    text: str
    """As problemists number it: `1.Kd5 Qa4 2.Ke6 Qe8#`."""


class HumanInfo(TypedDict, total=False):
    """What is known of a game in the style human."""
    black_elo: int
    """Black's rating."""
    chance: float
    """The share of all games of such players in which the constraint comes true, by the same
    crowd.
    """
    effective_sample_size: float
    """How many different games the crowd was worth that this one was drawn from."""
    model: MoveModel
    """The model of moves that played: `sighted`, which sees tactics, or `light`; older records do
    not say.
    """
    white_elo: int
    """White's rating."""


class JudgedInfo(TypedDict, total=False):
    """What was found out about a position's worth."""
    best: str | None
    """The engine's best move, in UCI notation."""
    eval: float | None
    """The engine's value in pawns, from White's view; `null` where it sees a mate."""
    eval_mate: int | None
    """The mate that the engine sees, in moves: negative where Black mates."""
    line: list[str]
    """The best move and what should follow it, in UCI notation."""
    mate: int | None
    """Moves in which the side to move mates by force: proven by exhaustive search."""
    mate_distance: int | None
    """Moves to mate in perfect play, from endgame tables."""
    motifs: list[str]
    """Motifs of the best line, by Lichess' tags, where one was asked for."""
    nodes: int | None
    """Positions that the engine looked at for that."""


class LastMoveRecord(TypedDict, total=False):
    """A move that may have been the last one."""
    captured: str | None
    """What it captured: `queen`, `pawn`, …"""
    move: str
    """In UCI notation; what was captured is not part of it."""
    moves: list[str]
    """That game in UCI notation, where games were asked for."""
    plies: int | None
    """Half-moves of the game that ends with it."""
    possibility: Possibility
    """Whether it can have been the last move."""
    reasons: list[Reason]
    """Why not: reasons that concern the position before it."""
    text: str
    """As retro-analysts write it: `Ra1xNb1`, `e7-e8=Q`, `e5xd6 e.p.`, `O-O`."""


Legality = Literal["proof-game", "from-start"]
"""What the moves of a [`PositionRecord`] prove."""


class LineRecord(TypedDict, total=False):
    """A move and what is expected to follow."""
    centipawns: int | None
    """Hundredths of a pawn, for the side to move; nothing where it is a mate."""
    mate: int | None
    """Moves to mate, negative where the side to move is mated."""
    moves: list[str]
    """In UCI notation."""
    san: list[str]
    """The same as people write it."""
    wdl: list[int]
    """Thousandths of wins, draws and losses, for the side to move."""


class Links(TypedDict):
    """Where to look at a position."""
    analysis: str
    """Lichess' analysis board."""


class Measures(TypedDict, total=False):
    """What a batch of positions is like."""
    k_pdr: list[float]
    """Percent of positions that miss the counts by k men, for k = 1..14."""
    occupancy_entropy: float | None
    """Mean entropy of what stands on a square, in bits."""
    openings_per_1000: float | None
    """Different first eight half-moves in a thousand games."""
    pawn_structures_per_1000: float | None
    """Different pawn structures in a thousand positions."""
    positions_per_second: float
    """Likewise."""
    satisfaction_ratio: float
    """Share of the positions asked for that satisfy the constraint."""
    seconds: float
    """Measured, so different in each run."""
    unique_ratio: float
    """Share of different positions, before repetitions were dropped."""


MomentName = Literal["any", "first"]
"""Which of a game's positions that satisfy the constraint."""


MoveModel = Literal["light", "sighted"]
"""A model of people's moves."""


Name = Literal["direct", "uniform", "neural", "human"]
"""The name of a style."""


Named = dict[str, Any]
"""A style with its options."""


class Needs(TypedDict):
    """What must be known to judge a constraint."""
    beyond: list[str]
    """Predicates about players or the game's course."""
    history: bool
    """The game that led to the position: it asks who has castled."""
    judged: list[str]
    """Predicates about what a position is worth."""


OneOrMany = Union[str, list[str]]
"""A name or a list of names, as JSON has them."""


class PawnOriginRecord(TypedDict):
    """Where a pawn has come from."""
    captures: int
    """Captures it has made at least."""
    square: str
    """Where it stands."""


Possibility = Literal["proven", "possible", "impossible", "undecided"]
"""Whether something in the past of a position can have been."""


class PromotedRecord(TypedDict):
    """Men of which some must have been pawns."""
    at_least: int
    """How many of them have promoted at least."""
    role: str
    """What they are: `queen`, `bishop`, …"""
    squares: list[str]
    """Where they stand."""


class Reason(TypedDict, total=False):
    """One thing that is wrong with a position. The codes of [`check`] are `empty-board`, `missing-
    king`, `too-many-kings`, `pawns-on-backrank`, `invalid-castling-rights`, `invalid-ep-
    square`, `opposite-check`, `impossible-check`, `too-much-material` and `variant`; other
    crates add their own.
    """
    code: str
    """What kind of thing, for programs: lower-case words joined by hyphens."""
    message: str
    """The same for people: one sentence without a full stop."""
    moves: list[str]
    """Moves that the reason rules out, in UCI notation: arrows of a picture."""
    squares: list[str]
    """The squares concerned, from a1 to h8."""


class RetroSide(TypedDict, total=False):
    """The past of a position with a side to move."""
    en_passant: list[EnPassantRecord]
    """Captures en passant that some last move would allow."""
    last_moves: list[LastMoveRecord]
    """All moves that can have been the last one, and those that only seem so."""
    possibility: Possibility
    """Whether this side can be to move."""
    reasons: list[Reason]
    """Why not."""
    start: bool
    """Whether this is the starting position, before which there need not be a move."""
    turn: Turn
    """Who is to move; the other side moved last."""


class RightRecord(TypedDict, total=False):
    """Whether a rook may still castle."""
    moves: list[str]
    """A game after which it is held, in UCI notation, where games were asked for."""
    possibility: Possibility
    """Whether it can be held."""
    reasons: list[Reason]
    """Why not."""
    right: str
    """As in FEN: `K`, `Q`, `k` or `q`."""


Ruling = Literal["legal", "illegal", "none", "undecided"]
"""The answer of `prove`."""


SearchName = Literal["thesis", "improved"]
"""A search of the style neural."""


SiteName = Literal["lichess", "chesscom", "fics", "board"]
"""Where games are played: each site has its own scale of ratings."""


SolutionVerdict = Literal["solved", "none", "undecided"]
"""The answer of `solve`."""


Style = Union["Name", "Named"]
"""How positions are made. In JSON a name, or an object with the name and the style's options:
`"uniform"`, `{"name": "human", "elo": "1400..1600"}`.
"""


class TryRecord(TypedDict, total=False):
    """A first move that nearly works."""
    defences: list[DefenceRecord]
    """The defences that do not."""
    move: str
    """In UCI notation."""
    refutations: list[str]
    """The defences that refute it, in standard algebraic notation."""
    san: str
    """In standard algebraic notation."""
    threats: list[AttackRecord]
    """What would work if the defender could pass."""


Turn = Literal["white", "black"]
"""Who is to move."""


UniqueName = Literal["exact", "mirror"]
"""When two positions are the same."""


class Attempt(Record):
    """A puzzle that the engine tried to solve."""

    __slots__ = ()

    fen: str
    """The position in which the solver moves."""
    first: bool | None
    """Whether the first move is right; `null` without a solution to compare with."""
    found: list[str]
    """The engine's moves with the answers of the solution, up to the first that differs."""
    given_rating: int | None
    """The rating it came with."""
    id: str | None
    """Its name."""
    index: int
    """The number of the puzzle in the input, from 0."""
    nodes: int
    """Positions for each move."""
    origin: str | None
    """Where it was read: `puzzles.csv:3`."""
    solution: list[str]
    """The solution it came with, in UCI notation; empty where there was none."""
    whole: bool | None
    """Whether all are; any mate in one is right."""


class FailureRecord(Record):
    """A position that could not be made."""

    __slots__ = ()

    code: str
    """Why, for programs: `budget`, `impossible`, …"""
    excerpt: str | None
    """The offending text and, on a second line, carets under it."""
    hint: str | None
    """What to try instead."""
    index: int
    """The number of the position."""
    message: str
    """Why, for people."""
    reasons: list[Reason] | None
    """Why nothing can satisfy the constraint."""


class Judgement(Record):
    """Whether a position is basically valid and satisfies the constraint."""

    __slots__ = ()

    constraint: str | None
    """The constraint it was held against."""
    fen: str
    """The position as it was given."""
    findings: list[Finding] | None
    """What each part of the constraint says, where that was asked."""
    id: str | None
    """The name it came with."""
    index: int
    """The number of the position in the input, from 0."""
    moves: list[str] | None
    """The game in UCI notation, where findings were asked for and there is one."""
    origin: str | None
    """Where it was read: `stdin:3`, `file.pgn game 2`."""
    ply: int | None
    """After how many moves of its game the position stands, when it came with a game."""
    reasons: list[Reason]
    """Why it is not valid or not satisfying."""
    satisfied: bool | None
    """Whether it satisfies the constraint; `null` without a constraint."""
    start_fen: str | None
    """Where that game starts, when that is not the starting position."""
    valid: bool
    """Whether it is a position of chess at all."""


class PredictionRecord(Record):
    """How likely each end of a real game is, at one of its positions."""

    __slots__ = ()

    black: float
    """How likely Black wins."""
    clocks: list[float] | None
    """Seconds that White and Black have left, where they were used."""
    draw: float
    """How likely the game is drawn."""
    eval: str
    """The value it was told by, as PGN's `[%eval]` has it."""
    game: GameInfo
    """The game."""
    move: str | None
    """The move that led here, in UCI notation."""
    ply: int
    """Half-moves played."""
    white: float
    """How likely White wins."""


class Puzzle(Record):
    """A puzzle: a position, the moves that solve it, and what it is like."""

    __slots__ = ()

    certified: bool
    """Whether the solution is proven to be the only one: a mate by exhaustive search, or an ending
    by tables.
    """
    fen: str
    """The position in which the solver moves."""
    given_rating: int | None
    """The rating it came with."""
    given_themes: list[str] | None
    """The themes it came with."""
    id: str | None
    """Its name."""
    index: int
    """The number of the puzzle in the input, from 0."""
    led_by: str | None
    """The opponent's move that led to the position, in UCI notation."""
    moves: list[str] | None
    """The game from the starting position to the puzzle's, in UCI notation, where it is known."""
    origin: str | None
    """Where it was read: `puzzles.csv:3`."""
    rating: int
    """The rating it would have at Lichess, predicted."""
    rating_error: int
    """How far off such predictions are on average."""
    solution: list[str]
    """The solver's moves and the answers in turn, in UCI notation."""
    themes: list[str]
    """What happens in it, by Lichess' tags."""


class RetroRecord(Record):
    """What a position tells about its past."""

    __slots__ = ()

    black: ArmyRecord
    """Promotions and captures of Black."""
    castling: list[RightRecord]
    """For each rook that may castle by the men on the board: whether it can still have the right."""
    exclusive: list[ExclusiveRecord]
    """Rights that can be held one by one, but not together."""
    fen: str
    """The position as far as it was given."""
    index: int
    """The number of the position in the input, from 0."""
    moved_last: Turn | None
    """Who made the last move, where that is certain."""
    nodes: int
    """Positions looked at."""
    origin: str | None
    """Where it was read: `stdin:3`, `file.pgn game 2`."""
    sides: list[RetroSide]
    """What follows if a side is to move, for each side that may be."""
    white: ArmyRecord
    """Promotions and captures of White."""


class Run(Record):
    """What was asked for, so that the run can be repeated."""

    __slots__ = ()

    command: str
    """The subcommand: `generate`, `check`, `prove`, …"""
    constraint: str | None
    """The constraint as it was written."""
    count: int | None
    """How many positions were asked for."""
    schema: int
    """[`SCHEMA`]."""
    seed: int | None
    """The seed of all randomness."""
    skip: int | None
    """The index of the first position, when it is not 0."""
    style: str | None
    """The style of generation: `direct`, `neural`, `human`, `uniform`."""
    tool: str
    """Name and version of the program: `sissa 0.1.0`."""


class Similar(Record):
    """A real game that is like another."""

    __slots__ = ()

    distance: float
    """How far it is from the game asked about."""
    game: GameInfo
    """The game."""
    moves: list[str]
    """Its moves in UCI notation."""
    rank: int
    """1 for the nearest."""
    start_fen: str | None
    """Where it starts, when that is not the starting position."""


class Solution(Record):
    """The solution of a problem."""

    __slots__ = ()

    complete: bool
    """Whether this is everything; else the budget ended, or there were more lines than are told."""
    cooked: bool | None
    """Whether the problem is cooked: more than one key. In help play several lines may be meant,
    so nothing is said.
    """
    duals: int
    """How many variations after the keys have more than one answer."""
    fen: str
    """The position, with what the input left open filled in."""
    id: str | None
    """The name it came with."""
    index: int
    """The number of the position in the input, from 0."""
    keys: list[AttackRecord] | None
    """First moves that reach the goal."""
    lines: list[HelpLine] | None
    """Help play: all lines."""
    nodes: int
    """Positions looked at."""
    origin: str | None
    """Where it was read: `stdin:3`, `file.pgn game 2`."""
    set_lines: list[HelpLine] | None
    """Help play: all lines that begin half a move later."""
    set_play: list[DefenceRecord] | None
    """What would happen if the other side began."""
    stipulation: str
    """What was asked for: `#2`, `h#2.5`, `s#3`, `=4`."""
    tries: list[TryRecord] | None
    """First moves that nearly do, where they were asked for."""
    verdict: SolutionVerdict
    """The answer."""


class Summary(Record):
    """What came of a run."""

    __slots__ = ()

    exit: int
    """The exit code of the program."""
    first: int | None
    """Of puzzles: how many first moves were right."""
    games: int | None
    """In real games: how many games the positions are from."""
    mean_plies: float | None
    """The mean length of the games; `null` without games."""
    median_plies: float | None
    """The median length of the games; `null` without games."""
    produced: int
    """How many were made."""
    repaired: int | None
    """In the style human: how many of the games the style direct had to finish."""
    requested: int
    """How many positions were asked for."""
    satisfied: int
    """How many satisfy the constraint."""
    stats: Measures | None
    """Measures of the batch, where they were asked for."""
    unique: int
    """How many of them are different."""
    whole: int | None
    """Of puzzles: how many whole solutions were right."""


class Verdict(Record):
    """Whether a position can come about, with the game or the reasons."""

    __slots__ = ()

    fen: str
    """The position as it was given."""
    index: int | None
    """The number of the position in the input, from 0."""
    links: Links | None
    """Where to look at the game."""
    moves: list[str]
    """The game in UCI notation; empty when there is none."""
    movetext: str | None
    """The game in standard algebraic notation."""
    nodes: int | None
    """How many search nodes it took."""
    origin: str | None
    """Where it was read: `stdin:3`, `file.pgn game 2`."""
    plies: int | None
    """The length of the game, when there is one."""
    reasons: list[Reason]
    """Why the position is illegal."""
    shortest: bool | None
    """Whether no shorter game reaches the position."""
    verdict: Ruling
    """The answer."""


class Analysis(Record):
    """How an analysis stands; later ones are deeper."""

    __slots__ = ()

    depth: int
    """Half-moves searched."""
    last: bool
    """Whether this is the last word."""
    lines: list[LineRecord]
    """The best moves, best first."""
    nodes: int
    """Positions looked at."""


class Explanation(Record):
    """What a constraint means, and whether anything can satisfy it."""

    __slots__ = ()

    constraint: str
    """The constraint in its canonical form."""
    feasible: bool
    """Whether no contradiction was found."""
    least_plies: int | None
    """Half-moves from the starting position, at least; `null` where it cannot be reached."""
    needs: Needs
    """What it asks for beyond the position."""
    reasons: list[Reason]
    """Why nothing can satisfy it."""
    tree: dict[str, Any]
    """The constraint as a tree."""
    words: list[str]
    """The same in words, one line a condition."""


class AnalyseOptions(TypedDict, total=False):
    """A position to analyse."""
    lines: int | None
    """How many best moves, 1 to 10; 1 if not given."""
    moves: list[str]
    """The moves since, in UCI notation."""
    nodes: int | None
    """How many positions to look at; unlike time, this repeats."""
    seconds: float | None
    """How long, in seconds; one where neither this nor nodes are given."""
    start_fen: str | None
    """Where the game starts, as FEN; the starting position where it is left out."""


class CheckOptions(TypedDict, total=False):
    """Positions to check."""
    every: bool
    """Any position of a game may satisfy the constraint; say which do."""
    findings: bool
    """Say what each part of the constraint finds."""
    judge_nodes: int | None
    """Positions that the engine looks at for a value, where the constraint asks what positions are
    worth.
    """
    nodes: int | None
    """Most nodes of that for one position; asks for it, too."""
    preset: OneOrMany | None
    """Constraints from the library, all of which must hold, too: a name or a list of names."""
    retro: bool
    """Also ask whether a position without a game contradicts what its history must have been."""


class ExplainOptions(TypedDict, total=False):
    """A constraint to explain."""
    preset: OneOrMany | None
    """Constraints from the library, all of which must hold, too: a name or a list of names."""


class FindOptions(TypedDict, total=False):
    """Positions of imported games that satisfy a constraint."""
    count: int | None
    """Stop after so many positions; all if not given."""
    distinct: bool
    """Games that are there more than once count once."""
    every: bool
    """Every satisfying position of a game, not only the first."""
    exclude: list[str]
    """Positions not to be given, as FEN."""
    games: str
    """The folder of imported games."""
    judge_nodes: int | None
    """Positions that the engine looks at for a value, where the constraint asks what positions are
    worth; 100,000 if not given.
    """
    preset: OneOrMany | None
    """Constraints from the library, all of which must hold, too: a name or a list of names."""
    sample: int | None
    """So many of the positions, drawn by chance from all of them."""
    seed: int
    """The seed of chance."""


class GenerateOptions(TypedDict, total=False):
    """Positions to make."""
    count: int | None
    """How many positions; 1 if not given."""
    exclude: list[str]
    """Positions already had, as FEN: they are dropped, and later indices made instead."""
    judge_nodes: int | None
    """Positions that the engine looks at for a value, where the constraint asks what positions are
    worth.
    """
    max_plies: int | None
    """Longest game, in half-moves."""
    nodes: int | None
    """Most nodes for one position; unlike time, this repeats."""
    preset: OneOrMany | None
    """Constraints from the library, all of which must hold, too: a name or a list of names."""
    seed: int
    """The seed of all randomness."""
    shortest: bool
    """Look for a shortest game."""
    skip: int
    """The index to begin with."""
    stats: bool
    """Measure the batch; the summary tells."""
    style: Style | None
    """How to generate; if not given, `human` where the constraint speaks of players, else
    `direct`.
    """
    timeout: float | None
    """Longest time for one position, in seconds."""
    total_timeout: float | None
    """Longest time for the whole request, in seconds."""
    unique: UniqueName | None
    """Drop repeated positions and go on to later indices."""


class ImportOptions(TypedDict, total=False):
    """PGN files to turn into Parquet. See [`Find`](crate::Find) for an example."""
    filter: dict[str, Any]
    """Which games to keep; sharpens the filter that has a name."""
    preset: str | None
    """The name of a filter."""


class ProveOptions(TypedDict, total=False):
    """Positions to prove. What a FEN leaves out is open: a bare diagram is legal if any side to
    move, castling rights and en passant allow it.
    """
    all: bool
    """All games of this length instead of one."""
    nodes: int | None
    """Most nodes for one position; unlike time, this repeats."""
    plies: int | None
    """Look for a game of exactly so many half-moves."""
    seed: int
    """The seed of all randomness."""
    shortest: bool
    """Look for a shortest game; it is said whether it is proven to be one."""
    timeout: float | None
    """Longest time for one position, in seconds."""
    total_timeout: float | None
    """Longest time for the whole request, in seconds."""


class ReportOptions(TypedDict, total=False):
    """Constraints to measure over imported games: how often, when first, who wins, where the men
    stand.
    """
    compare: list[int]
    """Which constraints to set side by side, by their numbers from 1; the first three if not
    given.
    """
    distinct: bool
    """Games that are there more than once count once."""
    games: str
    """The folder of imported games."""
    named: list[str]
    """More of them, with names of their own: `NAME=CONSTRAINT`."""
    set: str | None
    """The name of constraints that belong together, before the others: `thesis`."""


class SolveOptions(TypedDict, total=False):
    """Problems to solve."""
    depth: int | None
    """How many moves are written out after the first; 2 if not given, 3 in selfmates."""
    no_set_play: bool
    """Leave out what would happen if the other side began."""
    nodes: int | None
    """Most positions looked at for one problem; unlike time, this repeats."""
    timeout: float | None
    """Longest time for one problem, in seconds."""
    total_timeout: float | None
    """Longest time for the whole request, in seconds."""
    tries: int
    """Also first moves that so many defences at most refute; 0, the default: no tries."""


class SolvePuzzlesOptions(TypedDict, total=False):
    """Puzzles for the engine to solve."""
    nodes: int | None
    """Positions for each move; 100,000 if not given."""


class TagPuzzlesOptions(TypedDict, total=False):
    """Puzzles to tag."""
    led: bool
    """Refuse puzzles without the opponent's move before them: Lichess' CSV has no room for such."""
    nodes: int | None
    """Positions for each judgement. Where a puzzle has no solution, one is found with so many a
    move (100,000 if not given). Where given, themes that need a judgement are told too:
    `advantage`, `crushing`, `equality`, `zugzwang`.
    """
