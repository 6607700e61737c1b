"""Every view of the lab, visited on one page without a server: paytables are the rules' own, figures are those that
were approved (tests/approved/kept/lab.*), jobs go on when a step says so. What is asked, typed, drawn and put into the
address is held word for word, charts by what they are given to draw."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from houseway.rules.refused import Refused
from houseway.web.lab.routes import paytables
from tests.approved import KEPT, hold
from tests.browser.at_table import alone
from tests.browser.sittings import Answer, FeltHouse, kept_answers, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.house.table_kit import House

Reply = tuple[int, Any]
WORKING = {"id": "j1", "kind": "figures", "game": "dakota_stud", "state": "running", "reason": "", "what": "solving",
    "done": 30,
    "total": 400, "exact": {}}  # fmt: skip
BUSY = (503, {"code": "busy", "reason": "the lab is busy"})
NO = (400, {"code": "refused", "reason": "query.bankroll: Input should be greater than or equal to 500"})
JOB = (202, WORKING)


def answer(name: str) -> Any:
    told = json.loads((KEPT / f"lab.{name}.json").read_text(encoding="utf-8"))["answer"]
    return {**told, "downloads": list(told.pop("tables"))}


@dataclass
class LabHouse(FeltHouse):
    """The lab's own: to each kind of question its replies in turn, of which the last one stays."""

    replies: dict[str, list[Reply]] = field(default_factory=dict)

    def request(self, method: str, path: str, body: Any) -> Answer:
        asked = urlsplit(path)
        if self.deaf or not asked.path.startswith("/api/lab/games/"):
            return super().request(method, path, body)
        slug, kind = asked.path.split("/")[4:6]
        waits = self.replies.get(kind, [])
        if not waits and kind == "paytables":
            return self.sheet(slug, parse_qs(asked.query))
        status, found = waits.pop(0) if len(waits) > 1 else waits[0]
        return {"status": status, "answer": found}

    def sheet(self, slug: str, asked: Mapping[str, list[str]]) -> Answer:
        try:
            found = paytables(slug, asked.get("set"), asked.get("pay"))
        except Refused as refusal:
            return {"status": 409, "answer": {"code": "refused", "reason": str(refusal)}}
        return {"status": 200, "answer": json.loads(json.dumps(dict(found), default=dict))}

    def does(self, what: Answer) -> list[Answer]:
        if "replies" in what:
            self.replies |= {
                kind: [(status, found) for status, found in told] for kind, told in what["replies"].items()
            }
            return []
        return super().does(what)


@dataclass
class Look:
    address: str
    steps: list[Any]
    replies: dict[str, list[Reply]] = field(default_factory=dict)


FIGURES = answer("figures")
EDGE = FIGURES["wagers"][0]["figures"]
DEARER = {**FIGURES, "how": "at once", "wagers": [
    {**each, "figures": {**each["figures"], "edge": {**each["figures"]["edge"],
        "decimal": each["figures"]["edge"]["decimal"] + add}}}
    for each, add in zip(FIGURES["wagers"], (0.01, -0.02, 0.0, 0.0, 0.0), strict=False)]}  # fmt: skip
TARGET = {"wanted": {"value": "1/20", "decimal": 0.05}, "exact": {"value": "123/10", "decimal": 12.3}, "solves": 3,
    "near": [
    {"pay": "12", "edge_decimal": 0.0512}, {"pay": "25/2", "edge_decimal": 0.0477}]}  # fmt: skip
CELLS = {"2": "H", "A": "DS"}
CHARTS = {"form": "charts", "letters": {"H": "Hit", "D": "Double"}, "situations": ["two cards", "after a split",
    "later"], "up_cards": ["2", "A"],
    "downloads": ["chart"], "lines": [{"situation": situation, "kind": kind, "hand": hand, "cards_from": cards,
        "cells": cells}
        for situation, kind, hand, cards, cells in (("two cards", "hard", "9", 2, CELLS), ("two cards", "hard", "9",
            3, {"2": "S", "A": ""}),
            ("two cards", "hard", "10", 2, {"2": "Z", "A": "P"}), ("two cards", "pair", "8 8", 2, CELLS), ("later",
                "soft", "A 7", 2,
                {"2": "R*", "A": "S"}))]}  # fmt: skip
RULES = [
    {"text": "Raise with a pair.", "share": 0.25, "left_out": 0.0123},
    {"text": "Else fold.", "share": 1},
    {"text": "Call.", "share": 0.5},
]
GUIDE = {"form": "guide", "downloads": ["classes"], "sections": [
    {"title": "First", "rules": RULES, "right": 0.9876, "cost": 0.0004, "grids": [{"title": "Hands", "names": ["A",
        "K", "Q"],
        "cells": [["1", "2", ""], ["3", "4", "5"], ["8", "6", "7"]]}]},
    {"title": "Second", "rules": [], "right": 1, "cost": 0, "grids": []}]}  # fmt: skip
ADVICE = answer("advise")
MANY = {
    **ADVICE,
    "hand": "A A",
    "acts": [{"act": f"a{at}", "title": f"Act {at}", "decimal": 0.5 - at, "costs": float(at)} for at in range(10)],
}
HANDS = {"form": "hands", "downloads": []}


def sight(rounds: int, edge: float) -> dict[str, Any]:
    seen = {"seen": rounds, "standard_deviation": 1.5, "hit": 0.25}
    return {"rounds": rounds, "wagers": {"dollar": {**seen, "edge": edge, "standard_error": 1 / rounds},
        "round": {**seen, "edge": edge / 2, "standard_error": 0.01}}}  # fmt: skip


SIGHTS = [sight(100 * 2**at, 0.1 + (-1) ** at / (at + 1) / 50) for at in range(8)]
SEEN = {"sights": SIGHTS, "exact": {"dollar": 0.12, "round": 0.05}, "downloads": ["convergence"]}
NEWS = {**WORKING, "what": "playing", "sights": SIGHTS[:2], "exact": {"dollar": 0.12}}
FIGURED = {"figures": [(200, FIGURES)]}
PAY = ["[name=pay-DS-01-flush]"]
GONE = (200, {**answer("progressive"), "progressives": []})
SIMPLE = {
    **answer("progressive"),
    "tiers": [],
    "waits": [],
    "hangs_on_players": True,
    "proposal": {"refused": "no seed gives that"},
}

LOOKS: dict[str, Look] = {
    "choice": Look("/lab", [("aside", [".choices a", 1]), ("click", [".choices a", 1]), ("click", "a.here"),
        ("choose", ["select", "dark"]),
        ("click", [".games a", 0]), ("click", [".tabs a", 2]), ("fire", "popstate")], FIGURED),
    "closed": Look("/lab/dakota_stud", [], {}),
    "figures": Look("/lab/dakota_stud/figures?set=lowest_pair=6", [("choose", ["[name=wager]", "one"]), ("choose",
        ["[name=strategy]", "optimal"]),
        ("choose", ["[name=set-paytable]", "DS-02"]), ("choose", ["[name=set-lowest_pair]", ""]), ("write",
            ["[name=set-grain_cents]", "0.5"]),
        ("choose", ["[name=set-grain_cents]", "0.25"]), ("house", {"replies": {"figures": [BUSY, JOB, (200,
            FIGURES)]}}), ("choose",
        ["[name=set-grain_cents]", "0.05"]), ("wait", 1500), ("cut",), ("wait", 200), ("news", {**WORKING,
            "sights": [], "done": 399}), ("news",
        {**WORKING, "sights": [], "state": "done"}), ("button", "Back to the standard"), ("button", "Copy link"),
            ("wait", 1600), ("agree", False),
        ("button", "Copy link"), ("click", ".options summary")], FIGURED),
    "refused": Look("/lab/dakota_stud/figures?set=lowest_pair=99", [("button", "Back to the standard")], FIGURED),
    "a job that fails": Look("/lab/dakota_stud/figures", [("news", {**WORKING, "sights": [], "state": "waiting"}),
        ("news", {**WORKING, "sights": [],
        "state": "failed", "reason": "out of memory"}), ("click", [".tabs a", 7])], {"figures": [JOB],
            "verdicts": [(200, answer("verdicts"))]}),
    "a job that is stopped": Look("/lab/dakota_stud/figures", [("button", "Stop"), ("click", [".tabs a", 2]),
        ("click", [".tabs a", 0]), ("news",
        {**WORKING, "sights": [], "state": "stopped", "reason": ""})], {"figures": [JOB]}),
    "report": Look("/lab/dakota_stud/figures", [("button", "Download"), ("choose", ["[name=report]", "strategy"]),
        ("button", "Download"),
        ("button", "Stop"), ("button", "Download"), ("wait", 1600)], {**FIGURED, "report": [(200, {})], "card": [JOB,
            BUSY, (200, {})]}),
    "paytable": Look("/lab/dakota_stud/paytable", [("write", [PAY[0], "5:"]), ("write", [PAY[0], "60"]), ("wait",
        200), ("write", [PAY[0], "x"]),
        ("wait", 200), ("house", {"replies": {"figures": [JOB]}}), ("write", [PAY[0], "12/5"]), ("wait", 200),
            ("button", "Stop"), ("click",
        [".tabs a", 0]), ("button", "Back to the maker's")], {"figures": [(200, FIGURES), (200, DEARER)]}),
    "paytable, a target": Look("/lab/dakota_stud/paytable?pay=DS-01/flush/60", [("write", ["[name=edge]", "5%"]),
        ("choose", ["[name=edge]", "5%"]),
        ("wait", 300), ("button", "Use it"), ("choose", ["[name=grid]", "2"]), ("house", {"replies": {"target": [(200,
            {**TARGET, "exact": None})]}}),
        ("choose", ["[name=target-wager]", "one"]), ("wait", 300), ("choose", ["[name=row]", "DS-01/straight"]),
            ("wait", 300), ("choose", ["[name=edge]", ""]),
        ("button", "Back to the maker's")], {"figures": [(200, FIGURES)], "target": [(200, TARGET)]}),
    "paytable, prizes": Look("/lab/lucky_lucky/paytable", [], {"figures": [(200, {**FIGURES, "wagers": []})]}),
    "compare": Look("/lab/dakota_stud/compare?set=lowest_pair=6", [("button", "Keep A"), ("choose",
        ["[name=set-paytable]", "DS-02"]), ("button", "Swap"),
        ("button", "B: the standard")], {"figures": [(200, FIGURES), (200, DEARER)]}),
    "strategy": Look("/lab/dakota_stud/strategy", [("write", ["[name=hand]", " 6c 6d 7c "]), ("submit",
        ".look-up form"), ("wait", 200), ("house",
        {"replies": {"advise": [(200, MANY)]}}), ("write", ["[name=hand]", "A A"]), ("submit", ".look-up form"),
            ("wait", 200), ("click",
        ".examples button")], {"strategy": [(200, CHARTS)], "advise": [(200, ADVICE)]}),
    "strategy, rules": Look("/lab/let_it_ride/strategy?strategy=basic", [("click", [".tabs a", 3]), ("house",
        {"replies": {"strategy": [(200, HANDS)]}}),
        ("choose", ["[name=set-mini_royal]", "100 to 1"]), ("choose", ["[name=strategy]", "optimal"])],
            {"strategy": [(200, GUIDE)]}),
    "simulate": Look("/lab/dakota_stud/simulate", [("write", ["[name=seed]", ""]), ("submit", ".plan"), ("choose",
        ["[name=seed]", "7"]), ("choose",
        ["[name=rounds]", "100000"]), ("write", ["[name=bet-dollar]", "25"]), ("choose", ["[name=bet-dollar]", "25"]),
            ("choose", ["[name=bet-one]", "-1"]),
        ("submit", ".plan"), ("news", NEWS), ("choose", ["[name=sim-wager]", "dollar"]), ("cut",), ("wait", 200),
            ("news", {**NEWS, "sights": SIGHTS[2:3]}),
        ("button", "Stop"), ("submit", ".plan"), ("house", {"replies": {"simulate": [(200, SEEN)]}}), ("news",
            {**NEWS, "sights": [], "state": "done"}),
        ("submit", ".plan")], {"simulate": [JOB]}),
    "simulate, paid otherwise": Look(
        "/lab/dakota_stud/simulate?run=1&rounds=300&set=grain_cents=25&set=cap_cents=100000&bet=one=500&wager=dollar",
        [],
        {"simulate": [(200, {**SEEN, "exact": {}})]}),
    "risk": Look("/lab/lucky_lucky/risk", [("wait", 250), ("choose", ["[name=session]", "40"]), ("wait", 250),
        ("wait", 1500), ("choose",
        ["[name=bankroll]", "50"]), ("wait", 250), ("choose", ["[name=bankroll]", "1"]), ("wait", 250)],
        {"risk": [(200, answer("risk")), BUSY, JOB, NO]}),
    "progressive": Look("/lab/let_it_ride/progressive", [("wait", 250), ("choose", ["[name=players]", "3"]),
        ("choose", ["[name=target]", "80%"]),
        ("choose", ["[name=sd]", "20"]), ("choose", ["[name=meter-five_card-jackpot]", "150000"]), ("wait", 250),
            ("house", {"replies": {"progressive":
        [BUSY, NO]}}), ("choose", ["[name=meter-five_card-jackpot]", "-1"]), ("choose", ["[name=progressive]",
            "three_card"]), ("wait", 250), ("wait", 1500),
        ("house", {"replies": {"progressive": [GONE]}}), ("choose", ["[name=players]", "2"]), ("wait", 250)],
        {"progressive": [(200, answer("progressive")), (200, SIMPLE)]}),
    "progressive, refused": Look("/lab/let_it_ride/progressive?meter=jackpot=1", [("wait", 250), ("button",
        "Back to the seeds")], {"progressive": [NO]}),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_a_view_of_the_lab_is_as_approved(name: str, page: Page) -> None:
    asked = LOOKS[name]
    page.goto(asked.address)
    replies = {kind: list(told) for kind, told in asked.replies.items()}
    lab = LabHouse(House(alone("lucky")), deaf=name == "closed", replies=replies, answers=kept_answers("room"))
    told = sitting(page, lab, [("wait", 200), *asked.steps], ["/lab/main.js"], tag="body")
    hold(f"lab.visit.{name.replace(', ', '-').replace(' ', '-')}.txt", told)
