"""The table in the terminal, played by a script that types keys."""

import random
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from houseway.games import SLUGS, find_game
from houseway.games.betting import dollars
from houseway.house.sitting import Sitting
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from houseway.terminal.own_table import TerminalTable
from tests.kit import rounds_of


def sit(slug: str, hands: int = 1, bots: int = 0, cents: int = 100_000, seed: int | None = 4) -> Sitting:
    game = find_game(slug)
    return Sitting(game, game.settings(), cents, hands, bots, seed=seed)


def played(sitting: Sitting, rounds: int, rng: random.Random) -> str:
    """What the screen shows while somebody bets the usual and types any key that is offered."""
    screen = StringIO()

    def typed(prompt: str) -> str:
        screen.write(prompt)
        if sitting.pending is None:
            return ""
        return rng.choice([sitting.game.sheet.acts[act].key for act in sitting.legal()])

    TerminalTable(sitting, Console(file=screen, width=140), typed).run(rounds)
    return screen.getvalue()


@pytest.mark.parametrize("slug", SLUGS)
def test_rounds_are_played_from_bet_to_pay_by_keys(slug: str) -> None:
    sitting = sit(slug, bots=2)
    rounds = rounds_of(slug, 12)
    text = played(sitting, rounds, random.Random(1))
    assert sitting.rounds == rounds
    assert "Play money only" in text
    assert ("Your choice" in text) == bool(sitting.game.acts)
    assert text.count("This round: ") == rounds
    assert text.count("No more bets.") == rounds
    assert f"balance {dollars(sitting.balance_cents)} of play money" in text
    assert ("Bot 2" in text) == bool(sitting.game.acts), "where two hands are dealt for all, others have no cards"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_balance_is_the_sum_of_the_rounds(slug: str) -> None:
    sitting = sit(slug)
    total = 0
    rng = random.Random(2)
    bets = {w.name: 1000 for w in sitting.game.sheet.wagers if w.placed and not w.toke}
    for _ in range(20):
        sitting.open_round([bets])
        while sitting.pending is not None:
            sitting.choose(rng.choice(sitting.legal()))
        total += sitting.net_cents()
    assert sitting.balance_cents == 100_000 + total


def test_several_hands_of_one_player_have_bets_of_their_own() -> None:
    sitting = sit("lucky_lucky", hands=2, bots=1)
    sitting.open_round([{"blackjack": 1000}, {"blackjack": 2500, "lucky_break": 500}])
    assert sitting.round is not None
    assert sitting.round.deal.players == [1, 1, 2]
    assert [bets["blackjack"] for bets in sitting.round.wagers] == [1000, 2500, 1000]


def test_an_act_that_the_balance_does_not_cover_is_not_legal() -> None:
    double = find_game("lucky_lucky").acts.index("double")
    for seed in range(50):
        rich_player, poor = sit("lucky_lucky", cents=5000, seed=seed), sit("lucky_lucky", cents=1000, seed=seed)
        for sitting in (rich_player, poor):
            sitting.open_round([{"blackjack": 1000}])
        if rich_player.pending is not None and rich_player.pending.options >> double & 1:
            break
    assert double in rich_player.legal()
    assert double not in poor.legal()
    with pytest.raises(Refused, match="double needs more chips"):
        poor.choose(double)


def test_a_bet_over_the_balance_is_refused_and_nothing_is_lost() -> None:
    sitting = sit("lucky_lucky", cents=1000)
    with pytest.raises(Refused, match=r"\$20 is more than your balance of \$10"):
        sitting.open_round([{"blackjack": 2000}])
    assert sitting.balance_cents == 1000
    assert sitting.rounds == 0


def test_a_toke_bet_costs_the_player_its_stake_whatever_the_dealers_win() -> None:
    plain, toke = sit("lucky_lucky", seed=9), sit("lucky_lucky", seed=9)
    for _ in range(30):
        for sitting, bets in ((plain, {"blackjack": 1000}), (toke, {"blackjack": 1000, "lucky_lucky_toke": 500})):
            sitting.open_round([bets])
            while sitting.pending is not None:
                sitting.choose(sitting.legal()[-1])
                assert sitting.balance_cents >= 0
    assert toke.balance_cents == plain.balance_cents - 30 * 500
    assert toke.tokes_cents > 0, "what they won is the dealers', and nobody else's"
    assert sum(toke.accounts.values()) == 0


def test_toke__winnings_of_the_dealers_are_not_the_players_to_spend() -> None:
    """A player with $20 bets $5 for the dealers, who win: that buys no double."""
    game = find_game("lucky_lucky")
    sitting = Sitting(game, game.settings(), 2000)
    sitting._order = lambda: cards_of("7c 7d 7h 2c 5s Td Ts")  # type: ignore[method-assign]
    sitting.open_round([{"blackjack": 1000, "lucky_lucky_toke": 500}])
    assert sitting.tokes_cents == 500 + 50 * 500
    assert sitting.balance_cents == 500
    assert game.acts.index("double") not in sitting.legal()
    while sitting.pending is not None:
        sitting.choose(game.acts.index("stand"))
    assert sitting.net_cents() == sitting.balance_cents - 2000


def test_lucky_7__what_lucky_lucky_wins_may_be_put_up_for_a_double() -> None:
    game = find_game("lucky_lucky")
    sitting = Sitting(game, game.settings(), 1100)
    sitting._order = lambda: cards_of("7c 7d 7h 2c 5s Td Ts")  # type: ignore[method-assign]
    sitting.open_round([{"blackjack": 1000, "lucky_lucky": 100}])
    assert sitting.balance_cents == 100 + 50 * 100
    assert game.acts.index("double") in sitting.legal()


def test_an_unseeded_table_shuffles_anew() -> None:
    sitting = sit("dakota_stud", seed=None)
    orders = [sitting._order() for _ in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    assert all(sorted(order) == list(range(52)) for order in orders)


def test_a_shoe_is_dealt_to_its_cut_card_and_a_continuous_shuffler_from_all_cards() -> None:
    game = find_game("lucky_lucky")
    for shuffler in ("shoe", "continuous"):
        sitting = Sitting(game, game.settings({"decks": 6, "shuffler": shuffler}), 10_000_000)
        sizes = []
        for _ in range(120):
            sitting.open_round([{"blackjack": 1000}])
            assert sitting.round is not None
            sizes.append(len(sitting.round.order))
            while sitting.pending is not None:
                sitting.choose(game.acts.index("stand") if "stand" in _names(sitting) else sitting.legal()[-1])
        if shuffler == "continuous":
            assert set(sizes) == {312}
        else:
            assert sizes.count(312) > 1, "reshuffled at the cut card"
            assert min(size for size in sizes) > 312 // 4
            assert all(b < a or b == 312 for a, b in pairwise(sizes))


def _names(sitting: Sitting) -> set[str]:
    return {sitting.game.acts[act] for act in sitting.legal()}


def test_one_enter_makes_all_bets_of_the_last_round_again() -> None:
    """Seven spots of EZ Baccarat are asked for once; then whoever bets as before says so once."""
    sitting, prompts = sit("ez_baccarat"), list[str]()
    answers = iter(["0", "25", "", "", "", "", "5", "", "b", "10", "0", "", "", "", "", "0"])

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    TerminalTable(sitting, Console(file=StringIO(), width=80), typed).run(3)
    again = [i for i, prompt in enumerate(prompts) if prompt == "$30 as before? [Enter; b for other bets]: "]
    assert again == [7, 8], "after seven amounts a single Enter, then other bets"
    assert len(prompts) == 16
    assert sitting.round is not None
    assert {name: cents for name, cents in sitting.round.wagers[0].items() if cents} == {"player": 1000}
