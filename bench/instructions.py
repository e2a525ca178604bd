"""Instructions a hand, counted by callgrind: the same figures on a quiet machine and on a busy one.

A loop over arrays counts for itself, with what it calls and without NumPy; so does a function asked about one
hand, without the interpreter around it.
"""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from mjcore.bench import Case

#: What the counts depend on besides the sources (keys of mjcore.bench.machine).
DEPENDS_ON = ("compiler", "cython", "numpy", "python", "reader")
LOOPS = {"win": "is_win", "mask": "waits_mask"}  # others have the name of the question
ONE_HAND = "one hand"
ONE_BY_ONE = 1_000


def possible() -> bool:
    return shutil.which("valgrind") is not None


def count(cases: list[Case]) -> dict[str, float]:
    """Count, for each question, instructions a hand: both readers' loops, and one hand."""
    with TemporaryDirectory() as directory, ThreadPoolExecutor(os.cpu_count()) as pool:
        for ordinal, case in enumerate(cases):
            wilds = np.broadcast_to(np.uint8(case.wilds), len(case.hands))
            np.save(Path(directory, f"{ordinal}.npy"), np.column_stack([case.hands, wilds]))
        asked = [f"{case.question} {int(case.forms)}" for case in cases]
        modes = (("avx2", "0"), ("portable", "1"), (ONE_HAND, "0"))
        runs = [pool.submit(_run, Path(directory), mode, portable, asked) for mode, portable in modes]
        counts = [run.result() for run in runs]
    found = {}
    for (mode, _), functions in zip(modes, counts, strict=True):
        hands: Counter[str] = Counter()
        for case in cases:
            hands[case.question] += min(len(case.hands), ONE_BY_ONE) if mode == ONE_HAND else len(case.hands)
        for question, number in hands.items():
            found[f"{question}, {mode}"] = functions[question] / number
    return found


def _run(directory: Path, mode: str, portable: str, asked: list[str]) -> Counter[str]:
    """Ask everything in one process under callgrind; instructions by question."""
    # As Cython names what is called from Python, and from C: the module, then the function.
    prefix = f"__pyx_{'pw' if mode == ONE_HAND else 'f'}_6mjcore_7kernels_"
    last = r"\d(\w+)" if mode == ONE_HAND else rf"(\w+)_{mode}"
    toggle = prefix + ("*" if mode == ONE_HAND else f"*_{mode}")
    out = directory / f"{mode}.out"
    command = ["valgrind", "--tool=callgrind", f"--toggle-collect={toggle}", f"--callgrind-out-file={out}"]
    script = [sys.executable, __file__, str(directory), mode, *asked]
    environment = {**os.environ, "MJCORE_PORTABLE": portable, "PYTHONHASHSEED": "0"}
    subprocess.run([*command, *script], env=environment, check=True, capture_output=True)
    found: Counter[str] = Counter()
    for name, number in inclusive(out.read_text().splitlines()).items():
        if match := re.fullmatch(rf"{prefix}\d+[a-z]+_{last}", name):
            found[LOOPS.get(match[1], match[1])] += number
    return found


def inclusive(lines: Iterable[str]) -> Counter[str]:
    """Read a callgrind file: instructions by function, those of what it calls included.

    A name is spelled out where it first stands, as ``fn=(7) name`` or ``cfn=(7) name``, and is ``(7)`` from
    then on. Lines of numbers are costs, at the end; the one after ``calls=`` is of the callee.
    """
    names: dict[str, str] = {}
    found: Counter[str] = Counter()
    current = ""
    for line in lines:
        if match := re.match(r"(c?fn)=(\(\d+\))(?: (.*))?$", line):
            names.setdefault(match[2], match[3] or "")
            if match[1] == "fn":
                current = names[match[2]]
        elif current and re.match(r"[\d+*-]", line):
            found[current] += int(line.split()[-1])
    return found


def _ask(directory: Path, mode: str, asked: list[str]) -> None:
    """Run under callgrind: ask each question about its hands."""
    import mjcore

    for ordinal, each in enumerate(asked):
        question, forms = each.split()
        ask = getattr(mjcore, question)
        rows = np.load(directory / f"{ordinal}.npy")
        hands, wilds = np.ascontiguousarray(rows[:, :34]), np.ascontiguousarray(rows[:, 34])
        options = {} if int(forms) == mjcore.Form.USUAL else {"forms": mjcore.Form(int(forms))}
        if mode != ONE_HAND:
            ask(hands, wilds, **options)
            continue
        for row, wild in zip(hands[:ONE_BY_ONE], wilds.tolist(), strict=False):
            ask(row.tobytes(), wild, **options)


if __name__ == "__main__":
    _ask(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
