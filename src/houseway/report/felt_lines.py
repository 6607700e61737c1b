"""The felt in the terminal: hands with what they are and what is bet on them."""

from collections.abc import Callable, Iterator

from rich.text import Text

from houseway.engine.scene import Place, Scene
from houseway.engine.why.blackjack import total
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.report.card_faces import chips_text, faces_text, hand_text
from houseway.rules.blackjack import points
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.rules.tape import SAY_CAP, SAY_HOUSE_WAY, SAY_LAMMER, SAY_RANKED, SAY_TOTAL

Naming = Callable[[int], str]  # a seat -> who plays it


def hands_lines(game: Game, now: Scene, name_of: Naming) -> Iterator[Text]:
    """Every hand that has cards: the dealer's first, then seat by seat; a hand in the discards is one line."""
    felt = game.sheet.layout
    dealers, beside = (felt.dealer_title, felt.community_title) if felt else ("Dealer", "Community")
    labels = {(HOUSE, DEALER): dealers, (HOUSE, COMMUNITY): beside}
    for seat, hand in sorted(place for place in {*now.hands, *now.taken} if place[0] != HOUSE):
        labels[seat, hand] = name_of(seat) + (f", hand {hand + 1}" if hand else "")
    for place, label in labels.items():
        if cards := now.hands.get(place):
            yield hand_text(_as_seen(place, cards), label, remark(game, now, place))
        elif place in now.taken:
            taken = faces_text(now.discards[place])
            yield Text.assemble(f"{label:<14}", taken, "  in the discards  ", remark(game, now, place))


def _as_seen(place: Place, cards: list[int]) -> list[int]:
    """Community cards lie from the dealer's left, which is on the right of whoever looks at the dealer."""
    return cards[::-1] if place == (HOUSE, COMMUNITY) else cards


def remark(game: Game, now: Scene, place: Place) -> Text:
    """What is said of a hand: its rank or total and the chips on it; on a second line what it gave up, and why."""
    remarks: list[Text | str] = []
    if (ranked := now.said.get((*place, SAY_RANKED))) is not None:
        remarks.append(describe(ranked))
    if (counted := now.said.get((*place, SAY_TOTAL))) is not None:
        remarks.append(f"total {counted}")
    if now.said.get((*place, SAY_LAMMER)):
        remarks.append("Envy lammer")
    if (full := now.said.get((*place, SAY_CAP))) is not None:
        remarks.append(f"capped; the odds alone would pay {dollars(full)}")
    cards = now.cards_of(place)
    if "hit" in game.acts and place != (HOUSE, COMMUNITY) and UNSEEN not in cards and not remarks:
        remarks.append(total_text(cards))
    for (seat, hand, w), cents in now.stakes.items():
        if (seat, hand) == place:
            remarks.append(Text.assemble(f"{game.sheet.wagers[w].title} ", chips_text(cents)))
    said = Text("  ", style="cyan").join(Text.assemble(each) for each in remarks)
    if place in now.hands and (given_up := now.discards.get(place)) and UNSEEN not in given_up:
        line = now.said.get((*place, SAY_HOUSE_WAY))
        by = f" by line {line} of the house way" if line is not None else ""
        return Text.assemble(said, "\n", "discarded ", faces_text(given_up), by)
    return said


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + dollars(cents)


def total_text(cards: list[int]) -> str:
    """A blackjack hand as a dealer calls it: 17, soft 18."""
    best = total(cards)
    return f"soft {best}" if best > sum(points(card) for card in cards) else str(best)
