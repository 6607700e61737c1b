"""The cards themselves: a supervisor says what lies in the machine, or brings a new deck. All of it is on record.

The machine counts what it is given, and a wrong count stops the table as soon as no round is on. While a deck is dealt
from nothing is done to it; the other one, where two take turns, lies in the machine meanwhile.
"""

from collections.abc import Mapping
from typing import Any

from houseway.house import events
from houseway.house.commands import said
from houseway.house.dealer import return_bets
from houseway.house.draft import Actor, Draft
from houseway.house.shuffler.counting import changed
from houseway.house.table import Table
from houseway.rules.cards import UNSEEN, cards_of
from houseway.rules.refused import Refused
from houseway.rules.shoe import SHOE_MAX

TRAY_MAX = 2 * SHOE_MAX  # cards that anybody could take for a deck


def load(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Every bet goes back and the old order is shown before the cards that were dealt from are touched."""
    table = draft.table
    deck, reason = _deck(table, what), said.words(what, "reason")
    tray = _tray(table, what)
    if table.shuffle is not None and table.set_up.deck_of(table.shuffle.cycle) == deck:
        if table.playing:
            raise Refused("a round is on with this deck: let it end, or void it first if its cards are wrong")
        return_bets(draft)
        draft.happen(events.REVEALED, cycle=table.shuffle.cycle)
    draft.happen(events.LOADED, deck=deck, tray=bytes(sorted(tray)).hex(), by=actor.name, reason=reason)


def _deck(table: Table, what: Mapping[str, Any]) -> str:
    """The one that is named, or that is wrong, or that is dealt from or comes next."""
    config = table.set_up
    cycle = table.shuffle.cycle if table.shuffle else table.cycles + 1
    deck = str(what.get("deck") or table.wrong_deck() or config.deck_of(cycle)).strip().upper()
    if deck not in tuple(config.decks()):
        raise Refused(f"there is no deck '{deck}' at this table: name {' or '.join(config.decks())}")
    return deck


def _tray(table: Table, what: Mapping[str, Any]) -> list[int]:
    """All cards as they were counted, or those that a whole deck lacks and has too many; neither is a new deck."""
    whole = table.game.deck(table.settings)
    tray, missing, extra = (_cards(what, key) for key in ("cards", "missing", "too_many"))
    if tray and (missing or extra):
        raise Refused("give all the cards, or those that are missing and too many: not both")
    return tray or changed(whole, missing, extra)


def _cards(what: Mapping[str, Any], key: str) -> list[int]:
    text = what.get(key) or ""
    if not isinstance(text, str) or len(text) > 4 * TRAY_MAX:
        raise Refused(f"{key} is no list of cards: write them as in 'Ah Kd'")
    try:
        cards = cards_of(text)
    except ValueError as error:
        raise Refused(f"{key}: {error}") from None
    if UNSEEN in cards:
        raise Refused(f"{key}: turn every card over before you count it")
    if len(cards) > TRAY_MAX:
        raise Refused(f"{key} has {len(cards)} cards: no machine holds more than {TRAY_MAX}")
    return cards
