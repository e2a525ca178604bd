"""Arrays of hands: types, strides, broadcasting, `out`, and rows that are no hands."""

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import (
    INVALID,
    Form,
    InvalidHandError,
    check,
    corpora,
    discards,
    is_win,
    shanten,
    useful,
    waits,
    waits_mask,
)
from tests.reference import counts

INTEGERS = ["u1", "i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", ">u2", ">i2", ">u4", ">i4", ">u8", ">i8"]
ALL_QUESTIONS = [is_win, waits, waits_mask, shanten, useful, discards]
Question = Callable[..., Any]

# How many tiles beyond 3n a question is about: 1, but for these.
REMAINDERS: dict[Question, tuple[int, ...]] = {is_win: (2,), discards: (2,), shanten: (1, 2), useful: (1, 2)}
DISTANCES = [shanten, discards]


@cache
def hands_for(question: Question, n: int = 300) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hands with wild tiles of which some win, or wait."""
    rng = np.random.default_rng(9)
    hands, wilds = corpora.mixed(rng, 3 * n)
    natural = hands.sum(axis=1) > 0
    hands, wilds = hands[natural][:n], wilds[natural][:n]
    return frozen(hands if remainders(question) == (2,) else corpora.without(rng, hands)), frozen(wilds)


def remainders(question: Question) -> tuple[int, ...]:
    return REMAINDERS.get(question, (1,))


def is_nothing(question: Question, answer: Any) -> bool:
    """Whether this is what is said of a row that is no hand."""
    return bool(np.all(np.asarray(answer) == (INVALID if question in DISTANCES else 0)))


@cache
def answers(question: Question) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[Any]]:
    """Hands, wild tiles and answers, which other tests hold against the reference."""
    hands, wilds = hands_for(question)
    expected = question(hands, wilds)
    assert len(np.unique(expected)) > 1
    return hands, wilds, frozen(expected)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


# Types and layouts --------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_types(question: Question, dtype: str) -> None:
    hands, wilds, expected = answers(question)
    for wilds_dtype in INTEGERS:
        found = question(hands.astype(dtype), wilds.astype(wilds_dtype))
        assert (found == expected).all(), wilds_dtype


LAYOUTS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "fortran": np.asfortranarray,
    "backwards": lambda a: a[::-1].copy()[::-1],
    "backwards kinds": lambda a: a[..., ::-1].copy()[..., ::-1],
    "every third": lambda a: np.repeat(a, 3, axis=0)[::3],
    "every third kind": lambda a: np.repeat(a, 3, axis=1)[:, ::3],
    "transposed": lambda a: a.T.copy().T,
    "inside a record": lambda a: inside_a_record(a),
    "unaligned": lambda a: unaligned(a),
}


def inside_a_record(array: NDArray[Any]) -> NDArray[Any]:
    records = np.zeros(len(array), [("name", "u1"), ("counts", array.dtype, 34), ("more", "u2")])
    records["counts"] = array
    return records["counts"]


def unaligned(array: NDArray[Any]) -> NDArray[Any]:
    raw = bytearray(array.nbytes + 1)
    view = np.frombuffer(raw, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["u1", "i1", "<i4", ">i8"])
def test_layouts(question: Question, layout: str, dtype: str) -> None:
    hands, wilds, expected = answers(question)
    laid = LAYOUTS[layout](hands.astype(dtype))
    assert (laid == hands).all()
    assert (question(laid, wilds) == expected).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_read_only_and_memory_mapped(question: Question, tmp_path: Path) -> None:
    hands, wilds, expected = answers(question)
    assert not hands.flags.writeable
    assert (question(hands, wilds) == expected).all()
    (tmp_path / "hands").write_bytes(hands.tobytes())
    mapped = np.memmap(tmp_path / "hands", np.uint8, "r", shape=hands.shape)
    assert (question(mapped, wilds) == expected).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_input_is_left_alone(question: Question) -> None:
    hands, wilds, _ = answers(question)
    own = hands.copy(), wilds.copy()
    question(*own)
    assert (own[0] == hands).all()
    assert (own[1] == wilds).all()


# Shapes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("shape", [(), (1,), (0,), (7,), (2, 3), (2, 0, 3), (2, 1, 3, 1)])
def test_leading_axes(question: Question, shape: tuple[int, ...]) -> None:
    hands, wilds, expected = answers(question)
    n = int(np.prod(shape))
    found = question(hands[:n].reshape(*shape, 34), wilds[:n].reshape(shape))
    assert np.array_equal(found, expected[:n].reshape(shape + expected.shape[1:]))
    assert found.dtype == expected.dtype


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_wild_tiles_broadcast_against_counts(question: Question) -> None:
    hands = np.frombuffer(counts("123m55z" if remainders(question) == (2,) else "23m55z"), np.uint8)
    wilds = np.array([0, 3, 6, 9, 12])
    found = question(hands, wilds)
    assert len(found) == 5
    assert (found == np.stack([question(hands, int(wild)) for wild in wilds])).all()
    table = question(np.stack([hands, hands[::-1]])[:, None], wilds)
    assert table.shape[:2] == (2, 5)
    assert (table[0] == found).all()


def test_held_broadcasts_against_counts() -> None:
    hand = np.frombuffer(counts("13m456p789s11z"), np.uint8)
    held = np.stack([np.frombuffer(counts(melds), np.uint8) for melds in ("", "2222m", "222m")])
    found = waits(hand, held=held)
    assert found.shape == (3, 34)
    assert found[:, 1].tolist() == [True, False, True]
    many = waits(np.stack([hand, hand]), held=counts("2222m"))
    assert many.shape == (2, 34)
    assert not many.any()
    assert (waits_mask(hand, held=held) == [2, 0, 2]).all()
    assert shanten(hand, held=held).tolist() == [0, 1, 0]
    assert (useful(hand, held=held)[[0, 2]] == found[[0, 2]]).all()
    assert discards(hand + np.eye(34, dtype=np.uint8)[30], held=held)[:, 30].tolist() == [0, 1, 0]


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("dtype", ["u1", "i8"])
def test_held_of_another_type_and_the_forms(question: Question, dtype: str) -> None:
    hands, wilds, _ = answers(question)
    for forms in (Form.STANDARD, int(Form.STANDARD), Form.STANDARD | Form.DISTINCT_PAIRS):
        keywords: dict[str, Any] = {"forms": forms}
        if question is not is_win:
            keywords["held"] = np.zeros(34, dtype)
        assert (question(hands.astype("i2"), wilds, **keywords) == question(hands, wilds, forms=forms)).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_out(question: Question) -> None:
    hands, wilds, expected = answers(question)
    out = np.empty_like(expected)
    assert question(hands, wilds, out=out) is out
    assert (out == expected).all()
    strided = np.zeros((2 * len(expected), *expected.shape[1:]), expected.dtype)[::2]
    question(hands, wilds, out=strided)
    assert (strided == expected).all()


def test_out_with_its_kinds_apart() -> None:
    hands, wilds, expected = answers(waits)
    out = np.zeros((34, len(hands)), np.bool_).T
    waits(hands, wilds, out=out)
    assert (out == expected).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_out_that_does_not_fit(question: Question) -> None:
    hands, wilds, expected = answers(question)
    with pytest.raises((TypeError, ValueError)):
        question(hands, wilds, out=np.empty(expected[1:].shape, expected.dtype))
    with pytest.raises(TypeError):
        question(hands, wilds, out=[0] * len(hands))
    with pytest.raises(TypeError):
        question(bytes(hands[0]), int(wilds[0]), out=np.empty(34, np.bool_))


# Bad rows -----------------------------------------------------------------------------------------


BAD_COUNTS = [5, 200, 255, 256, 260, 2**15, 2**31 - 1, 2**40 + 1, 2**63 - 1, -1, -128, -(2**15), -(2**63)]
BAD_WILDS = [1, 2, 18, 31, 32, 200, 255, 256, 257, 2**16, 2**32, 2**40, -1, -2, -256, -(2**63)]


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("bad", BAD_COUNTS)
@pytest.mark.parametrize("kind", [0, 7, 8, 17, 26, 27, 33])
def test_one_bad_row_of_many(question: Question, bad: int, kind: int) -> None:
    hands, wilds, expected = answers(question)
    for dtype in INTEGERS:
        if not np.iinfo(dtype).min <= bad <= np.iinfo(dtype).max:
            continue
        spoiled = hands.astype(dtype)
        spoiled[123, kind] = bad
        with pytest.warns(RuntimeWarning, match="invalid value"):
            found = question(spoiled, wilds)
        assert is_nothing(question, found[123])
        assert (np.delete(found, 123, axis=0) == np.delete(expected, 123, axis=0)).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("bad", BAD_WILDS)
def test_one_bad_wild_count_of_many(question: Question, bad: int) -> None:
    hands, wilds, expected = answers(question)
    for dtype in INTEGERS:
        if not np.iinfo(dtype).min <= bad <= np.iinfo(dtype).max or (
            bad == 1 and len(remainders(question)) > 1
        ):
            continue
        spoiled = wilds.astype(dtype)
        spoiled[57] = spoiled[57] + bad if bad in (1, 2) else bad
        with pytest.warns(RuntimeWarning, match="invalid value"):
            found = question(hands, spoiled)
        assert is_nothing(question, found[57])
        assert (np.delete(found, 57, axis=0) == np.delete(expected, 57, axis=0)).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("wilds", [-1, -(2**70), 2**70, 40, 256, 10**6])
def test_bad_wild_count_beside_an_array(question: Question, wilds: int) -> None:
    hands, _ = hands_for(question)
    try:
        with pytest.warns(RuntimeWarning, match="invalid value"):
            assert is_nothing(question, question(hands, wilds))
    except (InvalidHandError, OverflowError) as error:
        pytest.fail(f"an array never raises for its rows: {error!r}")


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_wrong_totals_in_an_array(question: Question) -> None:
    totals = np.arange(19)
    hands = np.zeros((19, 34), np.uint8)
    hands[np.arange(34)[None] < totals[:, None]] = 1
    with pytest.warns(RuntimeWarning, match="invalid value"):
        question(hands)
    right = np.isin(totals % 3, remainders(question)) & (totals < 18)
    with np.errstate(invalid="raise"):
        question(hands[right])
    for hand in hands[~right]:
        with np.errstate(invalid="raise"), pytest.raises(FloatingPointError):
            question(hand)
        with np.errstate(invalid="ignore"):
            assert is_nothing(question, question(hand))


@pytest.mark.parametrize("question", [question for question in ALL_QUESTIONS if question is not is_win])
@pytest.mark.parametrize("bad", [5, 255, -1, 2])
def test_bad_held_rows(question: Question, bad: int) -> None:
    hands, wilds, expected = answers(question)
    hands, wilds, expected = hands.astype("i8"), wilds.astype("i8"), expected
    held = np.zeros_like(hands)
    told = np.array([not is_nothing(question, answer) for answer in expected])
    row = int(np.flatnonzero((hands[:, 4] > 2) & told)[0])
    held[row, 4] = bad
    with pytest.warns(RuntimeWarning, match="invalid value"):
        found = question(hands, wilds, held=held)
    assert is_nothing(question, found[row])
    assert (np.delete(found, row, axis=0) == np.delete(expected, row, axis=0)).all()


# What is no array of hands --------------------------------------------------------------------


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("shape", [(33,), (35,), (3, 33), (34, 3), (3, 1), (3, 0), (0, 33), (1,), ()])
def test_wrong_last_axis(question: Question, shape: tuple[int, ...]) -> None:
    named = r"\(" + ", ".join(map(str, shape))
    with pytest.raises(ValueError, match=named):
        question(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("dtype", ["?", "f2", "f4", "f8", "c16", "O", "U1", "S1", "M8[s]", "m8[s]", "V4"])
def test_wrong_dtype(question: Question, dtype: str) -> None:
    hands = np.zeros((3, 34), dtype)
    with pytest.raises((TypeError, ValueError), match=r"dtype"):
        question(hands)
    with pytest.raises((TypeError, ValueError), match=r"dtype"):
        question(np.zeros((3, 34), np.uint8), np.zeros(3, dtype))


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_shapes_that_do_not_broadcast(question: Question) -> None:
    with pytest.raises(ValueError, match="broadcast|mismatch"):
        question(np.zeros((3, 34), np.uint8), np.zeros(4, np.uint8))


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("hands", [None, 1, "1m", 1.0, object()])
def test_no_array_at_all(question: Question, hands: object) -> None:
    with pytest.raises((TypeError, ValueError), match=type(hands).__name__):
        question(hands)


# check ------------------------------------------------------------------------------------------


def test_check_gives_the_counts_back() -> None:
    hands, wilds = hands_for(is_win)
    assert check(hands, wilds) is hands
    hand = counts("1112345678999m")
    assert check(hand) is hand


@pytest.mark.parametrize(("count", "limit"), [(5, "at most 4"), (-7, "at least 0"), (200, "at most 4")])
def test_check_names_row_and_tile(count: int, limit: str) -> None:
    hands = np.zeros((4, 500, 34), np.int64)
    hands[:, :, 0] = 2
    assert check(hands) is hands
    hands[2, 321, 13] = count
    hands[3, 0, 0] = 9
    fault = f"tile 5p must appear {limit} times, got {count}$"
    with pytest.raises(InvalidHandError, match=f"^row 2, 321: {fault}"):
        check(hands)
    for hand in (hands[2, 321], hands[2, 321].tolist()):
        with pytest.raises(InvalidHandError, match=f"^{fault}"):
            check(hand)


def test_check_knows_totals_wild_tiles_and_melds() -> None:
    hands = np.zeros((3, 34), np.uint8)
    hands[:, 5] = 2
    assert check(hands, totals=(2, 5)) is hands
    with pytest.raises(InvalidHandError, match="^row 0: .*1, 4 or 7.*2"):
        check(hands, totals=(1, 4, 7))
    with pytest.raises(InvalidHandError, match="^row 1: .*got 2 [+] 1$"):
        check(hands, np.array([0, 1, 3]))
    with pytest.raises(InvalidHandError, match="^row 2: wilds must be at least 0, got -1$"):
        check(hands, np.array([0, 0, -1]))
    with pytest.raises(InvalidHandError, match="^row 0: tile 6m .*, got 2 and 3 in melds$"):
        check(hands, held=counts("666m"))


def test_check_finds_what_the_kernels_flag() -> None:
    """On arrays of any numbers, `check` and the flag of the kernel name the same rows."""
    rng = np.random.default_rng(10)
    hands, wilds = hands_for(is_win, 2_000)
    hands, wilds = hands.astype(np.int16), wilds.astype(np.int16)
    rows = np.arange(len(hands))
    hands[rows, rng.integers(0, 34, len(hands))] += rng.integers(-1, 3, len(hands)).astype(np.int16)
    flagged = []
    for hand, wild in zip(hands, wilds, strict=True):
        try:
            with np.errstate(invalid="raise"):
                is_win(hand, wild)
            flagged.append(False)
            check(hand, wild, totals=(2, 5, 8, 11, 14, 17))
        except FloatingPointError:
            flagged.append(True)
            with pytest.raises(InvalidHandError):
                check(hand, wild, totals=(2, 5, 8, 11, 14, 17))
    assert 0.2 < np.mean(flagged) < 0.9


@pytest.mark.parametrize("hands", [np.zeros((2, 34)), np.zeros((2, 34), bool), np.zeros((2, 33), int), None])
def test_check_refuses_what_is_no_array_of_hands(hands: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="dtype|shape"):
        check(hands)


# Threads ------------------------------------------------------------------------------------------


def test_threads_give_the_same_answers() -> None:
    hands, wilds = corpora.mixed(np.random.default_rng(11), 50_000)
    expected = is_win(hands, wilds)
    found: list[NDArray[np.bool_]] = []
    threads = [threading.Thread(target=lambda: found.append(is_win(hands, wilds))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all((answer == expected).all() for answer in found)
