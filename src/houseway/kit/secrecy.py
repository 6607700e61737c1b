"""Checks of what a player may know: no view shows a hidden card, and no strategy uses one."""

import random
from functools import cache
from typing import Any

import numpy as np

from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.view import NOBODY, view
from houseway.games.game import Game, Settings
from houseway.kit.broken import must
from houseway.kit.wildness import wild_rounds
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import DEAL, DISCARD, FACE_OWN, FACE_UP, HAND, MOVE, SAY, SAY_CHECKED, SEAT, TURN, VERB, A, B


def a_view_hides_what_is_not_shown(game: Game) -> None:
    """a player sees a card's face if it lies up or is the player's own; only cards differ between views"""
    for deal, whole, _ in wild_rounds(game, 60, seed=7):
        players = [0, *range(1, len(deal.wagers) + 1)]
        for player in (*players[1:], NOBODY):
            for row, shown in zip(whole.tape.tolist(), view(whole.tape, players, player).tolist(), strict=True):
                if row[VERB] == DEAL:
                    may = row[B] == FACE_UP or (row[B] == FACE_OWN and players[row[SEAT]] == player)
                    must(
                        shown[A] == (row[A] if may else -1),
                        "a view shows a card that is hidden, or hides one that is not",
                    )
                    must(shown[:A] + shown[B:] == row[:A] + row[B:], "a view changes more than the card")
                else:
                    must(shown == row, "a view changes what is said to all")


def seen_places(tape: Words, players: list[int], player: int) -> list[bool]:
    """For each card dealt so far, whether a player has seen its face."""
    seen: list[bool] = []
    hands: dict[tuple[int, int], list[int]] = {}
    for row in tape.tolist():
        held = hands.setdefault((row[SEAT], row[HAND]), [])
        if row[VERB] == DEAL:
            held.append(len(seen))
            seen.append(row[B] == FACE_UP or (row[B] == FACE_OWN and players[row[SEAT]] == player))
        elif row[VERB] == TURN:
            seen[held[row[A]]] = True
        elif row[VERB] == MOVE:
            hands.setdefault((row[SEAT], row[B]), []).append(held.pop(row[A]))
        elif row[VERB] == DISCARD:
            held.pop(row[A])
    return seen


def permuted(deal: Deal, now: Replay, player: int, rng: random.Random) -> Deal:
    """The same deal with every card the player has not seen in another place."""
    seen = seen_places(now.tape, [0, *range(1, len(deal.wagers) + 1)], player)
    hidden = [i for i in range(len(deal.order)) if i >= len(seen) or not seen[i]]
    cards = [deal.order[i] for i in hidden]
    rng.shuffle(cards)
    order = list(deal.order)
    for place, card in zip(hidden, cards, strict=True):
        order[place] = card
    return Deal(deal.game, deal.settings, order, deal.wagers, deal.players)


@cache
def _plan(game: Game, strategy: str, settings: Settings) -> Any:
    return game.plan(strategy, settings)


def checked_at(tape: Words) -> tuple[int, int]:
    """Row and answer of the dealer's check for blackjack: what everyone learns of the hole card."""
    for i, row in enumerate(tape.tolist()):
        if row[VERB] == SAY and row[A] == SAY_CHECKED:
            return i, row[B]
    return len(tape), -1


def strategies_choose_what_is_offered(game: Game) -> None:
    """every strategy has an answer to every choice"""
    for deal, _, choices in wild_rounds(game, 40, seed=11):
        for k in range(len(choices)):
            now = replay(deal, choices[:k])
            assert now.pending is not None
            for name in game.strategies:
                plan = _plan(game, name, deal.settings)
                act = int(game.follow(plan, now.felt, now.pending.seat, now.pending.hand, now.pending.options))
                names = [each for i, each in enumerate(game.acts) if now.pending.options >> i & 1]
                must(
                    act >= 0 and bool(now.pending.options >> act & 1),
                    f"strategy '{name}' chooses {game.acts[act] if 0 <= act < len(game.acts) else act} "
                    f"where {', '.join(names)} is offered: follow() must look at its options",
                )


def nobody_uses_a_hidden_card(game: Game) -> None:
    """moving unseen cards about changes neither a player's view, nor a spectator's, nor what a strategy does"""
    rng = random.Random(6)
    compared = 0
    for deal, _, choices in wild_rounds(game, 120, seed=6):
        k = rng.randint(0, len(choices))
        now = replay(deal, choices[:k])
        players = [0, *range(1, len(deal.wagers) + 1)]
        for player in (*players[1:], NOBODY):
            try:
                other = replay(permuted(deal, now, player, rng), choices[:k])
            except Refused:
                other = None  # the dealer's check came out otherwise, and the round ended
            row, answer = checked_at(now.tape)
            if other is None or checked_at(other.tape)[1] != answer:
                must(
                    row < len(now.tape), "a hidden card changes what is offered: only what a seat sees may decide that"
                )
                continue
            must(
                np.array_equal(view(now.tape, players, player), view(other.tape, players, player)),
                "a hidden card changes what a player sees: nothing shown may hang on a card that is face down",
            )
            compared += 1
            if now.pending is not None and now.pending.seat == player:
                _follows_what_it_sees(game, deal, now, other)
    must(compared > 200, "too few rounds could be compared")


def _follows_what_it_sees(game: Game, deal: Deal, now: Replay, other: Replay) -> None:
    assert now.pending is not None
    asked = (now.pending.seat, now.pending.hand, now.pending.options)
    for strategy in game.strategies:
        plan = _plan(game, strategy, deal.settings)
        must(
            game.follow(plan, now.felt, *asked) == game.follow(plan, other.felt, *asked),
            f"strategy '{strategy}' looks at a card that its player cannot see",
        )
