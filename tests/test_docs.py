"""Examples in docstrings, those of compiled functions too, and in the pages for readers."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import mjcore
from mjcore.cli import mjcore as command

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
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, str(README), "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "True 9",
        "['1z', '2z']",
        "True True",
        "()",
        "11 points",
        "Outside Hand 全带幺 = 4",
        "All Chows 平和 = 2",
        "Mixed Double Chow 喜相逢 x2 = 2",
        "Two Terminal Chows 老少副 = 1",
        "Edge Wait 边张 = 1",
        "Flower Tiles 花牌 = 1",
        "(-8, -19, 35, -8)",
        "2s [('3p', 4, 11)]",
        "11000 True",
    ]


@pytest.mark.parametrize("page", [README, ROOT / "docs" / "scoring.md"], ids=lambda page: page.name)
def test_commands_print_what_is_shown(page: Path) -> None:
    shown = "".join(re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.S))
    sessions = re.findall(r"^\$ mjcore (.+)\n((?:[^$\n].*\n)*)", shown, re.M)
    assert sessions
    env = {"FORCE_COLOR": None, "NO_COLOR": None}
    for arguments, output in sessions:
        assert CliRunner().invoke(command, shlex.split(arguments), env=env).stdout == output


@pytest.mark.parametrize("line", re.findall(r"^mjcore .+", README.read_text("utf-8"), re.M))
def test_the_readme_names_no_option_that_there_is_not(line: str) -> None:
    found = CliRunner().invoke(command, shlex.split(line, comments=True)[1:])
    assert found.exit_code in (0, 1)


@pytest.mark.parametrize("name", ["arrays.md", "scoring.md"])
def test_pages(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / name
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S))
    assert examples.count("assert ") > 10
    exec(compile(examples, str(page), "exec"), {})
