"""The `mjcore` command."""

import signal
import sys

try:
    import click
    import rich  # noqa: F401 (loaded where something is drawn)
except ImportError:
    print("mjcore: this command needs click and rich: pip install 'mjcore[cli]'", file=sys.stderr)
    raise SystemExit(2) from None

from mjcore.cli import hands, rulesets, scoring, tools
from mjcore.cli.shared import complain, examples

__all__ = ["main", "mjcore"]


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "win 123m456p789s11122z",
        "waits 1112345678999m",
        "waits --json < hands.txt",
        "discards 1234567m2388p145s",
        "split 111222333m44p555z",
        "score --rules mcr 123789m1299p789s 3p",
    ),
)
@click.version_option(package_name="mjcore", message="%(prog)s %(version)s")
def mjcore() -> None:
    """Answer questions about mahjong hands.

    A HAND is written as digits and a suit letter: m characters, p dots, s bamboo, z honours (1-4 the winds
    east to north, 5 white, 6 green, 7 red); x is a wild tile. [123m] is a chow, [555z] a pung, [5555p] a
    kong, (1111s) a concealed kong; quote these for the shell.

    Without a HAND, hands are read from standard input, one a line; score alone takes one HAND.

    Exit status: 2 if any hand was bad (an empty line is), else 1 if any has no win, wait, discard or
    reading, or is out of reach, or may not win, else 0.
    """


for command in (
    hands.win,
    hands.waits,
    hands.shanten,
    hands.discards,
    hands.split,
    scoring.score,
    scoring.hints,
    rulesets.rules,
    tools.convert,
    tools.bench,
):
    mjcore.add_command(command)


def main() -> None:
    """Run the command."""
    # A closed pipe and Ctrl-C end it as they end any tool of the shell: quietly.
    for quiet in ("SIGPIPE", "SIGINT"):
        if hasattr(signal, quiet):
            signal.signal(getattr(signal, quiet), signal.SIG_DFL)
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        mjcore(prog_name="mjcore")
    except UnicodeEncodeError as error:
        complain(f"mjcore: standard output must be able to show tiles, got {error.encoding}")
        sys.exit(2)
    except OSError as error:
        complain(f"mjcore: {error}")
        sys.exit(2)
