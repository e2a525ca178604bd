"""Points of MCR that other projects published, their own tests and their users' reports."""

from typing import Any

import pytest

from mjcore import Hand, Meld, tiles
from mjcore.rules import ruleset
from mjcore.scoring.score import Score
from mjcore.scoring.table import Table
from mjcore.wins import Win
from tests import truth
from tests.winning import won

MCR = ruleset("mcr")
MIL = ruleset("mcr", profile="mil")
MELDS = {"chow": "chow", "pung": "pung", "mkong": "direct_kong", "ckong": "concealed_kong"}
#: How that program names waits.
WAITS = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
#: 111 2345678 9999 of one suit has one reading, 11 123 456 789 999: it holds no two concealed pungs and no
#: chows that follow each other, as published; the same hand won otherwise is published with that reading.
WRONG = {("summerinsects_mcr", 56)}
#: Hands that are worth the same read otherwise.
TIES = {8, 49}


def hand_of(raw: dict[str, Any], tile: str = "") -> Hand:
    melds = [meld.split(":") for meld in raw["melds"]]
    return Hand(
        tiles.counts(raw["hand"] + tile), [Meld(MELDS[name], tiles.kinds(text)) for name, text in melds]
    )


def scored(raw: dict[str, Any]) -> Score:
    context = raw["context"]
    drawn, seat = context["self_draw"], context["seat_wind"]
    # Dealt complete, as far as the circumstances allow it.
    dealt = context["initial"] and drawn and seat == 0
    flags = {
        "wall_last": context["wall_last"],
        "replacement": context["kong"] and drawn,
        "last_of_kind": context["last_of_kind"],
    }
    win = Win(
        None if dealt else tiles.kind(raw["win"]),
        "self_draw" if drawn else "rob_kong" if context["kong"] else "discard",
        seat,
        None,
        [name for name, due in flags.items() if due],
    )
    return MIL.score(hand_of(raw, raw["win"] if dealt else ""), win, Table(0, context["prevalent_wind"]))


def test_published_points() -> None:
    used = skipped = 0
    for file, index, raw in truth.raw_rows("mcr_fan"):
        if file != "summerinsects_mcr":
            continue
        if (file, index) in WRONG:
            skipped += 1
            continue
        assert scored(raw).points == raw["expected"]["fan"], (file, index)
        used += 1
    assert (used, skipped) == (213, 1)


def test_published_fans() -> None:
    ties = set()
    for file, index, raw in truth.raw_rows("mcr_fan"):
        if file != "summerinsects_mcr" or (file, index) in WRONG:
            continue
        published = {WAITS.get(name, name): times for name, _, times in raw["expected"]["fans"]}
        if {item.native: item.count for item in scored(raw).items} != published:
            ties.add(index)
    assert ties == TIES


def test_published_waits() -> None:
    used = skipped = 0
    for file, index, raw in truth.raw_rows("waits"):
        if file != "summerinsects_mcr":
            continue
        if raw.get("flags") == ["tiles=10"]:  # no hand of MCR
            skipped += 1
            continue
        (hint,) = MIL.hints(hand_of(raw))
        expected = [tiles.kind(name) for name in raw["expected"]["waits"]]
        assert [wait.tile for wait in hint.waits] == sorted(expected), (file, index)
        used += 1
    assert (used, skipped) == (15, 1)


# What the totals of that project leave out, as they know no winning tile and no winds.
LEFT_OUT = {"edge_wait", "closed_wait", "single_wait", "self_drawn", "fully_concealed_hand", "concealed_hand"}


@pytest.mark.parametrize("rules", [MCR, MIL], ids=["wmo2006", "mil"])
def test_published_points_without_a_winning_tile(rules: Any) -> None:
    used = 0
    for file, index, raw in truth.raw_rows("mcr_fan"):
        if file != "jkrothschild_mcr":
            continue
        hand = hand_of(raw)
        drawn = next(kind for kind, count in enumerate(hand.counts) if count)
        score = rules.score(hand, Win(drawn, winner=3), Table(0, 3))
        counted = sum(item.total for item in score.items if item.id not in LEFT_OUT)
        assert (counted or 8) == raw["expected"]["fan"], (file, index)
        used += 1
    assert used == 7


# Faults that users of other programs reported: the id of the report, the win, the points.
REPORTED = [
    ("B43", "1112345678999m 9m", 106),
    ("B45", "78889m11888p[444z] 8m", 8),
    ("B47", "55m12379s789p[123p] 8s", 17),
    ("B49", "1234444678m456p 1m self_draw E,N", 8),
    ("B51", "13347s23469m258p 3m", 17),
    ("B53", "147s2333469m258p 3m", 19),
    ("B55", "33336688m22557s 7s", 29),
    ("B57", "234m567p345s88s23p 4p wall_last", 16),
    ("B59", "1122233334444s 2s", 88),
    ("B61", "445566m2277779s 8s", 7),
    ("B63", "4445677m777s777p 7m", 22),
    ("B65", "123m777888999s1p 1p", 45),
]


@pytest.mark.parametrize(("report", "win", "points"), REPORTED)
def test_reported_faults(report: str, win: str, points: int) -> None:
    assert MIL.score(*won(win)).points == points
