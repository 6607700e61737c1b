"""Where computed figures lie: with the package, in a package of counts, and in the folder of this user."""

import os
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parents[3]
SHIPPED = PACKAGE / "analysis" / "figures"
COUNTS = "houseway_counts"  # many megabytes that few need: a package of its own, in the folder `counts` of a checkout


def kept() -> Path:
    """The user's own folder; it may not be there yet."""
    home = os.environ.get("HOUSEWAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "houseway" / "figures"


def counted() -> Path:
    """The folder of the package of counts; where that is not installed there is none of this name."""
    beside = PACKAGE.parents[1] / "counts" / COUNTS
    spec = None if beside.is_dir() else find_spec(COUNTS)
    return Path(str(spec.origin)).parent if spec else beside
