"""The competition format: 16 hands, two ways of changing seats."""

from typing import Any

import pytest

from mjcore.rules.session import HANDS, deal

FULL = ["abcd", "badc", "cdba", "dcab"]
HALF = ["abcd", "abcd", "badc", "badc"]


@pytest.mark.parametrize(("seat_change", "rounds"), [("full", FULL), ("half", HALF)])
def test_worked_examples(seat_change: Any, rounds: Any) -> None:
    deals = [deal(number, "abcd", seat_change) for number in range(HANDS)]
    assert ["".join(found.seating) for found in deals] == [seats for seats in rounds for _ in range(4)]
    assert "".join(found.dealing for found in deals) == "".join(rounds)
    assert [found.prevalent for found in deals] == [number // 4 for number in range(HANDS)]


def test_full_change_seats_everyone_everywhere_and_all_deal_four_times() -> None:
    deals = [deal(number, "abcd") for number in range(HANDS)]
    for player in "abcd":
        assert sorted({found.seating.index(player) for found in deals}) == [0, 1, 2, 3]
        assert sum(found.dealing == player for found in deals) == 4


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((-1, "abcd"), ValueError, "number must be 0 to 15, got -1"),
        ((16, "abcd"), ValueError, "number must be 0 to 15, got 16"),
        (("1", "abcd"), TypeError, "number must be an integer, got str"),
        ((0, "abc"), ValueError, "players must be four different ones, got ['a', 'b', 'c']"),
        ((0, "abcc"), ValueError, "players must be four different ones"),
        ((0, "abcd", "none"), ValueError, "seat_change must be half, full, got 'none'"),
    ],
)
def test_errors(arguments: Any, error: Any, text: Any) -> None:
    with pytest.raises(error, match=text.replace("[", r"\[")):
        deal(*arguments)
