"""Fans of chows in MCR, for every multiset of at most four chows, against the rules as they are written."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from mjcore.rules import chows
from mjcore.rules.chows import chow_fans
from mjcore.scoring.view import field

Chow = tuple[int, int]  # suit, rank of its first tile
EVERY_CHOW = [(suit, start) for suit in range(3) for start in range(1, 8)]
THREE = {
    chows.PURE_TRIPLE: 24,
    chows.PURE_STRAIGHT: 16,
    chows.PURE_SHIFTED: 16,
    chows.MIXED_STRAIGHT: 8,
    chows.MIXED_TRIPLE: 8,
    chows.MIXED_SHIFTED: 6,
}
TWO = (chows.PURE_DOUBLE, chows.MIXED_DOUBLE, chows.SHORT_STRAIGHT, chows.TWO_TERMINAL)
FOUR = {chows.QUADRUPLE: 48, chows.FOUR_SHIFTED: 32}


def key(found: Sequence[Chow]) -> int:
    codes = sorted(7 * suit + start for suit, start in found)
    return sum(code << 5 * place for place, code in enumerate(codes))


def multisets() -> Iterator[tuple[Chow, ...]]:
    for size in range(5):
        yield from combinations_with_replacement(EVERY_CHOW, size)


def fans(found: Sequence[Chow]) -> Counter[int]:
    """Places of fans and how often each counts; the shapes that need a certain pair left out."""
    value = chow_fans(key(found))
    return +Counter({fan: field(value, fan, 2) for fan in range(chows.PURE_TERMINAL)})


def three(one: Chow, two: Chow, last: Chow) -> int:
    """Points of the fan of three chows."""
    ordered = sorted((one, two, last), key=lambda chow: chow[1])
    starts = tuple(start for _, start in ordered)
    suits = len({suit for suit, _ in ordered})
    steps = (starts[1] - starts[0], starts[2] - starts[1])
    if suits == 1:
        return {(0, 0): 24, (3, 3): 16, (1, 1): 16, (2, 2): 16}.get(steps, 0)
    if suits == 3:
        return {(0, 0): 8, (3, 3): 8, (1, 1): 6}.get(steps, 0)
    return 0


def two(one: Chow, other: Chow) -> bool:
    """Whether two chows make a fan."""
    apart = abs(one[1] - other[1])
    return apart in (0, 3, 6) if one[0] == other[0] else apart == 0


def parts(found: Sequence[Chow]) -> int:
    """How many groups there are that fans of two join."""
    groups = [{place} for place in range(len(found))]
    for one, other in combinations(range(len(found)), 2):
        if two(found[one], found[other]):
            joined = [group for group in groups if group & {one, other}]
            groups = [group for group in groups if not group & {one, other}] + [set().union(*joined)]
    return len(groups)


def worth(found: Sequence[Chow]) -> int:
    if len(found) == 4 and len({suit for suit, _ in found}) == 1:
        starts = [start for _, start in found]
        steps = {second - first for first, second in pairwise(starts)}
        if steps in ({0}, {1}, {2}):
            return 48 if steps == {0} else 32
    best = 0
    for places in combinations(range(len(found)), 3):
        points = three(*(found[place] for place in places))
        others = [chow for place, chow in enumerate(found) if place not in places]
        joins = any(two(found[place], other) for place in places for other in others)
        best = max(best, points + joins if points else 0)
    return best or len(found) - parts(found)


def test_every_multiset() -> None:
    points = THREE | FOUR | dict.fromkeys(TWO, 1)
    number = 0
    for found in multisets():
        counted = fans(found)
        assert sum(points[fan] * times for fan, times in counted.items()) == worth(found), found
        assert sum(times for fan, times in counted.items() if fan not in TWO) <= 1, found
        number += 1
    assert number == 12_650


def test_terminal_chows_in_every_multiset() -> None:
    """The suit that the pair of fives must have: the chows' own, or the third."""
    for found in multisets():
        value = chow_fans(key(found))
        suits = sorted(suit for suit, _ in found)
        ends = [[(suit, 1), (suit, 7)] for suit in range(3)]
        pure = [suit + 1 for suit in range(3) if sorted(ends[suit] * 2) == sorted(found)]
        mixed = [
            4 - one - other
            for one, other in combinations(range(3), 2)
            if sorted(ends[one] + ends[other]) == sorted(found)
        ]
        assert field(value, chows.PURE_TERMINAL, 2) == (pure or [0])[0], suits
        assert field(value, chows.THREE_SUITED, 2) == (mixed or [0])[0], suits


# Chows as suit and first rank; how the points of fans of two are told apart.
TOLD = [
    ("m2 m2", {chows.PURE_DOUBLE: 1}),
    ("m2 p2", {chows.MIXED_DOUBLE: 1}),
    ("m2 m5", {chows.SHORT_STRAIGHT: 1}),
    ("m1 m7", {chows.TWO_TERMINAL: 1}),
    ("m1 p7", {}),
    ("m2 p5", {}),
    ("m2 m3", {}),
    ("s2 p2 p2", {chows.PURE_DOUBLE: 1, chows.MIXED_DOUBLE: 1}),
    ("s2 s5 p2 p5", {chows.MIXED_DOUBLE: 2, chows.SHORT_STRAIGHT: 1}),
    ("m1 m7 p1 p7", {chows.MIXED_DOUBLE: 2, chows.TWO_TERMINAL: 1}),
    ("m2 m2 p2 p2", {chows.PURE_DOUBLE: 2, chows.MIXED_DOUBLE: 1}),
    ("m1 m1 m4 m4", {chows.PURE_DOUBLE: 2, chows.SHORT_STRAIGHT: 1}),
    ("m1 m1 m4 p4", {chows.PURE_DOUBLE: 1, chows.MIXED_DOUBLE: 1, chows.SHORT_STRAIGHT: 1}),
    ("m1 m4 m7 m7", {chows.PURE_STRAIGHT: 1, chows.PURE_DOUBLE: 1}),
    ("m1 m4 m7 p4", {chows.PURE_STRAIGHT: 1, chows.MIXED_DOUBLE: 1}),
    ("m1 m2 m3 m5", {chows.PURE_SHIFTED: 1, chows.SHORT_STRAIGHT: 1}),
    ("m1 m2 m3 p7", {chows.PURE_SHIFTED: 1}),
    ("m1 m3 m5 m7", {chows.FOUR_SHIFTED: 1}),
    ("m2 m3 m4 m5", {chows.FOUR_SHIFTED: 1}),
    ("m1 m1 m1 m1", {chows.QUADRUPLE: 1}),
    ("m1 m1 m1 m4", {chows.PURE_TRIPLE: 1, chows.SHORT_STRAIGHT: 1}),
    ("m1 p1 s1 m7", {chows.MIXED_TRIPLE: 1, chows.TWO_TERMINAL: 1}),
    ("m1 p4 s7 s4", {chows.MIXED_STRAIGHT: 1, chows.MIXED_DOUBLE: 1}),
    ("m1 p2 s3 s3", {chows.MIXED_SHIFTED: 1, chows.PURE_DOUBLE: 1}),
]


@pytest.mark.parametrize(("text", "expected"), TOLD)
def test_how_points_are_told(text: str, expected: dict[int, int]) -> None:
    assert dict(fans([("mps".index(chow[0]), int(chow[1])) for chow in text.split()])) == expected
