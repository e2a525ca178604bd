"""What a player may do next, and what it would be worth."""

from typing import TYPE_CHECKING, Any, NamedTuple

from mjcore.errors import InvalidHandError
from mjcore.hand import Hand
from mjcore.kernels import left
from mjcore.melds import Meld, MeldType
from mjcore.scoring.batch import hand_array, win_array
from mjcore.scoring.ruleset import NO_FLAG, check_feeders
from mjcore.scoring.score import Score
from mjcore.tiles import KINDS, WILD, as_counts, as_integer
from mjcore.wins import Flag, Source, Win
from mjcore.wins import seat as checked_seat

if TYPE_CHECKING:
    from mjcore.scoring.ruleset import Ruleset

__all__ = ["Claims", "Hint", "Wait", "claims", "hints"]

_SUIT_TILES = 27
COPIES = 4
_OTHERS_OF_A_KIND = COPIES - 1


class Wait(NamedTuple):
    """A kind that completes a hand."""

    tile: int
    #: How many of it the player cannot see.
    left: int
    #: Points if another player discards it, None if the rules do not allow that win.
    on_discard: int | None
    #: Points if the player draws it, None if the rules do not allow that win.
    on_draw: int | None


class Hint(NamedTuple):
    """A discard, and what the rest waits for."""

    #: None if the hand waits as it is.
    discard: int | None
    waits: tuple[Wait, ...]

    @property
    def left(self) -> int:
        """How many tiles that win the player cannot see."""
        return sum(wait.left for wait in self.waits if wait.on_draw is not None)

    @property
    def worth(self) -> int:
        """Points by self-draw, summed over the tiles that the player cannot see."""
        return sum(wait.left * (wait.on_draw or 0) for wait in self.waits)


class Claims(NamedTuple):
    """What a player may do with another's discard."""

    chows: tuple[Meld, ...]
    pungs: tuple[Meld, ...]
    kongs: tuple[Meld, ...]
    #: What a win would be worth; None if there is none that the rules allow.
    win: Score | None


def hints(
    rules: "Ruleset", hand: Hand, seat: int = 0, seen: bytes = bytes(KINDS), table: Any = None
) -> tuple[Hint, ...]:
    """What each discard waits for, and what each wait is worth.

    Parameters
    ----------
    rules : Ruleset
        What is asked.
    hand : Hand
        Of 3n + 2 tiles, one of which is to be discarded, or of 3n + 1 tiles as they are.
    seat : int, optional
        The player's seat.
    seen : bytes of 34, optional
        Tiles visible outside the player's own hand and melds. Where they show that a wait is the last of its
        kind, that counts.
    table : Table, optional
        By default, seat 0 deals and the east wind prevails.

    Returns
    -------
    tuple of Hint
        Of discards after which the hand waits: the most worth first, then the most tiles left, then by kind.

    Raises
    ------
    InvalidHandError
        Hand and seen tiles have more than four of a kind, or the rules have no such hand.
    TypeError, ValueError
        An argument is of a wrong type or out of its range.

    Notes
    -----
    All pairs of a discard and a wait are scored in one batch.

    Examples
    --------
    >>> from mjcore import tiles
    >>> from mjcore.rules import ruleset
    >>> hint = ruleset("mcr").hints(Hand.parse("123789m1299p2s[789s]"))[0]
    >>> tiles.name(hint.discard), [(tiles.name(wait.tile), wait.on_discard) for wait in hint.waits]
    ('2s', [('3p', 10)])
    """
    if not isinstance(hand, Hand):
        raise TypeError(f"hand must be a Hand, got {type(hand).__name__}")
    check_feeders(hand, checked_seat(seat, "seat"))
    seen = as_counts(seen)
    pairs = [
        (discard, rest, tile) for discard, rest in _rests(hand) for tile in rest.waits(forms=rules.forms)
    ]
    if not pairs:
        _refuse(rules, hand, seat, table)
        return ()
    asked = [
        (rest, Win(tile, source, seat, None, _last_of_kind(hand, seen, discard, tile)))
        for source in (Source.DISCARD, Source.SELF_DRAW)
        for discard, rest, tile in pairs
    ]
    scores = rules.score_many(
        hand_array([rest for rest, _ in asked]), win_array(win for _, win in asked), table
    )
    if scores.invalid.any():
        first = int(scores.invalid.argmax())
        rules.score(*asked[first], table)
    points = [
        int(number) if legal else None for number, legal in zip(scores.points, scores.legal, strict=True)
    ]
    waits: dict[int | None, list[Wait]] = {}
    for (discard, _, tile), on_discard, on_draw in zip(
        pairs, points[: len(pairs)], points[len(pairs) :], strict=True
    ):
        rest_left = left(hand.counts, seen, (tile,), held=hand.held)
        waits.setdefault(discard, []).append(Wait(tile, rest_left, on_discard, on_draw))
    found = [Hint(discard, tuple(each)) for discard, each in waits.items()]
    return tuple(sorted(found, key=lambda hint: (-hint.worth, -hint.left, hint.discard or 0)))


def _refuse(rules: "Ruleset", hand: Hand, seat: int, table: Any) -> None:
    """Raise for a hand that the rules do not have, whatever it waits for."""
    rests = _rests(hand)
    if not rests:  # wild tiles alone
        rules.score(hand, Win(WILD, winner=seat), table)
        return
    _, rest = rests[0]
    held = rest.held
    tile = next(kind for kind in range(KINDS) if rest.counts[kind] + held[kind] < COPIES)
    rules.score(rest, Win(tile, Source.DISCARD, seat), table)


def _rests(hand: Hand) -> list[tuple[int | None, Hand]]:
    """The hand after each discard."""
    if (sum(hand.counts) + hand.wilds) % 3 == 1:
        return [(None, hand)]
    found: list[tuple[int | None, Hand]] = []
    for kind, count in enumerate(hand.counts):
        if count:
            rest = bytearray(hand.counts)
            rest[kind] -= 1
            found.append((kind, Hand(rest, hand.melds, hand.wilds, hand.flowers)))
    return found


def _last_of_kind(hand: Hand, seen: bytes, discard: int | None, tile: int) -> Flag:
    shown = seen[tile] + (discard == tile)
    shown += sum(meld.tiles.count(tile) for meld in hand.melds if meld.type is not MeldType.CONCEALED_KONG)
    return Flag.LAST_OF_KIND if shown >= _OTHERS_OF_A_KIND else Flag(0)


def claims(
    rules: "Ruleset", hand: Hand, seat: int, tile: int, payer: int, table: Any = None, flags: Flag = NO_FLAG
) -> Claims:
    """What a player may do with another's discard.

    Parameters
    ----------
    rules : Ruleset
        What is asked.
    hand : Hand
        The player's, of 3n + 1 tiles.
    seat : int
        The player's seat.
    tile : int
        What was discarded, 0 to 33.
    payer : int
        Seat of the player who discarded it.
    table : Table, optional
        By default, seat 0 deals and the east wind prevails.
    flags : Flag, optional
        Circumstances of the win. After the last tile of the wall, a discard can only be claimed to win.

    Returns
    -------
    Claims
        The melds that the tile could make, and the win. Which player goes first is for the table to say.

    Raises
    ------
    InvalidHandError
        The hand does not wait for a tile, or has four of this one.
    TypeError, ValueError
        An argument is of a wrong type or out of its range.

    Examples
    --------
    >>> from mjcore.rules import ruleset
    >>> found = ruleset("mcr").claims(Hand.parse("1233358m1299p22z"), seat=2, tile=2, payer=1)
    >>> [str(meld) for meld in (*found.chows, *found.pungs, *found.kongs)]
    ['[123m<1]', '[333m<1]', '[3333m<1]']
    """
    if not isinstance(hand, Hand):
        raise TypeError(f"hand must be a Hand, got {type(hand).__name__}")
    if not 0 <= as_integer(tile, "tile") < KINDS:
        raise ValueError(f"tile must be 0 to {KINDS - 1}, got {tile}")
    held = sum(hand.counts) + hand.wilds
    if held % 3 != 1:
        raise InvalidHandError(f"hand must have 3n + 1 tiles to claim one, got {held}")
    win = Win(tile, Source.DISCARD, checked_seat(seat, "seat"), checked_seat(payer, "payer"), flags)
    score = rules.score(hand, win, table)
    may_chow = rules.chows and (payer + 1) % 4 == seat
    have = hand.counts[tile]
    won = score if score.legal else None
    if Flag.WALL_LAST in win.flags:
        return Claims((), (), (), won)
    return Claims(
        _chows(hand, tile, payer) if may_chow else (),
        (Meld(MeldType.PUNG, [tile] * 3, payer),) if have >= 2 else (),
        (Meld(MeldType.DIRECT_KONG, [tile] * 4, payer),) if have >= 3 else (),
        won,
    )


def _chows(hand: Hand, tile: int, payer: int) -> tuple[Meld, ...]:
    if tile >= _SUIT_TILES:
        return ()
    found = []
    for start in range(max(tile - 2, tile - tile % 9), min(tile, tile - tile % 9 + 6) + 1):
        others = [kind for kind in range(start, start + 3) if kind != tile]
        if all(hand.counts[kind] for kind in others):
            found.append(Meld(MeldType.CHOW, range(start, start + 3), payer))
    return tuple(found)
