"""Imports run one way, and ``import mjcore`` is light."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "mjcore"
# Each may import what stands before it. `mjcore` itself is the public surface: the last ones use it.
ORDER = (
    "deferred",
    "errors",
    "notations",
    "tiles",
    "kernels",
    "records",
    "melds",
    "wins",
    "hand",
    "advice",
    "scoring",
    "rules",
    "mjcore",
    "corpora",
    "simulate",
    "bench",
    "drawing",
    "cli",
    "__main__",
)
OPTIONAL = ("click", "rich", "dask", "distributed", "matplotlib", "pyarrow", "pytest", "riichienv")
CYTHON = re.compile(
    r"^\s*(?:from\s+(?P<source>\.*[\w.]*)\s+c?import\s+(?P<names>[^#]+)|c?import\s+(?P<modules>[\w., ]+))"
)


def part(module: str) -> str:
    """Name the part of the library that a module belongs to: its first name below mjcore."""
    names = module.split(".")
    return names[1] if len(names) > 1 else names[0]


def full_names(source: str, names: list[str], package: str) -> Iterator[str]:
    """Spell out ``from source import names`` in a module of `package`."""
    dots = len(source) - len(source.lstrip("."))
    if dots:
        above = package.split(".")[: len(package.split(".")) - dots + 1]
        source = ".".join([*above, *filter(None, [source[dots:]])])
    if source == "mjcore":
        yield from (f"mjcore.{name}" if (name in ORDER) else "mjcore" for name in names)
    else:
        yield source


def python_imports(text: str, package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            yield from full_names(source, [alias.name for alias in node.names], package)


def cython_imports(text: str, package: str) -> Iterator[str]:
    for line in text.splitlines():
        if found := CYTHON.match(line):
            if found["modules"]:
                yield from (name.split()[0] for name in found["modules"].split(","))
            else:
                names = [name.split()[0] for name in found["names"].strip(" ()\n").split(",") if name.strip()]
                yield from full_names(found["source"], names, package)


def imports(text: str, suffix: str, package: str) -> list[str]:
    """List the modules of mjcore that a source file imports."""
    read = python_imports if suffix in (".py", ".pyi") else cython_imports
    return [name for name in read(text, package) if name.split(".")[0] == "mjcore"]


def wrong_imports(text: str, suffix: str, package: str, module: str) -> list[str]:
    """List the imports that stand later in the order than the module."""
    own = ORDER.index(part(module))
    return [name for name in imports(text, suffix, package) if ORDER.index(part(name)) > own]


def sources() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*") if path.suffix in (".py", ".pyi", ".pyx", ".pxd"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    package = ".".join(["mjcore", *path.relative_to(SOURCE).parent.parts])
    module = package if path.stem == "__init__" else f"{package}.{path.stem}"
    assert not wrong_imports(path.read_text("utf-8"), path.suffix, package, module)


def test_files_are_found() -> None:
    names = {path.relative_to(SOURCE).as_posix() for path in sources()}
    assert {"__init__.py", "errors.py", "tiles.py", "kernels/winning.pyx", "kernels/waiting.pyx"} <= names


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("from mjcore.hand import Hand", ".py"),
        ("import mjcore.hand", ".py"),
        ("def f():\n    from mjcore import hand", ".py"),
        ("from mjcore import is_win", ".py"),
        ("from ..hand import Hand", ".py"),
        ("from .. import hand", ".py"),
        ("from mjcore.scoring.view cimport View", ".pyx"),
        ("from mjcore.hand import Hand", ".pyx"),
        ("cimport mjcore.rules.mcr as mcr", ".pxd"),
        ("    from mjcore cimport hand", ".pxd"),
        ("from ..hand cimport (Hand, Meld)", ".pyx"),
    ],
)
def test_a_wrong_import_is_seen(text: str, suffix: str) -> None:
    assert wrong_imports(text, suffix, "mjcore.kernels", "mjcore.kernels.win")


@pytest.mark.parametrize("suffix", [".py", ".pyx"])
def test_a_right_import_is_let_through(suffix: str) -> None:
    lines = [
        "import numpy as np",
        "from mjcore.errors import InvalidHandError",
        "from .forms import Form",
        "from mjcore import tiles",
    ]
    text = "\n".join(lines)
    expected = ["mjcore.errors", "mjcore.kernels.forms", "mjcore.tiles"]
    assert imports(text, suffix, "mjcore.kernels") == expected
    assert not wrong_imports(text, suffix, "mjcore.kernels", "mjcore.kernels.win")


def test_import_loads_no_optional_library_and_no_rules() -> None:
    script = "import sys, mjcore; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"mjcore", "numpy", "mjcore.kernels.winning"} <= loaded
    assert not loaded & {
        *OPTIONAL,
        "mjcore.cli",
        "mjcore.rules",
        "mjcore.scoring",
        "mjcore.simulate",
        "mjcore.wins",
    }
