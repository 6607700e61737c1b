"""Charts of the lab drawn from specs written here, at a width of our own: every place, tick and reading as approved."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.approved import hold
from tests.browser.test_approved_pages import READ
from tests.browser.test_scripts_by_hand import page as page

TABLE = {"columns": ["x", "y"], "rows": [["1", "2"], ["3", "4"]]}
SPECS: dict[str, dict[str, Any]] = {
    "lines": {
        "title": "Lines", "about": "two lines, a band and marks", "table": TABLE,
        "x": {"label": "rounds", "scale": "log", "format": "times", "unit": "rounds"},
        "y": {"label": "edge", "format": "hundredths"},
        "series": [
            {"name": "seen", "bandName": "two errors", "points": [[10, 0.5], [100, -0.25, "own words"], [1000, 0.1]],
             "band": [[10, 0.2, 0.9], [1000, -0.3, 0.4]]},
            {"name": "theory", "points": [[10, 0.05], [1000, 0.05]]},
        ],
        "marks": [{"y": 0.3, "label": "exact", "name": "exact edge"}, {"x": 50, "label": "here", "row": 1},
                  {"x": 900, "label": "there"}],
    },
    "bars": {
        "title": "Bars", "about": "bars under names", "table": TABLE,
        "x": {"label": "wager", "names": ["one two three four five", "extraordinarily", "b c"]},
        "y": {"label": "dollars", "format": "hundredths"},
        "bars": [[0, 1, -3, "down"], [1, 2, 7.5], [2, 3, 0, "up", "nothing at all"]],
    },
    "narrow": {
        "title": "Flat", "about": "one value, a range of its own", "table": TABLE, "key": [["named", "s9"]],
        "x": {"label": "x", "range": [0, 40]}, "y": {"label": "y", "isOpen": False},
        "series": [{"points": [[0, 4], [40, 4]]}],
    },
    "upright": {
        "title": "Upright", "about": "names that no bar has room for", "table": TABLE,
        "x": {"label": "wager", "names": ["the dealer's twenty-five in four suited cards", "one two", "push"]},
        "y": {"label": "dollars", "format": "hundredths"}, "bars": [[0, 1, -3, "down"], [1, 2, 7.5], [2, 3, 1]],
    },
}  # fmt: skip
DRAW = """async ([spec, width]) => {
  const { named } = await import("/lab/chart.js");
  named("times", (value) => `${value} times`);
  named("hundredths", (value) => value.toFixed(2));
  const around = Object.assign(document.createElement("main"), { style: `width:${width}px;display:block` });
  const chart = Object.assign(document.createElement("lab-chart"), { style: "display:block" });
  document.querySelector("main")?.remove();
  around.append(chart);
  document.body.append(around);
  chart.spec = spec;
  chart.draw();
  const press = (key) => chart.svg.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const heard = ["ArrowRight", "ArrowRight", "PageUp", "ArrowLeft", "Home", "ArrowLeft", "PageDown", "End", "Escape",
    "ArrowLeft"].map((key) => (press(key), `${key}: ${chart.caption.textContent}`));
  const { left } = chart.svg.getBoundingClientRect();
  chart.svg.dispatchEvent(new PointerEvent("pointermove", { clientX: left + 90 }));
  heard.push(`pointer: ${chart.caption.textContent}`);
  const upright = [...chart.svg.querySelectorAll("[transform]")].map((it) => it.getAttribute("transform"));
  return [...heard, ...upright].join("\\n");
}"""


@pytest.mark.parametrize(("name", "width"), [("lines", 700), ("bars", 420), ("narrow", 200), ("upright", 200)])
def test_a_chart_is_drawn_as_approved(name: str, width: int, page: Page) -> None:
    heard = page.evaluate(DRAW, [SPECS[name], width])
    hold(f"chart.{name}.txt", f"{heard}\n{page.evaluate(READ)}")


@pytest.mark.parametrize(("width", "lines", "high"), [(900, 4, 280), (420, 6, 291), (200, 3, 537)])
def test_names_under_bars_lose_no_word_however_narrow_the_bars(width: int, lines: int, high: int, page: Page) -> None:
    """Beside each other, in more lines on a higher drawing, or upright: always whole."""
    names = ["the dealer's twenty-five in four suited cards", "one two three four five", "push"]
    spec = {**SPECS["bars"], "x": {"label": "wager", "names": names}}
    page.evaluate(DRAW, [spec, width])
    told = page.locator("lab-chart .plot .small").all_text_contents()
    assert (" ".join(told), len(told)) == (" ".join(names), lines)
    assert page.locator("lab-chart .plot").get_attribute("viewBox") == f"0 0 {max(width, 260)} {high}"
