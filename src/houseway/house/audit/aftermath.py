"""What became of a round after its last card: it was void, or was corrected later.

Each is told in a sentence, with rows that go on where the tape ends: bets come back, what was settled is undone, a pay
is put right. So a replay ends on a felt that agrees with the chips.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from houseway.games.wager_titles import wager_title
from houseway.games.words import dollars, listed
from houseway.house.audit.memory import VOIDED, Remembered, dealt_again
from houseway.house.money import ClosedWager, chips_of
from houseway.house.notice import as_sentence, void_words
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.tape import BACK, SAY, SAY_VOID, SETTLE

Row = list[int]
BySeat = dict[int, dict[str, int]]  # cents by wager


class RoundEnd:
    """How a round ended that was void: what lay in action went back; what was settled stands, or is undone."""

    def __init__(self, kept: Remembered) -> None:
        round_ = dealt_again(kept)
        self._round = round_
        body = kept.rows[-1].body
        self.is_void, self._whole = kept.state == VOIDED, bool(body.get("whole"))
        chips = round_.chip_count()
        self.settled: tuple[ClosedWager, ...] = chips.hear(round_.tape).settled
        self._in_action = {place: cents for place, cents in chips.stakes.items() if cents}

    @property
    def back(self) -> BySeat:
        """Cents that went back, by seat and wager."""
        names = self._round.game.wagers
        found = ((seat, names[wager], cents) for (seat, _, wager), cents in self._in_action.items())
        return _summed(found if self.is_void else ())

    @property
    def undone(self) -> BySeat:
        """Cents that had been won, or (negative) lost."""
        found = ((each.seat, each.wager, each.won) for each in self.settled)
        return _summed(found if self.is_void and self._whole else ())

    def rows(self) -> Iterator[Row]:
        """Behind the tape's last; where the cards ran out it has given the bets back itself."""
        game = self._round.game
        if self._whole:
            for each in self.settled:
                wager = game.wagers.index(each.wager)
                yield [SETTLE, each.seat, each.hand, wager, game.outcomes.index(each.outcome), -each.won]
                if each.stake:
                    yield [BACK, each.seat, each.hand, wager, each.stake, 0]
        if not self._round.ran_dry:
            yield from ([BACK, *place, cents, 0] for place, cents in self._in_action.items())
        yield [SAY, HOUSE, DEALER, SAY_VOID, 0, 0]


def aftermath(kept: Remembered, ending: RoundEnd, corrections: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """In the order in which it befell the round: a sentence, its time, and rows that go on where the tape ends."""
    told = []
    if ending.is_void:
        last = kept.rows[-1]
        told.append({"said": _void_words(kept, last.body, ending), "at": last.at, "rows": list(ending.rows())})
    for each in corrections:
        rows = _corrected_rows(kept, ending, each)
        told.append({"said": _correction_words(kept, each), "at": each["at"], "rows": rows})
    return told


def corrected_cents(kept: Remembered, corrections: Sequence[Mapping[str, Any]], player: str) -> int:
    """What corrections moved to (or from) a player; a bet for the dealers is theirs."""
    tokes = {wager.name for wager in kept.round.game.sheet.wagers if wager.toke}
    return sum(each["cents"] for each in corrections if each["player"] == player and each["wager"] not in tokes)


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _void_words(kept: Remembered, body: Mapping[str, Any], ending: RoundEnd) -> str:
    """By what the event posted."""
    said = [void_words(kept.round.number, body["reason"], body["by"])]
    moved = {name: body.get("postings", {}).get(chips_of(player), 0) for player, name in _names(kept)}
    back = [f"{dollars(cents)} went back to {name}" for name, cents in moved.items() if cents > 0]
    taken = [
        f"{dollars(-cents)} of what {name} won went back to the house" for name, cents in moved.items() if cents < 0
    ]
    said += [f"{listed([*back, *taken])}."] if back or taken else []
    settled = {each.wager for each in ending.settled}
    if settled:
        titles = listed([wager_title(kept.round.game, each) for each in kept.round.game.as_on_the_felt(settled)])
        said.append(f"What was settled before {'is undone' if body.get('whole') else 'stands'}: {titles}.")
    return " ".join(said)


def _correction_words(kept: Remembered, each: Mapping[str, Any]) -> str:
    name, wager = kept.players[each["player"]].name, wager_title(kept.round.game, each["wager"])
    moved = f"was corrected by {signed(each['cents'])}, by {each['by']}"
    return f"Seat {each['seat']}, {name}: {wager} {moved}: {as_sentence(each['reason'])}"


def _corrected_rows(kept: Remembered, ending: RoundEnd, correction: Mapping[str, Any]) -> list[Row]:
    """On the last hand whose wager it was."""
    game = kept.round.game
    place = (correction["seat"], correction["wager"])
    for each in reversed([closed for closed in ending.settled if (closed.seat, closed.wager) == place]):
        wager, outcome = game.wagers.index(each.wager), game.outcomes.index(each.outcome)
        return [[SETTLE, each.seat, each.hand, wager, outcome, correction["cents"]]]
    return []


def _names(kept: Remembered) -> Iterator[tuple[str, str]]:
    yield from ((player, kept.players[player].name) for player in dict.fromkeys(kept.round.owners) if player)


def _summed(found: Any) -> BySeat:
    sums: dict[int, Counter[str]] = {}
    for seat, wager, cents in found:
        sums.setdefault(seat, Counter())[wager] += cents
    return {seat: dict(wagers) for seat, wagers in sums.items()}
