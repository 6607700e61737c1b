"""The C library's habits of keeping memory, where it is glibc: a server has threads and large pieces that live shortly.

Each thread would have a heap of its own, and a felt's tape (200 kB, let go at every choice) would be taken from them:
200 tables then hold half as much again as they use.
"""

import ctypes
import gc
from functools import cache

ARENAS, ARENAS_MAX = -8, 2  # M_ARENA_MAX
LARGE, LARGE_BYTES = -3, 128 * 1024  # M_MMAP_THRESHOLD: from this size on, what is let go is the system's again


def keep_little_memory() -> None:
    """Before threads are begun."""
    try:
        libc = ctypes.CDLL(None)
        libc.mallopt(ARENAS, ARENAS_MAX)
        libc.mallopt(LARGE, LARGE_BYTES)
    except (OSError, AttributeError):
        return  # not glibc


@cache
def give_back_once() -> None:
    """Reading rules and making plans takes some 60 MB that nobody needs afterwards; a process does both once.

    What is left stays for as long as the house is open, and is not looked through for garbage again: in a house of 200
    tables every such look stopped all of them for 80 ms.
    """
    give_back_memory()
    gc.freeze()


def give_back_memory() -> None:
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return
