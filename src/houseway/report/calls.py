"""What the dealer says to somebody who looks at the table now and then: the words between two looks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from houseway.engine.scene import scene
from houseway.engine.why import YOURS, Why, whys
from houseway.games.approval import outcome_titles
from houseway.games.betting import dollars
from houseway.games.game import Game, Settings
from houseway.games.spoken import call_text, house_way_text
from houseway.house.chosen_by import CHOSEN_BY, HOUSE_MADE
from houseway.report.act_lines import HangingLine, act_text
from houseway.report.card_faces import faces_text, hand_text
from houseway.report.felt_lines import signed
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.shapes import Words
from houseway.rules.tape import (
    CHOOSE,
    DISCARD,
    HAND,
    SAY,
    SAY_ADVICE,
    SAY_CALL,
    SAY_CHECKED,
    SAY_HOUSE_WAY,
    SAY_LAMMERS_IN,
    SAY_NO_MORE_BETS,
    SAY_VOID,
    SEAT,
    SETTLE,
    VERB,
    A,
    B,
)


@dataclass(frozen=True)
class Calls:
    """The dealer's words for one listener."""

    game: Game
    settings: Settings
    own: Callable[[int], bool]  # whether a seat is the listener's
    name_of: Callable[[int], str]  # what a line calls a seat; '' for the only one of the listener
    chosen_by: Sequence[str] = ()  # of each choice on the tape

    def before(self, tape: Words, told: int) -> Iterator[Text]:
        """What was said and shown since `told` rows that the table as it lies now no longer shows."""
        for i in range(told, len(tape)):
            if _says(tape, i, SAY_NO_MORE_BETS):
                yield Text("No more bets.", "bold")
            if _says(tape, i, SAY_HOUSE_WAY):
                yield from self._house_way(tape, i)

    def after(self, tape: Words, told: int) -> Iterator[Text | HangingLine]:
        """What happened since `told` rows, settlements with their reason; cards speak for themselves."""
        reasons = once(self._whys(tape))
        for i in range(told, len(tape)):
            if line := self._line(tape, i):
                yield line
            if i in reasons:
                yield HangingLine(Text("  "), Text(reasons[i], "italic"))

    def _whys(self, tape: Words) -> list[Why]:
        seats = {int(row[SEAT]) for row in tape if row[VERB] == SETTLE}
        return whys(self.game, self.settings, tape, {seat: YOURS for seat in seats if self.own(seat)})

    def _house_way(self, tape: Words, i: int) -> Iterator[Text]:
        """All of the dealer's cards, before some of them go: those that stay are known from the rows that follow."""
        end = i + 1
        while end < len(tape) and (tape[end, VERB], tape[end, SEAT], tape[end, HAND]) == (DISCARD, HOUSE, DEALER):
            end += 1
        shown, kept = (scene(tape[:rows]).hands.get((HOUSE, DEALER), []) for rows in (i, end))
        line = int(tape[i, B])
        words = house_way_text(self.game, self.settings, line)
        yield hand_text(shown, "Dealer")
        by = f" by line {line} of the house way" + (f": {words[0].lower()}{words[1:]}." if words else ".")
        yield Text.assemble("The dealer shows ", faces_text(shown), "; keeps ", faces_text(kept), by)

    def _line(self, tape: Words, i: int) -> Text | None:
        verb, seat, hand, a, b, c = (int(cell) for cell in tape[i])
        own, name = self.own(seat), self.name_of(seat)
        if verb == CHOOSE and (not own or self._by(tape, i) in HOUSE_MADE):
            return self._chosen(tape, i)
        if verb == SETTLE and own:
            where = (f"{name} " if name else "") + (f"hand {hand + 1} " if hand else "")
            return settled_text(self.game, self.settings, where, a, b, c)
        if verb == DISCARD and own and _goes_whole(tape, i):
            return Text(f"{self._whose(name, hand)} cards go to the discards.", "dim")
        if verb == SAY:
            return self._said(seat, hand, a, b)
        return None

    def _chosen(self, tape: Words, i: int) -> Text:
        """What others chose, or the house for a player who was silent: one's own choices one knows."""
        _, seat, hand, act, _, _ = (int(cell) for cell in tape[i])
        own, by = self.own(seat), self._by(tape, i)
        told = act_text(self.game.sheet.acts[act], scene(tape[:i]).hands.get((seat, hand), []))
        if by not in HOUSE_MADE:
            return Text(f"{self.name_of(seat)}: {told}", "dim")
        whose = self._listener(own, self.name_of(seat), hand)
        return Text(f"The house for {whose}: {told} ({CHOSEN_BY[by]})", "bold yellow" if own else "dim")

    def _by(self, tape: Words, i: int) -> str:
        before = int((tape[:i, VERB] == CHOOSE).sum())
        return self.chosen_by[before] if before < len(self.chosen_by) else ""

    def _said(self, seat: int, hand: int, word: int, value: int) -> Text | None:
        own, name = self.own(seat), self.name_of(seat)
        if word == SAY_CHECKED:
            return Text("The dealer checks for blackjack: " + ("yes." if value else "no."))
        if word == SAY_VOID:
            return Text("The shoe ran out: every bet goes back.", "yellow")
        if word == SAY_LAMMERS_IN:
            return Text(f"The dealer picks up the Envy lammer{'s' if value > 1 else ''}.", "dim")
        if word in (SAY_CALL, SAY_ADVICE):
            said = f"I advise: {self.game.sheet.acts[value].title}."  # an older tape says no more
            if word == SAY_CALL:
                said = call_text(self.game, self.settings, value)
            return Text(f"The dealer to {self._listener(own, name, hand)}: {said}", "bold yellow" if own else "dim")
        return None

    def _listener(self, own: bool, name: str, hand: int) -> str:
        which = [name if own else "", f"hand {hand + 1}" if hand else ""]
        return ", ".join(("you" if own else name, *filter(None, which)))

    def _whose(self, name: str, hand: int) -> str:
        which = ", ".join(filter(None, (name, f"hand {hand + 1}" if hand else "")))
        return f"Your ({which})" if which else "Your"


def settled_text(game: Game, settings: Settings, where: str, wager: int, outcome: int, cents: int) -> Text:
    """How one of the listener's wagers ended; what a toke wins is the dealers'."""
    titles = f"{where}{game.sheet.wagers[wager].title}: {outcome_titles(game, settings)[game.outcomes[outcome]]}"
    if game.sheet.wagers[wager].toke:
        return Text(f"{titles}, " + (f"the dealers win {dollars(cents)}" if cents > 0 else "lost"), "dim")
    return Text(f"{titles}, {signed(cents)}", "green" if cents > 0 else "red" if cents < 0 else "")


def once(reasons: Sequence[Why]) -> dict[int, str]:
    """Sentences by row of the tape: one that holds for several bets of a hand stands after the last of them."""
    last = {(each.seat, each.hand, each.text): each.row for each in reasons}
    return {row: text for (_, _, text), row in last.items()}


def _says(tape: Words, i: int, word: int) -> bool:
    return bool(tape[i, VERB] == SAY and tape[i, A] == word)


def _goes_whole(tape: Words, i: int) -> bool:
    """Whether a discard leaves nothing of a hand whose cards all were seen."""
    place = (int(tape[i, SEAT]), int(tape[i, HAND]))
    now = scene(tape[: i + 1])
    return place in now.taken and UNSEEN not in now.discards[place]
