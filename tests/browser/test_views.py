"""What scripts draw of figures that are written in views.js or kept as approved (tests/approved): every class, label
and word. No house is needed for it: each view is a function of what it is given."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.games import SLUGS
from tests.approved import KEPT, hold
from tests.browser.test_scripts_by_hand import page as page
from tests.test_golden import FILES, set_up

NOW_MS = 1_700_000_000_000
HERE = Path(__file__).parent
VIEWS = (
    "felts",
    "cards",
    "sounds",
    "moments",
    "house",
    "forms",
    "rounds",
    "answers",
    "worths",
    "lab",
    "panels",
)  # of views.js
DRAWN = """async ([view, given]) => {
  const number = (text) => text.trim() && !Number.isNaN(Number(text));
  const whole = (_, each) => (typeof each === "string" && number(each) ? String(Math.round(Number(each))) : each);
  const value = (of) => (typeof of === "object" ? JSON.stringify(of, whole) : of);
  const set = (props) => Object.entries(props).filter(([, of]) => of != null && of !== false)
    .map(([name, of]) => (typeof of === "function" ? ` ${name}()` : ` ${name}=${value(of)}`)).join("");
  const tell = (it, depth = 0) => {
    const pad = " ".repeat(depth);
    if (Array.isArray(it)) return it.flatMap((each) => tell(each, depth));
    if (it == null || it === false || it === "") return [];
    if (!it.tag) return [pad + (typeof it === "object" ? JSON.stringify(it) : String(it))];
    return [pad + it.tag + set(it.props), ...it.children.flatMap((each) => tell(each, depth + 1))];
  };
  const found = await VIEWS[view](given);
  return found.map(([title, drawn]) => [`# ${title}`, ...tell(drawn)].join("\\n")).join("\\n");
}"""


def answers(name: str) -> Any:
    return json.loads((KEPT / name).read_text(encoding="utf-8"))


def longest(slug: str) -> dict[str, Any]:
    """The playthrough of a game with the most on its tape."""
    played = (set_up(path)[1] for path in FILES if path.parent.name == slug)
    round_ = max(played, key=lambda each: len(each.replay.tape))
    return {"slug": slug, "tape": round_.replay.tape.tolist(), "options": dict(round_.deal.settings)}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_drawn_as_approved(view: str, page: Page) -> None:
    page.clock.set_fixed_time(NOW_MS)  # timers go on
    given = {
        "games": [answers(f"answers.{slug}.json")[""] for slug in SLUGS],
        "rounds": [longest(slug) for slug in SLUGS] if view == "rounds" else [],
        "tables": answers("answers.house.json")["/api/house"],
        "verdicts": answers("lab.verdicts.json")["answer"]["verdicts"],
        "kept": {name: answers(f"lab.{name}.json")["answer"] for name in ("figures", "risk", "progressive")},
    }
    views = (HERE / "views.js").read_text(encoding="utf-8").rstrip()
    hold(f"view.{view}.txt", page.evaluate(DRAWN.replace("VIEWS", views), [view, given]))
