"""The sign at a table (WAC 230-15-060): limits, odds, prizes, caps, rounding, rules, and what to do in a dispute.

What is on it is here, from the table's configuration and the game's `sign.toml`: only what is in force, in the words of
a card room. How it looks is the matter of whoever shows it (`report/sign.py` in text, `report/sign_sheet.py` on paper).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.games.approval import worded
from houseway.games.betting import Limits, equal_to, is_required
from houseway.games.caps import cap_sentence
from houseway.games.game import Game, Settings, in_force
from houseway.games.options import Setting
from houseway.games.posted import (
    OddsBox,
    Posted,
    PrizeBox,
    SignSheet,
    capital,
    facts_of,
    is_on,
    odds_rows,
    prize_rows,
    sign_sheet,
)
from houseway.games.prints import FeltPrints, Payouts, felt_prints
from houseway.games.sheet import Wager
from houseway.games.words import counted, dollars, listed
from houseway.house.configuration import Carried, Room, TableConfig
from houseway.house.law import AUTHORITY
from houseway.progressives.jackpot import Progressive, Tier, percent

PLAY_MONEY = "Play money only."
NO_FELT = "#14624a"


@dataclass(frozen=True)
class PostedLimit:
    """Wagers that have one limit: apart from each other, or all of one size."""

    wagers: tuple[str, ...]
    limits: Limits
    note: str


@dataclass(frozen=True)
class PostedOdds:
    """Rows are (what happens, num, den); a push is 0 to 1, half a loss -1 to 2."""

    title: str
    rows: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class PostedRules:
    """The rules under one heading; each is a text and the list that belongs to it."""

    heading: str
    rules: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Sign:
    room: str
    table: str
    title: str  # the game's
    billing: tuple[str, ...]  # what sets the table apart, from its options
    maker: str
    felt: str  # a colour
    play_money: str
    departs: str  # in what the table departs from the approved rules, and why; '' is nothing
    limits: tuple[PostedLimit, ...]
    odds: tuple[PostedOdds, ...]
    prizes: tuple[Payouts, ...]  # fixed sums, or multiples of a pay, as they are said
    front: tuple[str, ...]  # the rules that a player needs at a glance
    cap: str  # '' is none
    rounding: str
    money: tuple[str, ...]  # buy-in, wagers a hand, hands a player
    rules: tuple[PostedRules, ...]  # all of them
    interruptions: tuple[str, ...]
    house_rules: tuple[str, ...]
    disputes: str
    authority: tuple[str, ...]


def posting_sign(room: Room, table: TableConfig) -> Sign:
    """Everything that a house has to post at a table, from its configuration alone."""
    game, settings = table.the_game, table.settings()
    sheet = sign_sheet(game)
    prizes = [box for box in sheet.prizes if _can_be_won(box, table)]
    posted = list(_posted(sheet, table, [box.name for box in prizes]))
    layout = game.sheet.layout
    return Sign(
        room=room.name,
        table=table.name,
        title=game.title,
        billing=_billing(game, sheet, table),
        maker=game.sheet.maker,
        felt=layout.felt if layout else NO_FELT,
        play_money=PLAY_MONEY,
        departs=table.departing,
        limits=tuple(_limits(table)),
        odds=tuple(PostedOdds(box.title, tuple(odds_rows(game, settings, box.wagers))) for box in _boxes(sheet, table)),
        prizes=tuple(Payouts(box.title, tuple(prize_rows(game, settings, box))) for box in prizes),
        front=tuple(worded(game, settings, each.front) for each in posted if each.front),
        cap=cap_sentence(game, settings),  # WAC 230-15-490
        rounding=_rounding(settings),
        money=(*_money(table), *map(_progressive, table.progressives)),
        rules=tuple(_rules(game, settings, posted)),
        interruptions=_interruptions(table),
        house_rules=room.house_rules,
        disputes=room.disputes.strip(),
        authority=AUTHORITY,
    )


def _billing(game: Game, sheet: SignSheet, table: TableConfig) -> tuple[str, ...]:
    said = [worded(game, table.settings(), line.text) for line in sheet.billing if in_force(line.when, _facts(table))]
    said.append(table.shuffler_mode().posted)
    said += [f"practice{': the best play is shown' if game.acts else ''}"] if table.practice else []
    return tuple(map(capital, said))


def _facts(table: TableConfig) -> dict[str, Setting]:
    return facts_of(table.settings(), {"tokes": table.tokes, "several_hands": table.hands_a_player > 1})


def _offered(wager: Wager, table: TableConfig) -> bool:
    """Bet before the round at this table, or arising in play unless the option of its name is off."""
    return wager.name in table.wagers if wager.placed else table.options.get(wager.name, True) is not False


def _limits(table: TableConfig) -> Iterator[PostedLimit]:
    """One for each wager, and one for required wagers that must be equal."""
    game, settings, limits = table.the_game, table.settings(), table.limits()
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    groups: dict[str, list[str]] = {}
    for wager in game.sheet.wagers:
        if wager.name in limits:
            twin = equal_to(wager, settings)
            groups.setdefault(twin if twin in groups and is_required(wager, settings) else wager.name, []).append(
                wager.name
            )
    for first, names in groups.items():
        wager = next(each for each in game.sheet.wagers if each.name == first)
        twin = equal_to(wager, settings)
        notes = ["required" if is_required(wager, settings) else "optional"]
        notes += ["all equal"] if len(names) > 1 else []
        notes += [f"equal to the {titles[twin]}"] if twin else []
        yield PostedLimit(tuple(titles[name] for name in names), limits[first], ", ".join(notes))


def _boxes(sheet: SignSheet, table: TableConfig) -> Iterator[OddsBox]:
    """The boxes of odds with the wagers that are offered; a wager that no box names has its own."""
    offered = [wager for wager in table.the_game.sheet.wagers if _offered(wager, table)]
    named = {name for box in sheet.odds for name in box.wagers}
    for box in sheet.odds:
        if wagers := tuple(wager.name for wager in offered if wager.name in box.wagers and not wager.toke):
            yield box.model_copy(update={"wagers": wagers})
    for wager in offered:
        if wager.name not in named and wager.placed:
            yield OddsBox(title=f"{wager.title} pays", wagers=(wager.name,))


def prints_on(table: TableConfig) -> FeltPrints:
    """What the felt of a table says."""
    prizes = [box.name for box in sign_sheet(table.the_game).prizes if _can_be_won(box, table)]
    return felt_prints(table.the_game, table.settings(), prizes)


def _can_be_won(box: PrizeBox, table: TableConfig) -> bool:
    """Its option is on, its wager can be bet high enough, and somebody else can be at the table if that is needed."""
    settings, limits = table.settings(), table.limits()
    if not is_on(box, settings) or box.wager not in limits or (box.others and table.seats < 2):
        return False
    return not box.least or limits[box.wager].most_cents >= int(settings[box.least])


def _posted(sheet: SignSheet, table: TableConfig, prizes: list[str]) -> Iterator[Posted]:
    """The rules in force at the table."""
    facts = _facts(table)
    for each in sheet.posted:
        if in_force(each.when, facts) and (not each.prizes or each.prizes in prizes):
            yield each


def _rules(game: Game, settings: Settings, posted: list[Posted]) -> Iterator[PostedRules]:
    for heading in dict.fromkeys(each.under for each in posted):
        rules = [(worded(game, settings, each.text), each.steps) for each in posted if each.under == heading]
        yield PostedRules(heading, tuple(rules))


def _rounding(settings: Settings) -> str:
    cents = int(settings["grain_cents"])
    grain = "cent" if cents == 1 else dollars(cents)
    ways = {"house": "down to the full", "nearest": "to the nearest", "player": "up to the full"}
    return f"Pays are rounded {ways[str(settings['rounding'])]} {grain}."


def _money(table: TableConfig) -> tuple[str, ...]:
    hands = "one hand" if table.hands_a_player == 1 else f"up to {table.hands_a_player} hands"
    wagers = "one wager" if table.wagers_a_hand_max == 1 else f"{table.wagers_a_hand_max} wagers"
    apart = ", bets for the dealers apart" if table.tokes else ""
    said = [
        f"Buy-in {dollars(table.buy_in_least_cents)} to {dollars(table.buy_in_most_cents)}. "
        "Chips are sold and redeemed at the same value.",
        f"{counted(table.seats, 'seat')}. A player has {hands}, with at most {wagers} on a hand before the cards"
        f"{apart}.",
    ]
    if bots := sorted(seat for bots in table.bots for seat in bots.seats):
        seats = f"Seat {bots[0]} is" if len(bots) == 1 else f"Seats {listed([str(seat) for seat in bots])} are"
        said.append(f"{seats} played by the house's software, marked as bots.")
    return tuple(said)


def _progressive(carried: Carried) -> str:
    """The bet, what its tiers win, its caps as they must be posted, and that large awards are paid by hand."""
    terms = carried.progressive
    costs = f"{dollars(terms.bet_cents)}, with a bet on" if terms.bet_cents else "in with every bet on"
    tiers = [f"{_outcomes(tier)} wins {_won(terms, tier)}" for tier in terms.tiers]
    caps = "".join(
        f" The {each.title} shows at most {dollars(each.cap_cents)}; what grows beyond is on the next one."
        for each in terms.meters
        if each.cap_cents
    )
    must = "".join(
        f" The {each.title} is won by the bet that brings it to a hidden amount, {dollars(each.most_cents)} at most."
        for each in terms.meters
        if each.must_hit_by_cents
    )
    wins = f": {listed(tiers)}." if tiers else "."
    return (
        f"{terms.title} ({costs} {terms.wager.replace('_', ' ')}){wins}{caps}{must} "
        f"An award above {dollars(carried.hand_pay_cents)} is paid by a supervisor."
    )


def _outcomes(tier: Tier) -> str:
    return " or ".join(outcome.replace("_", " ") for outcome in tier.outcomes)


def _won(terms: Progressive, tier: Tier) -> str:
    won = f"{percent(tier.share)} of the {terms.meter(tier.meter).title}" if tier.meter else dollars(tier.fixed_cents)
    shared = f", {percent(tier.shared)} divided among the others with the bet" if tier.shared else ""
    return won + shared + (f", {dollars(tier.envy_cents)} to each other player with the bet" if tier.envy_cents else "")


def _interruptions(table: TableConfig) -> tuple[str, ...]:
    goes_back = "bets still in action are returned, and what was settled stands"
    restarted = {"go_on": "goes on where it was", "void": f"is void: {goes_back}"}[table.on_restart]
    deciding = (
        f"Bets are taken for {table.betting_clock_s} seconds, and a decision has {table.decision_clock_s}.",
        f"A player who does not decide in time has the hand played by the {table.silent} strategy, "
        "with no more chips put up.",
    )
    return (
        *(deciding if table.the_game.acts else (f"Bets are taken for {table.betting_clock_s} seconds.",)),
        f"A seat is kept {table.keep_seat_s} seconds for a player who is cut off, "
        f"and given up after {counted(table.away_rounds_max, 'round')} without a bet.",
        f"A round that is interrupted {restarted}. A malfunction voids the round: {goes_back}.",
    )
