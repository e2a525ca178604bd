"""What happened, as a value; and the table."""

import json
from typing import Any

import numpy as np
import pytest

from mjcore import tiles
from mjcore.scoring.table import Table
from mjcore.wins import Flag, Source, Win

WINS = [
    Win(3),
    Win(None),
    Win(tiles.WILD, winner=2),
    Win(33, "discard", 1, 3, Flag.WALL_LAST | Flag.LAST_OF_KIND),
    Win(0, Source.ROB_KONG, 0, 2),
    Win(5, "self_draw", 3, None, ["replacement", "wall_last"]),
]
ERRORS = [
    ((34,), ValueError, "tile must be 0 to 33, or 42 for a wild one, got 34"),
    ((-1,), ValueError, "tile must be 0 to 33, or 42 for a wild one, got -1"),
    (("1m",), TypeError, "tile must be an integer, got str"),
    ((True,), TypeError, "tile must be an integer, got bool"),
    ((1, "steal"), ValueError, "source must be self_draw, discard, rob_kong, got 'steal'"),
    ((1, "discard", 4), ValueError, "winner must be a seat from 0 to 3, got 4"),
    ((1, "discard", 1, 1), ValueError, "payer must not be the winner, got 1"),
    ((1, "self_draw", 1, 2), ValueError, "payer must be None for a self-draw, got 2"),
    ((1, "discard", 1, 9), ValueError, "payer must be a seat from 0 to 3, got 9"),
    ((None, "discard"), ValueError, "tile must be given for a win by discard, got None"),
    ((1, "discard", 1, 2, Flag.REPLACEMENT), ValueError, "replacement must be a self-draw, got discard"),
    (
        (1, "self_draw", 0, None, ["first"]),
        ValueError,
        "flag must be wall_last, replacement, last_of_kind, got",
    ),
    ((1, "self_draw", 0, None, "wall_last"), TypeError, "flags must be Flag or a list of names, got str"),
    ((1, "self_draw", 0, None, Flag(2)), ValueError, "flags must be wall_last, .*, got 2"),
    ((1, "self_draw", 0, None, Flag(1 << 20)), ValueError, "flags must be wall_last, .*, got 1048576"),
    ((1, "self_draw", 0, None, [[]]), ValueError, r"flag must be wall_last, .*, got \[\]"),
    ((1, "self_draw", 0, None, None), TypeError, "flags must be Flag or a list of names, got NoneType"),
    ((1, "self_draw", 0, None, 8), TypeError, "flags must be Flag or a list of names, got int"),
]


@pytest.mark.parametrize("win", WINS)
def test_dicts_round_trip(win: Any) -> None:
    assert Win.from_dict(json.loads(json.dumps(win.to_dict()))) == win
    assert hash(Win.from_dict(win.to_dict())) == hash(win)


@pytest.mark.parametrize(("arguments", "error", "text"), ERRORS)
def test_errors(arguments: Any, error: Any, text: Any) -> None:
    with pytest.raises(error, match=text):
        Win(*arguments)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "win must have the key tile"),
        ({"tile": 1, "seat": 2}, "win must have no key but"),
        ([1], "must be a dict"),
    ],
)
def test_bad_dicts(data: Any, text: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=text):
        Win.from_dict(data)


def test_numbers_of_numpy_become_plain() -> None:
    number: Any = np.int64
    win = Win(number(3), "discard", number(1), number(2))
    assert json.loads(json.dumps(win.to_dict())) == Win(3, "discard", 1, 2).to_dict()
    assert json.dumps(Table(number(2), number(1)).to_dict()) == '{"dealer": 2, "prevalent": 1}'


def test_table() -> None:
    table = Table(dealer=3, prevalent=1)
    assert [table.wind(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert Table.from_dict(json.loads(json.dumps(table.to_dict()))) == table
    assert Table.from_dict({}) == Table()
    with pytest.raises(ValueError, match="dealer must be a seat from 0 to 3, got 4"):
        Table(dealer=4)
    with pytest.raises(ValueError, match="table must have no key but dealer, prevalent"):
        Table.from_dict({"wall": 1})
