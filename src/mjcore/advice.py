"""What to discard."""

from typing import NamedTuple

from mjcore.hand import Hand
from mjcore.kernels import Form, discards, left, useful
from mjcore.tiles import KINDS, as_counts

__all__ = ["Discard", "best_discards"]


class Discard(NamedTuple):
    """A discard and what it leaves."""

    #: The kind discarded.
    tile: int
    #: How far the rest is from complete: 0 waiting.
    shanten: int
    #: Kinds that bring the rest nearer: its waits if it waits.
    useful: tuple[int, ...]
    #: How many tiles of those kinds the player cannot see.
    left: int


def best_discards(hand: Hand, seen: bytes = bytes(KINDS), *, forms: Form = Form.USUAL) -> tuple[Discard, ...]:
    """Every discard of a hand, the best first.

    Parameters
    ----------
    hand : Hand
        With a tile to discard: tiles + wilds are 2, 5, 8, 11, 14 or 17.
    seen : bytes of 34
        Tiles visible outside the player's own hand and melds.
    forms : Form
        The winning forms that count.

    Returns
    -------
    tuple of Discard
        By the shanten left, then by how many useful tiles are left, then by kind. Wild tiles are never
        discarded.

    Raises
    ------
    InvalidHandError
        If the hand has no tile to discard, or hand and seen tiles have more than four of a kind.
    TypeError, ValueError
        If `seen` are not 34 counts.

    Examples
    --------
    >>> from mjcore import Hand, best_discards, tiles
    >>> best = best_discards(Hand.parse("123m456p789s11224z"))[0]
    >>> tiles.name(best.tile), best.shanten, [tiles.name(kind) for kind in best.useful], best.left
    ('4z', 0, ['1z', '2z'], 4)
    """
    seen = as_counts(seen)
    after = discards(hand.counts, hand.wilds, forms=forms, held=hand.held)
    found = []
    for kind, count in enumerate(hand.counts):
        if count:
            rest = bytearray(hand.counts)
            rest[kind] -= 1
            kinds = useful(rest, hand.wilds, forms=forms, held=hand.held)
            found.append(Discard(kind, after[kind], kinds, left(hand.counts, seen, kinds, held=hand.held)))
    return tuple(sorted(found, key=lambda discard: (discard.shanten, -discard.left, discard.tile)))
