"""Regulars in tests: who keeps themself, and who comes back."""

from typing import Any

import httpx

from tests.web.running import Client, Server

PHRASE = "amber otter walks under nine bridges"
OTHER = "seven lamps over a quiet harbour"


def keep(client: Client, passphrase: str = PHRASE) -> Client:
    client._remember(client.http.post("/api/you/keep", json={"passphrase": passphrase}))
    return client


def comes_back(server: Server, name: str, passphrase: str = PHRASE) -> Client:
    client = server.client()
    client._remember(try_to_come_back(client.http, name, passphrase))
    return client


def try_to_come_back(http: httpx.Client, name: str, passphrase: str = PHRASE) -> httpx.Response:
    return http.post("/api/you/return", json={"name": name, "passphrase": passphrase})


def role(client: Client) -> str:
    answer: str = client.get("/api/session")["role"]
    return answer


def noted(client: Client, method: str, path: str, **body: Any) -> Any:
    answer = client.http.request(method, path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()
