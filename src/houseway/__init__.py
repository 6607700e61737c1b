"""houseway plays, proves and runs casino table games. Play money only."""

__version__ = "0.1.0"
