"""What a person types: a word, an amount of a bet or a buy-in, or Enter for all bets of the last round."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from houseway.games.betting import dollars


class Leave(Exception):
    """The player gets up."""


def answered(ask: Callable[[str], str], prompt: str) -> str:
    word = ask(prompt).strip().lower()
    if word in ("q", "quit", "exit"):
        raise Leave
    return word


def amount(answer: Callable[[str], str], console: Console, prompt: str, usual: int) -> int:
    """In cents; Enter takes the usual one."""
    while True:
        word = answer(f"{prompt} [{dollars(usual)}]: ").lstrip("$")
        if not word:
            return usual
        try:
            return round(float(word) * 100)
        except (ValueError, OverflowError):
            console.print(Text(f"'{word}' is not an amount: type dollars, as in 10 or 12.50", "red"))


def is_again(answer: Callable[[str], str], cents: int, chips: int, spots: int) -> bool:
    """Whether all bets of the last round are made again: one Enter, however many spots would be asked for."""
    return spots > 1 and 0 < cents <= chips and not answer(f"{dollars(cents)} as before? [Enter; b for other bets]: ")
