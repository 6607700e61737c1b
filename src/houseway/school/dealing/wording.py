"""Deeds in the words of the felt, and what players do between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.engine.playthrough import who
from houseway.engine.scene import Scene
from houseway.games.act_names import act_named
from houseway.games.game import Game, Settings
from houseway.games.spoken import call_text
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted, dollars, listed
from houseway.rules import tape as t
from houseway.rules.cards import UNSEEN, cards_text
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.school.dealing import deed as d
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.manual import own_words
from houseway.school.dealing.ruling_words import RULINGS
from houseway.school.question import Rows

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
PLAIN = {"Dealer": "the dealer", "Community": "the community"}


@dataclass(frozen=True)
class Wording:
    """How one game at one table words what is done."""

    game: Game
    settings: Settings

    def who(self, seat: int, hand: int) -> str:
        """'seat 2', 'seat 2 hand 2', 'the dealer', 'the Banker'."""
        if seat != HOUSE:
            return who(seat, hand)
        layout = self.game.sheet.layout
        own, shared = (layout.dealer_title, layout.community_title) if layout else ("Dealer", "Community")
        title = shared if hand == COMMUNITY else own
        return PLAIN.get(title, f"the {title}")

    def deed(self, deed: DealerDeed, now: Scene) -> str:
        """`now` is the table as it lies before; a game may have words of its own for a deed."""
        if own := own_words(self.game, self.settings, deed):
            return own.format(cards=_cards(deed.amount), who=self.who(deed.seat, deed.hand))
        if deed.kind in d.SETTLES or deed.kind == d.BACK:
            return self._chips(deed, now)
        if deed.kind in d.DEALS:
            face = "up" if deed.kind == d.DEAL_UP else "down"
            return f"Deal {_cards(deed.amount)} face {face} to {self.who(deed.seat, deed.hand)}"
        if deed.kind == d.TURN:
            return f"Turn up {self._turned(deed)}"
        return self._said(deed, now)

    def _chips(self, deed: DealerDeed, now: Scene) -> str:
        title, whom = wager_title(self.game, deed.wager), self.who(deed.seat, deed.hand)
        stake = now.stakes.get((deed.seat, deed.hand, self.game.wagers.index(deed.wager)), 0)
        if deed.kind == d.PAY:
            return f"Pay {whom} {dollars(deed.amount)} on {title}" if deed.amount else f"Pay {whom} on {title}"
        if deed.kind == d.PUSH:
            return f"Leave {title} of {whom}: it pushes"
        if deed.kind == d.BACK:
            return f"Give {title} back to {whom}"
        if deed.amount in (0, stake):
            return f"Take {title} of {whom}" + (f": {dollars(stake)}" if deed.amount else "")
        return f"Take {dollars(deed.amount)} of {title} of {whom}"

    def _turned(self, deed: DealerDeed) -> str:
        places = deed.places
        which = f"{len(places)}" if len(places) > 1 else ORDINALS[places[0]]
        noun = "cards" if len(places) > 1 else "card"
        if (deed.seat, deed.hand) == (HOUSE, DEALER):
            return f"{self.who(HOUSE, DEALER)}'s {which} {noun}"
        if (deed.seat, deed.hand) == (HOUSE, COMMUNITY):
            return f"the {which} {self.who(HOUSE, COMMUNITY).removeprefix('the ')} {noun}"
        return f"the {which} {noun} of {self.who(deed.seat, deed.hand)}"

    def _said(self, deed: DealerDeed, now: Scene) -> str:
        whom = self.who(deed.seat, deed.hand)
        words = {
            "no_more_bets": "Call: No more bets",
            "lammer": f"Set a lammer by {whom}",
            d.ASK: f"Ask {whom}",
            d.MOVE: f"Part the cards of {whom} into two hands",
            d.DISCARD: f"Take in the discards of {whom}",
            "checked": "Look under the up card for blackjack",
            "natural": f"Call the blackjack of {whom}",
            "total": f"Count {whom} and call the total",
            "ranked": f"Read the hand of {whom}",
            "cap": "Announce that the cap is reached" + (f" for {whom}" if deed.seat else ""),
            "advice": f"Advise {whom}",
            "lammers_in": "Pick up the lammers",
            "void": "Call the round void: the shoe is out of cards",
            d.CLEAR: "Clear the table for the next round",
            d.CLOSE: "Close the table: that was the last round",
            d.COUNT_RACK: "Count the rack" + (f": {dollars(deed.amount)}" if deed.amount else ""),
            d.SPREAD: "Spread the cards face up",
            d.SHUFFLE: "Turn, wash and shuffle the cards",
            d.OPEN: "Open the table: ask for bets",
            d.SIGN: "Sign the slip and lock the rack",
        }
        if deed.kind == d.RULE:
            return RULINGS[deed.wager]
        if deed.kind == "call":
            return f"Tell {whom}: {call_text(self.game, self.settings, deed.amount)}"
        if deed.kind == "house_way":
            cards = now.hands.get((deed.seat, deed.hand), [])
            known = deed.places and UNSEEN not in cards
            kept = cards_text([cards[place] for place in deed.places]) if known else "two by the house way"
            return f"Set the hand of {whom}: keep {kept}"
        return words[deed.kind]

    def happened(self, rows: Rows, now: Scene) -> Iterator[str]:
        """Sentences on rows of a tape as the dealer sees it: what players did, and what was read aloud. `now` is the
        table before them, and hears them."""
        bets: dict[str, list[str]] = {}
        for row in rows:
            verb, seat, hand, a, b, _ = row
            if verb == t.STAKE:
                bets.setdefault(self.who(seat, hand), []).append(f"{self.game.sheet.wagers[a].title} {dollars(b)}")
            else:
                yield from _bets(bets)
                bets.clear()
            if verb == t.CHOOSE:
                act = act_named(self.game.sheet.acts[a], now.hands.get((seat, hand), []))
                yield f"{self._titled(seat, hand)}: {act}."
            elif verb == t.SAY:
                yield from self._heard(row)
            now.hear(row)
        yield from _bets(bets)

    def _heard(self, row: Sequence[int]) -> Iterator[str]:
        _, seat, hand, word, value, _ = row
        if word == t.SAY_TOTAL:
            yield f"{self._titled(seat, hand)}: {value}."
        elif word == t.SAY_RANKED:
            yield f"{self._titled(seat, hand)}: {describe(value)}."
        elif word == t.SAY_CHECKED:
            yield "Blackjack." if value else "No blackjack."
        elif word == t.SAY_CAP:
            yield f"The odds alone would pay {dollars(value)}."

    def _titled(self, seat: int, hand: int) -> str:
        words = self.who(seat, hand)
        return words[0].upper() + words[1:]


def _cards(count: int) -> str:
    return "a card" if count == 1 else counted(count, "card")


def _bets(bets: dict[str, list[str]]) -> Iterator[str]:
    for whom, put_up in bets.items():
        yield f"{whom[0].upper()}{whom[1:]} bets {listed(put_up)}."
