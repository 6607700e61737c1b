"""What one hand of a round comes to: its bets and results, as the round's `dealt` and its end say them.

No card is dealt again. Hands repeat themselves, so what one comes to is remembered by its bets and results.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from houseway.games.caps import cap_cents
from houseway.house.audit.hold import is_alone
from houseway.house.books.cells import ALONE, Ending, Pair, across_of, products_of
from houseway.house.configuration import TableConfig

BOT = "bot-"  # a bot's id begins so
ENVY = "envy"
NEAR_CENTS = 100  # shares of a capped pay are rounded
REMEMBERED_MAX = 100_000

Bets = Mapping[str, int]
Named = tuple[tuple[str, int], ...]  # cents by wager, as a cell calls it
Products = list[tuple[Pair, int]]
NOTHING: Bets = {}


def is_bot(player: str) -> bool:
    return player.startswith(BOT)


class HandSum(NamedTuple):
    bet_cents: int
    chips_back: int  # won on wagers that are the player's own
    toke_cents: int  # bet for the dealers: those stakes never come back
    envy_cents: int
    capped_cents: tuple[int, ...]  # paid under each cap of the game
    bets: Bets
    mark: int  # of the bets: no two that differ have the same
    wagers: list[tuple[str, tuple[int, int, int]]]
    products: Products
    endings: tuple[Ending, ...]
    ended: frozenset[str]  # wagers that those are of


class HandReader:
    """Under one configuration."""

    def __init__(self, config: TableConfig) -> None:
        game = config.the_game
        self._tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
        self._caps = [(cap, each.covers) for each in game.sheet.caps if (cap := cap_cents(each, config.settings()))]
        self._cap_of_round = config.options.get("cap_per") == "round"
        pays = game.pays(config.settings())
        self._odds = {
            name: {Fraction(int(num), int(den)) for num, den in pays[place] if num > 0}
            for place, name in enumerate(game.wagers)
        }
        self._hands: dict[tuple[Named, Named, bool], HandSum] = {}
        self._marks: dict[Named, int] = {}
        self._next_mark = count()
        self._across: dict[tuple[int, ...], Products] = {}

    def hand(self, placed: Bets, results: Bets, *, void: bool) -> HandSum:
        key = (tuple(placed.items()), tuple(results.items()), void)
        known = self._hands.get(key)
        if known is None:
            if len(self._hands) > REMEMBERED_MAX:
                self._hands.clear()
            known = self._hands[key] = self._read(placed, results, void)
        return known

    def _read(self, placed: Bets, results: Bets, void: bool) -> HandSum:
        """Of a void round only what was settled counts."""
        before = {name: cents for name, cents in placed.items() if not void or name in results}
        bets = before | {name: self._arisen(name, cents) for name, cents in results.items() if name not in before}
        named = {name: f"{name}{ALONE}" if is_alone(name, before) else name for name in bets}
        called = {named[name]: cents for name, cents in bets.items()}
        return HandSum(
            sum(bets.values()),
            sum(cents for name, cents in results.items() if name not in self._tokes),
            sum(cents for name, cents in bets.items() if name in self._tokes),
            results.get(ENVY, 0),
            tuple(sum(max(results.get(name, 0), 0) for name in covers) for _, covers in self._caps),
            called,
            self._mark(tuple(called.items())),
            [(named[name], (1, cents, -results.get(name, 0))) for name, cents in bets.items()],
            list(products_of(called).items()),
            () if void else tuple((name, cents, results.get(name, 0)) for name, cents in placed.items()),
            frozenset() if void else frozenset(placed),
        )

    def _mark(self, bets: Named) -> int:
        if len(self._marks) > REMEMBERED_MAX:
            self._marks.clear()
        return self._marks.setdefault(bets, next(self._next_mark))

    def _arisen(self, wager: str, won: int) -> int:
        """The stake of a wager that arose in play: its events say only what it won, and it has one way to win."""
        if won < 0:
            return -won
        odds = self._odds.get(wager, set())
        return int(won / min(odds)) if len(odds) == 1 else 0

    def across(self, hands: Sequence[HandSum]) -> Products:
        key = tuple([hand.mark for hand in hands])
        known = self._across.get(key)
        if known is None:
            if len(self._across) > REMEMBERED_MAX:
                self._across.clear()
            known = self._across[key] = list(across_of([hand.bets for hand in hands]).items())
        return known

    def capped(self, hands: Sequence[HandSum]) -> int:
        """What capped wagers paid, where that came to the cap: of the round, or of one place at the table."""
        paid = 0
        for place, (cap, _) in enumerate(self._caps):
            seats = [hand.capped_cents[place] for hand in hands]
            met = [sum(seats)] if self._cap_of_round else seats
            paid += sum(cents for cents in met if cents > cap - NEAR_CENTS)
        return paid
