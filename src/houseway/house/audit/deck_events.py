"""What events about the decks in the machine must say: cards brought or counted, and a machine that stops."""

from houseway.house.audit.duties import is_spent
from houseway.house.audit.hearing import Body, Hearing, Wrong, digits, text, words
from houseway.house.dealer import stopped
from houseway.house.shuffler import Fault, verify_count


def loaded(hearing: Hearing, body: Body) -> Body:
    """While it is dealt from nothing is done to a deck; when it is taken away its order has been shown."""
    table = hearing.table
    deck, tray = _deck(hearing, body), _tray(body)
    if table.shuffle is not None and table.set_up.deck_of(table.shuffle.cycle) == deck:
        hearing.verify_between_rounds()
        raise Wrong(f"shuffle {table.shuffle.cycle} was never revealed")
    if table.shuffle is None:
        hearing.verify_empty()
    return {"deck": deck, "tray": tray.hex(), "by": words(body, "by"), "reason": words(body, "reason")}


def faulted(hearing: Hearing, body: Body) -> Body:
    """A machine stops for the cards that were counted, and for nothing else: those known, or those it was fed."""
    table, config = hearing.table, hearing.table.set_up
    hearing.verify_empty()
    hearing.verify_open()
    if "tray" not in body and "deck" not in body:  # recorded before the cards were
        return {"reason": words(body, "reason")}
    known = table.wrong_deck()
    if table.shuffle is not None and (not known or is_spent(table)):
        raise Wrong(f"shuffle {table.shuffle.cycle} was never revealed")
    deck, tray = known or config.deck_of(table.cycles + 1), bytes(table.tray(known)) if known else _tray(body)
    try:
        verify_count(tray, config.the_game.deck(config.settings()))
    except Fault as fault:
        return {"reason": stopped(fault), "deck": deck, "tray": tray.hex()}
    raise Wrong(f"the cards of deck {deck} were whole: the machine had no reason to stop")


def _deck(hearing: Hearing, body: Body) -> str:
    deck = text(body, "deck")
    if deck not in tuple(hearing.table.set_up.decks()):
        raise Wrong(f"the table has no deck '{deck}'")
    return deck


def _tray(body: Body) -> bytes:
    tray = digits(body, "tray")
    if list(tray) != sorted(tray):
        raise Wrong("its tray is not counted in order")
    return tray
