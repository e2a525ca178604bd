"""Values that other projects published, their own tests and their users' reports."""

import numpy as np
import pytest

from mjcore import INVALID, Form, discards, is_win, left, shanten, useful, waits
from tests import reference, truth


def wins(row: truth.Row, forms: Form) -> bool:
    """Ask through an array, where a hand of 4 or 13 tiles is none that wins."""
    with np.errstate(invalid="ignore"):
        return bool(is_win(np.frombuffer(row.tiles, np.uint8), row.wilds, forms=forms))


def test_published_wins() -> None:
    used = 0
    for row in truth.rows("win"):
        forms = truth.FORMS[row.expected.get("form") or row.expected["forms"]]
        assert wins(row, forms) == row.expected["win"], row.name
        used += 1
    assert used == 9_996 + 13 + 20 + 17


def test_published_wins_wait_for_the_winning_tile() -> None:
    used = 0
    for row in truth.rows("win"):
        if row.file != "kobalab_hule_win":
            continue
        forms = truth.FORMS[row.expected["form"]]
        for kind in np.flatnonzero(list(row.tiles)):
            before = list(row.tiles)
            before[kind] -= 1
            assert kind in waits(before, forms=forms, held=row.held), row.name
            used += 1
    assert used > 9_996 * 5


def test_published_wild_wins() -> None:
    used = 0
    for row in truth.rows("wild_win"):
        forms = truth.FORMS[row.context.get("forms", "standard")]
        assert wins(row, forms) == row.expected["win"], row.name
        used += 1
    assert used == 9 + 21


def test_published_waits() -> None:
    used = 0
    for row in truth.rows("waits"):
        if "waits" not in row.expected:
            continue
        found = waits(row.tiles, forms=truth.FORMS[row.expected["forms"]], held=row.held)
        assert list(found) == truth.kinds(row.expected["waits"]), row.name
        used += 1
    assert used == 16


def test_published_wild_waits() -> None:
    used = 0
    for row in truth.rows("wild_waits"):
        held = bytearray(reference.KINDS)
        names = row.expected["waits"]
        if names == "ALL34":
            expected = list(range(34))
        elif names == "ALL33 (wild exhausted)":
            (wild,) = truth.kinds([row.context["wild_tile"]])
            held[wild] = 4
            expected = [kind for kind in range(34) if kind != wild]
        else:
            expected = truth.kinds([name for name in names if name != "wild"])
        found = waits(row.tiles, row.wilds, forms=truth.PAIRS_CHINESE, held=held)
        assert list(found) == expected, row.name
        used += 1
    assert used == 5


def test_published_useful_tiles_of_ready_hands_are_waits() -> None:
    """A useful tile lowers the distance to a win; at distance 0 it is a wait, beyond none waits."""
    ready = distant = 0
    for row in truth.rows("waits"):
        distances = row.expected.get("shanten", {})
        if "useful" not in row.expected or sum(row.tiles) % 3 != 1 or not distances:
            continue
        ((name, distance),) = distances.items()
        found = list(waits(row.tiles, forms=truth.FORMS[name], held=row.held))
        assert found == (truth.kinds(row.expected["useful"]) if distance == 0 else []), row.name
        ready += distance == 0
        distant += distance != 0
    assert (ready, distant) == (14, 42)


# Hands with tiles left out that are neither melds nor drawn yet; and one whose useful tiles leave melds out.
OTHERWISE = {("kobalab_waits", 6), ("kobalab_waits", 18), ("kobalab_waits", 26)}
WITHOUT_MELDS = ("kobalab_waits", 34)


def distance_of(row: truth.Row, name: str) -> int | None:
    """What is found where a distance by the name of its forms is published; None for no such form."""
    found = shanten(row.tiles, row.wilds, forms=truth.FORMS[name], held=row.held)
    return None if found == INVALID else found


def test_published_distances() -> None:
    used = skipped = 0
    for row in truth.rows("shanten"):
        if (row.file, row.index) in OTHERWISE:
            skipped += 1
            continue
        ((name, expected),) = row.expected.get("shanten", row.expected).items()
        assert distance_of(row, name) == expected, row.name
        used += 1
    assert (used, skipped) == (12 + 30 - 3 + 27 + 51 + 40, 3)


def test_published_distances_of_hands_with_useful_tiles() -> None:
    used = 0
    for row in truth.rows("waits", "discard_waits"):
        for name, expected in row.expected.get("shanten", {}).items():
            assert distance_of(row, name) == expected, row.name
            used += 1
    assert used == 86 + 28 + 7


def test_published_wild_distances() -> None:
    used = 0
    for row in truth.rows("wild_shanten"):
        found = shanten(row.tiles, row.wilds, forms=truth.FORMS[row.expected["forms"]])
        assert found == row.expected["shanten"], row.name
        used += 1
    assert used == 10


def forms_of(row: truth.Row) -> Form:
    return truth.FORMS[row.expected.get("forms") or next(iter(row.expected["shanten"]))]


def test_published_useful_tiles() -> None:
    used = counted = 0
    for row in truth.rows("waits"):
        if "useful" not in row.expected:
            continue
        held = bytes(34) if (row.file, row.index) == WITHOUT_MELDS else row.held
        found = useful(row.tiles, forms=forms_of(row), held=held)
        assert list(found) == truth.kinds(row.expected["useful"]), row.name
        used += 1
        if "useful_live_count" in row.expected:
            assert left(row.tiles, bytes(34), found) == row.expected["useful_live_count"], row.name
            counted += 1
    assert (used, counted) == (43 + 7 + 28, 28)


def test_published_unnecessary_tiles() -> None:
    used = 0
    for row in truth.rows("waits"):
        if "unnecessary" not in row.expected or sum(row.tiles) % 3 != 2:
            continue
        ((name, distance),) = row.expected["shanten"].items()
        after = discards(row.tiles, forms=truth.FORMS[name], held=row.held)
        found = [kind for kind in range(34) if row.tiles[kind] and after[kind] == distance]
        assert found == truth.kinds(row.expected["unnecessary"]), row.name
        used += 1
    assert used == 15


def test_published_discards() -> None:
    used = 0
    for row in truth.rows("discard_waits"):
        forms = forms_of(row)
        after = discards(row.tiles, forms=forms)
        for name, expected in row.expected["discard"].items():
            (kind,) = truth.kinds([name])
            rest = reference.minus(row.tiles, [kind])
            found = useful(rest, forms=forms)
            assert after[kind] == expected["shanten"], (row.name, name)
            assert list(found) == truth.kinds(expected["useful"]), (row.name, name)
            assert left(row.tiles, bytes(34), found) == expected["live"], (row.name, name)
            used += 1
    assert used == 53


# Faults that users of other libraries reported: the id of the report, the hand, wild tiles, the answer.
REPORTED_WINS = [
    ("B01", "33334m4p4s4z", 3, Form.STANDARD, False),
    ("B01", "33334m4p4s4z", 6, Form.STANDARD, True),
    ("B03", "1357m123777p11z", 2, Form.USUAL, True),
    ("B05", "147m123z", 8, Form.STANDARD, False),
    ("B05", "147m123z", 8, Form.SEVEN_PAIRS, True),
    ("B05", "19m5p1z7z", 9, Form.STANDARD, True),
    ("B07", "99m34588p1156789s", 0, Form.USUAL, False),
    ("B09", "77789m", 0, Form.USUAL, True),
    ("B11", "1133557799m1122z", 0, Form.USUAL, True),
    ("B13", "112233m44p5s", 5, Form.STANDARD, True),
    ("B15", "123456789m11133p", 0, Form.STANDARD, True),
    ("B15", "123456789m11122p", 0, Form.STANDARD, True),
    ("B21", "9m9p569s", 0, Form.USUAL, False),
    ("B23", "11567z", 0, Form.USUAL, False),
    ("B25", "11122233334444z", 0, Form.USUAL, False),
    ("B27", "1111234444m1111p", 0, Form.USUAL, False),
    ("B31", "245568m245568p77s", 0, Form.USUAL, False),
    ("B33", "14668889m", 0, Form.USUAL, False),
    ("B37", "233445m44556677p", 0, Form.STANDARD, True),
    ("B39", "22233344455s", 0, Form.USUAL, True),
    ("B41", "1199m19p19s123456z", 0, Form.USUAL, False),
    ("B43", "11123456789999m", 0, Form.USUAL, True),
    ("B45", "788889m11888p", 0, Form.USUAL, True),
    ("B47", "55m12379s789p8s", 0, Form.USUAL, True),
    ("B49", "11234444678m456p", 0, Form.USUAL, True),
    ("B55", "33336688m225577s", 0, Form.USUAL, True),
    ("B55", "33336688m225577s", 0, Form.STANDARD | Form.DISTINCT_PAIRS, False),
    ("B57", "234m567p345s88s234p", 0, Form.USUAL, True),
    ("B59", "11222233334444s", 0, Form.STANDARD, True),
    ("B61", "445566m22777789s", 0, Form.STANDARD, True),
    ("B61", "445566m22777799s", 0, Form.SEVEN_PAIRS, True),
    ("B63", "44456777m777s777p", 0, Form.USUAL, True),
    ("B65", "123m777888999s11p", 0, Form.USUAL, True),
    ("B71", "11112222m33p44m55p", 0, Form.USUAL, True),
    ("B75", "234567m123p123s111z", 2, Form.STANDARD, True),
]

# The same for waits: natural tiles, the player's melds, the copies that may be held, the waits.
REPORTED_WAITS = [
    ("B17", "123456789m1111p", "", 4, ""),
    ("B17", "123456789m1111p", "", 5, "1p"),
    ("B17", "123456789m1111z", "", 4, ""),
    ("B19", "13m456p789s11z", "", 4, "2m"),
    ("B19", "13m456p789s11z", "2222m", 4, ""),
    ("B19", "13m456p789s11z", "2222m", 5, "2m"),
    ("B25", "1112223334444z", "", 4, ""),
    ("B29", "145s36m12579p256z", "", 4, ""),
    ("B35", "12233334m11s999s", "", 4, "1s"),
    ("B35", "12233334m11s999s", "", 5, "3m1s"),
    ("B43", "1112345678999m", "", 4, "123456789m"),
    ("B45", "78889m11888p", "444z", 4, "8m1p"),
    ("B47", "55m12379s789p", "123p", 4, "8s"),
    ("B49", "1234444678m456p", "", 4, "1m"),
    ("B49", "1234444678m456p", "", 5, "14m"),
    ("B61", "445566m2277779s", "", 4, "89s"),
]


# The same for distances: the hand, the player's melds, the distance.
REPORTED_DISTANCES = [
    ("B17", "123456789m1111p", "", 1),
    ("B17", "123456789m1111z", "", 1),
    ("B21", "9m9p569s", "999m999p999s", 2),
    ("B21", "9m9p569s", "", 1),
    ("B23", "11567z", "777666555z", 2),
    ("B23", "11567z", "", 1),
    ("B27", "1111234444m1111p", "", 1),
    ("B29", "145s36m12579p256z", "", 5),
    ("B31", "245568m245568p77s", "", 2),
    ("B33", "14668889m", "", 1),
]


@pytest.mark.parametrize(("report", "hand", "melds", "expected"), REPORTED_DISTANCES)
def test_reported_distances(report: str, hand: str, melds: str, expected: int) -> None:
    found = shanten(reference.counts(hand), forms=truth.FORMS["min"], held=reference.counts(melds))
    assert found == expected


@pytest.mark.parametrize(("report", "hand", "wilds", "forms", "win"), REPORTED_WINS)
def test_reported_wins(report: str, hand: str, wilds: int, forms: Form, win: bool) -> None:
    assert is_win(reference.counts(hand), wilds, forms=forms) is win


@pytest.mark.parametrize(("report", "hand", "melds", "copies", "expected"), REPORTED_WAITS)
def test_reported_waits(report: str, hand: str, melds: str, copies: int, expected: str) -> None:
    held = reference.counts(melds)
    found = waits(reference.counts(hand), held=held, copies=copies)
    assert found == tuple(np.flatnonzero(list(reference.counts(expected))))
