"""Every reading of a hand, against a slow enumeration, `is_win`, and values that others published."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, Reading, Readings, Set, SetType, corpora, decompose, is_win
from tests import reference, truth

ALL = Form(63)
UNCUT = 10**9
ORDER = [SetType.STRAIGHT, SetType.PUNG, SetType.CHOW, SetType.PAIR, SetType.SINGLES]
SETS_OF_PAIRS = Form.SEVEN_PAIRS | Form.DISTINCT_PAIRS

# A set as the reference sees it: its kinds, and how many of each are natural. A free set is None.
Laid = tuple[tuple[int, ...], tuple[int, ...]]
# Form, the sets with a natural tile, the pair if it has one.
Found = tuple[Form, tuple[Laid, ...], Laid | None]

# ---- The slow enumeration: the first natural tile is in some set, with some of the others, or wild tiles


def laid(kinds: Sequence[int], natural: Sequence[int]) -> Laid:
    return tuple(kinds), tuple(sorted(natural))


def fillings(
    kinds: tuple[int, ...], tiles: tuple[int, ...], wilds: int
) -> Iterator[tuple[Laid, tuple[int, ...]]]:
    """Fill the places of a set with natural or wild tiles, at least one natural; yield what is left, too."""
    for chosen in product(*[(True, False) if tiles[kind] else (False,) for kind in kinds]):
        natural = [kind for kind, is_natural in zip(kinds, chosen, strict=True) if is_natural]
        wanted = Counter(natural)
        if natural and len(kinds) - len(natural) <= wilds and all(tiles[k] >= n for k, n in wanted.items()):
            yield laid(kinds, natural), tuple(n - wanted[kind] for kind, n in enumerate(tiles))


MELDS = [(kind,) * 3 for kind in range(34)] + [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]


@lru_cache(1 << 16)
def standard(
    tiles: tuple[int, ...], wilds: int, pair: bool = True
) -> set[tuple[tuple[Laid, ...], Laid | None]]:
    """Divide the tiles among melds, and a pair if there is to be one."""
    if not any(tiles):
        return {((), None)} if wilds >= 2 * pair else set()
    first = next(kind for kind, count in enumerate(tiles) if count)
    found = set()
    for kinds in [meld for meld in MELDS if first in meld]:
        for part, rest in fillings(kinds, tiles, wilds):
            if first in part[1]:
                for others, eyes in standard(rest, wilds - 3 + len(part[1]), pair):
                    found.add((tuple(sorted([part, *others])), eyes))
    if pair:
        for eyes, rest in fillings((first, first), tiles, wilds):
            found |= {(others, eyes) for others, _ in standard(rest, wilds - 2 + len(eyes[1]), False)}
    return found


def pairs(tiles: tuple[int, ...], wilds: int, distinct: bool) -> set[tuple[Laid, ...]]:
    if not any(tiles):
        return {()}
    if distinct and max(tiles) > 2:
        return set()
    first = next(kind for kind, count in enumerate(tiles) if count)
    return {
        tuple(sorted([part, *others]))
        for part, rest in fillings((first, first), tiles, wilds)
        if not (distinct and rest[first])
        for others in pairs(rest, wilds - 2 + len(part[1]), distinct)
    }


def alone(kinds: Sequence[int]) -> tuple[Laid, ...]:
    return (laid(kinds, kinds),) if kinds else ()


def orphans(tiles: tuple[int, ...], wilds: int) -> Iterator[tuple[tuple[Laid, ...], Laid | None]]:
    """Let an orphan or two wild tiles be the pair; all other tiles must be different orphans then."""
    held = [kind for kind, count in enumerate(tiles) if count]
    if not set(held) <= set(reference.ORPHANS):
        return
    for kind in held:
        for pair, rest in fillings((kind, kind), tiles, wilds):
            singles = [other for other, count in enumerate(rest) if count]
            if max(rest) <= 1 and kind not in singles:
                yield alone(singles), pair
    # The pair of wild tiles must be of a kind that is not held.
    if max(tiles) <= 1 and wilds >= 2 and len(held) < 13:
        yield alone(held), None


def straights(tiles: tuple[int, ...], wilds: int) -> Iterator[tuple[tuple[Laid, ...], Laid | None]]:
    for body in reference.BODIES:
        kinds = tuple(sorted(body))
        for part, rest in fillings(kinds, tiles, wilds):
            for others, pair in standard(rest, wilds - 9 + len(part[1])):
                yield tuple(sorted([part, *others])), pair
    if wilds >= 9:
        yield from standard(tiles, wilds - 9)


def enumerated(tiles: tuple[int, ...], wilds: int, forms: Form) -> set[Found]:
    """List the readings of a hand, form by form."""
    total = sum(tiles) + wilds
    found: set[Found] = set()
    if Form.STANDARD in forms:
        found |= {(Form.STANDARD, sets, pair) for sets, pair in standard(tiles, wilds)}
    if total == 14 and Form.SEVEN_PAIRS in forms:
        found |= {(Form.SEVEN_PAIRS, sets, None) for sets in pairs(tiles, wilds, False)}
    elif total == 14 and Form.DISTINCT_PAIRS in forms:
        found |= {(Form.DISTINCT_PAIRS, sets, None) for sets in pairs(tiles, wilds, True)}
    if total == 14 and Form.THIRTEEN_ORPHANS in forms:
        found |= {(Form.THIRTEEN_ORPHANS, sets, pair) for sets, pair in orphans(tiles, wilds)}
    if Form.KNITTED in forms and reference.knitted(tiles, total):
        found.add((Form.KNITTED, alone([kind for kind in range(34) if tiles[kind]]), None))
    if total in (11, 14) and Form.KNITTED_STRAIGHT in forms:
        found |= {(Form.KNITTED_STRAIGHT, sets, pair) for sets, pair in straights(tiles, wilds)}
    return found


def as_found(reading: Reading) -> Found:
    sets = tuple(sorted(laid(found.tiles, found.natural) for found in reading.sets))
    return reading.form, sets, reading.pair and laid(reading.pair.tiles, reading.pair.natural)


# ---- What every reading must be


def check_reading(reading: Reading, tiles: Sequence[int], wilds: int) -> None:
    every = [*reading.sets, *filter(None, [reading.pair])]
    natural = [kind for found in every for kind in found.natural]
    assert [natural.count(kind) for kind in range(34)] == list(tiles)
    assert reading.wilds == wilds
    for found in every:
        check_set(found)
    assert reading.pair is None or reading.pair.type is SetType.PAIR
    types = {found.type for found in reading.sets}
    if reading.form in SETS_OF_PAIRS:
        assert types <= {SetType.PAIR}
        assert len(reading.sets) + reading.free == 7
    elif reading.form in Form.THIRTEEN_ORPHANS | Form.KNITTED:
        assert types <= {SetType.SINGLES}
    else:
        knitted = {SetType.STRAIGHT} if reading.form is Form.KNITTED_STRAIGHT else set()
        assert types <= {SetType.PUNG, SetType.CHOW} | knitted
        melds = [found for found in reading.sets if found.type is not SetType.STRAIGHT]
        straight = 3 * (reading.form is Form.KNITTED_STRAIGHT)
        assert 3 * (len(melds) + reading.free + straight) + 2 == sum(tiles) + wilds


def check_set(found: Set) -> None:
    first, size = found.kind, len(found.tiles)
    shapes: dict[SetType, list[tuple[int, ...]]] = {
        SetType.PUNG: [(first,) * 3],
        SetType.CHOW: [(first, first + 1, first + 2)] if first < 27 and first % 9 < 7 else [],
        SetType.PAIR: [(first,) * 2],
        SetType.STRAIGHT: [tuple(sorted(body)) for body in reference.BODIES],
        SetType.SINGLES: [tuple(sorted(set(found.tiles)))],
    }
    assert found.tiles in shapes[found.type]
    assert 0 <= found.wild < (1 << size) - 1
    if found.type in (SetType.PUNG, SetType.PAIR):
        assert found.wild in {(1 << size) - (1 << natural) for natural in range(1, size + 1)}


def place(found: Set) -> tuple[int, ...]:
    """Say where a set stands in the documented order."""
    lowest = found.natural[0] if found.type is not SetType.STRAIGHT else -1
    wild = [not found.wild >> i & 1 for i in range(len(found.tiles))]
    few = found.wild.bit_count() if found.type is not SetType.STRAIGHT else 0
    return (lowest, ORDER.index(found.type), few, *found.tiles, *wild)


def places(reading: Reading) -> list[tuple[int, ...]]:
    assert list(reading.sets) == sorted(reading.sets, key=place)
    return sorted(map(place, [*reading.sets, *filter(None, [reading.pair])]))


def is_ordered(readings: Readings) -> bool:
    """Compare neighbours of one form; straights and orphans have an order of their own."""
    assert [reading.form for reading in readings] == sorted(reading.form for reading in readings)
    for form in (Form.STANDARD, Form.SEVEN_PAIRS):
        found = [places(reading) for reading in readings if reading.form is form]
        if found != sorted(found):
            return False
    return True


# ---- Tests


def knitted_hands(rng: np.random.Generator, n: int) -> NDArray[np.uint8]:
    found = np.concatenate(
        [
            corpora.knitted(rng, n // 4),
            corpora.knitted_straights(rng, n // 2),
            corpora.knitted_straights(rng, n - n // 2 - n // 4, melds=0),
        ]
    )
    return found[(found <= 4).all(axis=1)]


def mixed_hands(seed: int, n: int, most_wilds: int) -> Iterator[tuple[bytes, int]]:
    """Hands of all sizes, a share of them knitted."""
    rng = np.random.default_rng(seed)
    hands, wilds = corpora.mixed(rng, n - n // 8, most_wilds)
    knitted = knitted_hands(rng, n // 8)
    removed = rng.integers(0, most_wilds + 1, (2, len(knitted))).min(axis=0)
    knitted = corpora.without(rng, knitted, removed)
    for row, wild in zip([*hands, *knitted], [*wilds, *removed], strict=True):
        yield row.tobytes(), int(wild)


def test_empty_unless_the_hand_wins() -> None:
    won, hands = Counter[Form](), 0
    for tiles, wilds in mixed_hands(1, 56_000, 8):
        hands += 1
        for form in (*Form.__members__.values(), ALL):
            readings = decompose(tiles, wilds, forms=form, limit=1)
            assert bool(readings) is is_win(tiles, wilds, forms=form)
            won[form] += bool(readings)
    assert hands > 50_000
    assert all(won[form] > 300 for form in Form)


@pytest.mark.parametrize("forms", [Form.USUAL, Form.MCR, ALL & ~Form.SEVEN_PAIRS])
def test_tiles_add_up(forms: Form) -> None:
    readings = 0
    for tiles, wilds in mixed_hands(2, 6_000, 8):
        found = decompose(tiles, wilds, forms=forms, limit=40)
        assert len(set(found)) == len(found)
        assert is_ordered(found)
        for reading in found:
            check_reading(reading, tiles, wilds)
        readings += len(found)
    assert readings > 20_000


def check_against_the_reference(tiles: bytes, wilds: int, forms: Form) -> int:
    expected = enumerated(tuple(tiles), wilds, forms)
    readings = decompose(tiles, wilds, forms=forms, limit=UNCUT)
    assert {as_found(reading) for reading in readings} == expected
    assert len(readings) == len(set(readings)) == len(expected)
    assert not readings.cut
    return len(expected)


@pytest.mark.parametrize("forms", [ALL, ALL & ~Form.SEVEN_PAIRS])
def test_against_the_reference(forms: Form) -> None:
    found = [check_against_the_reference(tiles, wilds, forms) for tiles, wilds in mixed_hands(3, 3_000, 3)]
    assert sum(count > 0 for count in found) > 1_000
    assert sum(found) > 10_000


@pytest.mark.parametrize("wilds", range(4))
@pytest.mark.parametrize(
    "build",
    [
        lambda rng, n: corpora.winners(rng, n, kinds=corpora.CHARACTERS),
        lambda rng, n: corpora.winners(rng, n, kinds=corpora.CHARACTERS, pungs=0.9),
        lambda rng, n: corpora.quads(rng, n, 14, corpora.CHARACTERS),
        lambda rng, n: corpora.quads(rng, n, 17, corpora.CHARACTERS),
        lambda rng, n: corpora.winners(rng, n, 5),
        lambda rng, n: corpora.pairs(rng, n),
        lambda rng, n: corpora.orphans(rng, n),
        knitted_hands,
    ],
)
def test_kinds_of_hands_against_the_reference(
    build: Callable[[np.random.Generator, int], NDArray[np.uint8]], wilds: int
) -> None:
    rng = np.random.default_rng(wilds)
    hands = corpora.without(rng, build(rng, (150, 120, 60, 20)[wilds]), wilds)
    found = [check_against_the_reference(row.tobytes(), wilds, ALL) for row in hands]
    assert any(found)


@pytest.mark.parametrize(
    ("text", "wilds"),
    [("", 2), ("", 5), ("", 14), ("", 17), ("5m", 13), ("1z", 16), ("15m", 12), ("14m7z", 8)],
)
def test_many_wild_tiles_against_the_reference(text: str, wilds: int) -> None:
    assert check_against_the_reference(reference.counts(text), wilds, ALL)


@pytest.mark.parametrize(
    ("text", "wilds"),
    [("12345m67p1122z", 3), ("112358m", 8), ("1112345678999m", 1), ("", 14), ("147m258p3s1z", 6)],
)
def test_limit(text: str, wilds: int) -> None:
    tiles = reference.counts(text)
    whole = decompose(tiles, wilds, forms=ALL, limit=UNCUT)
    assert not whole.cut
    for limit in {*range(1, 30), 256, len(whole) - 1, len(whole), len(whole) + 1} - {0}:
        part = decompose(tiles, wilds, forms=ALL, limit=limit)
        assert part == whole[:limit]
        assert part.cut is (limit < len(whole))
    assert decompose(tiles, wilds, forms=ALL, limit=2**80) == whole


def test_thousands_of_readings_are_cut() -> None:
    tiles = reference.counts("345678m")
    assert len(decompose(tiles, 8, limit=UNCUT)) == 4_382
    readings = decompose(tiles, 8)
    assert (len(readings), readings.cut) == (256, True)
    assert str(readings).splitlines()[-1] == "..."


def test_the_same_in_threads() -> None:
    hands = list(mixed_hands(4, 2_000, 4))

    def split(_: int) -> list[Readings]:
        return [decompose(tiles, wilds, forms=ALL, limit=20) for tiles, wilds in hands]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(split, range(8))
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("text", "wilds", "forms", "expected"),
    [
        ("46m7z", 2, Form.STANDARD, ["45x6m 77xz"]),
        ("9m7z", 3, Form.STANDARD, ["99x9xm 77xz", "7x8x9m 77xz", "77x7xz 99xm"]),
        ("1111m", 1, Form.STANDARD, ["111m 11xm", "111xm 11m"]),
        ("", 5, Form.STANDARD, ["xxx xx"]),
        ("1111m223344p5566s", 0, Form.SEVEN_PAIRS, ["11m 11m 22p 33p 44p 55s 66s"]),
        ("11m223344p5566s77z", 0, Form.SEVEN_PAIRS | Form.DISTINCT_PAIRS, ["11m 22p 33p 44p 55s 66s 77z"]),
        ("11m223344p5566s", 2, Form.DISTINCT_PAIRS, ["11m 22p 33p 44p 55s 66s xx"]),
        (
            "11m223344p5566s",
            2,
            Form.SEVEN_PAIRS,
            [
                "11m 22p 33p 44p 55s 66s xx",
                "11m 22p 33p 44p 55s 66xs 66xs",
                "11m 22p 33p 44p 55xs 55xs 66s",
                "11m 22p 33p 44xp 44xp 55s 66s",
                "11m 22p 33xp 33xp 44p 55s 66s",
                "11m 22xp 22xp 33p 44p 55s 66s",
                "11xm 11xm 22p 33p 44p 55s 66s",
            ],
        ),
        ("19m19p19s12345677z", 0, Form.THIRTEEN_ORPHANS, ["19m19p19s123456z 77z"]),
        ("19m19p199s12345z", 2, Form.THIRTEEN_ORPHANS, ["19m19p1s12345z x x 99s"]),
        ("147m258p36s1235z", 2, Form.KNITTED, ["147m258p36s1235z x x"]),
        ("147m258p36s11122z", 1, Form.KNITTED_STRAIGHT, ["147m258p369xs 111z 22z"]),
        (
            "11z",
            12,
            Form.KNITTED_STRAIGHT,
            ["xxxxxxxxx 111xz xx", "xxxxxxxxx 11x1xz 11xz", "xxxxxxxxx xxx 11z"],
        ),
    ],
)
def test_known_readings(text: str, wilds: int, forms: Form, expected: list[str]) -> None:
    assert list(map(str, decompose(reference.counts(text), wilds, forms=forms))) == expected


def test_values() -> None:
    readings = decompose(reference.counts("46m7z"), 2)
    assert readings == (
        Reading(Form.STANDARD, (Set(SetType.CHOW, (3, 4, 5), 0b010),), Set(SetType.PAIR, (33, 33), 0b10), 0),
    )
    (reading,) = readings
    chow, pair = reading.sets[0], reading.pair
    assert (chow.kind, chow.natural, pair and pair.natural) == (3, (3, 5), (33,))
    assert (reading.free_pair, reading.free_straight, reading.wilds) == (False, False, 2)
    assert (repr(chow), repr(reading)) == ("<Set chow: 45x6m>", "<Reading STANDARD: 45x6m 77xz>")
    assert hash(reading) == hash(Reading(*reading))
    cut = decompose(reference.counts("111222333m456p11z"), limit=1)
    assert cut.cut
    for again in (pickle.loads(pickle.dumps(cut)), copy.deepcopy(cut)):
        assert (again, again.cut, type(again)) == (cut, True, Readings)


# ---- Bad input


@pytest.mark.parametrize(
    ("tiles", "wilds", "message"),
    [
        ([5, *[0] * 33], 0, "tile 1m must appear at most 4 times, got 5"),
        (bytes([9, *[0] * 33]), 0, "tile 1m must appear at most 4 times, got 9"),
        (bytes(34), 0, "tiles \\+ wilds must be 2, 5, 8, 11, 14 or 17, got 0 \\+ 0"),
        (bytes([2, *[0] * 33]), 1, "tiles \\+ wilds must be 2, 5, 8, 11, 14 or 17, got 2 \\+ 1"),
        (bytes([2, *[0] * 33]), -1, "wilds must be at least 0, got -1"),
        (bytes([2, *[0] * 33]), 10**30, "tiles \\+ wilds must be 2"),
    ],
)
def test_bad_hands(tiles: bytes, wilds: int, message: str) -> None:
    with pytest.raises(InvalidHandError, match=message):
        decompose(tiles, wilds)


def test_bad_arguments() -> None:
    pair = bytes([2, *[0] * 33])
    for array in (np.frombuffer(pair, np.uint8), np.zeros((2, 34), np.uint8)):
        with pytest.raises(TypeError, match=r"^counts must be one hand, 34 bytes or a .*, got ndarray$"):
            decompose(array)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limit must be at least 1, got 0"):
        decompose(pair, limit=0)
    for limit in (True, 2.0, None, "3"):
        with pytest.raises(TypeError, match="limit must be an int, got"):
            decompose(pair, limit=limit)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="forms must join members of Form"):
        decompose(pair, forms=Form(0))
    with pytest.raises(ValueError, match="counts must be 34 bytes, got 3"):
        decompose(b"abc")


def test_ways_to_give_a_hand() -> None:
    tiles = reference.counts("46m7z")
    expected = decompose(tiles, 2)
    for given in (bytearray(tiles), memoryview(tiles), list(tiles), tuple(tiles)):
        assert decompose(given, 2) == expected
    assert decompose(list(map(np.int64, tiles)), 2) == expected  # type: ignore[arg-type]
    assert decompose(tiles, np.uint8(2), limit=np.int64(7)) == expected


# ---- Published values


def as_published(reading: Reading) -> list[str]:
    return sorted(map(str, [*reading.sets, *filter(None, [reading.pair])]))


def test_published_splits() -> None:
    used = 0
    for row in truth.rows("decompose"):
        readings = decompose(row.tiles, forms=truth.FORMS["std+pairs_distinct"])
        if row.file == "mahjong_helper" and is_win(row.tiles, forms=Form.STANDARD):
            # It names seven pairs only where a hand is nothing else.
            readings = decompose(row.tiles, forms=Form.STANDARD)
        splits = row.expected["splits"]
        if splits == "seven pairs only":
            assert [reading.form for reading in readings] == [Form.DISTINCT_PAIRS], row.name
        else:
            assert sorted(map(as_published, readings)) == sorted(map(sorted, splits)), row.name
        used += 1
    assert used == 21 + 6


@pytest.mark.parametrize(
    ("report", "text", "wilds", "expected"),
    [
        ("B09", "77789m", 0, ["789m 77m"]),
        ("B15", "123456789m11122p", 0, ["123m 456m 789m 111p 22p"]),
        ("B37", "233445m44556677p", 0, ["234m 345m 456p 456p 77p", "234m 345m 567p 567p 44p"]),
        ("B39", "22233344455s", 0, ["222s 333s 444s 55s", "234s 234s 234s 55s", "234s 345s 345s 22s"]),
    ],
)
def test_reported_splits(report: str, text: str, wilds: int, expected: list[str]) -> None:
    assert list(map(str, decompose(reference.counts(text), wilds, forms=Form.STANDARD))) == expected


def test_b13_all_pungs_with_wild_tiles() -> None:
    readings = decompose(reference.counts("112233m44p5s"), 5, limit=UNCUT)
    assert "111xm 222xm 333xm 444xp 55xs" in map(str, readings)
