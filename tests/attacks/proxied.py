"""A house behind a proxy that it believes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from houseway.house.configuration import Room
from houseway.web.house import open_house
from houseway.web.limits import HouseLimits
from tests.web.running import Server


@contextmanager
def running_behind(proxies: Sequence[str], room: Room, limits: HouseLimits) -> Iterator[Server]:
    house = open_house("memory:", room)
    try:
        server = Server(house, limits, proxies=proxies)
        try:
            yield server
        finally:
            server.stop()
    finally:
        house.close()
