"""The C library's habits of keeping memory in a process that runs tests: the other way round from a server's.

A server gives back what it lets go (`houseway.web.tidy`), once and for its whole process. Tests open houses in the
process in which others reckon with large tables; there every table would be taken from the system and given back, page
by page: plans of Hold'em took twice as long. A process that runs tests ends soon and keeps what it has.
"""

import ctypes

from houseway.web import tidy

LARGE_BYTES = 32 * 1024 * 1024  # the highest that glibc takes
TRIM, TRIM_BYTES = -1, 256 * 1024 * 1024  # M_TRIM_THRESHOLD: so much may lie unused at the end


def keep_what_is_taken() -> None:
    """Before a house is opened here; a server that is started as a process of its own does as it does."""
    try:
        libc = ctypes.CDLL(None)
        libc.mallopt(tidy.LARGE, LARGE_BYTES)
        libc.mallopt(TRIM, TRIM_BYTES)
    except (OSError, AttributeError):
        pass  # not glibc
    vars(tidy)["keep_little_memory"] = lambda: None
