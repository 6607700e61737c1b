"""A disputed round with everything that settles the dispute: who did what when, every pay by its odds, and checks.

What is shown is what its reader may see: while the shuffle is not revealed, hidden cards stay hidden, and a check says
no more than whether it holds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from houseway.engine.playthrough import who
from houseway.engine.replay import rules_of
from houseway.engine.scene import Scene, scene
from houseway.games.approval import outcome_titles
from houseway.games.words import dollars, odds_text
from houseway.house.audit.awarded import Awarded, awarded
from houseway.house.audit.deeds import Deed, deeds_of, since_the_round_before, wager_title
from houseway.house.audit.judge import UNREADABLE
from houseway.house.audit.memory import SETTLED, Memory, Remembered, dealt_again
from houseway.house.audit.recall import ANOTHER_ROUND, HIDDEN, Recall, is_same, recalled
from houseway.house.audit.stream import no_such_table
from houseway.house.audit.verify import StreamCheck, verify_table
from houseway.house.draft import Forbidden
from houseway.house.ledger.chain import Tampered, followed
from houseway.house.ledger.store import Head, Ledger, Stored
from houseway.house.money import ClosedWager
from houseway.house.round import TableRound
from houseway.house.shuffler import verify_commitment
from houseway.house.shuffler.revealed import Revealed
from houseway.rules.cards import UNSEEN, card_text
from houseway.rules.odds import ROUNDING, winnings
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import COLUMNS, SAY_CAP

Standing = Literal["good", "wrong", "open"]
GOOD: Standing = "good"
WRONG: Standing = "wrong"
OPEN: Standing = "open"
FAVOURS = {"house": "down, for the house", "nearest": "to the nearest", "player": "up, for the player"}
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class DisputeCheck:
    what: str
    standing: Standing  # open: it cannot be said yet, or not here
    said: str


@dataclass(frozen=True)
class DisputedPay:
    """A wager that was closed: its bet, its odds, what they come to, what was paid, and why these differ."""

    seat: int
    hand: int
    name: str
    wager: str
    outcome: str
    stake_cents: int
    odds: str
    by_odds_cents: Fraction
    won_cents: int
    note: str
    why: str
    corrected_cents: int = 0  # later, on the last hand that had the wager


@dataclass(frozen=True)
class HandShown:
    whose: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Dispute:
    recall: Recall
    checks: tuple[DisputeCheck, ...]
    deeds: tuple[Deed, ...]
    hands: tuple[HandShown, ...]
    pays: tuple[DisputedPay, ...]
    awards: tuple[Awarded, ...]  # of progressives
    due: frozenset[str]  # players whose award still waits to be paid by hand

    @property
    def faults(self) -> tuple[DisputeCheck, ...]:
        return tuple(check for check in self.checks if check.standing == WRONG)


def dispute_of(
    ledger: Ledger,
    table: str,
    number: int,
    *,
    viewer: str = "",
    whole: bool = True,
    progress: Progress | None = None,
) -> Dispute:
    """Of one round. Whoever names a viewer gets that player's own round, as that player saw it.

    The stream of the table is verified for this round, or where that would be too much, this round's events alone.
    """
    fault = _stream(verify_for_round(ledger, table, number, progress)) if whole else None
    try:
        memory = Memory.of_the_last(ledger, table, kept=1).catch_up(ledger)
        kept = memory.find(number, ledger)
        if viewer and viewer not in kept.players:
            raise Forbidden(f"round {number} was not yours: its players and the staff have its report")
        recall = recalled(memory, kept, viewer)
        rows = list(since_the_round_before(ledger, kept))
        return Dispute(
            recall,
            (fault or _rows_linked(table, rows), *_checks(table, kept, public=memory.is_public(kept))),
            tuple(deeds_of(ledger, kept, rows, recall)),
            tuple(_hands(kept, recall)),
            tuple(_pays(kept, recall)),
            tuple(awarded(kept)),
            frozenset(each["player"] for each in memory.table.dues if each["round"] == number),
        )
    except UNREADABLE as error:
        said = fault.said if fault else f"{error!r}"
        raise Refused(f"round {number} of table {table} cannot be read again: {said}") from error


# --- checks ---


def verify_for_round(ledger: Ledger, name: str, number: int, progress: Progress | None = None) -> StreamCheck:
    """Chain, money and marks of a whole stream; of its rounds those of one's shuffle, up to that one, are dealt again.

    To deal a round again takes many times as long as to read it.
    """
    if name not in (there := ledger.tables()):
        raise no_such_table(name, there)
    total = ledger.head(name).version

    def told(done: int) -> None:
        if progress:
            progress(done, max(total, done))

    return verify_table(ledger, name, told=told, only=number)


def _stream(found: StreamCheck) -> DisputeCheck:
    """Said so that a stream that grows says the same of an old round."""
    what = "The table's whole stream"
    if found.fault:
        return DisputeCheck(
            what, WRONG, f"it fails verification at event {found.fault.version:,}: {found.fault.reason}"
        )
    if found.absent:
        return DisputeCheck(what, OPEN, f"the game '{found.absent}' is not here; hashes and money are good")
    again = "the rounds of this shuffle, up to this one, were dealt again with the same result"
    return DisputeCheck(what, GOOD, f"every event is as it was written, and {again}")


def _rows_linked(table: str, rows: list[Stored]) -> DisputeCheck:
    what = "The events of this round"
    try:
        followed(table, rows, Head(rows[0].version - 1, rows[0].before), {})
    except Tampered as fault:
        return DisputeCheck(what, WRONG, f"event {fault.version:,}: {fault.reason}")
    return DisputeCheck(what, GOOD, "each is as it was written, behind the one before it")


def _checks(table: str, kept: Remembered, *, public: bool) -> Iterator[DisputeCheck]:
    yield _promised(table, kept, public=public)
    yield _same_again(kept)
    sums = [sum(row.body.get("postings", {}).values()) for row in kept.rows]
    good = "whatever one account gained, others lost: nothing is left over"
    yield DisputeCheck("The money", *((WRONG, "postings do not add up to nothing") if any(sums) else (GOOD, good)))


def _promised(table: str, kept: Remembered, *, public: bool) -> DisputeCheck:
    what, shuffle = "The promised shuffle", kept.shuffle
    key = bytes.fromhex(shuffle.key)
    if public:
        faults = Revealed(table, shuffle.cycle, tuple(shuffle.order), key, shuffle.commitment).faults()
        good = "order and key are shown, match the commitment given before the bets, and are whole decks"
        return DisputeCheck(what, WRONG if faults else GOOD, "; ".join(faults) or good)
    try:
        verify_commitment(table, shuffle.cycle, shuffle.order, key, shuffle.commitment)
    except Refused as refusal:
        return DisputeCheck(what, WRONG, str(refusal))
    shown = "never shown: its cards were thrown away" if kept.thrown else "shown when its cards are used up"
    good = f"the order in the ledger matches the commitment given before the bets; it is {shown}"
    return DisputeCheck(what, GOOD, good)


def _same_again(kept: Remembered) -> DisputeCheck:
    what = "Dealt again"
    again = dealt_again(kept)
    if not again.can_be_dealt_again:
        return DisputeCheck(what, OPEN, f"it was dealt under other rules (edition {again.edition}), which are not kept")
    if kept.state == SETTLED and not is_same(kept, again):
        return DisputeCheck(what, WRONG, ANOTHER_ROUND)
    if kept.state == SETTLED:
        return DisputeCheck(
            what, GOOD, "from the same cards and choices follow the same deal, the same results and pays"
        )
    how = "the round is void" if kept.state != "on" else "the round is still on"
    return DisputeCheck(what, OPEN, f"{how}: there is no settlement to hold it against")


# --- cards and pays ---


def _tape(recall: Recall) -> Words:
    return np.array(recall["tape"], dtype=np.int64).reshape(-1, COLUMNS)


def _hands(kept: Remembered, recall: Recall) -> Iterator[HandShown]:
    """As they lay when the round ended, and what was given up."""
    now = scene(_tape(recall))
    for given_up, lying in ((False, now.hands), (True, now.discards)):
        for (seat, hand), cards in sorted(lying.items()):
            owner = kept.round.owners[seat - 1] if seat else ""
            whose = who(seat, hand).capitalize() + (f", {kept.players[owner].name}" if owner else "")
            faces = tuple(HIDDEN if card == UNSEEN else card_text(card) for card in cards)
            yield HandShown(f"{whose}: given up" if given_up else whose, faces)


def _pays(kept: Remembered, recall: Recall) -> Iterator[DisputedPay]:
    tape = _tape(recall)
    said = scene(tape)
    whys = {(each["seat"], each["hand"], each["wager"]): each["text"] for each in recall["why"]}
    since: Counter[tuple[int, str]] = Counter()
    for each in recall["corrections"]:
        since[each["seat"], each["wager"]] += each["cents"]
    pays = []
    for closed in reversed(dealt_again(kept).chip_count().hear(tape).settled):
        pay = _pay(kept.round, closed, said, kept, whys)
        pays.append(replace(pay, corrected_cents=since.pop((closed.seat, closed.wager), 0)))
    yield from reversed(pays)


def _pay(
    round_: TableRound, closed: ClosedWager, said: Scene, kept: Remembered, whys: Mapping[tuple[int, int, int], str]
) -> DisputedPay:
    game, rules = round_.game, rules_of(round_.game, round_.settings)
    wager = game.wagers.index(closed.wager)
    num, den = (int(part) for part in rules.pays[wager, game.outcomes.index(closed.outcome)])
    exact = Fraction(closed.stake * num, den)
    return DisputedPay(
        closed.seat,
        closed.hand,
        kept.players[round_.owners[closed.seat - 1]].name,
        wager_title(kept, closed.wager),
        outcome_titles(game, round_.settings)[closed.outcome],
        closed.stake,
        odds_text(num, den) if closed.stake else "a prize",
        exact,
        closed.won,
        _note(closed, exact, winnings(closed.stake, num, den, rules.rounding, rules.grain_cents), rules, said),
        whys.get((closed.seat, closed.hand, wager), ""),
    )


def _note(closed: ClosedWager, exact: Fraction, by_policy: int, rules: Any, said: Scene) -> str:
    """Why what was paid is not what the odds come to."""
    if closed.won == exact:
        return ""
    if closed.won == by_policy:
        return f"rounded {FAVOURS[ROUNDING[rules.rounding]]} in steps of {dollars(rules.grain_cents)}"
    capped = [cents for (seat, _, word), cents in said.said.items() if word == SAY_CAP and seat == closed.seat]
    if capped and closed.won > 0:
        return f"the cap in force: by the odds {dollars(capped[0])} in all"
    return "a prize of a fixed sum" if closed.won > exact else "by the rules of the game"
