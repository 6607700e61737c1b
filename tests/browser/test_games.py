"""Each game is played from the lobby to the end of a round: by clicking, and without a mouse."""

import pytest
from playwright.sync_api import expect

from houseway.house.table import Table
from tests.browser.at_table import MINUS, Person, alone, serving, tab_to
from tests.browser.conftest import OpenPage

BETS = {
    "dakota": ("dollar",),
    "holdem": ("ante", "bonus"),
    "super-fun": ("blackjack",),
    "triple-shot": ("war", "blackjack", "poker", "hat_trick"),
    "lucky": ("blackjack", "lucky_lucky", "lucky_break", "lucky_lucky_toke"),
    "three-card-practice": ("ante", "pair_plus", "six_card_bonus"),
    "war-practice": ("bet", "tie"),
    "mississippi-practice": ("ante",),
    "let-it-ride-practice": ("one", "three_card_bonus"),
    "baccarat-practice": ("player", "tie", "panda_8"),
    "ultimate-practice": ("ante", "trips"),
}
BUSY = {  # cards with which every game that asks anything does
    "dakota": "6c 6d Ah Kh 2s",
    "holdem": "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs",
    "super-fun": "Tc 6d 5h Ts",
    "triple-shot": "Kd 6d 5h Ts 2c 3c 4c 9d",
    "lucky": "Tc 6d 5h Ts Td",
    "three-card-practice": "Ac Kd 9h 4s 2c 7d",
    "war-practice": "Tc Td 2s 3s 4s 8h 5d 6d 7d 2h",
    "mississippi-practice": "6c 6d Ah Kh 2s",
    "let-it-ride-practice": "6c 6d Ah Kh 2s",
    "baccarat-practice": "2c 9h 6d 4s 8h",
    "ultimate-practice": "6c 6d Ah Kh 2s 3c 9h Td Qs",
}


@pytest.mark.parametrize("name", BETS)
def test_is_played_by_clicking(name: str, open_page: OpenPage) -> None:
    with serving(alone(name, practice=False), cards=BUSY[name]) as server:
        page = open_page(server.origin)
        page.goto("/")
        page.get_by_label("Play as").fill("Ada")
        page.get_by_role("button", name="Sit down").click()
        ada = Person(page, server, name)
        expect(page.locator(".dock.betting")).to_be_visible()
        ada.bet(*BETS[name]).deal()
        while ada.truth.playing:
            ada.wait_turn()
            if page.locator(".pick").count():
                ada.pick(1, 2)
            ada.choose(page.locator(".acts button:not([disabled]) .act-name").last.evaluate("it => it.firstChild.data"))
        ada.wait_over()
        verify_told(ada)


@pytest.mark.parametrize("name", BETS)
def test_is_played_without_a_mouse(name: str, open_page: OpenPage) -> None:
    with serving(alone(name, practice=False), cards=BUSY[name]) as server:
        page = open_page(server.origin)
        page.goto("/")
        expect(page.locator(".game").first).to_be_visible()
        tab_to(page, "#your-name")
        page.keyboard.type("Ada")
        tab_to(page, ".doors .button")
        page.keyboard.press("Enter")
        ada = Person(page, server, name)
        expect(page.locator(".dock.betting")).to_be_visible()
        for wager in BETS[name]:
            tab_to(page, f".spot[data-wager={wager}].open")
            page.keyboard.press("Enter")
        ada.press_deal()
        while ada.truth.playing:
            ada.wait_turn()
            offered = ada.truth.round.acts_within(10**9)  # type: ignore[union-attr]
            ada.press_act(ada.truth.game.sheet.acts[offered[-1]].key)
        ada.wait_over()
        verify_told(ada)


def verify_told(person: Person) -> None:
    """What the page says of the round is what the house paid."""
    table = person.truth
    assert table.rounds == 1
    assert person.chips() == person.true_chips()
    net = (person.page.locator(".own .net").text_content() or "").replace(MINUS, "-").replace("even", "$0")
    assert net == signed(won(table))
    (told,) = person.page.locator(".dock .said").all_text_contents()
    assert table.round is not None
    settled = {name for wagers in table.round.won().values() for name, cents in wagers.items() if cents}
    assert settled
    assert all(wager.title in told for wager in table.game.sheet.wagers if wager.name in settled and not wager.toke)


def won(table: Table) -> int:
    """Cents that the round brought the player: what is won for the dealers is theirs, and costs its stake."""
    assert table.round is not None
    toke = {wager.name for wager in table.game.sheet.wagers if wager.toke}
    own = sum(cents for wagers in table.round.won().values() for name, cents in wagers.items() if name not in toke)
    given = sum(cents for bets in table.round.wagers for name, cents in bets.items() if name in toke)
    return own - given


def signed(cents: int) -> str:
    text = f"${abs(cents) // 100}" + (f".{abs(cents) % 100:02d}" if cents % 100 else "")
    return f"{'+' if cents > 0 else '-' if cents < 0 else ''}{text}"
