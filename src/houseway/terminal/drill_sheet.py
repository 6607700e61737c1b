"""Drills in the terminal: questions one after another, each marked and explained, and the sum when one leaves."""

from collections.abc import Callable, Iterator

from rich.console import Console
from rich.text import Text

from houseway.games.game import Game, Settings
from houseway.games.words import said_again
from houseway.report.school_page import HOW, LETTERS, question_lines, sum_lines, verdict_lines
from houseway.rules.refused import Refused
from houseway.school.drills import Kind, ask, kinds_of
from houseway.school.drills.every_kind import find_kind
from houseway.school.lots import ASKED, Lots
from houseway.school.question import CLEAN, Cents, Choose, Form, Pick, Question
from houseway.terminal.own_table import typed
from houseway.terminal.typed_words import Leave

CENTS_MOST = 10**10


class DrillSheet:
    """`ask` gives the next line a person types; tests pass their own."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        seed: int,
        console: Console,
        kind: str = "",
        questions: int | None = None,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        self.game = game
        self.settings = settings
        self.seed = seed
        self.console = console
        self.kinds: tuple[Kind, ...] = (find_kind(game, settings, kind).KIND,) if kind else kinds_of(game, settings)
        self.questions = questions
        self.ask = ask or typed
        self.marks: list[tuple[str, bool]] = []  # title of the kind, and whether the answer was right

    def run(self) -> None:
        """Until all are asked, or the learner leaves."""
        self.console.print(Text(f"{self.game.title}: {', '.join(kind.title for kind in self.kinds)}", "bold"))
        self.console.print(Text("q leaves.", "dim"))
        try:
            for kind, question in self._asked():
                self._drill(kind, question)
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
        for line in sum_lines(self.marks):
            self.console.print(line)

    def _asked(self) -> Iterator[tuple[Kind, Question]]:
        """No question twice; kinds as the lot falls."""
        seen: set[str] = set()
        number = 0
        while self.questions is None or len(seen) < self.questions:
            kind = Lots(self.seed, number, ASKED).pick(self.kinds)
            question = ask(self.game, self.settings, kind.name, self.seed + number)
            number += 1
            if question.id not in seen:
                seen.add(question.id)
                yield kind, question

    def _drill(self, kind: Kind, question: Question) -> None:
        number = len(self.marks) + 1
        self.console.print()
        self.console.print(Text(f"{number}. {kind.title}", "bold cyan"))
        for line in question_lines(self.game, self.settings, question):
            self.console.print(line)
        right = question.marked(self._answer(question.form))
        self.marks.append((kind.title, right))
        for verdict in verdict_lines(self.game, question, right):
            self.console.print(verdict)

    def _answer(self, form: Form) -> object:
        while True:
            word = self.ask("> ").strip().lower()
            if word in ("q", "quit", "exit"):
                raise Leave
            try:
                return form.read(read_typed(form, word))
            except Refused:
                self.console.print(Text(f"'{said_again(word)}' is no answer here: type {HOW[type(form)]}.", "red"))


def read_typed(form: Form, word: str) -> object:
    """What somebody typed as an answer of the form; what cannot be one is left for the form to refuse."""
    if isinstance(form, Choose):
        return _lettered([key for key, _ in form.options], word)
    if isinstance(form, Pick):
        return [int(piece) - 1 if piece.isdecimal() else None for piece in word.replace(",", " ").split()]
    if isinstance(form, Cents):
        return _cents(word)
    if word == CLEAN:
        return CLEAN
    row, _, letter = word.partition(" ")
    keys = [key for key, _ in form.faults]
    return [int(row) if row.isdecimal() else None, _lettered(keys, letter.strip())]


def _lettered(keys: list[str], word: str) -> str | None:
    at = LETTERS.find(word) if len(word) == 1 else -1
    if 0 <= at < len(keys):
        return keys[at]
    return word if word in keys else None


def _cents(word: str) -> int | None:
    """Whole cents of dollars as people write them; no floats."""
    whole, dot, part = word.lstrip("$").replace(",", "").partition(".")
    if not whole.isdecimal() or (dot and not (part.isdecimal() and len(part) <= 2)):
        return None
    return min(int(whole[:12]) * 100 + int(part.ljust(2, "0") or 0), CENTS_MOST)
