"""The browser's money is the ledger's, after every row of the tape; a toke is the dealers' there too."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.engine.replay import Deal, rules_of
from houseway.games import all_games
from houseway.games.game import Game
from houseway.house import events
from houseway.house.money import TOKES, ChipCount, chips_of, net_cents
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, DEAL, SETTLE, STAKE
from tests.browser.at_table import MINUS, Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.wildness import Twins, random_table, wild_rounds

QUICK, WHOLE = 40, 100_000
BATCH = 250
IN_BROWSER = """async ({ toke, tapes, seats }) => {
  const { followed, netOf } = await import("/js/purse.js");
  const game = { wagers: toke.map((each) => ({ toke: each })) };
  return tapes.map((rows) => ({ ...followed(game, rows, seats), net: netOf(game, rows, seats) }));
}"""


def by_the_ledger(game: Game, deal: Deal, tape: Words) -> list[tuple[int, int]]:
    """Seat 1's chips and the dealers' after each row, counted by the reading of a tape that the ledger is made with."""
    owners = [f"p{seat}" for seat in range(1, len(deal.wagers) + 1)]
    count = ChipCount(game, rules_of(game, deal.settings), deal.wagers, owners)
    chips = tokes = 0
    found = [(0, 0)]
    for row in range(len(tape)):
        moved = count.hear(tape[row : row + 1])
        for postings in (moved.put_up, moved.paid):
            chips += postings.get(chips_of("p1"), 0)
            tokes += postings.get(TOKES, 0)
        found.append((chips, tokes))
    return found


def by_hand(game: Game, deal: Deal, tape: Words) -> list[tuple[int, int]]:
    """The same once more, from the words of the rules: a stake is the player's until it is put up, and theirs whose
    wager it was when it is settled."""
    toke = [wager.toke for wager in game.sheet.wagers]
    bet = {game.wagers.index(name): cents for name, cents in deal.wagers[0].items()}
    lies: dict[tuple[int, int, int], int] = defaultdict(int)
    purse, dealers = 0, 0
    found = [(0, 0)]
    for verb, seat, hand, wager, cents, won in tape.tolist():
        place = (seat, hand, wager)
        if verb == STAKE:
            lies[place] += cents
            if seat == 1:
                already = min(bet.get(wager, 0), cents)
                bet[wager] = bet.get(wager, 0) - already
                purse -= cents - already
        elif verb == BACK:
            lies[place] -= cents
            purse += cents if seat == 1 else 0
        elif verb == SETTLE:
            theirs = lies.pop(place, 0) + won
            if toke[wager]:
                dealers += theirs
            elif seat == 1:
                purse += theirs
        found.append((purse, dealers))
    return found


def quick(game: Game) -> Iterator[tuple[Deal, Words]]:
    for deal, now, _ in wild_rounds(game, QUICK, seed=19):
        if deal.wagers[0]:
            yield deal, now.tape


def many(game: Game) -> Iterator[tuple[Deal, Words]]:
    import random

    rng = random.Random(19)
    for number in range(WHOLE):
        if number % 500 == 0:
            table = random_table(game, rng)
            twins = Twins(table)
        felt = twins.compiled(19, number)
        if table.wagers[0]:
            yield table.deal(19, number), felt.tape[: felt.tape_at[0]].copy()


def compare(page: Page, game: Game, rounds: Iterator[tuple[Deal, Words]]) -> int:
    toke = [wager.toke for wager in game.sheet.wagers]
    compared = 0
    while batch := list(islice(rounds, BATCH)):
        asked = {"toke": toke, "tapes": [tape.tolist() for _, tape in batch], "seats": [1]}
        told: list[dict[str, Any]] = page.evaluate(IN_BROWSER, asked)
        for (deal, tape), shown in zip(batch, told, strict=True):
            ledger = by_the_ledger(game, deal, tape)
            assert ledger == by_hand(game, deal, tape)
            assert list(zip(shown["chips"], shown["tokes"], strict=True)) == ledger
            assert shown["net"] == net_cents(game, tape, [1])
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
def test_ledger_and_browser_have_the_same_balances_after_every_row(game: Game, open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        assert compare(page, game, quick(game)) >= QUICK // 4


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_ledger_and_browser_have_the_same_balances_after_every_row_of_many_rounds(
    game: Game, open_page: OpenPage
) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        assert compare(page, game, many(game)) > WHOLE // 2


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
        page.keyboard.press("s")
        expect(page.locator(".dock.betting")).to_be_visible()
        expect(page.locator(".balance")).to_have_attribute("data-cents", str(ada.true_chips()))
        shown = page.locator(".seat.own .net").inner_text()
        for sign, plain in ((",", ""), ("$", ""), (MINUS, "-")):
            shown = shown.replace(sign, plain)
        assert round(float(shown) * 100) == ada.true_chips() - had
