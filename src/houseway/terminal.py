"""The table in the terminal: bets, cards, choices by key, pays and a running balance."""

import sys
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from houseway.engine.scene import Scene, scene
from houseway.games.betting import dollars, equal_to
from houseway.games.game import Wagers
from houseway.games.sheet import Act, Wager
from houseway.house.sitting import Sitting
from houseway.report.cards import chips_text, hand_text
from houseway.rules.blackjack import BEST, is_ace, points
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.rules.refused import Refused
from houseway.rules.tape import (
    CHOOSE,
    SAY,
    SAY_CAP,
    SAY_CHECKED,
    SAY_HOUSE_WAY,
    SAY_LAMMER,
    SAY_RANKED,
    SAY_TOTAL,
    SETTLE,
)

FIRST_BET_CENTS = 1000
EXPLAINED_MAX = 8  # more acts than this are listed without a sentence each


class Leave(Exception):
    """The player gets up."""


class TerminalTable:
    """Talks with one person. `ask` gives the next line a person types; tests pass their own."""

    def __init__(self, sitting: Sitting, console: Console, ask: Callable[[str], str] | None = None) -> None:
        self.sitting = sitting
        self.console = console
        self.ask = ask or _typed
        self.last_bets: list[dict[str, int]] = []

    def run(self, rounds: int | None = None) -> None:
        """Rounds until the player leaves, is out of chips, or has played as many as asked for."""
        self._welcome()
        try:
            while rounds is None or self.sitting.rounds < rounds:
                self._round()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
        self._goodbye()

    def _welcome(self) -> None:
        game = self.sitting.game
        self.console.print(
            Panel(
                f"{game.sheet.about}\n[dim]Play money only. Enter repeats your last bet, q leaves the table.[/dim]",
                title=f"[bold]{game.title}[/bold]",
                title_align="left",
            )
        )

    def _goodbye(self) -> None:
        sitting = self.sitting
        result = sitting.balance_cents - sitting.opening_cents
        if sitting.pending is not None:
            self.console.print("The round was not finished: its bets are returned.")
        self.console.print(
            f"{sitting.rounds} round{'s' if sitting.rounds != 1 else ''} played, "
            f"result {dollars(result)}, balance {dollars(sitting.balance_cents)} of play money."
        )

    def _round(self) -> None:
        self._bet()
        told = self._tell(0)
        while self.sitting.pending is not None:
            self._choose()
            told = self._tell(told)
        net = self.sitting.net_cents()
        self.console.print(Text(f"This round: {signed(net)}", "bold green" if net > 0 else "bold"))

    # Bets.

    def _bet(self) -> None:
        while True:
            self.console.print(f"\n[bold]Balance {dollars(self.sitting.balance_cents)}[/bold]")
            bets = [self._bet_on_hand(hand) for hand in range(self.sitting.hands)]
            try:
                self.sitting.open_round(bets)
            except Refused as refusal:
                self.console.print(f"[red]{refusal}[/red]")
                if self._broke():
                    raise Leave from None
                continue
            self.last_bets = [dict(each) for each in bets]
            return

    def _broke(self) -> bool:
        placed = [wager for wager in self.sitting.game.sheet.wagers if wager.required]
        if self.sitting.balance_cents < sum(wager.least_cents for wager in placed):
            self.console.print("Your chips do not cover the minimum any more.")
            return True
        return False

    def _bet_on_hand(self, hand: int) -> Wagers:
        game, settings = self.sitting.game, self.sitting.settings
        last = self.last_bets[hand] if hand < len(self.last_bets) else {}
        bets: dict[str, int] = {}
        for wager in game.sheet.wagers:
            if not wager.placed:
                continue
            twin = equal_to(wager, settings)
            if twin and wager.required:
                bets[wager.name] = bets[twin]
            else:
                bets[wager.name] = self._bet_on(wager, last, hand)
        return bets

    def _bet_on(self, wager: Wager, last: Wagers, hand: int) -> int:
        usual = last.get(wager.name, max(FIRST_BET_CENTS, wager.least_cents) if wager.required else 0)
        spot = f" on hand {hand + 1}" if self.sitting.hands > 1 else ""
        while True:
            word = self._answer(f"{wager.title}{spot} [{dollars(usual)}]: ").lstrip("$")
            if not word:
                return usual
            try:
                return round(float(word) * 100)
            except (ValueError, OverflowError):
                self.console.print(f"[red]'{word}' is not an amount: type dollars, as in 10 or 12.50[/red]")

    def _answer(self, prompt: str) -> str:
        word = self.ask(prompt).strip().lower()
        if word in ("q", "quit", "exit"):
            raise Leave
        return word

    # Choices.

    def _choose(self) -> None:
        pending = self.sitting.pending
        assert pending is not None
        acts = {act: self.sitting.game.sheet.acts[act] for act in self.sitting.legal()}
        which = f" (hand {pending.hand + 1})" if pending.hand else ""
        if self.sitting.hands > 1:
            which = f" (spot {pending.seat}{', hand ' + str(pending.hand + 1) if pending.hand else ''})"
        self.console.print(f"[bold]Your choice{which}:[/bold]")
        for act in acts.values():
            about = act.about if len(acts) <= EXPLAINED_MAX else ""
            self.console.print(Text.assemble("  ", (act.key, "bold yellow"), f"  {act.title}  ", (about, "dim")))
        while True:
            word = self._answer("> ")
            chosen = [number for number, act in acts.items() if word in names_of(act)]
            if chosen:
                self.sitting.choose(chosen[0])
                return
            keys = ", ".join(act.key for act in acts.values())
            self.console.print(f"[red]'{word}' is not offered: type one of {keys}, or q to leave[/red]")

    # The felt.

    def _show(self, now: Scene) -> None:
        self.console.print()
        for place, label in self._places(now):
            cards = now.hands.get(place)
            if cards:
                self.console.print(hand_text(cards, label, self._remark(now, place)), no_wrap=True, crop=False)

    def _places(self, now: Scene) -> Iterator[tuple[tuple[int, int], str]]:
        yield (HOUSE, DEALER), "Dealer"
        yield (HOUSE, COMMUNITY), "Community"
        for seat, hand in sorted(place for place in now.hands if place[0] != HOUSE):
            name = "You" if self.sitting.hands == 1 else f"You, spot {seat}"
            if seat > self.sitting.hands:
                name = f"Bot {seat - self.sitting.hands}"
            yield (seat, hand), name + (f", hand {hand + 1}" if hand else "")

    def _remark(self, now: Scene, place: tuple[int, int]) -> Text:
        remarks: list[Text | str] = []
        if (ranked := now.said.get((*place, SAY_RANKED))) is not None:
            remarks.append(describe(ranked))
        if (total := now.said.get((*place, SAY_TOTAL))) is not None:
            remarks.append(f"total {total}")
        if (line := now.said.get((*place, SAY_HOUSE_WAY))) is not None:
            remarks.append(f"kept by line {line} of the house way")
        if now.said.get((*place, SAY_LAMMER)):
            remarks.append("Envy lammer")
        if (full := now.said.get((*place, SAY_CAP))) is not None:
            remarks.append(f"capped; the odds alone would pay {dollars(full)}")
        cards = now.hands[place]
        if "hit" in self.sitting.game.acts and UNSEEN not in cards and not remarks:
            remarks.append(total_text(cards))
        for (seat, hand, w), cents in now.stakes.items():
            if (seat, hand) == place:
                remarks.append(Text.assemble(f"{self.sitting.game.sheet.wagers[w].title} ", chips_text(cents)))
        return Text("  ", style="cyan").join(Text.assemble(remark) for remark in remarks)

    def _tell(self, told: int) -> int:
        """Show the table and say what has happened since; returns how much of the tape is told."""
        tape = self.sitting.seen_tape()
        self._show(scene(tape))
        for row in tape[told:].tolist():
            for line in self._news(*row):
                self.console.print(line)
        return len(tape)

    def _news(self, verb: int, seat: int, hand: int, a: int, b: int, c: int) -> Iterator[Text]:
        sheet = self.sitting.game.sheet
        own = 1 <= seat <= self.sitting.hands
        if verb == CHOOSE and not own:
            yield Text(f"Bot {seat - self.sitting.hands}: {sheet.acts[a].title}", "dim")
        elif verb == SAY and a == SAY_CHECKED:
            yield Text("The dealer checks for blackjack: " + ("yes." if b else "no."))
        elif verb == SETTLE and own:
            spot = f"spot {seat} " if self.sitting.hands > 1 else ""
            where = spot + (f"hand {hand + 1} " if hand else "")
            style = "green" if c > 0 else "red" if c < 0 else ""
            yield Text(f"{where}{sheet.wagers[a].title}: {sheet.outcomes[b].title}, {signed(c)}", style)


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + dollars(cents)


def total_text(cards: list[int]) -> str:
    """A blackjack hand as a dealer calls it: 17, soft 18."""
    hard = sum(points(card) for card in cards)
    soft = hard + 10 <= BEST and any(is_ace(card) for card in cards)
    return f"soft {hard + 10}" if soft else str(hard)


def names_of(act: Act) -> set[str]:
    """What a person may type for an act."""
    return {act.key.lower(), act.name.lower(), act.title.lower()}


def _typed(prompt: str) -> str:
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # a script's answers belong on the page as a person's do
    return line
