"""Takes the pictures in docs/screenshots from the program itself: `python docs/screenshots.py [SCREEN]` (chromium).

Every game at a decision and at its result, and every other page, each on a desktop and on a phone, light and dark; the
pages of staff, on a desktop, and a sign. With the name of a screen, those of that screen.
Cards are arranged, so that the pictures show something.
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.browser.at_table import Person, serving  # noqa: E402
from tests.browser.conftest import FLAGS, NAMES, NO_GUIDE  # noqa: E402
from tests.browser.test_house_view import audit_view, house_of, house_view, play  # noqa: E402
from tests.house.table_kit import table_of, the_room  # noqa: E402

SHOTS = HERE / "screenshots"
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
PLAYS = {  # by table: wagers, and the cards on top
    "holdem-practice": ("ante bonus", "Ac Kd 9h 4s 2c  Ad As 7h 7d  Qh 9c 8d 3s  Tc Td 5h 4c  3c 3d Jh Qs"),
    "dakota-practice": ("dollar", "6c 6d Ah  9c Ts 2d  4h 4s Kd  Qc Jd 8s  6h 2s"),
    "triple-shot-practice": ("war blackjack poker hat_trick", "Kd 9c 4h 6d Kc 8s Td Ts 9d 2c 3c 4c 8h"),
    "super-fun-practice": ("blackjack", "8c Tc 6d 8h 9d Ts 3c 2h 9h"),
    "lucky-practice": ("blackjack lucky_lucky lucky_break", "6h Tc 7h 8h 9d Ts"),
}
PAGES = {  # address, and what must be there before the picture is taken
    "lobby": ("/", ".game"),
    "drill": ("/drill/lucky_lucky", ".acts .button"),
    "lab-figures": ("/lab/dakota_stud/figures", ".panel table"),
    "lab-paytable": ("/lab/dakota_stud/paytable", ".panel table"),
    "lab-simulate": ("/lab/dakota_stud/simulate?strategy=basic&run=1&rounds=2000000", ".panel svg"),
    "lab-strategy": ("/lab/super_fun_21/strategy", ".panel table"),
    "lab-risk": ("/lab/dakota_stud/risk?strategy=basic&run=1", ".panel svg"),
    "lab-verdicts": ("/lab/triple_shot_bonus/verdicts", ".panel .claims"),
}
PATIENCE_MS = 120_000  # of a machine that does other things too
ACTS = ("split_both_12_34", "split", "stand")


def main() -> None:
    expect.set_options(timeout=PATIENCE_MS)
    path = next(found for name in NAMES if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for screen in sys.argv[1:] or SCREENS:
            for theme in ("light", "dark"):
                for table in PLAYS:
                    at_a_table(browser, table, screen, theme)
                other_pages(browser, screen, theme)
                if screen == "desktop":
                    staff_pages(browser, screen, theme)
        browser.close()


def opened(browser: Browser, origin: str, screen: str, theme: str) -> Page:
    width, height = SCREENS[screen]
    context = browser.new_context(
        base_url=origin, viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(NO_GUIDE)
    return context.new_page()


def shot(page: Page, name: str, screen: str, theme: str) -> None:
    page.mouse.move(5, 5)
    page.wait_for_timeout(500)
    page.screenshot(path=SHOTS / f"{name}-{screen}-{theme}.jpg", type="jpeg", quality=72)
    print(f"{name}-{screen}-{theme}", flush=True)


def at_a_table(browser: Browser, table: str, screen: str, theme: str) -> None:
    wagers, cards = PLAYS[table]
    name = table.removesuffix("-practice")
    with serving(table_of(table), cards=cards) as server:
        page = opened(browser, server.origin, screen, theme)
        ada = Person(page, server, table).sit()
        ada.press("2").bet(*wagers.split()).deal()
        ada.wait_turn()
        page.wait_for_selector(".act .worth, .best-of")
        shot(page, f"{name}-turn", screen, theme)
        while ada.truth.playing:
            ada.wait_turn()
            act(page, ada)
        ada.wait_over()
        shot(page, f"{name}-result", screen, theme)
        if name == "holdem":
            page.goto(f"/round/{table}/1")
            page.wait_for_selector(".check")
            shot(page, "round", screen, theme)
        page.context.close()


def act(page: Page, ada: Person) -> None:
    if page.locator(".pick").count():
        ada.pick(1, 2)
        expect(page.locator(".acts .button[data-act]").first).to_be_visible()
    for name in ACTS:
        if page.locator(f"[data-act={name}]").count():
            ada.choose_act(name)
            return
    ada.choose_act(page.locator(".acts .button[data-act]").first.get_attribute("data-act") or "")


def other_pages(browser: Browser, screen: str, theme: str) -> None:
    with serving(*the_room().tables.values()) as server:
        for name, (address, there) in PAGES.items():
            page = opened(browser, server.origin, screen, theme)
            page.goto(address)
            page.wait_for_selector(there)
            shot(page, name, screen, theme)
            page.context.close()


def staff_pages(browser: Browser, screen: str, theme: str) -> None:
    """The house view and the auditor's page after some rounds, and a sign."""
    tables = [table_of(name) for name in ("dakota", "holdem", "lucky")]
    with house_of(*tables) as server:
        for table in tables:
            play(server, table.name, rounds=4)
        page = opened(browser, server.origin, screen, theme)
        shot(house_view(page, "dakota"), "house", screen, theme)
        page.context.close()
        page = opened(browser, server.origin, screen, theme)
        audit_view(page)
        page.wait_for_load_state("networkidle")
        shot(page, "audit", screen, theme)
        page.goto("/sign/lucky")
        shot(page, "sign", screen, theme)
        page.context.close()


if __name__ == "__main__":
    main()
