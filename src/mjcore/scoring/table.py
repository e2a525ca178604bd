"""What the table knows at the moment of a win, for rules that need no more."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from mjcore import records
from mjcore.wins import seat

__all__ = ["Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """Who deals, and which wind prevails.

    Parameters
    ----------
    dealer : int, optional
        Seat of the dealer, 0 to 3.
    prevalent : int, optional
        The prevalent wind, 0 east to 3 north.

    Raises
    ------
    ValueError, TypeError
        One is no seat.

    Examples
    --------
    >>> Table(dealer=2).wind(winner=1)
    3
    """

    dealer: int = 0
    prevalent: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealer", seat(self.dealer, "dealer"))
        object.__setattr__(self, "prevalent", seat(self.prevalent, "prevalent"))

    def wind(self, winner: int) -> int:
        """The seat wind of a player, 0 east to 3 north."""
        return (winner - self.dealer) % 4

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types: the parameters by name."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Check and read what `to_dict` wrote; what is missing has its default."""
        names = [field.name for field in fields(cls)]
        return cls(**records.as_record(data, "table", required=(), optional=names))
