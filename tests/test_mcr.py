"""MCR to the letter: the worked examples, and every decision and option of the specification both ways."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjcore import Hand, InvalidHandError, tiles
from mjcore.rules import mcr, ruleset
from mjcore.scoring.batch import as_hands, as_wins, hand_array, win_array
from mjcore.scoring.ruleset import Ruleset
from mjcore.scoring.table import Table
from mjcore.wins import Win
from tests import wins
from tests.winning import WINDS, won

PROFILES = ("wmo2006", "mil", "cn1998")
MCR = ruleset("mcr")
MIL = ruleset("mcr", profile="mil")
EXAMPLES = json.loads((Path(__file__).parent / "truth" / "mcr_examples.json").read_text("utf-8"))


def example(row: dict[str, Any]) -> tuple[Hand, Win, Table]:
    flowers = "".join(f"{number + 1}f" for number in range(row["flowers"]))
    drawn = row["source"] == "self_draw"
    flags = {
        "wall_last": row["wall_last"],
        "replacement": row["kong"] and drawn,
        "last_of_kind": row["last_tile_flag"],
    }
    win = Win(
        tiles.kind(row["win"]),
        "rob_kong" if row["kong"] and not drawn else row["source"],
        WINDS.index(row["seat"]),
        None if drawn else WINDS.index(row["discarder"]),
        [name for name, due in flags.items() if due],
    )
    hand = Hand.parse(row["concealed"] + row["melds"].replace("-", "") + flowers)
    return hand, win, Table(0, WINDS.index(row["round"]))


def items(rules: Ruleset, text: str) -> dict[str, int]:
    return {item.id: item.count for item in rules.score(*won(text)).items}


def points(rules: Ruleset, text: str) -> int:
    return rules.score(*won(text)).points


# ---- The worked examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", EXAMPLES, ids=[f"{row['id']}" for row in EXAMPLES])
def test_example(row: dict[str, Any]) -> None:
    hand, win, table = example(row)
    for profile in PROFILES:
        rules = ruleset("mcr", profile=profile)
        score = rules.score(hand, win, table)
        assert (score.points, score.legal) == (row[f"total_{profile}"], row[f"legal_{profile}"]), score
        assert rules.may_win(hand, win, table) == (score.legal, None if score.legal else "below_minimum")
    score = MCR.score(hand, win, table)
    flowers = {"flower_tiles": row["flowers"]} if row["flowers"] else {}
    assert {item.id: item.count for item in score.items} == row["items"] | flowers
    if score.legal:
        assert list(MCR.settle(score, win, table)) == row["payments_wmo2006"]
    else:
        assert row["payments_wmo2006"] is None


def test_examples_are_all_there() -> None:
    assert [row["id"] for row in EXAMPLES] == list(range(1, 85))


@pytest.mark.parametrize("profile", PROFILES)
def test_examples_in_one_batch(profile: str) -> None:
    rules = ruleset("mcr", profile=profile)
    hands, wins, tables = zip(*map(example, EXAMPLES), strict=True)
    seats = np.array(
        [(table.dealer, table.prevalent) for table in tables], [("dealer", "i8"), ("prevalent", "i8")]
    )
    found = rules.score_many(hand_array(hands), win_array(wins), seats)
    assert not found.invalid.any()
    assert found.points.tolist() == [row[f"total_{profile}"] for row in EXAMPLES]
    assert found.legal.tolist() == [row[f"legal_{profile}"] for row in EXAMPLES]
    for one, counts in zip(zip(hands, wins, tables, strict=True), found.counts.tolist(), strict=True):
        single = {item.id: item.count for item in rules.score(*one).items}
        assert {id: count for id, count in zip(found.fans, counts, strict=True) if count} == single


# ---- What the profiles differ in -------------------------------------------------------------------------

# Topic, win, fan, how often it counts in wmo2006, mil and cn1998.
DIFFERENT = [
    ("all_green with 6z", "666z6s[222s][333s][444s] 6s", "half_flush", 1, 0, 0),
    ("all_green without 6z", "234s234s666s8s[234s] 8s", "full_flush", 1, 1, 1),
    ("nine_gates drawn", "1112345678999m 9m self_draw", "fully_concealed_hand", 1, 0, 1),
    ("four_concealed_pungs drawn", "222p444p444s333z9m 9m self_draw", "fully_concealed_hand", 1, 0, 1),
    ("seven_shifted_pairs drawn", "2233445566778p 8p self_draw", "fully_concealed_hand", 1, 0, 0),
    ("thirteen_orphans drawn", "19m19p19s1234567z 7z self_draw", "fully_concealed_hand", 1, 0, 0),
    ("seven_pairs drawn", "112233p2222447m 7m self_draw", "fully_concealed_hand", 1, 0, 0),
    ("greater honors drawn", "14p25s369m123456z 7z self_draw", "fully_concealed_hand", 1, 0, 0),
    ("lesser honors drawn", "14s258m369p12346z 7z self_draw", "fully_concealed_hand", 1, 0, 0),
    ("terminal chows drawn", "1122355778899m 3m self_draw", "fully_concealed_hand", 1, 1, 1),
    ("two pungs in nine_gates", "1112345678999s 5s", "pung_of_terminals_or_honors", 0, 1, 0),
    ("one pung in nine_gates", "1112345678999m 9m", "pung_of_terminals_or_honors", 0, 0, 0),
    ("all_terminals", "999s999m1m[111p][111s] 1m", "double_pung", 2, 0, 0),
    ("all_terminals", "999s9p111p[111s][111m] 9p", "triple_pung", 1, 1, 0),
    ("one kong of each kind", "67m55s(7777z)[2222p][345m] 8m", "concealed_and_melded_kong", 1, 1, 0),
    ("one kong of each kind", "67m55s(7777z)[2222p][345m] 8m", "concealed_kong", 0, 0, 1),
    ("one kong of each kind", "67m55s(7777z)[2222p][345m] 8m", "melded_kong", 0, 0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("topic", "win", "fan", "wmo", "mil", "cn"), DIFFERENT)
def test_what_profiles_differ_in(topic: str, win: str, fan: str, wmo: int, mil: int, cn: int) -> None:
    found = [items(ruleset("mcr", profile=profile), win).get(fan, 0) for profile in PROFILES]
    assert found == [wmo, mil, cn], topic
    if fan == "fully_concealed_hand":
        drawn = [items(ruleset("mcr", profile=profile), win).get("self_drawn", 0) for profile in PROFILES]
        assert drawn == [1 - wmo, 1 - mil, 1 - cn]


def test_points_that_profiles_differ_in() -> None:
    rules = [ruleset("mcr", profile=profile) for profile in PROFILES]
    of = [{fan.id: fan.points for fan in each.fans} for each in rules]
    assert [each["two_concealed_kongs"] for each in of] == [8, 6, 6]
    assert [each.get("concealed_and_melded_kong") for each in of] == [6, 5, None]
    same = set(of[0]) - {"two_concealed_kongs", "concealed_and_melded_kong"}
    assert all(each[id] == of[0][id] for each in of for id in same)
    assert [len(each) for each in of] == [82, 82, 81]


# ---- What all profiles agree on --------------------------------------------------------------------------

# Decision, win, what must count and how often: 0 must not.
DECIDED: list[tuple[str, str, dict[str, int]]] = [
    ("9: nine_gates beside a straight", "1112345678999m 9m self_draw", {"pure_straight": 1, "tile_hog": 1}),
    ("9: nine_gates beside concealed pungs", "1112345678999p 2p",
     {"two_concealed_pungs": 1, "short_straight": 1}),
    ("9: winds of big_four_winds", "111z444z5m[222z][333z] 5m",
     {"seat_wind": 0, "pung_of_terminals_or_honors": 0}),
    ("9: winds of little_four_winds", "78p44z[111z][222z][333z] 9p",
     {"seat_wind": 1, "prevalent_wind": 1, "pung_of_terminals_or_honors": 0}),
    ("9: winds of big_three_winds", "333z45m66p[111z][222z] 3m", {"pung_of_terminals_or_honors": 0}),
    ("9: a terminal beside three winds", "78p44z[111m][222z][333z] 9p", {"pung_of_terminals_or_honors": 3}),
    ("3.3: a terminal beside big_three_winds", "333z6p111m[111z][222z] 6p",
     {"big_three_winds": 1, "pung_of_terminals_or_honors": 1}),
    ("9: one_voided_suit beside dragons", "666z23m99p[555z][777z] 1m", {"one_voided_suit": 1}),
    ("9: all_green of pairs", "22223344668s66z 8s", {"all_green": 1, "seven_pairs": 1, "tile_hog": 1}),
    ("9: all_honors of pairs", "1122334455667z 7z", {"all_honors": 1, "seven_pairs": 1}),
    ("9: all_fives", "567s46m55p[345m][456p] 5m", {"all_fives": 1, "no_honors": 0, "all_simples": 0}),
    ("9: middle_tiles", "666m444p5p[444m][555m] 5p", {"no_honors": 0, "all_simples": 0}),
    ("9: all_even_pungs", "222p444p8m[222s][666s] 8m", {"no_honors": 0, "all_simples": 0, "all_pungs": 0}),
    ("9: upper_four", "78967s99m[678m][789p] 8s", {"no_honors": 0}),
    ("9: lower_four", "222p13s44p[234s][123m] 2s", {"no_honors": 0}),
    ("9: quadruple_chow", "12s99m[123s][123s][123s] 3s", {"quadruple_chow": 1, "tile_hog": 0}),
    ("9: four kongs claimed", "1z[2222s][5555m][9999p][5555z] 1z", {"melded_hand": 1, "single_wait": 0}),
    ("9: all_terminals_and_honors", "999s2z[555z][111m][111p] 2z", {"pung_of_terminals_or_honors": 0}),
    ("3.2: three chows alike in two suits", "34s22z[234s][234p][789m] 2s",
     {"pure_double_chow": 1, "mixed_double_chow": 1}),
    ("3.2: no ring of links", "234567s23456p88m 7p", {"mixed_double_chow": 2, "short_straight": 1}),
    ("3.2: the fourth chow joins once", "112233456789m1z 1z", {"pure_straight": 1, "pure_double_chow": 1}),
    ("3.2: a second fan of three is not added", "57m55s[123m][234m][345m] 6m",
     {"pure_shifted_chows": 1, "short_straight": 1}),
    ("3.2: four chows shifted by two", "79p22s[123p][345p][567p] 8p",
     {"four_pure_shifted_chows": 1, "two_terminal_chows": 0, "pure_shifted_chows": 0}),
    ("3.3: a pung joins three shifted ones", "333p6z[222m][333m][444m] 6z",
     {"pure_shifted_pungs": 1, "double_pung": 1}),
    ("3.3: two pairs of pungs", "333p9s333m[777s][777m] 9s", {"double_pung": 2}),
    ("3.3: seat and prevalent wind at once", "13m456s99m[111z][555z] 2m",
     {"seat_wind": 1, "prevalent_wind": 1, "dragon_pung": 1, "pung_of_terminals_or_honors": 0}),
    ("3.4: a claimed tile that a chow takes", "44456m222s77z[345p] 4m", {"two_concealed_pungs": 1}),
    ("3.4: a claimed tile that a pung takes", "4477z222s888s[345p] 4z", {"two_concealed_pungs": 1}),
    ("3.4: a claimed tile exposes its pung", "44z222s99p[888s][345p] 4z", {"two_concealed_pungs": 0}),
    ("3.4: a drawn tile does not", "44z222s99p[888s][345p] 4z self_draw", {"two_concealed_pungs": 1}),
    ("3.4: concealed kongs are concealed pungs", "(2222m)444p666s78s55z 9s", {"three_concealed_pungs": 1}),
    ("3.4: two concealed kongs and no pungs", "234m78m66z(1111s)(2222p) 9m",
     {"two_concealed_kongs": 1, "two_concealed_pungs": 0, "concealed_kong": 0}),
    ("3.4: two concealed kongs and a pung", "888m34m66z(1111s)(2222p) 5m",
     {"two_concealed_kongs": 1, "three_concealed_pungs": 1}),
    ("3.4: four concealed kongs", "2p(4444s)(6666m)(5555m)(9999p) 2p",
     {"four_kongs": 1, "four_concealed_pungs": 1, "two_concealed_kongs": 0, "concealed_hand": 0}),
    ("3.4: a kong is no tile_hog", "34m11s567p[6666m][789s] 5m", {"tile_hog": 0}),
    ("3.5: all_types goes with lesser honors", "14s258m369p12346z 7z", {"all_types": 0, "concealed_hand": 0}),
    ("3.5: nine suit tiles", "147m258s369p5613z 4z",
     {"lesser_honors_and_knitted_tiles": 1, "knitted_straight": 1}),
    ("3.5: knitted beside a chow", "147m258s36p55m[789m] 9p",
     {"all_chows": 1, "no_honors": 0, "single_wait": 0, "edge_wait": 0, "closed_wait": 0}),
    ("3.5: knitted beside a pung", "147p258m369s555z3z 3z",
     {"all_types": 1, "dragon_pung": 1, "single_wait": 1, "concealed_hand": 1}),
    ("3.5: knitted beside a kong", "147p258m369s3m(9999p) 3m",
     {"concealed_kong": 1, "no_honors": 1, "all_chows": 0, "pung_of_terminals_or_honors": 1, "tile_hog": 0}),
    ("3.6: 1233 waits for the edge", "1233m567s222z[789p] 3m", {"edge_wait": 1}),
    ("3.6: 7789 waits for the edge", "7789m567s222z[123p] 7m", {"edge_wait": 1}),
    ("3.6: 12345 waits for two", "12345m22z567s[789p] 3m", {"edge_wait": 0}),
    ("3.6: 56789 waits for two", "56789m22z567s[123p] 7m", {"edge_wait": 0}),
    ("3.6: 4556 waits for a closed tile", "4556p222s888s[345m] 5p", {"closed_wait": 1}),
    ("3.6: 45567 waits for two", "45567p33s[345m][555z] 6p", {"closed_wait": 0}),
    ("3.6: waits of every form count", "445566m2277779s 8s", {"closed_wait": 0}),
    ("3.6: melded_hand", "6m[234m][456p][678s][888p] 6m", {"melded_hand": 1, "single_wait": 0}),
    ("3.6: seven_pairs", "112233p2222447m 7m", {"seven_pairs": 1, "single_wait": 0}),
    ("3.6: thirteen_orphans", "19m19p19s123456z1m 7z", {"thirteen_orphans": 1, "single_wait": 0}),
    ("3.7: on the last tile after a kong", "888m34m55z(1111p)456s 5m self_draw replacement wall_last",
     {"last_tile_draw": 1, "out_with_replacement_tile": 1, "fully_concealed_hand": 1, "self_drawn": 0}),
    ("3.7: each of them removes self_drawn", "888m34m55z[123p][456s] 5m self_draw wall_last",
     {"self_drawn": 0}),
    ("3.7: robbing_the_kong", "888m13m55z[123p][456s] 2m rob_kong last_of_kind", {"last_tile": 0}),
    ("3.7: a concealed kong spoils melded_hand", "6m(2222m)[456p][678s][888p] 6m",
     {"melded_hand": 0, "single_wait": 1}),
    ("3.7: four claimed sets, drawn", "6m[234m][456p][678s][888p] 6m self_draw",
     {"melded_hand": 0, "self_drawn": 1, "single_wait": 1, "fully_concealed_hand": 0}),
    ("3.8: chows instead of pairs", "1122355778899m 3m", {"pure_terminal_chows": 1, "seven_pairs": 0}),
    ("3.8: pairs instead of chows", "1122335566778m 8m", {"seven_pairs": 1, "pure_double_chow": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("decision", "win", "counts"), DECIDED, ids=[row[0] for row in DECIDED])
@pytest.mark.parametrize("profile", PROFILES)
def test_decision(decision: str, win: str, counts: dict[str, int], profile: str) -> None:
    found = items(ruleset("mcr", profile=profile), win)
    assert {id: found.get(id, 0) for id in counts} == counts, (decision, found)


# ---- Options ---------------------------------------------------------------------------------------------

# Options and win, the points without and with them, what differs.
OPTIONS: list[tuple[dict[str, Any], str, int, int, dict[str, int]]] = [
    ({"wait_counts_fifth_tile": False}, "3456666m123p[789s] 3m", 11, 12, {"single_wait": 1}),
    ({"wait_counts_fifth_tile": False}, "1234444678m456p 1m self_draw E,N", 8, 9, {"single_wait": 1}),
    ({"wait_counts_fifth_tile": False}, "8889999m234p[999p] 7m", 8, 9, {"edge_wait": 1}),
    ({"wait_counts_fifth_tile": False}, "2224m[345m][345m][345m] 3m", 60, 61, {"closed_wait": 1}),
    ({"wait_counts_fifth_tile": False}, "45567p33s[345m][555z] 6p", 2, 2, {}),
    ({"knitted_edge_closed": False}, "13347s23469m258p 3m", 17, 16, {"closed_wait": -1}),
    ({"knitted_edge_closed": False}, "147p258s369m12m55z 3m", 15, 14, {"edge_wait": -1}),
    ({"knitted_edge_closed": False}, "147p258m369s555z3z 3z", 23, 23, {}),
    ({"knitted_edge_closed": False}, "12p456m789s55z[333s] 3p", 9, 9, {}),
    ({"kong_addon": "kong_fans"}, "67p22p[4444m][5555m](4444s) 8p", 36, 38, {"concealed_kong": 1}),
    ({"kong_addon": "kong_fans"}, "222p3p[4444m][5555m](4444s) 3p", 44, 44,
     {"concealed_kong": 1, "two_concealed_pungs": -1}),
    ({"kong_addon": "kong_fans"}, "67p22p[5555m](4444s)(6666m) 8p", 36, 42,
     {"two_concealed_kongs": 1, "two_concealed_pungs": -1}),
    ({"kong_addon": "kong_fans"}, "222p3p[5555m](4444s)(6666m) 3p", 56, 48,
     {"two_concealed_kongs": 1, "three_concealed_pungs": -1}),
    ({"kong_addon": "kong_fans"}, "34p77p(2222s)(6666m)(8888p) 5p", 52, 52, {}),
    ({"kong_addon": "kong_fans"}, "2p(4444s)[6666m][5555m][9999p] 2p", 90, 92, {"concealed_kong": 1}),
    ({"kong_addon": "kong_fans"}, "2p(4444s)(6666m)[5555m][9999p] 2p", 92, 98,
     {"two_concealed_kongs": 1, "two_concealed_pungs": -1}),
    ({"kong_addon": "kong_fans"}, "2p(4444s)(6666m)(5555m)[9999p] 2p", 106, 106, {}),
    ({"kong_addon": "kong_fans"}, "2p(4444s)(6666m)(5555m)(9999p) 2p", 154, 154, {}),
    ({"kong_addon": "kong_fans"}, "234m78m66z(1111s)(2222p) 9m", 11, 11, {}),
    ({"strict_98": True}, "666z23m99p[555z][777z] 1m", 93, 92, {"one_voided_suit": -1}),
    ({"strict_98": True}, "34p66z[555z][777z][111m] 2p", 66, 65, {"one_voided_suit": -1}),
    ({"strict_98": True}, "12s99m[123s][123s][123s] 3s", 60, 59, {"one_voided_suit": -1}),
    ({"strict_98": True}, "888m999m5p[666m][777m] 5p", 54, 53, {"one_voided_suit": -1}),
    ({"strict_98": True}, "79p22s[123p][345p][567p] 8p", 36, 35, {"one_voided_suit": -1}),
    ({"strict_98": True}, "333z45m66p[111z][222z] 3m E,S", 17, 16, {"one_voided_suit": -1}),
    ({"strict_98": True}, "35p555s66z[123p][234p] 4p", 18, 18, {}),
    ({"strict_98": True}, "22223344668s66z 8s", 120, 32, {"all_green": -1}),
    ({"strict_98": True}, "11119999m1199p9s 9s", 92, 29, {"all_terminals": -1, "no_honors": 1}),
    ({"strict_98": True}, "1122334455667z 7z", 88, 24, {"all_honors": -1}),
    ({"strict_98": True}, "1199m1199p1199s7z 7z", 56, 24, {"all_terminals_and_honors": -1}),
    ({"strict_98": True}, "7799m7799p77889s 9s", 48, 25, {"upper_tiles": -1, "no_honors": 1}),
    ({"strict_98": True}, "4466m4466p44556s 6s", 48, 26, {"middle_tiles": -1, "all_simples": 1}),
    ({"strict_98": True}, "1133m1133p11223s 3s", 48, 25, {"lower_tiles": -1, "no_honors": 1}),
    ({"strict_98": True}, "6699m6699p66778s 8s", 36, 25, {"upper_four": -1, "no_honors": 1}),
    ({"strict_98": True}, "1144m1144p11223s 3s", 36, 25, {"lower_four": -1, "no_honors": 1}),
    ({"strict_98": True}, "666z6s[222s][333s][444s] 6s", 127, 127, {}),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "win", "without", "chosen_points", "differ"), OPTIONS)
def test_option(
    chosen: dict[str, Any], win: str, without: int, chosen_points: int, differ: dict[str, int]
) -> None:
    rules = ruleset("mcr", **chosen)
    assert (points(MCR, win), points(rules, win)) == (without, chosen_points), items(rules, win)
    before, after = items(MCR, win), items(rules, win)
    ids = {*before, *after}
    assert {
        id: after.get(id, 0) - before.get(id, 0) for id in ids if after.get(id) != before.get(id)
    } == differ


def test_every_option_is_tested() -> None:
    tested = {name for chosen, *_ in OPTIONS for name in chosen} | {"profile", "min_fan"}
    assert tested == {option.name for option in mcr.OPTIONS}


def test_min_fan() -> None:
    hand, win, table = won("4556p222s888s[345m] 5p")
    for least, legal in ((5, True), (6, False), (8, False)):
        score = ruleset("mcr", min_fan=least).score(hand, win, table)
        assert (score.points, score.legal, score.reason) == (5, legal, None if legal else "below_minimum")


def test_options_go_together() -> None:
    rules = ruleset("mcr", profile="mil", kong_addon="kong_fans", strict_98=True)
    assert points(rules, "67p22p[5555m](4444s)(6666m) 8p") == 40
    assert points(rules, "79p22s[123p][345p][567p] 8p") == 35


def every_combination() -> list[Ruleset]:
    open_ones = {option.name: option.choices for option in mcr.OPTIONS if isinstance(option.choices, tuple)}
    return [
        ruleset("mcr", **dict(zip(open_ones, chosen, strict=True))) for chosen in product(*open_ones.values())
    ]


def test_every_combination_of_options_can_be_made() -> None:
    made = every_combination()
    assert len({id(rules) for rules in made}) == 3 * 2 * 2 * 2 * 2
    assert all(points(rules, "79p55z888m[123m][456s] 8p") == 9 for rules in made)


def test_many_as_one_by_one_in_every_combination() -> None:
    won_by = wins.won(np.random.default_rng(83), 150)
    hands, hows, tables = as_hands(won_by.hands), as_wins(won_by.wins), won_by.tables.tolist()
    for rules in every_combination():
        found = rules.score_many(*won_by)
        singles = [
            rules.score(hand, win, Table(*table))
            for hand, win, table in zip(hands, hows, tables, strict=True)
        ]
        assert found.points.tolist() == [score.points for score in singles], rules.options
        assert found.legal.tolist() == [score.legal for score in singles], rules.options


# ---- What the rules decide in place of the caller --------------------------------------------------------

OWN_MELDS = "last tile: the other three lie in the winner's own melds"
HELD = "not the last tile: the winner held one of its kind"
ROBBED = "not the last tile: a kong was robbed"
LAST_TILES = [
    ("12p456m789s55z[333p] 3p", 1, (OWN_MELDS,)),
    ("12s99m[123s][123s][123s] 3s", 1, (OWN_MELDS,)),
    ("12p456m789s55z[333p] 3p self_draw", 1, (OWN_MELDS,)),
    ("12p456m789s55z[333p] 3p last_of_kind", 1, ()),
    ("12s99m[123s][123s][456s] 3s", 0, ()),
    ("12s99m[123s][123s][456s] 3s last_of_kind", 1, ()),
    ("789s66p13s[444m][123p] 2s last_of_kind", 1, ()),
    ("789s22p13s[444m][123p] 2s", 0, ()),
    ("1233m567s222z[789p] 3m last_of_kind", 0, (HELD,)),
    ("888m13m55z[123p][456s] 2m rob_kong last_of_kind", 0, (ROBBED,)),
    ("888m13m55z[123p][456s] 2m rob_kong", 0, ()),
]  # fmt: skip


@pytest.mark.parametrize(("win", "times", "notes"), LAST_TILES)
def test_last_tile(win: str, times: int, notes: tuple[str, ...]) -> None:
    score = MCR.score(*won(win))
    assert (score.count("last_tile"), score.notes) == (times, notes)


def test_every_note_is_tested() -> None:
    assert {note.text for note in mcr.NOTES} == {text for _, _, notes in LAST_TILES for text in notes}


# ---- The caller's mistakes -------------------------------------------------------------------------------

WRONG = [
    ("123m456p789s11z2zx 2z", "mcr has no wild tiles"),
    ("123m456p789s11z22zx -", "mcr has no wild tiles"),
    ("123456m456p789s111z2z 2z", "a hand of mcr must have 14 tiles with the winning one"),
    ("123m456p789s2z 2z", "a hand of mcr must have 14 tiles with the winning one"),
    ("34s44z[123p][555s][888m]1f1f 2s", "flowers of mcr must be 1f to 8f, one of each"),
    ("34s44z[123p][555s][888m]{7z} 2s", "flowers of mcr must be 1f to 8f, one of each"),
    (
        "888m34m55z[111p][456s] 2m self_draw replacement",
        "a win on a replacement tile must have a kong among the melds",
    ),
    (
        "1233m567s222z[789p] 3m rob_kong",
        "a robbed kong must hold all other tiles of its kind, got one in the winner's hand",
    ),
    (
        "12m55s222z[789p][345m] 3m rob_kong",
        "a robbed kong must hold all other tiles of its kind, got one in the winner's hand",
    ),
    (
        "888m13m55z[123p][456s] 2m rob_kong wall_last",
        "a kong cannot be robbed with the last tile of the wall drawn",
    ),
    (
        "123m456p789s11222z - self_draw S,E",
        "only the dealer can be dealt a complete hand, without melds, flags or others' tiles",
    ),
    (
        "123m456p11222z[789s] -",
        "only the dealer can be dealt a complete hand, without melds, flags or others' tiles",
    ),
    (
        "123m456p789s11222z - wall_last",
        "only the dealer can be dealt a complete hand, without melds, flags or others' tiles",
    ),
    (
        "123m456p11222z(1111s) - replacement",
        "only the dealer can be dealt a complete hand, without melds, flags or others' tiles",
    ),
]


@pytest.mark.parametrize(("win", "text"), WRONG)
def test_mistakes(win: str, text: str) -> None:
    hand, how, table = won(win)
    for ask in (MCR.score, MCR.may_win, MIL.score):
        with pytest.raises(InvalidHandError) as caught:
            ask(hand, how, table)
        assert str(caught.value) == text
    seats = np.array([(table.dealer, table.prevalent)], [("dealer", "i8"), ("prevalent", "i8")])
    found = MCR.score_many(hand_array([hand]), win_array([how]), seats)
    assert (found.invalid.tolist(), found.points.tolist(), found.legal.tolist()) == ([True], [0], [False])


def test_every_error_is_tested() -> None:
    assert {error.text for error in mcr.ERRORS} == {text for _, text in WRONG}


@pytest.mark.parametrize(
    "win",
    [
        "135m246p789s1122z 2z",
        "1133557799m135p 2z",
        "12p456m789s55z[333s] 4p",
        "6m[234m][456p][678s][888p] 7m",
        "1122334466889m9p -",
    ],
)
def test_what_is_not_complete_is_an_answer(win: str) -> None:
    score = MCR.score(*won(win))
    assert (score.points, score.items, score.legal, score.reason) == (0, (), False, "not_complete")


# ---- Dealt complete --------------------------------------------------------------------------------------

# 14 tiles dealt; what must count.
DEALT = [
    ("12p456m789s55z333s3p -", {"edge_wait": 0, "fully_concealed_hand": 1, "self_drawn": 0, "last_tile": 0}),
    ("111p666p888m666s22s -", {"four_concealed_pungs": 1, "single_wait": 0, "fully_concealed_hand": 1}),
    ("11123455678999m -", {"nine_gates": 1, "full_flush": 0}),
    ("11112345678999m -", {"nine_gates": 1, "full_flush": 0}),
    ("11123455566699m -", {"nine_gates": 0, "full_flush": 1}),
    ("19m19p19s12345677z -", {"thirteen_orphans": 1, "fully_concealed_hand": 1}),
]


@pytest.mark.parametrize(("win", "counts"), DEALT)
def test_dealt_complete(win: str, counts: dict[str, int]) -> None:
    found = items(MCR, win)
    assert {id: found.get(id, 0) for id in counts} == counts, found


def test_dealt_with_flowers() -> None:
    assert points(MCR, "11123455678999m1f2f -") == points(MCR, "11123455678999m -") + 2


# ---- Flowers, nothing else, ties, payments ---------------------------------------------------------------


def test_flowers_are_paid_but_win_nothing() -> None:
    hand, win, table = won("4556p222s888s[345m]1f2f3f4f5f 5p")
    score = MCR.score(hand, win, table)
    assert (score.points, score.legal, score.reason) == (10, False, "below_minimum")
    with pytest.raises(ValueError, match="score must be of a legal win, got below_minimum"):
        MCR.settle(score, win, table)
    hand, win, table = won("444m78m11z[222p][333s]1f8f 9m")
    score = MCR.score(hand, win, table)
    assert (score.points, score.legal) == (10, True)
    assert MCR.settle(score, win, table) == (34, -18, -8, -8)


def test_a_hand_of_nothing_is_a_chicken_hand() -> None:
    score = MCR.score(*won("34s44z[123p][555s][888m] 2s"))
    assert [(item.id, item.total) for item in score.items] == [("chicken_hand", 8)]
    flowers = MCR.score(*won("34s44z[123p][555s][888m]3f 2s"))
    assert [item.id for item in flowers.items] == ["chicken_hand", "flower_tiles"]
    assert (flowers.points, flowers.legal) == (9, True)


def test_ties_break_the_same_way_every_time() -> None:
    hand, win, table = won("1233m567s222z[789p] 3m")
    first = MCR.score(hand, win, table)
    chosen: dict[str, Any] = {**MCR.options}
    again = mcr.make(**chosen).score(Hand.parse(str(hand)), win, table)
    assert (again, str(again.reading)) == (first, str(first.reading))
    found = MCR.score_many(hand_array([hand] * 3), win_array([win] * 3))
    assert {tuple(row) for row in found.counts.tolist()} == {tuple(found.counts[0].tolist())}


def test_any_seat_may_win_and_nobody_deals_for_more() -> None:
    for winner, payer, dealer in product(range(4), range(4), range(4)):
        hand, table = Hand.parse("444m78m11z[222p][333s]"), Table(dealer)
        drawn = Win(tiles.kind("9m"), winner=winner)
        score = MCR.score(hand, drawn, table)
        gains = MCR.settle(score, drawn, table)
        assert gains[winner] == 3 * (8 + score.points)
        assert all(gain == -8 - score.points for seat, gain in enumerate(gains) if seat != winner)
        if payer != winner:
            claimed = Win(tiles.kind("9m"), "discard", winner, payer)
            score = MCR.score(hand, claimed, table)
            gains = MCR.settle(score, claimed, table)
            assert (gains[winner], gains[payer]) == (24 + score.points, -8 - score.points)
            assert sum(gains) == 0
