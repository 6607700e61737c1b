"""A round dealt once from its shoe and its choices, and looked at where each choice was made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from houseway.engine.editions import UNNAMED
from houseway.engine.replay import Pending
from houseway.house.ledger.store import OutOfOrder
from houseway.house.money import FELT, Moved, Postings, added, chips_of, moved
from houseway.house.round import TableRound
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import CHOOSE, HAND, OFFER, SEAT, STAKE, VERB, A, B


@dataclass(frozen=True)
class Moment:
    """The round where it waits for a choice, or where it ends."""

    tape: Words
    pending: Pending | None
    moved: Moved  # since the moment before


@dataclass(frozen=True)
class Dealt:
    """A round with its moments: after no choice, after one, after two, as far as the choices are possible."""

    last: TableRound  # after the last of them
    moments: tuple[Moment, ...]
    refusal: str = ""  # why the next choice is not possible

    @property
    def pays_at_end(self) -> Postings:
        """What settling the round moves: its last stretch. Before rounds named their edition it was all of them."""
        unpaid = self.moments if self.last.edition == UNNAMED else self.moments[-1:]
        return added(*(moment.moved.paid for moment in unpaid))

    def is_paid_in_play(self, number: int) -> bool:
        """Whether something was settled, in the middle of the round, between a choice and the one before it."""
        if self.last.edition == UNNAMED or not self.moments[number].moved.settled:
            return False
        return self.moments[number].pending is not None or self.last.ran_dry

    def chips_for(self, choice: int) -> int:
        """What the seat that chose put up."""
        before, after = self.moments[choice], self.moments[choice + 1]
        assert before.pending is not None
        fresh = after.tape[len(before.tape) :]
        return int(sum(row[B] for row in fresh if row[VERB] == STAKE and row[SEAT] == before.pending.seat))


def dealt_once(first: TableRound, acts: Sequence[int]) -> Dealt:
    """Deal a round with all its choices in one run: what lay on the table before each is a part of the same tape."""
    whole = replace(first, choices=tuple(acts))
    try:
        tape = whole.tape
    except Refused:
        return _choice_by_choice(first, acts)
    cuts = [row for row, verb in enumerate(tape[:, VERB].tolist()) if verb == CHOOSE]
    if len(cuts) != len(acts):  # a choice more than was asked for; or the first edition, whose dry shoe forgot them all
        return _choice_by_choice(first, acts)
    return Dealt(whole, tuple(_moments(whole, tape, cuts)))


def _moments(whole: TableRound, tape: Words, cuts: Sequence[int]) -> Iterator[Moment]:
    chips = whole.chip_count()
    done = 0
    for cut in (*cuts, len(tape)):
        pending = whole.pending if cut == len(tape) else _offered(tape[cut - 1])
        yield Moment(tape[:cut], pending, chips.hear(tape[done:cut]))
        done = cut


def _choice_by_choice(first: TableRound, acts: Sequence[int]) -> Dealt:
    """The same by dealing anew for every choice; stops before one that is not possible."""
    now, refusal = first, ""
    moments = [Moment(now.tape, now.pending, _moved(now, []))]
    for act in acts:
        after = now.after(act)
        try:
            moments.append(Moment(after.tape, after.pending, _moved(after, moments)))
        except Refused as refused:
            refusal = str(refused)
            break
        now = after
    return Dealt(now, tuple(moments), refusal)


def _moved(now: TableRound, before: Sequence[Moment]) -> Moved:
    if now.edition != UNNAMED or not now.ran_dry:
        return now.latest
    # In the first edition a dry shoe gave back at once whatever lay on the felt, as if nothing had been settled.
    bets = [
        moved(sum(bets.values()), chips_of(owner), FELT) for bets, owner in zip(now.wagers, now.owners, strict=True)
    ]
    lay = added(*bets, *(moment.moved.put_up for moment in before))
    return Moved({name: -cents for name, cents in lay.items()}, {}, ())


def _offered(row: Words) -> Pending:
    if row[VERB] != OFFER:
        raise OutOfOrder("a choice without its offer")
    return Pending(int(row[SEAT]), int(row[HAND]), int(row[A]))
