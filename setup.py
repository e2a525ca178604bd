"""Builds the kernels: computes their constant tables, then compiles them. All else is in pyproject.toml."""

import os
import sys
from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from tables.distance import distance_tables  # noqa: E402
from tables.header import header, sizes  # noqa: E402
from tables.knitted import knitted_tables  # noqa: E402
from tables.suits import suit_tables  # noqa: E402

KERNELS = "src/mjcore/kernels"
# For tests: reads and writes beside an array, and what C leaves undefined, end the process (GCC and Clang).
SANITIZE = os.environ.get("MJCORE_SANITIZE") == "1"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover"]


def flags() -> list[str]:
    """Arguments of the compiler."""
    if SANITIZE:
        return ["-O1", "-g", *SANITIZERS]
    # Interpreters pass -g on: what it adds would be two thirds of a wheel.
    return [] if sys.platform == "win32" else ["-O3", "-fno-tree-slp-vectorize", "-g0"]


class BuildKernels(build_ext):
    """Writes the tables as a header before anything is compiled."""

    def run(self) -> None:
        directory = Path(self.build_temp).absolute()
        directory.mkdir(parents=True, exist_ok=True)
        every = {}
        for build in (suit_tables, knitted_tables, distance_tables):
            tables = build()
            (directory / f"{build.__name__}.h").write_text(header(tables))
            every.update(tables)
        (directory / "table_sizes.h").write_text(sizes(every))
        for extension in self.extensions:
            extension.include_dirs.append(str(directory))
        super().run()


def kernel(path: Path) -> Extension:
    """Describe one extension module."""
    return Extension(
        f"mjcore.kernels.{path.stem}",
        [str(path)],
        include_dirs=[np.get_include(), KERNELS],
        define_macros=[
            ("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"),
            ("NPY_TARGET_VERSION", "NPY_2_0_API_VERSION"),
        ],
        extra_compile_args=flags(),
        extra_link_args=SANITIZERS if SANITIZE else [],
    )


setup(
    # Apart from other builds, whose modules would pass for up to date.
    options={"build": {"build_base": "build/sanitized"}} if SANITIZE else {},
    cmdclass={"build_ext": BuildKernels},
    ext_modules=cythonize(
        [kernel(path) for path in sorted(Path(KERNELS).glob("*.pyx"))],
        include_path=["src"],
        build_dir="build/cython",
        compiler_directives={"language_level": 3, "binding": True},
    ),
)
