"""The mix of bets and seats at a table at which whoever plays best wins most: as a share of the bets, and in dollars.

**What is looked at.** One hand of a player: every wager absent or at any amount within the limits, in steps; wagers
that must be equal are, wagers that must be there are, and no more wagers than the house allows. Every other seat is
taken by a player of their own, whose bets, too, are any within the limits (they matter where the hand is paid for
others' fortune). Everyone plays best for their own bets and knows their own cards and the dealer's up-card, and the
cards are dealt from a full shoe. Shares are of the *initial* wagers: doubles and splits come later. Bets for the
dealers count as bets of the hand, since it is the house that pays them.

**Why nothing is missed.** Let W(b) be what best play wins on bets b, S(b) their sum.

1. A way to play wins a sum over its hands, each paid odds times its stake, rounded. Stakes that differ by a multiple
   of the *period* are rounded by the same amount, so within one class of stakes modulo the period, and between two
   *thresholds* (a bet that earns Envy, a pay that reaches the cap), every way to play wins an amount that is affine
   in b. The best of several affine functions is convex: W is convex on each such box of bets.
2. W is convex, so it is highest at a corner of the box. W - x S is convex too for every x; if W / S reached x somewhere
   in the box then W - x S would reach 0 there, and so at a corner: the share is highest at a corner as well.
3. The corners are: each wager absent, or the first or last stake of its class between two thresholds. They are
   finitely many, and all of them are compared.
4. What others are worth to the hand depends on their bets alone, not on b, and each more of them adds something: so it
   is most with every seat taken, and is added to W where b earns it.

The share is found without trying all combinations of parts: for a given x, W - x S is a sum over the parts and each is
taken at its highest; x then becomes the share of that mix, until nothing is above zero (Dinkelbach's method, which ends
at the highest share since there are finitely many mixes). What a corner is worth exactly is worked out only where a
quick bound does not rule it out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm

from houseway.analysis.exact.shared.mixes import NOTHING, Part, Worth
from houseway.analysis.league import Offer, earns, league_share, sets_of
from houseway.analysis.solve import refuse_if_long, solver_of
from houseway.games.betting import equal_to, is_required
from houseway.games.game import Wagers
from houseway.rules.refused import Refused

Progress = Callable[[int], None]  # told how many mixes were worked out exactly


@dataclass(frozen=True)
class Mix:
    """Bets of one hand, and what best play wins with them."""

    bets: Wagers
    players: int  # at the table, this one with them
    won: tuple[tuple[tuple[str, ...], Worth], ...]  # cents a round on wagers that hang together
    others: Worth  # cents a round that other players' hands are worth
    others_bet: Wagers  # when they are worth most

    @property
    def own(self) -> Worth:
        return sum((worth for _, worth in self.won), NOTHING)

    @property
    def stake(self) -> int:
        return sum(self.bets.values())

    @property
    def cents(self) -> Fraction:
        """Won a round; below nought is lost."""
        return self.own.cents + self.others.cents

    @property
    def share(self) -> Fraction:
        """Of the initial wagers."""
        return self.cents / self.stake

    @property
    def share_at_most(self) -> Fraction:
        return (self.own.at_most + self.others.at_most) / self.stake


@dataclass(frozen=True)
class WorstMix:
    """The mixes at which a table is worst for the house."""

    by_share: Mix
    by_round: Mix
    at_most: float  # the share that no play wins more than, nor all seats in league

    @property
    def is_ahead(self) -> bool:
        """Whether somebody who plays best wins from the house."""
        return self.by_share.cents > 0

    @property
    def may_be_ahead(self) -> bool:
        """Whether it is not ruled out."""
        return self.at_most > 0


def worst_mix(offer: Offer, progress: Progress | None = None) -> WorstMix:
    """Find it; seconds at most, but for games that must be counted first, which are refused."""
    search = _Search(offer, parts_of(offer), progress)
    by_round = search.highest(lambda worth: worth.cents, Fraction(0))
    bound = search.by_share(by_round, lambda worth: worth.at_most).share_at_most
    at_most = max(float(bound), league_share(offer, search.parts, search.choices))
    return WorstMix(search.by_share(by_round, lambda worth: worth.cents), by_round, at_most)


def parts_of(offer: Offer) -> list[Part]:
    """As the game's solver gives them."""
    solver = solver_of(offer.game)
    refuse_if_long(offer.game, solver, offer.settings)
    if solver.mixes is None:
        raise Refused(f"{offer.game.title} does not say yet how its bets hang together")
    return solver.mixes(offer.game, offer.settings, offer.limits)


Measure = Callable[[Worth], Fraction]


class _Search:
    def __init__(self, offer: Offer, parts: Sequence[Part], progress: Progress | None) -> None:
        self.offer = offer
        self.parts = [part for part in parts if any(name in offer.limits for name in part.wagers)]
        self.choices = [_choices(offer, part) for part in self.parts]
        self.progress = progress
        self.known: dict[tuple[int, int], Worth] = {}  # by part and place in its choices
        self.bounds: dict[tuple[int, int], float] = {}

    def by_share(self, start: Mix, measure: Measure) -> Mix:
        best, share = start, _share(start, measure)
        while True:
            mix = self.highest(measure, share)
            if _share(mix, measure) <= share:
                return best
            best, share = mix, _share(mix, measure)

    def highest(self, measure: Measure, share: Fraction) -> Mix:
        """The mix at which W - share x S is highest."""
        found = [self._of_set(wagers, measure, share) for wagers in sets_of(self.offer)]
        gain, places = max((each for each in found if each is not None), key=lambda each: each[0])
        del gain
        return self._mix(places)

    def _of_set(self, wagers: frozenset[str], measure: Measure, share: Fraction) -> tuple[Fraction, list[int]] | None:
        """With exactly these wagers: each part at its highest."""
        total = Fraction(0)
        places: list[int] = []
        for part in range(len(self.parts)):
            mine = wagers & set(self.parts[part].wagers)
            open_ = [i for i, bets in enumerate(self.choices[part]) if bets.keys() == mine]
            if not open_:
                return None
            place, gain = self._highest_choice(part, open_, measure, share)
            total, places = total + gain, [*places, place]
        return total, places

    def _highest_choice(
        self, part: int, places: Sequence[int], measure: Measure, share: Fraction
    ) -> tuple[int, Fraction]:
        """The bounds of the choices are worked through from the highest down, until none can beat what is known."""
        stakes = {i: sum(self.choices[part][i].values()) for i in places}
        bounds = {i: self._bound(part, i) - float(share) * stakes[i] for i in places}
        best, gain = -1, Fraction(0)
        for place in sorted(places, key=lambda i: -bounds[i]):
            slack = 1e-9 * (1 + stakes[place])
            if best >= 0 and bounds[place] + slack < float(gain):
                break
            now = measure(self._worth(part, place)) - share * stakes[place]
            if best < 0 or now > gain:
                best, gain = place, now
        return best, gain

    def _bound(self, part: int, place: int) -> float:
        if (part, place) not in self.bounds:
            bets = self.choices[part][place]
            more = _from_others(self.parts[part], self.offer, bets)
            self.bounds[part, place] = self.parts[part].most(bets) + float(more.at_most)
        return self.bounds[part, place]

    def _worth(self, part: int, place: int) -> Worth:
        if (part, place) not in self.known:
            bets = self.choices[part][place]
            self.known[part, place] = self.parts[part].exact(bets) + _from_others(self.parts[part], self.offer, bets)
            if self.progress:
                self.progress(len(self.known))
        return self.known[part, place]

    def _mix(self, places: Sequence[int]) -> Mix:
        bets: dict[str, int] = {}
        won: list[tuple[tuple[str, ...], Worth]] = []
        others, others_bet = NOTHING, dict[str, int]()
        for part, place in enumerate(places):
            chosen = self.choices[part][place]
            if not chosen:
                continue
            more = _from_others(self.parts[part], self.offer, chosen)
            bets |= chosen
            won.append((tuple(chosen), self._worth(part, place) - more))
            if more.at_most and (source := self.parts[part].others):
                others, others_bet = others + more, dict(source.bets)
        ordered = {name: bets[name] for name in self.offer.game.wagers if name in bets}
        return Mix(ordered, self.offer.seats if others_bet else 1, tuple(won), others, others_bet)


def _share(mix: Mix, measure: Measure) -> Fraction:
    return (measure(mix.own) + measure(mix.others)) / mix.stake


def _from_others(part: Part, offer: Offer, bets: Wagers) -> Worth:
    """What the other players are worth to these bets, with every seat taken."""
    if part.others is None or not earns(part, bets):
        return NOTHING
    cents = (offer.seats - 1) * part.others.each
    return Worth(cents, cents)


# --- the corners ---


def _choices(offer: Offer, part: Part) -> list[Wagers]:
    """Every corner of a part: its wagers absent or not, at the first and last stakes of every class."""
    sheet = {wager.name: wager for wager in offer.game.sheet.wagers}
    offered = [name for name in part.wagers if name in offer.limits]
    optional = [name for name in offered if not is_required(sheet[name], offer.settings)]
    found: list[Wagers] = []
    for absent in chain.from_iterable(combinations(optional, count) for count in range(len(optional) + 1)):
        present = [name for name in offered if name not in absent]
        if any(equal_to(sheet[name], offer.settings) in absent for name in present):
            continue
        tied = [[each for each in present if _leader(offer, each) == name] for name in present]
        groups = [group for group in tied if group]
        for amounts in product(*(_stakes(offer, part, group) for group in groups)):
            pairs = zip(groups, amounts, strict=True)
            found.append({name: cents for group, cents in pairs for name in group})
    return found


def _leader(offer: Offer, name: str) -> str:
    """The wager whose amount this one has."""
    wager = next(each for each in offer.game.sheet.wagers if each.name == name)
    twin = equal_to(wager, offer.settings)
    return _leader(offer, twin) if twin else name


def _stakes(offer: Offer, part: Part, group: Sequence[str]) -> list[int]:
    """First and last stakes of every class between thresholds, for wagers that are bet alike."""
    limits = [offer.limits[name] for name in group]
    least, most = max(each.least_cents for each in limits), min(each.most_cents for each in limits)
    step = lcm(*(each.step_cents for each in limits))
    classes = lcm(step, *(part.periods[name] for name in group)) // step
    cuts = sorted({cut for name in group for cut in part.thresholds.get(name, ()) if least < cut <= most})
    stakes: set[int] = set()
    for low, high in zip([least, *cuts], [*cuts, most + 1], strict=True):
        first, last = -(-low // step) * step, (high - 1) // step * step
        stakes.update(range(first, min(last, first + (classes - 1) * step) + 1, step))
        stakes.update(range(last, max(first, last - (classes - 1) * step) - 1, -step))
    return sorted(stakes)
