"""No test waits without end."""

from pathlib import Path

import pytest

from tests.conftest import SLOW_S

pytest_plugins = ("pytester",)


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    assert request.config.pluginmanager.hasplugin("timeout"), "pytest-timeout is missing: `make test` brings it"
    assert 60 <= float(request.config.getini("timeout")) <= SLOW_S


@pytest.mark.slow
def test_a_slow_test_has_a_longer_one(request: pytest.FixtureRequest) -> None:
    marked = request.node.get_closest_marker("timeout")
    assert marked is not None
    assert marked.args == (SLOW_S,)


def test_a_test_that_waits_for_ever_fails_and_the_next_one_runs(pytester: pytest.Pytester) -> None:
    folder = Path(str(pytester.path))
    (folder / "test_waits.py").write_text(
        "import threading\ndef test_waits(): threading.Event().wait()\ndef test_next(): pass\n"
    )
    pytester.runpytest_subprocess("-o", "timeout=1", timeout=120).assert_outcomes(failed=1, passed=1)
