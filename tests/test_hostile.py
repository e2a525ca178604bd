"""Arguments that change while they are read: an answer or an error, never a crash."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from mjcore import Form, discards, is_win, shanten, useful, waits

WRITTEN_MEANWHILE = """
import threading
import time
import numpy as np
from mjcore import Form, discards, is_win, shanten, useful, waits

hands = np.zeros((2000, 34), np.uint8)
done = threading.Event()

def write():
    while not done.is_set():
        hands[:] = 255
        hands[:, :14], hands[:, 14:] = 1, 0
        hands[:, ::2] = 4

writer = threading.Thread(target=write)
writer.start()
end = time.monotonic() + 5
with np.errstate(invalid="ignore"):
    while time.monotonic() < end:
        for forms in (Form.STANDARD, Form.MCR):
            for ask in (is_win, waits, shanten, useful, discards):
                ask(hands, forms=forms)
            for ask in (waits, shanten, useful, discards):
                ask(hands, forms=forms, held=hands)
done.set()
writer.join()
print("done")
"""


class Long(tuple[int, ...]):
    """34 entries that come as many more."""

    def __iter__(self) -> Iterator[int]:
        return iter([1] * 50_000)


class Empty(list[int]):
    """34 entries that do not come."""

    def __iter__(self) -> Iterator[int]:
        return iter(())


class Growing:
    """An integer that lengthens the hand when it is asked for."""

    def __init__(self, hand: list[object]) -> None:
        self.hand = hand

    def __index__(self) -> int:
        self.hand.extend([1] * 1000)
        return 0


QUESTIONS = (is_win, waits, shanten, useful, discards)


@pytest.mark.parametrize("ask", QUESTIONS)
@pytest.mark.parametrize("hand", [Long([0] * 34), Empty([0] * 34)])
def test_sequences_that_lie_about_their_length(ask: object, hand: object) -> None:
    with pytest.raises(ValueError, match="counts must have 34 entries, got (50000|0)"):
        ask(hand)  # type: ignore[operator]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_integers_that_change_the_hand(ask: object) -> None:
    hand: list[object] = [1, 1, *[0] * 32]
    hand[5] = Growing(hand)
    with suppress(ValueError):  # two tiles are no hand that waits
        ask(hand)  # type: ignore[operator]
    assert len(hand) > 34


@pytest.mark.parametrize("ask", [waits, shanten, useful, discards])
def test_held_is_named(ask: object) -> None:
    with pytest.raises(ValueError, match="held must be 34 bytes"):
        ask(bytes(34), 1, held=b"1")  # type: ignore[operator]
    with pytest.raises(TypeError, match="held must hold integers"):
        ask([0] * 34, 1, held=[0.5] * 34)  # type: ignore[operator]


def test_arrays_that_another_thread_writes_to() -> None:
    found = subprocess.run([sys.executable, "-c", WRITTEN_MEANWHILE], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["done"]


def test_forms_beyond_the_known_ones() -> None:
    with pytest.raises(ValueError, match="forms must join members of Form"):
        is_win(bytes(34), forms=Form(0))
