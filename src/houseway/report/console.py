"""Where commands print: as wide as the terminal, broken between words only."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)


def say(sentence: object) -> None:
    """A sentence, broken between words for people and one line for programs; nothing in it is taken for a style."""
    from rich.text import Text

    screen = console()
    screen.print(Text(str(sentence)), soft_wrap=not screen.is_terminal)
