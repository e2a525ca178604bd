"""Examples in docstrings, those of compiled functions too, and in the README."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import mjcore

MODULES = [
    "mjcore",
    *(
        module.name
        for module in pkgutil.walk_packages(mjcore.__path__, "mjcore.")
        if "cli" not in module.name
    ),
]
ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert not result.failed


@pytest.mark.parametrize("name", mjcore.__all__)
def test_public_names_have_docstrings(name: str) -> None:
    assert getattr(mjcore, name).__doc__ or name == "INVALID"


@pytest.mark.parametrize(
    "function",
    [
        mjcore.decompose,
        mjcore.discards,
        mjcore.is_win,
        mjcore.shanten,
        mjcore.useful,
        mjcore.waits,
        mjcore.waits_mask,
    ],
)
def test_compiled_functions_have_examples(function: object) -> None:
    (tests,) = doctest.DocTestFinder(recurse=False).find(function, "compiled", globs=vars(mjcore).copy())
    assert tests.examples
    runner = doctest.DocTestRunner()
    assert not runner.run(tests).failed


def test_readme(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, str(README), "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "True 9",
        "['1z', '2z']",
        "True True",
        "()",
    ]


def test_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "arrays.md"
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S))
    assert examples.count("assert ") > 10
    exec(compile(examples, str(page), "exec"), {})
