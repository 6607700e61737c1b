"""Cards drawn in the terminal."""

from collections.abc import Sequence

from rich.text import Text

from houseway.games.betting import dollars
from houseway.rules.cards import RANKS, UNSEEN

PIPS = "♣♦♥♠"
COLOURS = ("green", "blue", "red", "white")  # four colours, so that suits can be told apart at a glance
HEIGHT = 4


def card_lines(card: int) -> list[Text]:
    """One card as a small box."""
    if card == UNSEEN:
        return [Text("╭───╮"), Text("│▒▒▒│"), Text("│▒▒▒│"), Text("╰───╯")]
    rank = RANKS[card >> 2].replace("T", "10")
    pip = PIPS[card & 3]
    face = f"bold {COLOURS[card & 3]}"
    return [
        Text("╭───╮"),
        Text.assemble("│", (f"{rank:<3}", face), "│"),
        Text.assemble("│", (f"{pip:>3}", face), "│"),
        Text("╰───╯"),
    ]


def faces_text(cards: Sequence[int]) -> Text:
    """Cards in a line of words: A♥ 10♠."""
    faces = [("▒▒", "") if card == UNSEEN else (_face(card), f"bold {COLOURS[card & 3]}") for card in cards]
    return Text(" ").join(Text(*face) for face in faces)


def _face(card: int) -> str:
    return RANKS[card >> 2].replace("T", "10") + PIPS[card & 3]


def hand_text(cards: Sequence[int], label: str = "", remark: Text | str = "", width: int = 14) -> Text:
    """Cards side by side between a label and a remark, which may have a second line; a long label stands above."""
    boxes = [card_lines(card) for card in cards]
    tails = (Text(remark) if isinstance(remark, str) else remark).split("\n")
    above, beside = (label, "") if len(label) >= width else ("", label)
    lines = [Text(above)] if above else []
    for row in range(HEIGHT):
        head = f"{beside if row == 1 else '':<{width}}"
        tail = Text.assemble(" ", tails[row - 1]) if 0 < row <= len(tails) else Text()
        lines.append(Text.assemble(head, *[part for box in boxes for part in (box[row], " ")], tail))
    return Text("\n").join(lines)


CHIPS = ((10_000, "bright_black"), (2_500, "green"), (500, "red"), (100, "white"))  # cents and colour, as in a rack
CHIPS_SHOWN = 6


def chips_text(cents: int) -> Text:
    """A bet as chips, the highest first, and its amount."""
    text = Text()
    rest = cents
    for worth, colour in CHIPS:
        count, rest = divmod(rest, worth)
        text.append("●" * min(count, CHIPS_SHOWN), style=colour)
    return text.append(f" {dollars(cents)}" if text else dollars(cents))
