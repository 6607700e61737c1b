"""Whose address counts: a customer's whole IPv6 network, and behind a proxy that is believed the client's own."""

from dataclasses import replace
from typing import Any

import httpx
import pytest

from houseway.web.limits import HouseLimits
from houseway.web.whereabouts import Proxies, place_of
from tests.web.running import FREE, NO_TLS, running, small_room


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_of_ipv6_is_its_customers_network(host: str, place: str) -> None:
    assert place_of(host) == place


def test_proxies_are_named_by_address_or_network() -> None:
    proxies = Proxies(["10.0.0.0/24", "::1"])
    assert [proxies.have(host) for host in ("10.0.0.7", "10.0.1.7", "::1", "::ffff:10.0.0.7", "x")] == [
        True, False, True, True, False,
    ]  # fmt: skip


def asked(forwarded: str, believed: tuple[str, ...], times: int) -> list[int]:
    """Requests that all come by one connection of 127.0.0.1, for a client that it names."""
    limits = replace(FREE, requests_at_once_an_address=2, requests_a_second_an_address=0.001)
    with running(small_room("dakota"), limits=limits, proxies=believed) as server:
        headers: Any = {"x-forwarded-for": forwarded}
        mine = [
            httpx.get(f"http://{server.address}/", headers=headers, timeout=30, verify=NO_TLS).status_code
            for _ in range(times)
        ]
        other = httpx.get(
            f"http://{server.address}/", headers={"x-forwarded-for": "198.51.100.7"}, timeout=30, verify=NO_TLS
        ).status_code
        return [*mine, other]


def test_a_proxy_that_is_believed_tells_clients_apart() -> None:
    assert asked("203.0.113.9", ("127.0.0.1",), 3) == [200, 200, 429, 200]


def test_nobody_else_is_believed() -> None:
    assert asked("203.0.113.9", (), 3) == [200, 200, 429, 429]
    assert asked("203.0.113.9", ("10.0.0.1",), 3) == [200, 200, 429, 429]


def test_a_client_cannot_hide_behind_a_name_of_its_own() -> None:
    """Of a list only the part that the proxy itself wrote counts."""
    assert asked("1.2.3.4, 203.0.113.9", ("127.0.0.1",), 3) == [200, 200, 429, 200]


def test_a_network_of_ipv6_shares_its_limits_behind_a_proxy() -> None:
    limits = replace(FREE, requests_at_once_an_address=2, requests_a_second_an_address=0.001)
    with running(small_room("dakota"), limits=limits, proxies=["127.0.0.1"]) as server:
        hosts = [f"2001:db8::{number:x}" for number in range(1, 5)]
        codes = [
            httpx.get(
                f"http://{server.address}/", headers={"x-forwarded-for": host}, timeout=30, verify=NO_TLS
            ).status_code
            for host in hosts
        ]
    assert codes == [200, 200, 429, 429]


def test_the_connections_of_a_proxy_are_not_one_persons() -> None:
    from tests.attacks.test_silent_connections import connected

    limits = replace(FREE, connections_an_address=2)
    with running(small_room("dakota"), limits=limits, proxies=["127.0.0.1"]) as server:
        held = [connected(server.address) for _ in range(6)]
        assert httpx.get(f"http://{server.address}/", timeout=30, verify=NO_TLS).status_code == 200
        assert server.hall.floor.metrics.limits[(("limit", "silent_for_another"),)] == 0
        for each in held:
            each.close()


def test_a_house_where_many_share_an_address_says_so() -> None:
    plain, crowded = HouseLimits(), HouseLimits().crowded(50)
    assert crowded.seats_an_address == 5 * plain.seats_an_address
    assert crowded.requests_a_second_an_address == 5 * plain.requests_a_second_an_address
    assert crowded.sessions_a_minute == 5 * plain.sessions_a_minute
    assert crowded.messages_a_second == plain.messages_a_second
    assert plain.crowded(10) == plain
    assert plain.crowded(1).own_tables_an_address == 1
