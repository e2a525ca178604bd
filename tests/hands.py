"""Hands by their kind, of any size, with or without melds set down: what is asked about distances."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from mjcore import Form, corpora
from mjcore.corpora import ALL, CHARACTERS, CHOWS, PUNGS, Hands

EVERY_FORM = reduce(or_, Form)
HONOURS = np.arange(27, 34)
OUTSIDE = np.array([0, 8, 9, 17, 18, 26, *HONOURS])
#: The tiles of which a kind of hand is dealt.
DECKS = {
    "random": ALL,
    "two suits": np.arange(18),
    "half flush": np.array([*CHARACTERS, *HONOURS]),
    "full flush": CHARACTERS,
    "terminals and honours": OUTSIDE,
    "honours": HONOURS,
    "one end": np.arange(5),
}
WAITING = range(1, 17, 3)
COMPLETE = range(2, 18, 3)

Melded = tuple[Hands, NDArray[np.uint8], Hands]  # concealed natural tiles, wild ones, tiles of melds


def dealt(rng: np.random.Generator, n: int, tiles: int) -> Iterator[Hands]:
    """Hands of so many natural tiles, `n` of each kind, and some that hold four alike wherever they can."""
    for kinds in DECKS.values():
        if tiles <= 4 * len(kinds):
            yield corpora.deal(rng, n, tiles, kinds)
        if tiles < 4 * len(kinds):
            yield corpora.quads(rng, n // 4, tiles, kinds)


def sized(rng: np.random.Generator, n: int, total: int, wilds: int) -> Hands:
    """Hands of all kinds with so many tiles, and complete and nearly complete ones."""
    parts = [corpora.without(rng, hands, wilds) for hands in dealt(rng, n, total)]
    if total % 3 == 2:
        whole = corpora.winners(rng, n, total // 3)
    else:
        whole = corpora.without(rng, corpora.winners(rng, n, total // 3))
    parts += [corpora.without(rng, hands, wilds) for hands in (whole, corpora.exchanged(rng, whole))]
    return np.concatenate(parts)


def special(rng: np.random.Generator, n: int) -> Hands:
    """14 tiles that are or nearly are of the forms without melds."""
    makers = [corpora.pairs, corpora.orphans, corpora.knitted]
    near = np.concatenate([make(rng, n) for make in makers])
    straight = corpora.knitted_straights(rng, 2 * n)
    near = np.concatenate([near, straight[(straight <= 4).all(axis=1)][:n]])
    far = corpora.exchanged(rng, corpora.exchanged(rng, near))
    return np.concatenate([near, corpora.exchanged(rng, near), far, corpora.exchanged(rng, far)])


def melded(rng: np.random.Generator, n: int, remainder: int, most_wilds: int = 0) -> Melded:
    """Hands of all kinds with one to four melds, kongs among them, of the same tiles."""
    rows = [one_melded(rng, deck, remainder, most_wilds) for _ in range(n) for deck in DECKS.values()]
    hands, wilds, held = zip(*rows, strict=True)
    return np.array(hands, np.uint8), np.array(wilds, np.uint8), np.array(held, np.uint8)


def one_melded(
    rng: np.random.Generator, deck: NDArray[np.intp], remainder: int, most_wilds: int
) -> tuple[NDArray[np.integer], int, NDArray[np.integer]]:
    sets = int(rng.integers(4, 6))
    exposed = int(rng.integers(1, min(sets, len(deck) // 3) + 1))
    total = 3 * (sets - exposed) + remainder
    wilds = min(int(rng.integers(0, most_wilds + 1)), total)
    held = melds_of(rng, deck, exposed)
    while len(wall := np.repeat(deck, 4 - held[deck])) < total - wilds:
        held = melds_of(rng, deck, exposed)
    tiles = rng.choice(wall, total - wilds, replace=False)
    return np.bincount(tiles, minlength=34), wilds, held


def melds_of(rng: np.random.Generator, deck: NDArray[np.intp], exposed: int) -> NDArray[np.intp]:
    """Lay so many chows, pungs and kongs."""
    allowed = [rows[(rows[:, ~np.isin(ALL, deck)] == 0).all(axis=1)] for rows in (PUNGS, CHOWS)]
    kongs = (allowed[0] // 3) * 4
    choices = np.concatenate([allowed[0], allowed[1], kongs]).astype(np.intp)
    held = np.zeros(34, np.intp)
    for _ in range(exposed):
        fitting = choices[(choices + held <= 4).all(axis=1)]
        if len(fitting):
            held = held + rng.choice(fitting)
    return held
