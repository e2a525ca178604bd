"""Seeded hands for benchmarks and tests: rows of 34 counts as uint8, built in bulk."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Hands = NDArray[np.uint8]
Rng = np.random.Generator

KINDS = 34
COPIES = 4
ALL = np.arange(KINDS)
CHARACTERS = np.arange(9)
SIMPLES = np.array([kind for kind in range(27) if 0 < kind % 9 < 8])
_CHUNK = 100_000


def _melds() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Rows of counts of the 34 pungs and of the 21 chows."""
    pungs = 3 * np.eye(KINDS, dtype=np.uint8)
    starts = np.array([suit + rank for suit in (0, 9, 18) for rank in range(7)])
    chows = np.zeros((len(starts), KINDS), np.uint8)
    for step in range(3):
        chows[np.arange(len(starts)), starts + step] = 1
    return pungs, chows


PUNGS, CHOWS = _melds()
_CHOW_STARTS = CHOWS.argmax(axis=1)
# For each kind the chow that it begins; for others any.
_CHOW_OF = np.searchsorted(_CHOW_STARTS, ALL).clip(max=len(CHOWS) - 1)
KNITTED = np.array(
    [
        np.isin(ALL, [9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)])
        for starts in permutations(range(3))
    ],
    np.uint8,
)
PAIRS = 2 * np.eye(KINDS, dtype=np.uint8)


def _in_chunks(build: Callable[[int], Hands], n: int) -> Hands:
    sizes = [min(_CHUNK, n - done) for done in range(0, n, _CHUNK)]
    return np.concatenate([np.zeros((0, KINDS), np.uint8), *map(build, sizes)])


def deal(rng: Rng, n: int, tiles: int, kinds: NDArray[np.intp] = ALL) -> Hands:
    """Deal `tiles` tiles to each hand from four copies of each of `kinds`."""
    wall = np.repeat(kinds, COPIES)

    def build(size: int) -> Hands:
        order = rng.random((size, len(wall)), dtype=np.float32).argpartition(tiles - 1, axis=1)
        rows = np.arange(size)[:, None] * KINDS
        flat = (rows + wall[order[:, :tiles]]).ravel()
        return np.bincount(flat, minlength=size * KINDS).reshape(size, KINDS).astype(np.uint8)

    return _in_chunks(build, n) if tiles else np.zeros((n, KINDS), np.uint8)


def winners(rng: Rng, n: int, melds: int = 4, *, kinds: NDArray[np.intp] = ALL, pungs: float = 0.3) -> Hands:
    """Lay `melds` melds and a pair of `kinds`; a share `pungs` of the melds are pungs."""
    allowed = np.isin(ALL, kinds)
    own = [rows[(rows[:, ~allowed] == 0).all(axis=1)] for rows in (PUNGS, CHOWS, PAIRS)]

    def lay(size: int) -> Hands:
        hands = rng.choice(own[2], size)
        for _ in range(melds):
            pung = rng.random(size)[:, None] < pungs
            hands = hands + np.where(pung, rng.choice(own[0], size), rng.choice(own[1], size))
        return hands

    def build(size: int) -> Hands:
        hands = lay(size)
        while (over := (hands > COPIES).any(axis=1)).any():
            hands[over] = lay(int(over.sum()))
        return hands

    return _in_chunks(build, n)


def pairs(rng: Rng, n: int) -> Hands:
    """Lay seven pairs; a kind may come twice."""
    halves = np.repeat(ALL, 2)
    picks = rng.random((n, len(halves))).argpartition(6, axis=1)[:, :7]
    return np.asarray(PAIRS[halves[picks]].sum(axis=1, dtype=np.uint8))


def orphans(rng: Rng, n: int) -> Hands:
    """Lay the thirteen orphans and one of them again."""
    kinds = np.array([0, 8, 9, 17, 18, 26, *range(27, 34)])
    hands = np.zeros((n, KINDS), np.uint8)
    hands[:, kinds] = 1
    hands[np.arange(n), rng.choice(kinds, n)] += 1
    return hands


def knitted(rng: Rng, n: int) -> Hands:
    """Lay honours and knitted tiles, 14 of the 16 of an order."""
    allowed = (rng.choice(KNITTED, n) | np.isin(ALL, np.arange(27, 34))).astype(np.uint8)
    return without(rng, allowed, 2)


def knitted_straights(rng: Rng, n: int, melds: int = 1) -> Hands:
    """Lay a knitted straight beside a pair and `melds` melds, now and then with five of a kind."""
    return rng.choice(KNITTED, n) + winners(rng, n, melds)


def quads(rng: Rng, n: int, tiles: int, kinds: NDArray[np.intp] = ALL) -> Hands:
    """Lay `tiles` tiles, all four of a kind together, the remainder of one more kind."""
    picks = rng.random((n, len(kinds))).argsort(axis=1)[:, : tiles // COPIES + 1]
    hands = np.zeros((n, KINDS), np.uint8)
    for column in range(picks.shape[1]):
        hands[np.arange(n), kinds[picks[:, column]]] = min(COPIES, tiles - COPIES * column)
    return hands


def _pick(rng: Rng, weights: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Pick one column a row, as often as its weight says."""
    sums = weights.cumsum(axis=1, dtype=np.uint8)
    at = (rng.random(len(weights)) * sums[:, -1]).astype(np.uint8)
    return np.asarray((sums <= at[:, None]).sum(axis=1))


def without(rng: Rng, hands: Hands, tiles: int | NDArray[np.integer] = 1) -> Hands:
    """Take `tiles` random tiles out of each hand (a number, or one a row)."""
    rest = hands.copy()
    each = np.broadcast_to(tiles, len(hands))
    for done in range(int(each.max(initial=0))):
        rows = np.flatnonzero(each > done)
        rest[rows, _pick(rng, rest[rows])] -= 1
    return rest


def exchanged(rng: Rng, hands: Hands, kinds: NDArray[np.intp] = ALL) -> Hands:
    """Exchange one random tile of each hand for a random one of `kinds`."""
    rest = without(rng, hands)
    spare = np.zeros_like(rest)
    spare[:, kinds] = COPIES - rest[:, kinds]
    rest[np.arange(len(rest)), _pick(rng, spare)] += 1
    return rest


def half_winners(rng: Rng, n: int) -> Hands:
    """Mix winners of 14 tiles with hands that are one exchange off (a few of them win too)."""
    hands = np.concatenate([winners(rng, n // 2), exchanged(rng, winners(rng, n - n // 2))])
    return rng.permutation(hands)


def mixed(rng: Rng, n: int, most_wilds: int = 8) -> tuple[Hands, NDArray[np.uint8]]:
    """Mix hands of all sizes, 2 to 17 tiles, with 0 to `most_wilds` of them wild, few more often.

    Half are laid as winners, some of them with tiles exchanged; half are deals. Many are of one suit, and
    many hold four of a kind.
    """
    each = n // 6
    parts = [_sized(rng, each if melds else n - 5 * each, melds) for melds in range(6)]
    hands = rng.permutation(np.concatenate(parts))
    wilds = rng.integers(0, most_wilds + 1, (2, n)).min(axis=0)
    wilds = np.minimum(wilds, hands.sum(axis=1)).astype(np.uint8)
    return without(rng, hands, wilds), wilds


def _sized(rng: Rng, n: int, melds: int) -> Hands:
    tiles = 3 * melds + 2
    part = n // 12
    parts = [pairs(rng, part // 2), orphans(rng, part // 2)] if melds == 4 else []
    for kinds in (ALL, CHARACTERS):
        parts += [winners(rng, part, melds, kinds=kinds, pungs=pungs) for pungs in (0.2, 0.8)]
        near = exchanged(rng, winners(rng, part, melds, kinds=kinds), kinds)
        parts += [near, exchanged(rng, near, kinds), deal(rng, part, tiles, kinds)]
    parts.append(quads(rng, part // 2, tiles, CHARACTERS))
    made = np.concatenate(parts)
    return np.concatenate([made, deal(rng, n - len(made), tiles)])


def wild(rng: Rng, n: int) -> tuple[Hands, NDArray[np.uint8]]:
    """Half winners of 14 tiles of which one to four are wild."""
    wilds = rng.integers(1, 5, n).astype(np.uint8)
    return without(rng, half_winners(rng, n), wilds), wilds


def ready(rng: Rng, n: int) -> Hands:
    """Deal hands of 13 tiles that wait."""
    return without(rng, winners(rng, n))


def ready_wild(rng: Rng, n: int) -> tuple[Hands, NDArray[np.uint8]]:
    """Deal hands of 13 tiles that wait, one to four of them wild."""
    wilds = rng.integers(1, 5, n).astype(np.uint8)
    return without(rng, winners(rng, n), wilds + 1), wilds


def idle(rng: Rng, n: int) -> Hands:
    """Deal hands of 13 tiles that wait for nothing.

    A lone kind can only become the pair, so a hand with two of them is at best near thirteen
    orphans, and a hand with a tile of 2-8 is not.
    """

    def may_wait(hands: Hands) -> NDArray[np.bool_]:
        return np.asarray((lone_kinds(hands) < 2) | ~hands[:, SIMPLES].any(axis=1))

    hands = deal(rng, n, 13)
    while (again := may_wait(hands)).any():
        hands[again] = deal(rng, int(again.sum()), 13)
    return hands


def won(rng: Rng, n: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Win hands of 14 tiles, half by a discard, as `score_many` takes them: HAND_DTYPE and WIN_DTYPE.

    Up to two of their sets are melds. A quarter is of one suit.
    """
    from mjcore.kernels.dtypes import HAND_DTYPE, NO_MELD
    from mjcore.scoring.batch import WIN_DTYPE

    hands, wins = np.zeros(n, HAND_DTYPE), np.zeros(n, WIN_DTYPE)
    hands["melds"]["type"] = NO_MELD
    todo = np.arange(n)
    while len(todo):
        pungs, kinds, pair = _sets(rng, todo, n // 4)
        exposed = np.arange(4) < rng.integers(0, 3, (len(todo), 1))
        sets = np.where(pungs[:, :, None], PUNGS[kinds], CHOWS[_CHOW_OF[kinds]])
        hands["counts"][todo] = PAIRS[pair] + (sets * ~exposed[:, :, None]).sum(axis=1)
        hands["melds"]["type"][todo, :4] = np.where(exposed, pungs, NO_MELD)
        hands["melds"]["kind"][todo, :4] = kinds * exposed
        todo = todo[(PAIRS[pair] + sets.sum(axis=1) > COPIES).any(axis=1)]
    wins["tile"] = _pick(rng, hands["counts"])
    wins["source"], wins["payer"] = rng.integers(0, 2, n), -1
    return hands, wins


def _sets(rng: Rng, rows: NDArray[np.intp], one_suit: int) -> tuple[NDArray[Any], ...]:
    """Pick four sets, whether each is a pung, its lowest kind, and a pair; of one suit in the first rows."""
    most = np.where(rows < one_suit, len(CHARACTERS), KINDS)[:, None]
    pungs = rng.random((len(rows), 4)) < 0.3
    chows = _CHOW_STARTS[(rng.random(pungs.shape) * np.where(most < KINDS, 7, 21)).astype(int)]
    kinds = np.where(pungs, (rng.random(pungs.shape) * most).astype(int), chows)
    return pungs, kinds, (rng.random(len(rows)) * most[:, 0]).astype(int)


def lone_kinds(hands: Hands) -> NDArray[np.intp]:
    """Count the kinds of which a hand has one tile and none within two ranks."""
    lone = hands == 1
    for suit in (slice(0, 9), slice(9, 18), slice(18, 27)):
        held = np.pad(hands[:, suit] > 0, ((0, 0), (2, 2)))
        lone[:, suit] &= ~(held[:, :-4] | held[:, 1:-3] | held[:, 3:-1] | held[:, 4:])
    return np.asarray(lone.sum(axis=1))
