"""Who listens to a table hears the tape: every card, total and result, in order and once, also while cards fly."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.report.felt_lines import total_text
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.poker import describe
from houseway.rules.tape import DEAL, DISCARD, MOVE, SAY, SAY_RANKED, SETTLE, TURN
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_games import BETS, BUSY
from tests.house.table_kit import table_of

RANKS = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
CARD = re.compile(
    rf"^([^:]+): ((?:{'|'.join(RANKS)}) of (?:{'|'.join(SUITS)}))(?: makes (?:soft )?(\d+)(?:, bust)?)?\.$"
)
LISTEN = """() => {
  const LIVE = '[role=log], [role=status], [role=alert], [aria-live]';
  const regionOf = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE);
  window.heard = [];
  const tell = (node) => { if (node.textContent) window.heard.push(node.textContent); };
  new MutationObserver((records) => {
    const whole = new Set();  // a status is read as a whole, a log line by line
    for (const { target, addedNodes } of records) {
      const region = regionOf(target);
      if (region?.role === 'log') addedNodes.forEach(tell);
      else if (region) whole.add(region);
      else for (const node of addedNodes) {
        if (node.matches?.(LIVE)) whole.add(node);
        node.querySelectorAll?.(LIVE).forEach((each) => whole.add(each));
      }
    }
    whole.forEach((each) => each.isConnected && tell(each));
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def listening(person: Person) -> Person:
    person.page.evaluate(LISTEN)
    person.page.evaluate("async () => (await import('/js/settings.js')).choose('pace', 'fast')")
    return person


def heard(page: Page) -> list[str]:
    return [str(each) for each in page.evaluate("window.heard")]


def told(tape: Any, game: Game, names: dict[int, str]) -> list[tuple[str, ...]]:
    """What the rows of a tape are to somebody who hears of these seats: cards with totals, ranks and results."""
    held: dict[tuple[int, int], list[int]] = {}
    closed: set[tuple[int, int]] = set()
    found: list[tuple[str, ...]] = []
    layout = game.sheet.layout
    assert layout is not None
    totals = layout.totals
    for verb, seat, hand, a, b, c in (map(int, row) for row in tape):
        cards = held.setdefault((seat, hand), [])
        house = layout.community_title if hand == COMMUNITY else layout.dealer_title
        who = house if seat == HOUSE else names.get(seat, "")
        who += f", hand {hand + 1}" if hand and seat != HOUSE else ""
        if verb == DEAL:
            cards.append(a)
        elif verb == TURN:
            cards[a] = b
        elif verb == MOVE:
            held.setdefault((seat, b), []).append(cards.pop(a))
        elif verb == DISCARD:
            cards.pop(a)
        elif verb == SETTLE:
            wager = game.sheet.wagers[a]
            closed |= {(seat, hand)} if wager.name == totals else set()
            found += [("paid", who, wager.title, dollars(abs(c)) if c else "")] if who else []
        elif verb == SAY and a == SAY_RANKED and who:
            found.append(("ranked", who, describe(b)))
        card = {DEAL: a, TURN: b}.get(verb, -1)
        if who and card >= 0:
            counts = totals and (seat, hand) != (HOUSE, COMMUNITY) and (seat, hand) not in closed
            whole = len(cards) > 1 and -1 not in cards
            total = total_text(cards).removeprefix("soft ") if counts and whole else ""
            found.append(("card", who, f"{RANKS[card >> 2]} of {SUITS[card & 3]}", total))
    return found


def parsed(lines: list[str], game: Game) -> list[tuple[str, ...]]:
    """The same, read off what was heard; turns, acts and the like are left out."""
    titles = sorted((wager.title for wager in game.sheet.wagers), key=len, reverse=True)
    paid = re.compile(rf"^([^:]+): ({'|'.join(map(re.escape, titles))}): (.+)\.$")
    found: list[tuple[str, ...]] = []
    for line in (each for each in lines if not each.startswith("The dealer ")):
        if card := CARD.match(line):
            found.append(("card", card[1], card[2], card[3] or ""))
        elif result := paid.match(line):
            cents = re.search(r"(?<!\d)\$[\d,.]*\d", result[3].split(". ")[0])
            pushed = "returned" in result[3] or "nothing won" in result[3]
            found.append(("paid", result[1], result[2], cents[0] if cents and not pushed else ""))
        elif re.match(r"^[^:]+: .*(pair|high|three|straight|flush|full house|four|five|royal)[^:;]*\.$", line):
            who, rank = line.removesuffix(".").split(": ")
            found.append(("ranked", who, rank))
    return found


def play_on(person: Person) -> None:
    """Any act, until the round is over."""
    while person.truth.playing:
        person.wait_turn()
        offered = person.truth.round.acts_within(10**9)  # type: ignore[union-attr]
        person.press_act(person.truth.game.sheet.acts[offered[0]].key)
    person.wait_over()


def seen_tape(person: Person) -> Any:
    table = person.truth
    (player,) = [each.id for each in table.players.values() if not each.bot]
    assert table.round is not None
    return table.round.seen_by(player)


@pytest.mark.parametrize("name", BETS)
def test_a_round_is_heard_as_the_tape_has_it(name: str, open_page: OpenPage) -> None:
    with serving(alone(name), cards=BUSY[name]) as server:
        ada = listening(Person(open_page(server.origin, motion=True), server, name).sit()).bet(*BETS[name]).deal()
        play_on(ada)
        expect(ada.page.locator("[role=log] p").last).to_contain_text("The round is over")
        game, lines = ada.truth.game, heard(ada.page)
        assert parsed(lines, game) == told(seen_tape(ada), game, {1: "You"})
        layout = game.sheet.layout
        assert layout is not None
        houses = (f"{layout.dealer_title}: ", f"{layout.community_title}: ")  # who may be called as a bet is
        named = [line for line in lines if any(f"{wager.title}: " in line for wager in game.sheet.wagers)]
        results = [line for line in named if not line.startswith(houses)]
        assert len(results) == len([each for each in parsed(lines, game) if each[0] == "paid"])  # told nowhere else
        turns = sum(line.startswith("Your turn") for line in lines)
        assert turns == len(ada.truth.round.choices)  # type: ignore[union-attr]
        assert lines.count("No more bets.") == 1


def test_both_hands_of_a_split_are_heard_apart(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="8c 6d 8h Ts 3c Tc 9d") as server:
        ada = listening(Person(open_page(server.origin, motion=True), server, "super-fun").sit()).bet("blackjack")
        ada.deal().choose("Split")
        play_on(ada)
        expect(ada.page.locator("[role=log] p").last).to_contain_text("The round is over")
        game = ada.truth.game
        found = parsed(heard(ada.page), game)
        assert found == told(seen_tape(ada), game, {1: "You"})
        assert ("card", "You, hand 2", "nine of diamonds", "17") in found


def test_whoever_wishes_hears_every_seat(open_page: OpenPage) -> None:
    """By default the others are written only: their cards would still be read when one's own time runs out."""
    with serving(table_of("super-fun", bots=[{"seats": [1, 2]}])) as server:
        ada = listening(Person(open_page(server.origin), server, "super-fun").sit()).bet("blackjack").deal()
        play_on(ada)
        game = ada.truth.game
        assert parsed(heard(ada.page), game) == told(seen_tape(ada), game, {3: "You"})
        ada.page.get_by_role("button", name="Settings").click()
        ada.page.get_by_label("Every seat").check()
        ada.page.keyboard.press("Escape")
        ada.page.evaluate("window.heard.length = 0")
        ada.press_deal()
        play_on(ada)
        names = {seat: player.name for player in ada.truth.players.values() for seat in player.seats} | {3: "You"}
        assert parsed(heard(ada.page), game) == told(seen_tape(ada), game, names)


def test_what_happened_before_one_came_is_written_and_not_spoken(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=BUSY["super-fun"]) as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet("blackjack").deal()
        ada.wait_turn()
        ada.page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
        ada.page.reload()
        ada.wait_turn()
        expect(ada.page.locator(".calls li").first).to_be_visible()
        assert parsed(heard(ada.page), ada.truth.game) == []
