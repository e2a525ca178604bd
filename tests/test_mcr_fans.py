"""One win with each fan of MCR, and a near miss: a complete hand that lacks the fan by one feature."""

import numpy as np
import pytest

from mjcore.rules import ruleset
from tests import wins
from tests.winning import won

MCR = ruleset("mcr")

# Id, points, a win that has the fan, how often it counts there, a win that just has not.
ROWS = [
    ("big_four_winds", 88, "111z444z5m[222z][333z] 5m", 1, "44z55m[111z][222z][333z] 5m"),
    ("big_three_dragons", 88, "666z23m99p[555z][777z] 1m", 1, "66z123m99p[555z][777z] 9p"),
    ("all_green", 88, "666z6s[222s][333s][444s] 6s", 1, "666z5s[222s][333s][444s] 5s"),
    ("nine_gates", 88, "1112345678999m 9m", 1, "1112345678899m 9m"),
    ("four_kongs", 88, "1z[2222s][5555m][9999p][5555z] 1z", 1, "1z[2222s][5555m][9999p][555z] 1z"),
    ("seven_shifted_pairs", 88, "2233445566778p 8p", 1, "2233445566779p 9p"),
    ("thirteen_orphans", 88, "19m19p19s1234567z 7z", 1, "1199m1199p1199s7z 7z"),
    ("all_terminals", 64, "999s999m1m[111p][111s] 1m", 1, "999s999m1z[111p][111s] 1z"),
    ("little_four_winds", 64, "78p44z[111z][222z][333z] 9p", 1, "78p55z[111z][222z][333z] 9p"),
    ("little_three_dragons", 64, "34p66z[555z][777z][111m] 2p", 1, "34p44z[555z][777z][111m] 2p"),
    ("all_honors", 64, "444z777z6z[333z][222z] 6z", 1, "444z777z9s[333z][222z] 9s"),
    ("four_concealed_pungs", 64, "111p666p888m666s2s 2s", 1, "111p666p888m66s22s 6s"),
    ("pure_terminal_chows", 64, "1122355778899m 3m", 1, "1122344778899m 3m"),
    ("quadruple_chow", 48, "12s99m[123s][123s][123s] 3s", 1, "23s99m[123s][123s][123s] 4s"),
    ("four_pure_shifted_pungs", 48, "888m999m5m[666m][777m] 5m", 1, "888m999m6m[555m][777m] 6m"),
    ("four_pure_shifted_chows", 32, "79p22s[123p][345p][567p] 8p", 1, "68p22s[123p][345p][567p] 7p"),
    ("three_kongs", 32, "222p3p[4444m][5555m](4444s) 3p", 1, "222p3p[444m][5555m](4444s) 3p"),
    ("all_terminals_and_honors", 32, "999s2z[555z][111m][111p] 2z", 1, "999s2p[555z][111m][111p] 2p"),
    ("seven_pairs", 24, "112233p2222447m 7m", 1, "112233p444m66s77z 7z"),
    ("greater_honors_and_knitted_tiles", 24, "14p25s369m123456z 7z", 1, "14p258s369m12345z 6z"),
    ("all_even_pungs", 24, "222p444p8m[222s][666s] 8m", 1, "222p444p7m[222s][666s] 7m"),
    ("full_flush", 24, "4567822p[123p][456p] 9p", 1, "45678p22z[123p][456p] 9p"),
    ("pure_triple_chow", 24, "345m99p78s[345m][345m] 9s", 1, "345m99p78s[345m][456m] 9s"),
    ("pure_shifted_pungs", 24, "444s23p66p[222s][333s] 1p", 1, "555s23p66p[222s][333s] 1p"),
    ("upper_tiles", 24, "78979s77m[789m][789p] 8s", 1, "78978s77m[789m][789p] 6s"),
    ("middle_tiles", 24, "666m444p5p[444m][555m] 5p", 1, "666m444p3p[444m][555m] 3p"),
    ("lower_tiles", 24, "123p13p22m[123s][123m] 2p", 1, "123p23p22m[123s][123m] 4p"),
    ("pure_straight", 16, "78m55p444s[123m][456m] 9m", 1, "78p55p444s[123m][456m] 9p"),
    ("three_suited_terminal_chows", 16, "123p89p55m[123s][789s] 7p", 1, "123p89p55p[123s][789s] 7p"),
    ("pure_shifted_chows", 16, "35p555s66z[123p][234p] 4p", 1, "46p555s66z[123p][234p] 5p"),
    ("all_fives", 16, "567s46m55p[345m][456p] 5m", 1, "567s46m44p[345m][456p] 5m"),
    ("triple_pung", 16, "333s78p44z[333p][333m] 9p", 1, "444s78p44z[333p][333m] 9p"),
    ("three_concealed_pungs", 16, "999m222s444s6z[789p] 6z", 1, "999m222s44s66z[789p] 4s"),
    ("lesser_honors_and_knitted_tiles", 12, "14s258m369p12346z 7z", 1, "14s25m369p123456z 7z"),
    ("knitted_straight", 12, "147p258m369s555z3z 3z", 1, "147p258m36s12567z 3z"),
    ("upper_four", 12, "78967s99m[678m][789p] 8s", 1, "78956s99m[678m][789p] 7s"),
    ("lower_four", 12, "222p13s44p[234s][123m] 2s", 1, "222p13s55p[234s][123m] 2s"),
    ("big_three_winds", 12, "333z45m66p[111z][222z] 3m", 1, "333z45m66p[111z][555z] 3m"),
    ("mixed_straight", 8, "79p55z888m[123m][456s] 8p", 1, "79s55z888m[123m][456s] 8s"),
    ("reversible_tiles", 8, "45645s88s[123p][345p] 6s", 1, "45645s88s[123p][345p] 3s"),
    ("mixed_triple_chow", 8, "35m222z99p[345s][345p] 4m", 1, "46m222z99p[345s][345p] 5m"),
    ("mixed_shifted_pungs", 8, "444m78m11z[222p][333s] 9m", 1, "555m78m11z[222p][333s] 9m"),
    ("chicken_hand", 8, "34s44z[123p][555s][888m] 2s", 1, "34s44z[123p][555s][888m] 2s self_draw"),
    (
        "last_tile_draw", 8,
        "888m34m55z[123p][456s] 5m self_draw wall_last", 1, "888m34m55z[123p][456s] 5m self_draw",
    ),
    ("last_tile_claim", 8, "888m34m55z[123p][456s] 2m wall_last", 1, "888m34m55z[123p][456s] 2m"),
    (
        "out_with_replacement_tile", 8,
        "888m34m55z[1111p][456s] 2m self_draw replacement", 1, "888m34m55z[1111p][456s] 2m self_draw",
    ),
    ("robbing_the_kong", 8, "888m13m55z[123p][456s] 2m rob_kong", 1, "888m13m55z[123p][456s] 2m"),
    ("two_concealed_kongs", 8, "234m78m66z(1111s)(2222p) 9m", 1, "234m78m66z(1111s)[2222p] 9m"),
    ("all_pungs", 6, "555s44z99p[888m][333p] 4z", 1, "555s44z99p[888m][345p] 4z"),
    ("half_flush", 6, "111z99m67m[123m][345m] 8m", 1, "111z99p67m[123m][345m] 8m"),
    ("mixed_shifted_chows", 6, "35p777m22z[123s][234m] 4p", 1, "46p777m22z[123s][234m] 5p"),
    ("all_types", 6, "789s11z66z[123m][456p] 6z", 1, "789s11z66z[123m][456m] 6z"),
    (
        "melded_hand", 6,
        "6m[234m][456p][678s][888p] 6m", 1, "6m[234m][456p][678s][888p] 6m self_draw",
    ),
    ("two_dragon_pungs", 6, "12m888m33p[555z][666z] 3m", 1, "12m888m33p[555z][444z] 3m"),
    ("concealed_and_melded_kong", 6, "67m55s(7777z)[2222p][345m] 8m", 1, "67m55s(7777z)[222p][345m] 8m"),
    ("outside_hand", 4, "333z99m79s[123m][789p] 8s", 1, "333z88m79s[123m][789p] 8s"),
    ("fully_concealed_hand", 4, "234m4468s345678p 7s self_draw", 1, "4468s345678p[234m] 7s self_draw"),
    ("two_melded_kongs", 4, "35s99s[4444p][4444m][777z] 4s", 1, "35s99s[4444p][444m][777z] 4s"),
    ("last_tile", 4, "12p456m789s55z[333p] 3p", 1, "12p456m789s55z[333m] 3p"),
    ("dragon_pung", 2, "13m456s99m[111z][555z] 2m", 1, "13m456s99m[111z][444z] 2m"),
    ("prevalent_wind", 2, "13m456s99m[111z][555z] 2m S,E", 1, "13m456s99m[111z][555z] 2m S,W"),
    ("seat_wind", 2, "13m456s99m[222z][555z] 2m S,E", 1, "13m456s99m[222z][555z] 2m W,E"),
    ("concealed_hand", 2, "234567m66s34567p 8p", 1, "234567m66s34567p 8p self_draw"),
    ("all_chows", 2, "234567m66s34567p 8p", 1, "234567m66z34567p 8p"),
    ("tile_hog", 2, "3456666m123p[789s] 3m", 1, "34m11s567p[6666m][789s] 5m"),
    ("double_pung", 2, "78m55z222p[222s][345m] 9m", 1, "78m55z222p[333s][345m] 9m"),
    ("two_concealed_pungs", 2, "4556p222s888s[345m] 5p", 1, "4556p222s[888s][345m] 5p"),
    ("concealed_kong", 2, "444p666s78s55z(2222m) 9s", 1, "444p666s78s55z[2222m] 9s"),
    ("all_simples", 2, "6m[234m][456p][678s][888p] 6m", 1, "6m[123m][456p][678s][888p] 6m"),
    ("pure_double_chow", 1, "34m99p444s[345m][789s] 5m", 1, "45m99p444s[345m][789s] 6m"),
    ("mixed_double_chow", 1, "34m99p444s[345p][789s] 5m", 1, "34m99p444s[456p][789s] 5m"),
    ("short_straight", 1, "67m99p444s[345m][789s] 8m", 1, "67m99p444s[456m][789s] 8m"),
    ("two_terminal_chows", 1, "78m99p444s[123m][567s] 9m", 1, "78p99p444s[123m][567s] 9p"),
    ("pung_of_terminals_or_honors", 1, "34m22p111s[999m][444z] 5m", 3, "34m22p222s[888m][111z] 5m"),
    ("melded_kong", 1, "888m34m55z[1111p][456s] 2m", 1, "888m34m55z(1111p)[456s] 2m"),
    ("one_voided_suit", 1, "35p555s66z[123p][234p] 4p", 1, "35p555m66z[123p][234s] 4p"),
    ("no_honors", 1, "78m55p444s[123m][456m] 9m", 1, "78m55z444s[123m][456m] 9m"),
    ("edge_wait", 1, "12p456m789s55z[333s] 3p", 1, "12345p456m55z[789s] 3p"),
    ("closed_wait", 1, "4556p222s888s[345m] 5p", 1, "45567p33s[345m][555z] 6p"),
    ("single_wait", 1, "123s789m5z[123m][123p] 5z", 1, "222p3p[4444m][555m](4444s) 3p"),
    ("self_drawn", 1, "78m55p444s[123m][456m] 9m self_draw", 1, "78m55p444s[123m][456m] 9m"),
    ("flower_tiles", 1, "78m55p444s[123m][456m]1f5f8f 9m", 3, "78m55p444s[123m][456m] 9m"),
]  # fmt: skip


def test_every_fan_has_a_row() -> None:
    assert [id for id, *_ in ROWS if [row[0] for row in ROWS].count(id) > 1] == []
    assert {id for id, *_ in ROWS} == {fan.id for fan in MCR.fans}
    assert len(ROWS) == 82


@pytest.mark.parametrize(("id", "points", "win", "times", "near"), ROWS, ids=[row[0] for row in ROWS])
def test_fan(id: str, points: int, win: str, times: int, near: str) -> None:
    score = MCR.score(*won(win))
    assert score.count(id) == times, score
    assert [item.points for item in score.items if item.id == id] == [points]
    missed = MCR.score(*won(near))
    assert missed.reason != "not_complete"
    assert missed.count(id) == 0, missed


# ---- What does not count together ------------------------------------------------------------------------

#: For each fan those that are part of it or excluded beside it, whatever else a hand holds.
EXCLUDED = {
    "big_four_winds": "big_three_winds little_four_winds all_pungs prevalent_wind seat_wind "
    "pung_of_terminals_or_honors",
    "big_three_dragons": "two_dragon_pungs dragon_pung little_three_dragons",
    "all_green": "one_voided_suit",
    "nine_gates": "full_flush concealed_hand no_honors one_voided_suit pung_of_terminals_or_honors",
    "four_kongs": "all_pungs three_kongs single_wait two_concealed_kongs concealed_and_melded_kong "
    "two_melded_kongs concealed_kong melded_kong",
    "seven_shifted_pairs": "seven_pairs full_flush concealed_hand single_wait no_honors one_voided_suit",
    "thirteen_orphans": "all_types concealed_hand single_wait all_terminals_and_honors",
    "all_terminals": "all_terminals_and_honors all_pungs outside_hand pung_of_terminals_or_honors no_honors",
    "little_four_winds": "big_three_winds",
    "little_three_dragons": "two_dragon_pungs dragon_pung",
    "all_honors": "all_terminals_and_honors all_pungs outside_hand pung_of_terminals_or_honors "
    "one_voided_suit",
    "four_concealed_pungs": "all_pungs concealed_hand three_concealed_pungs two_concealed_pungs",
    "pure_terminal_chows": "seven_pairs full_flush all_chows pure_double_chow two_terminal_chows no_honors "
    "one_voided_suit",
    "quadruple_chow": "pure_triple_chow pure_double_chow pure_shifted_pungs tile_hog",
    "four_pure_shifted_pungs": "pure_shifted_pungs pure_triple_chow all_pungs",
    "four_pure_shifted_chows": "pure_shifted_chows short_straight two_terminal_chows",
    "three_kongs": "two_concealed_kongs concealed_and_melded_kong two_melded_kongs concealed_kong "
    "melded_kong",
    "all_terminals_and_honors": "all_pungs outside_hand pung_of_terminals_or_honors",
    "seven_pairs": "concealed_hand single_wait",
    "greater_honors_and_knitted_tiles": "lesser_honors_and_knitted_tiles all_types concealed_hand "
    "single_wait",
    "all_even_pungs": "all_pungs all_simples no_honors",
    "full_flush": "no_honors one_voided_suit",
    "pure_triple_chow": "pure_shifted_pungs",
    "pure_shifted_pungs": "pure_triple_chow",
    "upper_tiles": "upper_four no_honors",
    "middle_tiles": "all_simples no_honors",
    "lower_tiles": "lower_four no_honors",
    "three_suited_terminal_chows": "all_chows no_honors mixed_double_chow two_terminal_chows",
    "all_fives": "all_simples no_honors",
    "triple_pung": "double_pung",
    "three_concealed_pungs": "two_concealed_pungs",
    "lesser_honors_and_knitted_tiles": "all_types concealed_hand single_wait",
    "upper_four": "no_honors",
    "lower_four": "no_honors",
    "reversible_tiles": "one_voided_suit",
    "last_tile_draw": "self_drawn",
    "out_with_replacement_tile": "self_drawn",
    "robbing_the_kong": "last_tile",
    "two_concealed_kongs": "concealed_kong two_concealed_pungs",
    "half_flush": "one_voided_suit",
    "melded_hand": "single_wait",
    "two_dragon_pungs": "dragon_pung",
    "concealed_and_melded_kong": "concealed_kong melded_kong",
    "fully_concealed_hand": "self_drawn",
    "two_melded_kongs": "melded_kong",
    "all_chows": "no_honors",
    "all_simples": "no_honors",
}


def test_what_is_excluded_is_all_that_is_absorbed() -> None:
    declared = {fan.id: set(fan.absorbs) for fan in MCR.fans if fan.absorbs}
    assert declared == {id: set(others.split()) for id, others in EXCLUDED.items()}


def test_what_is_excluded_never_counts() -> None:
    scores = MCR.score_many(*wins.won(np.random.default_rng(82), 20_000))
    there = dict(zip(scores.fans, (scores.counts > 0).T, strict=True))
    for id, others in EXCLUDED.items():
        for other in others.split():
            assert not (there[id] & there[other]).any(), (id, other)
