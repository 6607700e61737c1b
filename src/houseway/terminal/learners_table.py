"""Dealing in the terminal: the learner types what a dealer would do, in a few words, and hears whether it is due."""

import re
from collections.abc import Callable, Sequence
from time import monotonic

from rich.console import Console
from rich.text import Text

from houseway.games.words import counted, dollars
from houseway.report.act_lines import HangingLine
from houseway.report.school_page import lying_lines
from houseway.rules.refused import Refused
from houseway.school.dealing.by_learner import DealtByLearner
from houseway.school.dealing.dealing_lesson import DealingLesson
from houseway.school.dealing.dealt_table import DealtTable
from houseway.school.dealing.deed import KINDS, DealerDeed
from houseway.school.dealing.offered import OfferedDeed
from houseway.terminal.own_table import typed
from houseway.terminal.typed_words import Leave

LISTED_MAX = 24
_AMOUNT = re.compile(r"\$?(\d[\d,]*(?:\.\d\d?)?)$")
HELP = "Type what you do, as in 'deal 2' or 'take bonus 1'; Enter lists what can be done, q leaves."


class LearnersTable:
    """`ask` gives the next line a person types; tests pass their own, and a clock."""

    def __init__(
        self,
        dealing: DealtByLearner,
        console: Console,
        ask: Callable[[str], str] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.dealing = dealing
        self.console = console
        self.ask = ask or typed
        self.clock = clock
        self.state = dealing.begun()

    def run(self) -> None:
        """Until the last round is over, or the learner leaves."""
        began = self.clock()
        self.console.print(Text(self.dealing.game.title, "bold"))
        self.console.print(HELP, style="dim")
        try:
            self._tell()
            while not self.dealing.is_over(self.state):
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
        self._goodbye(self.clock() - began)

    def _goodbye(self, seconds: float) -> None:
        rounds, errors = self.dealing.rounds_done(self.state), self.state.errors
        words = f"{counted(rounds, 'round')} dealt, {counted(errors, 'error')}"
        if isinstance(self.dealing, DealtTable) and rounds:
            words += f", {self.dealing.rounds_an_hour(self.state, seconds):.0f} rounds an hour"
        self.console.print(f"{words}.")

    def _step(self) -> None:
        try:
            told = self.dealing.next_step(self.state, self._deed())
        except Refused as refusal:
            self.console.print(Text(str(refusal), "red"))
            return
        self.state = told.state
        if told.right:
            self._tell()
            return
        self.console.print(Text(f"{told.words} {told.because}".rstrip(), "red"))
        self._cite(told.cites)

    # --- what is there ---

    def _tell(self) -> None:
        """The table, and in a lesson what is due."""
        dealing, state = self.dealing, self.state
        for sentence in dealing.round(state).happened(state.step):
            self.console.print(Text(sentence, "dim"))
        for line in lying_lines(dealing.game, dealing.round(state).lying(state.step, state.ahead)):
            self.console.print(line)
        if dealing.is_over(state):
            return
        if now := dealing.irregular(state):
            self.console.print(Text(now.words, "bold yellow"))
        if isinstance(dealing, DealingLesson):
            due = dealing.to_json(state)["due"]
            self.console.print(Text(f"{due['words']} {due['because']}".rstrip(), "bold"))
            self._cite(due["cites"])

    def _cite(self, cites: Sequence[dict[str, str]]) -> None:
        for each in cites:
            self.console.print(HangingLine(Text("    "), Text(f"{each['cites']}: {each['text']}", "italic dim")))

    # --- what is typed ---

    def _deed(self) -> DealerDeed:
        offered = self.dealing.offered(self.state)
        while True:
            words = [word.strip(",:") for word in self._answer("> ").split()]  # as it stands on the page
            found, cents = self._meant(offered, words)
            if len(found) == 1:
                return self._with_amount(found[0], cents)
            if words and not found:
                self.console.print(Text(f"Nothing that can be done is called so. {HELP}", "red"))
            elif words:
                return self._with_amount(self._one_of(found), cents)
            else:
                self._list_kinds(offered)

    def _meant(self, offered: Sequence[OfferedDeed], words: list[str]) -> tuple[list[OfferedDeed], int]:
        """What fits the words typed: every one begins a word of the deed; a last amount is what is paid or taken."""
        found = [each for each in offered if fits(words, self._words(each.deed))]
        if not found and len(words) > 1 and (amount := _AMOUNT.match(words[-1])):
            found = [each for each in offered if each.amounts and fits(words[:-1], self._words(each.deed))]
            return found, cents_of(amount[1])
        return found, 0

    def _with_amount(self, each: OfferedDeed, cents: int) -> DealerDeed:
        while each.amounts and not cents:
            word = self._answer("How much? $")
            if amount := _AMOUNT.match(word):
                cents = cents_of(amount[1])
            else:
                likely = ", ".join(map(dollars, each.amounts))
                self.console.print(Text(f"Type dollars, as in 45 or 12.50. By the pays: {likely}", "red"))
        return each.deed.of(cents) if each.amounts else each.deed

    def _one_of(self, found: list[OfferedDeed]) -> OfferedDeed:
        for number, each in enumerate(found[:LISTED_MAX], 1):
            self.console.print(f"  {number:>2}  {self._words(each.deed)}", highlight=False)
        if len(found) > LISTED_MAX:
            self.console.print(f"      and {len(found) - LISTED_MAX} more: say more words")
        while True:
            word = self._answer("Which? ")
            if word.isdecimal() and 1 <= int(word) <= min(len(found), LISTED_MAX):
                return found[int(word) - 1]
            narrowed = [each for each in found if word and fits(word.split(), self._words(each.deed))]
            if len(narrowed) == 1:
                return narrowed[0]
            self.console.print(Text(f"Type a number from 1 to {min(len(found), LISTED_MAX)}, or q to leave", "red"))

    def _list_kinds(self, offered: Sequence[OfferedDeed]) -> None:
        """One deed of each kind, as an example of what can be typed."""
        for kind in KINDS:
            same = [each for each in offered if each.deed.kind == kind]
            if same:
                more = f", and {len(same) - 1} more such" if len(same) > 1 else ""
                self.console.print(f"  {self._words(same[0].deed)}{more}", highlight=False)

    def _words(self, deed: DealerDeed) -> str:
        return self.dealing.round(self.state).deed_words(deed, self.state.step)

    def _answer(self, prompt: str) -> str:
        word = self.ask(prompt).strip().lower()
        if word in ("q", "quit", "exit"):
            raise Leave
        return word


def cents_of(dollars_typed: str) -> int:
    """'45', '12.50', '16,599': an amount as it is read may be typed so."""
    return round(float(dollars_typed.replace(",", "")) * 100)


def fits(typed_words: Sequence[str], called: str) -> bool:
    """Whether every word typed begins a word of what a deed is called, numbers in full; no words fit nothing.

    A bet whose name is in brackets, as (1), may be typed without them; with them it is no seat.
    """
    names = [name.strip(":,.").lower() for name in called.split()]
    names += [name.strip("()") for name in names if name.startswith("(")]
    return bool(typed_words) and all(
        any(name == word or (not word.isdecimal() and name.startswith(word)) for name in names) for word in typed_words
    )
