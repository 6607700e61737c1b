"""The rounds of a game's primer, played: what lies on the table when the wager is settled, and why it ends so."""

from dataclasses import dataclass
from functools import lru_cache

from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.scene import Scene
from houseway.engine.view import view
from houseway.engine.why import YOURS, whys
from houseway.games.approval import worded
from houseway.games.game import Game, Settings
from houseway.games.primer import Example, primer_of
from houseway.games.sheet import FeltLayout, Setting
from houseway.games.words import odds_text
from houseway.rules.cards import cards_of
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.tape import DEAL, HAND, SETTLE, TURN, VERB, A, B, C

BET_CENTS = 1000
SEAT = PLAYER = 1


@dataclass(frozen=True)
class Shown:
    """One row of what pays, with cards that make it."""

    wager: str
    outcome: str
    title: str
    pays: str
    says: str  # why the wager ends so
    hands: dict[str, list[tuple[int, bool]]]  # by whose they are: cards, and whether each counts


Chosen = tuple[tuple[str, Setting], ...]


@lru_cache(maxsize=64)
def shown_examples(game: Game, chosen: Chosen = ()) -> tuple[Shown, ...]:
    """All of them; under options of one's own, those that come out so there too."""
    settings = game.settings(dict(chosen))
    examples = primer_of(game).examples
    if settings == game.settings():
        return tuple(play_example(game, each) for each in examples)
    return tuple(shown for each in examples if (shown := _if_so(game, each, settings)))


def _if_so(game: Game, example: Example, settings: Settings) -> Shown | None:
    try:
        return play_example(game, example, settings)
    except Refused:
        return None


def play_example(game: Game, example: Example, settings: Settings | None = None) -> Shown:
    """The example as the rules play it; one that does not come to what it says is refused."""
    settings = settings or game.settings()
    now = _played(game, settings, example)
    told = {each.row: each for each in whys(game, settings, view(now.tape, [0, PLAYER], PLAYER), {SEAT: YOURS})}
    lies, laid = Scene(), Scene()  # cards, and in their places the rows that dealt them
    for number, row in enumerate(now.tape.tolist()):
        if row[VERB] == SETTLE and row[HAND] == 0 and game.wagers[row[A]] == example.wager:
            if game.outcomes[row[B]] != example.outcome:
                break
            outcome = game.sheet.outcomes[row[B]]
            num, den = game.pays(settings)[row[A], row[B]].tolist()
            why = told[number]
            title = worded(game, settings, outcome.worded or outcome.title)
            hands = _hands(game.sheet.layout, lies, laid, set(why.cards))
            return Shown(example.wager, example.outcome, title, odds_text(num, den), why.text, hands)
        lies.hear(row)
        if row[VERB] != TURN:
            laid.hear([*row[:A], number, row[B], row[C]] if row[VERB] == DEAL else row)
    raise Refused(f"{game.slug}/primer.toml: {example.cards} does not make {example.wager} {example.outcome}")


def _played(game: Game, settings: Settings, example: Example) -> Replay:
    bets = {
        wager.name: BET_CENTS
        for wager in game.sheet.wagers
        if wager.placed and not wager.toke and (wager.required or wager.name == example.wager)
    }
    acts = [game.acts.index(act) for act in example.acts]
    now = replay(Deal(game, settings, cards_of(example.cards), [bets], [PLAYER]), acts)
    if now.pending is not None:
        raise Refused(f"{game.slug}/primer.toml: the example {example.cards} is not played to its end")
    return now


def _hands(felt: FeltLayout | None, lies: Scene, laid: Scene, counted: set[int]) -> dict[str, list[tuple[int, bool]]]:
    dealers, beside = (felt.dealer_title, felt.community_title) if felt else ("Dealer", "Community")
    whose = {"You": (SEAT, 0), beside: (HOUSE, COMMUNITY), dealers: (HOUSE, DEALER)}
    found = {}
    for name, place in whose.items():
        cards = zip(lies.cards_of(place), laid.cards_of(place), strict=True)
        found[name] = [(card, row in counted) for card, row in cards]
    return {name: cards for name, cards in found.items() if cards}
