"""Errors of mjcore, all of them ``ValueError``.

A hand that does not win is an answer, not an error. An error means that the question itself
could not be understood: unreadable text, or tiles that are no hand.
"""

__all__ = ["InvalidHandError", "NotationError"]


class InvalidHandError(ValueError):
    """Tiles that cannot be a hand: five of a kind, a wrong total, a meld that is none."""


class NotationError(ValueError):
    """Text that cannot be read as tiles.

    Attributes
    ----------
    position : int or None
        Index of the character where reading stopped, counted from 0.
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, int | None]]:
        return type(self), (str(self), self.position)
