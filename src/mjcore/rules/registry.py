"""Rulesets by name."""

from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from mjcore.scoring.ruleset import Option, Ruleset

__all__ = ["Variant", "options", "ruleset", "rulesets"]


class Variant(NamedTuple):
    """A ruleset that there is."""

    name: str
    english: str
    native: str
    #: Other names that it goes by.
    aliases: tuple[str, ...]
    module: str


_VARIANTS = (
    Variant(
        "mcr", "Mahjong Competition Rules", "国标麻将", ("国标", "guobiao", "国标麻将"), "mjcore.rules.mcr"
    ),
)
_BY_NAME = {name: variant for variant in _VARIANTS for name in (variant.name, *variant.aliases)}


def rulesets() -> tuple[Variant, ...]:
    """Every ruleset that there is.

    Returns
    -------
    tuple of Variant

    Examples
    --------
    >>> rulesets()[0].native
    '国标麻将'
    """
    return _VARIANTS


def options(name: str) -> tuple[Option, ...]:
    """The options of a ruleset.

    Parameters
    ----------
    name : str
        A name or an alias.

    Returns
    -------
    tuple of Option

    Raises
    ------
    ValueError
        There is no such ruleset.
    """
    found: tuple[Option, ...] = import_module(_variant(name).module).OPTIONS
    return found


def ruleset(name: str, /, **chosen: Any) -> Ruleset:
    """A ruleset.

    Parameters
    ----------
    name : str
        A name or an alias of it.
    **chosen
        Options of the ruleset; those left out have their defaults.

    Returns
    -------
    Ruleset
        Kept for a while: the same choice soon again gives the same object.

    Raises
    ------
    ValueError
        There is no such ruleset, option or choice.

    Examples
    --------
    >>> ruleset("国标", profile="mil").name
    'mcr'
    """
    variant = _variant(name)
    known = {option.name: option for option in options(name)}
    for option in chosen:
        if option not in known:
            raise ValueError(f"option of {variant.name} must be {', '.join(known)}, got {option!r}")
    values = {key: _checked(option, chosen.get(key, option.default)) for key, option in known.items()}
    return _made(variant.module, tuple(values.items()))


@lru_cache(maxsize=64)
def _made(module: str, values: tuple[tuple[str, object], ...]) -> Ruleset:
    made: Ruleset = import_module(module).make(**dict(values))
    return made


def _variant(name: str) -> Variant:
    key = name.strip().lower() if isinstance(name, str) else name
    if not isinstance(key, str) or key not in _BY_NAME:
        raise ValueError(f"ruleset must be {', '.join(variant.name for variant in _VARIANTS)}, got {name!r}")
    return _BY_NAME[key]


def _checked(option: Option, value: object) -> object:
    if not any(type(value) is type(choice) and value == choice for choice in option.choices):
        raise ValueError(f"{option.name} must be {option.allowed}, got {value!r}")
    return value
