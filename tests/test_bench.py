"""The parts of timing and of the guard that do not depend on the machine."""

import json
from collections.abc import Iterator
from itertools import repeat

import numpy as np
import pytest
from click.testing import CliRunner

import mjcore
from bench import check
from bench.check import compare
from bench.instructions import inclusive
from mjcore import bench, kernels
from mjcore.bench import Case, Times


def verdicts(before: dict[str, float], now: dict[str, float], most: float = 1.3) -> dict[str, str]:
    return {each.what: each.verdict for each in compare(before, now, most)}


def test_compare() -> None:
    before = {"same": 4.0, "slower": 4.0, "just": 4.0, "faster": 4.0, "gone": 4.0}
    now = {"same": 4.1, "slower": 5.3, "just": 5.2, "faster": 3.0, "new": 1.0}
    assert verdicts(before, now) == {
        "same": "ok",
        "slower": "SLOWER",
        "just": "ok",
        "faster": "faster",
        "gone": "NOT MEASURED",
        "new": "NOT IN THE BASELINE",
    }
    assert [each.what for each in compare(before, now, 1.3) if each.failed] == ["slower", "gone", "new"]


def measured(monkeypatch: pytest.MonkeyPatch, seconds: Iterator[float]) -> tuple[float, list[int]]:
    """Let the guard time one hand that took 1 S before; its ratio now, and the rounds that it took."""
    rounds = []

    def measure(pairs: list[object], many: int, repeats: int) -> list[Times]:
        rounds.append(many)
        return [Times([next(seconds)], [bench.IN_CACHE]) for _ in pairs]

    monkeypatch.setattr(bench, "measure", measure)
    monkeypatch.setattr(check, "sleep", lambda seconds: None)
    case = Case("is_win", "one", np.frombuffer(mjcore.tiles.counts("11m"), np.uint8)[None])
    return check.time_ratios([case], {case.title: 1.0}, 1.3, rounds=1)[case.title], rounds


def test_a_busy_spell_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured(monkeypatch, iter([2.0, 2.0, 1.0])) == (1.0, [1, 2, 4])


def test_what_is_slower_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ratio, rounds = measured(monkeypatch, repeat(1.4))
    assert (ratio, len(rounds)) == (1.4, check.ATTEMPTS)
    assert verdicts({"x": 1.0}, {"x": ratio}) == {"x": "SLOWER"}


def test_inclusive_counts() -> None:
    text = """
version: 1
positions: line
events: Ir
totals: 1060

fn=(1) loop
12 10
+3 5
cfi=(2) search.c
cfn=(2) search
calls=2 40
* 1000

fn=(2)
40 990
-1 10

fn=(1)
16 45
"""
    assert inclusive(text.splitlines()) == {"loop": 1060, "search": 1000}


def test_measure_leaves_out_the_first_round() -> None:
    order: list[str] = []
    pairs = [
        (lambda: order.append("a"), lambda: order.append("A")),
        (lambda: order.append("b"), lambda: None),
    ]
    times = bench.measure(pairs, 2, 3, lambda: order.append("."))
    assert "".join(order) == "aAaAaA.bbb." * 3
    assert [(len(each.task), len(each.unit)) for each in times] == [(6, 6), (6, 6)]


def test_cases_hold_hands_that_can_be_asked_about() -> None:
    for case in bench.cases(8):
        case.as_array()()
        case.one_by_one()()
        assert case.unit()() is not None
    titles = [case.title for case in bench.cases(0)]
    assert len(set(titles)) == len(titles)


def test_info() -> None:
    about = kernels.info()
    assert about["reader"] in ("avx2", "portable")
    assert about["cython"].count(".") == 2
    assert about["tables"]["WAIT_COLUMN"] > 0
    assert sum(about["tables"].values()) < 3 << 20


def test_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from mjcore.cli import mjcore as command

    monkeypatch.setattr(bench, "BEYOND_CACHE", 2_000)
    run = CliRunner().invoke(command, ["bench", "--rounds", "1", "--json"])
    assert run.exit_code == 0
    found = json.loads(run.stdout)
    assert found["reader"] == mjcore.kernels.info()["reader"]
    assert {figure["hands"] for figure in found["figures"]} == {1, bench.IN_CACHE, 2_000}
    assert all(figure["ns"] > 0 for figure in found["figures"])
    text = CliRunner().invoke(command, ["bench", "--rounds", "1"]).stdout
    assert "beyond, ns" in text
    assert "half winners" in text
