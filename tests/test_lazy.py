"""Arrays that are computed later: dask's, and xarray's of either kind."""

import threading
from collections.abc import Callable
from typing import Any

import dask
import dask.array as da
import numpy as np
import pytest
import xarray as xr
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, check, is_win, waits, waits_mask
from mjcore.kernels.checks import WAITING_TOTALS, WINNING_TOTALS
from tests.test_arrays import ALL_QUESTIONS, Question, answers

DTYPES: dict[Question, type] = {is_win: np.bool_, waits: np.bool_, waits_mask: np.uint64}
CHUNKS = [(300, 34), (70, 34), (1, 34), (100, 17), (64, 5)]


class Counted:
    """An array that counts how often it is read."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.shape, self.dtype, self.ndim = array.shape, array.dtype, array.ndim
        self.reads = 0
        self.lock = threading.Lock()

    def __getitem__(self, index: Any) -> NDArray[Any]:
        with self.lock:
            self.reads += 1
        part: NDArray[Any] = self.array[index]
        return part


def lazily(array: NDArray[Any], chunks: Any = "auto") -> tuple[Any, Counted]:
    counted = Counted(array)
    return da.from_array(counted, chunks, meta=np.empty((0,) * array.ndim, array.dtype)), counted


def compute(answer: Any) -> Any:
    assert isinstance(answer, da.Array)
    found = answer.compute()
    assert (found.shape, found.dtype) == (answer.shape, answer.dtype)
    return found


# dask ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("dtype", ["u1", "i8", ">i4"])
def test_a_plain_call_stays_lazy(question: Question, chunks: tuple[int, int], dtype: str) -> None:
    hands, wilds, expected = answers(question)
    given, counted = lazily(hands.astype(dtype), chunks)
    answer = question(given, wilds)
    assert answer.dtype == DTYPES.get(question, expected.dtype)
    assert answer.shape == expected.shape
    assert counted.reads == 0
    assert (compute(answer) == expected).all()
    assert counted.reads > 0


WILDS: dict[str, Callable[[NDArray[Any]], Any]] = {
    "int": lambda wilds: 1,
    "NumPy scalar": lambda wilds: np.int64(1),
    "NumPy": lambda wilds: wilds,
    "NumPy of another type": lambda wilds: wilds.astype(np.int32),
    "dask": lambda wilds: da.from_array(wilds, 70),
    "dask in other chunks": lambda wilds: da.from_array(wilds.astype(np.int64), 110),
}


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("wilds", WILDS)
def test_wild_tiles_of_every_kind(question: Question, wilds: str) -> None:
    hands, numbers, _ = answers(question)
    given = WILDS[wilds](numbers)
    with np.errstate(invalid="ignore"):
        expected = question(hands, np.asarray(given))
        with dask.config.set(scheduler="synchronous"):
            assert (compute(question(da.from_array(hands, (70, 34)), given)) == expected).all()
            if isinstance(given, da.Array):
                assert (compute(question(hands, given)) == expected).all()


HELD: dict[str, Callable[[NDArray[Any]], Any]] = {
    "bytes": lambda held: bytes(held[0]),
    "tuple": lambda held: tuple(held[0].tolist()),
    "NumPy, one for all": lambda held: held[0],
    "NumPy": lambda held: held,
    "dask": lambda held: da.from_array(held, (70, 34)),
    "dask in other chunks": lambda held: da.from_array(held.astype(np.int64), (110, 20)),
}


@pytest.mark.parametrize("question", [question for question in ALL_QUESTIONS if question is not is_win])
@pytest.mark.parametrize("held", HELD)
def test_melds_of_every_kind(question: Question, held: str) -> None:
    hands, wilds, _ = answers(question)
    melds = np.zeros_like(hands)
    melds[:, 30] = 4 - hands[:, 30].max()
    given = HELD[held](melds)
    expected = question(hands, wilds, held=melds)
    assert (compute(question(da.from_array(hands, (70, 34)), wilds, held=given)) == expected).all()
    if isinstance(given, da.Array):
        assert (compute(question(hands, wilds, held=given)) == expected).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_shapes_of_all_kinds(question: Question) -> None:
    hands, wilds, expected = answers(question)
    given = da.from_array(hands, (70, 34))
    assert (compute(question(given[7], int(wilds[7]))) == expected[7]).all()
    assert len(compute(question(given[:0]))) == 0
    deals = given.reshape(10, 30, 34).rechunk((3, 20, 34))
    by_deal = expected.reshape(10, 30, *expected.shape[1:])
    assert (compute(question(deals, wilds.reshape(10, 30))) == by_deal).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_an_unknown_number_of_rows(question: Question) -> None:
    hands, wilds, expected = answers(question)
    given = da.from_array(hands, (70, 34))
    some = question(given[da.from_array(wilds == 1, 70)], 1)
    assert np.isnan(some.shape[0])
    assert (some.compute() == expected[wilds == 1]).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_forms_are_passed_along(question: Question) -> None:
    hands, wilds, _ = answers(question)
    forms = Form.STANDARD | Form.DISTINCT_PAIRS
    answer = question(da.from_array(hands, (70, 34)), wilds, forms=forms)
    assert (compute(answer) == question(hands, wilds, forms=forms)).all()


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_out_is_refused_beside_dask_arrays(question: Question) -> None:
    hands, wilds, expected = answers(question)
    given = da.from_array(hands, (70, 34))
    for counts in (given, hands):
        with pytest.raises(TypeError, match="^out must be left out for dask arrays, "):
            question(counts, wilds, out=da.from_array(expected))
    with pytest.raises(TypeError, match="^out must be left out for dask arrays, "):
        question(given, wilds, out=np.empty_like(expected))


@pytest.mark.parametrize("question", ALL_QUESTIONS)
def test_what_is_no_array_of_hands_is_refused_at_once(question: Question) -> None:
    with pytest.raises(TypeError, match="counts must hold integers, got dtype float64"):
        question(da.zeros((3, 34)))
    with pytest.raises(ValueError, match=r"counts must have 34 kinds .* got shape \(3, 33\)"):
        question(da.zeros((3, 33), dtype=np.uint8))
    with pytest.raises(TypeError, match="wilds must be an int or hold integers, got dtype float64"):
        question(da.zeros((3, 34), dtype=np.uint8), da.zeros(3))
    with pytest.raises(ValueError, match="different lengths"):
        question(da.zeros((3, 34), dtype=np.uint8), da.zeros(4, dtype=np.uint8))


# check --------------------------------------------------------------------------------------------


def spoiled(shape: tuple[int, ...], *index: int) -> NDArray[np.uint8]:
    hands = np.zeros((*shape, 34), np.uint8)
    hands[..., 3] = 2
    hands[(*index, 4)] = 5
    return hands


@pytest.mark.parametrize("chunks", [*CHUNKS, "auto"])
def test_check_waits_too(chunks: Any) -> None:
    hands, wilds, expected = answers(is_win)
    given, counted = lazily(hands, chunks)
    checked = check(given, wilds, totals=WINNING_TOTALS)
    assert (checked.shape, checked.dtype, counted.reads) == (hands.shape, hands.dtype, 0)
    assert (compute(checked) == hands).all()
    assert (compute(is_win(checked, wilds)) == expected).all()
    with pytest.raises(InvalidHandError, match=r"^row \d+: tiles \+ wilds must be 1, "):
        check(given, wilds, totals=WAITING_TOTALS).compute()


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("row", [0, 69, 70, 250, 299])
def test_check_names_the_row_of_the_whole_array(chunks: tuple[int, int], row: int) -> None:
    checked = check(da.from_array(spoiled((300,), row), chunks))
    with pytest.raises(InvalidHandError, match=f"^row {row}: tile 5m must appear at most 4 times, got 5$"):
        checked.compute()
    with pytest.raises(InvalidHandError, match=f"^row {row}: "):
        is_win(checked).compute()


def test_check_names_rows_by_all_their_axes() -> None:
    hands = spoiled((4, 50), 2, 37)
    for chunks in ((1, 10, 34), (3, 20, 10)):
        with pytest.raises(InvalidHandError, match="^row 2, 37: tile 5m"):
            check(da.from_array(hands, chunks)).compute()
    with pytest.raises(InvalidHandError, match="^tile 5m must"):
        check(da.from_array(hands[2, 37])).compute()


def test_check_with_lazy_wild_tiles_and_melds() -> None:
    hands = spoiled((300,), 0)[1:]
    wilds = np.zeros(299, np.int64)
    wilds[123] = -1
    either: list[Any] = [hands, da.from_array(hands, (70, 17))]
    for given in either:
        with pytest.raises(InvalidHandError, match="^row 123: wilds must be at least 0, got -1$"):
            check(given, da.from_array(wilds, 50)).compute()
        with pytest.raises(InvalidHandError, match=r"^row \d+: tile 4m .* got 2 and 3 in melds$"):
            check(given, held=da.full(34, 3, dtype=np.uint8)).compute()


def test_check_refuses_at_once_what_it_cannot_name() -> None:
    hands = da.from_array(spoiled((300,), 0), (70, 34))
    with pytest.raises(ValueError, match="must have chunks of known sizes"):
        check(hands[hands[:, 4] < 5])
    with pytest.raises(TypeError, match="counts must hold integers, got dtype float64"):
        check(da.zeros((2, 34)))


def test_bad_rows_warn_when_they_are_computed() -> None:
    answer = is_win(da.from_array(spoiled((300,), 0), (70, 34)))
    with pytest.warns(RuntimeWarning, match="invalid value"):
        assert answer.sum().compute() == 299


# xarray -------------------------------------------------------------------------------------------


def labelled(hands: NDArray[Any], chunks: dict[str, int] | None) -> xr.DataArray:
    deals = xr.DataArray(hands, dims=("deal", "kind"), coords={"deal": np.arange(len(hands)) + 1000})
    return deals.chunk(chunks) if chunks else deals


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize("chunks", [None, {"deal": 70}])
@pytest.mark.parametrize("mode", ["allowed", "parallelized"])
def test_apply_ufunc(question: Question, chunks: dict[str, int] | None, mode: Any) -> None:
    hands, wilds, expected = answers(question)
    for deals in (labelled(hands, chunks), labelled(hands, chunks).transpose("kind", "deal")):
        answer = xr.apply_ufunc(
            question,
            deals,
            xr.DataArray(wilds, dims="deal"),
            input_core_dims=[["kind"], []],
            output_core_dims=[["kind"][: expected.ndim - 1]],
            dask=mode,
            output_dtypes=[expected.dtype],
        )
        assert isinstance(answer.data, da.Array if chunks else np.ndarray)
        assert answer.dtype == expected.dtype
        assert answer.deal[0] == 1000
        assert (answer.values == expected).all()


def test_a_plain_call_on_xarray_names_the_way() -> None:
    hands, wilds, _ = answers(is_win)
    with pytest.raises(NotImplementedError, match="apply_ufunc"):
        is_win(labelled(hands, None), wilds)  # type: ignore[call-overload]
