"""MCR, the Mahjong Competition Rules (国标麻将): 81 fans, at least 8 points to win.

Source: the list of 81 fans of 1998; the book of the World Mahjong Organization of 2006 with its Attachment 1;
what PyMahjongGB computes (profile ``mil``). `PROFILES` holds all that they differ in.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from mjcore.kernels import Form
from mjcore.rules import chows
from mjcore.scoring.fan import Fan
from mjcore.scoring.program import Predicate
from mjcore.scoring.ruleset import Lookup, Option, Remark, Ruleset
from mjcore.scoring.score import Payments, Score, balanced
from mjcore.scoring.table import Table
from mjcore.scoring.view import (
    DEALT,
    LAST_OF_KIND,
    REPLACEMENT,
    ROB_KONG,
    SELF_DRAW,
    WALL_LAST,
    all_of,
    count,
    field,
    has,
    in_a_row,
    in_order,
    in_three_suits,
    less,
    of_rank,
    only,
)
from mjcore.tiles import BAMBOO, CHARACTERS, DOTS, DRAGONS, HONOURS, ORPHANS, TERMINALS, WINDS
from mjcore.wins import Source, Win

__all__ = ["OPTIONS", "make"]

OPTIONS = (
    Option(
        "profile",
        "wmo2006",
        ("wmo2006", "mil", "cn1998"),
        "the book of 2006, most apps (Botzone), or the list of 1998",
    ),
    Option("min_fan", 8, range(1001), "points needed to win, flowers aside"),
    Option("wait_counts_fifth_tile", True, (True, False), "a kind that the player has four of is a wait"),
    Option("knitted_edge_closed", True, (True, False), "edge and closed waits beside a knitted straight"),
    Option(
        "kong_addon",
        "concealed_pungs",
        ("concealed_pungs", "kong_fans"),
        "how one or two concealed kongs add to three or four kongs",
    ),
    Option("strict_98", False, (True, False), "the list of 1998 to the letter where it names fewer fans"),
)

SUITS = CHARACTERS | DOTS | BAMBOO
SIMPLES = SUITS ^ TERMINALS
GREEN = of_rank(2, 3, 4, 6, 8) & BAMBOO | 1 << 32
REVERSIBLE = of_rank(1, 2, 3, 4, 5, 8, 9) & DOTS | of_rank(2, 4, 5, 6, 8, 9) & BAMBOO | 1 << 31
FIVE, EVEN = of_rank(5), of_rank(2, 4, 6, 8)
FIVE_OF = [FIVE & CHARACTERS, FIVE & DOTS, FIVE & BAMBOO]
UPPER, MIDDLE, LOWER = of_rank(7, 8, 9), of_rank(4, 5, 6), of_rank(1, 2, 3)
UPPER_FOUR, LOWER_FOUR = of_rank(6, 7, 8, 9), of_rank(1, 2, 3, 4)
# Where chows begin that hold a five, or a terminal.
AROUND_FIVE, AT_END = of_rank(3, 4, 5), of_rank(1, 7)
EAST = 1 << 27
# Of the column `flowers`: four bits a kind, the honours first.
ONE_OF_EACH_FLOWER = 0x11111111 << 28
# Of the column `suits`.
NUMBERS, ANY_HONOUR, ALL_TYPES = 0b00111, 0b11000, 0b11111
# Of the column `wait`.
EDGE, CLOSED, SINGLE = 1, 2, 4
STANDARD, PAIRS, KNITTED = int(Form.STANDARD), int(Form.SEVEN_PAIRS), int(Form.KNITTED)
ORPHANS_FORM = int(Form.THIRTEEN_ORPHANS)


def nine_of(v: Any, suit: int) -> Any:
    """1112345678999 of a suit before the win; of 14 tiles dealt, with one more."""
    return (v.before == suit) & all_of(v.before3, suit & TERMINALS) & only(v.kinds, suit)


def nine_gates(v: Any) -> Any:
    return nine_of(v, CHARACTERS) | nine_of(v, DOTS) | nine_of(v, BAMBOO)


def terminal_chows(v: Any, place: int) -> Any:
    """Chows 123 and 789 twice, beside the pair of fives that they need."""
    suit = field(v.chow_fans, place, 2)
    return (
        (suit == 1) & (v.pair == FIVE_OF[0])
        | (suit == 2) & (v.pair == FIVE_OF[1])
        | (suit == 3) & (v.pair == FIVE_OF[2])
    )


def chow_count(v: Any) -> Any:
    return count(v.chows) + count(v.chows2) + count(v.chows3) + count(v.chows4)


def kongs(v: Any) -> Any:
    return count(v.kongs_open | v.kongs_dark)


def lesser_pungs(v: Any) -> Any:
    """Pungs of terminals, and of winds that count for nothing else."""
    winds = less(v.pungs & WINDS, v.seat | v.prevalent)
    return count(v.pungs & TERMINALS) + count(winds) * (count(v.pungs & WINDS) < 3)


def last_of_kind(v: Any) -> Any:
    """Said by the caller, or seen in the winner's own melds; never of a tile that the winner held before."""
    return (has(v.flags, LAST_OF_KIND) | has(v.win, v.shown3)) & (v.win & v.before == 0)


def concealed(v: Any) -> Any:
    return count(v.dark)


def concealed_beside_kongs(v: Any) -> Any:
    """Without one or two concealed kongs among three or more: those count for themselves."""
    dark = count(v.kongs_dark)
    return count(v.dark) - dark * ((kongs(v) >= 3) & (dark <= 2))


FANS = (
    Fan(
        "big_four_winds", "Big Four Winds", "大四喜", 88,
        lambda v: all_of(v.pungs, WINDS),
        {
            "big_three_winds", "little_four_winds", "all_pungs", "prevalent_wind", "seat_wind",
            "pung_of_terminals_or_honors",
        },
    ),
    Fan(
        "big_three_dragons", "Big Three Dragons", "大三元", 88,
        lambda v: all_of(v.pungs, DRAGONS),
        {"two_dragon_pungs", "dragon_pung", "little_three_dragons"},
    ),
    Fan("all_green", "All Green", "绿一色", 88, lambda v: only(v.kinds, GREEN), {"one_voided_suit"}),
    Fan(
        "nine_gates", "Nine Gates", "九莲宝灯", 88, nine_gates,
        {"full_flush", "concealed_hand", "no_honors", "one_voided_suit", "pung_of_terminals_or_honors"},
    ),
    Fan(
        "four_kongs", "Four Kongs", "四杠", 88,
        lambda v: kongs(v) == 4,
        {
            "all_pungs", "three_kongs", "two_concealed_kongs", "concealed_and_melded_kong",
            "two_melded_kongs", "concealed_kong", "melded_kong", "single_wait",
        },
    ),
    Fan(
        "seven_shifted_pairs", "Seven Shifted Pairs", "连七对", 88,
        lambda v: (v.form == PAIRS) & (in_a_row(v.kinds, 7) != 0),
        {"seven_pairs", "full_flush", "concealed_hand", "single_wait", "no_honors", "one_voided_suit"},
    ),
    Fan(
        "thirteen_orphans", "Thirteen Orphans", "十三幺", 88,
        lambda v: v.form == ORPHANS_FORM,
        {"all_types", "concealed_hand", "single_wait", "all_terminals_and_honors"},
    ),
    Fan(
        "all_terminals", "All Terminals", "清幺九", 64,
        lambda v: only(v.kinds, TERMINALS),
        {
            "all_terminals_and_honors", "all_pungs", "outside_hand", "pung_of_terminals_or_honors",
            "no_honors",
        },
    ),
    Fan(
        "little_four_winds", "Little Four Winds", "小四喜", 64,
        lambda v: (count(v.pungs & WINDS) == 3) & has(v.pair, WINDS),
        {"big_three_winds"},
    ),
    Fan(
        "little_three_dragons", "Little Three Dragons", "小三元", 64,
        lambda v: (count(v.pungs & DRAGONS) == 2) & has(v.pair, DRAGONS),
        {"two_dragon_pungs", "dragon_pung"},
    ),
    Fan(
        "all_honors", "All Honors", "字一色", 64,
        lambda v: only(v.kinds, HONOURS),
        {
            "all_terminals_and_honors", "all_pungs", "outside_hand", "pung_of_terminals_or_honors",
            "one_voided_suit",
        },
    ),
    Fan(
        "four_concealed_pungs", "Four Concealed Pungs", "四暗刻", 64,
        lambda v: concealed(v) == 4,
        {"all_pungs", "concealed_hand", "three_concealed_pungs", "two_concealed_pungs"},
    ),
    Fan(
        "pure_terminal_chows", "Pure Terminal Chows", "一色双龙会", 64,
        lambda v: terminal_chows(v, chows.PURE_TERMINAL),
        {
            "seven_pairs", "full_flush", "all_chows", "pure_double_chow", "two_terminal_chows", "no_honors",
            "one_voided_suit",
        },
    ),
    Fan(
        "quadruple_chow", "Quadruple Chow", "一色四同顺", 48,
        lambda v: field(v.chow_fans, chows.QUADRUPLE, 2),
        {"pure_triple_chow", "pure_double_chow", "pure_shifted_pungs", "tile_hog"},
    ),
    Fan(
        "four_pure_shifted_pungs", "Four Pure Shifted Pungs", "一色四节高", 48,
        lambda v: in_a_row(v.pungs, 4) != 0,
        {"pure_shifted_pungs", "pure_triple_chow", "all_pungs"},
    ),
    Fan(
        "four_pure_shifted_chows", "Four Pure Shifted Chows", "一色四步高", 32,
        lambda v: field(v.chow_fans, chows.FOUR_SHIFTED, 2),
        {"pure_shifted_chows", "short_straight", "two_terminal_chows"},
    ),
    Fan(
        "three_kongs", "Three Kongs", "三杠", 32,
        lambda v: kongs(v) == 3,
        {
            "two_concealed_kongs", "concealed_and_melded_kong", "two_melded_kongs", "concealed_kong",
            "melded_kong",
        },
    ),
    Fan(
        "all_terminals_and_honors", "All Terminals and Honors", "混幺九", 32,
        lambda v: only(v.kinds, ORPHANS) & has(v.kinds, TERMINALS) & has(v.kinds, HONOURS),
        {"all_pungs", "outside_hand", "pung_of_terminals_or_honors"},
    ),
    Fan(
        "seven_pairs", "Seven Pairs", "七对", 24,
        lambda v: v.form == PAIRS,
        {"concealed_hand", "single_wait"},
    ),
    Fan(
        "greater_honors_and_knitted_tiles", "Greater Honors and Knitted Tiles", "七星不靠", 24,
        lambda v: (v.form == KNITTED) & all_of(v.kinds, HONOURS),
        {"lesser_honors_and_knitted_tiles", "all_types", "concealed_hand", "single_wait"},
    ),
    Fan(
        "all_even_pungs", "All Even Pungs", "全双刻", 24,
        lambda v: (count(v.pungs) == 4) & only(v.kinds, EVEN),
        {"all_pungs", "all_simples", "no_honors"},
    ),
    Fan(
        "full_flush", "Full Flush", "清一色", 24,
        lambda v: (count(v.suits) == 1) & has(v.suits, NUMBERS),
        {"no_honors", "one_voided_suit"},
    ),
    Fan(
        "pure_triple_chow", "Pure Triple Chow", "一色三同顺", 24,
        lambda v: field(v.chow_fans, chows.PURE_TRIPLE, 2),
        {"pure_shifted_pungs"},
    ),
    Fan(
        "pure_shifted_pungs", "Pure Shifted Pungs", "一色三节高", 24,
        lambda v: in_a_row(v.pungs, 3) != 0,
        {"pure_triple_chow"},
    ),
    Fan(
        "upper_tiles", "Upper Tiles", "全大", 24,
        lambda v: only(v.kinds, UPPER),
        {"upper_four", "no_honors"},
    ),
    Fan(
        "middle_tiles", "Middle Tiles", "全中", 24,
        lambda v: only(v.kinds, MIDDLE),
        {"all_simples", "no_honors"},
    ),
    Fan(
        "lower_tiles", "Lower Tiles", "全小", 24,
        lambda v: only(v.kinds, LOWER),
        {"lower_four", "no_honors"},
    ),
    Fan("pure_straight", "Pure Straight", "清龙", 16, lambda v: field(v.chow_fans, chows.PURE_STRAIGHT, 2)),
    Fan(
        "three_suited_terminal_chows", "Three-Suited Terminal Chows", "三色双龙会", 16,
        lambda v: terminal_chows(v, chows.THREE_SUITED),
        {"all_chows", "no_honors", "mixed_double_chow", "two_terminal_chows"},
    ),
    Fan(
        "pure_shifted_chows", "Pure Shifted Chows", "一色三步高", 16,
        lambda v: field(v.chow_fans, chows.PURE_SHIFTED, 2),
    ),
    Fan(
        "all_fives", "All Fives", "全带五", 16,
        lambda v: (
            (v.form == STANDARD) & only(v.chows, AROUND_FIVE) & only(v.pungs, FIVE) & has(v.pair, FIVE)
        ),
        {"all_simples", "no_honors"},
    ),
    Fan("triple_pung", "Triple Pung", "三同刻", 16, lambda v: in_three_suits(v.pungs) != 0, {"double_pung"}),
    Fan(
        "three_concealed_pungs", "Three Concealed Pungs", "三暗刻", 16,
        lambda v: concealed(v) == 3,
        {"two_concealed_pungs"},
    ),
    Fan(
        "lesser_honors_and_knitted_tiles", "Lesser Honors and Knitted Tiles", "全不靠", 12,
        lambda v: v.form == KNITTED,
        {"all_types", "concealed_hand", "single_wait"},
    ),
    Fan(
        "knitted_straight", "Knitted Straight", "组合龙", 12,
        lambda v: (v.body != 0) | (v.form == KNITTED) & (count(v.kinds & SUITS) == 9),
    ),
    Fan("upper_four", "Upper Four", "大于五", 12, lambda v: only(v.kinds, UPPER_FOUR), {"no_honors"}),
    Fan("lower_four", "Lower Four", "小于五", 12, lambda v: only(v.kinds, LOWER_FOUR), {"no_honors"}),
    Fan("big_three_winds", "Big Three Winds", "三风刻", 12, lambda v: count(v.pungs & WINDS) == 3),
    Fan("mixed_straight", "Mixed Straight", "花龙", 8, lambda v: field(v.chow_fans, chows.MIXED_STRAIGHT, 2)),
    Fan(
        "reversible_tiles", "Reversible Tiles", "推不倒", 8,
        lambda v: only(v.kinds, REVERSIBLE),
        {"one_voided_suit"},
    ),
    Fan(
        "mixed_triple_chow", "Mixed Triple Chow", "三色三同顺", 8,
        lambda v: field(v.chow_fans, chows.MIXED_TRIPLE, 2),
    ),
    Fan("mixed_shifted_pungs", "Mixed Shifted Pungs", "三色三节高", 8, lambda v: in_order(v.pungs) != 0),
    Fan("chicken_hand", "Chicken Hand", "无番和", 8, None),
    Fan(
        "last_tile_draw", "Last Tile Draw", "妙手回春", 8,
        lambda v: all_of(v.flags, SELF_DRAW | WALL_LAST),
        {"self_drawn"},
    ),
    Fan(
        "last_tile_claim", "Last Tile Claim", "海底捞月", 8,
        lambda v: has(v.flags, WALL_LAST) & (v.flags & SELF_DRAW == 0),
    ),
    Fan(
        "out_with_replacement_tile", "Out with Replacement Tile", "杠上开花", 8,
        lambda v: has(v.flags, REPLACEMENT),
        {"self_drawn"},
    ),
    Fan("robbing_the_kong", "Robbing the Kong", "抢杠和", 8, lambda v: has(v.flags, ROB_KONG), {"last_tile"}),
    Fan(
        "two_concealed_kongs", "Two Concealed Kongs", "双暗杠", 8,
        lambda v: count(v.kongs_dark) == 2,
        {"concealed_kong", "two_concealed_pungs"},
    ),
    Fan("all_pungs", "All Pungs", "碰碰和", 6, lambda v: count(v.pungs) == 4),
    Fan(
        "half_flush", "Half Flush", "混一色", 6,
        lambda v: (count(v.suits & NUMBERS) == 1) & has(v.suits, ANY_HONOUR),
        {"one_voided_suit"},
    ),
    Fan(
        "mixed_shifted_chows", "Mixed Shifted Chows", "三色三步高", 6,
        lambda v: field(v.chow_fans, chows.MIXED_SHIFTED, 2),
    ),
    Fan("all_types", "All Types", "五门齐", 6, lambda v: v.suits == ALL_TYPES),
    Fan(
        "melded_hand", "Melded Hand", "全求人", 6,
        lambda v: (v.open == 4) & (v.flags & SELF_DRAW == 0),
        {"single_wait"},
    ),
    Fan(
        "two_dragon_pungs", "Two Dragon Pungs", "双箭刻", 6,
        lambda v: count(v.pungs & DRAGONS) == 2,
        {"dragon_pung"},
    ),
    Fan(
        "concealed_and_melded_kong", "Concealed Kong and Melded Kong", "明暗杠", 6,
        lambda v: (count(v.kongs_open) == 1) & (count(v.kongs_dark) == 1),
        {"concealed_kong", "melded_kong"},
    ),
    Fan(
        "outside_hand", "Outside Hand", "全带幺", 4,
        lambda v: (
            (v.form == STANDARD) & only(v.chows, AT_END) & only(v.pungs, ORPHANS) & has(v.pair, ORPHANS)
        ),
    ),
    Fan(
        "fully_concealed_hand", "Fully Concealed Hand", "不求人", 4,
        lambda v: (v.open == 0) & has(v.flags, SELF_DRAW),
        {"self_drawn"},
    ),
    Fan(
        "two_melded_kongs", "Two Melded Kongs", "双明杠", 4,
        lambda v: count(v.kongs_open) == 2,
        {"melded_kong"},
    ),
    Fan("last_tile", "Last Tile", "和绝张", 4, last_of_kind),
    Fan("dragon_pung", "Dragon Pung", "箭刻", 2, lambda v: count(v.pungs & DRAGONS)),
    Fan("prevalent_wind", "Prevalent Wind", "圈风刻", 2, lambda v: has(v.pungs, v.prevalent)),
    Fan("seat_wind", "Seat Wind", "门风刻", 2, lambda v: has(v.pungs, v.seat)),
    Fan(
        "concealed_hand", "Concealed Hand", "门前清", 2,
        lambda v: (v.open == 0) & (v.flags & SELF_DRAW == 0),
    ),
    Fan(
        "all_chows", "All Chows", "平和", 2,
        lambda v: has(v.pair, SUITS) & (chow_count(v) + 3 * (v.body != 0) == 4),
        {"no_honors"},
    ),
    Fan("tile_hog", "Tile Hog", "四归一", 2, lambda v: count(less(v.four, v.kongs_open | v.kongs_dark))),
    Fan(
        "double_pung", "Double Pung", "双同刻", 2,
        lambda v: (
            count(v.pungs & v.pungs >> 9 & (CHARACTERS | DOTS)) + count(v.pungs & v.pungs >> 18 & CHARACTERS)
        ),
    ),
    Fan("two_concealed_pungs", "Two Concealed Pungs", "双暗刻", 2, lambda v: concealed(v) == 2),
    Fan("concealed_kong", "Concealed Kong", "暗杠", 2, lambda v: count(v.kongs_dark) == 1),
    Fan("all_simples", "All Simples", "断幺", 2, lambda v: only(v.kinds, SIMPLES), {"no_honors"}),
    Fan(
        "pure_double_chow", "Pure Double Chow", "一般高", 1,
        lambda v: field(v.chow_fans, chows.PURE_DOUBLE, 2),
    ),
    Fan(
        "mixed_double_chow", "Mixed Double Chow", "喜相逢", 1,
        lambda v: field(v.chow_fans, chows.MIXED_DOUBLE, 2),
    ),
    Fan("short_straight", "Short Straight", "连六", 1, lambda v: field(v.chow_fans, chows.SHORT_STRAIGHT, 2)),
    Fan(
        "two_terminal_chows", "Two Terminal Chows", "老少副", 1,
        lambda v: field(v.chow_fans, chows.TWO_TERMINAL, 2),
    ),
    Fan("pung_of_terminals_or_honors", "Pung of Terminals or Honors", "幺九刻", 1, lesser_pungs),
    Fan("melded_kong", "Melded Kong", "明杠", 1, lambda v: count(v.kongs_open) == 1),
    Fan("one_voided_suit", "One Voided Suit", "缺一门", 1, lambda v: count(v.suits & NUMBERS) == 2),
    Fan("no_honors", "No Honors", "无字", 1, lambda v: v.suits & ANY_HONOUR == 0),
    Fan("edge_wait", "Edge Wait", "边张", 1, lambda v: (v.sole == 1) & (v.wait == EDGE)),
    Fan("closed_wait", "Closed Wait", "坎张", 1, lambda v: (v.sole == 1) & (v.wait == CLOSED)),
    Fan("single_wait", "Single Wait", "单钓将", 1, lambda v: (v.sole == 1) & (v.wait == SINGLE)),
    Fan("self_drawn", "Self-Drawn", "自摸", 1, lambda v: has(v.flags, SELF_DRAW)),
    Fan("flower_tiles", "Flower Tiles", "花牌", 1, lambda v: count(v.flowers), bonus=True),
)  # fmt: skip


class Change(NamedTuple):
    """What a book or an option says otherwise about a fan."""

    id: str
    points: int | None = None
    test: Predicate | None = None
    #: Ids that it absorbs besides.
    absorbs: Collection[str] = ()
    #: Ids that it does not absorb.
    spares: Collection[str] = ()
    dropped: bool = False


def lesser_pungs_but_one(v: Any) -> Any:
    """Of nine gates, one pung of terminals goes with the pattern."""
    pungs = lesser_pungs(v)
    return pungs - ((pungs > 0) & nine_gates(v))


CONCEALED_PAIRS_AND_SINGLES = (
    "seven_shifted_pairs",
    "thirteen_orphans",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
#: What differs from the book of 2006.
PROFILES = {
    "wmo2006": (),
    "mil": (
        *(
            Change(id, absorbs={"fully_concealed_hand"})
            for id in ("nine_gates", "four_concealed_pungs", *CONCEALED_PAIRS_AND_SINGLES)
        ),
        Change("nine_gates", spares={"pung_of_terminals_or_honors"}),
        Change("pung_of_terminals_or_honors", test=lesser_pungs_but_one),
        Change("all_green", absorbs={"half_flush"}),
        Change("all_terminals", absorbs={"double_pung"}),
        Change("two_concealed_kongs", points=6),
        Change("concealed_and_melded_kong", points=5),
    ),
    "cn1998": (
        *(Change(id, absorbs={"fully_concealed_hand"}) for id in CONCEALED_PAIRS_AND_SINGLES),
        Change("all_green", absorbs={"half_flush"}),
        Change("all_terminals", absorbs={"double_pung", "triple_pung"}),
        Change("two_concealed_kongs", points=6),
        Change("concealed_and_melded_kong", dropped=True),
    ),
}
#: What differs from each option's default.
CHOSEN = {
    ("wait_counts_fifth_tile", False): (
        Change("edge_wait", test=lambda v: (v.sole_live == 1) & (v.wait == EDGE)),
        Change("closed_wait", test=lambda v: (v.sole_live == 1) & (v.wait == CLOSED)),
        Change("single_wait", test=lambda v: (v.sole_live == 1) & (v.wait == SINGLE)),
    ),
    ("knitted_edge_closed", False): tuple(
        Change("knitted_straight", absorbs={id}) for id in ("edge_wait", "closed_wait")
    ),
    ("kong_addon", "kong_fans"): (
        *(
            Change(id, spares={"concealed_kong", "two_concealed_kongs"})
            for id in ("four_kongs", "three_kongs")
        ),
        Change("three_concealed_pungs", test=lambda v: concealed_beside_kongs(v) == 3),
        Change("two_concealed_pungs", test=lambda v: concealed_beside_kongs(v) == 2),
    ),
    ("strict_98", True): (
        *(
            Change(id, absorbs={"one_voided_suit"})
            for id in (
                "big_three_dragons", "little_three_dragons", "quadruple_chow", "four_pure_shifted_pungs",
                "four_pure_shifted_chows", "big_three_winds",
            )
        ),
        Change("all_green", test=lambda v: only(v.kinds, GREEN) & (v.form != PAIRS)),
        Change("all_terminals", test=lambda v: only(v.kinds, TERMINALS) & (v.form != PAIRS)),
        Change("all_honors", test=lambda v: only(v.kinds, HONOURS) & (v.form != PAIRS)),
        Change(
            "all_terminals_and_honors",
            test=lambda v: (
                only(v.kinds, ORPHANS) & has(v.kinds, TERMINALS) & has(v.kinds, HONOURS) & (v.form != PAIRS)
            ),
        ),
        Change("upper_tiles", test=lambda v: only(v.kinds, UPPER) & (v.form != PAIRS)),
        Change("middle_tiles", test=lambda v: only(v.kinds, MIDDLE) & (v.form != PAIRS)),
        Change("lower_tiles", test=lambda v: only(v.kinds, LOWER) & (v.form != PAIRS)),
        Change("upper_four", test=lambda v: only(v.kinds, UPPER_FOUR) & (v.form != PAIRS)),
        Change("lower_four", test=lambda v: only(v.kinds, LOWER_FOUR) & (v.form != PAIRS)),
    ),
}  # fmt: skip

ERRORS = (
    Remark("mcr has no wild tiles", lambda v: v.wilds != 0),
    Remark("a hand of mcr must have 14 tiles with the winning one", lambda v: v.sets != 4),
    Remark(
        "flowers of mcr must be 1f to 8f, one of each", lambda v: only(v.flowers, ONE_OF_EACH_FLOWER) == 0
    ),
    Remark(
        "a win on a replacement tile must have a kong among the melds",
        lambda v: has(v.flags, REPLACEMENT) & (kongs(v) == 0),
    ),
    Remark(
        "a robbed kong must hold all other tiles of its kind, got one in the winner's hand",
        lambda v: has(v.flags, ROB_KONG) & (has(v.win, v.before) | has(v.win, v.melded)),
    ),
    Remark(
        "a kong cannot be robbed with the last tile of the wall drawn",
        lambda v: all_of(v.flags, ROB_KONG | WALL_LAST),
    ),
    Remark(
        "only the dealer can be dealt a complete hand, without melds, flags or others' tiles",
        lambda v: has(v.flags, DEALT) & ((v.flags != DEALT | SELF_DRAW) | (v.seat != EAST) | (v.melded != 0)),
    ),
)
NOTES = (
    Remark(
        "last tile: the other three lie in the winner's own melds",
        lambda v: (v.flags & LAST_OF_KIND == 0) & has(v.win, v.shown3) & (v.win & v.before == 0),
    ),
    Remark(
        "not the last tile: the winner held one of its kind",
        lambda v: has(v.flags, LAST_OF_KIND) & has(v.win, v.before),
    ),
    Remark("not the last tile: a kong was robbed", lambda v: all_of(v.flags, LAST_OF_KIND | ROB_KONG)),
)


def settle(score: Score, win: Win, table: Table) -> Payments:
    """The base of 8 from each, and the points from each, or from the player whose tile it was."""
    pays = [8] * 4
    for seat in range(4):
        if win.source is Source.SELF_DRAW or seat == win.payer:
            pays[seat] += score.points
    pays[win.winner] = 0
    gains = [-paid for paid in pays]
    gains[win.winner] = sum(pays)
    return balanced(gains)


def changed(fans: Iterable[Fan], changes: Iterable[Change]) -> tuple[Fan, ...]:
    found = {fan.id: fan for fan in fans}
    for change in changes:
        fan = found.pop(change.id)
        if not change.dropped:
            found[change.id] = replace(
                fan,
                points=fan.points if change.points is None else change.points,
                test=change.test or fan.test,
                absorbs=frozenset(fan.absorbs).union(change.absorbs).difference(change.spares),
            )
    order = [fan.id for fan in fans]
    kept = sorted(found.values(), key=lambda fan: order.index(fan.id))
    return tuple(replace(fan, absorbs=frozenset(fan.absorbs).intersection(found)) for fan in kept)


def make(profile: str, min_fan: int, **chosen: object) -> Ruleset:
    """The ruleset of a choice of options."""
    changes = [*PROFILES[profile], *(change for pair in chosen.items() for change in CHOSEN.get(pair, ()))]
    return Ruleset(
        name="mcr",
        english="Mahjong Competition Rules",
        native="国标麻将",
        source="World Mahjong Organization, Mahjong Competition Rules, 2006; list of 81 fans, 1998",
        forms=Form.MCR,
        fans=changed(FANS, changes),
        settlement=settle,
        minimum=min_fan,
        lookups=(Lookup("chow_fans", "chowkey", chows.chow_fans),),
        errors=ERRORS,
        notes=NOTES,
        options=MappingProxyType({"profile": profile, "min_fan": min_fan, **chosen}),
    )
