"""Which two of four cards the dealer keeps: the house way of one deck (single.9) and of several (multi.6)."""

from houseway.rules.cards import ACE, EIGHT, JACK, TEN

# Two of four places are one of six twos: 12, 13, 14, 23, 24, 34. The other two are number 5 minus it.
TWOS = 6
LEFT = (0, 0, 0, 1, 1, 2)
RIGHT = (1, 2, 3, 2, 3, 3)

LINES_MAX = 14  # one deck has 13


def house_way(decks: int, a: int, b: int, c: int, d: int) -> tuple[int, int, int]:
    """single.9, multi.6: the places of the two cards the dealer keeps, and the line that says so.

    The first line that any two cards meet; of several twos the higher high card, then the higher low card, then one
    suit, then the two dealt first.
    """
    cards = (a, b, c, d)
    best = -1
    kept = 0
    for two in range(TWOS):
        x, y = cards[LEFT[two]], cards[RIGHT[two]]
        high, low = max(x, y) >> 2, min(x, y) >> 2
        worth = ((LINES_MAX - house_way_line(decks, x, y)) << 8 | high << 4 | low) << 1 | (x & 3 == y & 3)
        if worth > best:
            best = worth
            kept = two
    return LEFT[kept], RIGHT[kept], LINES_MAX - (best >> 9)


def house_way_line(decks: int, x: int, y: int) -> int:
    """The first line of the house way that two cards meet: single.9.1 to 9.13, multi.6.1 to 6.14."""
    high, low = max(x, y) >> 2, min(x, y) >> 2
    suited = x & 3 == y & 3
    several = 1 if decks > 1 else 0  # they have a line of their own for suited low pairs, the rest moves down
    if high == low:
        if high >= EIGHT:
            return 1
        return 3 if suited else 3 + several
    if high == ACE and low >= JACK:
        return 2
    if high == ACE and suited:
        return 4 + several
    if low >= TEN:
        return (5 if suited else 6) + several
    if high == ACE:
        return 7 + several
    if high >= JACK:
        return (8 if suited else 9) + several
    if high == low + 1:
        return (10 if suited else 11) + several
    return (12 if suited else 13) + several
