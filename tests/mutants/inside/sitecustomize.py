"""Read by every Python that a traced test starts: the folder is on its path while tests are measured."""

import os

if os.environ.get("HOUSEWAY_TRACED") and os.environ.get("PYTEST_CURRENT_TEST"):
    from tests.mutants.traced import follow_a_child

    follow_a_child()
