"""The competition format played with MCR: 16 hands in four rounds, and who sits where.

Source: the International Mahjong Union's answers on its competition rules (国际麻将联盟三种竞技规则).
"""

from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from mjcore.tiles import as_integer

__all__ = ["HANDS", "Deal", "deal"]

HANDS = 16
_ROUND = 4

# For each round, the position at the start of the session of the player who sits east, south, west and north.
_SEATINGS = {
    "half": ((0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2), (1, 0, 3, 2)),
    "full": ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)),
}

Player = TypeVar("Player", bound=Hashable)


class Deal(NamedTuple, Generic[Player]):
    """One hand of a session."""

    #: The prevalent wind: 0 east to 3 north.
    prevalent: int
    #: Who sits east, south, west and north in this round.
    seating: tuple[Player, ...]
    #: Seat of the dealer.
    dealer: int

    @property
    def dealing(self) -> Player:
        """The player who deals."""
        return self.seating[self.dealer]


def deal(number: int, players: Sequence[Player], seat_change: str = "full") -> Deal[Player]:
    """Who sits where in a hand of a session. The deal passes after every hand, won or drawn.

    Parameters
    ----------
    number : int
        Of the hand, 0 to 15. A session that ends early stops after any of them.
    players : sequence of four
        Who sits east, south, west and north at first; all different.
    seat_change : {"full", "half"}, optional
        Before every round, so that all sit in each position once; or before the third round alone.

    Returns
    -------
    Deal

    Raises
    ------
    ValueError
        There is no such hand or seat change, or players are not four different ones.
    TypeError
        The number is no integer.

    Examples
    --------
    >>> deal(5, "abcd").seating, deal(5, "abcd").dealing
    (('b', 'a', 'd', 'c'), 'a')
    """
    if not 0 <= as_integer(number, "number") < HANDS:
        raise ValueError(f"number must be 0 to {HANDS - 1}, got {number}")
    if len(players) != len(set(players)) or len(players) != _ROUND:
        raise ValueError(f"players must be four different ones, got {list(players)}")
    if seat_change not in _SEATINGS:
        raise ValueError(f"seat_change must be {', '.join(_SEATINGS)}, got {seat_change!r}")
    prevalent, dealer = divmod(number, _ROUND)
    return Deal(prevalent, tuple(players[place] for place in _SEATINGS[seat_change][prevalent]), dealer)
