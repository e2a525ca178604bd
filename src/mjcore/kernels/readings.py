"""What `decompose` finds: sets of tiles, and readings made of them."""

from enum import StrEnum
from typing import NamedTuple

from mjcore.kernels.forms import Form
from mjcore.tiles import NAMES

__all__ = ["Reading", "Readings", "Set", "SetType"]


class SetType(StrEnum):
    """What the tiles of a set have in common."""

    #: Three in a row within a suit.
    CHOW = "chow"
    #: Three alike.
    PUNG = "pung"
    #: Two alike.
    PAIR = "pair"
    #: The nine of a knitted straight: 1-4-7, 2-5-8 and 3-6-9 of three suits.
    STRAIGHT = "straight"
    #: Tiles that stand alone: those of thirteen orphans beside their pair, or honours and knitted tiles.
    SINGLES = "singles"


class Set(NamedTuple):
    """Tiles that belong together, at least one of them natural.

    As text, ``x`` follows each tile that a wild one stands for: ``34x5m`` is a chow whose 4 is wild.
    """

    #: What the tiles have in common.
    type: SetType
    #: The kinds, ascending; what a wild tile stands for among them.
    tiles: tuple[int, ...]
    #: Which of them are wild: bit i for tile i. Within a pung or a pair, the last ones.
    wild: int = 0

    @property
    def kind(self) -> int:
        """The lowest kind."""
        return self.tiles[0]

    @property
    def natural(self) -> tuple[int, ...]:
        """The kinds of the natural tiles."""
        return tuple(kind for place, kind in enumerate(self.tiles) if not self.wild >> place & 1)

    def __str__(self) -> str:
        text, suit = "", ""
        for place, kind in enumerate(self.tiles):
            rank, letter = NAMES[kind][0], NAMES[kind][1]
            if suit not in ("", letter):
                text += suit
            text += f"{rank}x" if self.wild >> place & 1 else rank
            suit = letter
        return text + suit

    def __repr__(self) -> str:
        return f"<Set {self.type}: {self}>"


# The form's own sets: how many wild tiles are one without any natural tile.
_FREE_SIZE = {Form.SEVEN_PAIRS: 2, Form.DISTINCT_PAIRS: 2, Form.THIRTEEN_ORPHANS: 1, Form.KNITTED: 1}
_PAIRED = Form.STANDARD | Form.THIRTEEN_ORPHANS | Form.KNITTED_STRAIGHT


class Reading(NamedTuple):
    """One way in which a hand is complete: its natural tiles laid in sets, which wild tiles fill up.

    As text, sets of wild tiles alone are ``xxx``, the pair stands last: ``123m 55x5xp xxx 7zx``.
    """

    #: The winning form, one of them.
    form: Form
    #: The sets, the pair aside. With seven pairs, all of those; a knitted straight comes first.
    sets: tuple[Set, ...]
    #: The pair; None if the form has none, or if it is `free_pair`.
    pair: Set | None
    #: How many sets are wild tiles alone, the pair and a knitted straight aside: sets of three tiles,
    #: with seven pairs of two, with orphans and with honours and knitted tiles of one.
    free: int

    @property
    def free_pair(self) -> bool:
        """Whether the pair is two wild tiles."""
        return self.pair is None and self.form in _PAIRED

    @property
    def free_straight(self) -> bool:
        """Whether a knitted straight is nine wild tiles, and so not among the sets."""
        return self.form is Form.KNITTED_STRAIGHT and not any(
            found.type is SetType.STRAIGHT for found in self.sets
        )

    @property
    def wilds(self) -> int:
        """How many wild tiles there are in all."""
        placed = sum(found.wild.bit_count() for found in (*self.sets, *filter(None, [self.pair])))
        free = self.free * _FREE_SIZE.get(self.form, 3) + 2 * self.free_pair + 9 * self.free_straight
        return placed + free

    def __str__(self) -> str:
        free = ["x" * _FREE_SIZE.get(self.form, 3)] * self.free
        straight = ["x" * 9] if self.free_straight else []
        pair = ["xx"] if self.free_pair else filter(None, [self.pair])
        return " ".join(map(str, (*straight, *self.sets, *free, *pair)))

    def __repr__(self) -> str:
        return f"<Reading {self.form.name}: {self}>"


class Readings(tuple[Reading, ...]):
    """Readings in order. As text, one a line."""

    #: Whether there are more than these.
    cut: bool = False

    def __str__(self) -> str:
        return "\n".join([*map(str, self), *(["..."] if self.cut else [])])
