"""Why bets ended as they did: sentences on the felt and for readers, the cards that count lifted, totals kept."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults
from tests.browser.test_verdicts import is_seen

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SIGHTS = pytest.mark.parametrize("sight", [DESKTOP, PHONE], ids=["desktop", "phone"])
LOST = "Ac Kd 9h 4s 2c  Td 8s 7h 7d  3c 3d Jh Qs"
WHY_LOST = [
    "Dealer's pair of threes beats your ace high; the house way kept a pair of threes.",
    "Your ace high loses: the Bonus needs three of a kind or better.",
]
THREE_GAMES = "Kh 9c 8d Td Jc Ks 2h 3d"
WHY_THREE = [
    "War: your king beats the dealer's nine.",
    "Blackjack: dealer's 19 beats your 18.",
    "The Hat Trick is lost with Blackjack.",
    "Poker: your pair of kings pays 1 to 1.",
]
LONG_VERDICT = """([at, words]) => {
  const [main, felt] = ['main', '.felt'].map((each) => document.querySelector(each));
  document.querySelector(at).firstChild.data = words;
  const [dealer, community] = [...document.querySelectorAll('.house-hand')].map((each) => each.getBoundingClientRect());
  const plate = document.querySelector('.own .plate');
  plate.scrollIntoView({ block: 'nearest' });
  const { bottom } = plate.getBoundingClientRect();
  return {
    aside: dealer.top === community.top, scrolls: main.scrollHeight > main.clientHeight,
    reached: bottom <= document.querySelector('.dock-holder').getBoundingClientRect().top + 1,
    railed: bottom <= felt.getBoundingClientRect().bottom,
  };
}"""


TOLD = """async () => {
  const [{ loadGame }, { explain, payText }] = await Promise.all([import('/js/game.js'), import('/js/words.js')]);
  const told = [];
  for (const { slug } of await (await fetch('/api/games')).json()) {
    const game = await loadGame(slug);
    const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    game.outcomes.forEach(({ name }, outcome) => {
      const paid = game.wagers.map((wager) => game.paytables.find((table) => table.wagers.includes(wager.name)
        && table.pays.some(([row]) => row === name))?.pays.find(([row]) => row === name));
      const won = (pay) => (500 * pay[1]) / pay[2];
      const ends = (wager) => ({ outcome, cents: paid[wager] ? won(paid[wager]) : -500, stake: 500 });
      const settled = new Map(game.wagers.map((_, wager) => [`1.0.${wager}`, ends(wager)]));
      told.push(...explain(game, options, { settled }, 1));
      told.push(...game.wagers.map((_, wager) => payText(game, options, wager, ends(wager))));
    });
  }
  return told;
}"""


def picture(page: Page, name: str) -> None:
    """Kept where somebody wants to look at it."""
    if folder := os.environ.get("HOUSEWAY_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}-{page.viewport_size['width']}.png")  # type: ignore[index]


@SIGHTS
def test_a_lost_hand_is_explained_with_its_five_cards_lifted(sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=LOST) as server:
        ada = Person(open_page(server.origin, **sight), server, "holdem").sit().bet("ante", "bonus").deal()
        expect(ada.page.locator(".why")).to_have_count(0)
        ada.pick(1, 2).choose_act("keep_12")
        ada.wait_over()
        expect(ada.page.locator(".why li")).to_have_text(WHY_LOST)
        expect(ada.page.locator(".why")).to_be_in_viewport()
        assert all(text.removesuffix(".") in ada.page.locator("[aria-live]").inner_text() for text in WHY_LOST)
        lifted = ada.page.locator(".card.counts").evaluate_all("all => all.map((one) => one.ariaLabel)")
        assert sorted(lifted) == [
            "ace of clubs", "eight of spades", "king of diamonds", "nine of hearts", "ten of diamonds",
        ]  # fmt: skip
        assert ada.discards(".house") == ["jack of hearts", "queen of spades"]  # still seen, dimmed
        dim = ada.page.locator(".house .discarded").evaluate("it => Number(getComputedStyle(it).opacity)")
        assert dim < 0.7
        assert faults(ada.page) == []
        picture(ada.page, "why-holdem")
        if sight is DESKTOP:
            fits = {"aside": True, "scrolls": False, "reached": True, "railed": True}
            longest = [".house .hand-text", "full house, queens over sevens"]
            assert ada.page.evaluate(LONG_VERDICT, longest) == fits
            assert ada.page.evaluate(LONG_VERDICT, [".why li", "two pair " * 300]) == {**fits, "scrolls": True}
        ada.bet("ante")
        expect(ada.page.locator(".why")).to_have_count(0)


@SIGHTS
def test_triple_shot_keeps_the_total_of_each_game_beside_its_bet(sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("triple-shot"), cards=THREE_GAMES) as server:
        ada = Person(open_page(server.origin, **sight), server, "triple-shot").sit()
        ada.bet("war", "blackjack", "poker", "hat_trick").deal()
        ada.wait_turn()
        expect(ada.spot("war").locator(".made")).to_have_text("K v 9")  # settled before the choice
        expect(ada.page.locator(".why li")).to_have_text(WHY_THREE[:1])
        ada.choose("Stand").wait_over()
        expect(ada.page.locator(".why li")).to_have_text(WHY_THREE)
        shown = [ada.spot(name).locator(".made").inner_text() for name in ("war", "blackjack", "poker")]
        assert shown == ["K v 9", "18 v 19", "pair of kings"]
        for name in ("war", "blackjack", "poker"):
            expect(ada.spot(name).locator(".made")).to_be_in_viewport(ratio=1)
        dock = ada.page.locator(".dock.betting")
        expect(dock).to_contain_text("War: wins, +$5 · Blackjack, Hat Trick: each loses, \N{MINUS SIGN}$5 · Poker: ")
        pieces = dock.locator(".sum").evaluate_all("all => all.map((one) => one.getClientRects().length)")
        assert pieces == [1, 1, 1]  # no line ends between a minus and its sum
        assert faults(ada.page) == []
        picture(ada.page, "why-triple")


def test_the_record_of_a_round_names_whose_hand_it_was(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=LOST) as server:
        ada = Person(open_page(server.origin), server, "holdem").sit().bet("ante", "bonus").deal()
        ada.pick(1, 2).choose_act("keep_12").wait_over()
        ada.page.goto("/round/holdem/1")
        steps = ada.page.locator(".calls .step")
        expect(steps.filter(has_text="Ante: lost")).to_contain_text("Dealer's pair of threes beats Ada's ace high")
        expect(ada.page.locator(".card.counts")).to_have_count(5)
        picture(ada.page, "why-round")


def test_hands_of_a_split_are_told_apart_and_each_result_is_seen(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="8h Tc 8d 9c Th Ts") as server:
        ada = Person(open_page(server.origin, **PHONE), server, "super-fun").sit().bet("blackjack").deal()
        ada.choose("Split").choose("Stand").choose("Stand").wait_over()
        expect(ada.page.locator(".why li")).to_have_text(
            ["Hand 1: dealer's 19 beats your 18.", "Hand 2: dealer's 19 beats your 18."]
        )
        results = ada.page.locator(".own .result")
        expect(results).to_have_count(2)
        assert all(is_seen(each) for each in (*results.all(), ada.page.locator(".own .net")))
        picture(ada.page, "why-split")


def test_no_phrase_of_the_dock_has_a_capital_in_its_middle(open_page: OpenPage) -> None:
    """Every way in which every bet of every game can end, told of one bet and of several at once."""
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        told = page.evaluate(TOLD)
        assert "Poker: flush pays 5 to 1: $25" in told
        assert "($), (1), (2), (3): each a pair of sixes or better pays 1 to 1: $5" in told
        assert [text for text in told if re.search(r"(: |each )[A-Z]", text)] == []
