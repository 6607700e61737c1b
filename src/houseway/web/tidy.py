"""Memory that was used for a while and is free again goes back to the system, where its C library knows how."""

import ctypes
import gc


def give_back_memory() -> None:
    """Reading rules and making plans takes some 60 MB that nobody needs afterwards."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return  # not glibc
