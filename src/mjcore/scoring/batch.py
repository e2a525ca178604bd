"""Many hands at once, through the same predicates."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import fields
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcore.errors import InvalidHandError
from mjcore.hand import Hand
from mjcore.kernels.dtypes import HAND_DTYPE, NO_MELD
from mjcore.kernels.facts import facts_many
from mjcore.melds import Meld, MeldType, meld_tiles
from mjcore.scoring.ruleset import SOURCE_BITS, meld_bytes
from mjcore.scoring.view import DEALT, REPLACEMENT
from mjcore.tiles import KINDS, WILD
from mjcore.wins import Flag, Win

if TYPE_CHECKING:
    from mjcore.scoring.ruleset import Ruleset

__all__ = [
    "DTYPE_VERSION",
    "HAND_DTYPE",
    "WIN_DTYPE",
    "Scores",
    "as_hands",
    "as_wins",
    "hand_array",
    "score_many",
    "win_array",
]

#: One win: the tile (0 to 33, 42 wild, -1 dealt complete), where it came from (0 self-draw, 1 discard, 2 a
#: robbed kong), seats (a payer of -1 is none), and the bits of `Flag`.
WIN_DTYPE = np.dtype([("tile", "i1"), ("source", "u1"), ("winner", "u1"), ("payer", "i1"), ("flags", "u2")])

#: Goes up when a field of HAND_DTYPE or WIN_DTYPE changes: to be kept beside arrays in files.
DTYPE_VERSION = 1

#: Hands at a time. One thread is quickest while the columns stay in its cache; several need longer pieces, or
#: they wait for each other between NumPy's calls.
CHUNK = 8_192
CHUNK_BESIDE_OTHERS = 32_768

_BITS = np.array([*SOURCE_BITS.values()], np.uint64)
_SOURCES = {source: number for number, source in enumerate(SOURCE_BITS)}
_FLAGS = int(Flag.WALL_LAST | Flag.REPLACEMENT | Flag.LAST_OF_KIND)
_FIRST_WIND = np.uint64(27)
_HONOURS, COPIES = 7, 4
_FLOWER_SHIFTS = np.arange(0, 60, 4, dtype=np.uint64)


class Scores(NamedTuple):
    """What n hands are worth. Rows of what is no hand are 0 and marked."""

    #: int32 (n,), bonus fans included.
    points: NDArray[np.int32]
    #: bool (n,), whether the rules allow the win.
    legal: NDArray[np.bool_]
    #: uint8 (n, fans), how often each fan counts.
    counts: NDArray[np.uint8]
    #: bool (n,), no hand, no win of it, or circumstances that contradict it.
    invalid: NDArray[np.bool_]
    #: Ids of the fans.
    fans: tuple[str, ...]


def hand_array(hands: Sequence[Hand]) -> NDArray[Any]:
    """Hands as `score_many` takes them.

    Parameters
    ----------
    hands : sequence of Hand
        As values.

    Returns
    -------
    array of HAND_DTYPE (n,)

    Examples
    --------
    >>> hand_array([Hand.parse("123m55z[777z]")])["melds"]["kind"][0, 0]
    np.uint8(33)
    """
    found = np.zeros(len(hands), HAND_DTYPE)
    found["melds"]["type"] = NO_MELD
    for row, hand in zip(found, hands, strict=True):
        row["counts"] = np.frombuffer(hand.counts, np.uint8)
        row["wilds"] = hand.wilds
        codes = meld_bytes(hand)
        for place in range(len(hand.melds)):
            row["melds"][place] = codes[2 * place], codes[2 * place + 1]
        for flower in hand.flowers:
            row["flowers"][flower - int(_FIRST_WIND)] += 1
    return found


def win_array(wins: Iterable[Win]) -> NDArray[Any]:
    """Wins as `score_many` takes them.

    Parameters
    ----------
    wins : iterable of Win
        As values.

    Returns
    -------
    array of WIN_DTYPE (n,)

    Examples
    --------
    >>> win_array([Win(4, "discard", winner=1, payer=3)])["payer"]
    array([3], dtype=int8)
    """
    rows = [
        (
            -1 if win.tile is None else win.tile,
            _SOURCES[win.source],
            win.winner,
            -1 if win.payer is None else win.payer,
            int(win.flags),
        )
        for win in wins
    ]
    return np.array(rows, WIN_DTYPE)


def as_hands(array: NDArray[Any]) -> list[Hand]:
    """The inverse of `hand_array`.

    Parameters
    ----------
    array : array of HAND_DTYPE (n,)
        Of hands.

    Returns
    -------
    list of Hand

    Raises
    ------
    InvalidHandError
        A row is no hand.

    Examples
    --------
    >>> as_hands(hand_array([Hand.parse("123m55z[777z]2f")]))
    [Hand.parse('123m55z[777z]2f')]
    """
    types = list(MeldType)
    found = []
    array = _rows(array, HAND_DTYPE, "array")
    for row in array:
        for code in row["melds"]["type"].tolist():
            if code != NO_MELD and code >= len(types):
                raise InvalidHandError(f"meld must be of type 0 to {len(types) - 1}, got {code}")
        melds = [
            Meld(types[code], meld_tiles(types[code], int(kind)))
            for code, kind in row["melds"]
            if code != NO_MELD
        ]
        flowers = np.repeat(np.arange(len(row["flowers"])), row["flowers"]) + int(_FIRST_WIND)
        found.append(Hand(row["counts"].tobytes(), melds, int(row["wilds"]), flowers.tolist()))
    return found


def as_wins(array: NDArray[Any]) -> list[Win]:
    """The inverse of `win_array`.

    Parameters
    ----------
    array : array of WIN_DTYPE (n,)
        Of wins.

    Returns
    -------
    list of Win

    Raises
    ------
    ValueError
        A row is no win.

    Examples
    --------
    >>> as_wins(win_array([Win(4, "discard", winner=1)]))[0].winner
    1
    """
    sources = list(_SOURCES)
    array = _rows(array, WIN_DTYPE, "array")
    for source in array["source"].tolist():
        if source >= len(sources):
            raise ValueError(f"source must be 0 to {len(sources) - 1}, got {source}")
    return [
        Win(
            None if tile == -1 else tile,
            sources[source],
            winner,
            None if payer == -1 else payer,
            Flag(flags),
        )
        for tile, source, winner, payer, flags in array.tolist()
    ]


def score_many(
    rules: "Ruleset",
    hands: NDArray[Any],
    wins: NDArray[Any],
    tables: Any = None,
    *,
    executor: Executor | None = None,
) -> Scores:
    """What many hands are worth.

    Parameters
    ----------
    rules : Ruleset
        What is asked.
    hands : array of HAND_DTYPE (n,)
        As `hand_array` makes them.
    wins : array of WIN_DTYPE (n,) or ()
        As `win_array` makes them.
    tables : array (n,) or (), or one table, optional
        An array has the fields of the ruleset's table. By default, seat 0 deals and the east wind prevails.
    executor : concurrent.futures.Executor, optional
        Works on pieces of the hands side by side: threads, as the work is done without the GIL.

    Returns
    -------
    Scores
        The same points, legality and fans as `Ruleset.score` finds for each.

    Raises
    ------
    TypeError, ValueError
        An array is of another dtype or shape. Rows never raise: they are marked in `Scores.invalid`.

    Examples
    --------
    >>> from mjcore.rules import ruleset
    >>> hands = hand_array([Hand.parse("123789m1299p[789s]")])
    >>> ruleset("mcr").score_many(hands, win_array([Win(11, "discard")])).points
    array([10], dtype=int32)
    """
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor must be a concurrent.futures.Executor, got {type(executor).__name__}")
    hands = _rows(hands, HAND_DTYPE, "hands")
    wins = _for_each(_checked(wins, WIN_DTYPE, "wins"), hands.shape, "wins")
    table = _table_columns(rules, tables, hands.shape)
    size = CHUNK if executor is None else CHUNK_BESIDE_OTHERS
    number = max(1, -(-len(hands) // size))
    ends = [
        len(hands) * end // number for end in range(number + 1)
    ]  # of pieces alike, so that none waits long
    pieces = [slice(*each) for each in pairwise(ends)]
    work = partial(_score_piece, rules, hands, wins, table)
    found = list(map(work, pieces) if executor is None else executor.map(work, pieces))
    points, legal, counts, invalid = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Scores(points, legal, counts, invalid, tuple(fan.id for fan in rules.fans))


def _rows(array: NDArray[Any], dtype: np.dtype[Any], name: str) -> NDArray[Any]:
    array = _checked(array, dtype, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one axis, got {array.ndim}")
    return array


def _for_each(array: NDArray[Any], shape: tuple[int, ...], name: str) -> NDArray[Any]:
    if array.shape not in ((), (1,), shape):
        raise ValueError(f"{name} must be of shape () or {shape}, got {array.shape}")
    return np.broadcast_to(array, shape)


def _checked(array: NDArray[Any], dtype: np.dtype[Any], name: str) -> NDArray[Any]:
    if isinstance(array, np.void):
        array = np.asarray(array)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be an array, got {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{name} must be of dtype {dtype}, got {array.dtype}")
    return array


def _table_columns(rules: "Ruleset", tables: Any, shape: tuple[int, ...]) -> dict[str, NDArray[np.int64]]:
    """One array a field of the table."""
    if isinstance(tables, np.ndarray | np.void):
        tables = np.asarray(tables)
        names = [field.name for field in fields(rules.table)]
        if tables.dtype.names is None or sorted(tables.dtype.names) != sorted(names):
            raise TypeError(f"tables must have the fields {', '.join(names)}, got {tables.dtype}")
        for name in names:
            if tables.dtype[name].kind not in "iu":
                raise TypeError(f"tables must hold integers, got {tables.dtype[name]} as {name}")
        return {name: _for_each(tables[name].astype(np.int64), shape, "tables") for name in names}
    table = rules._table(tables)
    return {
        field.name: np.broadcast_to(np.int64(getattr(table, field.name)), shape)
        for field in fields(rules.table)
    }


class _Standings(NamedTuple):
    flags: NDArray[np.uint64]
    seat: NDArray[np.uint64]
    prevalent: NDArray[np.uint64]
    flowers: NDArray[np.uint64]


def _standings(
    hands: NDArray[Any], wins: NDArray[Any], table: dict[str, NDArray[np.int64]]
) -> tuple[_Standings, NDArray[np.bool_]]:
    """The circumstances of each win, and which are none."""
    tile, winner, payer = (wins[name].astype(np.int64) for name in ("tile", "winner", "payer"))
    claimed, dealt = wins["source"] > 0, tile == -1
    flags = _BITS[np.minimum(wins["source"], 2)] | wins["flags"] | dealt * np.uint64(DEALT)
    seat = np.uint64(1) << _FIRST_WIND + ((winner - table["dealer"]) % 4).astype(np.uint64)
    prevalent = np.uint64(1) << _FIRST_WIND + (table["prevalent"] % 4).astype(np.uint64)
    wrong = (
        (wins["source"] > 2)
        | (winner > 3)
        | (payer < -1)
        | (payer > 3)
        | (wins["flags"] & ~np.uint16(_FLAGS) != 0)
        | ~claimed & (payer >= 0)
        | claimed & (dealt | (payer == winner) | (wins["flags"] & REPLACEMENT != 0))
        | _out_of_seats(table["dealer"])
        | _out_of_seats(table["prevalent"])
        | _too_many_flowers(hands)
    )
    return _Standings(flags, seat, prevalent, _flowers(hands["flowers"])), wrong


def _out_of_seats(seats: NDArray[np.int64]) -> NDArray[np.bool_]:
    return (seats < 0) | (seats > 3)


def _too_many_flowers(hands: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether flowers are more than four of a kind, the honours among them with those of hand and melds."""
    flowers = hands["flowers"].astype(np.int64)
    if not flowers.any():
        return np.zeros(len(hands), np.bool_)
    honours = flowers[:, :_HONOURS] + hands["counts"][:, -_HONOURS:]
    types, kinds = hands["melds"]["type"], hands["melds"]["kind"].astype(np.int64) - int(_FIRST_WIND)
    rows, places = np.nonzero((types > 0) & (types != NO_MELD) & (kinds >= 0) & (kinds < _HONOURS))
    np.add.at(honours, (rows, kinds[rows, places]), np.where(types[rows, places] == 1, 3, 4))
    flowers[:, :_HONOURS] = np.where(flowers[:, :_HONOURS] > 0, honours, 0)
    return np.asarray((flowers > COPIES).any(axis=1))


def _flowers(counts: NDArray[np.uint8]) -> NDArray[np.uint64]:
    if not counts.any():
        return np.zeros(len(counts), np.uint64)
    packed: NDArray[np.uint64] = np.bitwise_or.reduce(counts.astype(np.uint64) << _FLOWER_SHIFTS, axis=1)
    return packed


def _tile_codes(tiles: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.where(tiles == WILD, np.int8(KINDS), np.where(tiles == KINDS, np.int8(WILD), tiles))


Piece = tuple[NDArray[np.int32], NDArray[np.bool_], NDArray[np.uint8], NDArray[np.bool_]]


def _score_piece(
    rules: "Ruleset",
    hands: NDArray[Any],
    wins: NDArray[Any],
    table: dict[str, NDArray[np.int64]],
    piece: slice,
) -> Piece:
    hands, wins = hands[piece], wins[piece]
    standings, wrong = _standings(hands, wins, {name: column[piece] for name, column in table.items()})
    rows, owner, bad = facts_many(
        hands, _tile_codes(wins["tile"]), wins["source"] > 0, rules.form_bits, rules.column_bits
    )
    wrong |= bad
    columns = _columns(rules, rows, owner, standings)
    said = np.empty((len(rules.fans) + len(rules.errors) + len(rules.notes), len(owner)), np.uint8)
    rules.program.many(said, *(columns.get(name) for name in rules.parameters))
    counts, errors = said[: len(rules.fans)], said[len(rules.fans) : len(said) - len(rules.notes)]
    first = np.diff(owner, prepend=-1) > 0  # of a hand: errors are about what all its rows share
    wrong[owner[first]] |= errors[:, first].any(axis=0)
    complete = (columns["form"] & np.uint64(rules.form_bits) != 0) & ~wrong[owner]
    _absorb(rules, counts)
    counts *= complete
    points, base = _points(rules, counts)
    return _best(rules, len(hands), owner, counts, points, base, complete, wrong)


def _columns(
    rules: "Ruleset", rows: NDArray[np.uint64], owner: NDArray[np.int64], standings: _Standings
) -> dict[str, NDArray[np.uint64]]:
    columns = dict(zip(rules.columns, rows, strict=True))
    for name, values in standings._asdict().items():
        columns[name] = values[owner]
    for lookup in rules.lookups:
        keys, places = np.unique(columns[lookup.column], return_inverse=True)
        values = np.array([lookup.function(key) for key in keys.tolist()], np.uint64)
        columns[lookup.name] = values[places]
    return columns


def _absorb(rules: "Ruleset", counts: NDArray[np.uint8]) -> None:
    """Take away what is absorbed, and give the fallback to rows that have nothing else."""
    alive = [bool(count.any()) for count in counts]
    for place, absorbed in enumerate(rules.absorbed):
        others = [other for other in absorbed if alive[other]]
        if alive[place] and others:
            without = counts[place] == 0
            for other in others:
                counts[other] *= without
    if rules.fallback is not None:
        main = [place for place, there in enumerate(alive) if there and place not in rules.bonus]
        counts[rules.fallback] = np.bitwise_or.reduce(counts[main], axis=0) == 0


def _points(rules: "Ruleset", counts: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Points of each row, with and without bonus fans."""
    base, bonus = (np.zeros(counts.shape[1], np.int32) for _ in range(2))
    for place, (fan, count) in enumerate(zip(rules.fans, counts, strict=True)):
        if count.any():
            kind = bonus if place in rules.bonus else base
            kind += count * np.int32(fan.points)
    return base + bonus, base


def _best(
    rules: "Ruleset",
    hands: int,
    owner: NDArray[np.int64],
    counts: NDArray[np.uint8],
    points: NDArray[np.int32],
    base: NDArray[np.int32],
    complete: NDArray[np.bool_],
    invalid: NDArray[np.bool_],
) -> Piece:
    """For each hand its best row, the first of several."""
    found_points, found_counts = np.zeros(hands, np.int32), np.zeros((hands, len(counts)), np.uint8)
    legal = np.zeros(hands, np.bool_)
    if len(owner):
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        size = len(owner)
        ranks = points.astype(np.int64) * size + np.arange(size - 1, -1, -1)
        best = size - 1 - np.maximum.reduceat(ranks, starts) % size
        who = owner[best]
        found_points[who], found_counts[who] = points[best], counts.T[best]
        legal[who] = complete[best] & (base[best] >= rules.minimum)
    return found_points, legal, found_counts, invalid
