"""Under which addresses the house is known: the origins of its pages, the hosts it answers to, and whether by TLS only.

A house with an https origin is public: a proxy that ends TLS stands before it. Then no page of plain http is ours, not
even this machine's own, so that the cookie is Secure and browsers are told to come by https only. Its own addresses
stay hosts, for a proxy on this machine and for whoever looks after the server's health.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from urllib.parse import urlsplit

from houseway.rules.refused import Refused

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("localhost", "127.0.0.1")
USUAL_PORT = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Addresses:
    origins: tuple[str, ...]
    hosts: frozenset[str]

    @classmethod
    def of(cls, origins: Iterable[str], own: Sequence[str] = ()) -> "Addresses":
        """From the origins that an operator named and the server's own. An address without TLS is none of a public
        house's origins."""
        named = tuple(origins)
        public = any(origin.startswith("https://") for origin in named)
        plain = [origin for origin in named if not origin.startswith("https://")]
        if public and plain:
            raise Refused(f"--origin {plain[0]} does not go with https: name addresses that all have TLS, or none")
        ours = named if public else (*named, *own)
        return cls(ours, frozenset(host for each in (*named, *own) for host in _hosts(each)))

    @property
    def secure(self) -> bool:
        """Whether every page comes by TLS, so that the cookie goes by it only."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def first(self) -> str:
        return self.origins[0]


def _hosts(origin: str) -> tuple[str, ...]:
    """How a request says that it is for this origin; a browser leaves out the usual port, other programs may not."""
    scheme, _, host = origin.partition("://")
    port = USUAL_PORT[scheme]
    bare = host.removesuffix(port)
    return (bare, bare + port) if bare != host or urlsplit(origin).port is None else (host,)


def own_origins(host: str, port: int) -> list[str]:
    """The addresses under which a browser on this machine knows the server; others are the operator's to name."""
    names = list(LOOPBACK) if host in (*LOOPBACK, *EVERYWHERE) else []
    if host not in (*names, *EVERYWHERE):
        names.insert(0, f"[{host}]" if ":" in host else host)
    suffix = "" if port == 80 else f":{port}"
    return [f"http://{name}{suffix}" for name in names]


def read_origin(text: str) -> str:
    """As a browser writes it: scheme, host and port, without a path."""
    try:
        parts = urlsplit(text.rstrip("/").lower())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    good = parts.scheme in USUAL_PORT and parts.hostname and not (parts.path or parts.query or parts.username)
    if not good:
        raise Refused(f"--origin {text}: write it as https://house.example")
    usual = port is not None and USUAL_PORT[parts.scheme] == f":{port}"
    return f"{parts.scheme}://{parts.netloc.removesuffix(f':{port}') if usual else parts.netloc}"


def read_proxies(texts: Sequence[str]) -> list[str]:
    """Addresses and networks whose word on who their clients are is believed. Never everybody's."""
    for text in texts:
        try:
            everybody = ip_network(text, strict=False).prefixlen == 0
        except ValueError:
            raise Refused(f"--trusted-proxy {text}: write an address or network, as 127.0.0.1 or 10.0.0.0/8") from None
        if everybody:
            raise Refused(f"--trusted-proxy {text} would believe everybody who they are: name the proxy's own address")
    return list(texts)
