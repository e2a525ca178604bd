"""The kernels are called from a user's Cython, against the package as it is installed."""

import subprocess
import sys
from pathlib import Path

MODULE = """
from libc.stdint cimport uint8_t
from mjcore cimport shanten_of, useful_of, waits_of, wins

def answers(const uint8_t[::1] counts, int wilds, int forms):
    with nogil:
        win = wins(&counts[0], wilds, forms)
        waits = waits_of(&counts[0], NULL, wilds, 4, forms)
        shanten = shanten_of(&counts[0], NULL, wilds, forms)
        useful = useful_of(&counts[0], NULL, wilds, forms)
    return win, waits, shanten, useful
"""
BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(ext_modules=cythonize([Extension("asking", ["asking.pyx"])], language_level=3))
"""
ASK = """
import mjcore
from asking import answers
forms = int(mjcore.Form.USUAL)
waiting, complete = mjcore.tiles.counts("123m456p789s1122z"), mjcore.tiles.counts("123m456p789s11222z")
print(answers(waiting, 0, forms) == (-1, mjcore.waits_mask(waiting), 0, 1 << 27 | 1 << 28))
print(answers(complete, 0, forms) == (1, 1 << 63, -1, 0))
"""


def test_cimport(tmp_path: Path) -> None:
    (tmp_path / "asking.pyx").write_text(MODULE)
    (tmp_path / "setup.py").write_text(BUILD)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    asked = subprocess.run([sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True)
    assert asked.stdout.split() == ["True", "True"], asked.stderr
