"""Plain data from outside, such as JSON, checked before it is used."""

from collections.abc import Sequence
from typing import Any

from mjcore.errors import InvalidHandError
from mjcore.notations import quoted

__all__ = ["as_list", "as_record", "as_text"]


def as_record(data: object, subject: str, required: Sequence[str], optional: Sequence[str]) -> dict[str, Any]:
    """`data`, if it is a dict that has the required keys and no unknown one; `subject` names it in errors.

    Examples
    --------
    >>> as_record({"tiles": [1]}, "meld", required=("tiles",), optional=("feeder",))
    {'tiles': [1]}
    """
    if not isinstance(data, dict):
        raise TypeError(f"{subject} must be a dict, got {type(data).__name__}")
    known = (*required, *optional)
    for key in data:
        if key not in known:
            raise InvalidHandError(
                f"{subject} must have no key but {', '.join(known)}, got {quoted(str(key))}"
            )
    for key in required:
        if key not in data:
            raise InvalidHandError(f"{subject} must have the key {key}, got {', '.join(data) or 'none'}")
    return data


def as_text(data: object, subject: str) -> str:
    """`data`, if it is a str; `subject` names it in errors."""
    if not isinstance(data, str):
        raise TypeError(f"{subject} must be a str, got {type(data).__name__}")
    return data


def as_list(data: object, subject: str) -> list[Any] | tuple[Any, ...]:
    """`data`, if it is a list; `subject` names it in errors."""
    if not isinstance(data, list | tuple):
        raise TypeError(f"{subject} must be a list, got {type(data).__name__}")
    return data
