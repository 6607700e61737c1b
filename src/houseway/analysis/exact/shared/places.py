"""Where computed figures lie: those that ship with the package, and those kept for this user."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parents[3]
SHIPPED = PACKAGE / "analysis" / "figures"


def kept() -> Path:
    """The user's own folder; it may not be there yet."""
    home = os.environ.get("HOUSEWAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "houseway" / "figures"
