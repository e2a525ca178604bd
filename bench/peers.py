"""Other libraries on the same hands, each with its own input prepared: ``python -m bench.peers``.

The answers are compared first: a figure of a library that says something else would mean nothing. It prints
nanoseconds a hand, the least of all rounds, and in brackets how many times that of mjcore asked about one
hand at a time.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

import mjcore
from mjcore import Hand, MeldType, corpora, tiles
from mjcore.bench import ask_all, measure
from mjcore.corpora import Hands
from mjcore.kernels import Form
from mjcore.rules import ruleset
from mjcore.scoring.batch import as_hands, as_wins, hand_array, win_array
from mjcore.wins import Source, Win

# In libraries of the Japanese game four of a kind are no two pairs, which changes no win and no shanten of
# these hands; in PyMahjongGB a fifth tile is a wait.
USUAL: dict[str, Any] = {}
JAPANESE = {"forms": Form.STANDARD | Form.DISTINCT_PAIRS | Form.THIRTEEN_ORPHANS}
MCR = {"forms": Form.MCR}
MCR_WAITS = {"forms": Form.MCR, "copies": 5}
HANDS, MANY = 1_000, 100

Ask = Callable[..., Any]
Score = tuple[Hand, Win]
Prepared = tuple[Ask, Sequence[Any]]


def ids(hands: Hands) -> list[list[int]]:
    return [[4 * kind + copy for kind in range(34) for copy in range(hand[kind])] for hand in hands]


def riichienv_shanten(hands: Hands) -> Prepared:
    """Prepare ``riichienv.calculate_shanten``: hands as lists of 136-tile ids."""
    return import_module("riichienv").calculate_shanten, ids(hands)


def riichienv_waits(hands: Hands) -> Prepared:
    evaluator = import_module("riichienv").HandEvaluator
    return lambda hand: evaluator(hand).get_waits(), ids(hands)


def xiangting_number(hands: Hands) -> Prepared:
    xiangting = import_module("xiangting")
    ask, four = xiangting.calculate_replacement_number, xiangting.PlayerCount.FOUR
    return lambda hand: ask(hand, four), hands.tolist()


def xiangting_tiles(hands: Hands) -> Prepared:
    """Prepare ``xiangting.calculate_necessary_tiles``: hands as lists of 34 counts."""
    xiangting = import_module("xiangting")
    ask, four = xiangting.calculate_necessary_tiles, xiangting.PlayerCount.FOUR
    return lambda hand: ask(hand, four), hands.tolist()


def shanten_tools(hands: Hands) -> Prepared:
    return import_module("shanten_tools").shanten, list(hands)


def mahjong_win(hands: Hands) -> Prepared:
    return import_module("mahjong.agari").Agari().is_agari, hands.tolist()


def mahjong_shanten(hands: Hands) -> Prepared:
    return import_module("mahjong.shanten").Shanten().calculate_shanten, hands.tolist()


def mahjong_waits(hands: Hands) -> Prepared:
    is_win = import_module("mahjong.agari").Agari().is_agari

    def waits(hand: list[int]) -> list[int]:
        found = []
        for kind in range(34):
            if hand[kind] < 4:
                hand[kind] += 1
                if is_win(hand):
                    found.append(kind)
                hand[kind] -= 1
        return found

    return waits, hands.tolist()


def botzone(hands: Hands) -> list[tuple[str, ...]]:
    names = [tiles.spell([kind], "botzone") for kind in range(34)]
    return [tuple(names[kind] for kind in range(34) for _ in range(hand[kind])) for hand in hands]


def pymahjonggb_shanten(hands: Hands) -> Prepared:
    return partial(import_module("MahjongGB").MahjongShanten, ()), botzone(hands)


def pymahjonggb_waits(hands: Hands) -> Prepared:
    """It says what each form waits for; hands have 13 tiles."""
    library = import_module("MahjongGB")
    forms = [
        library.RegularShanten,
        library.SevenPairsShanten,
        library.ThirteenOrphansShanten,
        library.HonorsAndKnittedTilesShanten,
        library.KnittedStraightShanten,
    ]

    def waits(hand: tuple[str, ...]) -> set[str]:
        found: set[str] = set()
        for form in forms:
            shanten, useful = form(hand)
            if shanten == 0:
                found.update(useful)
        return found

    return waits, botzone(hands)


def pymahjonggb_score(won: Sequence[Score]) -> Prepared:
    """Prepare ``MahjongFanCalculator``, each hand converted as it is asked about."""
    calculate = import_module("MahjongGB").MahjongFanCalculator
    names = [tiles.spell([kind], "botzone") for kind in range(34)]
    types = {MeldType.CHOW: "CHI", MeldType.PUNG: "PENG"}

    def score(asked: Score) -> int:
        hand, win = asked
        melds = tuple(
            (types.get(meld.type, "GANG"), names[meld.tiles[1]], int(meld.type != MeldType.CONCEALED_KONG))
            for meld in hand.melds
        )
        concealed = [names[kind] for kind, count in enumerate(hand.counts) for _ in range(count)]
        assert win.tile is not None
        winning = names[win.tile]
        concealed.remove(winning)
        drawn = win.source is Source.SELF_DRAW
        fans = calculate(melds, tuple(concealed), winning, 0, drawn, False, False, False, win.winner, 0)
        return sum(points for points, _ in fans)

    return score, won


def scores(n: int) -> list[Score]:
    """Hands that won, without flags."""
    hands, wins = corpora.won(np.random.default_rng(31), n)
    return list(zip(as_hands(hands), as_wins(wins), strict=True))


class Question(NamedTuple):
    """What is asked about the same hands, and by library how to ask and how to read the answer as ours."""

    name: str
    ask: Ask
    options: dict[str, Any]
    hands: Hands
    peers: dict[str, tuple[Callable[[Hands], Prepared], Callable[[Any], object]]]


def kinds_of(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if mask >> kind & 1)


def from_botzone(names: set[str]) -> tuple[int, ...]:
    return tuple(sorted(kind for name in names for kind in tiles.kinds(name, "botzone")))


def questions(n: int) -> list[Question]:
    rng = np.random.default_rng(31)
    half, full = corpora.half_winners(rng, n), corpora.deal(rng, n, 14)
    ready, short = corpora.ready(rng, n), corpora.deal(rng, n, 13)
    return [
        Question(
            "win",
            mjcore.is_win,
            USUAL,
            half,
            {
                "riichienv": (riichienv_shanten, lambda answer: answer == -1),
                "xiangting": (xiangting_number, lambda answer: answer == 0),
                "shanten-tools": (shanten_tools, lambda answer: answer == 0),
                "mahjong": (mahjong_win, bool),
            },
        ),
        Question(
            "shanten",
            mjcore.shanten,
            USUAL,
            full,
            {
                "riichienv": (riichienv_shanten, int),
                "xiangting": (xiangting_number, lambda answer: answer - 1),
                "shanten-tools": (shanten_tools, lambda answer: answer - 1),
                "mahjong": (mahjong_shanten, int),
            },
        ),
        Question(
            "waits",
            mjcore.waits,
            JAPANESE,
            ready,
            {
                "riichienv": (riichienv_waits, lambda answer: tuple(sorted(answer))),
                "xiangting": (xiangting_tiles, lambda answer: kinds_of(answer[1])),
                "mahjong": (mahjong_waits, tuple),
            },
        ),
        Question(
            "useful",
            mjcore.useful,
            JAPANESE,
            short,
            {"xiangting": (xiangting_tiles, lambda answer: kinds_of(answer[1]))},
        ),
        Question("shanten, MCR", mjcore.shanten, MCR, short, {"PyMahjongGB": (pymahjonggb_shanten, int)}),
        Question(
            "waits, MCR", mjcore.waits, MCR_WAITS, ready, {"PyMahjongGB": (pymahjonggb_waits, from_botzone)}
        ),
    ]


def scoring_row(rounds: int, missing: set[str], wrong: list[str]) -> dict[str, str]:
    """Do what `row` does for the points of MCR, as PyMahjongGB counts them."""
    rules, asked = ruleset("mcr", profile="mil"), scores(HANDS)
    hands, wins = hand_array([hand for hand, _ in asked] * MANY), win_array([win for _, win in asked] * MANY)
    tasks: dict[str, Callable[[], object]] = {
        "array": lambda: rules.score_many(hands, wins),
        "mjcore": lambda: [rules.score(hand, win) for hand, win in asked],
    }
    try:
        theirs, _ = pymahjonggb_score(asked)
    except ImportError:
        missing.add("PyMahjongGB")
    else:
        differ = sum(theirs(each) != rules.score(*each).points for each in asked)
        if differ:
            wrong.append(f"score: PyMahjongGB answers {differ} of {len(asked)} hands otherwise")
        tasks["PyMahjongGB"] = partial(ask_all, theirs, asked)
    return timed(tasks, len(asked), rounds)


def row(question: Question, rounds: int, missing: set[str], wrong: list[str]) -> dict[str, str]:
    """Compare the answers, then time all in turn; cells of the table by column."""
    ask = partial(question.ask, **question.options) if question.options else question.ask
    ours = [hand.tobytes() for hand in question.hands]
    answers = [ask(hand) for hand in ours]
    many = np.tile(question.hands, (MANY, 1))
    out = ask(many)
    tasks: dict[str, Callable[[], object]] = {
        "array": lambda: ask(many, out=out),
        "mjcore": lambda: ask_all(ask, ours),
    }
    for library, (prepare, reads) in question.peers.items():
        try:
            theirs, inputs = prepare(question.hands)
        except ImportError:
            missing.add(library)
            continue
        differ = sum(reads(theirs(each)) != answer for each, answer in zip(inputs, answers, strict=True))
        if differ:
            wrong.append(f"{question.name}: {library} answers {differ} of {len(answers)} hands otherwise")
        tasks[library] = partial(ask_all, theirs, inputs)
    return timed(tasks, len(answers), rounds)


def timed(tasks: dict[str, Callable[[], object]], hands: int, rounds: int) -> dict[str, str]:
    pairs = [(task, tasks["mjcore"]) for task in tasks.values()]
    times = dict(zip(tasks, measure(pairs, rounds), strict=True))
    ns = {name: 1e9 * min(found.task) / hands for name, found in times.items()}
    ns["array"] /= MANY
    return {
        name: f"{ns[name]:,.{1 if name == 'array' else 0}f}"
        + ("" if name in ("array", "mjcore") else f" ({times[name].ratio(min):.1f}x)")
        for name in tasks
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="time other libraries on the same hands")
    parser.add_argument("--rounds", type=int, default=20, help="repeats; the least counts (default 20)")
    arguments = parser.parse_args()
    missing: set[str] = set()
    wrong: list[str] = []
    asked = questions(HANDS)
    rows = {question.name: row(question, arguments.rounds, missing, wrong) for question in asked}
    rows["score, MCR"] = scoring_row(arguments.rounds, missing, wrong)
    columns = ["array", "mjcore", *dict.fromkeys(name for question in asked for name in question.peers)]
    columns = [name for name in columns if name not in missing]
    titles = {"array": "mjcore, array", "mjcore": "mjcore, one hand"}
    print("| ns a hand | " + " | ".join(titles.get(name, name) for name in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name, cells in rows.items():
        print(f"| {name} | " + " | ".join(cells.get(name, "") for name in columns) + " |")
    for library in sorted(missing):
        print(f"{library} is not installed", file=sys.stderr)
    print("\n".join(wrong) or f"all agree on {HANDS:,} hands a question", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
