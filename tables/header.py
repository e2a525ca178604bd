"""Writing tables as C headers of constants."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


def header(tables: Mapping[str, NDArray[np.generic]]) -> str:
    """One `static const` array a table, with its shape as macros."""
    lines = ["#pragma once", "#include <stdint.h>"]
    for name, table in tables.items():
        if table.ndim == 2:
            lines += [f"#define {name}_ROWS {table.shape[0]}", f"#define {name}_COLUMNS {table.shape[1]}"]
        values = np.array2string(table.ravel(), separator=",", threshold=table.size + 1, max_line_width=110)
        lines.append(f"static const {table.dtype.name}_t {name}[{table.size}] = {{{values[1:-1]}}};")
    return "\n".join(lines) + "\n"


def sizes(tables: Mapping[str, NDArray[np.generic]]) -> str:
    """How many bytes each table has, as one string constant: a name and a number a line."""
    lines = [f"{name} {table.nbytes}\\n" for name, table in tables.items()]
    return f'#define MJ_TABLE_SIZES "{"".join(lines)}"\n'
