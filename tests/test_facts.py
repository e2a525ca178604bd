"""Rows of facts, against a slow reading of their meanings off `decompose`; one hand against many."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, Reading, Set, SetType, corpora, decompose
from mjcore.kernels.dtypes import HAND_DTYPE, NO_MELD
from mjcore.kernels.facts import COLUMNS, SHAPELESS, facts, facts_many, reading_of
from tests import reference

ALL = reduce(or_, Form)
EVERY = (1 << len(COLUMNS)) - 1
UNCUT = 10**9
NONE, WILD = -1, 34
CHOW, PUNG, DIRECT_KONG, ADDED_KONG, CONCEALED_KONG = range(5)

Meld = tuple[int, int]
Row = tuple[int, ...]


@dataclass(frozen=True)
class Hand:
    """What `facts` is asked about."""

    counts: bytes
    wilds: int
    melds: tuple[Meld, ...]
    tile: int
    claimed: bool
    forms: Form = ALL

    def rows(self, columns: int = EVERY) -> list[tuple[int | bytes, ...]]:
        melds = bytes(number for meld in self.melds for number in meld)
        return facts(self.counts, self.wilds, melds, self.tile, self.claimed, self.forms, columns)

    @property
    def lacks_tile(self) -> bool:
        return (sum(self.counts) + self.wilds) % 3 == 1

    @property
    def before(self) -> tuple[list[int], int]:
        """Natural and wild tiles before the win."""
        counts, wilds = list(self.counts), self.wilds
        if not self.lacks_tile and self.tile == WILD:
            wilds -= 1
        elif not self.lacks_tile and self.tile != NONE:
            counts[self.tile] -= 1
        return counts, wilds

    @property
    def after(self) -> tuple[list[int], int]:
        counts, wilds = self.before
        if self.tile == WILD:
            wilds += 1
        elif self.tile != NONE:
            counts[self.tile] += 1
        return counts, wilds

    @property
    def held(self) -> list[int]:
        found = Counter(kind for meld in self.melds for kind in meld_tiles(meld))
        return [found[kind] for kind in range(34)]


# ---- The slow reading of the meanings


def meld_tiles(meld: Meld) -> tuple[int, ...]:
    code, kind = meld
    return (kind, kind + 1, kind + 2) if code == CHOW else (kind,) * (3 if code == PUNG else 4)


def mask(kinds: Iterator[int] | Sequence[int] | set[int]) -> int:
    return reduce(or_, (1 << kind for kind in kinds), 0)


def at_least(tiles: Counter[int], times: int) -> int:
    return mask([kind for kind, count in tiles.items() if count >= times])


def wait_of(found: Set, place: int) -> int:
    """What the tile at this place of a set completes."""
    if found.type is SetType.PAIR:
        return 4
    if found.type is not SetType.CHOW:
        return 0
    if place == 1:
        return 2
    return 1 if found.kind % 9 == (0 if place else 6) else 8


def completions(hand: Hand, reading: Reading) -> set[tuple[int, int, int]]:
    """Kinds of pungs that the winning tile completes (-1 none), its wait, which set it was."""
    if hand.tile == NONE:
        return {(-1, 0, -1)}
    if reading.form in Form.SEVEN_PAIRS | Form.DISTINCT_PAIRS:
        return {(-1, 4, -1)}
    if reading.form in Form.THIRTEEN_ORPHANS | Form.KNITTED:
        return {(-1, 0, -1)}
    found = set()
    for index, each in enumerate([*reading.sets, *filter(None, [reading.pair])]):
        for place, kind in enumerate(each.tiles):
            wild = bool(each.wild >> place & 1)
            if wild if hand.tile == WILD else kind == hand.tile and not wild:
                pung = kind if each.type is SetType.PUNG else -1
                found.add((pung, wait_of(each, place), index))
    if hand.tile == WILD and (reading.free or reading.free_straight):
        found.add((-1, 0, -1))
    if hand.tile == WILD and reading.free_pair:
        found.add((-1, 4, -1))
    return found


def chow_starts(hand: Hand, reading: Reading) -> Counter[int]:
    own = [found.kind for found in reading.sets if found.type is SetType.CHOW]
    return Counter([*own, *(kind for code, kind in hand.melds if code == CHOW)])


def key_of(chows: Counter[int]) -> int:
    key = 0
    for place, start in enumerate(sorted(chows.elements())):
        key |= (start // 9 * 7 + start % 9 + 1) << 5 * place
    return key


def as_read(hand: Hand, reading: Reading) -> dict[str, int]:
    """The columns that are the same whatever the winning tile completes."""
    counts, wilds = hand.after
    special = reading.form not in Form.STANDARD | Form.KNITTED_STRAIGHT
    body = {kind for found in reading.sets if found.type is SetType.STRAIGHT for kind in found.tiles}
    if reading.free_straight:
        body = set(reference.BODIES[0])
    every_set = [*reading.sets, *filter(None, [reading.pair])]
    own = [*(kind for found in every_set for kind in found.tiles), *(body if reading.free_straight else ())]
    tiles = Counter(own) if not special else Counter({kind: n for kind, n in enumerate(counts) if n})
    tiles += Counter(kind for meld in hand.melds for kind in meld_tiles(meld))
    chows = chow_starts(hand, reading)
    pungs = [found for found in reading.sets if found.type is SetType.PUNG]
    laid = [kind for code, kind in hand.melds if code != CHOW]
    every = Counter([*(found.kind for found in pungs), *laid])
    pair = 0
    if not special:
        pair = 1 << reading.pair.kind if reading.pair else 1 << 34
    groups = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
    return {
        "kinds": at_least(tiles, 1),
        "four": at_least(tiles, 4),
        "suits": sum(any(tiles[kind] for kind in group) << i for i, group in enumerate(groups)),
        **{name: at_least(chows, n) for n, name in enumerate(("chows", "chows2", "chows3", "chows4"), 1)},
        "chowkey": key_of(chows),
        "pungs": at_least(every, 1),
        "pungs2": at_least(every, 2),
        "natural": mask([*(found.kind for found in pungs if not found.wild), *laid]),
        "pair": pair,
        "free": reading.free,
        "body": mask(body),
        "form": int(reading.form),
        "wilds": wilds,
    }


def of_hand(hand: Hand) -> dict[str, int]:
    """The columns that are the same in all readings."""
    before, wilds = hand.before
    shown = Counter(kind for meld in hand.melds if meld[0] != CONCEALED_KONG for kind in meld_tiles(meld))
    waits = reference.waits(before, wilds, hand.forms, copies=5) if hand.tile != NONE else ()
    live = [kind for kind in waits if before[kind] + hand.held[kind] < 4]
    concealed = Counter({kind: n for kind, n in enumerate(before) if n})
    return {
        "before": at_least(concealed, 1),
        "before2": at_least(concealed, 2),
        "before3": at_least(concealed, 3),
        "kongs_open": mask([kind for code, kind in hand.melds if code in (DIRECT_KONG, ADDED_KONG)]),
        "kongs_dark": mask([kind for code, kind in hand.melds if code == CONCEALED_KONG]),
        "win": 0 if hand.tile == NONE else 1 << hand.tile,
        "sole": int(len(waits) == 1),
        "sole_live": int(len(live) == 1),
        "open": sum(code != CONCEALED_KONG for code, _ in hand.melds),
        "sets": (sum(hand.after[0]) + hand.after[1] - 2) // 3 + len(hand.melds),
        "shown3": at_least(shown, 3),
        "melded": mask({kind for meld in hand.melds for kind in meld_tiles(meld)}),
    }


def dark_of(hand: Hand, reading: Reading, completed: int) -> int:
    pungs = [found.kind for found in reading.sets if found.type is SetType.PUNG]
    if hand.claimed and completed >= 0:
        pungs.remove(completed)
    return mask([*pungs, *(kind for code, kind in hand.melds if code == CONCEALED_KONG)])


SINGLE_ROW = (Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS, Form.THIRTEEN_ORPHANS, Form.KNITTED)


def read(hand: Hand) -> tuple[set[Row], dict[Row, list[Reading]]]:
    """All rows of all columns, and the readings that each stands for."""
    shared = of_hand(hand)
    readings = decompose(bytes(hand.after[0]), hand.after[1], forms=hand.forms, limit=UNCUT)
    rows: dict[Row, list[Reading]] = {}
    seen: set[Form] = set()
    for reading in readings:
        if reading.form in SINGLE_ROW and reading.form in seen:
            continue
        seen.add(reading.form)
        own = as_read(hand, reading)
        for completed, wait, _ in completions(hand, reading):
            values = {**shared, **own, "wait": wait, "dark": dark_of(hand, reading, completed)}
            rows.setdefault(tuple(values[name] for name in COLUMNS), []).append(reading)
    if not rows:
        rows[without_shape(hand)] = []
    return set(rows), rows


def without_shape(hand: Hand) -> Row:
    """The row of a hand that is not complete: its tiles in no sets."""
    reading = Reading(Form.KNITTED, (), None, 0)
    values = {**of_hand(hand), **as_read(hand, reading), "form": SHAPELESS, "free": 0, "wait": 0}
    dark = mask([kind for code, kind in hand.melds if code == CONCEALED_KONG])
    return tuple({**values, "dark": dark}[name] for name in COLUMNS)


def narrowed(rows: set[Row], columns: int) -> set[Row]:
    return {tuple(value if columns >> i & 1 else 0 for i, value in enumerate(row)) for row in rows}


# ---- Hands


def random_melds(rng: np.random.Generator, free: Sequence[int], most: int) -> tuple[Meld, ...]:
    """At most so many melds of the tiles that are still free."""
    left, melds = list(free), []
    for _ in range(most):
        code = int(rng.integers(0, 5))
        starts = [kind for kind in range(27) if kind % 9 < 7] if code == CHOW else range(34)
        kind = int(rng.choice(starts))
        need = Counter(meld_tiles((code, kind)))
        if all(left[kind] >= n for kind, n in need.items()):
            melds.append((code, kind))
            for kind, n in need.items():
                left[kind] -= n
    return tuple(melds)


def winning_tile(rng: np.random.Generator, counts: NDArray[np.uint8], wilds: int) -> int:
    kinds = [NONE, *np.flatnonzero(counts).tolist(), *np.flatnonzero(counts).tolist()]
    return int(rng.choice([*kinds, *[WILD] * (2 if wilds else 0)]))


def with_win(
    rng: np.random.Generator, counts: NDArray[np.uint8], wilds: int, melds: tuple[Meld, ...]
) -> Hand:
    """A complete hand before the win or after it."""
    tile, claimed = winning_tile(rng, counts, wilds), bool(rng.random() < 0.5)
    if tile != NONE and rng.random() < 0.5:
        counts = counts.copy()
        if tile == WILD:
            wilds -= 1
        else:
            counts[tile] -= 1
    return Hand(counts.tobytes(), wilds, melds, tile, claimed)


def complete(rng: np.random.Generator, n: int, most_wilds: int, sets: int) -> Iterator[Hand]:
    """Complete hands of so many sets and a pair, some of them melds, of many kinds."""
    deck = (corpora.CHARACTERS, np.arange(24, 34), np.arange(7), corpora.ALL)[rng.integers(0, 4)]
    whole = corpora.winners(rng, n, sets, kinds=deck)
    for row in whole:
        wilds = int(rng.integers(0, min(most_wilds, int(row.sum())) + 1))
        counts = corpora.without(rng, row[None], wilds)[0]
        melds = random_melds(rng, [4 - int(count) for count in row], int(rng.integers(0, 6 - sets)))
        yield with_win(rng, counts, wilds, melds)


def special(rng: np.random.Generator, n: int, most_wilds: int) -> Iterator[Hand]:
    """Pairs, orphans, knitted hands; and knitted straights, some with a meld set down."""
    straights = [corpora.knitted_straights(rng, n), corpora.knitted_straights(rng, n, melds=0)]
    makers = [corpora.pairs(rng, n), corpora.orphans(rng, n), corpora.knitted(rng, n), *straights]
    for row in np.concatenate(makers):
        if row.max() > 4:
            continue
        wilds = int(rng.integers(0, most_wilds + 1))
        counts = corpora.without(rng, row[None], wilds)[0]
        most = (17 - int(row.sum())) // 3
        yield with_win(rng, counts, wilds, random_melds(rng, [4 - int(count) for count in row], most))


def hands(seed: int, n: int, most_wilds: int = 3) -> Iterator[Hand]:
    rng = np.random.default_rng(seed)
    for _ in range(n // 60):
        for sets in range(6):
            yield from complete(rng, 8, most_wilds, sets)
        yield from special(rng, 2, most_wilds)


def records(many: Sequence[Hand]) -> NDArray[np.void]:
    found = np.zeros(len(many), HAND_DTYPE)
    found["melds"]["type"] = NO_MELD
    for record, hand in zip(found, many, strict=True):
        record["counts"] = list(hand.counts)
        record["wilds"] = hand.wilds
        for place, meld in enumerate(hand.melds):
            record["melds"][place] = meld
    return found


def ask_many(
    many: Sequence[Hand], forms: Form, columns: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.bool_]]:
    tiles = np.array([hand.tile for hand in many], np.int8)
    return facts_many(records(many), tiles, np.array([hand.claimed for hand in many]), forms, columns)


def random_columns(rng: np.random.Generator) -> int:
    wanted = rng.integers(0, 1 << len(COLUMNS)) & rng.integers(0, 1 << len(COLUMNS))
    return int(wanted & (rng.integers(0, 1 << len(COLUMNS)) if rng.random() < 0.5 else EVERY))


def plain(rows: list[tuple[int | bytes, ...]]) -> list[Row]:
    return [tuple(int(value) for value in row[:-1]) for row in rows]


def named(row: Sequence[int]) -> dict[str, int]:
    return {name: int(value) for name, value in zip(COLUMNS, row, strict=False)}


# ---- Tests


def check(hand: Hand, rng: np.random.Generator) -> int:
    """One hand, all columns and some of them."""
    expected, readings = read(hand)
    found = hand.rows()
    rows = plain(found)
    assert len(rows) == len(set(rows))
    assert set(rows) == expected, hand
    for row in found:
        laid = row[-1]
        assert isinstance(laid, bytes)
        alike: Sequence[Reading | None] = readings[plain([row])[0]] or [None]
        assert reading_of(laid) in alike
    for _ in range(3):
        columns = random_columns(rng)
        some = plain(hand.rows(columns))
        assert len(some) == len(set(some))
        assert set(some) == narrowed(expected, columns), (hand, columns)
    return len(rows)


@pytest.mark.parametrize(("seed", "n", "most_wilds"), [(1, 2_400, 0), (2, 1_200, 2), (3, 420, 4), (4, 60, 7)])
def test_against_the_reference(seed: int, n: int, most_wilds: int) -> None:
    rng = np.random.default_rng(seed)
    counted = [check(hand, rng) for hand in hands(seed, n, most_wilds)]
    assert all(counted)
    assert len(counted) >= n - n // 10


@pytest.mark.parametrize("forms", [Form.STANDARD, Form.USUAL, Form.MCR, ALL & ~Form.SEVEN_PAIRS])
def test_forms(forms: Form) -> None:
    rng = np.random.default_rng(int(forms))
    for hand in hands(5, 300, 1):
        check(Hand(hand.counts, hand.wilds, hand.melds, hand.tile, hand.claimed, forms), rng)


def test_every_column_says_something() -> None:
    seen: dict[str, set[int]] = {name: set() for name in COLUMNS}
    for hand in hands(6, 1_200, 4):
        for row in plain(hand.rows()):
            for name, value in named(row).items():
                seen[name].add(value)
    assert all(len(values) > 1 for values in seen.values()), {k: len(v) for k, v in seen.items()}


@pytest.mark.parametrize("most_wilds", [0, 4, 8])
def test_many_as_one_by_one(most_wilds: int) -> None:
    rng = np.random.default_rng(most_wilds)
    many = list(hands(7 + most_wilds, 600, most_wilds))
    for columns in (EVERY, 0, *[random_columns(rng) for _ in range(6)]):
        rows, owners, bad = ask_many(many, ALL, columns)
        wanted = [i for i in range(len(COLUMNS)) if columns >> i & 1]
        assert rows.shape == (len(wanted), len(owners))
        assert rows.flags.c_contiguous
        assert not bad.any()
        expected = [
            (index, *[row[i] for i in wanted])
            for index, hand in enumerate(many)
            for row in plain(hand.rows(columns))
        ]
        assert list(zip(owners.tolist(), *rows.tolist(), strict=True)) == expected


def test_hands_that_do_not_win_have_one_row_without_a_shape() -> None:
    form = COLUMNS.index("form")
    rng = np.random.default_rng(8)
    deals = [Hand(row.tobytes(), 0, (), NONE, False) for row in corpora.deal(rng, 300, 14)]
    for hand in deals:
        wins = bool(decompose(hand.counts, forms=ALL))
        assert all((row[form] == SHAPELESS) is not wins for row in hand.rows())
    rows, owners, bad = ask_many(deals, ALL, EVERY)
    assert rows.shape[1] == len(owners) < len(deals) + 10
    assert not bad.any()


@pytest.mark.parametrize(
    ("text", "wilds", "tile", "columns"),
    [
        ("345678m", 8, WILD, "pair free"),
        ("123m55p7z", 11, NONE, "kinds"),
        ("11223344m", 9, 0, "pair wait free"),
    ],
)
def test_what_is_not_wanted_makes_no_rows(text: str, wilds: int, tile: int, columns: str) -> None:
    wanted = sum(1 << COLUMNS.index(name) for name in columns.split())
    hand = Hand(reference.counts(text), wilds, (), tile, False, Form.STANDARD)
    assert set(plain(hand.rows(wanted))) == narrowed(read(hand)[0], wanted)


# ---- Known rows


@pytest.mark.parametrize(
    ("text", "wilds", "tile", "waits"),
    [
        ("123m11z", 0, 2, {1}),
        ("123m11z", 0, 1, {2}),
        ("123m11z", 0, 0, {8}),
        ("789m11z", 0, 6, {1}),
        ("123m11z", 0, 27, {4}),
        ("111m22z", 0, 0, {0}),
        ("123345m11z", 0, 2, {1, 8}),
        ("12m11z", 1, WILD, {1}),
        ("11m", 3, WILD, {0, 1, 2, 4}),
        ("", 5, WILD, {0, 4}),
        ("123m11z", 0, NONE, {0}),
    ],
)
def test_waits(text: str, wilds: int, tile: int, waits: set[int]) -> None:
    rows = Hand(reference.counts(text), wilds, (), tile, False, Form.STANDARD).rows()
    assert {named(row)["wait"] for row in plain(rows)} == waits


def test_a_claimed_pung_is_not_dark() -> None:
    counts = reference.counts("111222333m44z")
    melds = ((CONCEALED_KONG, 33),)
    for claimed, expected in ((True, {1 << 33, 1 << 33 | 6}), (False, {1 << 33, 1 << 33 | 7})):
        rows = plain(Hand(counts, 0, melds, 0, claimed).rows())
        assert {named(row)["dark"] for row in rows} == expected
    row = named(plain(Hand(counts, 0, ((ADDED_KONG, 33),), 30, False).rows())[0])
    assert (row["kongs_open"], row["kongs_dark"], row["open"], row["shown3"]) == (1 << 33, 0, 1, 1 << 33)


def test_waiting_for_a_fourth_that_a_meld_holds() -> None:
    hand = Hand(reference.counts("13456m11p"), 0, ((PUNG, 31), (PUNG, 32)), 1, False)
    row = named(plain(hand.rows())[0])
    assert (row["sole"], row["sole_live"], row["sets"]) == (1, 1, 4)
    hand = Hand(reference.counts("2345m"), 0, ((PUNG, 1), (PUNG, 32), (PUNG, 33)), 4, False)
    row = named(plain(hand.rows())[0])
    assert (row["sole"], row["sole_live"]) == (0, 1)


# ---- Bad input


@pytest.mark.parametrize(
    ("counts", "wilds", "melds", "tile", "message"),
    [
        ([5, *[0] * 33], 0, b"", NONE, "tile 1m must appear at most 4 times, got 5"),
        ([4, 0, *[1] * 9, *[0] * 23], 0, b"", 0, "tile 1m must appear at most 4 times, got 5"),
        ([2, *[0] * 33], 0, b"\x01\x00", NONE, "tile 1m must appear at most 4 times, got 2 and 3 in melds"),
        ([0] * 34, 0, b"", NONE, "3n + 1 or 3n + 2 and with 3 * melds at most 17, got 0 + 0 and 0 melds"),
        ([2, *[0] * 33], 255, b"", NONE, "tiles + wilds must be 3n + 1 or 3n + 2"),
        ([2, *[0] * 33], 12, b"\x01\x09\x01\x0a", NONE, "at most 17, got 2 + 12 and 2 melds"),
        ([1, *[0] * 33], 0, b"", NONE, "winning tile must be given beside 3n + 1 tiles, got none"),
        ([2, *[0] * 33], 0, b"", 1, "winning tile must be among 3n + 2 tiles, got 2m"),
        ([2, *[0] * 33], 0, b"", WILD, "winning tile must be among 3n + 2 tiles, got wild tile"),
        ([2, *[0] * 33], 0, b"", 35, "winning tile must be a kind from 0 to 33, 34 for a wild one or -1"),
        ([2, *[0] * 33], 0, b"", -2, "for a wild one or -1 for none, got -2"),
        ([2, *[0] * 33], 0, b"\x05\x00", NONE, "meld must be of type 0 to 4, got 5"),
        ([2, *[0] * 33], 0, b"\xff\x00", NONE, "meld must be of type 0 to 4, got 255"),
        (
            [2, *[0] * 33],
            0,
            b"\x00\x07",
            NONE,
            "melds must be chows within a suit or kinds from 0 to 33, got",
        ),
        ([2, *[0] * 33], 0, b"\x01\x22", NONE, "kinds from 0 to 33, got [(1, 34)]"),
        ([2, *[0] * 33], 0, b"\x01", NONE, "melds must be two bytes each and at most 5, got 1 bytes"),
    ],
)
def test_bad_hands(counts: list[int], wilds: int, melds: bytes, tile: int, message: str) -> None:
    with pytest.raises(InvalidHandError, match=re.escape(message)):
        facts(counts if max(counts) < 5 else bytes(counts), wilds, melds, tile, False, ALL, EVERY)


@pytest.mark.parametrize(
    "laid",
    [
        b"\x01" + bytes(14) + b"\x19" + bytes(24),  # eight sets of one suit
        b"\x01" + bytes(13) + b"\x19" + bytes(25),  # none below a set
        b"\x40",
        b"",
        bytes(40),
        bytes(42),
    ],
)
def test_bytes_that_are_no_reading(laid: bytes) -> None:
    with pytest.raises(ValueError, match="laid must be the last entry of a row of facts, got"):
        reading_of(laid)


def test_bad_arguments() -> None:
    pair = bytes([2, *[0] * 33])
    for columns in (-1, 1 << len(COLUMNS), True, "kinds", None):
        with pytest.raises(ValueError, match=r"columns must be bits of facts\.COLUMNS, got"):
            facts(pair, 0, b"", NONE, False, ALL, columns)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="forms must join members of Form"):
        facts(pair, 0, b"", NONE, False, Form(0), EVERY)
    for laid in (b"", bytes(40), bytes(42), b"\1" + b"\xff" * 39, b"\2" + bytes(41), b"\40\0\7" + bytes(37)):
        with pytest.raises(ValueError, match="laid must be the last entry of a row of facts, got"):
            reading_of(laid)
    none = np.zeros(2, HAND_DTYPE)
    tiles, claimed = np.zeros(2, np.int8), np.zeros(2, np.bool_)
    wide: Any = tiles.astype("i8")
    for given in ((none, wide, claimed), (none.view("u1"), tiles, claimed), (none, tiles, wide)):
        with pytest.raises(TypeError, match="must be an array of"):
            facts_many(given[0], given[1], given[2], ALL, EVERY)
    for given in ((none[:1], tiles, claimed), (none[:, None], tiles, claimed), (none, tiles, claimed[:1])):
        with pytest.raises(ValueError, match="must be one-dimensional and as long as hands, got shape"):
            facts_many(given[0], given[1], given[2], ALL, EVERY)


def is_hand(record: np.void, tile: int) -> bool:
    """Whether `facts` takes this hand."""
    melds = bytes(int(n) for meld in record["melds"] if meld["type"] != NO_MELD for n in meld)
    try:
        facts(record["counts"].tobytes(), int(record["wilds"]), melds, tile, False, ALL, 0)
    except InvalidHandError:
        return False
    return True


def test_random_bytes() -> None:
    rng = np.random.default_rng(9)
    found = rng.integers(0, 256, 20_000 * HAND_DTYPE.itemsize).astype(np.uint8).view(HAND_DTYPE)
    tiles = rng.integers(-128, 128, len(found)).astype(np.int8)
    rows, owners, bad = facts_many(found, tiles, rng.random(len(found)) < 0.5, ALL, EVERY)
    assert bad.all()
    assert rows.shape == (len(COLUMNS), 0)
    assert not len(owners)


def test_one_random_byte() -> None:
    rng = np.random.default_rng(10)
    many = list(hands(10, 1_800, 3))
    found = records(many)
    tiles = np.array([hand.tile for hand in many], np.int8)
    flat = found.view(np.uint8).reshape(len(found), -1)
    changed = np.arange(0, len(found), 2)
    flat[changed, rng.integers(0, 45, len(changed))] = rng.integers(0, 256, len(changed)) % 7
    tiles[::5] = rng.integers(-3, 40, len(tiles[::5]))
    _, owners, bad = facts_many(found, tiles, np.zeros(len(found), np.bool_), ALL, EVERY)
    assert [not is_hand(record, int(tile)) for record, tile in zip(found, tiles, strict=True)] == bad.tolist()
    assert not bad[owners].any()
    assert 200 < bad.sum() < len(bad) - 200


def test_strided_arrays() -> None:
    many = list(hands(11, 300))
    tiles = np.array([hand.tile for hand in many], np.int8)
    claimed = np.array([hand.claimed for hand in many])
    expected = facts_many(records(many), tiles, claimed, ALL, EVERY)
    doubled = np.repeat(records(many), 2)[::2], np.repeat(tiles, 2)[::2], np.repeat(claimed, 2)[::2]
    found = facts_many(*doubled, ALL, EVERY)
    for one, another in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, another)


# ---- Threads


def test_the_same_in_threads() -> None:
    many = list(hands(12, 600, 5))

    def ask(_: int) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.bool_]]:
        return ask_many(many, ALL, EVERY)

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(ask, range(12))
    for other in others:
        for one, another in zip(first, other, strict=True):
            np.testing.assert_array_equal(one, another)


WRITTEN_MEANWHILE = """
import threading
import time
import numpy as np
from mjcore import Form
from mjcore.kernels.facts import COLUMNS, HAND_DTYPE, facts_many

hands = np.zeros(2000, HAND_DTYPE)
tiles, claimed = np.zeros(2000, np.int8), np.zeros(2000, bool)
flat = hands.view(np.uint8).reshape(2000, -1)
rng = np.random.default_rng(0)
noise = rng.integers(0, 256, flat.shape).astype(np.uint8)
done = threading.Event()

def write():
    while not done.is_set():
        flat[:] = noise
        flat[:] = 0
        hands["melds"]["type"] = 255
        hands["counts"][:, :14] = 1
        hands["counts"][:, 4:8] = 0
        hands["wilds"] = 4
        tiles[:] = 34

writer = threading.Thread(target=write)
writer.start()
end = time.monotonic() + 3
while time.monotonic() < end:
    facts_many(hands, tiles, claimed, Form(63), (1 << len(COLUMNS)) - 1)
done.set()
writer.join()
print("done")
"""


def test_hands_that_another_thread_writes_to() -> None:
    found = subprocess.run([sys.executable, "-c", WRITTEN_MEANWHILE], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["done"]
