"""A round dealt once from its shoe and its choices, and looked at where each choice was made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from houseway.engine.replay import Pending
from houseway.house.money import ChipCount, Postings, bet_postings, difference
from houseway.house.round import Round
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, CHOOSE, HAND, OFFER, SEAT, STAKE, VERB, A, B


@dataclass(frozen=True)
class Moment:
    """The round where it waits for a choice, or where it ends."""

    tape: Words
    pending: Pending | None
    put_up: Postings  # chips on the felt, and whose they were


@dataclass(frozen=True)
class Dealt:
    """A round with its moments: after no choice, after one, after two, as far as the choices are possible."""

    last: Round  # after the last of them
    moments: tuple[Moment, ...]
    refusal: str = ""  # why the next choice is not possible

    @property
    def opening(self) -> Postings:
        """What dealing moved beside the bets."""
        return difference(self.moments[0].put_up, bet_postings(self.last.wagers, self.last.owners))

    @property
    def pays(self) -> Postings:
        """What settling the round moves."""
        return difference(self.last.paid, self.moments[-1].put_up)

    def put_up_by(self, choice: int) -> Postings:
        """What a choice (0 is the first) put on the felt or took back."""
        return difference(self.moments[choice + 1].put_up, self.moments[choice].put_up)

    def chips_for(self, choice: int) -> int:
        """What the seat that chose put up."""
        before, after = self.moments[choice], self.moments[choice + 1]
        assert before.pending is not None
        fresh = after.tape[len(before.tape) :]
        return int(sum(row[B] for row in fresh if row[VERB] == STAKE and row[SEAT] == before.pending.seat))


def dealt_once(first: Round, acts: Sequence[int]) -> Dealt:
    """Deal a round with all its choices in one run: what lay on the table before each is a part of the same tape."""
    whole = replace(first, choices=tuple(acts))
    try:
        tape = whole.now.tape
    except Refused:
        return _choice_by_choice(first, acts)
    cuts = [row for row, verb in enumerate(tape[:, VERB].tolist()) if verb == CHOOSE]
    if len(cuts) != len(acts):  # the shoe ran out: the tape says only that every bet went back
        return _choice_by_choice(first, acts)
    return Dealt(whole, tuple(_moments(whole, tape, cuts)))


def _moments(whole: Round, tape: Words, cuts: Sequence[int]) -> Iterator[Moment]:
    chips = ChipCount(whole.game, None, whole.wagers, whole.owners)
    done = 0
    for cut in (*cuts, len(tape)):
        put_up = chips.of(_chips_moved(tape[done:cut]), paid=False)
        pending = whole.pending if cut == len(tape) else _offered(tape[cut - 1])
        yield Moment(tape[:cut], pending, put_up)
        done = cut


def _choice_by_choice(first: Round, acts: Sequence[int]) -> Dealt:
    """The same by dealing anew for every choice; stops before one that is not possible."""
    now, refusal = first, ""
    moments = [_moment(now)]
    for act in acts:
        after = now.after(act)
        try:
            moments.append(_moment(after))
        except Refused as refused:
            refusal = str(refused)
            break
        now = after
    return Dealt(now, tuple(moments), refusal)


def _moment(now: Round) -> Moment:
    return Moment(now.now.tape, now.pending, now.put_up)


def _offered(row: Words) -> Pending:
    assert row[VERB] == OFFER, "a choice follows its offer"
    return Pending(int(row[SEAT]), int(row[HAND]), int(row[A]))


def _chips_moved(tape: Words) -> Words:
    """Until a round is paid, chips move only as they are staked or taken back."""
    moved: Words = tape[(tape[:, VERB] == STAKE) | (tape[:, VERB] == BACK)]
    return moved
