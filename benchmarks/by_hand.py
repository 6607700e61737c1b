"""Mathematics by hand beside the proof from play, where both say the same: seconds of the processor for each.

python -m benchmarks.by_hand     # the middle one of five, once compiled
"""

import time
from collections.abc import Callable
from functools import partial

from houseway.analysis.guides import WITHIN
from houseway.analysis.solve import advise, proof_of, solver_of
from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.games import find_game
from houseway.games.lucky_lucky import solve as lucky_lucky
from houseway.games.triple_shot_bonus.solve_together import Deals

TIMES = 5
HAND = "Ah Kd 7c"


def seconds(work: Callable[[], object]) -> float:
    work()
    took = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return sorted(took)[TIMES // 2]


def told(what: str, by_hand: Callable[[], object], from_play: Callable[[], object]) -> None:
    own, proof = seconds(by_hand), seconds(from_play)
    print(f"{what:34} {own:9.4f} {proof:9.4f}  {proof / own:6.1f} times", flush=True)


def dakota_stud() -> None:
    game = find_game("dakota_stud")
    settings, own, proof = game.settings(), solver_of(game), proof_of(game)
    guide, words = own.guide, proof.words
    assert guide is not None
    assert words is not None
    for strategy in ("optimal", *game.strategies):
        asked = game, settings, strategy, None
        told(f"Dakota Stud, {strategy}", partial(own.solve, *asked), partial(proof.solve, *asked))
    told("its rules in words", lambda: guide(game, settings, "optimal"), lambda: words(game, settings, None, WITHIN))
    told("advice for a hand", lambda: advise(game, None, HAND), lambda: proof.advise(game, settings, HAND))


def wagers_apart() -> None:
    shots, lucky = find_game("triple_shot_bonus"), find_game("lucky_lucky")
    settings, rules = shots.settings(), shots.rules(shots.settings())
    shoe, own_rules = tuple(lucky.deck(lucky.settings())), lucky.rules(lucky.settings())

    def deals() -> Deals:
        return Deals(shots, rules, shots.deck(settings))

    def first_three() -> object:
        lucky_lucky.three_cards.cache_clear()
        return lucky_lucky.lucky_lucky(lucky, own_rules, shoe, endless=False)

    told("War", lambda: deals().war(), lambda: prove_apart(shots, settings, "war"))
    told("Poker of six cards", lambda: deals().poker(), lambda: prove_apart(shots, settings, "poker"))
    told("Lucky Lucky", first_three, lambda: prove_apart(lucky, lucky.settings(), "lucky_lucky"))


if __name__ == "__main__":
    print(f"{'':34} {'by hand':>9} {'from play':>9}")
    dakota_stud()
    wagers_apart()
