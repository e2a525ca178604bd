"""What a predicate reads: the columns of a view, and helpers that serve Python ints and uint64 arrays alike.

A predicate is one expression over columns, constants and these helpers, and gives a bool or a count. It joins
conditions with ``&`` and ``|`` and never asks for one truth value, so that it may be asked about a million
rows at once; `tests/test_predicates.py` holds every predicate to this.

A set of kinds is a mask of 34 bits. A view is of one reading and one set that the winning tile completes;
wild tiles count as what they stand for. The columns are:

=====================  ==================================================================================
kinds, four            kinds that are there, and four times or more, melds and winning tile included
suits                  5 bits: characters, dots, bamboo, winds, dragons
before, before2, 3     concealed natural tiles before the win: kinds with 1, 2, 3 copies or more
chows, chows2, 3, 4    where chows begin, with 1, 2, 3, 4 of them or more, melds included
chowkey                all chows, 5 bits each from the lowest up, ascending: 7 * suit + rank, 1 to 21
pungs, pungs2          pungs and kongs, melds included; kinds of which there are two (wild tiles only)
dark                   concealed pungs and kongs; not a pung that a claimed tile completes
natural                pungs and kongs without a wild tile
kongs_open, _dark      exposed and concealed kongs
pair                   one bit; bit 34 for two wild tiles; 0 where the form has no pair
free                   how many sets are wild tiles alone
body                   the nine kinds of a knitted straight, else 0
form                   the bit of `Form`; `mjcore.kernels.facts.SHAPELESS` if the hand is not complete
win                    one bit; bit 34 for a wild tile; 0 if the hand was dealt complete
wait                   what the winning tile completes: 1 edge, 2 closed, 4 single, 8 two-sided, 0 other
sole, sole_live        1 if one kind alone completes the hand; of which the player has not all four
open, sets, wilds      exposed melds; sets of a hand of this size, melds included; wild tiles
shown3, melded         kinds of which exposed melds hold three or more; kinds in any meld
flags                  the bits below
seat, prevalent        the wind of the winner's seat and the prevalent one, one bit each
flowers                how many of each kind from 27 to 41, four bits each
=====================  ==================================================================================
"""

from typing import Any

import numpy as np

from mjcore.wins import Flag

__all__ = [
    "CIRCUMSTANCES",
    "DEALT",
    "DISCARD",
    "LAST_OF_KIND",
    "REPLACEMENT",
    "ROB_KONG",
    "SELF_DRAW",
    "WALL_LAST",
    "all_of",
    "count",
    "field",
    "has",
    "in_a_row",
    "in_order",
    "in_three_suits",
    "less",
    "of_rank",
    "only",
]

#: An int or an array of uint64, under the same name.
Facts = Any

#: Bits of the column `flags`. The first three say where the winning tile came from.
SELF_DRAW, DISCARD, ROB_KONG = 1, 2, 4
WALL_LAST, REPLACEMENT, LAST_OF_KIND = map(int, Flag)
#: The hand was complete when it was dealt.
DEALT = 1 << 16
#: The columns that the win and the table add to the facts of a reading.
CIRCUMSTANCES = ("flags", "seat", "prevalent", "flowers")

_SUIT = 0x1FF
_SUITS = (0, 9, 18)


def count(kinds: Facts) -> Facts:
    """How many kinds there are."""
    return kinds.bit_count() if kinds.__class__ is int else np.bitwise_count(kinds)


def has(kinds: Facts, wanted: Facts) -> Facts:
    """Whether any of the wanted kinds is there."""
    return kinds & wanted != 0


def all_of(kinds: Facts, wanted: int) -> Facts:
    """Whether all of the wanted kinds are there."""
    return kinds & wanted == wanted


def only(kinds: Facts, allowed: int) -> Facts:
    """Whether no other kinds are there."""
    return kinds | allowed == allowed


def less(kinds: Facts, others: Facts) -> Facts:
    """The kinds without the others."""
    return kinds & (kinds ^ others)


def field(numbers: Facts, place: int, width: int = 4) -> Facts:
    """One number out of several that are packed into one, the first in the lowest bits."""
    return numbers >> place * width & (1 << width) - 1


def of_rank(*ranks: int) -> int:
    """The kinds of these ranks, 1 to 9, in all three suits."""
    return sum(1 << suit + rank - 1 for suit in _SUITS for rank in ranks)


def _runs(length: int, step: int) -> int:
    """The kinds where `length` kinds of one suit may begin, each `step` above the one before."""
    return of_rank(*range(1, 10 - (length - 1) * step))


_RUNS = {
    (length, step): _runs(length, step) for length in range(2, 10) for step in (1, 2) if length * step < 11
}


def in_a_row(kinds: Facts, length: int, step: int = 1) -> Facts:
    """The kinds that begin `length` kinds of one suit, each `step` above the one before."""
    found = kinds & _RUNS[length, step]
    for place in range(1, length):
        found = found & kinds >> place * step
    return found


def in_three_suits(kinds: Facts) -> Facts:
    """The ranks that are there in all three suits, bit 0 for rank 1."""
    return kinds & kinds >> 9 & kinds >> 18 & _SUIT


def in_order(kinds: Facts, step: int = 1) -> Facts:
    """The ranks that begin three kinds in three suits, each `step` above the one before, bit 0 for rank 1."""
    a, b, c = kinds & _SUIT, kinds >> 9 & _SUIT, kinds >> 18 & _SUIT
    b1, b2, c1, c2, a1, a2 = b >> step, b >> 2 * step, c >> step, c >> 2 * step, a >> step, a >> 2 * step
    return a & b1 & c2 | a & c1 & b2 | b & a1 & c2 | b & c1 & a2 | c & a1 & b2 | c & b1 & a2
