"""Words that are made the same way wherever people read them."""

from collections.abc import Sequence

SAID_AGAIN_MAX = 60  # letters of what somebody wrote wrongly


def dollars(cents: int) -> str:
    """An amount of play money: $12.50, -$3."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def counted(count: int, noun: str, several: str = "") -> str:
    """1 round, 3 rounds, 1,000 rounds."""
    return f"{count:,} {noun if count == 1 else several or f'{noun}s'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """'a, b and c'."""
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end


def odds_text(num: int, den: int) -> str:
    """3 to 2, push, loses half."""
    if num == 0:
        return "push"
    if num < 0:
        return "loses" if num == -den else "loses half" if 2 * num == -den else f"loses {-num} of {den}"
    return f"{num:,} to {den}"


def said_again(written: object) -> str:
    """What somebody wrote, as a refusal says it again: short, and in letters that can be read."""
    text = str(written)
    plain = text if text.isprintable() else repr(text)[1:-1]
    return plain if len(plain) <= SAID_AGAIN_MAX else plain[: SAID_AGAIN_MAX - 3] + "..."
