"""What house options do to the edge: rounding of pays, Envy by number of players, a cap on what is paid.

Strategies, and every figure of `houseway edge`, assume odds paid to the cent, no cap and no Envy. Here the play stays
the same and the options change. Everything that one seat settles by itself is exact; what seats share is simulated
and has a standard error.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.exact.shared.settlements import Settlement, Settlements, mean_of
from houseway.analysis.shared_cap import extra_by_sharing
from houseway.analysis.solve import OPTIMAL, refuse_if_long, solver_of
from houseway.analysis.solver import Caps, EffectParts, Sums
from houseway.games.betting import limits_of
from houseway.games.caps import least_cap_cents
from houseway.games.game import Game, Settings
from houseway.rules.odds import ROUNDING, winnings
from houseway.rules.refused import Refused

EXACT_GRAIN = 1  # cents: odds are paid to the cent
GRAINS = (50, 100)  # cents: houses that pay in half-dollars, and in dollars
BETS = (300, 500, 1250, 2500)  # cents
CAP_BETS = (2500, 10_000, 40_000)
EACH_HAND, SEAT, ROUND = "each_hand", "hand", "round"  # whose cap it is; a hand is all that one seat plays
ROUNDS = 1_000_000
PLAYERS = 6


@dataclass(frozen=True)
class Rounded:
    """A wager of one size under one policy."""

    wager: str
    bet_cents: int
    grain_cents: int
    policy: str
    edge: Fraction
    change: Fraction  # against odds that are paid in full


@dataclass(frozen=True)
class Envied:
    """What Envy adds with so many players, each with a Bonus that is large enough."""

    players: int
    cents: Fraction  # a round to each player


@dataclass(frozen=True)
class Capped:
    """A Bonus of one size under a cap."""

    bet_cents: int
    cap_cents: int
    per: str  # the reading of whose cap it is
    players: int  # who share the cap; 1 where each seat has its own
    edge: Fraction  # with the cap
    change: Fraction  # against no cap
    se: float | None = None  # None: exact
    seen: int | None = None  # simulated rounds in which the cap was reached


@dataclass(frozen=True)
class Effects:
    strategy: str
    rounding: list[Rounded]
    unchanged: list[str]  # wagers that no rounding touches at these sizes
    envy: list[Envied] = field(default_factory=list)
    caps: list[Capped] = field(default_factory=list)


def effects_of(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    players: int | None = None,
    bets: Sequence[int] = (),
    rounds: int = ROUNDS,
) -> Effects:
    """All effects that a game has, for bets of these sizes (in cents)."""
    seats = game.seats_max(settings)
    players = min(PLAYERS, seats) if players is None else players
    if not 1 <= players <= seats:
        raise Refused(f"{game.title} has 1 to {seats} players, not {players}")
    if any(bet < 1 for bet in bets):
        raise Refused("a bet must be more than nothing")
    refuse_if_long(game, solver_of(game), settings)
    parts = _effects_of(game)
    grain = int(settings["grain_cents"])
    grains = GRAINS if grain == EXACT_GRAIN else (grain,)
    rounding = rounding_effects(parts.settlements(game, settings, strategy), bets or BETS, grains)
    touched = [each for each in rounding if each.change]
    unchanged = [name for name in _settled(game, rounding) if name not in {each.wager for each in touched}]
    return Effects(
        strategy,
        [each for each in rounding if each.wager not in unchanged],
        unchanged,
        envy_effects(parts.envy_cents, game, settings, strategy, players)
        if parts.envy_cents and settings["envy"]
        else [],
        cap_effects(parts.caps, game, settings, strategy, players, bets or CAP_BETS, rounds) if parts.caps else [],
    )


def _effects_of(game: Game) -> EffectParts:
    parts = solver_of(game).effects
    if parts is None:
        raise Refused(f"{game.title} has no exact effects yet")
    return parts


def _settled(game: Game, rounding: Sequence[Rounded]) -> list[str]:
    found = {each.wager for each in rounding}
    return [name for name in game.wagers if name in found]


# --- Rounding ---


def rounding_effects(settled: Settlements, bets: Sequence[int], grains: Sequence[int]) -> list[Rounded]:
    """Every wager at every size under every policy and grain, exactly."""
    found: list[Rounded] = []
    for wager, settlements in settled.items():
        at_odds = mean_of(settlements)
        for bet in bets:
            for grain in grains:
                for policy in ROUNDING:
                    won = rounded_mean(settlements, bet, policy, grain)
                    found.append(Rounded(wager, bet, grain, policy, -won, at_odds - won))
    return found


def rounded_mean(settlements: Sequence[Settlement], bet_cents: int, policy: str, grain_cents: int) -> Fraction:
    """Units won a round when every hand is paid in steps of the grain."""
    code = ROUNDING.index(policy)
    cents = Fraction(0)
    for each in settlements:
        num, den = each.odds.numerator, each.odds.denominator
        cents += each.often * winnings(each.units * bet_cents, num, den, code, grain_cents)
    return cents / bet_cents


# --- Envy ---


def envy_effects(envy: Sums, game: Game, settings: Settings, strategy: str, players: int) -> list[Envied]:
    """By number of players: each other player's hand has the same chances, so it is a sum."""
    each = envy(game, settings, strategy)
    return [Envied(number, (number - 1) * each) for number in range(1, players + 1)]


# --- Caps ---


def lawful_cap(game: Game, settings: Settings) -> int:
    """The least cap the law allows where every wager has its highest limit, in cents."""
    limits = {wager.name: limits_of(wager) for wager in game.sheet.wagers if wager.placed}
    return sum(least_cap_cents(game, cap, settings, limits) for cap in game.sheet.caps)


def cap_effects(
    caps: Caps, game: Game, settings: Settings, strategy: str, players: int, bets: Sequence[int], rounds: int
) -> list[Capped]:
    """The cap in force, or else the least that is lawful, by each reading: on a hand, a seat, a round."""
    cap = int(settings["cap_cents"]) or lawful_cap(game, settings)
    plan = caps.plan_without_cap(game, settings, strategy)
    found: list[Capped] = []
    for bet in bets:
        free = caps.bonus_edge(game, settings, strategy, bet, 0)
        each_hand, alone = (
            caps.bonus_edge(game, settings.but(cap_per=per), strategy, bet, cap) for per in (EACH_HAND, SEAT)
        )
        found.append(Capped(bet, cap, EACH_HAND, 1, each_hand, each_hand - free))
        found.append(Capped(bet, cap, SEAT, 1, alone, alone - free))
        if players > 1:
            extra = extra_by_sharing(game, settings.but(cap_cents=cap), plan, bet, players, rounds)
            change = alone - free + Fraction(extra.cents) / (players * bet)
            se = extra.se / players / bet
            found.append(Capped(bet, cap, ROUND, players, free + change, change, se, extra.seen))
    return found
