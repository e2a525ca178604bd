"""Lines a second of the command, from standard input to nowhere: ``python -m bench.bench_cli``."""

import argparse
import json
import subprocess
import sys
from tempfile import TemporaryFile
from time import perf_counter

import numpy as np

from mjcore import corpora, tiles

COMMAND = [sys.executable, "-c", "from mjcore.cli import main; main()"]
QUESTIONS = {"win": 14, "waits": 13}
AT_LEAST = 100_000
MODES: dict[str, list[str]] = {"plain": [], "json": ["--json"]}


def lines_a_second(question: str, mode: str, lines: int) -> float:
    """Time one run of the command, its start included."""
    hands = corpora.deal(np.random.default_rng(1), lines, QUESTIONS[question])
    with TemporaryFile() as file:
        file.write("".join(f"{tiles.text(hand.tobytes())}\n" for hand in hands).encode())
        file.seek(0)
        start = perf_counter()
        subprocess.run([*COMMAND, question, *MODES[mode]], stdin=file, stdout=subprocess.DEVNULL)
        return lines / (perf_counter() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description="lines a second of the mjcore command")
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure")
    parser.add_argument("--lines", type=int, default=1_000_000, help="random hands (default 1000000)")
    arguments = parser.parse_args()
    met = True
    for question in QUESTIONS:
        for mode in MODES:
            speed = round(lines_a_second(question, mode, arguments.lines))
            met &= speed >= AT_LEAST
            if arguments.json:
                print(json.dumps({"question": question, "mode": mode, "lines a second": speed}))
            else:
                verdict = "ok" if speed >= AT_LEAST else "MISSED"
                print(f"{question:6}{mode:6}{speed:>10,} lines a second >= {AT_LEAST:,} {verdict}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
