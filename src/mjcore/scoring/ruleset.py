"""A ruleset: fans and what goes with them, checked when it is made, and asked about one hand or many."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcore.errors import InvalidHandError
from mjcore.hand import Hand
from mjcore.kernels import Form
from mjcore.kernels.facts import COLUMNS, facts, reading_of
from mjcore.melds import MELD_CODES
from mjcore.scoring.fan import Fan, Predicate
from mjcore.scoring.score import Item, Payments, Score
from mjcore.scoring.table import Table
from mjcore.scoring.view import CIRCUMSTANCES, DEALT, DISCARD, ROB_KONG, SELF_DRAW, columns_read
from mjcore.tiles import KINDS, WILD
from mjcore.wins import Source, Win

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from mjcore.scoring.batch import Scores
    from mjcore.scoring.hints import Claims, Hint

__all__ = ["Legality", "Lookup", "Option", "Remark", "Ruleset", "Standing"]

SOURCE_BITS = {Source.SELF_DRAW: SELF_DRAW, Source.DISCARD: DISCARD, Source.ROB_KONG: ROB_KONG}
_FIRST_WIND = 27
_TILE_CODES = {None: -1, **{kind: kind for kind in range(KINDS)}, WILD: KINDS}


class Option(NamedTuple):
    """A choice that a ruleset leaves open."""

    name: str
    default: object
    #: What it may be; a type where every value of it will do.
    choices: tuple[object, ...] | type
    #: What it decides, for people.
    about: str


class Remark(NamedTuple):
    """A sentence, and when it is due."""

    text: str
    test: Predicate


class Lookup(NamedTuple):
    """A column that is no expression of others: a pure function of one of them, remembered."""

    name: str
    column: str
    function: Callable[[int], int]


class Standing(NamedTuple):
    """The circumstances of a win as a view shows them."""

    flags: int
    seat: int
    prevalent: int
    flowers: int


class Legality(NamedTuple):
    """Whether a win is allowed, and if not, why."""

    legal: bool
    reason: str | None


@dataclass(frozen=True, eq=False)
class Ruleset:
    """What a hand is worth under one set of rules.

    Made by `mjcore.rules.ruleset`. A ruleset never changes, and may be used by any number of threads.
    """

    name: str
    english: str
    native: str
    #: Where the rules are written down.
    source: str
    #: The forms that win.
    forms: Form
    #: Highest first: a fan absorbs others only if it is not absorbed itself.
    fans: tuple[Fan, ...]
    #: Who pays for a score: a function of score, win and table.
    settlement: Callable[[Score, Win, Any], Payments]
    #: Fewest points that win, bonus fans aside.
    minimum: int = 0
    #: Whether chows may be claimed.
    chows: bool = True
    lookups: tuple[Lookup, ...] = ()
    #: What makes the question itself wrong.
    errors: tuple[Remark, ...] = ()
    #: What the rules decide in place of the caller.
    notes: tuple[Remark, ...] = ()
    #: What a deal must remember.
    table: type[Any] = Table
    #: The options that were chosen.
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        ids = [fan.id for fan in self.fans]
        for fan in self.fans:
            for absorbed in fan.absorbs:
                if absorbed not in ids:
                    raise ValueError(
                        f"fan {fan.id} must absorb fans of the ruleset, got {absorbed} ({', '.join(ids)})"
                    )
        if len(set(ids)) < len(ids):
            raise ValueError(f"fan ids must be different, got {', '.join(sorted(ids))}")
        keep = object.__setattr__
        keep(self, "fans", tuple(sorted(self.fans, key=lambda fan: -fan.points)))
        unknown = self._read.difference(COLUMNS, CIRCUMSTANCES, (lookup.name for lookup in self.lookups))
        if unknown:
            raise ValueError(f"predicates must read columns of the view, got {', '.join(sorted(unknown))}")

    @cached_property
    def _read(self) -> frozenset[str]:
        tests = [fan.test for fan in self.fans if fan.test]
        read = columns_read([*tests, *(remark.test for remark in (*self.errors, *self.notes))])
        return frozenset(read | {lookup.column for lookup in self.lookups if lookup.name in read} | {"form"})

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The facts of a reading that the predicates read: readings that agree in them are one."""
        return tuple(name for name in COLUMNS if name in self._read)

    @cached_property
    def column_bits(self) -> int:
        return sum(1 << place for place, name in enumerate(COLUMNS) if name in self._read)

    @cached_property
    def view(self) -> type[Any]:
        """What predicates are asked about: the columns, the circumstances and the lookups."""
        names = [*self.columns, *CIRCUMSTANCES, *(lookup.name for lookup in self.lookups)]
        return make_dataclass("View", names, slots=True, eq=False)

    @cached_property
    def tests(self) -> tuple[Predicate, ...]:
        return tuple(fan.test or _never for fan in self.fans)

    @cached_property
    def absorbed(self) -> tuple[tuple[int, ...], ...]:
        """For each fan the places of those that it absorbs."""
        places = {fan.id: place for place, fan in enumerate(self.fans)}
        return tuple(tuple(sorted(places[id] for id in fan.absorbs)) for fan in self.fans)

    @cached_property
    def fallback(self) -> int | None:
        """Place of the fan that a hand counts that has nothing else."""
        return next((place for place, fan in enumerate(self.fans) if fan.test is None), None)

    @cached_property
    def _pick(self) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
        return itemgetter(*(COLUMNS.index(name) for name in self.columns))

    def score(self, hand: Hand, win: Win, table: Any = None) -> Score:
        """What a hand is worth.

        Parameters
        ----------
        hand : Hand
            Of 3n + 1 tiles, which the winning tile joins, or of 3n + 2 tiles, which hold it.
        win : Win
        table : Table, optional
            By default, seat 0 deals and the east wind prevails.

        Returns
        -------
        Score
            Of the reading that is worth most. A hand that is not complete, or not worth enough, is an answer:
            its score is not legal and says why.

        Raises
        ------
        InvalidHandError
            Hand, winning tile and circumstances contradict each other.
        TypeError
            An argument is of a wrong type.
        """
        table = self._table(table)
        found = self._rows(hand, win)
        standing = standing_of(hand, win, table)
        views = [self._view(row, standing) for row in found]
        for error in self.errors:
            if error.test(views[0]):
                raise InvalidHandError(error.text)
        if not views[0].form & self.forms:
            return Score(self.name, 0, (), False, "not_complete")
        best, most = 0, -1
        counted: list[int] = []
        for place, view in enumerate(views):
            counts = self.counts(view)
            total = sum([count * points for count, points in zip(counts, self._points, strict=True) if count])
            if total > most:
                best, most, counted = place, total, counts
        items = tuple(
            [
                Item(fan.id, fan.english, fan.native, fan.points, int(count))
                for fan, count in zip(self.fans, counted, strict=True)
                if count
            ]
        )
        short = most - sum([counted[place] * self._points[place] for place in self.bonus]) < self.minimum
        notes = tuple([note.text for note in self.notes if note.test(views[best])])
        return Score(
            self.name,
            int(most),
            items,
            not short,
            "below_minimum" if short else None,
            notes,
            reading_of(found[best][-1]),
        )

    def counts(self, view: Any) -> list[int]:
        """How often each fan counts in one view."""
        counts = [test(view) for test in self.tests]
        for place, absorbed in enumerate(self.absorbed):
            if absorbed and counts[place]:
                for other in absorbed:
                    counts[other] = 0
        if self.fallback is not None and not any(
            [count for place, count in enumerate(counts) if count and place not in self.bonus]
        ):
            counts[self.fallback] = 1
        return counts

    @cached_property
    def _points(self) -> tuple[int, ...]:
        return tuple(fan.points for fan in self.fans)

    @cached_property
    def bonus(self) -> frozenset[int]:
        return frozenset(place for place, fan in enumerate(self.fans) if fan.bonus)

    def _rows(self, hand: Hand, win: Win) -> list[tuple[Any, ...]]:
        if not isinstance(hand, Hand):
            raise TypeError(f"hand must be a Hand, got {type(hand).__name__}")
        if not isinstance(win, Win):
            raise TypeError(f"win must be a Win, got {type(win).__name__}")
        return facts(
            hand.counts,
            hand.wilds,
            meld_bytes(hand),
            _TILE_CODES[win.tile],
            win.source is not Source.SELF_DRAW,
            int(self.forms),
            self.column_bits,
        )

    def _view(self, row: tuple[Any, ...], standing: Standing) -> Any:
        view = self.view(*self._pick(row), *standing, *[0] * len(self.lookups))
        for lookup in self.lookups:
            setattr(view, lookup.name, lookup.function(getattr(view, lookup.column)))
        return view

    def _table(self, table: Any) -> Any:
        if table is None:
            return self.table()
        if not isinstance(table, self.table):
            raise TypeError(f"table must be a {self.table.__name__}, got {type(table).__name__}")
        return table

    def may_win(self, hand: Hand, win: Win, table: Any = None) -> Legality:
        """Whether the rules allow a win, and if not, why. Raises what `score` raises.

        Returns
        -------
        Legality
        """
        score = self.score(hand, win, table)
        return Legality(score.legal, score.reason)

    def settle(self, score: Score, win: Win, table: Any = None) -> Payments:
        """What each seat gains or loses by a win.

        Parameters
        ----------
        score : Score
            Of a legal win under this ruleset.
        win : Win
            With its payer, unless it is a self-draw.
        table : Table, optional

        Returns
        -------
        tuple of four int
            By seat.

        Raises
        ------
        ValueError
            The score is not legal or of other rules, or the payer is unknown.
        """
        if score.rules != self.name:
            raise ValueError(f"score must be of {self.name}, got {score.rules}")
        if not score.legal:
            raise ValueError(f"score must be of a legal win, got {score.reason}")
        if win.source is not Source.SELF_DRAW and win.payer is None:
            raise ValueError("payer must be known to settle, got None")
        return self.settlement(score, win, self._table(table))

    def score_many(
        self,
        hands: "NDArray[Any]",
        wins: "NDArray[Any]",
        tables: Any = None,
        *,
        executor: "Executor | None" = None,
    ) -> "Scores":
        """What many hands are worth: see `mjcore.scoring.batch.score_many`."""
        from mjcore.scoring.batch import score_many

        return score_many(self, hands, wins, tables, executor=executor)

    def hints(
        self, hand: Hand, seat: int = 0, seen: bytes = bytes(KINDS), table: Any = None
    ) -> "tuple[Hint, ...]":
        """What each discard waits for and what that is worth: see `mjcore.scoring.hints.hints`."""
        from mjcore.scoring.hints import hints

        return hints(self, hand, seat, seen, table)

    def claims(self, hand: Hand, seat: int, tile: int, payer: int, table: Any = None) -> "Claims":
        """What a player may do with a discard: see `mjcore.scoring.hints.claims`."""
        from mjcore.scoring.hints import claims

        return claims(self, hand, seat, tile, payer, table)


def _never(view: Any) -> bool:
    return False


def meld_bytes(hand: Hand) -> bytes:
    """Melds as kernels read them: type and lowest kind of each."""
    if not hand.melds:
        return b""
    return bytes([code for meld in hand.melds for code in (MELD_CODES[meld.type], meld.tiles[0])])


def packed_flowers(flowers: Sequence[int]) -> int:
    """Flowers as a view shows them: four bits for each kind from 27 to 41."""
    return sum([1 << 4 * (kind - _FIRST_WIND) for kind in flowers]) if flowers else 0


def standing_of(hand: Hand, win: Win, table: Any) -> Standing:
    dealt = DEALT if win.tile is None else 0
    return Standing(
        SOURCE_BITS[win.source] | int(win.flags) | dealt,
        1 << _FIRST_WIND + table.wind(win.winner),
        1 << _FIRST_WIND + table.prevalent,
        packed_flowers(hand.flowers),
    )
