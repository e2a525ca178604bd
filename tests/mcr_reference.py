"""MCR as it is written, slow and obvious: lists of tiles, every reading, every combination."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from mjcore import Form, Hand, decompose, waits
from mjcore.kernels.readings import Reading, SetType
from mjcore.melds import MeldType
from mjcore.scoring.table import Table
from mjcore.wins import Flag, Source, Win
from tests.test_mcr_fans import EXCLUDED, ROWS

Fans = Counter[str]
POINTS = {id: points for id, points, *_ in ROWS}
CONCEALED = ("seven_shifted_pairs", "thirteen_orphans", "seven_pairs", "greater_honors_and_knitted_tiles",
             "lesser_honors_and_knitted_tiles")  # fmt: skip
OWN_POINTS: dict[str, dict[str, int]] = {
    "wmo2006": {},
    "mil": {"two_concealed_kongs": 6, "concealed_and_melded_kong": 5},
    "cn1998": {"two_concealed_kongs": 6},
}
OWN_EXCLUDED: dict[str, dict[str, str]] = {
    "wmo2006": {},
    "mil": {
        **dict.fromkeys((*CONCEALED, "nine_gates", "four_concealed_pungs"), "fully_concealed_hand"),
        "all_green": "half_flush",
        "all_terminals": "double_pung",
    },
    "cn1998": {
        **dict.fromkeys(CONCEALED, "fully_concealed_hand"),
        "all_green": "half_flush",
        "all_terminals": "double_pung triple_pung",
    },
}
STRICT_VOIDED = ("big_three_dragons", "little_three_dragons", "quadruple_chow", "four_pure_shifted_pungs",
                 "four_pure_shifted_chows", "big_three_winds")  # fmt: skip
STRICT_SETS = ("all_green", "all_terminals", "all_honors", "all_terminals_and_honors", "upper_tiles",
               "middle_tiles", "lower_tiles", "upper_four", "lower_four")  # fmt: skip
TWO_KONGS = ("two_concealed_kongs", "concealed_kong")
GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}


def suit(kind: int) -> int:
    return kind // 9


def rank(kind: int) -> int:
    """1 to 9; 0 for honours."""
    return kind % 9 + 1 if kind < 27 else 0


def step(numbers: Sequence[int]) -> int:
    """By how much each is above the one before; -1 if not all by the same."""
    found = {second - first for first, second in pairwise(sorted(numbers))}
    return found.pop() if len(found) == 1 else -1


class Case(NamedTuple):
    """One reading of a hand, and what is asked about it."""

    reading: Reading
    hand: Hand
    win: Win
    table: Table
    tiles: Counter[int]
    before: bytes
    waits: tuple[int, ...]
    options: dict[str, Any]

    @property
    def own(self) -> list[tuple[int, ...]]:
        """Concealed chows and pungs."""
        return [each.tiles for each in self.reading.sets if each.type in (SetType.CHOW, SetType.PUNG)]

    @property
    def chows(self) -> list[int]:
        found = [*self.own, *(meld.tiles for meld in self.hand.melds)]
        return sorted(tiles[0] for tiles in found if tiles[0] != tiles[1])

    @property
    def pungs(self) -> list[int]:
        found = [*self.own, *(meld.tiles for meld in self.hand.melds)]
        return sorted(tiles[0] for tiles in found if tiles[0] == tiles[1])

    @property
    def kongs(self) -> tuple[int, int]:
        """How many are exposed, and concealed."""
        types = [meld.type for meld in self.hand.melds if len(meld.tiles) == 4]
        dark = types.count(MeldType.CONCEALED_KONG)
        return len(types) - dark, dark

    @property
    def dark(self) -> int:
        """Concealed pungs, kongs aside."""
        found = 0
        for tiles in self.own:
            if tiles[0] == tiles[1]:
                claimed = self.win.source is not Source.SELF_DRAW and self.win.tile == tiles[0]
                by_chow = any(self.win.tile in other for other in self.own if other[0] != other[1])
                found += not claimed or by_chow
        return found


# ---- Chows -----------------------------------------------------------------------------------------------


def two_chows(one: int, other: int) -> str | None:
    apart = abs(rank(one) - rank(other))
    if suit(one) != suit(other):
        return "mixed_double_chow" if apart == 0 else None
    return {0: "pure_double_chow", 3: "short_straight", 6: "two_terminal_chows"}.get(apart)


def three_chows(chows: Sequence[int]) -> str | None:
    ranks, suits = sorted(map(rank, chows)), len({*map(suit, chows)})
    if suits == 1:
        if ranks == [1, 4, 7]:
            return "pure_straight"
        return {0: "pure_triple_chow", 1: "pure_shifted_chows", 2: "pure_shifted_chows"}.get(step(ranks))
    if suits == 3:
        if ranks == [1, 4, 7]:
            return "mixed_straight"
        return {0: "mixed_triple_chow", 1: "mixed_shifted_chows"}.get(step(ranks))
    return None


def four_chows(case: Case) -> str | None:
    chows, pair = case.chows, case.reading.pair
    ranks, suits = sorted(map(rank, chows)), [*map(suit, chows)]
    if len(chows) != 4:
        return None
    if ranks == [1, 1, 7, 7] and pair is not None and rank(pair.kind) == 5:
        several = sorted(set(suits))
        if several == [suit(pair.kind)]:
            return "pure_terminal_chows"
        two = [[one, one + 6] for one in (9 * number for number in several)]
        if len(two) == 2 and suit(pair.kind) not in several and sorted(two[0] + two[1]) == chows:
            return "three_suited_terminal_chows"
    if len(set(suits)) == 1 and step(ranks) == 0:
        return "quadruple_chow"
    return "four_pure_shifted_chows" if len(set(suits)) == 1 and step(ranks) in (1, 2) else None


def chow_parts(case: Case) -> Iterator[Fans]:
    chows = case.chows
    if whole := four_chows(case):
        yield Counter([whole])
        return
    some = False
    for places in combinations(range(len(chows)), 3):
        three = three_chows([chows[place] for place in places])
        if three:
            some = True
            yield Counter([three])
            for other in set(range(len(chows))) - {*places}:
                for place in places:
                    if link := two_chows(chows[place], chows[other]):
                        yield Counter([three, link])
    if not some:
        yield links(chows)


def links(chows: Sequence[int]) -> Fans:
    """Fans of two that join groups which nothing joins yet; which ones makes no difference to the points."""
    groups, found = list(range(len(chows))), []
    for one, other in combinations(range(len(chows)), 2):
        link = two_chows(chows[one], chows[other])
        if link and groups[one] != groups[other]:
            found.append(link)
            groups = [groups[one] if group == groups[other] else group for group in groups]
    return Counter(found)


# ---- Pungs and kongs -------------------------------------------------------------------------------------


def two_pungs(one: int, other: int) -> str | None:
    if min(one, other) > 30:
        return "two_dragon_pungs"
    return "double_pung" if rank(one) and rank(one) == rank(other) else None


def three_pungs(pungs: Sequence[int]) -> str | None:
    ranks, suits = sorted(map(rank, pungs)), {*map(suit, pungs)}
    if all(27 <= pung <= 30 for pung in pungs):
        return "big_three_winds"
    if all(pung > 30 for pung in pungs):
        return "big_three_dragons"
    if 0 in ranks:
        return None
    if len(suits) == 1:
        return "pure_shifted_pungs" if step(ranks) == 1 else None
    if len(suits) == 3:
        return {0: "triple_pung", 1: "mixed_shifted_pungs"}.get(step(ranks))
    return None


def pung_parts(case: Case) -> Iterator[Fans]:
    pungs, pair = case.pungs, case.reading.pair
    if pungs == [27, 28, 29, 30]:
        yield Counter(["big_four_winds"])
        return
    if len(pungs) == 4 and pungs[3] < 27 and len({*map(suit, pungs)}) == 1 and step(pungs) == 1:
        yield Counter(["four_pure_shifted_pungs"])
        return
    some = False
    for three in combinations(pungs, 3):
        if fan := three_pungs(three):
            some = True
            base = Counter([fan])
            if fan == "big_three_winds" and pair and 27 <= pair.kind <= 30:
                base = Counter(["little_four_winds"])
            yield base
            for other in set(pungs) - {*three}:
                for one in three:
                    if link := two_pungs(one, other):
                        yield base + Counter([link])
    if not some:
        found = Counter(filter(None, (two_pungs(*two) for two in combinations(pungs, 2))))
        if found["two_dragon_pungs"] and pair and pair.kind > 30:
            found["little_three_dragons"] = 1
        yield found


def single_pungs(case: Case) -> Fans:
    found: Fans = Counter()
    winds = [pung for pung in case.pungs if 27 <= pung <= 30]
    seat, prevalent = 27 + case.table.wind(case.win.winner), 27 + case.table.prevalent
    for pung in case.pungs:
        if pung > 30:
            found["dragon_pung"] += 1
        elif pung in (seat, prevalent):
            found["seat_wind"] += pung == seat
            found["prevalent_wind"] += pung == prevalent
        elif rank(pung) in (1, 9) or (pung in winds and len(winds) < 3):
            found["pung_of_terminals_or_honors"] += 1
    return found


def kong_parts(case: Case) -> Fans:
    light, dark = case.kongs
    added = case.options["kong_addon"] == "kong_fans" and light + dark > 2 and dark in (1, 2)
    concealed = case.dark + dark * (not added)
    found = [[], [], ["two_concealed_pungs"], ["three_concealed_pungs"], ["four_concealed_pungs"]][concealed]
    by_number = {(1, 0): "melded_kong", (0, 1): "concealed_kong", (2, 0): "two_melded_kongs",
                 (0, 2): "two_concealed_kongs", (1, 1): "concealed_and_melded_kong"}  # fmt: skip
    if light + dark > 2:
        found = [*found, "three_kongs" if light + dark == 3 else "four_kongs"]
    elif light + dark:
        found = [*found, by_number[light, dark]]
    if light == dark == 1 and case.options["profile"] == "cn1998":
        found = [fan for fan in found if fan != "concealed_and_melded_kong"] + [
            "concealed_kong",
            "melded_kong",
        ]
    if added:
        found = [*found, TWO_KONGS[dark == 1]]
    return Counter(found)


# ---- All tiles, and circumstances ------------------------------------------------------------------------


def nine_gates(case: Case) -> bool:
    """Also of 14 tiles dealt, less one of them."""
    for start in (0, 9, 18):
        pattern = bytes(34 * [0])[:start] + bytes([3, 1, 1, 1, 1, 1, 1, 1, 3]) + bytes(25 - start)
        before = [list(case.before)]
        if case.win.tile is None:
            before = [
                [count - (kind == less) for kind, count in enumerate(case.before)] for less in range(34)
            ]
        if list(pattern) in before and all(suit(kind) == start // 9 for kind in case.tiles):
            return True
    return False


def whole_hand(case: Case) -> Fans:
    kinds = {*case.tiles}
    ranks, suits = {*map(rank, kinds)}, {suit(kind) for kind in kinds if kind < 27}
    honours = {kind for kind in kinds if kind > 26}
    sets = [*case.own, *(meld.tiles for meld in case.hand.melds)]
    form, pair = case.reading.form, case.reading.pair
    groups = [*sets, *([pair.tiles] if pair else [])]
    standard, pairs, knitted = (form == each for each in (Form.STANDARD, Form.SEVEN_PAIRS, Form.KNITTED))
    four_pungs = len(case.pungs) == 4
    body = form == Form.KNITTED_STRAIGHT
    ends = {0, 1, 9}
    fans = {
        "all_green": kinds <= GREEN,
        "nine_gates": nine_gates(case),
        "seven_shifted_pairs": pairs and len(suits) == 1 and step([*kinds]) == 1 and len(kinds) == 7
        and not honours,
        "thirteen_orphans": form == Form.THIRTEEN_ORPHANS,
        "all_terminals": ranks <= {1, 9},
        "all_honors": not suits,
        "all_terminals_and_honors": ranks <= ends and bool(suits) and bool(honours),
        "seven_pairs": pairs,
        "greater_honors_and_knitted_tiles": knitted and len(honours) == 7,
        "lesser_honors_and_knitted_tiles": knitted and len(honours) < 7,
        "all_even_pungs": four_pungs and ranks <= {2, 4, 6, 8},
        "full_flush": len(suits) == 1 and not honours,
        "upper_tiles": ranks <= {7, 8, 9},
        "middle_tiles": ranks <= {4, 5, 6},
        "lower_tiles": ranks <= {1, 2, 3},
        "all_fives": standard and all(5 in map(rank, group) for group in groups),
        "knitted_straight": body or (knitted and len(kinds - honours) == 9),
        "upper_four": ranks <= {6, 7, 8, 9},
        "lower_four": ranks <= {1, 2, 3, 4},
        "reversible_tiles": kinds <= REVERSIBLE,
        "all_pungs": four_pungs,
        "half_flush": len(suits) == 1 and bool(honours),
        "all_types": len(suits) == 3 and min(honours, default=33) < 31 and max(honours, default=0) > 30,
        "outside_hand": standard and all(ends & {*map(rank, group)} for group in groups),
        "all_chows": len(case.chows) == (1 if body else 4) and pair is not None and pair.kind < 27,
        "tile_hog": sum(case.tiles[kind] == 4 for kind in kinds) - sum(case.kongs),
        "all_simples": not ranks & ends,
        "one_voided_suit": len(suits) == 2,
        "no_honors": not honours,
    }  # fmt: skip
    if case.options["strict_98"] and pairs:
        fans |= dict.fromkeys(STRICT_SETS, False)
    return Counter({id: int(times) for id, times in fans.items()})


def circumstances(case: Case) -> Fans:
    win, melds = case.win, case.hand.melds
    drawn, robbed = win.source is Source.SELF_DRAW, win.source is Source.ROB_KONG
    exposed = [meld for meld in melds if meld.type is not MeldType.CONCEALED_KONG]
    shown = sum(meld.tiles.count(win.tile) for meld in exposed if win.tile is not None)
    held = win.tile is not None and case.before[win.tile] > 0
    fans = {
        "last_tile_draw": drawn and Flag.WALL_LAST in win.flags,
        "last_tile_claim": not drawn and Flag.WALL_LAST in win.flags,
        "out_with_replacement_tile": Flag.REPLACEMENT in win.flags,
        "robbing_the_kong": robbed,
        "melded_hand": len(exposed) == 4 and not drawn,
        "fully_concealed_hand": not exposed and drawn,
        "concealed_hand": not exposed and not drawn,
        "last_tile": (shown == 3 or Flag.LAST_OF_KIND in win.flags) and not held,
        "self_drawn": drawn,
    }
    return Counter({id: int(times) for id, times in fans.items()})


def wait(case: Case) -> Fans:
    if len(case.waits) != 1:
        return Counter()
    tile, own = case.win.tile, case.own
    chows = [tiles for tiles in own if tile in tiles and tiles[0] != tiles[1]]
    knitted = case.reading.form == Form.KNITTED_STRAIGHT and not case.options["knitted_edge_closed"]
    if not knitted:
        if any(rank(chow[0]) == 1 and tile == chow[2] for chow in chows) or any(
            rank(chow[0]) == 7 and tile == chow[0] for chow in chows
        ):
            return Counter(["edge_wait"])
        if any(tile == chow[1] for chow in chows):
            return Counter(["closed_wait"])
    alone = case.reading.form in (Form.SEVEN_PAIRS,) or (
        case.reading.pair and tile in case.reading.pair.tiles
    )
    return Counter(["single_wait"]) if alone and case.reading.form != Form.THIRTEEN_ORPHANS else Counter()


# ---- The best of all -------------------------------------------------------------------------------------


def excluded(id: str, case: Case) -> set[str]:
    profile = case.options["profile"]
    found = {*EXCLUDED.get(id, "").split(), *OWN_EXCLUDED[profile].get(id, "").split()}
    if case.options["strict_98"] and id in STRICT_VOIDED:
        found.add("one_voided_suit")
    if case.options["kong_addon"] == "kong_fans" and id in ("three_kongs", "four_kongs"):
        found -= {*TWO_KONGS}
    if profile == "mil" and id == "nine_gates":
        found.discard("pung_of_terminals_or_honors")
    return found


def points_of(fans: Fans, case: Case) -> int:
    points = POINTS | OWN_POINTS[case.options["profile"]]
    left = +fans
    if left["nine_gates"] and case.options["profile"] == "mil" and left["pung_of_terminals_or_honors"]:
        left["pung_of_terminals_or_honors"] -= 1
    for id in sorted(left, key=lambda id: -points[id]):
        if left[id]:
            for other in excluded(id, case):
                left[other] = 0
    return sum(points[id] * times for id, times in left.items()) or points["chicken_hand"]


def cases(hand: Hand, win: Win, table: Table, options: dict[str, Any]) -> Iterator[Case]:
    after, before = bytearray(hand.counts), bytearray(hand.counts)
    known: tuple[int, ...] = ()
    if win.tile is not None:
        if sum(hand.counts) % 3 == 1:
            after[win.tile] += 1
        else:
            before[win.tile] -= 1
        copies = 5 if options["wait_counts_fifth_tile"] else 4
        known = waits(bytes(before), forms=Form.MCR, held=hand.held, copies=copies)
    tiles = Counter({kind: count for kind, count in enumerate(after) if count})
    tiles.update(kind for meld in hand.melds for kind in meld.tiles)
    for reading in decompose(bytes(after), forms=Form.MCR):
        yield Case(reading, hand, win, table, tiles, bytes(before), known, options)


def total(hand: Hand, win: Win, table: Table, options: dict[str, Any]) -> int:
    """Points of a complete hand, flowers included."""
    best = 0
    for case in cases(hand, win, table, options):
        fixed = whole_hand(case) + circumstances(case) + single_pungs(case) + kong_parts(case) + wait(case)
        for chow_part in chow_parts(case):
            for pung_part in pung_parts(case):
                best = max(best, points_of(fixed + chow_part + pung_part, case))
    return best + len(hand.flowers)
