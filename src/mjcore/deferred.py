"""Names of a package that are loaded when first asked for, so that importing it is quick."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["deferred"]


def deferred(package: dict[str, Any], modules: Mapping[str, str]) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package.

    Parameters
    ----------
    package : dict
        Its globals.
    modules : mapping of str to str
        The module of each name.

    Returns
    -------
    callable
        Takes a name, loads its module and returns what is called so there.
    """

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        package[name] = value
        return value

    return get
