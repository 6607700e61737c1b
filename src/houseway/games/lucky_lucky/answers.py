"""Answers to what Lucky Lucky's source says in words: what our own rules and figures say to the same."""

from fractions import Fraction

from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import BUST_22, BUSTS, LUCKY_BREAK
from houseway.games.lucky_lucky.solve import solve
from houseway.games.sheet import Claim

CLOSE = Fraction(5, 10_000)  # half a tenth of a point


def answer(game: Game, settings: Settings, claim: Claim) -> str:
    """In the words of the claim's value where it is borne out."""
    if claim.id == "continuous_shuffler":
        # Whatever its buffer, a machine has the edge of its own decks (analysis/continuous.py, docs/readings.md).
        machine, eight = (edge_of(game, settings, decks) for decks in (int(settings["decks"]), 8))
        return claim.value if abs(machine - eight) < CLOSE else f"{float(machine - eight):.2%} away from 8 decks"
    rules = game.rules(settings)
    base = BUST_22 + 26 - 22  # the worked example: a suited 26 in five cards, on a bet of one
    pays = int(rules.pays[LUCKY_BREAK, base, 0]) // int(rules.pays[LUCKY_BREAK, base, 1])
    if claim.id == "lucky_break.example.base":
        return str(pays)
    return str(pays * int(rules.multiplier[base + 3 * BUSTS]))


def edge_of(game: Game, settings: Settings, decks: int) -> Fraction:
    return solve(game, settings.but(decks=decks), "basic").wagers["lucky_lucky"].edge.value
