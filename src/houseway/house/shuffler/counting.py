"""The deck is counted before a card of it reaches a player."""

from collections import Counter
from collections.abc import Sequence

from houseway.rules.cards import DECK, card_text
from houseway.rules.refused import Refused


class Fault(Exception):
    """The shuffler stops: what is wrong, in one sentence. A malfunction, not anybody's illegal act."""


def verify_count(tray: Sequence[int], deck: Sequence[int]) -> None:
    """Raise `Fault`, naming cards that are missing or too many, if the tray does not hold exactly the deck."""
    there, due = Counter(tray), Counter(deck)
    if there == due:
        return
    parts = [f"{_counted(due - there)} missing"] if due - there else []
    parts += [f"{_counted(there - due)} too many"] if there - due else []
    raise Fault(f"{len(tray)} cards where {len(deck)} should be: {', '.join(parts)}")


def changed(deck: Sequence[int], missing: Sequence[int], extra: Sequence[int]) -> list[int]:
    """A deck without some cards and with others beside; it cannot lack what it never had."""
    absent = Counter(missing) - Counter(deck)
    if absent:
        raise Refused(f"a whole deck here has no {_counted(absent)} that could be missing")
    return sorted((Counter(deck) - Counter(missing) + Counter(extra)).elements())


def _counted(cards: Counter[int]) -> str:
    """Ah, 7c twice."""
    return " ".join(
        (card_text(card) if 0 <= card < DECK else f"card {card}") + (f" ({times})" if times > 1 else "")
        for card, times in sorted(cards.items())
    )
