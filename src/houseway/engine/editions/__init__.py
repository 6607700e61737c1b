"""Editions of the rules that were dealt once, kept so that their rounds can be dealt again for ever.

`kept/N.zip` holds the sources of the rules as they were (`pack.py` makes one from any commit). An old round is dealt
by them in a process of their own (`old_rules.py`), since two editions of one package cannot live in the same one.
"""

from houseway.engine.editions.kept import UNNAMED, dealt_under, is_kept

__all__ = ["UNNAMED", "dealt_under", "is_kept"]
