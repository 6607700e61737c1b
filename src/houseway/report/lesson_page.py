"""Hints at the table in the terminal: before a choice, after it, and when the player gets up."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.hints import Hint
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.house.lesson import TIE, Lesson, Taken
from houseway.report.act_lines import act_text, worth
from houseway.report.card_faces import COLOURS, PIPS
from houseway.report.listing import Listing, figure, name, prose
from houseway.rules.cards import RANKS

WORST = 5  # mistakes that are told at the end


def hints_table(game: Game, hints: Sequence[Hint], base_cents: int, cards: Sequence[int]) -> Listing:
    """Keys and acts with what they win on average, the best first."""
    listing = Listing("", [name(style="bold yellow"), prose(), figure(), figure()], light=True)
    best = hints[0].value
    for hint in hints:
        act = game.sheet.acts[hint.act]
        lost = best - hint.value
        cost = Text(f"costs {money(lost * base_cents)}", "red") if lost > TIE else Text("best", "green")
        listing.add(f"  {act.key}", act_text(act, cards), worth(hint.value * base_cents), cost)
    return listing


def taken_text(game: Game, taken: Taken) -> Text:
    """What a choice cost, right after it."""
    if not taken.cost:
        return Text("The best choice.", "green")
    best = act_text(game.sheet.acts[taken.best.act], taken.spot.cards)
    return Text(f"{best} was better: this costs {money(taken.cost_cents)} on average.", "red")


def lesson_page(game: Game, lesson: Lesson) -> RenderableType:
    """All choices of a sitting, and the dearest mistakes."""
    count, mistakes = len(lesson.taken), lesson.mistakes()
    if not count:
        return Text("You made no choices.")
    best = count - len(mistakes)
    line = f"{best} of your {count} choices {'was' if best == 1 else 'were'} the best"
    if count == 1:
        line = "Your one choice was the best"
    if count == len(mistakes) == 1:
        parts: list[RenderableType] = [Text(f"Your one choice gave up {money(lesson.given_up_cents)} on average.")]
        return Group(*parts, _mistake(game, mistakes[0]))
    if not mistakes:
        return Text(f"{line}. Nothing was given up.", "green")
    others = "the other" if len(mistakes) == 1 else "the others"
    parts = [Text(f"{line}; {others} gave up {money(lesson.given_up_cents)} on average.")]
    parts.append(Text("The dearest:" if len(mistakes) > 1 else "That was:"))
    parts += [_mistake(game, each) for each in mistakes[:WORST]]
    return Group(*parts)


def _mistake(game: Game, taken: Taken) -> Text:
    spot, acts = taken.spot, game.sheet.acts
    text = Text.assemble(f"  round {taken.round}: ", cards_line(spot.cards))
    if spot.cards and (spot.dealer or spot.community):  # where nobody holds a card, there is nothing to set beside them
        text.append(" against " if spot.dealer else " with ")
    text.append(cards_line(spot.dealer or spot.community))
    chosen, best = (act_text(acts[each.act], spot.cards) for each in (taken.chosen, taken.best))
    text.append(f"\n    {chosen} instead of {best}: ")
    return text.append(money(taken.cost_cents), style="red")


def cards_line(cards: Sequence[int]) -> Text:
    """Cards as a word: 10♦ A♠."""
    faces = [(RANKS[card >> 2].replace("T", "10") + PIPS[card & 3], COLOURS[card & 3]) for card in cards]
    return Text(" ").join(Text(face, style) for face, style in faces)


def money(cents: float) -> str:
    """An average amount, to the cent where that says something."""
    if abs(cents) >= 0.5:
        return dollars(round(cents))
    return "less than a cent"
