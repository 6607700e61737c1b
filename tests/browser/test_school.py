"""The school in a browser: lessons that are followed, drills, errors spotted, a table dealt, an exam, a class."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from houseway.games import SLUGS
from houseway.school.learnt import Ticket
from houseway.school.schedule import DAY_US
from tests.browser.at_school import FIRST_MS, begin, follow, follow_by_key
from tests.browser.at_table import alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_house_view import PASSWORD
from tests.browser.test_pages import faults_by_day_and_night, sideways
from tests.browser.test_you import keep
from tests.web.running import Server

PHONE = {"width": 390, "height": 844}
TELLING = {"right", "because", "answer", "seed", "values"}  # names under which an answer could leave the house


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    with serving(alone("dakota")) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        yield server


class Heard:
    """What the house answered the pages of a learner."""

    def __init__(self, page: Page) -> None:
        self._answers: list[Response] = []
        self._said: dict[Response, dict[str, Any]] = {}
        page.on("response", self._hear)

    def _hear(self, answer: Response) -> None:
        if "/api/school/" not in answer.url or answer.status != 200 or "json" not in answer.headers["content-type"]:
            return
        if answer.url.endswith("/question") or "/exams/" in answer.url or "/challenge/" in answer.url:
            self._answers.append(answer)
            self._said_in(answer)  # before the page goes elsewhere, and takes it along

    def _said_in(self, answer: Response) -> dict[str, Any]:
        """While somebody waits for it here, a test goes on: it waits for it too."""
        if answer not in self._said:
            self._said[answer] = answer.json()
        return self._said[answer]

    @property
    def questions(self) -> list[dict[str, Any]]:
        return [self._said_in(answer) for answer in self._answers]


def told_too_much(value: object) -> set[str]:
    """Names anywhere in an answer that must not be there before the question was answered."""
    if isinstance(value, dict):
        return (TELLING & set(value)).union(*map(told_too_much, value.values()))
    return set().union(*map(told_too_much, value)) if isinstance(value, list) else set()


def asked(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("[data-question]")).to_be_visible(timeout=FIRST_MS)
    return page


def marked_after(page: Page, key: str) -> dict[str, Any]:
    """What the house said to an answer that a key gave."""
    with page.expect_response("**/api/school/answer") as heard:
        page.keyboard.press(key)
    mark: dict[str, Any] = heard.value.json()
    return mark


def spoken(page: Page) -> str:
    return page.locator("[aria-live=polite]").inner_text()


def log_in(page: Page) -> None:
    page.locator(".log-in-here summary").click()
    page.get_by_label("Name").fill("Sam")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_whoever_follows_a_lesson_makes_no_error_in_any_game(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    for slug in SLUGS:
        begin(page, f"/school/{slug}/lesson")
        if slug == SLUGS[0]:
            assert faults_by_day_and_night(page) == []
        done = follow(page)
        expect(page.locator(".judged-answer .told")).to_have_text("The table is closed. No error.")
        assert len(done) > 3, slug
        assert page.locator("main").get_attribute("data-errors") == "0", slug


def test_a_lesson_is_dealt_with_keys_alone(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    begin(page, "/school/three_card_poker/lesson")
    assert follow_by_key(page) > 10
    expect(page.locator(".judged-answer .told")).to_have_text("The table is closed. No error.")


def test_a_drill_answered_wrong_says_why_and_comes_back(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin, **PHONE)
    heard = Heard(page)
    asked(page, "/school/dakota_stud/drill?kind=pay")
    question = heard.questions[-1]
    assert told_too_much(question) == set()
    assert question["asks"] in spoken(page)
    expect(page.get_by_label("Dollars")).to_be_focused()
    assert faults_by_day_and_night(page) == []
    page.keyboard.type("0.01")
    mark = marked_after(page, "Enter")
    verdict = page.locator(".judged-answer.wrong")
    expect(verdict).to_be_visible()
    right = f"{mark['answer'] / 100:,.2f}".removesuffix(".00")
    expect(verdict).to_contain_text(f"Wrong. Right is: ${right}")
    expect(verdict).to_contain_text(mark["because"])
    assert f"Wrong. Right is: ${right}" in spoken(page)
    expect(page.locator(".next")).to_be_focused()
    assert faults_by_day_and_night(page) == []
    assert sideways(page) == 0
    page.goto("/school/dakota_stud")
    expect(page.get_by_text("1 missed question waits.")).to_be_visible(timeout=FIRST_MS)
    assert faults_by_day_and_night(page) == []
    assert sideways(page) == 0
    page.get_by_role("link", name="My mistakes").click()
    expect(page.locator(f"[data-question='{question['id']}']")).to_be_visible()
    expect(page.get_by_text("missed before")).to_be_visible()
    page.get_by_label("Dollars").fill(right)
    page.get_by_role("button", name="Pay it").click()
    expect(page.locator(".judged-answer.right")).to_contain_text(f"Right: ${right}")
    page.goto("/school/progress")
    expect(
        page.get_by_role("region", name="What you know, by kind").get_by_role("row", name="Pay the wager")
    ).to_contain_text("1 of 2")
    assert faults_by_day_and_night(page) == []
    assert sideways(page) == 0


# The last digit and Enter come before the page is drawn again, as on a slow phone.
AT_ONCE = """(field) => {
  field.value = '1';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}"""


def test_enter_is_heard_though_the_page_is_slower_than_whoever_types(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    asked(page, "/school/casino_war/drill?kind=pay")
    page.get_by_label("Dollars").evaluate(AT_ONCE)
    expect(page.locator(".judged-answer")).to_be_visible()


def test_every_form_is_answered_by_key(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    heard = Heard(page)
    asked(page, "/school/super_fun_21/drill?kind=total")
    page.keyboard.press("1")
    expect(page.locator(".judged-answer")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator(f"[data-question]:not([data-question='{heard.questions[0]['id']}'])")).to_be_visible()
    asked(page, "/school/fast_action_holdem/drill?kind=house_way")
    for key in "12":
        page.keyboard.press(key)
    expect(page.locator(".pick.picked")).to_have_count(2)
    with page.expect_request("**/api/school/answer") as sent:
        page.keyboard.press("g")
    assert json.loads(sent.value.post_data or "")["answer"] == [0, 1]
    expect(page.locator(".judged-answer")).to_be_visible()
    assert not any(map(told_too_much, heard.questions))


def test_an_error_is_spotted_by_stopping_the_game(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    heard = Heard(page)
    mark = guessed(page, heard)
    while mark["right"]:  # by luck
        mark = guessed(page, heard)
    asked(page, "/school/dakota_stud/drill?mine")
    if mark["answer"] == "clean":
        page.keyboard.press("c")
    else:
        row, fault = mark["answer"]
        go_to(page, heard.questions[-1]["form"]["rows"].index(row))
        page.keyboard.press("s")
        page.locator(f"[data-answer={fault}]").click()
    expect(page.locator(".judged-answer.right")).to_be_visible()


def guessed(page: Page, heard: Heard) -> dict[str, Any]:
    """A round that is stopped somewhere, for some fault."""
    asked(page, "/school/dakota_stud/spot")
    assert told_too_much(heard.questions[-1]) == set()
    for key in "nns":
        page.keyboard.press(key)
    expect(page.locator(".stopped-at")).to_contain_text("Stopped at: ")
    assert faults_by_day_and_night(page) == []
    return marked_after(page, "1")


def go_to(page: Page, step: int) -> None:
    shown = page.locator(".calls li.past")
    while (at := shown.count() - 1) != step:
        page.keyboard.press("n" if at < step else "b")
        expect(shown).to_have_count(at + (2 if at < step else 0))


def test_a_table_is_dealt_and_its_errors_are_counted(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin, **PHONE)
    begin(page, "/school/casino_war/table")
    assert faults_by_day_and_night(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    done = follow(page)  # every deed after a wrong one
    assert done[0].startswith("Count the rack: $")
    assert done[1:5] == [
        "Spread the cards face up", "Turn, wash and shuffle the cards", "Open the table: ask for bets",
        "Call: No more bets",
    ]  # fmt: skip
    assert done[-1] == "the table is cleared"
    score = dict(
        zip(page.locator(".score dt").all_text_contents(), page.locator(".score dd").all_text_contents(), strict=True)
    )
    assert int(score["Rounds"]) >= 1  # one that was ruled a misdeal is over too
    assert int(score["Errors"]) == len(done) - 1
    assert int(score["An hour"]) > 0
    page.reload()  # as on another device: it goes on where it was
    expect(page.locator(f"main[data-step='dealing {int(score['Rounds']) + 1} 0']")).to_be_visible()


def test_an_exam_from_supervisor_to_certificate_and_a_class(school: Server, open_page: OpenPage) -> None:
    sam, ada = open_page(school.origin), open_page(school.origin, **PHONE)
    heard = Heard(ada)
    sam.goto("/school/exams")
    log_in(sam)
    sam.get_by_label("Title").fill("Table test")
    sam.get_by_label("Game").select_option("casino_war")
    sam.get_by_label("Questions").fill("3")
    sam.get_by_text("Options of the table").click()
    sam.get_by_label("Bonus for a tie at war").select_option(label="a bonus equal to the bet")
    expect(sam.locator(".table-options .tag")).to_have_text("1 changed")
    expect(sam.get_by_label("Questions")).to_have_value("3")
    assert faults_by_day_and_night(sam) == []
    sam.get_by_role("button", name="Set the exam").click()
    expect(sam.get_by_role("row", name="Table test")).to_contain_text("Casino War, own options")
    sam.get_by_role("link", name="Table test").click()
    expect(sam.get_by_text("Nobody yet.")).to_be_visible()
    expect(sam.locator(".exam-rules")).to_have_text(
        "Casino War, with Bonus for a tie at war: a bonus equal to the bet."
    )
    sam_exam = sam.url.removeprefix(school.origin)
    asked(ada, "/school/casino_war/drill")
    keep(ada)
    expect(ada.get_by_role("heading", name="Kept with a passphrase")).to_be_visible()
    ada.goto(sam_exam)
    ada.get_by_role("button", name="Begin").click()
    for number in range(3):
        expect(ada.locator(".asking")).to_contain_text(f"{number + 1} of 3")
        if number == 0:
            assert faults_by_day_and_night(ada) == []
        give_any(ada)
    certificate = ada.locator(".certificate")
    expect(certificate).to_contain_text("of 3 right")
    assert not any(map(told_too_much, heard.questions[:-1])), "the last answer of the house is the certificate"
    assert faults_by_day_and_night(ada) == []
    assert sideways(ada) == 0
    with ada.expect_download() as file:
        ada.get_by_role("link", name="Save the certificate").click()
    paper = json.loads(file.value.path().read_text("utf-8"))
    anybody = school.client("Eve").http
    assert anybody.post("/api/school/certificates", json=paper).json()["genuine"]
    paper["certificate"] = paper["certificate"].replace('"right":', '"right": ', 1)
    assert not anybody.post("/api/school/certificates", json=paper).json()["genuine"]
    sam.reload()
    expect(sam.get_by_role("region", name="Who sat this exam").get_by_role("row").nth(1)).to_contain_text("of 3")
    take_in_class(sam, ada)


def give_any(page: Page) -> None:
    """Any answer, in the form that is asked for."""
    before = page.locator("main").get_attribute("data-question")
    if page.get_by_label("Dollars").count():
        page.get_by_label("Dollars").fill("1")
        page.get_by_role("button", name="Pay it").click()
    else:
        clean = page.get_by_role("button", name="The round is clean").count()
        for key in "c" if clean else "12g" if page.locator(".pick").count() else "1":
            page.keyboard.press(key)
    expect(page.locator(f"main[data-question='{before}']")).to_have_count(0)


def take_in_class(teacher: Page, learner: Page) -> None:
    teacher.goto("/school/classes")
    teacher.get_by_label("Title").fill("Evening class")
    teacher.get_by_role("button", name="Open it").click()
    link = teacher.get_by_label("Link of the class").input_value()
    learner.goto(link)
    expect(learner.get_by_text("You are in no class.")).to_be_visible()  # to follow a link says nothing of oneself
    assert faults_by_day_and_night(learner) == []
    learner.get_by_role("button", name="Join the class").click()
    expect(learner.get_by_role("status")).to_contain_text("You are in “Evening class”")
    assert faults_by_day_and_night(learner) == []
    teacher.reload()
    row = teacher.get_by_role("region", name="Learners").get_by_role("row").nth(1)
    expect(row).to_contain_text("Visitor")
    assert faults_by_day_and_night(teacher) == []
    with teacher.expect_download() as file:
        teacher.get_by_role("link", name="Export as CSV").click()
    assert "Visitor" in file.value.path().read_text("utf-8")
    teacher.once("dialog", lambda dialog: dialog.accept())
    row.get_by_role("button", name="Take Visitor").click()
    expect(teacher.get_by_text("Nobody has followed the link yet.")).to_be_visible()


def test_the_challenge_of_the_day_has_a_permalink(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    heard = Heard(page)
    asked(page, "/school/challenge")
    assert re.search(r"/school/challenge/\d{4}-\d\d-\d\d$", page.url)
    assert told_too_much(heard.questions[-1]["question"]) == set()
    assert faults_by_day_and_night(page) == []


def test_what_was_begun_at_a_desk_goes_on_on_the_phone_and_back(
    school: Server, open_page: OpenPage, watch: Watch
) -> None:
    """The phone leads to the lesson under way; the desk, which shows an old picture then, does nothing on it."""
    watch.tolerated = ("409",)  # the deed on the old picture
    desk, phone = open_page(school.origin), open_page(school.origin, **PHONE)
    begin(desk, "/school/casino_war/lesson")
    follow(desk, 2)
    cookies = [(str(each["name"]), str(each["value"])) for each in desk.context.cookies()]
    phone.context.add_cookies([{"name": name, "value": value, "url": school.origin} for name, value in cookies])
    phone.goto("/school")
    expect(phone.get_by_role("heading", name="Casino War", exact=True)).to_be_visible(timeout=FIRST_MS)
    expect(phone.locator(".game-choice.here")).to_be_in_viewport()
    phone.get_by_role("link", name="Go on with the lesson").click()
    expect(phone.locator("main[data-step='opening 1 2']")).to_be_visible(timeout=FIRST_MS)
    follow(phone, 1)
    expect(phone.locator("main[data-step='opening 1 3']")).to_be_visible()
    desk.get_by_role("button", name="Turn, wash and shuffle the cards").click()
    expect(desk.get_by_text("You have dealt on meanwhile")).to_be_visible()
    expect(desk.locator("main[data-step='opening 1 3'][data-errors='0']")).to_be_visible()
    done = follow(phone)
    assert len(done) > 3
    assert phone.locator("main").get_attribute("data-errors") == "0"


def test_progress_is_charted_by_kind_of_decision(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin, **PHONE)
    asked(page, "/school/casino_war/drill?side=player")
    token = next(each["value"] for each in page.context.cookies())
    who = asyncio.run_coroutine_threadsafe(school.hall.sessions.of(token), school._loop).result(20)
    now = school.hall.floor.pit.clock()
    with school.hall.school.records.changing(who) as pupil:
        for week in range(4):
            for kind, right in (("choice.go_to_war.surrender", week > 1), ("pay", True)):
                ticket = Ticket(f"{week:08x}", "casino_war", kind, 1, week)
                pupil.learnt.note(ticket, right=right, at=now - week * 7 * DAY_US, lost_cents=0 if right else 150)
    page.goto("/school/progress")
    charts = page.locator(".school-charts")
    expect(charts.locator("td", has_text=re.compile(r"^50 %$"))).to_have_count(2)
    page.get_by_label("Week by week").select_option(label="Go to war or Surrender, Casino War")
    expect(charts.locator("td", has_text=re.compile(r"^0 %$"))).to_have_count(2)
    expect(charts.locator("td", has_text=re.compile(r"^100 %$"))).to_have_count(2)
    expect(charts.locator("section", has_text="What a choice gave up")).to_be_visible()
    assert faults_by_day_and_night(page) == []
    assert sideways(page) == 0


def test_a_player_says_how_hard_a_choice_may_be(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    asked(page, "/school/dakota_stud/drill?side=player")
    with page.expect_request("**/question") as sent:
        page.get_by_role("group", name="How hard").get_by_role("link", name="hard").click()
    assert json.loads(sent.value.post_data or "")["difficulty"] == 3
    expect(page.get_by_role("link", name="hard")).to_have_attribute("aria-current", "true")
    asked(page, "/school/dakota_stud/drill?side=dealer")
    expect(page.get_by_role("group", name="How hard")).to_have_count(0)


def test_the_lobby_leads_to_the_school(school: Server, open_page: OpenPage) -> None:
    page = open_page(school.origin)
    page.goto("/")
    page.get_by_role("link", name="School").click()
    expect(page.get_by_role("heading", name="Learn to deal")).to_be_visible()
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
