"""The best play of a small deck by nothing but `replay` and `view`: every order, every act, nothing merged."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from houseway.engine.replay import Deal, replay
from houseway.engine.view import view
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.choice import acts_in


def best_mean(game: Game, settings: Settings, deck: Sequence[int], drawn: int, bets: Wagers) -> Fraction:
    """Cents that the best play of seat 1 wins a round."""
    deals = [Deal(game, settings, order, [bets]) for order in permutations(deck, drawn)]
    return Fraction(_worth(deals, []), len(deals))


def _worth(deals: list[Deal], acts: list[int]) -> int:
    """Cents won in all these deals, which went alike so far; at each choice they part by what the player sees."""
    won = 0
    known: dict[bytes, list[Deal]] = defaultdict(list)
    options: dict[bytes, int] = {}
    for deal in deals:
        now = replay(deal, acts)
        if now.pending is None:
            won += int(now.felt.net[1].sum())
        else:
            seen = view(now.tape, [0, 1], 1).tobytes()
            known[seen].append(deal)
            options[seen] = now.pending.options
    return won + sum(
        max(_worth(alike, [*acts, act]) for act in acts_in(options[seen])) for seen, alike in known.items()
    )
