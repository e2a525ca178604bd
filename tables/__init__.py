"""The short definitions from which every constant table of the kernels is computed at build time."""
