"""What the kernels must say, found slowly and obviously.

Nothing here is shared with the library but the names of the forms. A complete hand of 3m+2 tiles
has m melds and a pair, and a wild tile stands for any kind. So a hand is complete if m melds and a
pair can be named that hold all its natural tiles: what else they hold, the wild tiles are. If
fewer melds are enough, wild tiles make the others on their own.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from mjcore import INVALID, Form

KINDS = 34
COPIES = 4
GROUPS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))
SUITS = {"m": 0, "p": 9, "s": 18, "z": 27}
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)

# 1-4-7, 2-5-8 and 3-6-9 over the three suits in every order.
BODIES = [
    [9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)]
    for starts in permutations(range(3))
]

Group = tuple[int, ...]


def counts(text: str) -> bytes:
    """Read natural tiles in MPSZ, ``123m11z``."""
    tiles = [0] * KINDS
    suit = 0
    for letter in reversed(text):
        if letter in SUITS:
            suit = SUITS[letter]
        else:
            tiles[suit + int(letter) - 1] += 1
    return bytes(tiles)


# One hand ----------------------------------------------------------------------------------


def without(group: Group, part: Sequence[int]) -> Group:
    """Lay aside the tiles of `part`, as far as the group has them."""
    rest = list(group)
    for rank in part:
        rest[rank] = max(rest[rank] - 1, 0)
    return tuple(rest)


def melds(ranks: int) -> list[tuple[int, int, int]]:
    """List the melds of a suit (9 ranks) or of the honours (7, no chows)."""
    chows = [(r, r + 1, r + 2) for r in range(7)] if ranks == 9 else []
    return [(r, r, r) for r in range(ranks)] + chows


@cache
def fewest_melds(group: Group) -> int:
    """Count the fewest melds that hold all tiles of a group."""
    if not any(group):
        return 0
    first = next(rank for rank, count in enumerate(group) if count)
    return 1 + min(fewest_melds(without(group, meld)) for meld in melds(len(group)) if first in meld)


@cache
def fewest_beside_pair(group: Group) -> int:
    """Count the fewest melds that hold all tiles of a group but those of one pair."""
    return min(fewest_melds(without(group, (rank, rank))) for rank in range(len(group)))


def standard(tiles: Sequence[int], total: int) -> bool:
    groups = [tuple(tiles[group]) for group in GROUPS]
    plain = [fewest_melds(group) for group in groups]
    paired = [fewest_beside_pair(group) for group in groups]
    fewest = min(sum(plain) - plain[g] + paired[g] for g in range(4))
    return total % 3 == 2 and 3 * fewest + 2 <= total


def seven_pairs(tiles: Sequence[int], total: int) -> bool:
    return total == 14 and sum((count + 1) // 2 for count in tiles) <= 7


def distinct_pairs(tiles: Sequence[int], total: int) -> bool:
    return total == 14 and max(tiles) <= 2 and sum(count > 0 for count in tiles) <= 7


def thirteen_orphans(tiles: Sequence[int], total: int) -> bool:
    others = [count for kind, count in enumerate(tiles) if kind not in ORPHANS]
    doubled = sum(max(tiles[kind] - 1, 0) for kind in ORPHANS)
    return total == 14 and not any(others) and doubled <= 1


def knitted(tiles: Sequence[int], total: int) -> bool:
    kinds = [{*body, *range(27, 34)} for body in BODIES]
    held = {kind for kind, count in enumerate(tiles) if count}
    return total == 14 and max(tiles) <= 1 and any(held <= allowed for allowed in kinds)


def knitted_straight(tiles: Sequence[int], total: int) -> bool:
    """Fill each place of a straight with its tile, or with a wild one."""
    wilds = total - sum(tiles)
    return total in (11, 14) and any(
        len(body) - len(natural) <= wilds and standard(minus(tiles, natural), total - len(body))
        for body in BODIES
        for natural in subsets([kind for kind in body if tiles[kind]])
    )


def minus(tiles: Sequence[int], kinds: Sequence[int]) -> list[int]:
    return [count - (kind in kinds) for kind, count in enumerate(tiles)]


def subsets(kinds: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(kinds, size) for size in range(len(kinds), -1, -1))


SHAPES = {
    Form.STANDARD: standard,
    Form.SEVEN_PAIRS: seven_pairs,
    Form.DISTINCT_PAIRS: distinct_pairs,
    Form.THIRTEEN_ORPHANS: thirteen_orphans,
    Form.KNITTED: knitted,
    Form.KNITTED_STRAIGHT: knitted_straight,
}


def is_win(tiles: Sequence[int], wilds: int = 0, forms: Form = Form.USUAL) -> bool:
    total = sum(tiles) + wilds
    return any(shape(tiles, total) for form, shape in SHAPES.items() if form in forms)


def waits(
    tiles: Sequence[int],
    wilds: int = 0,
    forms: Form = Form.USUAL,
    held: Sequence[int] = (0,) * KINDS,
    copies: int = 4,
) -> tuple[int, ...]:
    """Draw each kind of which a copy may be left."""
    return tuple(
        kind
        for kind in range(KINDS)
        if tiles[kind] + held[kind] < copies and is_win(drawn(tiles, kind), wilds, forms)
    )


def drawn(tiles: Sequence[int], kind: int) -> list[int]:
    after = list(tiles)
    after[kind] += 1
    return after


def substitutions(tiles: Sequence[int], wilds: int) -> Iterator[list[int]]:
    """Put every kind in the place of every wild tile."""
    for kinds in combinations_with_replacement(range(KINDS), wilds):
        placed = list(tiles)
        for kind in kinds:
            placed[kind] += 1
        yield placed


# How far one hand is ---------------------------------------------------------------------------
#
# A target is a complete hand of a form. It misses the tiles that it has beyond those of the hand; the
# distance is that of the target which misses fewest. Without wild tiles a target may hold, of each kind,
# what melds leave of four copies. With wild tiles a tile yet to be drawn may be wild: no kind runs out.

UNLIMITED = 99
NO_TARGET = 1_000
Laid = dict[tuple[int, int], NDArray[np.int8]]  # by (pairs, melds): (kinds, targets)


@cache
def targets(ranks: int, most_melds: int, limited: bool) -> Laid:
    """Lay up to so many melds, and a pair or none, of a suit or of the honours in every way."""
    ones = np.eye(ranks, dtype=np.int8)
    steps = np.stack([ones[list(meld)].sum(axis=0) for meld in melds(ranks)], axis=1)
    laid = {(0, 0): np.zeros((ranks, 1), np.int8)}
    for count in range(most_melds):
        laid[0, count + 1] = joined(laid[0, count], steps, limited)
    for count in range(most_melds + 1):
        laid[1, count] = joined(laid[0, count], 2 * ones, limited)
    return laid


def joined(some: NDArray[np.int8], others: NDArray[np.integer], limited: bool) -> NDArray[np.int8]:
    """Add each of `others` to each of `some`."""
    both = (some[:, :, None] + others[:, None].astype(np.int8)).reshape(len(some), -1)
    both = np.unique(both, axis=1)
    return both[:, (both <= COPIES).all(axis=0)] if limited else both


@cache
def group_costs(group: Group, caps: Group, base: Group, most_melds: int) -> list[tuple[int, int, int]]:
    """List (pairs, melds, fewest tiles missing) for a group. `base` is laid in any case."""
    least, most = (np.array(each, np.int8)[:, None] for each in (base, caps))
    lacking = np.array(base, np.int8)[:, None] - np.array(group, np.int8)[:, None]
    costs = []
    for (pairs, melds), laid in targets(len(group), most_melds, max(caps) <= COPIES).items():
        missing = np.maximum(laid + lacking, 0).sum(axis=0, dtype=np.int8)
        fitting = missing[(laid <= most - least).all(axis=0)]
        costs.append((pairs, melds, int(fitting.min()) if len(fitting) else NO_TARGET))
    return costs


def standard_missing(
    tiles: Sequence[int], caps: Sequence[int], most_melds: int, base: Sequence[int] = (0,) * KINDS
) -> int:
    """Share the melds and the pair among the groups in every way."""
    best = {(0, 0): 0}
    for group in GROUPS:
        costs = group_costs(tuple(tiles[group]), tuple(caps[group]), tuple(base[group]), most_melds)
        step: dict[tuple[int, int], int] = {}
        for (pairs, melds), before in best.items():
            for more_pairs, more_melds, missing in costs:
                shared = pairs + more_pairs, melds + more_melds
                step[shared] = min(step.get(shared, NO_TARGET), before + missing)
        best = step
    return best[1, most_melds]


def pairs_missing(tiles: Sequence[int], caps: Sequence[int], most_pairs: int) -> int:
    """Take the seven cheapest pairs; of one kind no more than `most_pairs`."""
    costs = [
        max(2 * pair - max(count, 2 * pair - 2), 0)
        for count, cap in zip(tiles, caps, strict=True)
        for pair in range(1, min(cap // 2, most_pairs) + 1)
    ]
    return sum(sorted(costs)[:7]) if len(costs) >= 7 else NO_TARGET


def orphans_missing(tiles: Sequence[int], caps: Sequence[int]) -> int:
    """Double each of the orphans."""
    return min(target_missing(tiles, caps, drawn(one_each(ORPHANS), kind)) for kind in ORPHANS)


def knitted_missing(tiles: Sequence[int], caps: Sequence[int]) -> int:
    """Take fourteen of the sixteen kinds of an order, those of the hand first."""
    costs = [
        sorted(int(not tiles[kind]) for kind in (*body, *range(27, 34)) if caps[kind]) for body in BODIES
    ]
    return min((sum(each[:14]) for each in costs if len(each) >= 14), default=NO_TARGET)


def knitted_straight_missing(tiles: Sequence[int], caps: Sequence[int], most_melds: int) -> int:
    return min(standard_missing(tiles, caps, most_melds - 3, one_each(body)) for body in BODIES)


def one_each(kinds: Sequence[int]) -> list[int]:
    return [int(kind in kinds) for kind in range(KINDS)]


def target_missing(tiles: Sequence[int], caps: Sequence[int], target: Sequence[int]) -> int:
    fits = all(count <= cap for count, cap in zip(target, caps, strict=True))
    return sum(max(t - c, 0) for t, c in zip(target, tiles, strict=True)) if fits else NO_TARGET


def missing(tiles: Sequence[int], caps: Sequence[int], total: int, forms: Form) -> int:
    """Count the fewest tiles missing for one of the forms of so many tiles."""
    melds = total // 3
    found = [standard_missing(tiles, caps, melds)] if Form.STANDARD in forms else []
    if melds == 4 and Form.SEVEN_PAIRS in forms:
        found.append(pairs_missing(tiles, caps, 7))
    if melds == 4 and Form.DISTINCT_PAIRS in forms:
        found.append(pairs_missing(tiles, caps, 1))
    if melds == 4 and Form.THIRTEEN_ORPHANS in forms:
        found.append(orphans_missing(tiles, caps))
    if melds == 4 and Form.KNITTED in forms:
        found.append(knitted_missing(tiles, caps))
    if melds in (3, 4) and Form.KNITTED_STRAIGHT in forms:
        found.append(knitted_straight_missing(tiles, caps, melds))
    return min(found, default=NO_TARGET)


def distance(tiles: Sequence[int], wilds: int, forms: Form, held: Sequence[int], total: int) -> int:
    caps = [UNLIMITED if wilds else COPIES - melded for melded in held]
    fewest = missing(tiles, caps, total, forms)
    return INVALID if fewest >= NO_TARGET else max(fewest - wilds, 0) - 1


def shanten(
    tiles: Sequence[int], wilds: int = 0, forms: Form = Form.USUAL, held: Sequence[int] = (0,) * KINDS
) -> int:
    return distance(tiles, wilds, forms, held, sum(tiles) + wilds)


def useful(
    tiles: Sequence[int], wilds: int = 0, forms: Form = Form.USUAL, held: Sequence[int] = (0,) * KINDS
) -> tuple[int, ...]:
    """Draw each kind of which a copy may be left, and keep it besides all others."""
    total = sum(tiles) + wilds
    now = distance(tiles, wilds, forms, held, total)
    return tuple(
        kind
        for kind in range(KINDS)
        if tiles[kind] + held[kind] < COPIES and distance(drawn(tiles, kind), wilds, forms, held, total) < now
    )


def discards(
    tiles: Sequence[int], wilds: int = 0, forms: Form = Form.USUAL, held: Sequence[int] = (0,) * KINDS
) -> list[int]:
    return [
        shanten(minus(tiles, [kind]), wilds, forms, held) if tiles[kind] else INVALID for kind in range(KINDS)
    ]


# Many hands, the standard form only -----------------------------------------------------------

FAR = 99  # more melds than a hand of 17 tiles has


def cover_table(ranks: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Tabulate `fewest_melds` and `fewest_beside_pair` of every state with up to four a kind.

    A state is held by n melds if laying one of them aside leaves a state held by n - 1.
    The index is the state read as a number in base 5, its first rank leading.
    """
    shape = (5,) * ranks
    states = np.indices(shape, dtype=np.int8).reshape(ranks, -1)

    def aside(part: tuple[int, ...]) -> NDArray[np.intp]:
        taken = np.bincount(part, minlength=ranks).astype(np.int8)
        rest = np.maximum(states - taken[:, None], 0)
        return np.asarray(np.ravel_multi_index(tuple(rest), shape))

    plain = np.full(5**ranks, FAR, np.int8)
    plain[0] = 0
    steps = [aside(meld) for meld in melds(ranks)]
    for count in range(1, 7):
        for rest in steps:
            plain[(plain == FAR) & (plain[rest] == count - 1)] = count
    paired = np.minimum.reduce([plain[aside((rank, rank))] for rank in range(ranks)])
    return plain, paired


@cache
def cover_tables() -> list[tuple[NDArray[np.int8], NDArray[np.int8]]]:
    suit = cover_table(9)
    return [suit, suit, suit, cover_table(7)]


def melds_needed(hands: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Count the fewest melds that hold, beside one pair, all natural tiles of each row of (n, 34)."""
    keys = (hands.astype(np.float64) @ key_weights()).astype(np.intp).T
    tables = cover_tables()
    plain = [tables[g][0][keys[g]].astype(np.int16) for g in range(4)]
    paired = [tables[g][1][keys[g]].astype(np.int16) for g in range(4)]
    total = sum(plain, np.zeros(len(hands), np.int16))
    return np.asarray(np.minimum.reduce([total - plain[g] + paired[g] for g in range(4)]))


def key_weights() -> NDArray[np.float64]:
    """Say what each of 34 counts adds to the index of each group."""
    weights = np.zeros((KINDS, 4))
    for g, group in enumerate(GROUPS):
        weights[group, g] = 5.0 ** np.arange(group.stop - group.start)[::-1]
    return weights
