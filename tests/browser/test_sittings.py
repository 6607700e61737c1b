"""What a table does while people play: whole sittings by click and key, with refusals, lost lines, stale commands and a
supervisor's changes. The house is a real table without a server, the clock is ours; every line that a page shows, what
it says to the house, where the focus is and what it keeps are held word for word (tests/approved)."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.approved import hold
from tests.browser.at_table import alone
from tests.browser.sittings import FeltHouse, Step, kept_answers, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.house.table_kit import House, arranged

# The scripts of a table (sittings.js loads them), those that it loads later too.
SCRIPTS = tuple(f"/js/{name}.js" for name in (
    "table", "betting", "bets", "guide", "line", "sitting", "dock", "chair", "calling", "caller", "news", "changes",
        "practice",
    "tally", "flight", "stage", "show", "jackpots", "meters", "ring", "lost", "shut", "staying", "purse",
        "dead_time", "keys",
    "picks", "toast", "side", "seats", "spots", "tape", "words", "in_sight", "table_page", "verdict", "whole", "why",
        "remarks",
    "dialogs", "primer", "cards", "chips", "money", "narrow", "pace", "settings", "shelf", "game", "big_win", "prints",
))  # fmt: skip
# Where things lie on the page: it has no stylesheet, and fonts differ from machine to machine.
BOXES: list[tuple[str, tuple[int, int, int, int]]] = [
    ("house-table", (0, 10, 1280, 890)), (".dock-holder", (0, 640, 1280, 160)), (".own-seats", (300, 380, 680, 220)),
    (".guide.card-by", (0, 0, 300, 120)), (".shoe", (1180, 60, 40, 60)), ("aside", (990, 60, 290, 560)),
    (".deal", (1100, 700, 150, 60)), (".acts", (640, 660, 560, 120)), (".house", (420, 50, 440, 140)),
    (".printed", (430, 210, 420, 60)), (".own .hand.active", (520, 390, 200, 90)), (".own .net", (520, 600, 90, 70)),
    ("[data-wager=dollar], [data-wager=ante]", (420, 470, 60, 60)), (".spot", (640, 470, 60, 60)),
    (".own .card", (530, 395, 60, 85)), (".card", (600, 70, 60, 85)), (".plate", (520, 585, 160, 20)),
]  # fmt: skip
SIT: list[Step] = [("write", [".guest input", "Ann"]), ("submit", ".guest"), ("wait", 400)]
SEEN: list[Step] = [("button", "Skip the guide")]
PLAY: list[Step] = [*SIT, *SEEN]
LOSE, BACK = ("lose", {"code": 1006, "reason": ""}), ("back",)


def bet(wager: str) -> Step:
    return ("click", f".own .spot[data-wager={wager}]")


def later(ms: int = 1000) -> Step:
    return ("wait", ms)


@dataclass
class Sitting:
    table: str
    steps: list[Any]
    cards: str = ""
    moves: bool = False  # whether cards fly
    width: int = 1280
    changes: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)


ROYAL = [{"name": "royal", "title": "Royal", "link": "royal", "about": "a bet with a meter", "wager": "dollar",
        "bet_cents": 100,
          "meters": [{"name": "grand", "title": "Grand", "cents": 123_456}], "hits": [], "due": []}]  # fmt: skip
HIT = {
    "table": "dakota",
    "round": 1,
    "at": 5,
    "awards": [{"seat": 1, "cents": 118_556, "tier": "royal_flush", "why": "tier", "meter": "grand"}],
}
TOLD = {
    **kept_answers("table"), "/api/you": {"purse_cents": 123_450},
    "/api/games/dakota_stud/rules": [{"id": each, "cites": each, "text": f"{each}.",
        "section": each[0]} for each in ("a1", "a2", "b1")],
    "/api/games/dakota_stud/primer": {"options": {}, "prizes": [{"title": "Prizes", "rows": [["a flush", "$5"]]}],
        "steps": [{"text": "Bets are made.", "by": ["a1", "b1"]}], "examples": [{"wager": "dollar", "outcome": "flush",
        "title": "a flush", "pays": "5 to 1", "hands": {"you": [[1, True], [2, False]], "dealer": [[3, False]]},
            "says": "so"}]},
}  # fmt: skip
GAMES = (
    "holdem-practice",
    "super-fun-practice",
    "triple-shot-practice",
    "baccarat-practice",
    "war-practice",
    "ultimate-practice",
)
SITTINGS: dict[str, Sitting] = {
    "guided": Sitting("dakota", [
        *SIT, bet("dollar"), later(), ("click", ".deal"), later(), ("button", "Next"), ("button", "Next"), later(),
        ("act", 0), later(), ("act", 1), later(), ("button", "Done"), ("press", "g"), later(), ("reload",), later(),
        ("press", "Escape"), ("act", 1), later(), ("act", 1), later(), ("reload",), later(),
    ]),
    "chips": Sitting("dakota", [
        *PLAY, ("press", "3"), bet("dollar"), ("press", "1"), bet("two"), ("less", ".own .spot[data-wager=dollar]"),
        later(), ("press", "u"),
        ("press", "x"), later(), ("press", "c"), later(), ("click", ".chip-choice"), bet("one"), later(), ("press",
        "u"), ("press", "e"),
        ("press", "g"), later(), ("press", "4"), bet("dollar"), bet("dollar"), later(), ("press", "g"), later(),
        ("press", "z"), ("press", "l"), later(),
        ("press", "l"), later(), ("press", "g"), later(), ("button", "Buy in $"), later(), ("press", "e"), later(),
        ("press", "2"), bet("dollar"), later(), ("press", "x"), later(),
        ("press", "x"), later(), ("press", "x"), later(), ("press", "g"), later(),
    ], "2c 7d 9h Jh Ks"),
    "leaving": Sitting("dakota", [
        *PLAY, bet("dollar"), later(), ("click", ".leaving button:last-child"), ("button", "Close"), ("press", "g"),
        later(), ("press", "l"), later(), ("press", "l"), later(),
        ("press", "e"), later(), ("click", ".leaving button"), ("button", "Close"), ("click",
        ".leaving button:last-child"), ("click", ["dialog .inside button", -1]), later(), later(9000),
    ], "6c 6d Ah Kh 2s"),
    "refused": Sitting("dakota", [
        *PLAY, ("house", {"refuse": "bet", "code": "refused", "reason": "no bets now"}), bet("dollar"), later(),
        bet("dollar"), later(),
        ("house", {"refuse": "ready", "code": "refused", "reason": "not yet"}), ("press", "g"), later(), ("press",
        "g"), later(),
        ("house", {"refuse": "act", "code": "refused", "reason": "not so"}), ("press", "l"), later(),
        ("house", {"refuse": "act", "code": "stale", "reason": "the table has changed"}), ("press", "l"), later(),
        ("silence",), ("press", "l"), later(3000), later(4000), ("back",), later(8000), later(4000), later(),
        ("house", {"seconds": 31}), later(), ("house", {"refuse": "leave", "code": "stale", "reason": "look again"}),
        ("button", "Leave"), later(),
        ("hear", {"type": "closing", "reason": "the house closes at four"}), ("hear", {"type": "wait",
        "reason": "a hand is being counted"}),
        ("hear", {"type": "refused", "id": "", "code": "malformed", "reason": "that is no command"}), later(6000),
    ]),
    "too late": Sitting("dakota", [
        *PLAY, bet("dollar"), later(), ("press", "g"), later(), LOSE, later(2000), ("press", "t"), later(), ("house",
        {"seconds": 31}), later(28_000), ("back",), later(8000), later(),
        bet("dollar"), later(), LOSE, ("press", "g"), later(9000), later(12_000), ("back",), later(9000), ("fire",
        "offline"), later(3000), ("fire", "online"), later(),
    ]),
    "lost": Sitting("dakota", [
        LOSE, later(3000), BACK, later(4000), *PLAY, LOSE, later(5000), BACK, later(9000), bet("dollar"), later(),
        LOSE, later(12_000), later(130_000), BACK, later(9000),
        ("press", "g"), later(), LOSE, later(5000), ("press", "l"), later(), BACK, later(9000), ("silence",),
        later(6000), later(9000), BACK, later(9000),
        ("shut", {"code": 4429, "reason": "too many lines"}), later(5000), later(6000), ("shut", {"code": 4503,
        "reason": "the house restarts"}), later(9000),
        ("shut", {"code": 4403, "reason": "your session was ended by a supervisor"}), later(), ("press", "l"),
        later(9000),
    ]),
    "gone": Sitting("dakota", [
        *PLAY, bet("dollar"), later(), ("shut", {"code": 4404, "reason": "there is no such table"}), later(9000),
    ]),
    "forgotten": Sitting("dakota", [*PLAY, ("shut", {"code": 4409, "reason": "you were forgotten, as you asked"}),
        later(9000)]),
    "stranger": Sitting("dakota", [*PLAY, bet("dollar"), later(), ("house", {"become": ""}), ("house", {"by": "Ben",
        "do": "sit", "cents": 40000}), later(9000)]),
    "changed": Sitting("lucky", [
        *PLAY, bet("blackjack"), later(), ("press", "g"), later(), *[("act", 0), later()] * 4, ("house",
        {"seconds": 31}), later(), bet("blackjack"), later(), ("button", "Pays"), later(),
        ("house", {"change": {"options": {"paytable": "3"}, "wagers": {"blackjack": {"least_cents": 1000}}}}),
        later(), ("press", "g"), ("reload",), later(),
        ("button", "I have seen it"), later(), ("press", "e"), later(), bet("blackjack"), later(), bet("blackjack"),
        later(),
        ("house", {"deaf": True}), ("house", {"change": {"wagers": {"blackjack": {"most_cents": 5000}},
        "title": "Late Lucky"}}), later(), ("press", "g"), later(3000),
        ("house", {"deaf": False}), later(2000), ("button", "I have seen it"), later(), ("house", {"by": "Sam",
        "do": "close", "reason": "short of staff"}), later(),
        ("house", {"by": "Sam", "do": "reopen", "reason": "staff is here"}), later(), ("button", "Leave"), later(),
    ]),
    "void": Sitting("dakota", [
        *PLAY, bet("dollar"), later(), ("press", "g"), later(), ("house", {"by": "Sam", "do": "void",
        "reason": "a card was dropped"}), later(), bet("dollar"), later(), ("press", "g"), later(),
        *[("act", 1), later()] * 3, ("house", {"by": "Sam", "do": "close", "reason": "the night is over"}), later(),
        ("button", "Leave"), later(),
    ]),
    "together": Sitting("dakota", [
        ("house", {"by": "Ben", "do": "sit", "cents": 40000, "seat": 2}), later(), *PLAY, ("house", {"by": "Ben",
        "do": "bet", "seat": 2, "wagers": dict.fromkeys(("dollar", "one", "two", "three"), 500)}), bet("dollar"),
        later(),
        ("press", "g"), later(), ("house", {"by": "Ben", "do": "ready"}), later(), ("press", "l"), later(), ("act",
        0), ("house", {"seconds": 31}), later(), ("act", 1), later(), ("house", {"seconds": 31}), later(),
        ("house", {"seconds": 31}), later(), ("house", {"by": "Ben", "do": "leave"}), later(), ("hear",
        {"type": "idle", "until": 1_150_000_000, "reason": "you have not bet for a while"}), later(3000), ("button",
        "Stay"), later(),
        ("hear", {"type": "idle", "until": None, "reason": ""}), later(), ("house", {"by": "own", "do": "leave"}),
        ("hear", {"type": "refused", "id": "", "code": "idle", "reason": "you did not bet for ten rounds"}),
        later(9000),
    ]),
    "narrow": Sitting("dakota", [
        *SIT, bet("dollar"), later(), ("click", ".deal"), later(), ("button", "Next"), ("button", "Next"), ("act",
        0), later(), ("act", 1), later(), ("button", "Done"), LOSE, later(2000), BACK, later(9000),
    ], width=500),
    "hints": Sitting("dakota-practice", [
        *PLAY, bet("dollar"), later(), ("press", "g"), later(), ("hear", {"type": "working", "so_far": 2,
        "last": 5}), later(2000), later(2000), ("hint", {"leave_one": 0.25, "take_back_one": -0.5}), ("press", "t"),
        later(),
        ("press", "l"), later(), ("button", "Start the score again"), ("set", ["hints", "after"]), ("press", "g"),
        later(), ("hint", {"leave_one": -0.25, "take_back_one": -0.75}), ("press", "l"), later(),
    ]),
    "dialogs": Sitting("dakota", [
        ("button", "Rules"), later(3000), ("button", "Paragraph"), later(3000), ("click", "dialog"), *PLAY, ("button",
            "Pays"),
        ("button", "Close"), ("button", "Settings"), *[("click", ["dialog fieldset input", at]) for at in (1, 4, 6, 8,
            12, 18)],
        ("button", "Guide me"), later(), ("press", "Escape"), ("button", "Buy in"), ("click", [".amounts button", 1]),
            later(), bet("dollar"), later(), ("press", "g"), later(),
    ], "2c 7d 9h Jh Ks", answers=TOLD),
    "neighbours": Sitting("dakota", [
        ("house", {"by": "Sam", "do": "add_bot", "seat": 5, "strategy": "basic"}), ("house", {"by": "Ben",
            "do": "sit", "cents": 40000, "seat": 2}), later(), *SIT, ("press",
        "Escape"), ("house", {"by": "Ben", "do": "bet", "seat": 2, "wagers": dict.fromkeys(("dollar", "one", "two",
            "three"), 500)}), ("house", {"by": "Ben",
        "do": "ready"}), later(), ("house", {"by": "house", "do": "gone", "player": "ben"}), later(), bet("dollar"),
            later(), ("press", "g"), later(3000), *[("act", 0), later(3000)] * 2,
        ("house", {"seconds": 91}), later(6000),
    ], "2c 7d 9h Jh Ks"),
    "jackpot": Sitting("dakota", [
        ("house", {"more": {"progressives": ROYAL}}), *PLAY, ("click", ".join"), bet("dollar"), later(), ("click",
        ".join"), bet("dollar"), later(), ("press", "g"), later(),
        ("hear", {"type": "meters", "link": "royal", "meters": [{"name": "grand", "title": "Grand",
        "cents": 123_556}], "hits": []}), later(),
        ("hear", {"type": "meters", "link": "royal", "meters": [{"name": "grand", "title": "Grand", "cents": 5_000}],
        "hits": [HIT]}), later(), later(12_000),
    ]),
    **{table.removesuffix("-practice"): Sitting(table, [
        *PLAY, ("everywhere",), later(), ("press", "g"), later(500), later(6000), *[step for act in (0, 1, 0, 2,
        0) for step in (("act", act), later(700), later(6000))],
        ("set", ["pace", "fast"]), ("press", "e"), later(), ("press", "g"), later(500), ("press", "s"), later(),
        ("act", 1), later(6000), ("house", {"seconds": 121}), later(6000),
    ], moves=True) for table in GAMES},
}  # fmt: skip


@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_is_as_approved(name: str, page: Page) -> None:
    """Played by sittings.js."""
    asked = SITTINGS[name]
    config = alone(asked.table, **asked.changes)
    house = House(config, chance=arranged(config, asked.cards)) if asked.cards else House(config)
    page.emulate_media(reduced_motion="no-preference" if asked.moves else "reduce")
    page.set_viewport_size({"width": asked.width, "height": 800})
    known = asked.table == "dakota" and name != "guided"
    told = sitting(page, FeltHouse(house, answers=asked.answers), asked.steps, SCRIPTS, boxes=BOXES, known=known)
    hold(f"sitting.{name.replace(' ', '-')}.txt", told)
