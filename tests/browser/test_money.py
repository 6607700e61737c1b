"""The browser's money is the ledger's, after every row of the tape; a toke is the dealers' there too."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from houseway.engine.replay import rules_of
from houseway.games import all_games
from houseway.games.game import Game
from houseway.house import events
from houseway.house.money import TOKES, ChipCount, chips_of, net_cents
from houseway.kit.wildness import wild_rounds
from houseway.rules.tape import BACK, DEAL, SETTLE, STAKE
from tests.browser.at_table import MINUS, Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.house.table_kit import ANNA
from tests.three_ways import Played, rounds_of

QUICK, WHOLE = 60, 100_000
BATCH = 250
SHARDS = 8  # of the whole, so that they can be shared out
IN_BROWSER = """async ({ toke, rounds }) => {
  const { followed, netOf } = await import("/js/purse.js");
  const game = { wagers: toke.map((each) => ({ toke: each })) };
  return rounds.map(({ tape, seats }) => ({ ...followed(game, tape, seats), net: netOf(game, tape, seats) }));
}"""


def by_the_ledger(game: Game, played: Played) -> list[tuple[int, int]]:
    """The person's chips and the dealers' after each row, by the reading of a tape that the ledger is made with."""
    owners = [ANNA.id if seat in played.seats else f"p{seat}" for seat in range(1, len(played.deal.wagers) + 1)]
    count = ChipCount(game, rules_of(game, played.deal.settings), played.deal.wagers, owners)
    chips = tokes = 0
    found = [(0, 0)]
    for row in range(len(played.tape)):
        moved = count.hear(played.tape[row : row + 1])
        for postings in (moved.put_up, moved.paid):
            chips += postings.get(chips_of(ANNA.id), 0)
            tokes += postings.get(TOKES, 0)
        found.append((chips, tokes))
    return found


def by_hand(game: Game, played: Played) -> list[tuple[int, int]]:
    """The same once more, from the words of the rules: a stake is the player's until it is put up, and theirs whose
    wager it was when it is settled."""
    toke = [wager.toke for wager in game.sheet.wagers]
    bets = enumerate(played.deal.wagers, 1)
    bet = {(seat, game.wagers.index(name)): cents for seat, each in bets for name, cents in each.items()}
    lies: dict[tuple[int, int, int], int] = defaultdict(int)
    purse, dealers = 0, 0
    found = [(0, 0)]
    for verb, seat, hand, wager, cents, won in played.tape.tolist():
        place = (seat, hand, wager)
        own = seat in played.seats
        if verb == STAKE:
            lies[place] += cents
            already = min(bet.get((seat, wager), 0), cents)
            bet[seat, wager] = bet.get((seat, wager), 0) - already
            purse -= cents - already if own else 0
        elif verb == BACK:
            lies[place] -= cents
            purse += cents if own else 0
        elif verb == SETTLE:
            theirs = lies.pop(place, 0) + won
            if toke[wager]:
                dealers += theirs
            elif own:
                purse += theirs
        found.append((purse, dealers))
    return found


def compare(page: Page, game: Game, rounds: Iterator[Played]) -> int:
    """Ledger, terminal and browser, and the words of the rules: how many rounds were compared, all of them equal.

    After every row the browser's balance, the reading of the tape that house and terminal share, and ours by hand are
    one; and at every choice and at the end so are the accounts of the ledger and the terminal's balance.
    """
    toke = [wager.toke for wager in game.sheet.wagers]
    compared = 0
    while batch := list(islice(rounds, BATCH)):
        asked = [{"tape": played.tape.tolist(), "seats": list(played.seats)} for played in batch]
        told: list[dict[str, Any]] = page.evaluate(IN_BROWSER, {"toke": toke, "rounds": asked})
        for played, shown in zip(batch, told, strict=True):
            after = by_hand(game, played)
            assert by_the_ledger(game, played) == after
            assert list(zip(shown["chips"], shown["tokes"], strict=True)) == after
            assert shown["net"] == net_cents(game, played.tape, played.seats)
            assert played.terminal == played.ledger
            for each in played.ledger:
                assert (each.chips, each.tokes) == after[each.rows]
            compared += 1
    return compared


def test_bets_are_put_up_before_the_first_card() -> None:
    """As the browser takes it: whatever a tape stakes before a card was bet before the round."""
    for game in all_games():
        for deal, now, _ in wild_rounds(game, 20, seed=3):
            verbs = now.tape[:, 0].tolist()
            first = verbs.index(DEAL)
            staked = sum(int(row[4]) for row in now.tape[:first] if row[0] == STAKE)
            assert staked == sum(sum(bets.values()) for bets in deal.wagers)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_ledger_terminal_and_browser_have_the_same_balances_after_every_row(game: Game, open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        assert compare(page, game, rounds_of(game, QUICK, seed=19)) == QUICK


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_ledger_terminal_and_browser_have_the_same_balances_after_every_row_of_100_000_rounds(
    game: Game, shard: int, open_page: OpenPage
) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        assert (
            compare(page, game, rounds_of(game, WHOLE // SHARDS, 1000 + shard, rounds_a_table=250)) == WHOLE // SHARDS
        )


def test_the_compared_rounds_have_the_last_dollar_tokes_and_pays_in_mid_round_in_them() -> None:
    """What the comparison is worth: poor and rich people, bets for the dealers, wagers paid before the last choice."""
    for game in all_games():
        rounds = list(rounds_of(game, QUICK, seed=19))
        early = [balance.chips for each in rounds for balance in each.ledger[:-1]]
        nothing_early = (
            "ez_baccarat",
            "fast_action_holdem",
            "three_card_poker",
            "ultimate_texas_holdem",
        )  # all at the end
        assert any(early) == (game.slug not in nothing_early)
        assert min(each.had for each in rounds) == 0
        assert max(each.had for each in rounds) > 100_000
        assert {each.hands for each in rounds} == set(range(1, game.sheet.hands_a_player_max + 1))
        has_toke = any(wager.toke for wager in game.sheet.wagers)
        assert any(balance.tokes for each in rounds for balance in each.ledger) == has_toke


def test_toke__a_won_toke_is_the_dealers_and_lucky_lucky_is_paid_before_play(open_page: OpenPage) -> None:
    """7-7-7 for the player and for the dealers: the player has 50 to 1 on the own bet while the hand is still on."""
    table = alone("lucky", hands_a_player=1)
    with serving(table, cards="7c 7d 7h 2c 5s Td Ts") as server:
        ada = Person(open_page(server.origin), server, "lucky").sit()
        had = ada.true_chips()
        ada.bet("blackjack", "lucky_lucky", "lucky_lucky_toke").deal()
        page = ada.page
        expect(page.locator(".dock.choosing")).to_be_visible()
        (paid,) = [row.body for row in server.house.pit.ledger.read("lucky") if row.kind == events.PAID]
        stakes = {each["wager"]: each["stake"] for each in paid["settled"]}
        assert ada.truth.playing
        assert paid["postings"][TOKES] == 51 * stakes["lucky_lucky_toke"]
        expect(page.locator(".balance")).to_have_attribute("data-cents", str(ada.true_chips()))
        expect(page.locator(".tokes")).to_have_attribute("data-cents", str(51 * stakes["lucky_lucky_toke"]))
        assert page.locator('.seat.own .spot[data-wager="lucky_lucky"] .stack').count() == 0, "chips leave the spot"
        ada.press_act("s")
        expect(page.locator(".dock.betting")).to_be_visible()
        expect(page.locator(".balance")).to_have_attribute("data-cents", str(ada.true_chips()))
        shown = page.locator(".seat.own .net").inner_text()
        for sign, plain in ((",", ""), ("$", ""), (MINUS, "-")):
            shown = shown.replace(sign, plain)
        assert round(float(shown) * 100) == ada.true_chips() - had


def test_chips_that_the_house_has_are_counted_once_before_it_answers(open_page: OpenPage) -> None:
    """Its picture with the bets on it may come before its answer to them."""
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        asked, held = [""], list[str]()

        def lay(line: WebSocketRoute) -> None:
            house = line.connect_to_server()

            def ask(said: str | bytes) -> None:
                asked.append(str(said))
                house.send(said)

            def answer(said: str | bytes) -> None:
                if '"done"' in str(said) and '"bet"' in asked[-1]:
                    held.append(str(said))
                else:
                    line.send(said)

            line.on_message(ask)
            house.on_message(answer)

        page.route_web_socket(re.compile("/socket$"), lay)
        ada = Person(page, server, "dakota").sit()
        before, version = ada.chips(), ada.truth.version
        ada.bet("dollar")
        page.wait_for_function("than => Number(document.querySelector('main').dataset.version) > than", arg=version)
        assert held, "the answer came"
        assert ada.chips() == before - 2000
