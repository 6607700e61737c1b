"""Progressives at a server's table, in the terminal: what the meters show, the bet on them, hits and what they paid."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.games.betting import dollars

Seen = Mapping[str, Any]  # a table as its view tells of it
YES, NO = ("y", "yes"), ("n", "no")


class FeltMeters:
    """What one person was told of meters, and which progressives they are in."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.joins: list[str] = []
        self._told: dict[str, int] = {}  # by progressive, when its last hit was that the person knows of

    def show(self, view: Seen) -> None:
        """A line for each progressive, before the bets."""
        for each in view.get("progressives", ()):
            self.console.print(Text(_line(each), "cyan"))
            self._told.setdefault(each["name"], _newest(each))
            if each["due"]:
                seats = ", ".join(map(str, each["due"]))
                self.console.print(Text(f"Seat {seats} is paid by hand: a supervisor comes.", "yellow"))

    def ask(self, view: Seen, bets: Mapping[str, int], answer: Callable[[str], str]) -> list[str] | None:
        """Which to be in with these bets; None where the table has none with a bet of its own."""
        there = [each for each in view.get("progressives", ()) if each["bet_cents"]]
        if not there:
            return None
        open_ = [each for each in there if bets.get(each["wager"])]
        self.joins = [each["name"] for each in open_ if self._wants(each, answer)]
        return self.joins

    def cents(self, view: Seen) -> int:
        """What the bets on them cost."""
        return sum(each["bet_cents"] for each in view.get("progressives", ()) if each["name"] in self.joins)

    def _wants(self, each: Seen, answer: Callable[[str], str]) -> bool:
        was_in = each["name"] in self.joins
        while True:
            usual = "yes" if was_in else "no"
            word = answer(f"{each['title']} for {dollars(each['bet_cents'])}, yes or no [{usual}]: ")
            if word in ("", *YES, *NO):
                return was_in if not word else word in YES
            self.console.print(Text(f"'{word}' is neither: type y or n", "red"))

    def tell_hits(self, view: Seen, seats: Sequence[int]) -> None:
        """Hits since the last look, wherever on the link; what one's own seats won is said apart."""
        for each in view.get("progressives", ()):
            before = self._told.get(each["name"], 0)
            for hit in reversed([hit for hit in each["hits"] if hit["at"] > before]):
                self.console.print(Text(f"{each['title']} hit! {_hit(each, hit)}", "bold green"))
                own = [award for award in hit["awards"] if award["seat"] in seats]
                if own and (hit["table"], hit["round"]) == (view["table"], view["round"]):
                    self.console.print(Text(_own(each, own, seats), "bold green"))
            self._told[each["name"]] = _newest(each)

    def tell_fed(self, view: Seen, seats: Sequence[int]) -> None:
        """What the round that is over fed, of one's own."""
        for each in view.get("progressives", ()):
            own = [seat for seat in each["seats"] if seat in seats]
            if own and each["bet_cents"]:
                fed = dollars(len(own) * each["bet_cents"])
                self.console.print(Text(f"{fed} of yours feeds the {each['title']}.", "dim"))


def _line(each: Seen) -> str:
    meters = ", ".join(_meter(meter) for meter in each["meters"])
    bet = f", {dollars(each['bet_cents'])} beside the {each['wager']}" if each["bet_cents"] else ""
    return f"{each['title']}{bet}: {meters}"


def _meter(meter: Seen) -> str:
    limit = f", must hit by {dollars(meter['must_hit_by_cents'])}" if meter.get("must_hit_by_cents") else ""
    return f"{meter['title']} {dollars(meter['cents'])}{limit}"


def _newest(each: Seen) -> int:
    return max((hit["at"] for hit in each["hits"]), default=0)


def _hit(each: Seen, hit: Seen) -> str:
    first = hit["awards"][0]
    titles = {meter["name"]: meter["title"] for meter in each["meters"]}
    what = titles[first["meter"]] if first["why"] == "must_hit" else first["tier"].replace("_", " ")
    paid = sum(award["cents"] for award in hit["awards"] if award["why"] in ("tier", "must_hit"))
    return f"{what} at {hit['table']}, {dollars(paid)}"


def _own(each: Seen, awards: Sequence[Seen], seats: Sequence[int]) -> str:
    won = f"You win {dollars(sum(award['cents'] for award in awards))} of it"
    return f"{won}: a supervisor counts out what is paid by hand." if set(each["due"]) & set(seats) else f"{won}."
