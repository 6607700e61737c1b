"""The sign at a table (WAC 230-15-060): limits, odds, prizes, caps, rounding, rules, and what to do in a dispute.

What is on it is here; how it looks is the matter of whoever shows it (`report/sign.py` in the terminal).
"""

from dataclasses import dataclass

from houseway.games.betting import Limits, dollars, equal_to, is_required
from houseway.games.caps import cap_sentence
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Option, Prizes, Setting, Wager
from houseway.house.configuration import Room, TableConfig
from houseway.house.law import AUTHORITY


@dataclass(frozen=True)
class PostedLimit:
    wager: str
    limits: Limits
    note: str


@dataclass(frozen=True)
class PostedOdds:
    """A paytable in force: rows are (outcome, num, den)."""

    code: str
    wagers: tuple[str, ...]
    rows: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class PostedPrizes:
    """Fixed sums in cents, or multiples of a pay."""

    title: str
    in_cents: bool
    rows: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class PostedOption:
    title: str
    setting: str
    about: str


@dataclass(frozen=True)
class Sign:
    room: str
    table: str
    title: str
    game: str
    maker: str
    play_money: str
    limits: tuple[PostedLimit, ...]
    odds: tuple[PostedOdds, ...]
    prizes: tuple[PostedPrizes, ...]
    cap: str  # '' is none
    rounding: str
    money: tuple[str, ...]  # buy-in, wagers a hand, hands a player
    options: tuple[PostedOption, ...]
    interruptions: tuple[str, ...]
    house_rules: tuple[str, ...]
    disputes: str
    authority: tuple[str, ...]


def posting_sign(room: Room, table: TableConfig) -> Sign:
    """Everything that a house has to post at a table, from its configuration alone."""
    game, settings = table.the_game, table.settings()
    offered = [wager for wager in game.sheet.wagers if _offered(wager, table)]
    return Sign(
        room=room.name,
        table=table.name,
        title=table.title,
        game=game.title,
        maker=game.sheet.maker,
        play_money="Play money only.",
        limits=tuple(_limit(game, wager, table) for wager in offered if wager.placed),
        odds=tuple(_odds(game, settings, offered)),
        prizes=tuple(_prizes(game, settings)),
        cap=cap_sentence(game, settings),
        rounding=_rounding(settings),
        money=_money(table),
        options=tuple(_options(game, settings)),
        interruptions=_interruptions(table),
        house_rules=room.house_rules,
        disputes=room.disputes.strip(),
        authority=AUTHORITY,
    )


def _offered(wager: Wager, table: TableConfig) -> bool:
    """Bet before the round at this table, or arising in play unless the option of its name is off."""
    return wager.name in table.wagers if wager.placed else table.options.get(wager.name, True) is not False


def _limit(game: Game, wager: Wager, table: TableConfig) -> PostedLimit:
    titles = {each.name: each.title for each in game.sheet.wagers}
    twin = equal_to(wager, table.options)
    notes = ["required" if is_required(wager, table.options) else "for the dealers" if wager.toke else "optional"]
    notes += [f"equal to {titles[twin]}"] if twin else []
    return PostedLimit(wager.title, table.limits()[wager.name], ", ".join(notes))


def _odds(game: Game, settings: Settings, offered: list[Wager]) -> list[PostedOdds]:
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    posted = []
    for paytable in game.sheet.paytables:
        wagers = tuple(wager.title for wager in offered if wager.name in paytable.wagers)
        if wagers and in_force(paytable.when, settings):
            rows = tuple((words[outcome], num, den) for outcome, num, den in paytable.pays)
            posted.append(PostedOdds(paytable.code, wagers, rows))
    return posted


def _prizes(game: Game, settings: Settings) -> list[PostedPrizes]:
    """Lists in force; one that is named after a wager is posted only where that wager's option is on."""
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    return [
        PostedPrizes(
            _prizes_title(game, prizes),
            prizes.name.endswith("_cents"),
            tuple((words[outcome], amount) for outcome, amount in prizes.amounts),
        )
        for prizes in game.sheet.prizes
        if in_force(prizes.when, settings) and settings.get(prizes.name.removesuffix("_cents"), True) is not False
    ]


def _prizes_title(game: Game, prizes: Prizes) -> str:
    name = prizes.name.removesuffix("_cents")
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    return titles.get(name, _words(name))


def _rounding(settings: Settings) -> str:
    grain = dollars(int(settings["grain_cents"]))
    ways = {
        "house": f"Pays are rounded down to a multiple of {grain}.",
        "nearest": f"Pays are rounded to the nearest multiple of {grain}.",
        "player": f"Pays are rounded up to a multiple of {grain}.",
    }
    return ways[str(settings["rounding"])]


def _money(table: TableConfig) -> tuple[str, ...]:
    hands = "one hand" if table.hands_a_player == 1 else f"up to {table.hands_a_player} hands"
    wagers = "one wager" if table.wagers_a_hand_max == 1 else f"{table.wagers_a_hand_max} wagers"
    apart = ", bets for the dealers apart" if table.tokes else ""
    return (
        f"Buy-in {dollars(table.buy_in_least_cents)} to {dollars(table.buy_in_most_cents)}; "
        "chips are sold and redeemed at the same value.",
        f"A player has {hands}; at most {wagers} on a hand before the cards{apart}.",
        f"{table.seats} seats. {table.shuffler_mode().about.capitalize()}.",
    )


def _options(game: Game, settings: Settings) -> list[PostedOption]:
    """What the house chose where the rules leave it open; the cap and rounding have sentences of their own."""
    return [
        PostedOption(
            _words(option.name), _setting_text(option, settings[option.name]), option.about.replace(", in cents", "")
        )
        for option in game.sheet.options
        if option.name not in ("cap_cents", "cap_per")
    ]


def _words(name: str) -> str:
    return name.removesuffix("_cents").replace("_", " ").capitalize()


def _setting_text(option: Option, setting: Setting) -> str:
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    return dollars(int(setting)) if option.name.endswith("_cents") else str(setting).replace("_", " ")


def _interruptions(table: TableConfig) -> tuple[str, ...]:
    restarted = {"go_on": "goes on where it was", "void": "is void, and its bets are returned"}[table.on_restart]
    return (
        f"Bets are taken for {table.betting_clock_s} seconds; a decision has {table.decision_clock_s}.",
        f"The hand of a silent player follows the strategy '{table.silent}' and puts up no more chips.",
        f"A seat is kept {table.keep_seat_s} seconds for a player who is cut off, "
        f"and given up after {table.away_rounds_max} rounds without a bet.",
        f"A round that was on when the server stopped {restarted}. A malfunction voids the round.",
    )
