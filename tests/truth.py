"""Reads the values that other projects published: one JSON object a line."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjcore import Form
from tests import reference

PAIRS_DISTINCT = Form.STANDARD | Form.DISTINCT_PAIRS
PAIRS_CHINESE = Form.STANDARD | Form.SEVEN_PAIRS
# The names that the rows give to the forms which they mean, and the few that say nothing.
FORMS = {
    "standard": Form.STANDARD,
    "orphans": Form.THIRTEEN_ORPHANS,
    "xiangting_qidui": Form.DISTINCT_PAIRS,
    "std+pairs+orphans": PAIRS_DISTINCT | Form.THIRTEEN_ORPHANS,
    "pairs_distinct": Form.DISTINCT_PAIRS,
    "pairs": Form.DISTINCT_PAIRS,
    "min": PAIRS_DISTINCT | Form.THIRTEEN_ORPHANS,
    "min_std_pairs": PAIRS_DISTINCT,
    "std+pairs_distinct": PAIRS_DISTINCT,
    "std+pairs_distinct (no orphans)": PAIRS_DISTINCT,
    "std+pairs_distinct+orphans": PAIRS_DISTINCT | Form.THIRTEEN_ORPHANS,
    "MCR forms, seven pairs = 7 distinct kinds (provisional in source)": Form.MCR & ~Form.SEVEN_PAIRS
    | Form.DISTINCT_PAIRS,
    "all MCR forms": Form.MCR,
    "std + seven pairs with 4=2": PAIRS_CHINESE,
}


@dataclass(frozen=True)
class Row:
    """A hand with its winning tile, if one is given, and what is published about it."""

    file: str
    index: int
    kind: str
    tiles: bytes
    held: bytes
    wilds: int
    context: dict[str, Any]
    expected: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file} row {self.index}"


def folder() -> Path:
    """Find the folder, or skip the test."""
    given = os.environ.get("MJCORE_TRUTH")
    path = Path(given) if given else Path(__file__).resolve().parents[2] / "shared" / "truth"
    if not path.is_dir():
        pytest.skip(f"no folder of published values at {path}; set MJCORE_TRUTH")
    return path


def raw_rows(*kinds: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Read the rows of these kinds from all files: the file, the place in it, what is written there."""
    for path in sorted(folder().glob("*.jsonl")):
        for index, line in enumerate(path.read_text("utf-8").splitlines()):
            raw = json.loads(line)
            if raw.get("kind") in kinds:
                yield path.stem, index, raw


def rows(*kinds: str) -> Iterator[Row]:
    """Read the rows of these kinds from all files, as hands."""
    for file, index, raw in raw_rows(*kinds):
        yield _row(file, index, raw)


def _row(file: str, index: int, raw: dict[str, Any]) -> Row:
    melds = "".join(meld.split(":")[1] for meld in raw["melds"])
    return Row(
        file,
        index,
        raw["kind"],
        reference.counts(raw["hand"] + (raw["win"] or "")),
        reference.counts(melds),
        raw["context"].get("wild_count", 0),
        raw["context"],
        raw["expected"],
    )


def kinds(names: list[str]) -> list[int]:
    """Turn tile names into kinds, in order."""
    return sorted(int(np.argmax(list(reference.counts(name)))) for name in names)
