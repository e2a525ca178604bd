"""MCR against PyMahjongGB, on random wins of every kind."""

from collections.abc import Iterator

import numpy as np
import pytest

from mjcore import tiles
from mjcore.kernels.dtypes import NO_MELD
from mjcore.rules import ruleset
from mjcore.scoring.batch import Scores, as_hands, as_wins
from mjcore.scoring.table import Table
from mjcore.wins import Flag
from tests import wins

HANDS = 100_000
MIL = ruleset("mcr", profile="mil")
NAMES = [tiles.spell([kind], "botzone") for kind in range(34)]


@pytest.fixture(scope="module")
def won() -> wins.Wins:
    return wins.won(np.random.default_rng(81), HANDS)


@pytest.fixture(scope="module")
def scores(won: wins.Wins) -> Scores:
    return MIL.score_many(*won)


def packs(won: wins.Wins) -> Iterator[tuple[tuple[str, str, int], ...]]:
    """Melds as the oracle takes them: a chow by its middle tile, who offered it (0: nobody)."""
    calls = [("CHI", 1, 1), ("PENG", 0, 1), ("GANG", 0, 1), ("GANG", 0, 1), ("GANG", 0, 0)]
    for melds in won.hands["melds"].tolist():
        found = []
        for code, kind in melds:
            if code != NO_MELD:
                name, step, offer = calls[code]
                found.append((name, NAMES[kind + step], offer))
        yield tuple(found)


def standing(won: wins.Wins) -> Iterator[tuple[str, ...]]:
    """Concealed tiles without the winning one."""
    counts = won.hands["counts"].copy()
    whole = counts.sum(axis=1) % 3 == 2
    counts[whole, won.wins["tile"][whole]] -= 1
    for row in counts.tolist():
        yield tuple([NAMES[kind] for kind, count in enumerate(row) for _ in range(count)])


def published(won: wins.Wins) -> list[int]:
    """What the oracle says."""
    ask = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed").MahjongFanCalculator
    totals = []
    flowers = won.hands["flowers"].sum(axis=1).tolist()
    flags = won.wins["flags"]
    drawn, robbed = (won.wins["source"] == source for source in (wins.SELF_DRAW, wins.ROB_KONG))
    circumstances = zip(
        drawn.tolist(),
        (flags & Flag.LAST_OF_KIND != 0).tolist(),
        (robbed | (flags & Flag.REPLACEMENT != 0)).tolist(),
        (flags & Flag.WALL_LAST != 0).tolist(),
        ((won.wins["winner"] - won.tables["dealer"].astype(int)) % 4).tolist(),
        won.tables["prevalent"].tolist(),
        strict=True,
    )
    won_with = [NAMES[kind] for kind in won.wins["tile"].tolist()]
    for pack, hand, tile, flower, circumstance in zip(
        packs(won), standing(won), won_with, flowers, circumstances, strict=True
    ):
        totals.append(sum([fan[0] for fan in ask(pack, hand, tile, flower, *circumstance)]))
    return totals


def described(won: wins.Wins, place: int) -> str:
    (hand,), (win,) = as_hands(won.hands[place : place + 1]), as_wins(won.wins[place : place + 1])
    table = Table(*won.tables[place].tolist())
    return f"{hand} {win} {table}\n{MIL.score(hand, win, table)}"


def test_against_the_oracle(won: wins.Wins, scores: Scores) -> None:
    expected = np.array(published(won))
    assert not scores.invalid.any()
    wrong = np.flatnonzero(scores.points != expected)
    assert len(wrong) == 0, f"{len(wrong)} differ; {expected[wrong[0]]} expected: {described(won, wrong[0])}"


def test_one_by_one(won: wins.Wins, scores: Scores) -> None:
    singles = zip(as_hands(won.hands), as_wins(won.wins), won.tables.tolist(), strict=True)
    many = zip(scores.points.tolist(), scores.legal.tolist(), scores.counts, strict=True)
    for (hand, win, table), (points, legal, counts) in zip(singles, many, strict=True):
        score = MIL.score(hand, win, Table(*table))
        assert (score.points, score.legal) == (points, legal)
        found = np.flatnonzero(counts)
        assert {item.id: item.count for item in score.items} == {
            scores.fans[place]: counts[place] for place in found
        }


def test_every_fan_is_among_them(scores: Scores) -> None:
    """What is nowhere among them is not compared."""
    assert [scores.fans[place] for place in np.flatnonzero(~scores.counts.any(axis=0))] == []
