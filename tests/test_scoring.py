"""The engine, on rules made for it: whatever any variant may ask of it."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np
import pytest

from mjcore import Form, Hand, InvalidHandError, Meld, corpora, tiles
from mjcore.rules import ruleset, rulesets
from mjcore.scoring.batch import as_hands, as_wins, hand_array, win_array
from mjcore.scoring.fan import Fan
from mjcore.scoring.hints import claims, hints
from mjcore.scoring.ruleset import Remark, Ruleset
from mjcore.scoring.score import Score, balanced
from mjcore.scoring.table import Table
from mjcore.scoring.view import SELF_DRAW, count, has
from mjcore.wins import Flag, Win

MCR = ruleset("mcr")
#: 123789m 1299p 789s, one chow exposed: 3p makes it an outside hand.
WAITING = Hand.parse("123789m1299p[789s]")


def toy(fans: Any, **more: Any) -> Any:
    settings: dict[str, Any] = {
        "forms": Form.USUAL,
        "settlement": lambda score, win, table: (0, 0, 0, 0),
    } | more
    return Ruleset("toy", "Toy", "玩具", "made for tests", fans=tuple(fans), **settings)


def fan(id: Any, points: Any, test: Any, absorbs: Any = (), **more: Any) -> Any:
    return Fan(id, id.title(), id, points, test, absorbs, **more)


def points(rules: Any, text: Any, tile: Any, **win: Any) -> Any:
    return rules.score(Hand.parse(text), Win(tiles.kind(tile), **win)).points


def test_absorption_runs_from_high_to_low_and_what_is_absorbed_absorbs_nothing() -> None:
    rules = toy(
        [
            fan("low", 1, lambda v: v.free == 0),
            fan("middle", 4, lambda v: v.free == 0, {"low"}),
            fan("high", 8, lambda v: has(v.flags, SELF_DRAW), {"middle"}),
        ]
    )
    drawn = rules.score(Hand.parse("11m"), Win(0))
    assert [(item.id, item.count) for item in drawn.items] == [("high", 1), ("low", 1)]
    assert points(rules, "11m", "1m", source="discard") == 4


def test_the_reading_that_is_worth_most() -> None:
    rules = toy([fan("pungs", 3, lambda v: count(v.pungs)), fan("chows", 5, lambda v: count(v.chows3))])
    score = rules.score(Hand.parse("11122233344m"), Win(tiles.kind("4m")))
    assert (score.points, str(score.reading)) == (9, "111m 222m 333m 44m")
    other = toy([fan("pungs", 1, lambda v: count(v.pungs)), fan("chows", 5, lambda v: count(v.chows3))])
    assert str(other.score(Hand.parse("11122233344m"), Win(tiles.kind("4m"))).reading) == "123m 123m 123m 44m"


def test_fallback_bonus_and_minimum() -> None:
    rules = toy(
        [
            fan("nothing", 2, None),
            fan("red", 3, lambda v: has(v.pair, tiles.DRAGONS)),
            fan("flower", 1, lambda v: count(v.flowers), bonus=True),
        ],
        minimum=3,
    )
    plain = rules.score(Hand.parse("11m1f2f"), Win(0))
    assert (plain.points, plain.legal, plain.reason) == (4, False, "below_minimum")
    assert [item.id for item in plain.items] == ["nothing", "flower"]
    red = rules.score(Hand.parse("77z1f"), Win(33))
    assert (red.points, red.legal, red.reason, red.count("flower"), red.count("none")) == (
        4,
        True,
        None,
        1,
        0,
    )
    assert rules.may_win(Hand.parse("11m1f2f"), Win(0)) == (False, "below_minimum")


def test_what_is_not_complete_is_an_answer() -> None:
    score = MCR.score(WAITING, Win(0))
    assert (score.points, score.items, score.legal, score.reason, score.reading) == (
        0,
        (),
        False,
        "not_complete",
        None,
    )
    assert str(score) == "no win: not complete"


def test_a_ruleset_is_checked_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="fan high must absorb fans of the ruleset, got nothing"):
        toy([fan("high", 1, lambda v: v.free, {"nothing"})])
    with pytest.raises(ValueError, match="fan ids must be different, got high, high"):
        toy([fan("high", 1, lambda v: v.free), fan("high", 2, lambda v: v.free)])
    with pytest.raises(ValueError, match="a predicate must read .*, got colour"):
        toy([fan("high", 1, lambda v: v.colour)])
    with pytest.raises(TypeError, match="one expression"):
        toy([fan("high", 1, lambda v: v.free and v.pair)])


def test_errors_and_notes_are_remarks() -> None:
    rules = toy(
        [fan("win", 1, lambda v: v.free == 0)],
        errors=(Remark("the hand must have no meld", lambda v: v.open != 0),),
        notes=(Remark("drawn", lambda v: has(v.flags, SELF_DRAW)),),
    )
    assert rules.score(Hand.parse("11m"), Win(0)).notes == ("drawn",)
    assert rules.score(Hand.parse("11m"), Win(0, "discard")).notes == ()
    with pytest.raises(InvalidHandError, match="^the hand must have no meld$"):
        rules.score(Hand.parse("11m[777z]"), Win(0))
    hands = hand_array([Hand.parse("11m[777z]"), Hand.parse("11m")])
    found = rules.score_many(hands, win_array([Win(0), Win(0)]))
    assert found.invalid.tolist() == [True, False]
    assert found.points.tolist() == [0, 1]
    assert found.legal.tolist() == [False, True]


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: ruleset("riichi"), ValueError, "ruleset must be mcr.*, got 'riichi'"),
        (
            lambda: ruleset("mcr", colour=1),
            ValueError,
            "option of mcr must be profile, min_fan.*, got 'colour'",
        ),
        (
            lambda: ruleset("mcr", profile="wmo"),
            ValueError,
            "profile must be wmo2006, mil, cn1998, got 'wmo'",
        ),
        (lambda: ruleset("mcr", min_fan=True), ValueError, "min_fan must be 0 to 1000, got True"),
        (lambda: ruleset("mcr", strict_98=1), ValueError, "strict_98 must be True, False, got 1"),
        (lambda: MCR.score(cast(Any, "11m"), Win(0)), TypeError, "hand must be a Hand, got str"),
        (lambda: MCR.score(WAITING, cast(Any, 0)), TypeError, "win must be a Win, got int"),
        (lambda: MCR.score(WAITING, Win(0), 1), TypeError, "table must be a Table, got int"),
        (lambda: MCR.score(WAITING, Win(None)), InvalidHandError, "tile"),
        (lambda: MCR.score(Hand.parse("11m[123m][456m][789m][111z]"), Win(1)), InvalidHandError, "tile"),
    ],
)
def test_errors(ask: Any, error: Any, text: Any) -> None:
    with pytest.raises(error, match=text):
        ask()


def test_names_and_aliases() -> None:
    assert ruleset("国标") is ruleset("guobiao") is ruleset("MCR") is MCR
    assert ruleset("mcr", profile="wmo2006") is MCR
    assert ruleset("mcr", profile="mil") is not MCR
    assert "mcr" in [variant.name for variant in rulesets()]
    assert MCR.options["profile"] == "wmo2006"


def test_score_as_a_value() -> None:
    score = MCR.score(WAITING, Win(tiles.kind("3p"), "discard", payer=3))
    assert str(score).splitlines()[0] == "10 points"
    assert "Outside Hand 全带幺 = 4" in str(score)
    again = Score.from_dict(json.loads(json.dumps(score.to_dict())))
    assert again == score
    assert hash(again) == hash(score)
    with pytest.raises(ValueError, match="score must have the key"):
        Score.from_dict({"rules": "mcr"})


def test_settle() -> None:
    score = MCR.score(WAITING, Win(tiles.kind("3p"), "discard", payer=3))
    assert MCR.settle(score, Win(tiles.kind("3p"), "discard", payer=3)) == (34, -8, -8, -18)
    with pytest.raises(ValueError, match="payer must be known to settle, got None"):
        MCR.settle(score, Win(tiles.kind("3p"), "discard"))
    with pytest.raises(ValueError, match="score must be of a legal win, got not_complete"):
        MCR.settle(MCR.score(WAITING, Win(0)), Win(0))
    with pytest.raises(ValueError, match="score must be of mcr, got toy"):
        MCR.settle(toy([fan("win", 1, lambda v: v.free == 0)]).score(Hand.parse("11m"), Win(0)), Win(0))
    with pytest.raises(AssertionError, match="payments must sum to zero"):
        balanced([1, 0, 0, 0])


# ---- Many hands ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def won() -> Any:
    return corpora.won(np.random.default_rng(8), 3_000)


def test_many_hands_as_one_by_one(won: Any) -> None:
    hands, wins = won
    found = MCR.score_many(hands, wins)
    assert not found.invalid.any()
    for hand, win, total, legal, counts in zip(
        as_hands(hands), as_wins(wins), found.points, found.legal, found.counts, strict=True
    ):
        score = MCR.score(hand, win)
        assert (score.points, score.legal) == (total, legal)
        assert {item.id: item.count for item in score.items} == {
            id: count for id, count in zip(found.fans, counts.tolist(), strict=True) if count
        }


def test_pieces_and_threads_change_nothing(won: Any, monkeypatch: Any) -> None:
    whole = MCR.score_many(*won)
    monkeypatch.setattr("mjcore.scoring.batch.CHUNK", 700)
    monkeypatch.setattr("mjcore.scoring.batch.CHUNK_BESIDE_OTHERS", 500)
    with ThreadPoolExecutor(3) as executor:
        for found in (MCR.score_many(*won), MCR.score_many(*won, executor=executor)):
            assert found.fans == whole.fans
            for one, other in zip(found[:4], whole[:4], strict=True):
                np.testing.assert_array_equal(one, other)


def test_one_win_for_all_hands(won: Any) -> None:
    hands, wins = won
    alike = hands[wins["tile"] == wins["tile"][0]]
    whole = MCR.score_many(alike, np.broadcast_to(wins[0], alike.shape))
    np.testing.assert_array_equal(MCR.score_many(alike, wins[0]).points, whole.points)


def test_an_executor_must_be_one(won: Any) -> None:
    with pytest.raises(TypeError, match=r"executor must be a concurrent.futures.Executor, got int"):
        MCR.score_many(*won, executor=cast(Any, 3))


def test_no_hands() -> None:
    found = MCR.score_many(*corpora.won(np.random.default_rng(1), 0))
    assert [len(each) for each in found[:4]] == [0, 0, 0, 0]


def test_arrays_round_trip(won: Any) -> None:
    hands, wins = won
    assert (hand_array(as_hands(hands)) == hands).all()
    assert (win_array(as_wins(wins)) == wins).all()
    honours = Hand.parse("11m{12z}3f")
    assert as_hands(hand_array([honours])) == [honours]
    assert as_wins(win_array([Win(None), Win(tiles.WILD)])) == [Win(None), Win(tiles.WILD)]


def test_tables_one_a_hand() -> None:
    hands = hand_array([Hand.parse("123m456p789s1122z")] * 2)
    wins = win_array([Win(tiles.kind("1z"), "discard", winner=1)] * 2)
    seats = np.array([(1, 0), (0, 1)], [("dealer", "i4"), ("prevalent", "i4")])
    found = MCR.score_many(hands, wins, seats)
    (hand, _), (win, _) = as_hands(hands), as_wins(wins)
    one = [MCR.score(hand, win, Table(*map(int, row))).points for row in seats]
    assert found.points.tolist() == one
    with pytest.raises(TypeError, match="tables must have the fields dealer, prevalent"):
        MCR.score_many(hands, wins, np.zeros(2, [("dealer", "i4")]))


@pytest.mark.parametrize("seed", range(3))
def test_hostile_rows_are_marked_and_change_no_other(won: Any, seed: Any) -> None:
    hands, wins = (each.copy() for each in won)
    whole = MCR.score_many(hands, wins)
    rng = np.random.default_rng(seed)
    rows = rng.random(len(hands)) < 0.5
    hands[rows] = np.frombuffer(rng.bytes(rows.sum() * hands.itemsize), hands.dtype)
    wins[~rows & (rng.random(len(hands)) < 0.3)] = (-1, 1, 9, 7, 65535)
    found = MCR.score_many(hands, wins)
    changed = rows | (wins["winner"] == 9)
    assert found.invalid[changed].all()
    assert not found.points[found.invalid].any()
    np.testing.assert_array_equal(found.points[~changed], whole.points[~changed])


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (lambda hands, wins: (hands["counts"], wins), TypeError, "hands must be of dtype"),
        (lambda hands, wins: (list(hands), wins), TypeError, "hands must be an array, got list"),
        (lambda hands, wins: (hands, wins["tile"]), TypeError, "wins must be of dtype"),
        (lambda hands, wins: (hands.reshape(-1, 2), wins), ValueError, "hands must have one axis, got 2"),
        (
            lambda hands, wins: (hands, wins[:7]),
            ValueError,
            r"shape \(\) or \(3000,\), got \(7,\)",
        ),
        (
            lambda hands, wins: (hands, wins, seats(2, "f8")),
            TypeError,
            "tables must hold integers, got float64",
        ),
        (lambda hands, wins: (hands, wins, seats(2, "i8")), ValueError, r"tables must be of shape \(\) or"),
    ],
)
def test_wrong_arrays(won: Any, arguments: Any, error: Any, text: Any) -> None:
    with pytest.raises(error, match=text):
        MCR.score_many(*arguments(*won))


def seats(n: int, kind: str) -> Any:
    return np.zeros(n, [("dealer", kind), ("prevalent", kind)])


def test_more_flowers_than_there_are() -> None:
    rows = hand_array([Hand.parse("123789m1299p[789s]")] * 4 + [Hand.parse("123789m1177z[555z]")] * 2)
    rows["flowers"][0, 7], rows["flowers"][1, 13], rows["flowers"][2, 6] = 16, 17, 5
    rows["flowers"][4, 4], rows["flowers"][5, 4] = 2, 1
    rules = toy([fan("win", 1, lambda v: v.form != 0)])
    found = rules.score_many(rows, win_array([Win(tiles.kind("3p"), "discard")] * 4 + [Win(27)] * 2))
    assert found.invalid.tolist() == [True, True, True, False, True, False]
    with pytest.raises(InvalidHandError, match="tile 5z must appear at most 4 times, got 5"):
        as_hands(rows[4:])


def test_rows_that_are_no_value_are_told() -> None:
    rows = hand_array([WAITING])
    rows["melds"][0, 0] = 7, 0
    with pytest.raises(InvalidHandError, match="meld must be of type 0 to 4, got 7"):
        as_hands(rows)
    wins = win_array([Win(0)])
    wins["source"] = 3
    with pytest.raises(ValueError, match="source must be 0 to 2, got 3"):
        as_wins(wins)
    wins["source"], wins["flags"] = 0, 1
    with pytest.raises(ValueError, match="flags must be wall_last, replacement, last_of_kind, got 1"):
        as_wins(wins)


@pytest.mark.parametrize(
    "change",
    [
        {"points": -3},
        {"points": True},
        {"points": 1e400},
        {"legal": "yes"},
        {"rules": []},
        {"reason": 1},
        {"notes": [[1]]},
        {"items": [{"id": 1, "english": "", "native": "", "points": 1, "count": 1}]},
        {"items": [{"id": "", "english": "", "native": "", "points": "1", "count": 1}]},
    ],
)
def test_scores_from_hostile_records(change: dict[str, Any]) -> None:
    record = MCR.score(WAITING, Win(tiles.kind("3p"), "discard")).to_dict()
    with pytest.raises((TypeError, ValueError), match="must be"):
        Score.from_dict({**record, **change})


def test_nobody_feeds_himself() -> None:
    hand = Hand.parse("123789m1299p[789s<1]")
    asked: list[Any] = [
        lambda: MCR.score(hand, Win(tiles.kind("3p"), winner=1)),
        lambda: MCR.hints(hand, 1),
        lambda: MCR.claims(hand, 1, tiles.kind("3p"), 0),
    ]
    for ask in asked:
        with pytest.raises(InvalidHandError, match="must be fed by another seat than its owner's, got 1"):
            ask()


# ---- What a player may do -------------------------------------------------------------------------------


def test_hints_say_what_score_says() -> None:
    hand = Hand.parse("123789m1299p2s[789s]")
    seen = tiles.counts("333p")
    (hint, *others) = hints(MCR, hand, seat=2, seen=seen)
    assert (hint.discard, hint.waits[0].tile, hint.waits[0].left) == (tiles.kind("2s"), tiles.kind("3p"), 1)
    rest = Hand.parse("123789m1299p[789s]")
    last = MCR.score(rest, Win(tiles.kind("3p"), "discard", 2, None, ["last_of_kind"]))
    drawn = MCR.score(rest, Win(tiles.kind("3p"), "self_draw", 2, None, ["last_of_kind"]))
    assert hint.waits == ((tiles.kind("3p"), 1, last.points, drawn.points),)
    assert [other.worth for other in others] == sorted((other.worth for other in others), reverse=True)


def test_hints_of_a_hand_that_waits_as_it_is() -> None:
    (hint,) = MCR.hints(WAITING)
    assert (hint.discard, [wait.tile for wait in hint.waits], hint.left) == (None, [tiles.kind("3p")], 4)


def test_hints_without_a_wait_and_below_the_minimum() -> None:
    assert MCR.hints(Hand.parse("147m258p369s12345z")) != ()
    assert MCR.hints(Hand.parse("1133557799m135p")) == ()
    found = MCR.hints(Hand.parse("123m456p789s1122z6s"))
    assert {wait.on_discard for hint in found for wait in hint.waits} >= {None}


def test_hints_refuse_what_the_rules_have_not() -> None:
    for text in ("123m456p789s11z2zx", "xx", "x"):
        with pytest.raises(InvalidHandError, match="mcr has no wild tiles"):
            MCR.hints(Hand.parse(text))
    with pytest.raises(InvalidHandError, match="a hand of mcr must have 14 tiles"):
        MCR.hints(Hand.parse("159m1p"))
    with pytest.raises(TypeError, match="hand must be a Hand"):
        MCR.hints(cast(Any, "11m"))
    with pytest.raises(ValueError, match="seat must be a seat from 0 to 3, got 4"):
        MCR.hints(WAITING, 4)


def test_claims() -> None:
    hand = Hand.parse("1233358m1299p22z")
    found = claims(MCR, hand, seat=2, tile=tiles.kind("3m"), payer=1)
    assert [str(meld) for meld in found.chows] == ["[123m<1]"]
    assert [str(meld) for meld in found.pungs] == ["[333m<1]"]
    assert [str(meld) for meld in found.kongs] == ["[3333m<1]"]
    assert found.win is None
    assert MCR.claims(hand, 2, tiles.kind("3m"), 0).chows == ()
    assert MCR.claims(hand, 2, tiles.kind("4m"), 1).chows == tuple(map(Meld.parse, ("[234m<1]", "[345m<1]")))
    assert MCR.claims(hand, 2, tiles.kind("2z"), 1).pungs == (Meld.parse("[222z<1]"),)
    assert MCR.claims(hand, 2, tiles.kind("1z"), 1) == ((), (), (), None)
    won = MCR.claims(WAITING, 0, tiles.kind("3p"), 3).win
    assert won is not None
    assert won.points == 10
    with pytest.raises(ValueError, match="payer must not be the winner, got 2"):
        MCR.claims(hand, 2, 0, 2)
    with pytest.raises(TypeError, match="payer must be an integer, got NoneType"):
        MCR.claims(hand, 2, 0, cast(Any, None))
    with pytest.raises(InvalidHandError, match=r"hand must have 3n \+ 1 tiles to claim one, got 11"):
        MCR.claims(Hand.parse("123789m12399p[789s]"), 2, tiles.kind("3p"), 1)
    with pytest.raises(ValueError, match="tile must be 0 to 33, got 34"):
        MCR.claims(hand, 2, 34, 1)


def test_the_last_discard_is_claimed_to_win_alone() -> None:
    last = MCR.claims(Hand.parse("1233358m1299p22z"), 2, tiles.kind("3m"), 1, flags=Flag.WALL_LAST)
    assert last == ((), (), (), None)
    hand = Hand.parse("234m345p67p88m[222s]")
    assert MCR.claims(hand, 2, tiles.kind("8p"), 1).win is None
    assert MCR.claims(hand, 2, tiles.kind("8p"), 1, flags=Flag.WALL_LAST).win is not None


def test_chows_stay_within_a_suit() -> None:
    hand = Hand.parse("123456789m1234p")
    for tile in range(34):
        expected = [
            start
            for start in (tile - 2, tile - 1, tile)
            if tile < 27
            and start >= 0
            and start // 9 == (start + 2) // 9
            and all(hand.counts[kind] for kind in (start, start + 1, start + 2) if kind != tile)
        ]
        if hand.counts[tile] < 4:
            assert [meld.tiles[0] for meld in MCR.claims(hand, 1, tile, 0).chows] == expected
