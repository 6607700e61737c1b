"""A single wager from `play` alone: the proof that it hangs on certain cards and on nothing else, and its figures.

On every way through the rules the wager must be settled once, by what the same leaf rules say of the same cards, and
never be touched again. A card is named by who it is dealt to and how many that one had before (`DealtCard`), both known
before its face is. Cards that are chosen so, whatever is done on what was seen before, are as likely as any others: a
shoe has no order in which they would not be. So the wager's figures are those of as many cards from a full shoe.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.shared.solution import Row, WagerSolution, from_rows
from houseway.analysis.solver import Progress
from houseway.analysis.universal.alone import bearing
from houseway.analysis.universal.apart.all_hands import HandsDealt, hands_of
from houseway.analysis.universal.apart.every_path import every_end
from houseway.analysis.universal.apart.felt_acts import Otherwise, OutOfReach
from houseway.analysis.universal.apart.unseen_felt import Size, UnseenFelt
from houseway.analysis.universal.apart.worths import LeafWord, Worth
from houseway.analysis.universal.chips import fault_of_chips
from houseway.analysis.universal.cost import Cost
from houseway.analysis.universal.plain_rules import verify_plain
from houseway.analysis.universal.shape import units_bet
from houseway.engine.walk import outcome_name
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.odds import winnings
from houseway.rules.refused import Refused


class NotApart(Refused):
    """Why a wager is not proved so."""

    def __init__(self, title: str, wager: str, why: str) -> None:
        super().__init__(f"{title}: {wager} is not proved apart from the choices: {why}")
        self.why = why


@dataclass(frozen=True)
class Apart:
    """A wager that is proved to hang on certain cards and on nothing else."""

    game: Game
    wager: str
    rules: Any
    unit_cents: int
    hands: HandsDealt

    @property
    def cost(self) -> Cost:
        return Cost(self.hands.many, self.hands.many, self.hands.seconds)

    def figures(self, progress: Progress | None = None) -> WagerSolution:
        ways = self.ways(progress)
        whole = sum(times for _, _, times in ways)
        rows = [
            Row(outcome_name(self.game, outcome), Fraction(won, self.unit_cents), Fraction(times, whole))
            for outcome, won, times in ways
        ]
        return from_rows(self.wager, rows)

    def ways(self, progress: Progress | None = None) -> list[tuple[int, int, int]]:
        """How it is settled: outcome, cents won, and in how many deals."""
        number, rules = self.game.wagers.index(self.wager), self.rules
        ways = []
        for heard, times in self.hands.times_said(progress).items():
            outcome = int(heard)  # a leaf rule may say yes or no
            num, den = rules.pays[number, outcome]
            won = winnings(self.unit_cents, int(num), int(den), int(rules.rounding), int(rules.grain_cents))
            ways.append((outcome, int(won), times))
        return ways


def apart_of(
    game: Game, settings: Settings, wager: str, deck: Sequence[int] | None = None, bets: Wagers | None = None
) -> Apart:
    """The proof that no choice bears on a wager; of any other, a refusal with the reason. Bets not said are units."""
    if wager not in game.wagers:
        raise Refused(f"{game.title} has no wager '{wager}'")
    verify_plain(game.title, game.play)
    rules = game.rules(settings)
    cards = tuple(sorted(game.deck(settings) if deck is None else deck))
    endless = game.endless(settings)
    is_in_units = bets is None
    bets = units_bet(game, rules) if bets is None else bets
    try:
        if wager not in bets:
            raise Otherwise("it is not bet before the cards")
        size = Size(
            max(game.table.HANDS_MAX, 2), game.table.CARDS_MAX, None if endless else len(cards),
            {game.wagers.index(name): cents for name, cents in bets.items()},
        )  # fmt: skip
        said = _settled(every_end(game.play, rules, UnseenFelt(size, game.wagers.index(wager))))
        if is_in_units and (fault := fault_of_chips(game.play)):
            raise Otherwise(f"figures hang on the size of the bets: {fault}")
        others = bearing(game, settings)
        if how := others.get(wager) or others.get(""):
            raise Otherwise(how)
        return Apart(game, wager, rules, bets[wager], hands_of(said, rules, cards, endless=endless))
    except (Otherwise, OutOfReach) as why:
        raise NotApart(game.title, wager, str(why)) from None


def prove_apart(game: Game, settings: Settings, wager: str, deck: Sequence[int] | None = None) -> WagerSolution:
    """Exact figures of a wager that no choice bears on."""
    return apart_of(game, settings, wager, deck).figures()


def mean_cents_apart(game: Game, settings: Settings, wager: str, bets: Wagers) -> Fraction:
    """What such a wager wins a round, of these bets and as this table pays them."""
    ways = apart_of(game, settings, wager, bets=bets).ways()
    return Fraction(sum(won * times for _, won, times in ways), sum(times for _, _, times in ways))


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
