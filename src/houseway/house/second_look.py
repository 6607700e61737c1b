"""A finished round looked at again: what every choice was worth, and how it would have gone on after another one.

Nothing is written, and no balance is touched. Only a round whose cards were all shown is looked at. Where its shuffle
was revealed it goes on with the same cards. While its shoe is still dealt from, the cards behind its own are a secret:
then the rest comes from a fresh order that knows nothing of the shoe, and the answer says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.analysis.hints import Advisor, told_acts
from houseway.analysis.solve import strategy_of
from houseway.engine.replay import Pending, Replay, replay
from houseway.engine.scene import scene
from houseway.engine.why import YOURS
from houseway.games.contract import Strategy
from houseway.house.audit.memory import SETTLED, Remembered, dealt_again
from houseway.house.round import TableRound
from houseway.rules.cards import UNSEEN
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shoe import seeded_order

OTHERS_PLAY = "basic"  # the seats of others, after the choice that is made anew


@dataclass(frozen=True)
class SecondLook:
    """A round that may be looked at again, by everyone who may see it."""

    round: TableRound
    revealed: bool  # the order behind its cards is known to everyone
    persons: frozenset[str]  # players who are no bots

    def worths(self, advisor: Advisor) -> list[dict[str, Any]]:
        """Every choice of a person: what each act was worth to one who saw what that person saw, the best first."""
        told = []
        for number, act in enumerate(self.round.choices, 1):
            now = replay(self.round.deal, self.round.choices[: number - 1])
            if self.round.owners[_waiting(now).seat - 1] in self.persons:
                told.append(self._worth(advisor, number, now, self.round.game.acts[act]))
        return told

    def _worth(self, advisor: Advisor, number: int, now: Replay, act: str) -> dict[str, Any]:
        wait = _waiting(now)
        ranked = advisor.rank(now, wait.seat, wait.hand, wait.options)
        whole = advisor.whole(now, wait.seat, wait.hand, ranked)
        return {
            "choice": number,
            "row": len(now.tape),
            "seat": wait.seat,
            "hand": wait.hand,
            "act": act,
            "values": told_acts(ranked, whole),
            "covers": whole.told() if whole else None,
            "unit_cents": self.round.wagers[wait.seat - 1].get(advisor.base, 0),
        }

    def what_if(self, choice: int, acts: Sequence[str], seed: int) -> dict[str, Any]:
        """The round again up to a choice (from 1), then with these acts of its player; other seats play basic."""
        *_, (round_, player) = self._played(choice, acts, seed)
        return self._told(round_, player, fresh=not self.revealed and round_.told.cards_drawn > self._known)

    def worths_if(self, advisor: Advisor, choice: int, acts: Sequence[str], seed: int) -> list[dict[str, Any]]:
        """Every act of a what-if, as `worths` tells those of the round; numbered on from its choice."""
        played = [round_ for round_, _ in self._played(choice, acts, seed)]
        return [
            self._worth(advisor, choice + i, before.now, act)
            for i, (before, act) in enumerate(zip(played, acts, strict=False))
        ]

    def _played(self, choice: int, acts: Sequence[str], seed: int) -> Iterator[tuple[TableRound, str]]:
        """The round before each of the acts and after the last, and whose acts they are."""
        if not 1 <= choice <= len(self.round.choices):
            raise Refused(
                f"round {self.round.number} had {len(self.round.choices)} choices; there is no choice {choice}"
            )
        round_ = replace(self.round, order=self._order(self._known, seed), choices=self.round.choices[: choice - 1])
        player = round_.owners[_waiting(round_.now).seat - 1]
        yield round_, player
        for name in acts:
            if round_.pending is None or name not in round_.game.acts:
                raise Refused(f"'{name[:20]}' is not asked for in this round any more")
            round_ = _others_play(round_.after(round_.game.acts.index(name)), player)
            yield round_, player

    @property
    def _known(self) -> int:
        """Cards that the round drew itself."""
        return self.round.told.cards_drawn

    def _order(self, known: int, seed: int) -> tuple[int, ...]:
        if self.revealed:
            return self.round.order
        own = self.round.order[:known]
        rest = list(self.round.game.deck(self.round.settings))
        for card in own:
            if card in rest:  # a shoe without end deals some more often than it has them
                rest.remove(card)
        return (*own, *seeded_order(rest, seed, 0))

    def _told(self, round_: TableRound, player: str, *, fresh: bool) -> dict[str, Any]:
        wait, tape = round_.pending, round_.seen_by(player)
        own = [seat for seat, owner in enumerate(round_.owners, 1) if owner == player]
        return {
            "tape": tape.tolist(),
            "why": round_.whys(tape, dict.fromkeys(own, YOURS)),
            "pending": None if wait is None else _offered(round_, wait),
            "fresh": fresh,
            "seats": own,
        }


def second_look(kept: Remembered, *, revealed: bool) -> SecondLook:
    """A round to look at again, or why it cannot be."""
    number, round_ = kept.round.number, dealt_again(kept)
    if kept.state != SETTLED:
        raise Refused(f"round {number} was not played to its end: there is nothing to look at again")
    if not round_.of_these_rules:
        raise Refused(f"round {number} was dealt under other rules: what its choices were worth is not known here")
    if not (revealed or _all_shown(round_)):
        raise Refused(f"not all cards of round {number} are shown yet: look again when its shuffle is revealed")
    persons = frozenset(player.id for player in kept.players.values() if not player.bot)
    return SecondLook(round_, revealed, persons)


def _all_shown(round_: TableRound) -> bool:
    """Whether everyone at the table has seen every card of the round by its end."""
    now = scene(round_.seen_by(""))
    return not any(UNSEEN in cards for cards in (*now.hands.values(), *now.discards.values()))


def _others_play(round_: TableRound, player: str) -> TableRound:
    """Until the player is asked, or the round is over."""
    others: Strategy | None = None
    while (wait := round_.pending) is not None and round_.owners[wait.seat - 1] != player:
        others = others or strategy_of(round_.game, OTHERS_PLAY, round_.settings)
        round_ = round_.after(others.act(round_.now.felt, wait.seat, wait.hand, wait.options))
    return round_


def _waiting(now: Replay) -> Pending:
    assert now.pending is not None, "every choice that was made was asked for"
    return now.pending


def _offered(round_: TableRound, wait: Pending) -> dict[str, Any]:
    acts = acts_in(wait.options)
    names = [round_.game.acts[act] for act in acts]
    return {"seat": wait.seat, "hand": wait.hand, "acts": names, "prices": round_.named_prices(acts)}
