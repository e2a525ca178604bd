"""Random wins of MCR of every kind, as `score_many` takes them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcore import corpora
from mjcore.corpora import ALL, CHARACTERS, CHOWS, KINDS, PAIRS, PUNGS, Hands
from mjcore.kernels.dtypes import NO_MELD
from mjcore.scoring.batch import HAND_DTYPE, WIN_DTYPE
from mjcore.wins import Flag

TABLE_DTYPE = np.dtype([("dealer", "i1"), ("prevalent", "i1")])
CHOW, PUNG, DIRECT_KONG, CONCEALED_KONG = 0, 1, 2, 4
SELF_DRAW, DISCARD, ROB_KONG = range(3)
_RANKS = ALL % 9
_SUITS = ALL < 27
#: The tiles of which four sets and a pair are laid, and the share of pungs among the sets.
DECKS = {
    "all": (ALL, 0.3),
    "all, many pungs": (ALL, 0.9),
    "all, chows": (ALL, 0.05),
    "one suit": (CHARACTERS, 0.3),
    "one suit, chows": (CHARACTERS, 0.05),
    "two suits": (np.arange(18), 0.2),
    "one suit and honours": (np.array([*CHARACTERS, *range(27, 34)]), 0.5),
    "terminals and honours": (np.flatnonzero(~_SUITS | (_RANKS % 8 == 0)), 1.0),
    "terminals": (np.flatnonzero(_SUITS & (_RANKS % 8 == 0)), 1.0),
    "honours": (np.arange(27, 34), 1.0),
    "low": (np.flatnonzero(_SUITS & (_RANKS < 4)), 0.4),
    "high": (np.flatnonzero(_SUITS & (_RANKS > 4)), 0.4),
    "middle": (np.flatnonzero(_SUITS & (_RANKS > 2) & (_RANKS < 6)), 0.4),
    "around five": (np.flatnonzero(_SUITS & (_RANKS > 1) & (_RANKS < 7)), 0.3),
    "ends": (np.flatnonzero(~_SUITS | (_RANKS < 3) | (_RANKS > 5)), 0.2),
    "low of one suit": (np.arange(5), 0.4),
    "even": (np.flatnonzero(_SUITS & (_RANKS % 2 == 1)), 1.0),
    "terminal chows": (np.array([4, 9, 10, 11, 15, 16, 17, 18, 19, 20, 24, 25, 26]), 0.0),
    "green": (np.array([19, 20, 21, 23, 25, 32]), 0.5),
    "reversible": (np.array([9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31]), 0.4),
}


class Wins(NamedTuple):
    """Arrays of one length."""

    hands: NDArray[Any]
    wins: NDArray[Any]
    tables: NDArray[Any]


def laid(
    rng: np.random.Generator, n: int, deck: NDArray[np.intp], pungs: float, sets: int = 4
) -> NDArray[Any]:
    """Complete hands: sets and a pair, some set down, some of those kongs."""
    allowed = np.isin(ALL, deck)
    chows = np.flatnonzero((CHOWS[:, ~allowed] == 0).all(axis=1))
    hands = np.zeros(n, HAND_DTYPE)
    hands["melds"]["type"] = NO_MELD
    todo = np.arange(n)
    while len(todo):
        size = len(todo)
        is_pung = (rng.random((size, sets)) < pungs) | (len(chows) == 0)
        chow = rng.choice(chows if len(chows) else np.arange(1), (size, sets))
        kinds = np.where(is_pung, rng.choice(deck, (size, sets)), CHOWS.argmax(axis=1)[chow])
        tiles = np.where(is_pung[:, :, None], PUNGS[kinds], CHOWS[chow])
        exposed = np.arange(sets) < rng.integers(0, sets + 1, (size, 1)) * (rng.random((size, 1)) < 0.6)
        kong = is_pung & exposed & (rng.random((size, sets)) < 0.5)
        hidden = kong & (rng.random((size, sets)) < 0.5)
        types = np.where(kong, np.where(hidden, CONCEALED_KONG, DIRECT_KONG), is_pung * PUNG)
        pair = PAIRS[rng.choice(deck, size)]
        hands["melds"]["type"][todo, :sets] = np.where(exposed, types, NO_MELD)
        hands["melds"]["kind"][todo, :sets] = kinds * exposed
        hands["counts"][todo] = pair + (tiles * ~exposed[:, :, None]).sum(axis=1)
        extra = (kong[:, :, None] * (PUNGS[kinds] // 3)).sum(axis=1)
        todo = todo[(pair + tiles.sum(axis=1) + extra > corpora.COPIES).any(axis=1)]
    return hands


def knitted_straights(rng: np.random.Generator, n: int) -> NDArray[Any]:
    """Nine knitted tiles beside a set, which may be set down, and a pair."""
    hands = laid(rng, 2 * n, ALL, 0.5, sets=1)
    hands["counts"] += rng.choice(corpora.KNITTED, len(hands))
    return hands[(hands["counts"] + melded(hands) <= corpora.COPIES).all(axis=1)][:n]


def melded(hands: NDArray[Any]) -> Hands:
    """34 counts of the tiles set down."""
    found = np.zeros((len(hands), KINDS), np.uint8)
    for place in range(hands["melds"].shape[1]):
        types, kinds = hands["melds"]["type"][:, place], hands["melds"]["kind"][:, place]
        chow = CHOWS[np.searchsorted(CHOWS.argmax(axis=1), kinds).clip(max=len(CHOWS) - 1)]
        pung = PUNGS[kinds] + (types >= DIRECT_KONG)[:, None] * (PUNGS[kinds] // 3)
        found += np.where((types == CHOW)[:, None], chow, pung) * (types != NO_MELD)[:, None]
    return found


def concealed(counts: Hands) -> NDArray[Any]:
    hands = np.zeros(len(counts), HAND_DTYPE)
    hands["melds"]["type"] = NO_MELD
    hands["counts"] = counts
    return hands


def pairs(rng: np.random.Generator, n: int, deck: NDArray[np.intp]) -> NDArray[Any]:
    """Seven pairs of few kinds, many of them twice."""
    halves = np.repeat(deck, 2)
    picks = rng.random((n, len(halves))).argpartition(6, axis=1)[:, :7]
    return concealed(PAIRS[halves[picks]].sum(axis=1, dtype=np.uint8))


def nine_gates(rng: np.random.Generator, n: int) -> NDArray[Any]:
    counts = np.zeros((n, KINDS), np.uint8)
    suit, rank = rng.integers(0, 3, n), rng.integers(0, 9, n)
    rows = np.arange(n)
    for place, copies in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)):
        counts[rows, 9 * suit + place] = copies
    counts[rows, 9 * suit + rank] += 1
    return concealed(counts)


def complete(rng: np.random.Generator, n: int) -> NDArray[Any]:
    """Complete hands of every kind, in a random order."""
    each = n // (len(DECKS) + 9)
    parts = [laid(rng, each, deck, pungs) for deck, pungs in DECKS.values()]
    parts += [knitted_straights(rng, 2 * each), concealed(corpora.knitted(rng, each))]
    parts += [concealed(corpora.orphans(rng, each)), nine_gates(rng, each)]
    parts += [pairs(rng, each, ALL), pairs(rng, each, CHARACTERS), pairs(rng, each // 2, np.arange(27, 34))]
    parts += [pairs(rng, each // 4, CHARACTERS[:7]), pairs(rng, each // 4, DECKS["terminals and honours"][0])]
    rest = n - sum(map(len, parts))
    return rng.permutation(np.concatenate([*parts, laid(rng, rest, ALL, 0.3)]))


def won(rng: np.random.Generator, n: int) -> Wins:
    """Wins that contradict nothing, with every circumstance."""
    hands = complete(rng, n)
    rows = np.arange(n)
    before = corpora.without(rng, hands["counts"])
    tile = (hands["counts"] - before).argmax(axis=1)
    wins = np.zeros(n, WIN_DTYPE)
    wins["tile"], wins["payer"], wins["winner"] = tile, -1, rng.integers(0, 4, n)
    wins["source"] = rng.integers(0, 2, n)
    alone = before[rows, tile] + melded(hands)[rows, tile] == 0
    wins["source"][alone & (rng.random(n) < 0.15)] = ROB_KONG
    kong = ((hands["melds"]["type"] >= DIRECT_KONG) & (hands["melds"]["type"] != NO_MELD)).any(axis=1)
    chances = {
        Flag.WALL_LAST: (wins["source"] != ROB_KONG) & (rng.random(n) < 0.15),
        Flag.REPLACEMENT: (wins["source"] == SELF_DRAW) & kong & (rng.random(n) < 0.3),
        Flag.LAST_OF_KIND: rng.random(n) < 0.15,
    }
    wins["flags"] = sum(flag * due for flag, due in chances.items())
    # The winning tile is among the others now and then: it was drawn, or is held already.
    apart = rng.random(n) < 0.7
    hands["counts"][apart] = before[apart]
    hands["flowers"][:, -8:] = rng.random((n, 8)) < rng.random((n, 1)) ** 4
    tables = np.zeros(n, TABLE_DTYPE)
    tables["dealer"], tables["prevalent"] = rng.integers(0, 4, (2, n))
    return Wins(hands, wins, tables)
