"""Other libraries, asked in the format that each of them likes best."""

from collections.abc import Callable, Iterable
from importlib import import_module

from mjcore.corpora import Hands


def riichienv_shanten(hands: Hands) -> tuple[Callable[[list[int]], object], list[list[int]]]:
    """Prepare ``riichienv.calculate_shanten``: hands as lists of 136-tile ids."""
    ask = import_module("riichienv").calculate_shanten
    return ask, [[4 * kind + copy for kind in range(34) for copy in range(hand[kind])] for hand in hands]


def xiangting_tiles(hands: Hands) -> tuple[Callable[[list[int]], object], list[list[int]]]:
    """Prepare ``xiangting.calculate_necessary_tiles``: hands as lists of 34 counts."""
    xiangting = import_module("xiangting")
    four = xiangting.PlayerCount.FOUR
    return lambda hand: xiangting.calculate_necessary_tiles(hand, four), hands.tolist()


def ask_all(ask: Callable[..., object], hands: Iterable[object]) -> None:
    """Ask about one hand after the other, and forget the answers."""
    for hand in hands:
        ask(hand)
