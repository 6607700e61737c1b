"""A single wager from `play` alone: the proof that it hangs on certain cards and on nothing else, and its figures.

On every way through the rules the wager must be settled once, by what the same leaf rules say of the same cards, and
never be touched again. A card is named by who it is dealt to and how many that one had before (`DealtCard`), both known
before its face is. Cards that are chosen so, whatever is done on what was seen before, are as likely as any others: a
shoe has no order in which they would not be. So the wager's figures are those of as many cards from a full shoe.
"""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.exact.shared.solution import Row, WagerSolution, from_rows
from houseway.analysis.universal.apart.all_hands import times_said
from houseway.analysis.universal.apart.every_path import every_end
from houseway.analysis.universal.apart.felt_acts import Otherwise
from houseway.analysis.universal.apart.unseen_felt import Size, UnseenFelt
from houseway.analysis.universal.apart.worths import LeafWord, Worth
from houseway.analysis.universal.shape import units_bet
from houseway.engine.walk import outcome_name
from houseway.games.game import Game, Settings
from houseway.rules.odds import winnings
from houseway.rules.refused import Refused


def prove_apart(game: Game, settings: Settings, wager: str, deck: Sequence[int] | None = None) -> WagerSolution:
    """Exact figures of a wager that no choice bears on; of any other, why it is not one."""
    if wager not in game.wagers:
        raise Refused(f"{game.title} has no wager '{wager}'")
    rules = game.rules(settings)
    cards = tuple(sorted(game.deck(settings) if deck is None else deck))
    endless = game.endless(settings)
    bets = units_bet(game, rules)
    try:
        if wager not in bets:
            raise Otherwise("it is not bet before the cards")
        size = Size(
            max(game.table.HANDS_MAX, 2), game.table.CARDS_MAX, None if endless else len(cards),
            {game.wagers.index(name): cents for name, cents in bets.items()},
        )  # fmt: skip
        number = game.wagers.index(wager)
        said = _settled(every_end(game.play, rules, UnseenFelt(size, number)))
        times = times_said(said, rules, cards, endless=endless)
    except Otherwise as otherwise:
        raise Refused(f"{game.title}: {wager} is not settled apart from the choices: {otherwise}") from None
    unit, whole = bets[wager], sum(times.values())
    rows = []
    for heard, ways in times.items():
        outcome = int(heard)  # a leaf rule may say yes or no
        num, den = rules.pays[number, outcome]
        won = winnings(unit, int(num), int(den), int(rules.rounding), int(rules.grain_cents))
        rows.append(Row(outcome_name(game, outcome), Fraction(int(won), unit), Fraction(ways, whole)))
    return from_rows(wager, rows)


def _settled(tables: list[UnseenFelt]) -> Worth:
    """By what a wager is settled, the same at all ends."""
    said = {table.settled if table.is_closed else None for table in tables}
    if None in said:
        raise Otherwise("on some way through the rules it is never settled")
    if not all(isinstance(each, int | LeafWord) for each in said):
        raise Otherwise("what it is settled by hangs on more than leaf rules say of certain cards")
    if len(said) != 1:
        raise Otherwise("on one way through the rules it is settled by other cards, or otherwise, than on another")
    return said.pop()
