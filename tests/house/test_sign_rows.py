"""Every row on a sign can be won, and every row that can be won is on it: by playing, and by counting all hands."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from houseway.games import all_games
from houseway.games.game import Game, in_force
from houseway.games.lucky_lucky.play import OUTCOMES, lucky_lucky_outcome
from houseway.games.posted import Never, row_title, sign_sheet, winning_rows
from houseway.games.sheet import Setting
from houseway.house.configuration import TableConfig, default_room
from houseway.house.posting import posting_sign
from houseway.rules.refused import Refused
from tests.house.row_kit import Rows, rows_arranged, rows_seen

ROOM = default_room()


def different_tables() -> list[TableConfig]:
    """Of the tables that ship, one of each that pays the same."""
    return list({(table.game, *table.options.items()): table for table in ROOM.tables.values()}.values())


def table_of(game: Game, **options: Setting) -> TableConfig:
    return TableConfig.from_body({"name": "t", "game": game.slug, "tokes": True, "options": options})


def offered(table: TableConfig) -> list[str]:
    return [
        wager.name
        for wager in table.the_game.sheet.wagers
        if (wager.name in table.wagers if wager.placed else table.options.get(wager.name) is not False)
    ]


def posted_rows(table: TableConfig) -> Rows:
    """Rows on the sign, by wager and outcome: odds, and the prizes of each outcome."""
    game, settings = table.the_game, table.settings()
    rows = {(wager, outcome) for wager, outcome, _, _ in winning_rows(game, settings, offered(table))}
    titles = {box.title for box in posting_sign(ROOM, table).prizes}
    for box in sign_sheet(game).prizes:
        if box.title in titles:
            payer = box.name.removesuffix("_cents")
            wager = payer if payer in game.wagers else box.wager
            rows |= {
                (wager, outcome)
                for prizes in game.sheet.prizes
                if prizes.name == box.name and in_force(prizes.when, settings)
                for outcome, _ in prizes.amounts
            }
    return rows


def losing_rows(table: TableConfig) -> Rows:
    """Rows that lose the whole wager, and rows that are posted under the name of another."""
    game, settings = table.the_game, table.settings()
    pays = game.pays(settings)
    lost = {
        (wager, outcome)
        for w, wager in enumerate(game.wagers)
        for o, outcome in enumerate(game.outcomes)
        if pays[w, o].tolist() == [-1, 1]
    }
    same = {
        (each.wager, each.outcome) for each in sign_sheet(game).never if each.same and in_force(each.when, settings)
    }
    return (lost - posted_rows(table)) | same


def own(rows: Rows) -> Rows:
    """Bets for the dealers are paid by the rows of players' own."""
    return {(wager.removesuffix("_toke"), outcome) for wager, outcome in rows}


@cache
def played(name: str) -> Rows:
    table = ROOM.table(name)
    return rows_seen(table, 800) | rows_arranged(table)


@pytest.mark.parametrize("table", different_tables(), ids=lambda table: table.name)
def test_every_posted_row_can_be_won(table: TableConfig) -> None:
    assert own(posted_rows(table)) - own(played(table.name)) == set()


@pytest.mark.parametrize("table", different_tables(), ids=lambda table: table.name)
def test_every_row_that_can_be_won_is_posted(table: TableConfig) -> None:
    assert played(table.name) - losing_rows(table) <= posted_rows(table)


@pytest.mark.parametrize("table", different_tables(), ids=lambda table: table.name)
def test_the_sign_has_the_odds_of_those_rows_and_no_others(table: TableConfig) -> None:
    game, settings = table.the_game, table.settings()
    own_wagers = [wager for wager in offered(table) if not wager.endswith("_toke")]
    rows = {
        (row_title(game, settings, wager, outcome), num, den)
        for wager, outcome, num, den in winning_rows(game, settings, own_wagers)
    }
    sign = posting_sign(ROOM, table)
    on_sign = {row for box in sign.odds for row in box.rows}
    every_bet = {title for title, _, _ in rows} - {title for title, _, _ in on_sign}
    assert on_sign <= rows
    assert all("sixes" in title for title in every_bet), "only (1) to (3) share the title of ($)"
    pays = game.pays(settings)
    for wager, outcome, num, den in winning_rows(game, settings, own_wagers):
        assert pays[game.wagers.index(wager), game.outcomes.index(outcome)].tolist() == [num, den]


def can_be_live(game: Game, **options: Setting) -> bool:
    try:
        table_of(game, **options)
    except (Refused, ValueError):
        return False
    return True


every_setting = [
    pytest.param(game, option.name, setting, id=f"{game.slug}-{option.name}={setting}")
    for game in all_games()
    for option in game.sheet.options
    for setting in option.choices or (option.least, option.default, option.most)
    if can_be_live(game, **{option.name: setting})
]


@pytest.mark.parametrize(("game", "name", "setting"), every_setting)
def test_no_setting_lets_a_row_be_won_that_is_not_posted(game: Game, name: str, setting: Setting) -> None:
    table = table_of(game, **{name: setting})
    assert rows_seen(table, 120) - losing_rows(table) <= posted_rows(table)


nevers = [
    pytest.param(game, never, id=f"{game.slug}-{never.wager}-{never.outcome}")
    for game in all_games()
    for never in sign_sheet(game).never
]


@pytest.mark.parametrize(("game", "never"), nevers)
def test_what_cannot_come_up_does_not_and_comes_up_otherwise(game: Game, never: Never) -> None:
    """With the setting it is seen in no round and not posted; without it, it is posted."""
    row = (never.wager, never.outcome)
    ((name, settings),) = never.when.items()
    without = settings if isinstance(settings, tuple) else (settings,)
    for setting in without:
        table = table_of(game, **{name: setting})
        assert row not in posted_rows(table)
        if never.same:
            pays = game.pays(table.settings())
            both = [pays[game.wagers.index(never.wager), game.outcomes.index(o)] for o in (never.outcome, never.same)]
            assert both[0].tolist() == both[1].tolist(), "posted under the name of a row that pays the same"
        else:
            assert row not in rows_seen(table, 400) | rows_arranged(table)
    otherwise = next(each for each in game.options[name].choices if each not in without)
    assert row in posted_rows(table_of(game, **{name: otherwise}))


@pytest.mark.parametrize("decks", [1, 2, 3, 6])
def test_lucky_lucky_8_counts_every_hand_of_three_cards(decks: int) -> None:
    """Suited 7-7-7 takes three sevens of a suit: one and two decks have not got them, and do not post it."""
    hands = combinations_with_replacement(range(52), 3)
    reached = {
        OUTCOMES[lucky_lucky_outcome(*hand)] for hand in hands if all(hand.count(card) <= decks for card in hand)
    }
    (game,) = (game for game in all_games() if game.slug == "lucky_lucky")
    table = table_of(game, decks=decks)
    posted = {outcome for wager, outcome in posted_rows(table) if wager == "lucky_lucky"}
    assert posted == reached - {"lose"}
    assert ("suited_sevens" in posted) == (decks >= 3)
    assert ("Suited 7-7-7", 200, 1) in posting_sign(ROOM, table).odds[1].rows or decks < 3
