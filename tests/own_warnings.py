"""What a test is warned of by its own doing."""

import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_warnings() -> Iterator[list[str]]:
    """Their words. What earlier tests of the process left behind is collected first: it tells of itself as it goes."""
    found: list[str] = []
    gc.collect()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        yield found
    found += [f"{each.category.__name__}: {each.message}" for each in heard]
