"""Where commands print: as wide as the terminal, broken between words only."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    from rich.console import Console

    return Console(highlight=False)


def say(sentence: object) -> None:
    """A sentence, broken between words for people and one line for programs; nothing in it is taken for a style."""
    _say_on(console(), sentence)


def complain(sentence: object) -> None:
    """Something that whoever waits should know, aside from the result: on the other stream, broken alike."""
    from rich.console import Console

    _say_on(Console(stderr=True, highlight=False), f"houseway: {sentence}")


def _say_on(screen: "Console", sentence: object) -> None:
    from rich.text import Text

    screen.print(Text(str(sentence)), soft_wrap=not screen.is_terminal)
