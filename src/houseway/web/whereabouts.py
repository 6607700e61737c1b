"""Where a request comes from, as limits see it: an address, or for IPv6 the network that one customer is given.

Behind a proxy every connection is the proxy's. One that the operator names is believed who its clients are (uvicorn
reads X-Forwarded-For); nobody else is.
"""

from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import Scope

CUSTOMER_BITS = 64  # of an IPv6 address: whoever has one has all that begin like it


def place_of(host: str) -> str:
    """One name for all addresses that one person may have at will; what is no address is its own name."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> CUSTOMER_BITS << CUSTOMER_BITS, CUSTOMER_BITS)))


def place_in(scope: Scope) -> str:
    client = scope.get("client")
    return place_of(str(client[0])) if client else ""


def place_at(connection: HTTPConnection) -> str:
    return place_in(connection.scope)


class Proxies:
    """The proxies that are believed: addresses or networks, none by default."""

    def __init__(self, named: Sequence[str] = ()) -> None:
        self._networks = [ip_network(each, strict=False) for each in named]

    def have(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        plain = address.ipv4_mapped if isinstance(address, IPv6Address) and address.ipv4_mapped else address
        return any(plain in network for network in self._networks)
