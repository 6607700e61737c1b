"""The felt in the terminal: hands with what they are and what is bet on them, and the news between two looks."""

from collections.abc import Callable, Iterator, Sequence

from rich.text import Text

from houseway.engine.scene import Place, Scene
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.report.cards import chips_text, hand_text
from houseway.rules.blackjack import BEST, is_ace, points
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.rules.tape import (
    CHOOSE,
    SAY,
    SAY_CAP,
    SAY_CHECKED,
    SAY_HOUSE_WAY,
    SAY_LAMMER,
    SAY_RANKED,
    SAY_TOTAL,
    SETTLE,
)

Naming = Callable[[int], str]  # a seat -> who plays it


def hands_lines(game: Game, now: Scene, name_of: Naming) -> Iterator[Text]:
    """Every hand that has cards: the dealer's first, then seat by seat."""
    labels = {(HOUSE, DEALER): "Dealer", (HOUSE, COMMUNITY): "Community"}
    for seat, hand in sorted(place for place in now.hands if place[0] != HOUSE):
        labels[seat, hand] = name_of(seat) + (f", hand {hand + 1}" if hand else "")
    for place, label in labels.items():
        if cards := now.hands.get(place):
            yield hand_text(cards, label, remark(game, now, place))


def remark(game: Game, now: Scene, place: Place) -> Text:
    """What is said of a hand: its rank or total, and the chips on it."""
    remarks: list[Text | str] = []
    if (ranked := now.said.get((*place, SAY_RANKED))) is not None:
        remarks.append(describe(ranked))
    if (total := now.said.get((*place, SAY_TOTAL))) is not None:
        remarks.append(f"total {total}")
    if (line := now.said.get((*place, SAY_HOUSE_WAY))) is not None:
        remarks.append(f"kept by line {line} of the house way")
    if now.said.get((*place, SAY_LAMMER)):
        remarks.append("Envy lammer")
    if (full := now.said.get((*place, SAY_CAP))) is not None:
        remarks.append(f"capped; the odds alone would pay {dollars(full)}")
    cards = now.hands[place]
    if "hit" in game.acts and UNSEEN not in cards and not remarks:
        remarks.append(total_text(cards))
    for (seat, hand, w), cents in now.stakes.items():
        if (seat, hand) == place:
            remarks.append(Text.assemble(f"{game.sheet.wagers[w].title} ", chips_text(cents)))
    return Text("  ", style="cyan").join(Text.assemble(each) for each in remarks)


def news(game: Game, row: Sequence[int], own: bool, name: str) -> Text | None:
    """What a row of the tape says to somebody whose seat it is, or is not; cards speak for themselves."""
    verb, _, hand, a, b, c = row
    sheet = game.sheet
    if verb == CHOOSE and not own:
        return Text(f"{name}: {sheet.acts[a].title}", "dim")
    if verb == SAY and a == SAY_CHECKED:
        return Text("The dealer checks for blackjack: " + ("yes." if b else "no."))
    if verb == SETTLE and own:
        where = (f"{name} " if name else "") + (f"hand {hand + 1} " if hand else "")
        if sheet.wagers[a].toke:
            theirs = f"the dealers win {dollars(c)}" if c > 0 else "lost"
            return Text(f"{where}{sheet.wagers[a].title}: {sheet.outcomes[b].title}, {theirs}", "dim")
        style = "green" if c > 0 else "red" if c < 0 else ""
        return Text(f"{where}{sheet.wagers[a].title}: {sheet.outcomes[b].title}, {signed(c)}", style)
    return None


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + dollars(cents)


def total_text(cards: list[int]) -> str:
    """A blackjack hand as a dealer calls it: 17, soft 18."""
    hard = sum(points(card) for card in cards)
    soft = hard + 10 <= BEST and any(is_ace(card) for card in cards)
    return f"soft {hard + 10}" if soft else str(hard)
