"""The page about yourself: kept with a passphrase, and back in another browser with all that is yours."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from houseway.web.pages import STATIC
from houseway.web.passphrases import BITS_LEAST, bits_of
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults, sideways

PHRASE = "amber otter walks under nine bridges"
LOSES = "2c 7d 9h Kh 3s"  # at Dakota Stud
PHONE = {"width": 390, "height": 844}


def play(ada: Person) -> None:
    ada.deal()
    while ada.truth.playing:
        ada.press_act("l")
    ada.wait_over()


def keep(page: Page, passphrase: str = PHRASE) -> None:
    page.goto("/you")
    panel = page.get_by_role("region", name="Keep me with a passphrase")
    panel.get_by_label("Passphrase").fill(passphrase)
    panel.get_by_role("button", name="Keep me").click()


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
        play(ada)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Two colours").check()
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        row = page.get_by_role("row", name="Dakota Stud")
        judged = row.inner_text()
        assert re.match(r"Dakota Stud\s+\d", judged)
        page.context.close()

    with serving(table, cards=LOSES, database=database) as server:
        page = open_page(server.origin)
        come_back(page, "ada")
        expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        expect(page.get_by_role("row", name="Dakota Stud")).to_have_text(judged.replace("\t", ""))
        assert page.evaluate("document.documentElement.dataset.deck") == "two"
        page.goto("/table/dakota")
        expect(page.locator(".dock.betting")).to_be_visible()
        assert page.evaluate("document.documentElement.dataset.deck") == "two"

        # What is chosen here is the house's too, also from pages that know nothing of keeping.
        page.get_by_role("button", name="Settings").click()
        with page.expect_response(lambda answer: answer.request.method == "PUT") as heard:
            page.get_by_label("Dark").check()
        assert heard.value.json()["settings"]["theme"] == "dark"


def test_a_wrong_passphrase_is_one_clear_sentence(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("403", "409")  # what the browser says of a refusal
    with serving(alone("dakota")) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit("Ada")
        page = ada.page
        keep(page, "letmein")
        expect(page.get_by_role("alert")).to_have_text(
            "That passphrase is too easy to guess: take four words or more that do not belong together."
        )
        keep(page)
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("heading", name="I have been here before")).to_be_visible()
        come_back(page, "Ada", "amber otter walks under ten bridges")
        expect(page.get_by_role("alert")).to_have_text("Name or passphrase is wrong.")
        page.get_by_label("Passphrase").fill(PHRASE)
        page.get_by_role("button", name="Come back").click()
        expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()


def test_the_house_offers_a_passphrase_and_it_is_strong_enough(open_page: OpenPage) -> None:
    text = (STATIC / "you" / "passphrase.js").read_text("utf-8")
    words = re.findall(r"[a-z]+", text.split("`")[1])
    assert len(words) == len(set(words)) == 256
    with serving(alone("dakota")) as server:
        page = Person(open_page(server.origin), server, "dakota").sit("Ada").page
        page.goto("/you")
        page.get_by_role("button", name="Offer me one").click()
        offered = page.get_by_label("Passphrase", exact=True).first.input_value()
        assert len(offered.split()) == 5
        assert set(offered.split()) <= set(words)
        assert bits_of(offered, "Ada") >= BITS_LEAST
        page.get_by_role("button", name="Keep me").click()
        expect(page.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()


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
