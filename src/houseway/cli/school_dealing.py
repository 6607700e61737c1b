"""Dealing in the terminal, for `houseway school`: a lesson, or a table with bots."""

import secrets

from houseway.cli.arguments import find, read_options
from houseway.report.console import console

SEED_BITS = 48


def deal_lesson(game: str, options: list[str] | None, seats: int, seed: int | None) -> None:
    """One round, step by step, each told beforehand."""
    from houseway.school.dealing.dealing_lesson import DealingLesson
    from houseway.terminal.learners_table import LearnersTable

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    LearnersTable(DealingLesson(chosen, settings, drawn(seed), seats), console()).run()


def deal_table(game: str, options: list[str] | None, seats: int, seed: int | None, rounds: int) -> None:
    """Rounds without help, and things that go wrong."""
    from houseway.school.dealing.dealt_table import DealtTable
    from houseway.terminal.learners_table import LearnersTable

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    LearnersTable(DealtTable(chosen, settings, drawn(seed), seats, rounds), console()).run()


def drawn(seed: int | None) -> int:
    return secrets.randbits(SEED_BITS) if seed is None else seed
