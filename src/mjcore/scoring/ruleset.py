"""A ruleset: fans and what goes with them, checked when it is made, and asked about one hand or many."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcore.errors import InvalidHandError
from mjcore.hand import Hand
from mjcore.kernels import Form
from mjcore.kernels.facts import COLUMNS, facts, reading_of
from mjcore.melds import MELD_CODES
from mjcore.scoring.fan import Fan
from mjcore.scoring.program import Predicate, Program
from mjcore.scoring.score import Item, Payments, Score
from mjcore.scoring.table import Table
from mjcore.scoring.view import CIRCUMSTANCES, DEALT, DISCARD, ROB_KONG, SELF_DRAW
from mjcore.tiles import KINDS, WILD
from mjcore.wins import Flag, Source, Win

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from mjcore.scoring.batch import Scores
    from mjcore.scoring.hints import Claims, Hint

__all__ = ["Legality", "Lookup", "Option", "Remark", "Ruleset", "Standing"]

SOURCE_BITS = {Source.SELF_DRAW: SELF_DRAW, Source.DISCARD: DISCARD, Source.ROB_KONG: ROB_KONG}
NO_FLAG = Flag(0)
_FIRST_WIND = 27
_FORM = COLUMNS.index("form")
_TILE_CODES: dict[int | None, int] = {None: -1, **{kind: kind for kind in range(KINDS)}, WILD: KINDS}


class Option(NamedTuple):
    """A choice that a ruleset leaves open."""

    name: str
    default: object
    #: What it may be.
    choices: tuple[object, ...] | range
    #: What it decides, for people.
    about: str

    @property
    def allowed(self) -> str:
        """The choices in words."""
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return ", ".join(map(str, self.choices))


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
        object.__setattr__(self, "fans", tuple(sorted(self.fans, key=lambda fan: -fan.points)))
        self.program  # noqa: B018  # what is wrong with a predicate is said now

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The columns of a view: facts of the reading, circumstances, lookups."""
        return (*COLUMNS, *CIRCUMSTANCES, *(lookup.name for lookup in self.lookups))

    @cached_property
    def program(self) -> Program:
        """What all fans, errors and notes say of a view, in this order."""
        fans = [fan.test or _never for fan in self.fans]
        return Program([*fans, *(remark.test for remark in self.errors + self.notes)], self.parameters)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The facts of a reading that count: readings that agree in them are one."""
        read = self.program.read | {"form"}
        read |= {lookup.column for lookup in self.lookups if lookup.name in read}
        return tuple(name for name in COLUMNS if name in read)

    @cached_property
    def form_bits(self) -> int:
        return int(self.forms)

    @cached_property
    def column_bits(self) -> int:
        return sum(1 << COLUMNS.index(name) for name in self.columns)

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
    def bonus(self) -> frozenset[int]:
        """Places of the bonus fans."""
        return frozenset(place for place, fan in enumerate(self.fans) if fan.bonus)

    @cached_property
    def _points(self) -> tuple[int, ...]:
        return tuple(fan.points for fan in self.fans)

    def score(self, hand: Hand, win: Win, table: Any = None) -> Score:
        """What a hand is worth.

        Parameters
        ----------
        hand : Hand
            Of 3n + 1 tiles, which the winning tile joins, or of 3n + 2 tiles, which hold it.
        win : Win
            What happened.
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
        rows = self._rows(hand, win)
        standing = standing_of(hand, win, table)
        said = [self._said(row, standing) for row in rows]
        for error in compress(self.errors, said[0][len(self.fans) :]):
            raise InvalidHandError(error.text)
        if not rows[0][_FORM] & self.form_bits:
            return Score(self.name, 0, (), False, "not_complete")
        counted = [self._counted(each) for each in said]
        points = [sum([self._points[place] * times for place, times in each.items()]) for each in counted]
        most = max(points)
        best = points.index(most)
        base = most - sum([self._points[place] * counted[best].get(place, 0) for place in self.bonus])
        return Score(
            self.name,
            most,
            tuple([self._item(place, times) for place, times in sorted(counted[best].items())]),
            base >= self.minimum,
            None if base >= self.minimum else "below_minimum",
            self._notes(said[best]),
            reading_of(rows[best][-1]),
        )

    def _said(self, row: tuple[Any, ...], standing: Standing) -> list[Any]:
        """What fans, errors and notes say of one row of facts."""
        found = [lookup.function(row[COLUMNS.index(lookup.column)]) for lookup in self.lookups]
        return self.program.one(*row[:-1], *standing, *found)

    def _counted(self, said: list[Any]) -> dict[int, int]:
        """How often fans count, by their places; what is absorbed is gone."""
        found = {place: said[place] for place in compress(range(len(self.fans)), said)}
        for place in [*found]:
            if place in found:
                for other in self.absorbed[place]:
                    found.pop(other, None)
        if self.fallback is not None and self.bonus.issuperset(found):
            found[self.fallback] = 1
        return found

    def _item(self, place: int, times: int) -> Item:
        fan = self.fans[place]
        return Item(fan.id, fan.english, fan.native, fan.points, int(times))

    def _notes(self, said: list[Any]) -> tuple[str, ...]:
        first = len(self.fans) + len(self.errors)
        return tuple([note.text for note in compress(self.notes, said[first:])])

    def _rows(self, hand: Hand, win: Win) -> list[tuple[Any, ...]]:
        if not isinstance(hand, Hand):
            raise TypeError(f"hand must be a Hand, got {type(hand).__name__}")
        if not isinstance(win, Win):
            raise TypeError(f"win must be a Win, got {type(win).__name__}")
        check_feeders(hand, win.winner)
        return facts(
            hand.counts,
            hand.wilds,
            meld_bytes(hand),
            _TILE_CODES[win.tile],
            win.source is not Source.SELF_DRAW,
            self.form_bits,
            self.column_bits,
        )

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
            As for `score`.

        Returns
        -------
        tuple of four int
            By seat.

        Raises
        ------
        ValueError
            The score is not legal or of other rules, or the payer is unknown.
        """
        if not isinstance(score, Score):
            raise TypeError(f"score must be a Score, got {type(score).__name__}")
        if not isinstance(win, Win):
            raise TypeError(f"win must be a Win, got {type(win).__name__}")
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

    def claims(
        self, hand: Hand, seat: int, tile: int, payer: int, table: Any = None, flags: Flag = NO_FLAG
    ) -> "Claims":
        """What a player may do with a discard: see `mjcore.scoring.hints.claims`."""
        from mjcore.scoring.hints import claims

        return claims(self, hand, seat, tile, payer, table, flags)


def _never(view: Any) -> bool:
    return False


def check_feeders(hand: Hand, seat: int) -> None:
    """No player feeds a meld of his own."""
    for meld in hand.melds:
        if meld.feeder == seat:
            raise InvalidHandError(f"meld {meld} must be fed by another seat than its owner's, got {seat}")


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
