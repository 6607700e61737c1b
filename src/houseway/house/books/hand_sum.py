"""What one hand of a round comes to: its bets and results, as the round's `dealt` and its end say them.

No card is dealt again. Hands repeat themselves, so what one comes to is remembered by the words for its bets and
results, which a ledger writes in one way only.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.follow_ons import per_first_bet
from houseway.games.caps import cap_cents
from houseway.house.audit.hold import is_alone
from houseway.house.books.cells import ALONE, Ending, Pair, across_of, products_of
from houseway.house.configuration import TableConfig

BOT = "bot-"  # a bot's id begins so
ENVY = "envy"
NEAR_CENTS = 100  # shares of a capped pay are rounded
REMEMBERED_MAX = 100_000

Words = tuple[str, str]  # of the bets of a hand, and of its results
Bets = Mapping[str, int]
Named = tuple[tuple[str, int], ...]  # cents by wager, as a cell calls it
Products = list[tuple[Pair, int]]


def is_bot(player: str) -> bool:
    return player.startswith(BOT)


@dataclass(frozen=True, eq=False, slots=True)
class Stakes:
    """The bets of a hand: there is one of each, so that they are counted as what they are."""

    bets: Bets
    products: Products


@dataclass(frozen=True, eq=False, slots=True)
class HandSum:
    """There is one of each under a configuration, so that they are counted as what they are."""

    stakes: Stakes
    held: list[tuple[str, int]]  # cents by wager, as the house has them
    won_cents: int
    raised_cents: int  # beside what comes back: a player put up what came back less what was won
    put_up_cents: int  # the same with the bets
    envy_cents: int
    capped_cents: tuple[int, ...]  # paid under each cap of the game
    is_capped: bool  # whether any of it was
    endings: tuple[Ending, ...]
    ended: frozenset[str]  # wagers that those are of


class HandReader:
    """Under one configuration."""

    def __init__(self, config: TableConfig) -> None:
        game = config.the_game
        self._added = frozenset(per_first_bet(game))  # chips that choices put there are raised
        self._tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
        self._caps = [(cap, each.covers) for each in game.sheet.caps if (cap := cap_cents(each, config.settings()))]
        self._cap_of_round = config.options.get("cap_per") == "round"
        pays = game.pays(config.settings())
        self._odds = {
            name: {Fraction(int(num), int(den)) for num, den in pays[place] if num > 0}
            for place, name in enumerate(game.wagers)
        }
        self.ended: dict[Words, HandSum] = {}  # in rounds that came to their end
        self.void: dict[Words, HandSum] = {}  # in void ones
        self._wagers: dict[frozenset[str], frozenset[str]] = {}
        self._stakes: dict[Named, Stakes] = {}
        self._across: dict[tuple[Stakes, ...], Products] = {}

    def read(self, words: Words, void: bool) -> HandSum:
        """By the words between the braces."""
        known = self.void if void else self.ended
        if len(known) >= REMEMBERED_MAX:
            known.clear()
        found = known[words] = self._read(*map(said_cents, words), void=void)
        return found

    def _read(self, placed: Bets, results: Bets, *, void: bool) -> HandSum:
        """Of a void round only what was settled counts."""
        before = {name: cents for name, cents in placed.items() if not void or name in results}
        bets = before | {name: self._arisen(name, cents) for name, cents in results.items() if name not in before}
        named = {name: f"{name}{ALONE}" if is_alone(name, before) else name for name in bets}
        bet_cents = sum(bets.values())
        chips_back = sum(cents for name, cents in results.items() if name not in self._tokes)
        toke_cents = sum(cents for name, cents in bets.items() if name in self._tokes)  # those never come back
        put_up = 0 if void else toke_cents - chips_back
        capped = tuple(sum(max(results.get(name, 0), 0) for name in covers) for _, covers in self._caps)
        return HandSum(
            self._staked(tuple((named[name], cents) for name, cents in bets.items())),
            [(named[name], -results[name]) for name in bets if results.get(name)],
            sum(results.values()),
            put_up - bet_cents,
            put_up,
            results.get(ENVY, 0),
            capped,
            any(capped),
            () if void else tuple((name, cents, results.get(name, 0)) for name, cents in placed.items()),
            self._ended(() if void else placed),
        )

    def _ended(self, wagers: Iterable[str]) -> frozenset[str]:
        """There is one of each, so that most are known without a look into them."""
        made = frozenset(wagers)
        return self._wagers.setdefault(made, made)

    def _staked(self, bets: Named) -> Stakes:
        known = self._stakes.get(bets)
        if known is None:
            if len(self._stakes) > REMEMBERED_MAX:
                self._stakes.clear()
            known = self._stakes[bets] = Stakes(dict(bets), list(products_of(dict(bets)).items()))
        return known

    def _arisen(self, wager: str, won: int) -> int:
        """The stake of a wager that arose in play: its events say only what it won, and it has one way to win.

        What is solved in units of the first bet has none of its own: a doubled bet has no more either.
        """
        if wager in self._added:
            return 0
        if won < 0:
            return -won
        odds = self._odds.get(wager, set())
        return int(won / min(odds)) if len(odds) == 1 else 0

    def across(self, hands: tuple[Stakes, ...]) -> Products:
        known = self._across.get(hands)
        if known is None:
            if len(self._across) > REMEMBERED_MAX:
                self._across.clear()
            known = self._across[hands] = list(across_of([hand.bets for hand in hands]).items())
        return known

    def capped(self, hands: Sequence[HandSum]) -> int:
        """What capped wagers paid, where that came to the cap: of the round, or of one place at the table."""
        paid = 0
        for place, (cap, _) in enumerate(self._caps):
            seats = [hand.capped_cents[place] for hand in hands]
            met = [sum(seats)] if self._cap_of_round else seats
            paid += sum(cents for cents in met if cents > cap - NEAR_CENTS)
        return paid


def said_cents(words: str) -> dict[str, int]:
    """Cents by wager, as they stand between the braces; what is something else is refused."""
    found: dict[str, int] = json.loads(f"{{{words}}}")
    if not all(type(cents) is int for cents in found.values()):
        raise ValueError("its cents are no whole numbers")
    return found
