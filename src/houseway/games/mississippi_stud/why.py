"""Mississippi Stud: a hand against the paytable."""

from houseway.engine.why.poker import by_paytable, counting
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.tape import SAY_RANKED


def why(end: SettledRow) -> Because:
    if end.outcome == "fold":
        return Because(f"{sentence(end.whose)} hand was folded: {end.title} loses.")
    value = end.said(SAY_RANKED)
    assert value is not None, "a hand is ranked before it is settled"
    cards = counting(end, value, end.place, (HOUSE, COMMUNITY))
    return Because(f"{by_paytable(end, value, 'it needs a pair of sixes')}.", cards)
