"""What one round comes to: bets and results by player, as its `dealt` and its end say them. No card is dealt again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.games.caps import cap_cents
from houseway.house.audit.hold import is_alone
from houseway.house.books.cells import ALONE, Ending, Pair, across_of, products_of
from houseway.house.configuration import TableConfig

BOT = "bot-"  # a bot's id begins so
ENVY = "envy"
NEAR_CENTS = 100  # shares of a capped pay are rounded

Bets = Mapping[str, int]


def is_bot(player: str) -> bool:
    return player.startswith(BOT)


@dataclass
class PlayerSum:
    player: str
    hands: int = 0
    bet_cents: int = 0
    chips_back: int = 0  # what the results leave of what was put up, less the stakes themselves
    toke_cents: int = 0  # bet for the dealers: those stakes never come back
    wagers: list[tuple[str, tuple[int, int, int]]] = field(default_factory=list)
    products: list[tuple[Pair, int]] = field(default_factory=list)
    across: list[tuple[Pair, int]] = field(default_factory=list)


@dataclass
class RoundSum:
    players: list[PlayerSum]
    won_cents: int  # by all
    across: list[tuple[bool, list[tuple[Pair, int]]]]
    endings: list[Ending]
    envy_cents: int
    capped_cents: int  # 0: no cap was met


class RoundReader:
    """Under one configuration."""

    def __init__(self, config: TableConfig) -> None:
        game = config.the_game
        self._wagers = {wager.name: wager for wager in game.sheet.wagers}
        self._caps = [(cap_cents(cap, config.settings()), cap.covers) for cap in game.sheet.caps]
        self._cap_of_round = config.options.get("cap_per") == "round"
        pays = game.pays(config.settings())
        self._odds = {
            name: {Fraction(int(num), int(den)) for num, den in pays[place] if num > 0}
            for place, name in enumerate(game.wagers)
        }

    def read(self, owners: Sequence[str], wagers: Sequence[Bets], won: Mapping[str, Bets], *, void: bool) -> RoundSum:
        players: dict[str, PlayerSum] = {}
        hands: dict[str, list[Bets]] = {}
        endings: dict[str, Ending] = {}
        for seat, (owner, placed) in enumerate(zip(owners, wagers, strict=True), 1):
            results = won.get(str(seat), {})
            if not owner or (void and not results):
                continue
            before = {name: cents for name, cents in placed.items() if not void or name in results}
            bets = before | {name: self._arisen(name, cents) for name, cents in results.items() if name not in before}
            named = {f"{name}{ALONE}" if is_alone(name, before) else name: cents for name, cents in bets.items()}
            sum_ = players.setdefault(owner, PlayerSum(owner))
            self._add(sum_, bets, named, results)
            hands.setdefault(owner, []).append(named)
            for name, cents in {} if void else placed.items():
                endings.setdefault(name, (name, cents, results.get(name, 0)))
        for owner, own in hands.items():
            players[owner].across = list(across_of(own).items()) if len(own) > 1 else []
        return RoundSum(
            list(players.values()),
            sum(sum(results.values()) for results in won.values()),
            [(bots, list(across.items())) for bots, across in self._across(hands)],
            list(endings.values()),
            sum(results.get(ENVY, 0) for results in won.values()),
            self._capped(won),
        )

    def _arisen(self, wager: str, won: int) -> int:
        """The stake of a wager that arose in play: its events say only what it won, and it has one way to win."""
        if won < 0:
            return -won
        odds = self._odds.get(wager, set())
        return int(won / min(odds)) if len(odds) == 1 else 0

    def _add(self, sum_: PlayerSum, bets: Bets, named: Bets, results: Bets) -> None:
        sum_.hands += 1
        sum_.bet_cents += sum(bets.values())
        for name, key in zip(bets, named, strict=True):
            won = results.get(name, 0)
            sum_.wagers.append((key, (1, bets[name], -won)))
            if name in self._wagers and self._wagers[name].toke:
                sum_.toke_cents += bets[name]
            else:
                sum_.chips_back += won
        sum_.products += products_of(named).items()

    def _across(self, hands: Mapping[str, list[Bets]]) -> Iterator[tuple[bool, dict[Pair, int]]]:
        for bots in (False, True):
            own = [bets for owner, all_ in hands.items() if is_bot(owner) is bots for bets in all_]
            if len(own) > 1:
                yield bots, across_of(own)

    def _capped(self, won: Mapping[str, Bets]) -> int:
        """What capped wagers paid, where that came to the cap: of the round, or of one place at the table."""
        paid = 0
        for cap, covers in self._caps:
            if not cap:
                continue
            seats = [sum(max(results.get(name, 0), 0) for name in covers) for results in won.values()]
            met = [sum(seats)] if self._cap_of_round else seats
            paid += sum(cents for cents in met if cents > cap - NEAR_CENTS)
        return paid
