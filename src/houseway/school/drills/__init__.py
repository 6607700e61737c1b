"""The dealer's questions: a module a kind, and the catalogue that finds which of them a game has."""

from houseway.school.drills.every_kind import ask, kinds_of
from houseway.school.drills.kind import Kind

__all__ = ["Kind", "ask", "kinds_of"]
