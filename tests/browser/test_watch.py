"""The watch over every page of these tests: what it must notice, it notices."""

import pytest

from tests.browser.conftest import OpenPage, Watch

ASK = "address => fetch(address).catch(() => {})"


@pytest.mark.parametrize(
    "address", ["http://elsewhere.example/a.js", "http://192.0.2.7/a.js", "http://[2001:db8::7]/a.js"]
)
def test_a_request_that_would_leave_the_machine_is_noticed(open_page: OpenPage, watch: Watch, address: str) -> None:
    page = open_page("http://127.0.0.1:9")
    page.goto("data:text/html,<title>a page without a policy</title>")
    with page.expect_console_message():
        page.evaluate(ASK, address)
    assert len(watch.faults) == 1
    assert "ERR_NAME_NOT_RESOLVED" in watch.faults.pop()
