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


class DatasetFault(TypedDict, total=False):
    """Something that is wrong with a dataset."""
    file: str
    """The file."""
    message: str
    """What is wrong, for people."""
    row: int | None
    """The row in it, from 0, where it is about one."""


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


Distance = Literal["moves", "warped", "structure", "boards"]
"""A way to say how far two games are apart."""


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


Format = Literal["parquet", "csv", "jsonl"]
"""The format of the parts."""


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


class JudgementCount(TypedDict):
    """How often."""
    count: int
    """How often."""
    judgement: Judgement
    """Which judgement."""


LabelName = Literal["eval", "best", "tablebase"]
"""Something that is found out about every position."""


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


class MoreTime(TypedDict):
    """What more time on a clock would be worth."""
    black: float
    """What it would add to Black's expected points, were it on Black's clock."""
    seconds: float
    """How much more, in seconds."""
    white: float
    """What it would add to White's expected points, were it on White's clock."""


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
    costs: list[str]
    """What judging them costs, a sentence each."""
    history: bool
    """The game that led to the position: it asks who has castled."""
    judged: list[str]
    """Predicates about what a position is worth."""


OneOrMany = Union[str, list[str]]
"""A name or a list of names, as JSON has them."""


class OpeningRecord(TypedDict, total=False):
    """The opening of a game."""
    eco: str | None
    """Its code in the Encyclopaedia of Chess Openings."""
    name: str | None
    """Its name."""
    plies: int | None
    """Half-moves after which the position still had a name; none where the name is only the file's
    word.
    """


class OtherLine(TypedDict):
    """Another good line."""
    eval: str
    """What it leads to."""
    line: list[str]
    """In UCI notation."""


OutcomeModel = Literal["formula", "network"]
"""Who tells how likely each end of a game is."""


class PawnOriginRecord(TypedDict):
    """Where a pawn has come from."""
    captures: int
    """Captures it has made at least."""
    square: str
    """Where it stands."""


class PhaseRecord(TypedDict):
    """A phase of a game."""
    accuracy: list[float | None]
    """Accuracy of White and Black in it by Lichess' formula; none where a side did not move."""
    expected_loss: list[float]
    """Points of a hundred that White and Black lost in it in all, for these players."""
    phase: str
    """`opening`, `middlegame` or `endgame`."""
    to: int
    """Its last."""


class Plan(TypedDict, total=False):
    """What a dataset is to hold: constraints with quotas, and what they have in common. As TOML or
    JSON.
    """
    count: int | None
    """Positions for every constraint that says nothing else."""
    description: str | None
    """What it is for, for its card."""
    format: Format
    """The format of the files."""
    label_nodes: int | None
    """Positions that the engine looks at for a label; 100,000 if not given."""
    labels: list[LabelName]
    """What is found out about every position."""
    name: str | None
    """The name of the dataset, for its card."""
    part_rows: int | None
    """Indices of a piece, and so rows of a file; 50,000 if not given, 1,000 where positions take
    long.
    """
    positions: list[Quota]
    """What to make."""
    seed: int
    """The seed of all randomness."""
    style: Style | None
    """How to generate, where a constraint says nothing else."""
    total: int | None
    """Positions that the constraints without a count share evenly."""
    unique: UniqueName | None
    """When two positions of the dataset are the same; `exact` if not given."""


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


class Quota(TypedDict, total=False):
    """Constraints, and how many positions each."""
    constraint: OneOrMany | None
    """What the positions must be like: a constraint, or several that have nothing else apart."""
    count: int | None
    """How many positions for each constraint."""
    file: str | None
    """More constraints, one a line of this file."""
    judge_nodes: int | None
    """Positions that the engine looks at for a value, where the constraint asks what positions are
    worth.
    """
    max_plies: int | None
    """Longest game, in half-moves."""
    nodes: int | None
    """Most nodes for one position."""
    preset: OneOrMany | None
    """Constraints from the library that must hold, too."""
    shortest: bool
    """Look for a shortest game."""
    style: Style | None
    """How to generate."""


class RatingEstimate(TypedDict):
    """A rating and its interval."""
    high: int
    """… to here in 90 of 100 cases."""
    low: int
    """From here …"""
    rating: int
    """The estimate."""


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


ReasonLine = Literal["answer", "best"]
"""On which line a reason is seen."""


class ReasonRecord(TypedDict):
    """A sentence and its proof."""
    arrows: list[str]
    """Moves it speaks of, from square to square: `e2e4`."""
    on: ReasonLine
    """The line it holds on."""
    plies: int
    """Half-moves of that line after which it holds; of a motif, how many are looked at. `answer`
    counts from the move after the one that was played.
    """
    predicate: str
    """What holds: a constraint, a motif, `wins N` or `mate in N`."""
    squares: list[str]
    """Squares it speaks of."""
    text: str
    """The sentence."""


class RecurringRecord(TypedDict):
    """What comes again."""
    examples: list[str]
    """Where: `game 3, 24... Rd8`, a few of them."""
    expected_loss: float
    """Points of a hundred lost by them in all."""
    games: int
    """Games in which it happened."""
    mistakes: int
    """Mistakes and worse."""
    moves: int
    """Moves played there; of motifs, as many as there are mistakes."""
    name: str
    """What it is: a motif, a phase, an opening."""


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


class ReviewSideRecord(TypedDict, total=False):
    """One player's part in a game."""
    accuracy: float | None
    """Accuracy by our expected points: 100 less what a move loses on average, times ten."""
    accuracy_lichess: float | None
    """Accuracy by Lichess' formula, 0 to 100."""
    centipawn_loss: float
    """Hundredths of a pawn that a move loses on average, beyond ten pawns counted as ten."""
    color: Turn
    """Which side."""
    elo: int | None
    """The rating by which moves were judged."""
    expected_loss: float
    """Points of a hundred that a move loses on average, for these players."""
    judgements: list[JudgementCount]
    """How often each judgement was passed."""
    likeness: float | None
    """How likely people of this rating would have played just so: the mean share of the moves
    played.
    """
    moves: int
    """Moves played."""
    rating: RatingEstimate | None
    """The rating that the moves speak for, with its interval."""
    time_trouble: TimeTrouble | None
    """Half-moves played in time trouble, and how many of them were mistakes or worse; none without
    clocks.
    """


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


Severity = Literal["inaccuracy", "mistake", "blunder"]
"""How much a move loses."""


SideName = Literal["white", "black"]
"""A side of the board."""


class SideRating(TypedDict):
    """One side of a [`RatingRecord`]."""
    blunders: int
    """Moves that lost more than 15 hundredths."""
    high: int
    """The upper end."""
    lost: float
    """Hundredths of the whole point lost by a move, on average."""
    low: int
    """The lower end of the interval that holds nine players of ten."""
    moves: int
    """Moves that it comes from."""
    rating: int
    """The estimate."""


SiteName = Literal["lichess", "chesscom", "fics", "board"]
"""Where games are played: each site has its own scale of ratings."""


SolutionVerdict = Literal["solved", "none", "undecided"]
"""The answer of `solve`."""


class Standing(TypedDict, total=False):
    """How far one constraint of a run has come."""
    asked: int
    """Positions asked for."""
    barren: int
    """Indices tried since something new was found."""
    constraint: str
    """The constraint."""
    dropped: int
    """Positions dropped because they were there already."""
    failed: int
    """Indices that brought no position."""
    first: int
    """The first index of this run."""
    given_up: str | None
    """Why no more are looked for, where some are missing."""
    made: int
    """Positions that are there."""
    name: str
    """The name of what is asked: the beginning of all ids."""
    next: int
    """The next index to try."""
    seed: int
    """The seed."""
    style: str
    """The style."""


Style = Union["Name", "Named"]
"""How positions are made. In JSON a name, or an object with the name and the style's options:
`"uniform"`, `{"name": "human", "elo": "1400..1600"}`.
"""


class TimeTrouble(TypedDict):
    """Moves in time trouble."""
    mistakes: int
    """Mistakes and worse among them."""
    moves: int
    """Moves."""


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


class AgreementRecord(Record):
    """How well clusters agree with what was known of the games, by the adjusted Rand index: 1 is
    the same grouping, 0 is chance.
    """

    __slots__ = ()

    chance: float
    """The mean of the index over random deals of the same values."""
    chance_most: float
    """The most of these."""
    games: int
    """Games of which it is known."""
    groups: int
    """Different values of it."""
    index: float
    """The index."""


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


class ClassificationRecord(Record):
    """How often the nearest games told what is not in the moves."""

    __slots__ = ()

    classes: int
    """Different answers."""
    commonest: float
    """Share that the commonest answer of all gets right."""
    drawn: float
    """Share that drawing from all answers gets right."""
    games: int
    """Games with an answer."""
    higher_rated: float | None
    """Of results: share that "the higher rated wins" gets right."""
    neighbours: int
    """How many neighbours voted."""
    question: str
    """About what: `opening`, `result`, `rating`."""
    right: float
    """Share of games whose neighbours' commonest answer is their own."""


class ClusterRecord(Record):
    """Real games that are near one of them."""

    __slots__ = ()

    black: int
    """Games that Black won."""
    cluster: int
    """Its number, from 1 for the largest."""
    draw: int
    """Games that were drawn."""
    eco: str | None
    """The commonest letter and digit of ECO codes."""
    eco_games: int | None
    """How many games have it."""
    games: int
    """How many games."""
    medoid: GameInfo
    """The game in the middle, the typical one."""
    moves: list[str]
    """Its moves in UCI notation."""
    opening: str | None
    """The commonest name of an opening among those, without its variation."""
    rating: float | None
    """Mean rating of the players."""
    spread: float
    """Mean distance to the typical game."""
    white: int
    """Games that White won."""


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


class OutlierRecord(Record):
    """A real game that is like no other of a sample."""

    __slots__ = ()

    distance: float
    """Mean distance to the nearest games of the sample."""
    game: GameInfo
    """The game."""
    moves: list[str]
    """Its moves in UCI notation."""
    rank: int
    """1 for the one furthest away."""


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
    more_time: MoreTime | None
    """What more time would be worth, where it was asked for and clocks are known."""
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


class RatingRecord(Record):
    """How strong the players of a real game are, by their moves."""

    __slots__ = ()

    black: SideRating
    """Black's."""
    game: GameInfo
    """The game."""
    scale: str
    """Whose ratings these are: Lichess, Chess.com, FICS or FIDE."""
    white: SideRating
    """White's."""


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


class ReviewGameRecord(Record):
    """A game, reviewed."""

    __slots__ = ()

    black: str | None
    """Black's name."""
    critical: list[int]
    """Half-moves that mattered most, in order."""
    game: int
    """The number of the game in the input, from 1."""
    nodes: int
    """Positions that the engine looked at."""
    opening: OpeningRecord | None
    """The opening."""
    phases: list[PhaseRecord]
    """The phases that the game had, in order."""
    plies: int
    """Half-moves."""
    result: str
    """How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    sides: list[ReviewSideRecord]
    """White and Black."""
    white: str | None
    """White's name."""


class ReviewMoveRecord(Record):
    """A move of a game, reviewed."""

    __slots__ = ()

    answer: list[str]
    """What should follow the move that was played, in UCI notation."""
    best: str | None
    """The best move, in UCI notation."""
    clock: float | None
    """Seconds on the player's clock after it."""
    color: Turn
    """Who played it."""
    eval_after: str
    """What the position after it is worth."""
    eval_before: str
    """What the position before it is worth, as PGN's `[%eval]` has it."""
    expected_loss: float
    """Points of a hundred that these players lose by it on average."""
    found_by: float | None
    """The share of players of this rating who find the best move."""
    game: int
    """The number of the game in the input, from 1."""
    judgement: Judgement
    """What is said of it."""
    line: list[str]
    """The best line, in UCI notation."""
    loss: float
    """Points of a hundred lost by Lichess' curve."""
    others: list[OtherLine] | None
    """The next best lines, where several were asked for."""
    phase: str
    """`opening`, `middlegame` or `endgame`."""
    played_by: float | None
    """The share of players of this rating who play this move."""
    ply: int
    """The number of the half-move, from 1."""
    san: str
    """The move as people write it."""
    seconds: float | None
    """Seconds it took."""
    severity: Severity | None
    """How much it loses, where that is worth a word."""
    uci: str
    """The move in UCI notation."""
    white_chances: float
    """White's chances in points of a hundred after it, by Lichess' curve."""
    white_expected: float
    """White's points of a hundred to expect after it, for these players."""
    why: list[ReasonRecord]
    """Why, each proven on a line of this record."""


class ReviewReportRecord(Record):
    """Mistakes that come again, over many games."""

    __slots__ = ()

    accuracy_lichess: float
    """Mean accuracy by Lichess' formula."""
    clocks: list[RecurringRecord]
    """By the time left; empty without clocks."""
    expected_loss: float
    """Points of a hundred that a move loses on average."""
    games: int
    """Games reviewed."""
    judgements: list[JudgementCount]
    """How often each judgement was passed."""
    motifs: list[RecurringRecord]
    """By what happened, the costliest first."""
    moves: int
    """Moves reviewed."""
    openings: list[RecurringRecord]
    """By opening, the costliest first."""
    phases: list[RecurringRecord]
    """By phase."""
    player: str | None
    """Whose; everybody's where nobody was named."""
    results: list[int]
    """Won, drawn, lost, as far as that is known."""


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


class SimilarPositionRecord(Record):
    """A position of a real game that is like another."""

    __slots__ = ()

    added: list[str]
    """What only the position found has."""
    distance: int
    """The weight of the facts that only one of the two positions has."""
    fen: str
    """The position."""
    game: GameInfo
    """The first game of the folder in which it stands."""
    games: int
    """In how many games it stands."""
    likeness: float
    """The weight of the facts that both have, as a share of the weight of all."""
    missing: list[str]
    """What only the position asked about has."""
    ply: int
    """Half-moves of the game before it."""
    rank: int
    """1 for the nearest."""
    shared: list[str]
    """What both positions have in common, in words."""


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


class Inspection(Record):
    """What a dataset is like."""

    __slots__ = ()

    bytes: int
    """Their size."""
    checked: int
    """Rows that were read and found to be what they say."""
    complete: bool
    """Whether every run has ended."""
    examples: list[DatasetFault]
    """The first of them."""
    faults: int
    """How many things are wrong."""
    folder: str
    """The folder."""
    format: Format
    """The format of its files."""
    labels: list[str]
    """What is found out about every position."""
    parts: int
    """Files with rows."""
    repeated: int
    """Rows that were made again and came out the same."""
    rows: int
    """All rows."""
    seeds: list[int]
    """The seeds that were used."""
    standings: list[Standing]
    """How many positions there are for each constraint."""
    tools: list[str]
    """The programs that made it."""


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


class CheckDatasetOptions(TypedDict, total=False):
    """A dataset to look at: are its files as they were written, is every row what it says, is
    nothing there twice, is nothing missing?
    """
    again: int
    """Make so many rows again, spread over the whole, and hold them against the files."""
    folder: str
    """The folder."""


class DatasetOptions(TypedDict, total=False):
    """A dataset to make, or to take up where an earlier run ended."""
    append: bool
    """Add to a dataset that is complete: another plan, another seed, or more of the same."""
    piece: int | None
    """Make only this piece, for whoever puts the dataset together; they count from 0."""
    plan: Plan
    """What it is to hold."""


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


class LabelOptions(TypedDict, total=False):
    """Positions to find labels for: the labels of datasets, for positions from elsewhere."""
    labels: list[LabelName]
    """What to find out; everything if not given."""
    nodes: int | None
    """Positions that the engine looks at for each; 100,000 if not given."""


class MakePuzzlesOptions(TypedDict, total=False):
    """Puzzles to make: to order, or where they are in games."""
    count: int | None
    """How many; 1 if not given, of games all."""
    games: str | None
    """A folder of imported games to look for puzzles in."""
    nodes: int | None
    """Positions for each judgement; 100,000 if not given."""
    player: str | None
    """Of games, only mistakes of the player with this in his name."""
    preset: OneOrMany | None
    """Constraints from the library, all of which must hold, too: a name or a list of names."""
    rating: str | None
    """The predicted rating: `1400..1600`, `>=2000`, or `1500` for up to 100 more or less."""
    seed: int
    """The seed of all randomness."""
    style: Style | None
    """How positions are made; if not given, as players get there where nothing is asked of the
    board, or the constraint speaks of players, and no theme is a mate with a name; else
    `direct`.
    """
    theme: OneOrMany | None
    """Themes that the solution must have, by name or by Lichess' tag: one or a list."""
    timeout: float | None
    """Longest time for one puzzle to order, in seconds."""
    total_timeout: float | None
    """Longest time for all puzzles to order, in seconds."""


class PredictOptions(TypedDict, total=False):
    """How likely each end of imported games is, at all their positions."""
    black_clock: float | None
    """As if Black had so many seconds left."""
    comments: bool
    """Values of `[%eval]` comments where games have them, instead of the engine's."""
    games: str
    """The folder of imported games."""
    model: OutcomeModel
    """Who tells."""
    more_time: float | None
    """Also tell what so many seconds more would be worth to either side, where clocks are known."""
    nodes: int
    """Positions that the engine looks at for each value."""
    white_clock: float | None
    """As if White had so many seconds left."""
    without_clocks: bool
    """As if nobody saw the clocks."""


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


class RateOptions(TypedDict, total=False):
    """How strong the players of imported games are, by the moves alone: ratings in the games' tags
    are not looked at. One game says little, and the interval says how little: it holds nine
    players of ten. Whoever has the moves of a game at hand can ask [`sissa_human::Rater`]
    instead.
    """
    games: str
    """The folder of imported games."""
    site: SiteName | None
    """Whose scale of ratings; where it is left out, that of the site where the game was played,
    else Lichess'.
    """


class ReportOptions(TypedDict, total=False):
    """Constraints to measure over imported games: how often, when first, who wins, where the men
    stand.
    """
    bands: list[int]
    """Where the players' mean ratings are cut into bands; bands of 200 points if not given."""
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


class RetroOptions(TypedDict, total=False):
    """Positions whose past is asked about: last moves, castling, en passant, promotions, captures.
    What a FEN leaves out is open.
    """
    games: bool
    """The games that show what is possible, in records."""
    nodes: int | None
    """Most nodes for one position, all questions together; unlike time, this repeats."""
    seed: int
    """The seed of all randomness."""
    timeout: float | None
    """Longest time for one position, in seconds."""
    total_timeout: float | None
    """Longest time for the whole request, in seconds."""


class ReviewOptions(TypedDict, total=False):
    """Games to review."""
    elo: int | None
    """The rating to judge by, instead of the ratings that the games give."""
    lines: int | None
    """How many best lines for each move, 1 to 5; 1 if not given."""
    nodes: int | None
    """Positions that the engine looks at for each move; 100,000 if not given."""
    openings: str | None
    """A table of openings in Lichess' form, instead of the small one that comes with the program."""
    player: str | None
    """Only games of the player with this in his name, and only his moves; with a report at the
    end.
    """
    report: bool
    """A report over all games at the end: what comes again."""
    side: SideName | None
    """Only the moves of this side."""
    thresholds: str
    """When a move is an inaccuracy, a mistake, a blunder: `sissa`, `lichess`, or three numbers of
    points such as `4,8,12`.
    """
    train: int | None
    """So many puzzles at the end, of the motifs of the mistakes and at the players' level."""
    train_games: str | None
    """A folder of imported games to look for those puzzles in; they are made if not given."""


class SimilarOptions(TypedDict, total=False):
    """What is nearest to a game or to a position among imported games. Moves or PGN ask for games,
    a FEN for positions.
    """
    count: int
    """How many."""
    distance: Distance | None
    """What makes games alike: `moves` if not given. Positions are compared by the facts they
    share.
    """
    games: str
    """The folder of imported games."""
    plies: str | None
    """Which half-moves of games count, such as `1..20` for openings; all if not given."""


class SolveOptions(TypedDict, total=False):
    """Problems to solve."""
    all: bool
    """Everything: tries, all variations to their ends, and every line of help play."""
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
