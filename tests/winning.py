"""Wins as text: ``12m55z[777z]2f 3m discard last_of_kind S,W`` and the like."""

from mjcore import Hand, tiles
from mjcore.scoring.table import Table
from mjcore.wins import Flag, Source, Win

WINDS = "ESWN"
SOURCES = {str(source) for source in Source}
FLAGS = {flag.name.lower() for flag in Flag if flag.name}


def won(text: str) -> tuple[Hand, Win, Table]:
    """Read a hand, its winning tile (``-`` for none), and how it was won.

    Where nothing is said, the next player discarded the tile, the winner sits in the east, and the east wind
    prevails (``S,W``: in the south, and the west wind). Seat 0 deals.
    """
    hand, tile, *words = text.split()
    sources = [word for word in words if word in SOURCES] or ["self_draw" if tile == "-" else "discard"]
    (seat, prevalent), *_ = [*(word.split(",") for word in words if "," in word), ["E", "E"]]
    winner = WINDS.index(seat)
    win = Win(
        None if tile == "-" else tiles.kind(tile),
        sources[0],
        winner,
        None if sources[0] == "self_draw" else (winner + 1) % 4,
        [word for word in words if word in FLAGS],
    )
    return Hand.parse(hand), win, Table(0, WINDS.index(prevalent))
