"""What was compiled, and which of it runs here."""

from typing import TYPE_CHECKING, Literal

from mjcore.kernels.gufunc import BUILD

if TYPE_CHECKING:
    from typing import TypedDict

    class Info(TypedDict):
        """What `info` says."""

        reader: Literal["avx2", "portable"]
        compiler: str
        cython: str
        tables: dict[str, int]


__all__ = ["info"]


def info() -> "Info":
    """Tell which kernels run here, what compiled them, and how large their tables are.

    Returns
    -------
    dict
        reader : "avx2" where the processor has AVX2, BMI2 and POPCNT, else "portable". It was chosen when
        mjcore was imported; the environment variable ``MJCORE_PORTABLE=1`` asks for "portable".
        compiler, cython : their versions.
        tables : the bytes of each constant table. They are compiled in, so processes share them.

    Examples
    --------
    >>> from mjcore import kernels
    >>> about = kernels.info()
    >>> about["reader"] in ("avx2", "portable"), about["tables"]["NEED_HONOURS"]
    (True, 625)
    """
    sizes = (line.split() for line in BUILD["tables"].splitlines())
    return {
        "reader": "avx2" if BUILD["reader"] == "avx2" else "portable",
        "compiler": BUILD["compiler"],
        "cython": BUILD["cython"],
        "tables": {name: int(size) for name, size in sizes},
    }
