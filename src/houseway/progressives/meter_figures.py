"""All figures of a progressive at once, for whoever shows them: terminal, JSON, lab, report."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from houseway.analysis.solve import OPTIMAL
from houseway.games.game import Game, Settings, nearest
from houseway.games.words import dollars
from houseway.progressives import must_hit
from houseway.progressives.chances import chances_of
from houseway.progressives.chasing import chase_of, grows_untouched_to
from houseway.progressives.jackpot import Meter, Progressive, Tier
from houseway.progressives.waiting import Reserve, Waiting, covering_rate
from houseway.progressives.worth import (
    ProgressiveBet,
    average_shown,
    bet_on,
    break_even_cents,
    is_held_back,
    long_run_return,
    price_of_rest,
    return_at,
    variance_at,
)
from houseway.rules.refused import Refused

SHARES = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))  # of all waits, that are over by then
BETS = 100_000  # after which the reserve is looked at


@dataclass(frozen=True)
class TierFigures:
    """A tier, and what it pays at what its meter shows."""

    tier: Tier
    chance: Fraction
    cents: Fraction
    of_return: Fraction


@dataclass(frozen=True)
class WaitFigures:
    """Bets until all of a meter is won."""

    chance: Fraction
    mean: Fraction
    by_share: tuple[tuple[Fraction, int], ...]


@dataclass(frozen=True)
class ReserveFigures:
    """What the reserve has after so many bets, the opening seed paid."""

    bets: int
    mean_cents: Fraction
    sd_cents: float
    falls_short: Decimal
    covering_rate: Fraction


@dataclass(frozen=True)
class ChaseFigures:
    """Making every bet until all is won: from where that is fair, and what it gains from what is shown."""

    fair_from_cents: Fraction | None  # None: nowhere under its cap
    gain_cents: Fraction
    bets: Fraction
    grows_there: Decimal | None  # the chance that the meter comes so far untouched; None: it must, or never does


@dataclass(frozen=True)
class MeterFigures:
    meter: Meter
    shown_cents: int
    per_10_000: Fraction | None  # what $10,000 more on it add to the return; None: no straight line
    break_even_cents: Fraction | None  # also where a cap keeps the meter from ever showing so much
    average_cents: Fraction
    held_back: bool
    wait: WaitFigures | None
    reserve: ReserveFigures | None
    chase: ChaseFigures | None

    @property
    def out_of_reach(self) -> bool:
        """Whether the cap lies below the break-even."""
        even, cap = self.break_even_cents, self.meter.cap_cents
        return even is not None and 0 < cap < even


@dataclass(frozen=True)
class AtPlayers:
    """With so many players at the table who have the bet."""

    players: int
    return_now: Fraction
    return_long: Fraction


@dataclass(frozen=True)
class ProgressiveFigures:
    game: Game
    settings: Settings
    strategy: str
    bet: ProgressiveBet
    shown: Mapping[str, int]
    return_now: Fraction
    return_long: Fraction
    sd_now: float
    tiers: tuple[TierFigures, ...]
    meters: tuple[MeterFigures, ...]
    by_players: tuple[AtPlayers, ...]

    @property
    def hangs_on_players(self) -> bool:
        """Whether others at the table change what a bet gives back."""
        return len({(each.return_now, each.return_long) for each in self.by_players}) > 1

    @property
    def progressive(self) -> Progressive:
        return self.bet.progressive


def figures_of(
    game: Game,
    settings: Settings,
    progressive: Progressive,
    strategy: str = OPTIMAL,
    *,
    shown: Mapping[str, int] | None = None,
    players: int = 1,
    bet_cents: int = 0,
    bets: int = BETS,
) -> ProgressiveFigures:
    """`shown` is cents by meter; a meter that is not named shows its seed."""
    chances = chances_of(game, settings, progressive, strategy)
    return figures_from(
        game, settings, progressive, strategy, chances, shown=shown, players=players, bet_cents=bet_cents, bets=bets
    )


def figures_from(
    game: Game,
    settings: Settings,
    progressive: Progressive,
    strategy: str,
    chances: tuple[Fraction, ...],
    *,
    shown: Mapping[str, int] | None = None,
    players: int = 1,
    bet_cents: int = 0,
    bets: int = BETS,
) -> ProgressiveFigures:
    """The same, with chances that are at hand."""
    bet = bet_on(progressive, chances, bet_cents=bet_cents, players=players)
    verify_shown(progressive, shown or {})
    at = {meter.name: (shown or {}).get(meter.name, meter.seed_cents) for meter in progressive.meters}
    seats = game.seats_max(settings)
    if players > seats:
        raise Refused(f"{game.title} has {seats} seats, and {players} players do not fit")
    return ProgressiveFigures(
        game=game,
        settings=settings,
        strategy=strategy,
        bet=bet,
        shown=at,
        return_now=return_at(bet, at),
        return_long=long_run_return(bet),
        sd_now=float(variance_at(bet, at)) ** 0.5,
        tiers=tuple(_tier(bet, tier, chance, at) for tier, chance in zip(progressive.tiers, chances, strict=True)),
        meters=tuple(_meter(bet, meter, at, bets) for meter in progressive.meters),
        by_players=tuple(_at_players(bet.among(n), at) for n in range(1, seats + 1)),
    )


def verify_shown(progressive: Progressive, shown: Mapping[str, int]) -> None:
    names = [meter.name for meter in progressive.meters]
    for name, cents in shown.items():
        if name not in names:
            raise Refused(f"{progressive.title} has no meter '{name}'{nearest(name, names)}")
        most = progressive.meter(name).most_cents
        if cents < 0 or (most and cents > most):
            limit = f" and at most {dollars(most)}" if most else ""
            raise Refused(f"the meter '{name}' shows at least $0{limit}, not {dollars(cents)}")


def _tier(bet: ProgressiveBet, tier: Tier, chance: Fraction, shown: Mapping[str, int]) -> TierFigures:
    cents = tier.share * shown[tier.meter] if tier.meter else Fraction(tier.fixed_cents)
    return TierFigures(tier, chance, cents, chance * cents / bet.bet_cents)


def _meter(bet: ProgressiveBet, meter: Meter, shown: Mapping[str, int], bets: int) -> MeterFigures:
    by_outcomes = not meter.must_hit_by_cents
    return MeterFigures(
        meter=meter,
        shown_cents=shown[meter.name],
        per_10_000=bet.per_cent_shown(meter) * 1_000_000 / bet.bet_cents if by_outcomes else None,
        break_even_cents=break_even_cents(bet, meter, shown),
        average_cents=average_shown(bet, meter),
        held_back=is_held_back(bet, meter),
        wait=_wait(bet, meter) if by_outcomes else None,
        reserve=_reserve(bet, meter, bets) if by_outcomes and meter.reserve_rate else None,
        chase=_chase(bet, meter, shown),
    )


def _wait(bet: ProgressiveBet, meter: Meter) -> WaitFigures:
    wait = Waiting(bet.whole(meter))
    return WaitFigures(wait.chance, wait.mean, tuple((share, wait.bets_for(share)) for share in SHARES))


def _reserve(bet: ProgressiveBet, meter: Meter, bets: int) -> ReserveFigures:
    whole = bet.whole(meter)
    found = Reserve(meter, whole, bet.bet_cents, bets)
    covers = covering_rate(meter, whole, bet.bet_cents)
    return ReserveFigures(bets, found.mean, float(found.variance) ** 0.5, found.falls_short(), covers)


def _chase(bet: ProgressiveBet, meter: Meter, shown: Mapping[str, int]) -> ChaseFigures | None:
    if not bet.price_cents:
        return None
    now = shown[meter.name]
    if meter.must_hit_by_cents:
        price = price_of_rest(bet.among(1), meter, shown)
        found = must_hit.chase(meter, now, bet.bet_cents, price)
        least = Fraction(must_hit.chase_from_cents(meter, bet.bet_cents, price))
        return ChaseFigures(least, found.gain_cents, found.bets, None)
    line = chase_of(bet, meter, shown)
    if line is None:
        return None
    fair = line.fair_from_cents
    grows = None if fair is None else grows_untouched_to(bet, meter, fair)
    return ChaseFigures(fair, line.gain_cents(now), line.bets, grows)


def _at_players(bet: ProgressiveBet, shown: Mapping[str, int]) -> AtPlayers:
    return AtPlayers(bet.players, return_at(bet, shown), long_run_return(bet))
