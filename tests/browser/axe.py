"""What axe-core finds on a page. It is loaded once a page, and tells nothing but what is wrong."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RUN = "(options) => axe.run({ ...options, resultTypes: ['violations'] }).then((found) => found.violations)"
OF_COLOURS = ("color-contrast", "link-in-text-block")  # all other rules find the same by day and by night


def violations(page: Page, *rules: str) -> list[dict[str, Any]]:
    """Of these rules, or of all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[dict[str, Any]] = page.evaluate(RUN, {"runOnly": list(rules)} if rules else {})
    return found
