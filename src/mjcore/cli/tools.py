"""Subcommands beside the questions about hands: notations, and speed."""

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from mjcore import tiles
from mjcore.cli.shared import (
    JSON_OPTION,
    Answer,
    answer_all,
    examples,
    open_console,
    show_json,
    show_table,
    show_words,
    write,
)
from mjcore.notations import AUTO

if TYPE_CHECKING:
    from rich.progress import Progress

    from mjcore.bench import Figure

__all__ = ["bench", "convert"]


@click.command(
    epilog=examples(
        "convert --to chinese 123m55z1fx",
        "convert --to mpsz 'W1 W2 W3 J1 J1'",
        "convert --from ids --to unicode '0 4 8 132 133'",
        "convert --to mjai --json < hands.txt",
    )
)
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@click.option(
    "--from",
    "source",
    type=click.Choice([AUTO, *tiles.NOTATIONS]),
    default=AUTO,
    show_default=True,
    help="Notation of each TEXT; numbers alone have to be named (ids).",
)
@click.option("--to", "target", type=click.Choice(tiles.NOTATIONS), required=True, help="Notation to write.")
@JSON_OPTION
def convert(texts: tuple[str, ...], source: str, target: str, as_json: bool) -> None:
    """Write the tiles of each TEXT in another notation, in their order.

    \b
    mpsz     123m55z1fx
    chinese  一万二万三万白白春百搭
    unicode  🀇🀈🀉🀆🀆🀦🀪
    botzone  W1 B1 T1 F1 J1 H1       no wild tiles
    mjai     1m 5pr E P F C          no wild tiles, no flowers
    ids      0 1 4 135 (tiles of 136, id // 4 the kind; the lowest free copy is written)

    Without a TEXT, texts are read from standard input, one a line. Exit status: 2 if any was bad, else 0.
    """  # noqa: D301 (click wants the character itself)

    def ask(text: str) -> Answer:
        words = tiles.spell(tiles.kinds(text, source), target)
        return Answer(True, json.dumps(words), words)

    show = partial(show_json, "text", target) if as_json else show_words
    answer_all("text", texts, ask, show, as_json)


@click.command(epilog=examples("bench", "bench --rounds 3", "bench --json > figures.json"))
@click.option(
    "--rounds", type=click.IntRange(min=1), default=9, show_default=True, help="Repeats; figures are medians."
)
@click.option("--json", "as_json", is_flag=True, help="Print all as one JSON object.")
def bench(rounds: int, as_json: bool) -> None:
    """Measure how fast this machine answers.

    In nanoseconds a hand: one hand from Python, an array of hands that fits into the cache, and one of a
    million hands that does not. S is the time NumPy takes to sum the bytes of the same hands: ratios to it
    carry over to other machines better than times do.
    """
    from importlib.metadata import version

    from mjcore import bench as timing

    with _progress() as progress:
        task = progress.add_task("measuring", total=1)
        found = timing.figures(rounds, lambda share: progress.update(task, completed=share))
    about = {"mjcore": version("mjcore"), **timing.machine()}
    if as_json:
        write(json.dumps({**about, "figures": [figure._asdict() for figure in found]}))
        return
    write(", ".join(f"{name} {value}" for name, value in about.items()))
    show_table(_COLUMNS, _rows(found), right=_COLUMNS[2:])


def _progress() -> "Progress":
    from rich import progress

    return progress.Progress(
        *progress.Progress.get_default_columns(),
        progress.TimeElapsedColumn(),
        console=open_console(stderr=True),
        transient=True,
    )


_COLUMNS = ("question", "hands", "one, ns", "in cache, ns", "S", "beyond, ns", "S")


def _rows(figures: "list[Figure]") -> list[list[str]]:
    rows: dict[tuple[str, str], list[str]] = {}
    for figure in figures:
        row = rows.setdefault((figure.question, figure.name), [figure.question, figure.name])
        row.append(f"{figure.ns:.1f}")
        if figure.s is not None:
            row.append(f"{figure.s:.1f}")
    return [*rows.values()]
