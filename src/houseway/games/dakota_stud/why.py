"""Dakota Stud: a hand against the paytable."""

from houseway.engine.why.poker import by_paytable, counting
from houseway.engine.why.settled import Because, SettledRow
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.tape import SAY_RANKED


def why(end: SettledRow) -> Because:
    if end.outcome == "forfeit":
        return Because("(2) was taken back, and (3) is lost with it.")
    value = end.said(SAY_RANKED)
    assert value is not None, "a hand is ranked before it is settled"
    cards = counting(end, value, end.place, (HOUSE, COMMUNITY))
    least = end.game.options["lowest_pair"].words(end.settings["lowest_pair"])
    return Because(f"{by_paytable(end, value, f'it needs {least}')}.", cards)
