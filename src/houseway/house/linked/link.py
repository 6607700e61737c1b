"""A link is its entries, applied in order: meters that grow with every bet, whichever table it was made at.

A `grew` says what was bet and no more: what it makes of a meter follows from `progressives.growth`, however many tables
wrote at once and in whatever order. So tables never wait for each other to bet. A `won` is written on the version of
the link that its writer saw: of two tables that hit in the same instant the one that is written first has the meter,
and the other has what the meter shows then.

A meter that must hit by an amount has a hidden trigger (`trigger`). Which bet reaches it follows from the order in
which bets are written, like all else: so bets need not wait there either. It stands still until that round is over and
has been paid; what is bet meanwhile is on the next one.

Accounts of a link, in whole cents: each meter with its overflow and its reserve, each table (below nought: what it has
put in, less what it was paid), and the house, which has what goes on no meter and pays fixed sums and Envy.
"""

from collections import Counter, deque
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.games import find_game
from houseway.games.settings import Settings
from houseway.house.ledger.store import OutOfOrder, Stored, link_stream
from houseway.house.linked.trigger import Reached, Trigger, set_trigger, verify_trigger
from houseway.progressives.growth import Reading, gone_on, grown, is_reached, opened, stood_still, taken_back
from houseway.progressives.jackpot import Meter, Progressive
from houseway.progressives.links import Linked
from houseway.rules.refused import Refused

OPENED = "opened"  # game, options and terms of the first table on it
GREW = "grew"  # table, round, version (of the table's `dealt`), fed_cents (what rates are of), in_cents (what came in);
#                where a meter must hit, by_seat (fed_cents by seat, bet in their order)
GAVE_BACK = "gave_back"  # the same, of a round that was void: version is of its `voided`
WON = "won"  # table, round, version (of the table's `jackpot`), awards, meters (before and after)
LOWERED = "lowered"  # meter, cents, reason (one of REASONS), why, by: what is taken off goes into the reserve
SET = "set"  # meter, number, shows, nonce (for nobody to see before it is revealed), commitment, why
REVEALED = "revealed"  # meter, number, trigger_cents, key: was reached, or is not in force any more
KINDS = (OPENED, GREW, GAVE_BACK, WON, LOWERED, SET, REVEALED)
FORMAT = 1  # of these bodies

# For which a meter may be lowered but by a win (WAC 230-15-695).
REASONS = {
    "malfunction": "a malfunction had raised it",
    "over_cap": "funds had grown over its cap",
    "not_displayed": "funds were not displayed",
    "seed_recovery": "the house recovers a seed that it had put up",
}
UNSHOWN = ("over_cap", "not_displayed")  # these come off what has overflowed, the others off what all see
HITS_KEPT = 20
# Why a trigger is set.
FIRST, NEXT, UNKNOWN = "the meter began", "the last one was reached", "the last one cannot be known here"


@dataclass
class Link:
    name: str
    version: int = 0
    at: int = 0
    first: Linked | None = None  # the kind of table that it was opened for
    tables: Counter[str] = field(default_factory=Counter)
    house_cents: int = 0
    lowered: Counter[str] = field(default_factory=Counter)  # cents by meter
    heard: dict[str, int] = field(default_factory=dict)  # by table, the version of its last event that was told here
    hits: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=HITS_KEPT))
    secret: bytes = field(default=b"", repr=False)  # the ledger's for triggers, where it is known
    told: Mapping[tuple[str, int], int] = field(
        default_factory=dict, repr=False
    )  # triggers that a reader has seen shown
    triggers: dict[str, Trigger] = field(default_factory=dict)  # in force, by meter
    reached: dict[str, Reached] = field(default_factory=dict)  # by meter: won, and not yet paid
    shown_triggers: dict[str, dict[str, Any]] = field(default_factory=dict)  # by meter, the last that was revealed
    unshown: Counter[str] = field(default_factory=Counter)  # by meter, triggers that nobody could show
    rounds: dict[str, int] = field(default_factory=dict)  # by table, the last that was told here
    _readings: dict[str, Reading] = field(default_factory=dict)
    _fed: int = 0  # cents that were bet and are not on the meters yet: many at once are quicker
    _in: int = 0

    @property
    def stream(self) -> str:
        return link_stream(self.name)

    @property
    def progressive(self) -> Progressive:
        if self.first is None:
            raise Refused(f"there is no link '{self.name}'")
        return self.first.progressive

    @property
    def readings(self) -> dict[str, Reading]:
        """What every meter is now."""
        self._count_bets()
        return self._readings

    def counted(self) -> "Link":
        """With all bets on the meters: whoever reads it changes nothing."""
        self._count_bets()
        return self

    @property
    def accounts(self) -> dict[str, int]:
        """Double entry: they come to nought."""
        sums = {f"table:{name}": cents for name, cents in sorted(self.tables.items())}
        for name, now in self.readings.items():
            sums |= {f"meter:{name}": now.shown_cents, f"overflow:{name}": now.overflow_cents}
            sums |= {f"reserve:{name}": now.reserve_cents}
        return {**sums, "house": self.house_cents}

    def copy(self) -> "Link":
        made = copy(self)
        made.tables, made.lowered, made.hits = self.tables.copy(), self.lowered.copy(), self.hits.copy()
        made.heard, made._readings, made.rounds = dict(self.heard), dict(self._readings), dict(self.rounds)
        made.triggers, made.reached = dict(self.triggers), dict(self.reached)
        made.shown_triggers, made.unshown = dict(self.shown_triggers), self.unshown.copy()
        return made

    def learn(self, row: Stored) -> None:
        if row.version != self.version + 1:
            raise OutOfOrder(f"link {self.name}: entry {row.version} after {self.version}")
        self.apply(row.kind, row.written, row.at)

    def apply(self, kind: str, body: Mapping[str, Any], at: int) -> None:
        if kind not in _APPLY or body.get("format") != FORMAT:
            raise Refused(f"link {self.name}, entry {self.version + 1}: a newer houseway wrote it ('{kind}')")
        self.version, self.at = self.version + 1, at
        _APPLY[kind](self, body)
        if "table" in body:
            self.heard[body["table"]] = body["version"]
            self.rounds[body["table"]] = body["round"]

    # --- what each entry does ---

    def _opened(self, body: Mapping[str, Any]) -> None:
        self.first = Linked(find_game(body["game"]), Settings(body["options"]), Progressive(**body["terms"]))
        self._readings = {meter.name: opened(meter) for meter in self.progressive.meters}

    def _grew(self, body: Mapping[str, Any]) -> None:
        self.tables[body["table"]] -= body["in_cents"]
        if self.must_hit:
            self.house_cents += body["in_cents"]
            for seat, cents in sorted((int(seat), cents) for seat, cents in body["by_seat"].items()):
                self._bet(Reached(body["table"], body["round"], seat), cents)
        else:
            self._fed += body["fed_cents"]
            self._in += body["in_cents"]

    def _bet(self, whose: Reached, cents: int) -> None:
        """One bet: it reaches a trigger, or comes too late for one that was reached."""
        for meter in self._meters:
            before = self._readings[meter.name]
            after = grown(meter, before, cents)
            if meter.name in self.reached:
                after = stood_still(before.shown_cents, after)
            elif (trigger := self.triggers.get(meter.name)) and trigger.cents and is_reached(trigger.cents, after):
                self.reached[meter.name] = whose
            self._move({meter: after})

    def _gave_back(self, body: Mapping[str, Any]) -> None:
        self.tables[body["table"]] += body["in_cents"]
        lost = self.reached_by(body["table"], body["round"])
        for meter in self._meters:
            before = self.readings[meter.name]
            after = taken_back(meter, before, body["fed_cents"])
            if meter.name in lost:  # a void round wins nothing
                after = gone_on(meter, after)
                del self.reached[meter.name]
            elif meter.name in self.reached:
                after = stood_still(before.shown_cents, after)
            self._move({meter: after})
        self.house_cents -= body["in_cents"]

    def _won(self, body: Mapping[str, Any]) -> None:
        self._count_bets()
        self._verify_reached(body)
        paid = sum(award["cents"] for award in body["awards"])
        for name, step in body["meters"].items():
            self._readings[name] = after_win(self.progressive.meter(name), self._readings[name], step)
        self.house_cents -= paid - sum(step["cents"] for step in body["meters"].values())
        self.tables[body["table"]] += paid
        for name in self.reached_by(body["table"], body["round"]):
            del self.reached[name]
        self.hits.append({**body, "at": self.at})

    def _verify_reached(self, body: Mapping[str, Any]) -> None:
        """Meters that must hit are won by whose bet reached them, and by nobody else."""
        said = {award["meter"]: award["seat"] for award in body["awards"] if award["why"] == "must_hit"}
        if said != self.reached_by(body["table"], body["round"]):
            raise OutOfOrder(f"link {self.name}: whose bet reached a trigger is not who was paid for it")

    def _set(self, body: Mapping[str, Any]) -> None:
        meter, number = self.progressive.meter(body["meter"]), body["number"]
        begun, last = self.to_begin(meter), self.last_number(meter.name)
        if body["why"] == UNKNOWN:  # whoever wrote it did not know that the last one was reached: nobody won it
            self.reached.pop(meter.name, None)
            self.unshown[meter.name] += 1
        now, is_reached_now = begun.shown_cents, meter.name in self.reached
        if number != last + 1 or body["shows"] != now or is_reached_now or not meter.must_hit_by_cents:
            raise OutOfOrder(f"link {self.name}: trigger {number} of the meter '{meter.name}' cannot be set here")
        self._move({meter: begun})
        made = set_trigger(self.name, meter, number, now, self.secret, bytes.fromhex(body["nonce"]))
        if made.commitment != body["commitment"]:  # by another key: known only where it was shown since
            made = Trigger(number, now, body["commitment"], self.told.get((meter.name, number)))
        self.triggers[meter.name] = made

    def _revealed(self, body: Mapping[str, Any]) -> None:
        meter, found = self.progressive.meter(body["meter"]), self.triggers.get(body["meter"])
        if found is None or found.number != body["number"] or meter.name in self.reached:
            raise OutOfOrder(f"link {self.name}: no trigger {body['number']} of the meter '{meter.name}' to show")
        verify_trigger(self.name, meter, found, body["trigger_cents"], bytes.fromhex(body["key"]))
        shown = {key: body[key] for key in ("number", "trigger_cents", "key")}
        self.shown_triggers[meter.name] = shown | {"commitment": found.commitment, "shows": found.shows}
        del self.triggers[meter.name]

    def _lowered(self, body: Mapping[str, Any]) -> None:
        name, cents, before = body["meter"], body["cents"], self.readings[body["meter"]]
        if name in self.reached:
            raise OutOfOrder(f"link {self.name}: the meter '{name}' is won and not yet paid")
        if not 0 < cents <= most_lowered(before, body["reason"]):
            raise OutOfOrder(f"link {self.name}: the meter '{name}' could not be lowered by {cents} cents")
        unseen = cents if body["reason"] in UNSHOWN else 0
        self._readings[name] = replace(
            before,
            shown_cents=before.shown_cents - cents + unseen,
            overflow_cents=before.overflow_cents - unseen,
            reserve_cents=before.reserve_cents + cents,
        )
        self.lowered[name] += cents

    # --- triggers ---

    @property
    def must_hit(self) -> tuple[Meter, ...]:
        """Its meters with a hidden trigger."""
        return tuple(meter for meter in self._meters if meter.must_hit_by_cents)

    def to_begin(self, meter: Meter) -> Reading:
        """What a meter is when a trigger is set: below its limit, so that one lies above.

        It stood at its limit, or still, only where a trigger that was reached cannot be known any more.
        """
        now = self.readings[meter.name]
        is_full = now.shown_cents >= meter.must_hit_by_cents
        return gone_on(meter, now) if is_full or meter.name in self.reached else now

    def reached_by(self, table: str, round_: int) -> dict[str, int]:
        """Meters whose trigger a bet of this round has reached, with its seat."""
        return {
            name: whose.seat for name, whose in self.reached.items() if (whose.table, whose.round) == (table, round_)
        }

    def last_number(self, meter: str) -> int:
        """Of the triggers that were set for a meter."""
        in_force, shown = self.triggers.get(meter), self.shown_triggers.get(meter)
        return in_force.number if in_force else shown["number"] if shown else 0

    # --- meters ---

    @property
    def _meters(self) -> tuple[Meter, ...]:
        return self.progressive.meters

    def _count_bets(self) -> None:
        if self._fed:
            fed, in_cents, self._fed, self._in = self._fed, self._in, 0, 0
            self._move({meter: grown(meter, self._readings[meter.name], fed) for meter in self._meters})
            self.house_cents += in_cents

    def _move(self, after: Mapping[Meter, Reading]) -> None:
        """What goes onto the meters and into the reserves is the house's no more."""
        for meter, now in after.items():
            self.house_cents += _all_cents(self._readings[meter.name]) - _all_cents(now)
            self._readings[meter.name] = now


def _all_cents(reading: Reading) -> int:
    return reading.shown_cents + reading.overflow_cents + reading.reserve_cents


def most_lowered(before: Reading, reason: str) -> int:
    """How much may come off a meter for a reason at most; a seed is recovered as far as the house has put it up."""
    if reason in UNSHOWN:
        return before.overflow_cents
    return min(before.shown_cents, before.shortfall_cents) if reason == "seed_recovery" else before.shown_cents


def step_of(before: Reading, after: Reading) -> dict[str, int]:
    """What awards did to a meter, as a `won` says it."""
    return {
        "showed": before.shown_cents,
        "over": before.overflow_cents,
        "cents": after.won_cents - before.won_cents,
        "wins": after.wins - before.wins,
        "seeds": after.seeds - before.seeds,
        "shows": after.shown_cents,
        "overflows": after.overflow_cents,
    }


def after_win(meter: Meter, before: Reading, step: Mapping[str, int]) -> Reading:
    """The meter after awards: what it says fits what it was, to the cent."""
    seeds = step["seeds"] * meter.seed_cents
    left = before.shown_cents + before.overflow_cents - step["cents"] + seeds
    if (step["showed"], step["over"]) != (before.shown_cents, before.overflow_cents):
        raise OutOfOrder(f"the meter '{meter.name}' showed {before.shown_cents} cents, not {step['showed']}")
    if step["shows"] + step["overflows"] != left or min(step.values()) < 0:
        raise OutOfOrder(f"the meter '{meter.name}' had {left} cents left, not {step['shows'] + step['overflows']}")
    return replace(
        before,
        shown_cents=step["shows"],
        overflow_cents=step["overflows"],
        reserve_cents=before.reserve_cents - seeds,
        wins=before.wins + step["wins"],
        won_cents=before.won_cents + step["cents"],
        seeds=before.seeds + step["seeds"],
    )


_APPLY = {
    OPENED: Link._opened,
    GREW: Link._grew,
    GAVE_BACK: Link._gave_back,
    WON: Link._won,
    LOWERED: Link._lowered,
    SET: Link._set,
    REVEALED: Link._revealed,
}
