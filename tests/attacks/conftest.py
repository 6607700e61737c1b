"""Attacks from one address, each as it was made against the house that did not hold. Loopback only, and bounded."""

from collections.abc import Iterator

import pytest

from houseway.web.limits import HouseLimits
from tests.web.running import Server, running, small_room


@pytest.fixture
def server() -> Iterator[Server]:
    """With the limits that ship."""
    with running(small_room("dakota", "super-fun", "lucky", "dakota-practice"), seed=7, limits=HouseLimits()) as made:
        yield made
