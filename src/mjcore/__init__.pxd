# The kernels for one hand, to be called from Cython without the GIL: `from mjcore cimport wins`.
from mjcore.kernels.distance cimport shanten_of
from mjcore.kernels.improving cimport useful_of
from mjcore.kernels.waiting cimport waits_of
from mjcore.kernels.winning cimport wins
