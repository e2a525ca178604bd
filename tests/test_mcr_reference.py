"""MCR, every profile and option, against a reference that follows its text."""

from typing import Any

import numpy as np
import pytest

from mjcore.rules import ruleset
from mjcore.scoring.batch import as_hands, as_wins
from mjcore.scoring.table import Table
from tests import mcr_reference, wins

HANDS = 1_500
CHOSEN: list[dict[str, Any]] = [
    {"profile": "wmo2006"},
    {"profile": "mil"},
    {"profile": "cn1998"},
    {"wait_counts_fifth_tile": False},
    {"knitted_edge_closed": False},
    {"kong_addon": "kong_fans"},
    {"strict_98": True},
    {"profile": "cn1998", "strict_98": True, "kong_addon": "kong_fans", "wait_counts_fifth_tile": False},
]


@pytest.mark.parametrize("seed", range(len(CHOSEN)))
def test_against_the_reference(seed: int) -> None:
    rules = ruleset("mcr", **CHOSEN[seed])
    won = wins.won(np.random.default_rng(900 + seed), HANDS)
    found = rules.score_many(*won).points.tolist()
    whole = zip(as_hands(won.hands), as_wins(won.wins), won.tables.tolist(), found, strict=True)
    for hand, win, table, points in whole:
        expected = mcr_reference.total(hand, win, Table(*table), dict(rules.options))
        assert points == expected, (hand, win, table, str(rules.score(hand, win, Table(*table))))
