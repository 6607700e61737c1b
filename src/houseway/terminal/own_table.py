"""The table in the terminal: bets, cards, choices by key, pays and a running balance."""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from houseway.engine.scene import Scene, scene
from houseway.games.approval import studied, worded
from houseway.games.betting import Limits, dollars, equal_to, is_required, limits_of
from houseway.games.dealt_in import least_to_play_cents, opening_wagers
from houseway.games.game import Wagers
from houseway.games.prints import felt_prints
from houseway.games.sheet import Act, Wager
from houseway.house.lesson import Lesson
from houseway.house.sitting import Sitting
from houseway.report.act_lines import offer_lines, whole_text
from houseway.report.calls import Calls
from houseway.report.felt_lines import hands_lines, signed
from houseway.report.lesson_page import hints_table, lesson_page, taken_text
from houseway.report.prints_page import prints_page
from houseway.rules.refused import Refused
from houseway.terminal.felt_meters import FeltMeters
from houseway.terminal.typed_words import Leave, amount, answered, is_again

FIRST_BET_CENTS = 1000
PRACTICE_METERS = "meters of your own, at their seeds now and gone when you leave; bots bet on them as you do."


class TerminalTable:
    """Talks with one person. `ask` gives the next line a person types; tests pass their own."""

    def __init__(
        self,
        sitting: Sitting,
        console: Console,
        ask: Callable[[str], str] | None = None,
        lesson: Lesson | None = None,
    ) -> None:
        self.sitting = sitting
        self.lesson = lesson  # hints before each choice, and what it cost
        self.console = console
        self.ask = ask or typed
        self.meters = FeltMeters(console)
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
        about = worded(game, self.sitting.settings, game.sheet.about)
        self.console.print(
            Panel(
                f"{about}\n[dim]Play money only. Enter repeats your last bets, q leaves the table.[/dim]",
                title=f"[bold]{game.title}[/bold]",
                title_align="left",
            )
        )
        self.console.print(prints_page(felt_prints(game, self.sitting.settings)))
        if self.sitting.progressives:
            titles = " and ".join(f"the {each.title}" for each in self.sitting.progressives)
            self.console.print(Text(f"For practice, {titles}: {PRACTICE_METERS}", "dim"))
        if study := studied(game, self.sitting.settings):
            self.console.print(Text(study, "yellow"))

    def _goodbye(self) -> None:
        sitting = self.sitting
        if sitting.pending is not None:
            self.console.print("The round was not finished: bets still in action are returned.")
            sitting.leave()
        result = sitting.balance_cents - sitting.opening_cents
        self.console.print(
            f"{sitting.rounds} round{'s' if sitting.rounds != 1 else ''} played, "
            f"result {signed(result)}, balance {dollars(sitting.balance_cents)} of play money."
        )
        if self.lesson is not None:
            self.console.print(lesson_page(sitting.game, self.lesson))

    def _round(self) -> None:
        self._bet()
        told = self._tell(0)
        while self.sitting.pending is not None:
            self._choose()
            told = self._tell(told)
        seen, own = self.sitting.meters_view(), range(1, self.sitting.hands + 1)
        self.meters.tell_fed(seen, own)
        self.meters.tell_hits(seen, own)
        net = self.sitting.net_cents()
        self.console.print(Text(f"This round: {signed(net)}", "bold green" if net > 0 else "bold"))
        if self.sitting.tokes_cents:
            self.console.print(f"The dealers' tokes: {dollars(self.sitting.tokes_cents)}")

    # Bets.

    def _bet(self) -> None:
        while True:
            self.console.print(f"\n[bold]Balance {dollars(self.sitting.balance_cents)}[/bold]")
            self.meters.show(self.sitting.meters_view())
            bets = self.last_bets if self._same_again() else self._ask_bets()
            try:
                self.sitting.open_round(bets, self.meters.joins)
            except Refused as refusal:
                self.console.print(f"[red]{refusal}[/red]")
                if self._broke():
                    raise Leave from None
                continue
            self.last_bets = [dict(each) for each in bets]
            return

    def _broke(self) -> bool:
        if self.sitting.balance_cents < least_to_play_cents(self.sitting.game, self.sitting.settings, self._limits()):
            self.console.print("Your chips do not cover the minimum any more.")
            return True
        return False

    def _limits(self) -> dict[str, Limits]:
        return {wager.name: limits_of(wager) for wager in self.sitting.game.sheet.wagers if wager.placed}

    def _same_again(self) -> bool:
        cents = sum(cents for bets in self.last_bets for cents in bets.values())
        cents += self.sitting.cost(self.last_bets, self.meters.joins)
        spots = self.sitting.hands * len(self._asked_for()) + len(self.sitting.progressives)
        return is_again(self._answer, cents, self.sitting.balance_cents, spots)

    def _ask_bets(self) -> list[dict[str, int]]:
        bets = [self._bet_on_hand(hand) for hand in range(self.sitting.hands)]
        together = Counter[str]()
        for each in bets:
            together.update(each)
        self.meters.ask(self.sitting.meters_view(), together, self._answer)
        return bets

    def _asked_for(self) -> list[Wager]:
        """The wagers of a hand that have an amount of their own."""
        settings = self.sitting.settings
        placed = [wager for wager in self.sitting.game.sheet.wagers if wager.placed]
        return [wager for wager in placed if not (equal_to(wager, settings) and is_required(wager, settings))]

    def _bet_on_hand(self, hand: int) -> dict[str, int]:
        last = self.last_bets[hand] if hand < len(self.last_bets) else {}
        asked_for = self._asked_for()
        bets: dict[str, int] = {}
        for wager in self.sitting.game.sheet.wagers:
            if wager in asked_for:
                bets[wager.name] = self._bet_on(wager, last, hand)
            elif wager.placed:
                bets[wager.name] = bets[equal_to(wager, self.sitting.settings)]
        return bets

    def _bet_on(self, wager: Wager, last: Wagers, hand: int) -> int:
        opens = wager.name in opening_wagers(self.sitting.game, self.sitting.settings, self._limits())
        usual = last.get(wager.name, max(FIRST_BET_CENTS, wager.least_cents) if opens else 0)
        spot = f" on hand {hand + 1}" if self.sitting.hands > 1 else ""
        return amount(self._answer, self.console, f"{wager.title}{spot}", usual)

    def _answer(self, prompt: str) -> str:
        return answered(self.ask, prompt)

    # Choices.

    def _choose(self) -> None:
        pending = self.sitting.pending
        assert pending is not None
        acts = {act: self.sitting.game.sheet.acts[act] for act in self.sitting.legal()}
        which = f" (hand {pending.hand + 1})" if pending.hand else ""
        if self.sitting.hands > 1:
            which = f" (spot {pending.seat}{', hand ' + str(pending.hand + 1) if pending.hand else ''})"
        self.console.print(f"[bold]Your choice{which}:[/bold]")
        self._offer(acts, scene(self.sitting.seen_tape()).hands.get((pending.seat, pending.hand), []))
        while True:
            word = self._answer("> ")
            chosen = [number for number, act in acts.items() if word in names_of(act)]
            if chosen:
                self._take(chosen[0])
                return
            self.console.print(Text(not_offered(word, [act.key for act in acts.values()]), "red"))

    def _offer(self, acts: Mapping[int, Act], cards: Sequence[int]) -> None:
        """The acts with what they do, or by what they are worth."""
        if self.lesson is not None:
            hints, base_cents = self.lesson.hints(self.sitting), self.lesson.base_cents(self.sitting)
            self.console.print(hints_table(self.sitting.game, hints, base_cents, cards))
            whole = self.lesson.whole(self.sitting, hints)
            if whole is not None:
                self.console.print(whole_text(self.sitting.game, whole.told(), whole.cents[hints[0].act]))
            return
        for line in offer_lines(acts.values(), self.sitting.prices(), {}, cards):
            self.console.print(line)

    def _take(self, act: int) -> None:
        if self.lesson is None:
            self.sitting.choose(act)
        else:
            self.console.print(taken_text(self.sitting.game, self.lesson.choose(self.sitting, act)))

    # The felt.

    def _show(self, now: Scene) -> None:
        self.console.print()
        for hand in hands_lines(self.sitting.game, now, self._name_of):
            self.console.print(hand, no_wrap=True, crop=False)

    def _name_of(self, seat: int) -> str:
        if seat > self.sitting.hands:
            return f"Bot {seat - self.sitting.hands}"
        return "You" if self.sitting.hands == 1 else f"You, spot {seat}"

    def _tell(self, told: int) -> int:
        """Show the table between what was said before and since; returns how much of the tape is told."""
        tape = self.sitting.seen_tape()
        calls = Calls(self.sitting.game, self.sitting.settings, self._is_own, self._called)
        for line in calls.before(tape, told):
            self.console.print(line)
        self._show(scene(tape))
        for said in calls.after(tape, told):
            self.console.print(said)
        return len(tape)

    def _is_own(self, seat: int) -> bool:
        return 1 <= seat <= self.sitting.hands

    def _called(self, seat: int) -> str:
        """A seat in the dealer's calls."""
        if not self._is_own(seat):
            return self._name_of(seat)
        return f"spot {seat}" if self.sitting.hands > 1 else ""


def not_offered(word: str, keys: Sequence[str]) -> str:
    """What to type instead; Enter alone is no word."""
    begins = f"'{word}' is not offered: type" if word else "Type"
    return f"{begins} one of {', '.join(keys)}, or q to leave"


def names_of(act: Act) -> set[str]:
    """What a person may type for an act."""
    return {act.key.lower(), act.name.lower(), act.title.lower()}


def typed(prompt: str) -> str:
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # a script's answers belong on the page as a person's do
    return line
