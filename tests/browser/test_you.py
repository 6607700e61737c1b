"""The page about yourself: kept with a passphrase, and back in another browser with all that is yours."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from houseway.house.purse import STACK_CENTS
from houseway.web.pages import STATIC
from houseway.web.passphrases import BITS_LEAST, bits_of
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults, sideways
from tests.browser.test_why import picture
from tests.web.regular_kit import OTHER, PHRASE, comes_back

LOSES = "2c 7d 9h Kh 3s"  # at Dakota Stud
PHONE = {"width": 390, "height": 844}


def play(ada: Person) -> int:
    """A round; how many choices it had."""
    ada.deal()
    choices = 0
    while ada.truth.playing:
        ada.press_act("l")
        choices += 1
    ada.wait_over()
    return choices


JUDGED = "(all) => JSON.parse(localStorage.getItem('houseway-score'))?.dakota_stud?.choices >= all"


def play_and_be_judged(ada: Person) -> None:
    """Whoever leaves the table before the house has worked out its values has no score of that round."""
    ada.page.wait_for_function(JUDGED, arg=play(ada), timeout=120_000)


def keep(page: Page, passphrase: str = PHRASE) -> None:
    page.goto("/you")
    panel = page.get_by_role("region", name="Keep me with a passphrase")
    panel.get_by_label("Passphrase").fill(passphrase)
    panel.get_by_role("button", name="Keep me").click()


def score_row(page: Page) -> Locator:
    return page.get_by_role("region", name="Your score by game").get_by_role("row", name="Dakota Stud")


def dollars(cents: int) -> str:
    return f"${cents // 100:,}"


def come_back(page: Page, name: str, passphrase: str = PHRASE) -> None:
    page.goto("/")
    page.get_by_role("link", name="I have been here before").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passphrase").fill(passphrase)
    page.get_by_role("button", name="Come back").click()


def test_a_person_comes_back_in_another_browser_with_settings_and_score(
    open_page: OpenPage, tmp_path: Path
) -> None:  # fmt: skip
    database = str(tmp_path / "house.sqlite")
    table = alone("dakota", practice=True)
    with serving(table, cards=LOSES, database=database) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit("Ada").bet("dollar")
        page = ada.page
        play_and_be_judged(ada)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Two colours").check()
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        row = score_row(page)
        judged = row.inner_text()
        best, choices = re.findall(r"(\d+) of (\d+)", judged)[0]
        mistakes = int(choices) - int(best)
        assert re.match(r"Dakota Stud\s+\d", judged)
        chips = ada.true_chips()
        page.context.close()

    with serving(table, cards=LOSES, database=database) as server:
        page = open_page(server.origin, guide=True)
        come_back(page, "ada")
        expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        expect(score_row(page)).to_have_text(judged.replace("\t", ""))
        expect(page.get_by_label("On tables now")).to_contain_text(dollars(chips))
        wrong = page.get_by_role("list", name="Your mistakes").get_by_role("listitem")
        expect(wrong).to_have_count(mistakes)
        expect(page.get_by_role("region", name="Results: Game").get_by_role("row").last).to_contain_text("practice1")
        assert page.evaluate("document.documentElement.dataset.deck") == "two"
        assert "dakota_stud" in page.evaluate("localStorage.getItem('houseway-guided')"), "no guide twice"
        page.goto("/table/dakota")
        expect(page.locator(".dock.betting")).to_be_visible()
        expect(page.locator(".all-days")).to_contain_text(f"All your days: {best} of {choices} best")
        expect(page.locator(".deal")).to_contain_text("Repeat and deal")  # the last bet is not this browser's
        assert page.evaluate("document.documentElement.dataset.deck") == "two"

        page.goto("/you")
        expect(page.get_by_role("region", name="Your rounds").locator(".mistake")).to_have_text(f"{mistakes} mistakes")
        wrong.first.get_by_role("link", name="round 1").click()
        page.wait_for_url(re.compile(r"/round/dakota/1#choice-\d"))
        expect(page.get_by_role("heading", level=1)).to_contain_text("round 1")
        page.goto("/table/dakota")

        # What is chosen here is the house's too, also from pages that know nothing of keeping.
        page.get_by_role("button", name="Settings").click()
        with page.expect_response(lambda answer: answer.request.method == "PUT") as heard:
            page.get_by_label("Dark").check()
        assert heard.value.json()["settings"]["theme"] == "dark"


def test_a_choice_made_while_the_house_is_asked_what_it_keeps_is_not_undone(open_page: OpenPage) -> None:
    with serving(alone("dakota", practice=True)) as server:
        page = Person(open_page(server.origin), server, "dakota").sit("Ada").page
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        asked: list[Route] = []
        told = "**/api/you/settings"
        page.route(told, lambda route: asked.append(route) if route.request.method == "GET" else route.continue_())
        page.goto("/table/dakota")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Dark").check()
        (answer,) = asked
        with page.expect_response(lambda heard: heard.request.method == "PUT") as heard:
            answer.continue_()  # the house still has the light felt, and says so
        assert heard.value.json()["settings"]["theme"] == "dark"
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_wrong_passphrase_is_one_clear_sentence(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("403", "409")  # what the browser says of a refusal
    with serving(alone("dakota")) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit("Ada")
        page = ada.page
        keep(page, "letmein")
        expect(page.get_by_role("alert")).to_have_text(
            "That passphrase is too easy to guess: take four words or more that do not belong together."
        )
        page.get_by_role("button", name="Offer me one").click()
        expect(page.get_by_role("alert")).to_have_count(0)  # it was said of another one
        fresh = page.locator("[name=fresh]")
        expect(fresh).to_have_attribute("type", "text")
        page.get_by_label("Show what I type").first.uncheck()
        expect(fresh).to_have_attribute("type", "password")
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("heading", name="I have been here before")).to_be_visible()
        come_back(page, "Ada", "amber otter walks under ten bridges")
        expect(page.get_by_role("alert")).to_have_text("Name or passphrase is wrong.")
        page.get_by_text("I lost my passphrase").click()
        expect(page.get_by_text("Nobody can read it or give you another one, not even the house")).to_be_visible()
        page.get_by_label("Passphrase").fill(f" {PHRASE.title()}")  # words are forgiven how they are written
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Come back").click()
        expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()


def test_the_house_offers_a_passphrase_and_it_is_strong_enough(open_page: OpenPage) -> None:
    text = (STATIC / "you" / "passphrase.js").read_text("utf-8")
    words = re.findall(r"[a-z]+", text.split("`")[1])
    assert len(words) == len(set(words)) == 256
    with serving(alone("dakota")) as server:
        page = Person(open_page(server.origin), server, "dakota").sit("Ada").page
        page.goto("/you")
        page.get_by_text("Change only the name").click()
        renaming = page.locator("form").filter(has_text="Take this name")
        renaming.get_by_label("Name").fill("Annabel")
        renaming.get_by_role("button").click()
        expect(page.get_by_role("heading", name="Annabel", exact=True)).to_be_visible()
        page.get_by_role("region", name="Keep me with a passphrase").get_by_label("Name").first.fill("Anna")
        page.get_by_role("button", name="Offer me one").click()
        offered = page.get_by_label("Passphrase", exact=True).first.input_value()
        assert len(offered.split()) == 5
        assert set(offered.split()) <= set(words)
        assert bits_of(offered, "Ada") >= BITS_LEAST
        page.get_by_role("button", name="Keep me").click()
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        expect(page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
        page.get_by_text("Change the name").click()
        renaming.get_by_label("Name").fill("Ada")
        renaming.get_by_label("Your passphrase").fill(offered)
        renaming.get_by_role("button").click()
        expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        page.goto("/table/dakota")
        expect(page.locator(".own .name")).to_contain_text("Ada")  # she sat down by it, and sits


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_used_by_everybody(scheme: str, open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin, color_scheme=scheme, **PHONE)
        page.goto("/you")
        expect(page.get_by_role("heading", name="I have been here before")).to_be_visible()
        assert (faults(page), sideways(page)) == ([], 0)
        Person(page, server, "dakota").sit("Ada")
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        page.get_by_text("Change the passphrase").click()
        assert (faults(page), sideways(page)) == ([], 0)


def test_chips_and_rounds_of_the_room_are_told_page_by_page(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=LOSES) as server:
        ada = Person(open_page(server.origin, **PHONE), server, "dakota").sit("Ada").bet("dollar")
        for _ in range(3):
            play(ada)
        page = ada.page
        chips = ada.true_chips()
        bought = next(row.body["cents"] for row in server.house.ledger.read("dakota") if row.kind == "bought_in")
        page.route("**/api/you/rounds", lambda route: route.continue_(url=f"{route.request.url}?limit=2"))
        page.goto("/you")
        figures = page.get_by_role("region", name="Your chips")
        expect(figures).to_contain_text(f"In your purse{dollars(STACK_CENTS - bought)}")
        expect(figures).to_contain_text(f"Bought in{dollars(bought)}")
        expect(page.get_by_label("On tables now")).to_contain_text(dollars(chips))
        rounds = page.get_by_role("region", name="Your rounds").get_by_role("link")
        expect(rounds).to_have_text([re.compile("round 3$"), re.compile("round 2$")])
        page.get_by_role("button", name="Older rounds").click()
        expect(rounds).to_have_text([re.compile(f"round {number}$") for number in (3, 2, 1)])
        expect(page.get_by_role("button", name="Older rounds")).to_have_count(0)
        page.get_by_text("By day").click()
        days = page.get_by_role("region", name="Results: Day (UTC)")
        expect(days.get_by_role("cell").nth(1)).to_be_in_viewport(ratio=1)
        assert days.evaluate("(it) => it.scrollWidth - it.clientWidth") == 0, "every figure is in sight"
        assert days.evaluate("(it) => getComputedStyle(it.querySelector('td'), '::before').content") == '"Rounds"'
        picture(page, "you-by-day")
        assert (faults(page), sideways(page)) == ([], 0)


def test_all_that_is_held_can_be_saved_and_forgotten(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("403",)
    with serving(alone("dakota"), cards=LOSES) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit("Ada").bet("dollar")
        play(ada)
        page = ada.page
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        with page.expect_download() as saving:
            page.get_by_role("link", name="Save it all as a file").click()
        held = json.loads(Path(saving.value.path()).read_text("utf-8"))
        assert saving.value.suggested_filename == "houseway-your-record.json"
        assert held["profile"]["name"] == "Ada"
        assert held["play"]["summary"]["on_tables"][0]["cents"] == ada.true_chips()
        page.get_by_text("Forget me", exact=True).click()
        panel = page.get_by_role("region", name="What the house holds about you")
        expect(panel).to_contain_text(f"with bets that lie there: {dollars(ada.true_chips())} at Dakota Stud.")
        page.get_by_text("I lost my passphrase").click()
        panel.get_by_label("Your name").fill("ada")
        panel.get_by_role("button", name="Forget me in 7 days").click()
        expect(page.get_by_role("note")).to_contain_text(re.compile(r"You will be forgotten on \d+ \w+ 20\d\d\."))
        page.goto("/")
        expect(page.locator(".toast")).to_contain_text("You are to be forgotten: if it was not you who asked, stop it")
        page.goto("/you")
        assert faults(page) == []
        page.get_by_role("button", name="Do not forget me").click()
        expect(page.get_by_role("note")).to_have_count(0)
        assert server.house.ledger.shelf("regular_leaving") == {}
        page.get_by_text("Forget me", exact=True).click()
        panel.get_by_label("Your passphrase").fill("something else")
        page.get_by_role("button", name="Forget me now").click()
        expect(page.get_by_role("alert")).to_have_text("That is not your passphrase.")
        table = page.context.new_page()
        table.goto("/table/dakota")
        expect(table.locator(".dock.betting")).to_be_visible()
        panel.get_by_label("Your passphrase").fill(PHRASE)
        page.get_by_role("button", name="Forget me now").click()
        expect(page.get_by_role("heading", name="I have been here before")).to_be_visible()
        expect(page.get_by_role("note")).to_contain_text("You are forgotten. Your name, passphrase, settings, score")
        expect(table.locator(".dock.shut")).to_contain_text("Your name, passphrase, settings and score are deleted.")
        expect(table.locator(".dock.shut a")).to_have_text("To the lobby")
        expect(table.locator(".banner")).not_to_contain_text("Your seat is kept")
        assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('houseway-'))") == []
        assert server.house.ledger.shelf("regulars") == {}


def sees_that_it_is_shut(ada: Person) -> None:
    page = ada.page
    expect(page.locator(".dock.shut")).to_contain_text("Nothing can be bet or chosen on this page any more.")
    expect(page.locator(".banner")).to_contain_text("Your session was ended, here or in another browser.")
    stands = r"Your bets of \$\d+ stand; if you do not choose in \d+ s, the house plays your hand .*Your seat is kept"
    expect(page.locator(".banner")).to_contain_text(re.compile(stands))
    expect(page.locator(".acts, .clock, .pick, .leaving, .own button, .farewell")).to_have_count(0)
    ada.press("l")  # is not heard: the choice waits for who comes back
    expect(page.get_by_role("link", name="Watch")).to_have_attribute("href", "/table/dakota")


def test_keeping_oneself_beside_a_table_disturbs_nothing_there(open_page: OpenPage) -> None:
    """The session is another, so the table's line is closed; it comes back by itself with the new cookie."""
    with serving(alone("dakota", decision_clock_s=600, keep_seat_s=600), cards=LOSES) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit("Ada").bet("dollar")
        beside = ada.page.context.new_page()
        keep(beside)
        expect(beside.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        bought = next(row.body["cents"] for row in server.house.ledger.read("dakota") if row.kind == "bought_in")
        play(ada)
        assert ada.truth.rounds == 1
        assert [player.name for player in ada.truth.players.values()] == ["Ada"]
        beside.goto("/")
        expect(beside.locator(".welcome .you")).to_have_text(
            f"You play as Ada, with {dollars(STACK_CENTS - bought)} in your purse"
        )

        # Signed out there in the middle of a hand: nothing here looks alive, and the words say what becomes of it.
        ada.deal().wait_turn()
        beside.goto("/you")
        beside.get_by_role("button", name="Sign out everywhere").click()
        sees_that_it_is_shut(ada)
        assert faults(ada.page) == []
        ada.page.get_by_role("link", name="Come back").click()
        ada.page.get_by_label("Name").fill("Ada")
        ada.page.get_by_label("Passphrase").fill(PHRASE)
        ada.page.get_by_role("button", name="Come back").click()
        expect(ada.page.get_by_label("On tables now")).to_be_visible()
        ada.page.goto("/table/dakota")
        ada.press_act("l")
        ada.wait_turn()
        other = comes_back(server, "Ada")  # a browser elsewhere, where the passphrase is changed
        assert other.http.post("/api/you/passphrase", json={"old": PHRASE, "new": OTHER}).status_code == 200
        sees_that_it_is_shut(ada)
        come_back(ada.page, "Ada", OTHER)
        expect(ada.page.get_by_label("On tables now")).to_be_visible()
        ada.page.goto("/table/dakota")
        ada.press_act("l")
        ada.wait_over()

        beside.goto("/table/dakota")
        beside.get_by_role("button", name="Buy in", exact=True).click()
        expect(beside.locator("dialog .purse")).to_have_text(f"In your purse: {dollars(STACK_CENTS - bought)}.")
        beside.keyboard.press("Escape")
        left = STACK_CENTS - bought + ada.true_chips()
        beside.get_by_role("button", name="Leave").click()
        expect(beside.locator(".dock.guest .purse")).to_have_text(f"In your purse: {dollars(left)}.")
        expect(beside.locator(".dock.guest")).to_contain_text("You play as Ada")
