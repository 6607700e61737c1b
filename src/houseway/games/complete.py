"""Whether a game has everything that the contract asks for; what is missing is said in a sentence each.

Nothing is played here: `houseway.kit` does that.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from houseway.games.circles import circles
from houseway.games.game import Game
from houseway.rules.refused import Refused

BASIC = "basic"  # what bots, drills and simulations follow unless told
TABLE = {
    "WAGERS": tuple, "ACTS": tuple, "OUTCOMES": tuple, "HANDS_MAX": int, "CARDS_MAX": int, "Rules": type,
}  # fmt: skip
MAKES_ITSELF = ("pays", "ranks")  # fields of Rules that are no option


def first_fault(game: Game) -> str:
    """The first thing that is missing; '' is nothing."""
    return next(faults(game), "")


def faults(game: Game) -> Iterator[str]:
    """All that is missing, as far as it can be seen past what is missing before it."""
    of_code = [*_of_table(game), *_of_playing(game)]
    of_code = of_code or list(circles(game))
    yield from of_code
    try:
        sheet = game.sheet
    except Refused as refusal:
        yield str(refusal)
        return
    if of_code:
        return
    named = {
        "WAGERS": ("wagers", [each.name for each in sheet.wagers]),
        "ACTS": ("acts", [each.name for each in sheet.acts]),
        "OUTCOMES": ("outcomes", [each.name for each in sheet.outcomes]),
    }
    of_names = [
        fault for name, (key, said) in named.items() for fault in _differ(name, getattr(game.table, name), key, said)
    ]
    calls = getattr(game.table, "CALLS", ())
    of_names += _differ("CALLS", calls, "calls", list(game.calls))
    yield from of_names
    if not of_names:
        yield from _of_rules(game)


def _of_table(game: Game) -> Iterator[str]:
    for name, kind in TABLE.items():
        if not isinstance(getattr(game.table, name, None), kind):
            yield f"play.py has no {name}, which must be a {_article(kind)}"
    if not callable(getattr(game.table, "play", None)):
        yield "play.py has no function play(rules, shoe, decide, plan, felt)"


def _article(kind: type) -> str:
    return {tuple: "tuple of names", int: "whole number", type: "NamedTuple"}[kind]


def _of_playing(game: Game) -> Iterator[str]:
    strategies = getattr(game.strategy, "STRATEGIES", None)
    if not isinstance(strategies, tuple) or BASIC not in strategies:
        yield f"plan.py has no STRATEGIES, a tuple of names with '{BASIC}' among them"
    if not callable(getattr(game.strategy, "new_plan", None)):
        yield "plan.py has no function new_plan(strategy, rules, settings)"
    if not callable(getattr(game.strategy, "follow", None)):
        yield "plan.py has no function follow(plan, felt, seat, hand, options)"


def _differ(name: str, code: Sequence[str], key: str, data: Sequence[str]) -> list[str]:
    if tuple(code) == tuple(data):
        return []
    if only := [each for each in code if each not in data]:
        return [f"{name} in play.py has '{only[0]}', and no [[{key}]] in rules.toml is called so"]
    if only := [each for each in data if each not in code]:
        return [f"[[{key}]] in rules.toml has '{only[0]}', and {name} in play.py has not"]
    return [f"{name} in play.py and [[{key}]] in rules.toml are not in the same order"]


def _of_rules(game: Game) -> Iterator[str]:
    prizes = {each.name for each in game.sheet.prizes}
    for field in game.table.Rules._fields:
        if field not in (*MAKES_ITSELF, *prizes, *game.options):
            yield f"Rules in play.py has a field '{field}' that is neither an option nor a list of prizes in rules.toml"
            return
    for paytable in game.sheet.paytables:
        for wager in paytable.wagers:
            if wager not in game.wagers:
                yield f"paytable '{paytable.code}' is for a wager '{wager}' that there is not"
        for outcome, _, _ in paytable.pays:
            if outcome not in game.outcomes:
                yield f"paytable '{paytable.code}' pays for an outcome '{outcome}' that there is not"
    yield from _of_plans(game)


def _of_plans(game: Game) -> Iterator[str]:
    settings: Any = game.settings()
    for strategy in game.strategies:
        try:
            game.plan(strategy, settings)
        except Exception as error:  # a stranger's code: whatever it is, it is said
            yield f"the plan of '{strategy}' cannot be made: {type(error).__name__}: {error}"
