"""Somebody who plays at a table from afar: knows what was last shown, says one thing at a time, and says it again."""

import random
from dataclasses import dataclass, field
from typing import Any

from houseway.house.configuration import TableConfig
from houseway.house.draft import Actor, Command
from houseway.house.table_view import View
from tests.house.table_kit import least_bets

Wish = tuple[str, dict[str, Any]]


@dataclass
class Person:
    actor: Actor
    config: TableConfig  # of the table they play at
    view: View | None = None
    waiting: Command | None = None
    sent: int = 0
    least: dict[bool, dict[str, int]] = field(default_factory=dict)  # bets on all wagers, or on those that must be

    def say(self, rng: random.Random) -> Command:
        """Something new, or the same again if there was no answer yet."""
        if self.waiting is None:
            self.sent += 1
            do, what = self._wish(rng)
            seen = self.view["version"] if self.view and rng.random() < 0.9 else None
            self.waiting = Command(str(self.sent), do, seen, what)
        return self.waiting

    def hear(self, id: str, view: View) -> None:
        if self.waiting is not None and self.waiting.id == id:
            self.waiting = None
        if self.view is None or view["version"] >= self.view["version"]:
            self.view = view

    def _wish(self, rng: random.Random) -> Wish:
        view, config = self.view, self.config
        if view is None or view["you"] is None:
            return "sit", {"cents": config.buy_in_most_cents} if rng.random() < 0.8 else {"seat": rng.randrange(-1, 9)}
        if rng.random() < 0.05:
            return rng.choice([("leave", {}), ("void", {}), ("fly", {}), ("buy_in", {"cents": 10**9})])
        pending = view["pending"]
        if pending and pending["you"]:
            return "act", {"act": rng.choice(pending["acts"]) if rng.random() < 0.95 else "wave"}
        if len(view["you"]["seats"]) < config.hands_a_player and rng.random() < 0.1:
            return "sit", {}
        return self._bet(rng, view)

    def _bet(self, rng: random.Random, view: View) -> Wish:
        """A bet at every seat; then it may begin."""
        bare = [seat for seat in view["you"]["seats"] if not view["seats"][seat - 1]["bets"]]
        if not bare:
            return ("ready", {}) if rng.random() < 0.8 else ("take_back", {"seat": view["you"]["seats"][-1]})
        if view["you"]["cents"] < 20_000 and rng.random() < 0.5:
            return "buy_in", {"cents": self.config.buy_in_most_cents}
        all_wagers = rng.random() < 0.7
        if all_wagers not in self.least:
            self.least[all_wagers] = least_bets(self.config, all_wagers=all_wagers)
        joins = {"joins": [each.name for each in self.config.progressives]} if self.config.progressives else {}
        if not all_wagers:
            joins = {}
        return "bet", {"seat": bare[0], "wagers": self.least[all_wagers], **joins}
