"""What chows make together in MCR: fans of four, three and two chows under the principle of account-once.

Source: the principles of non-separation, non-identical sets and account-once (套算一次) of the MCR book.
Chows that make a fan of four count nothing else. Three that make one may take one fan with the fourth.
Otherwise fans of two join chows as long as they close no ring.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

__all__ = [
    "FOUR_SHIFTED",
    "MIXED_DOUBLE",
    "MIXED_SHIFTED",
    "MIXED_STRAIGHT",
    "MIXED_TRIPLE",
    "PURE_DOUBLE",
    "PURE_SHIFTED",
    "PURE_STRAIGHT",
    "PURE_TERMINAL",
    "PURE_TRIPLE",
    "QUADRUPLE",
    "SHORT_STRAIGHT",
    "THREE_SUITED",
    "TWO_TERMINAL",
    "chow_fans",
]

# Places of two bits each in what `chow_fans` says. Fans of two chows come first, in the order in which one is
# preferred to another; then fans of three, the highest first.
PURE_DOUBLE, MIXED_DOUBLE, SHORT_STRAIGHT, TWO_TERMINAL = range(4)
PURE_TRIPLE, PURE_STRAIGHT, PURE_SHIFTED, MIXED_STRAIGHT, MIXED_TRIPLE, MIXED_SHIFTED = range(4, 10)
QUADRUPLE, FOUR_SHIFTED = 10, 11
#: 123 123 789 789: one more than the suit; the pair decides.
PURE_TERMINAL = 12
#: 123 789 in two suits: one more than the third suit; the pair decides.
THREE_SUITED = 13

_POINTS = {
    PURE_TRIPLE: 24,
    PURE_STRAIGHT: 16,
    PURE_SHIFTED: 16,
    MIXED_STRAIGHT: 8,
    MIXED_TRIPLE: 8,
    MIXED_SHIFTED: 6,
}


class Chow(NamedTuple):
    suit: int
    start: int  # rank of its first tile, 1 to 7


class Link(NamedTuple):
    fan: int
    ends: tuple[int, int]


@cache
def chow_fans(key: int) -> int:
    """How often each fan of chows counts.

    Parameters
    ----------
    key : int
        The column `chowkey` of a view: a multiset of chows, 5 bits each.

    Returns
    -------
    int
        Two bits a fan, at the places that the constants of this module name.

    Notes
    -----
    Remembered for each of the 12,650 multisets of at most four chows.

    Examples
    --------
    >>> from mjcore.scoring.view import field
    >>> field(chow_fans(1 | 4 << 5 | 7 << 10), PURE_STRAIGHT, width=2)
    1
    """
    chows = list(_chows(key))
    whole = _four(chows)
    if whole is not None:
        return _packed([whole])
    return _packed(_best(chows)) | _terminal(chows)


def _packed(fans: Sequence[int]) -> int:
    return sum(1 << 2 * fan for fan in fans)


def _chows(key: int) -> Iterator[Chow]:
    while key:
        suit, start = divmod((key & 31) - 1, 7)
        yield Chow(suit, start + 1)
        key >>= 5


def _shifted(starts: Sequence[int]) -> bool:
    """Whether each start is one above the one before, or each two."""
    steps = {second - first for first, second in pairwise(starts)}
    return len(steps) == 1 and steps <= {1, 2}


def _four(chows: Sequence[Chow]) -> int | None:
    starts = [chow.start for chow in chows]
    if len(chows) != 4 or len({chow.suit for chow in chows}) > 1:
        return None
    if len(set(starts)) == 1:
        return QUADRUPLE
    return FOUR_SHIFTED if _shifted(starts) else None


def _terminal(chows: Sequence[Chow]) -> int:
    """The shapes of the terminal chows that need a certain pair."""
    suits = sorted(chow.suit for chow in chows)
    if sorted(chow.start for chow in chows) != [1, 1, 7, 7] or suits[0] != suits[1] or suits[2] != suits[3]:
        return 0
    if suits[0] == suits[3]:
        return suits[0] + 1 << 2 * PURE_TERMINAL
    if any(sorted(chow.start for chow in chows if chow.suit == suit) != [1, 7] for suit in suits):
        return 0
    return 3 - suits[0] - suits[3] + 1 << 2 * THREE_SUITED


def _three(chows: Sequence[Chow]) -> int | None:
    suits = {chow.suit for chow in chows}
    starts = sorted(chow.start for chow in chows)
    if len(suits) == 1:
        if starts[0] == starts[2]:
            return PURE_TRIPLE
        if starts == [1, 4, 7]:
            return PURE_STRAIGHT
        return PURE_SHIFTED if _shifted(starts) else None
    if len(suits) < 3:
        return None
    if starts[0] == starts[2]:
        return MIXED_TRIPLE
    if starts == [1, 4, 7]:
        return MIXED_STRAIGHT
    return MIXED_SHIFTED if starts == [starts[0], starts[0] + 1, starts[0] + 2] else None


def _two(one: Chow, other: Chow) -> int | None:
    apart = abs(one.start - other.start)
    if one.suit != other.suit:
        return MIXED_DOUBLE if apart == 0 else None
    return {0: PURE_DOUBLE, 3: SHORT_STRAIGHT, 6: TWO_TERMINAL}.get(apart)


def _links(chows: Sequence[Chow]) -> list[Link]:
    found = []
    for ends in combinations(range(len(chows)), 2):
        fan = _two(chows[ends[0]], chows[ends[1]])
        if fan is not None:
            found.append(Link(fan, (ends[0], ends[1])))
    return found


def _best(chows: Sequence[Chow]) -> list[int]:
    """The fans of the best choice of three chows and what joins the fourth to them, or of the best links."""
    links = _links(chows)
    best: list[int] = []
    for three in combinations(range(len(chows)), 3):
        fan = _three([chows[place] for place in three])
        if fan is not None:
            joining = sorted(link.fan for link in links if (link.ends[0] in three) != (link.ends[1] in three))
            found = [fan, *joining[:1]]
            if not best or _worth(found) > _worth(best):
                best = found
    return best or _forest(links, len(chows))


def _worth(fans: Sequence[int]) -> int:
    return sum(_POINTS.get(fan, 1) for fan in fans)


def _forest(links: Sequence[Link], size: int) -> list[int]:
    """The fans of as many links as close no ring: no chow twice in one, many different ones, high ones."""
    for number in range(size - 1, 0, -1):
        forests = [chosen for chosen in combinations(links, number) if _is_forest(chosen, size)]
        if forests:
            return min(map(_liking, forests))[-1]
    return []


def _is_forest(links: Sequence[Link], size: int) -> bool:
    tree = list(range(size))
    for link in links:
        one, other = (tree[end] for end in link.ends)
        if one == other:
            return False
        tree = [one if mark == other else mark for mark in tree]
    return True


def _liking(links: Sequence[Link]) -> tuple[int, int, list[int]]:
    fans = sorted(link.fan for link in links)
    uses = [(link.fan, end) for link in links for end in link.ends]
    return len(uses) - len(set(uses)), -len(set(fans)), fans
