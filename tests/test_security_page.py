"""The page of promises names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ("security.md", "public.md")


def test_every_test_that_a_promise_names_is_there() -> None:
    for page in PAGES:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        named = set(re.findall(r"`((?:tests|deploy)/[^`]+)`", text))
        assert len(named) >= 3
        assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_attack_is_one_that_the_page_tells_of() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    there = {f"tests/attacks/{path.name}" for path in (ROOT / "tests" / "attacks").glob("test_*.py")}
    assert there - set(re.findall(r"`(tests/attacks/[^`]+)`", text)) == set()
