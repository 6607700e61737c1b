"""Whether there is a GPU to play on, and in which words it is said that there is none."""

import os
from ctypes.util import find_library
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from houseway.rules.refused import Refused

LIBRARY = "numba_cuda"
MODULE = "houseway.engine.device.cuda"
NODES = ("/dev/nvidiactl", "/dev/dxg")  # where a system has the driver of a GPU, the second one under WSL


SWITCH = "HOUSEWAY_GPU"
OFF = ("off", "0", "no", "false")


def is_kept_out() -> bool:
    """Whether this machine's GPU is for others: HOUSEWAY_GPU=off says so."""
    return os.environ.get(SWITCH, "").strip().lower() in OFF


def may_have_gpu() -> bool:
    """Whether to offer a GPU at all, told without loading the library; opening one says whether it answers."""
    return not is_kept_out() and _is_there()


@cache
def _is_there() -> bool:
    if find_spec(LIBRARY) is None:
        return False
    return find_library("nvcuda") is not None if os.name == "nt" else any(Path(node).exists() for node in NODES)


def open_gpu() -> Any:
    """The module that lays tables on a GPU; refused in one sentence where there can be none."""
    if is_kept_out():
        raise Refused(f"the GPU here is not for houseway: {SWITCH}={os.environ[SWITCH]} keeps it out")
    if find_spec(LIBRARY) is None:
        raise Refused("a GPU needs the library numba-cuda: install 'houseway[gpu]'")
    try:
        gpu = import_module(MODULE)
    except (ImportError, AttributeError, OSError) as error:
        raise Refused(f"the library numba-cuda does not load here: {_line(error)}") from error
    trouble = gpu.trouble()
    if trouble:
        raise Refused(trouble)
    return gpu


def no_gpu(error: Exception) -> str:
    return f"no GPU answers here: {_line(error)}"


def old_driver(known: tuple[int, int], needed: tuple[int, int]) -> str:
    """Where a driver is of an older CUDA than the libraries; '' where it is not."""
    if known[0] >= needed[0]:
        return ""
    return (
        f"the driver of this GPU knows CUDA {known[0]}.{known[1]} and the libraries are of {needed[0]}.{needed[1]}: "
        f"install a newer driver, or 'numba-cuda[cu{known[0]}]'"
    )


def _line(error: Exception) -> str:
    """What an error says, as one line without a full stop."""
    said = " ".join(str(error).split()) or type(error).__name__
    return said.rstrip(" .:")
