"""The rows of a tape for people: titles of wagers and acts, dollars, cards by their faces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from houseway.engine.playthrough import who
from houseway.engine.scene import Scene
from houseway.games import find_game
from houseway.games.act_names import act_named
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings
from houseway.games.spoken import call_text, house_way_text
from houseway.games.words import dollars, listed
from houseway.house.audit.recall import Recall
from houseway.house.audit.steps import ReplayStep, steps_of
from houseway.report.felt_lines import signed
from houseway.rules.cards import UNSEEN, card_text
from houseway.rules.choice import acts_in
from houseway.rules.poker import describe
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    DEAL,
    DISCARD,
    FACE_DOWN,
    MOVE,
    OFFER,
    SAY_ADVICE,
    SAY_CALL,
    SAY_CAP,
    SAY_CHECKED,
    SAY_HOUSE_WAY,
    SAY_LAMMER,
    SAY_LAMMERS_IN,
    SAY_NATURAL,
    SAY_NO_MORE_BETS,
    SAY_RANKED,
    SAY_TOTAL,
    SAY_VOID,
    SETTLE,
    STAKE,
    TURN,
)


def told_steps(recall: Recall) -> Iterator[tuple[ReplayStep, list[str]]]:
    """The steps of a round with their rows in words; what became of it later is told by the step's own title."""
    game = find_game(recall["game"])
    lines = tape_lines(game, Settings(recall["options"]), recall["tape"])
    for step in steps_of(recall):
        yield step, list(islice(lines, len(step.lines)))


def tape_lines(game: Game, settings: Settings, tape: Sequence[list[int]]) -> Iterator[str]:
    """A line for each row."""
    now, titles = Scene(), outcome_titles(game, settings)
    for row in tape:
        _, seat, hand, *_ = row
        yield f"{who(seat, hand).capitalize()}: {_row_words(game, settings, titles, now, row)}"
        now.hear(row)


def _row_words(game: Game, settings: Settings, titles: Mapping[str, str], now: Scene, row: list[int]) -> str:
    verb, seat, hand, a, b, c = row
    sheet, held = game.sheet, now.hands.get((seat, hand), [])
    if verb == STAKE:
        return f"{sheet.wagers[a].title} {dollars(b)}"
    if verb == BACK:
        return f"{sheet.wagers[a].title} {dollars(b)} comes back"
    if verb == DEAL:
        return f"{_face(a)}, face down" if b == FACE_DOWN and a != UNSEEN else _face(a)
    if verb == TURN:
        return f"{_face(b)} is turned"
    if verb == OFFER:
        offered = (sheet.acts[act] for act in acts_in(a))  # those that differ in the cards they name are one way
        return f"may choose {listed(list(dict.fromkeys(act.way or act.title for act in offered)), 'or')}"
    if verb == CHOOSE:
        return act_named(sheet.acts[a], held)
    if verb == MOVE:
        return f"{_face(held[a])} goes to hand {b + 1}"
    if verb == DISCARD:
        return f"{_face(held[a])} goes to the discards"
    if verb == SETTLE:
        return f"{sheet.wagers[a].title}: {titles[game.outcomes[b]]}, {signed(c)}"
    return _said_words(game, settings, a, b)


def _said_words(game: Game, settings: Settings, word: int, value: int) -> str:
    told: dict[int, Callable[[], str]] = {
        SAY_LAMMER: lambda: "an Envy lammer",
        SAY_TOTAL: lambda: f"total {value}",
        SAY_RANKED: lambda: describe(value),
        SAY_CHECKED: lambda: "checks for blackjack: " + ("yes" if value else "no"),
        SAY_HOUSE_WAY: lambda: f"line {value} of the house way: {house_way_text(game, settings, value)}".rstrip(": "),
        SAY_NATURAL: lambda: "blackjack",
        SAY_CAP: lambda: f"the cap is reached; the odds alone would pay {dollars(value)}",
        SAY_ADVICE: lambda: f"the dealer advises: {game.sheet.acts[value].title}",
        SAY_VOID: lambda: "bets in action go back",
        SAY_NO_MORE_BETS: lambda: "no more bets",
        SAY_CALL: lambda: f"the dealer says: {call_text(game, settings, value)}",
        SAY_LAMMERS_IN: lambda: f"picks up the Envy lammer{'s' if value > 1 else ''}",
    }
    return told[word]()


def _face(card: int) -> str:
    return "a card face down" if card == UNSEEN else card_text(card)
