"""One kit for every game: what must hold whatever the rules are. A new game is tested here without a new line."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from houseway.analysis.simulation import standard_wagers
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.playthrough import parse, show
from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.rounds import choose, one_round, silence
from houseway.engine.scene import scene
from houseway.engine.view import NOBODY, view
from houseway.engine.walk import walk
from houseway.games import all_games, find_game
from houseway.games.game import Game, place_wagers
from houseway.rules.cards import cards_of
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shoe import ARRANGED, KIND, NEXT, SIZE, Shoe, lazy_shoe
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    DEAL,
    DISCARD,
    FACE_OWN,
    FACE_UP,
    HAND,
    MOVE,
    OFFER,
    SAY,
    SAY_CHECKED,
    SAY_NO_MORE_BETS,
    SEAT,
    SETTLE,
    STAKE,
    TURN,
    VERB,
    A,
    B,
    C,
)
from tests.wildness import Twins, random_table, same_felt, wild_rounds

ROUNDS = 10_000  # interpreted and compiled, a game
TABLES = 40
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


@every_game
def test_interpreted_and_compiled_tapes_are_the_same(game: Game) -> None:
    rng = random.Random(game.slug)
    for block in range(TABLES):
        twins = Twins(random_table(game, rng))
        for number in range(ROUNDS // TABLES):
            assert same_felt(twins.interpreted(block, number), twins.compiled(block, number)), (block, number)


@every_game
def test_any_prefix_of_the_choices_replays_to_the_same_tape(game: Game) -> None:
    for deal, whole, choices in wild_rounds(game, 60, seed=1):
        for k in range(len(choices) + 1):
            part = replay(deal, choices[:k])
            assert np.array_equal(part.tape, whole.tape[: len(part.tape)])
            assert (part.pending is None) == (k == len(choices))


@every_game
def test_money_is_conserved(game: Game) -> None:
    """Every chip staked is taken back or settled; nobody loses more than the stake; the felt agrees with the tape."""
    for deal, whole, _ in wild_rounds(game, 300, seed=2):
        stakes: Counter[tuple[int, int, int]] = Counter()
        won: Counter[tuple[int, int]] = Counter()
        for row in whole.tape.tolist():
            place = (row[SEAT], row[HAND], row[A])
            if row[VERB] == STAKE:
                assert row[B] > 0
                stakes[place] += row[B]
            elif row[VERB] == BACK:
                assert stakes.pop(place) == row[B]
            elif row[VERB] == SETTLE:
                assert row[C] >= -stakes.pop(place, 0)
                won[row[SEAT], row[A]] += row[C]
        assert not +stakes, f"left on the felt: {stakes}"
        for seat in range(1, len(deal.wagers) + 1):
            for w in range(len(game.wagers)):
                assert won[seat, w] == whole.felt.net[seat, w]


@every_game
def test_no_card_is_dealt_more_often_than_the_decks_hold_it(game: Game) -> None:
    for deal, whole, _ in wild_rounds(game, 200, seed=3):
        dealt = Counter(int(row[A]) for row in whole.tape if row[VERB] == DEAL)
        if not game.endless(deal.settings):
            assert not dealt - Counter(game.deck(deal.settings))
        assert list(whole.tape[whole.tape[:, VERB] == DEAL, A]) == list(deal.order[: whole.cards_drawn])


@every_game
def test_every_act_offered_is_accepted_and_every_other_refused(game: Game) -> None:
    for deal, _, choices in wild_rounds(game, 25, seed=4):
        for k in range(len(choices)):
            pending = replay(deal, choices[:k]).pending
            assert pending is not None
            assert pending.options > 0
            for act in (*range(len(game.acts)), -1, len(game.acts), 61):
                if act >= 0 and pending.options >> act & 1:
                    replay(deal, [*choices[:k], act])
                else:
                    with pytest.raises(Refused, match=r"cannot .* choose "):
                        replay(deal, [*choices[:k], act])
        with pytest.raises(Refused, match="over"):
            replay(deal, [*choices, 0])


@every_game
def test_tape_reads_back_from_its_text(game: Game) -> None:
    for _, whole, _ in wild_rounds(game, 150, seed=5):
        text = show(game, whole.tape)
        assert np.array_equal(parse(game, text), whole.tape)
        assert show(game, parse(game, text)) == text


@every_game
def test_no_more_bets_is_called_once_between_the_bets_and_the_cards(game: Game) -> None:
    """Every opening bet lies before the call, and nothing is dealt before it; what is staked later a choice put up."""
    for deal, whole, _ in wild_rounds(game, 60, seed=8):
        rows = whole.tape.tolist()
        (called,) = [i for i, row in enumerate(rows) if row[VERB] == SAY and row[A] == SAY_NO_MORE_BETS]
        assert all(row[VERB] in (STAKE, SAY) for row in rows[:called])
        opening = sum(row[B] for row in rows[:called] if row[VERB] == STAKE)
        assert opening == sum(sum(bets.values()) for bets in deal.wagers)
        first_choice = next((i for i, row in enumerate(rows) if row[VERB] == CHOOSE), len(rows))
        assert not any(row[VERB] == STAKE for row in rows[called:first_choice])


@every_game
def test_a_hand_in_the_discards_is_over(game: Game) -> None:
    """Nothing is dealt to it, asked of it or settled on it any more, and its cards are known to those who saw them."""
    for _, whole, _ in wild_rounds(game, 120, seed=9):
        rows = whole.tape.tolist()
        for i, row in enumerate(rows):
            place = (row[SEAT], row[HAND])
            if row[VERB] == DISCARD and place in scene(whole.tape[: i + 1]).taken:
                after = {each[VERB] for each in rows[i + 1 :] if (each[SEAT], each[HAND]) == place}
                assert after <= {SAY}
                dealt = Counter(each[A] for each in rows if each[VERB] == DEAL and each[SEAT] == row[SEAT])
                assert not Counter(scene(whole.tape).discards[place]) - dealt


def seen_places(tape: np.ndarray, players: list[int], player: int) -> list[bool]:
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
def _plan(slug: str, strategy: str, settings: tuple[tuple[str, object], ...]) -> object:
    return find_game(slug).plan(strategy, dict(settings))


def plan_of(game: Game, strategy: str, deal: Deal) -> object:
    return _plan(game.slug, strategy, tuple(deal.settings.items()))


def checked_at(tape: np.ndarray) -> tuple[int, int]:
    """Row and answer of the dealer's check for blackjack: what everyone learns of the hole card."""
    for i, row in enumerate(tape.tolist()):
        if row[VERB] == SAY and row[A] == SAY_CHECKED:
            return i, row[B]
    return len(tape), -1


@every_game
def test_nobody_sees_and_no_strategy_uses_a_hidden_card(game: Game) -> None:
    """Moving unseen cards about changes neither a player's view, nor a spectator's, nor what a strategy does."""
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
                assert row < len(now.tape), "the round went another way without a check"
                continue
            assert np.array_equal(view(now.tape, players, player), view(other.tape, players, player))
            compared += 1
            pending = now.pending
            if pending is not None and pending.seat == player:
                for strategy in game.strategies:
                    plan = plan_of(game, strategy, deal)
                    asked = (pending.seat, pending.hand, pending.options)
                    assert game.follow(plan, now.felt, *asked) == game.follow(plan, other.felt, *asked)
    assert compared > 200


@every_game
def test_a_view_hides_exactly_what_is_not_shown(game: Game) -> None:
    """A player sees a dealt card's face if it lies up or is the player's own; only cards differ between views."""
    for deal, whole, _ in wild_rounds(game, 60, seed=7):
        players = [0, *range(1, len(deal.wagers) + 1)]
        for player in (*players[1:], NOBODY):
            for row, shown in zip(whole.tape.tolist(), view(whole.tape, players, player).tolist(), strict=True):
                if row[VERB] == DEAL:
                    may = row[B] == FACE_UP or (row[B] == FACE_OWN and players[row[SEAT]] == player)
                    assert shown[A] == (row[A] if may else -1)
                    assert shown[:A] + shown[B:] == row[:A] + row[B:]
                else:
                    assert shown == row


@every_game
def test_offers_and_choices_pair_up(game: Game) -> None:
    for _, whole, _ in wild_rounds(game, 100, seed=8):
        rows = [row for row in whole.tape.tolist() if row[VERB] in (OFFER, CHOOSE)]
        for offered, chosen in zip(rows[::2], rows[1::2], strict=True):
            assert (offered[VERB], chosen[VERB]) == (OFFER, CHOOSE)
            assert offered[SEAT : HAND + 1] == chosen[SEAT : HAND + 1]
            assert offered[A] >> chosen[A] & 1


def toys() -> list[tuple[str, str]]:
    return [(game.slug, toy.name) for game in all_games() for toy in game.sheet.toys]


@pytest.mark.parametrize(("slug", "name"), toys())
def test_walk_has_mass_one_and_is_the_mean_of_all_orders(slug: str, name: str) -> None:
    """The walk's exact means equal those of every order of the deck, dealt by the compiled rules."""
    game = find_game(slug)
    toy = next(toy for toy in game.sheet.toys if toy.name == name)
    settings = game.settings(toy.options)
    deck = cards_of(toy.cards)
    wagers = [standard_wagers(game)] * toy.seats
    plan = game.plan("basic", settings)
    walked = walk(game, settings, deck, wagers, plan)
    assert walked.mass == 1
    if len(deck) <= 8:
        assert walked.mean == mean_of_all_orders(game, settings, deck, wagers, plan)


def mean_of_all_orders(game: Game, settings, deck, wagers, plan) -> dict[str, Fraction]:  # type: ignore[no-untyped-def]
    swap = {"play": game.play, "decide": game.follow, "choose": choose, "note": silence}
    loop = compiled(one_round, swap, keep=f"orders-{game.slug}")
    rules, packed_plan, felt = packed(game.rules(settings)), packed(plan), packed(game.felt(len(wagers), taped=False))
    shoe = packed(lazy_shoe(deck))
    open_felt, open_shoe = opened(felt, Felt), opened(shoe, Shoe)
    open_shoe.at[KIND] = ARRANGED
    open_shoe.at[SIZE] = len(deck)
    place_wagers(game, open_felt, wagers)
    total = np.zeros(len(game.wagers), dtype=np.int64)
    orders = 0
    for order in permutations(deck):
        open_shoe.cards[: len(deck)] = order
        open_shoe.at[NEXT] = 0
        loop(rules, shoe, packed_plan, felt)
        total += open_felt.net.sum(axis=0)
        orders += 1
    return {wager: Fraction(int(total[w]), orders) for w, wager in enumerate(game.wagers)}


def test_a_round_for_which_the_cards_run_out_is_void_and_every_bet_in_action_goes_back() -> None:
    """Lucky Lucky was settled before play, and stays so."""
    game = find_game("lucky_lucky")
    wagers = [{"blackjack": 1000, "lucky_lucky": 500}]
    deal = Deal(game, game.settings({"decks": 1}), cards_of("2c 3d 2d 4h 3c"), wagers)
    hit = game.acts.index("hit")
    whole = replay(deal, [hit])
    assert replay(deal, []).pending is not None, "four cards are enough for the first choice"
    assert replay(deal, [hit]).pending is not None, "and the fifth for another"
    whole = replay(deal, [hit, hit])
    assert whole.pending is None
    told = show(game, whole.tape)
    assert "dealer: say void 1" in told
    assert whole.felt.net[1].tolist() == [0, 0, -500, 0, 0, 0], "Lucky Lucky, and nothing else"
    assert [line for line in told.splitlines() if ": back " in line] == ["seat 1: back blackjack 1000"]
    assert not whole.felt.stakes.any()


@every_game
def test_the_scene_read_off_a_tape_is_the_felt(game: Game) -> None:
    for deal, _, choices in wild_rounds(game, 60, seed=10):
        for k in (0, len(choices) // 2, len(choices)):
            now = replay(deal, choices[:k])
            read = scene(now.tape)
            felt = now.felt
            held = {(s, h): felt.cards[s, h, : felt.held[s, h]].tolist() for s, h in np.argwhere(felt.held).tolist()}
            assert read.hands == held
            stakes = {(s, h, w): int(felt.stakes[s, h, w]) for s, h, w in np.argwhere(felt.stakes).tolist()}
            assert read.stakes == stakes
            for seat in range(1, len(deal.wagers) + 1):
                assert sum(cents for at, _, _, _, cents in read.settled if at == seat) == felt.net[seat].sum()
