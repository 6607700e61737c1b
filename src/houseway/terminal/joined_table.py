"""The terminal at a server's table: the look of `houseway play`, the cards and chips of the house."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from houseway.engine.scene import scene
from houseway.games import find_game
from houseway.games.approval import worded
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.games.prints import FeltPrints, Payouts
from houseway.games.settings import Settings
from houseway.games.sheet import Act
from houseway.house.money import net_cents
from houseway.report.act_lines import offer_lines, whole_text
from houseway.report.calls import Calls
from houseway.report.change_lines import changes
from houseway.report.felt_lines import hands_lines, signed
from houseway.report.prints_page import prints_page
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import COLUMNS
from houseway.terminal.felt_meters import FeltMeters
from houseway.terminal.own_table import names_of, not_offered
from houseway.terminal.remote_house import Message, NoAnswer, TableLine
from houseway.terminal.typed_words import Leave, amount, answered, is_again

HINTS_WITHIN_S = 2.0
USUAL_BUY_IN_CENTS = 50_000

Ask = Callable[[str], str]


def least_cents(wagers: list[Message]) -> int:
    """What a round costs: all bets that must be made, or the smallest of those that may."""
    must = [wager["least_cents"] for wager in wagers if wager["required"]]
    return sum(must) if must else min(wager["least_cents"] for wager in wagers if not wager["toke"])


def as_said(words: str) -> str:
    """A reason of the house's as a sentence."""
    return words[:1].upper() + words[1:]


class JoinedTable:
    """Talks with one person about one table. The line brings views; what is typed goes back as commands."""

    def __init__(self, line: TableLine, facts: Callable[[], Message], console: Console, ask: Ask) -> None:
        self.line = line
        self.ask_facts = facts
        self.facts = facts()
        self.console = console
        self._typed = ask
        self.last_bets: dict[str, int] = {}
        self.lying = 0  # cents that we put on the felt for the next round
        self.told = (0, 0)  # round and rows of its tape that were told
        self.played: set[int] = set()  # rounds the player had a bet in
        self.bought = 0
        self.notice = ""
        self.departs = ""
        self.meters = FeltMeters(console)

    @property
    def game(self) -> Game:
        return find_game(self.facts["game"])

    @property
    def view(self) -> Message:
        return self.line.view

    def ask(self, prompt: str) -> str:
        """What is typed; whatever it is, somebody is there."""
        while True:
            word = self._typed(prompt)
            if self.line.warned:
                self.line.here()
            if word.strip().lower() != "here":
                return word

    def run(self, rounds: int | None = None) -> None:
        self._welcome()
        try:
            self._sit_down()
            while rounds is None or len(self.played) < rounds:
                self._round()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
        except NoAnswer as gone:
            self.console.print(Text(str(gone), "red"))
        self._goodbye()

    def _welcome(self) -> None:
        hint = "Play money only. Enter repeats your last bets, q leaves the table."
        title = f"[bold]{self.facts['title']}[/bold]"
        about = worded(self.game, Settings(self.facts["options"]), self.game.sheet.about)
        self.console.print(Panel(f"{about}\n[dim]{hint}[/dim]", title=title, title_align="left"))
        self._show_felt()
        self._say_departs()

    def _show_felt(self) -> None:
        """What is printed on it."""
        felt = self.facts["felt"]
        payouts = tuple(Payouts(each["title"], tuple(map(tuple, each["rows"]))) for each in felt["payouts"])
        self.console.print(prints_page(FeltPrints(felt["motto"], tuple(felt["lines"]), payouts)))

    def _goodbye(self) -> None:
        """Get up; a hand that is on is played out as a silent player's."""
        try:
            you = self.view["you"]
            if you is None:
                return
            playing = self.view["phase"] == "playing" and you["id"] in self.view["owners"]
            cents = you["cents"]
            self.line.do("leave")
        except (Refused, KeyboardInterrupt):
            self.console.print("You are gone; the house keeps your seat a while and then counts your chips.")
            return
        if playing:
            self.console.print("Your hand is played out without you; what it wins is counted with your chips.")
        rounds = "1 round" if len(self.played) == 1 else f"{len(self.played)} rounds"
        self.console.print(f"{rounds} played, {dollars(cents)} of {dollars(self.bought)} in play money.")

    # Sitting down and buying in.

    def _sit_down(self) -> None:
        if self.view["closed"]:
            self.console.print(Text(f"The table is closed: {self.view['closed']}", "red"))
            raise Leave
        while self.view["you"] is None:
            self._say_changes()
            self._refusable(self._take_seat)

    def _take_seat(self) -> None:
        cents = self._amount(
            "Buy in for", min(max(USUAL_BUY_IN_CENTS, self.facts["buy_in"][0]), self.facts["buy_in"][1])
        )
        self.line.do("sit", cents=cents)
        self.bought += cents
        self.console.print(f"You sit at seat {self.view['you']['seats'][0]} with {dollars(cents)}.")

    def _refusable(self, do: Callable[[], Any]) -> bool:
        """Whether the house took it; if not, it says why."""
        try:
            do()
        except NoAnswer:
            raise
        except Refused as refusal:
            self.console.print(Text(str(refusal), "red"))
            return False
        return True

    def _amount(self, prompt: str, usual: int) -> int:
        return amount(self._answer, self.console, prompt, usual)

    def _answer(self, prompt: str) -> str:
        return answered(self.ask, prompt)

    # A round.

    def _round(self) -> None:
        """Bet, unless a round is on that began without us; then see it through."""
        self._say_notice()
        self._say_changes()
        if self.view["you"] is None:
            self.console.print("The house has given up your seat.")
            raise Leave
        if self.view["phase"] == "closed":
            self.console.print(Text(f"The table is closed: {self.view['closed']}", "red"))
            raise Leave
        if self.view["phase"] == "betting":
            self.told = (self.view["round"], len(self.view["tape"]))
            is_bet = self._bet()
            if is_bet:
                self._wait_for_deal()
            self._say_came_back()
            if not is_bet:
                return
        if self.view["phase"] == "playing" or self.view["round"] != self.told[0]:
            self._see_through()

    def _bet(self) -> bool:
        you = self.view["you"]
        self.console.print(f"\n[bold]Chips {dollars(you['cents'])}[/bold]{self._others()}")
        if you["cents"] < least_cents(self.facts["wagers"]):
            self.console.print("Your chips do not cover the minimum any more.")
            return self._refusable(self._buy_in)
        self.meters.show(self.view)
        bets = self._ask_bets()
        joins = self.meters.ask(self.view, bets, lambda prompt: answered(self.ask, prompt))
        beside: dict[str, Any] = {} if joins is None else {"joins": joins}
        if self._say_changes():
            return False  # nobody bets on a felt that is not there any more
        felt = self.facts["set_up"]
        if not self._refusable(lambda: self.line.do("bet", seat=you["seats"][0], wagers=bets, set_up=felt, **beside)):
            return False
        self.last_bets, self.lying = bets, sum(bets.values()) + self.meters.cents(self.view)
        return self._refusable(lambda: self.line.do("ready", set_up=felt)) or self.view["round"] != self.told[0]

    def _buy_in(self) -> None:
        cents = self._amount("Buy in for", self.facts["buy_in"][0])
        self.line.do("buy_in", cents=cents)
        self.bought += cents

    def _others(self) -> str:
        names = [seat["name"] for seat in self.view["seats"] if seat["player"] and not seat["you"]]
        return f"  [dim]at the table: {', '.join(names)}[/dim]" if names else ""

    def _same_again(self) -> bool:
        wagers = self.facts["wagers"]
        if not all(wager["name"] in self.last_bets for wager in wagers if wager["required"]):
            return False
        spots = sum(not (wager["equals"] and wager["required"]) for wager in wagers)
        return is_again(self._answer, sum(self.last_bets.values()), self.view["you"]["cents"], spots)

    def _ask_bets(self) -> dict[str, int]:
        if self._same_again():
            return self.last_bets
        bets: dict[str, int] = {}
        wagers = self.facts["wagers"]
        free = not self.last_bets and not any(wager["required"] for wager in wagers)  # any opens
        for wager in wagers:
            if wager["equals"] and wager["required"]:
                bets[wager["name"]] = bets[wager["equals"]]
                continue
            opens = wager["required"] or (free and not bets)
            usual = self.last_bets.get(wager["name"], wager["least_cents"] if opens else 0)
            bets[wager["name"]] = self._amount(wager["title"], usual)
        return {name: cents for name, cents in bets.items() if cents}

    def _wait_for_deal(self) -> None:
        before = self.told[0]
        if self.view["phase"] != "playing" and self.view["round"] == before:
            self.console.print("[dim]Waiting for the others ...[/dim]")
        self.line.wait(lambda: self.view["round"] != before or self.view["phase"] == "closed" or not self._betting())

    def _say_came_back(self) -> None:
        """A bet lay on the felt, and no round came of it."""
        if self.lying and self.view["round"] == self.told[0] and not self._betting() and self.view["you"]:
            self.console.print(Text(f"Your bet of {dollars(self.lying)} came back to you.", "yellow"))
        self.lying = 0

    def _betting(self) -> bool:
        """Whether our bet lies on the felt and waits."""
        return any(seat.get("you") and seat["bets"] for seat in self.view["seats"])

    def _see_through(self) -> None:
        number = self.view["round"]
        self.meters.tell_fed(self.view, self._own_seats())
        own = self.view["you"] is not None and self.view["you"]["id"] in self.view["owners"]
        while self.view["round"] == number and self.view["phase"] == "playing":
            pending = self.view["pending"]
            asked = bool(pending and pending["you"])
            self._tell(number, look=asked)
            if asked:
                self._choose(pending)
            else:
                self._wait_for_change()
        if self.view["round"] == number and self.view["tape"]:
            self._tell(number, look=True)
            net = net_cents(self.game, self._tape(), self._own_seats())
            if own:
                self.console.print(Text(f"This round: {signed(net)}", "bold green" if net > 0 else "bold"))
            self.meters.tell_hits(self.view, self._own_seats())
            if self.view["tokes"]:
                self.console.print(f"The dealers' tokes: {dollars(self.view['tokes'])}")
        if own:
            self.played.add(number)
        self._say_notice()

    def _wait_for_change(self) -> None:
        version = self.view["version"]
        self.line.wait(lambda: bool(self.view["version"] != version))

    def _choose(self, pending: Message) -> None:
        version = self.view["version"]
        acts = {act.name: act for act in self.game.sheet.acts if act.name in pending["acts"]}
        hand = f" (hand {pending['hand'] + 1})" if pending["hand"] else ""
        left = max(0, round(self.line.seconds_until(pending["until"])))
        self.console.print(f"[bold]Your choice{hand}:[/bold] [dim]{left} s[/dim]")
        cards = scene(self._tape()).hands.get((pending["seat"], pending["hand"]), [])
        self._offer(acts, pending.get("prices", {}), cards)
        act = self._hear_act(acts)
        where = {"seat": pending["seat"], "hand": pending["hand"]}
        self._refusable(lambda: self.line.do("act", seen=version, act=act, **where))

    def _hear_act(self, acts: Mapping[str, Act]) -> str:
        while True:
            word = answered(self.ask, "> ")
            for name, act in acts.items():
                if word in names_of(act):
                    return name
            self.console.print(Text(not_offered(word, [act.key for act in acts.values()]), "red"))

    def _offer(self, acts: Mapping[str, Act], prices: Mapping[str, int], cards: Sequence[int]) -> None:
        """The acts with what they do and cost; at a practice table with their values, if the house has them in time."""
        values: dict[str, float] = {}
        if self.view["practice"]:
            self.line.wait(lambda: self.line.hints.get("version") == self.view["version"], HINTS_WITHIN_S)
            if self.line.hints.get("version") == self.view["version"]:
                values = {each["act"]: each["value"] for each in self.line.hints["acts"]}
        for line in offer_lines(acts.values(), prices, values, cards):
            self.console.print(line)
        if values and "covers" in self.line.hints:
            best = max(self.line.hints["acts"], key=lambda each: float(each["value"]))
            self.console.print(whole_text(self.game, self.line.hints["covers"], best["whole_cents"]))

    # What lies on the felt, and what is new.

    def _tape(self) -> Words:
        return np.array(self.view["tape"], dtype=np.int64).reshape(-1, COLUMNS)

    def _own_seats(self) -> list[int]:
        return [seat["seat"] for seat in self.view["seats"] if seat.get("you")]

    def _name_of(self, seat: int) -> str:
        found = self.view["seats"][seat - 1]
        if found.get("you"):
            return "You"
        return str(found.get("name") or f"Seat {seat}")

    def _show(self) -> None:
        self.console.print()
        for line in hands_lines(self.game, scene(self._tape()), self._name_of):
            self.console.print(line, no_wrap=True, crop=False)

    def _tell(self, number: int, *, look: bool) -> None:
        """What has happened in the round since we last said something, with a look at the table as it lies now."""
        tape = self._tape()
        done = self.told[1] if self.told[0] == number else 0
        settings, own = Settings(self.facts["options"]), self._own_seats()
        calls = Calls(self.game, settings, lambda seat: seat in own, self._called, self.view["chosen_by"])
        for line in calls.before(tape, done):
            self.console.print(line)
        if look:
            self._show()
        for said in calls.after(tape, done):
            self.console.print(said)
        self.told = (number, len(tape))

    def _called(self, seat: int) -> str:
        """A seat in the dealer's calls."""
        return "" if seat in self._own_seats() or not seat else self._name_of(seat)

    def _say_notice(self) -> None:
        """What is new of it; one thing is a line."""
        for line in self.view["notice"].splitlines():
            if line not in self.notice.splitlines():
                self.console.print(Text(f"The house says: {line}", "yellow"))
        self.notice = self.view["notice"]

    def _say_changes(self) -> bool:
        """What a supervisor changed since we last looked, and the felt as it is now; whether there was anything."""
        if self.view["set_up"] == self.facts["set_up"]:
            return False
        before, self.facts = self.facts, self.ask_facts()
        if before["set_up"] == self.facts["set_up"]:
            return False  # the view is behind
        self.last_bets = {name: cents for name, cents in self.last_bets.items() if self._is_within(name, cents)}
        self.console.print(Text("The table was changed:", "bold yellow"))
        if before["game"] == self.facts["game"]:
            for change in changes(self.game, before, self.facts):
                self.console.print(Text(f"  {change}", "yellow"))
        else:
            self.console.print(Text(f"  {self.game.title} is played now", "yellow"))
        self._show_felt()
        self._say_departs()
        return True

    def _is_within(self, name: str, cents: int) -> bool:
        """Whether a bet may still be repeated."""
        limits = [(each["least_cents"], each["most_cents"]) for each in self.facts["wagers"] if each["name"] == name]
        return any(least <= cents <= most for least, most in limits)

    def _say_departs(self) -> None:
        """In what the table departs from the approved rules: on coming, and whenever that changes."""
        departs = self.view.get("departs", "")
        if departs != self.departs:
            self.console.print(Text(departs or "The table is back to the approved rules.", "yellow"))
        self.departs = departs
