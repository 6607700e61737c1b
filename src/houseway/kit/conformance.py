"""What must hold of every game, whatever its rules are. Each check is a function of a game that raises `Nonconforming`.

They need no pytest: `houseway check` runs them, and so does the suite. Rounds are dealt at random under random options
and bets, by chance that is the same every time.
"""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np

from houseway.analysis.universal.alone import in_words
from houseway.engine.playthrough import parse, show
from houseway.engine.replay import Deal, replay
from houseway.engine.scene import scene
from houseway.engine.with_others import hanging_on_others
from houseway.games.complete import faults
from houseway.games.game import Game
from houseway.kit.broken import Nonconforming, must, told
from houseway.kit.secrecy import (
    a_view_hides_what_is_not_shown,
    nobody_uses_a_hidden_card,
    strategies_choose_what_is_offered,
)
from houseway.kit.twins import interpreted_and_compiled_are_the_same, toys_are_walked
from houseway.kit.wildness import SEATS, random_table, wild_rounds
from houseway.progressives.jackpot import progressives_of
from houseway.rules.refused import Refused
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    DEAL,
    DISCARD,
    HAND,
    OFFER,
    SAY,
    SAY_NO_MORE_BETS,
    SEAT,
    SETTLE,
    STAKE,
    VERB,
    A,
    B,
    C,
)

TABLE_KEYS = frozenset("ucexgk")  # of the browser: undo, clear, repeat, double, deal; and skip (`dock.js`, `pace.js`)


def it_is_complete(game: Game) -> None:
    """code and data name the same things, and nothing is missing"""
    found = list(faults(game))
    must(not found, "; ".join(found))
    progressives_of(game)  # refused, with the reason, where its page names what the game has not


def a_round_can_be_played(game: Game) -> None:
    """rounds go to their end under any options, bets and choices"""
    for deal, _, _ in wild_rounds(game, 60, seed=0):
        must(bool(deal.order), "there are no cards")


def every_seat_can_be_played(game: Game) -> None:
    """a full table has cards enough, and a felt that is large enough"""
    table = random_table(game, random.Random(1), game.sheet.seats_max)
    for number in range(5):
        replay(table.deal(1, number))


def seats_do_not_bear_on_each_other(game: Game) -> None:
    """a seat is offered and paid alike alone and with others, but for bets that say how others bear on them"""
    said = {wager.name for wager in game.sheet.wagers if wager.hangs_on_seats}
    rng = random.Random(12)
    for number in range(200):
        seats = rng.choice((SEATS, game.sheet.seats_max))
        table = random_table(game, rng, seats)
        deal = table.deal(12, number)
        found = hanging_on_others(game, deal.settings, deal.wagers, deal.order, number) - said
        must(
            not found,
            f"{in_words(min(found)) if found else ''}: figures are of a seat alone; if it is meant, say how with "
            "`hangs_on_seats` in rules.toml",
        )


def money_is_conserved(game: Game) -> None:
    """every chip staked is taken back or settled, nobody loses more than the stake; felt and tape agree"""
    for deal, whole, _ in wild_rounds(game, 300, seed=2):
        stakes: Counter[tuple[int, int, int]] = Counter()
        won: Counter[tuple[int, int]] = Counter()
        for row in whole.tape.tolist():
            place = (row[SEAT], row[HAND], row[A])
            if row[VERB] == STAKE:
                must(row[B] > 0, f"seat {row[SEAT]} stakes {row[B]} cents on {game.wagers[row[A]]}: stake something")
                stakes[place] += row[B]
            elif row[VERB] == BACK:
                must(stakes.pop(place, 0) == row[B], f"{game.wagers[row[A]]} goes back with other chips than are there")
            elif row[VERB] == SETTLE:
                must(row[C] >= -stakes.pop(place, 0), f"{game.wagers[row[A]]} loses more than its stake")
                won[row[SEAT], row[A]] += row[C]
        left = [game.wagers[wager] for (_, _, wager), cents in stakes.items() if cents]
        must(
            not left,
            f"chips on '{left[0] if left else ''}' are left on the felt at the end of a round: settle them or take "
            f"them back ({told(game, whole.tape)})",
        )
        for seat in range(1, len(deal.wagers) + 1):
            for w in range(len(game.wagers)):
                must(won[seat, w] == whole.felt.net[seat, w], f"tape and felt differ in what {game.wagers[w]} won")


def cards_come_from_the_shoe(game: Game) -> None:
    """no card is dealt more often than the decks hold it, and each in its turn"""
    for deal, whole, _ in wild_rounds(game, 200, seed=3):
        dealt = Counter(int(row[A]) for row in whole.tape if row[VERB] == DEAL)
        if not game.endless(deal.settings):
            must(not dealt - Counter(game.deck(deal.settings)), "a card is dealt more often than the decks hold it")
        order = whole.tape[whole.tape[:, VERB] == DEAL, A].tolist()
        must(
            order == list(deal.order[: whole.cards_drawn]),
            "cards are dealt that are not the next of the shoe: use deal() of rules.felt, and draw nothing beside it",
        )


def no_more_bets_is_called_once(game: Game) -> None:
    """the call stands between the bets and the first card"""
    for deal, whole, _ in wild_rounds(game, 60, seed=8):
        rows = whole.tape.tolist()
        calls = [i for i, row in enumerate(rows) if row[VERB] == SAY and row[A] == SAY_NO_MORE_BETS]
        must(len(calls) == 1, f"no_more_bets(felt) is called {len(calls)} times in a round: call it once")
        before = rows[: calls[0]]
        must(
            all(row[VERB] in (STAKE, SAY) for row in before), "a card is dealt before no_more_bets(felt): call it first"
        )
        opening = sum(row[B] for row in before if row[VERB] == STAKE)
        placed = sum(sum(bets.values()) for bets in deal.wagers)
        must(
            opening == placed,
            f"bets of {placed} cents were made, and {opening} were staked before no_more_bets(felt): "
            "stake_wager() each of them",
        )
        first_choice = next((i for i, row in enumerate(rows) if row[VERB] == CHOOSE), len(rows))
        must(
            not any(row[VERB] == STAKE for row in rows[calls[0] : first_choice]),
            "chips are staked after no_more_bets(felt) that nobody has chosen to put up",
        )


def offers_and_choices_pair_up(game: Game) -> None:
    """each offer is answered by a choice among it"""
    for _, whole, _ in wild_rounds(game, 100, seed=8):
        rows = [row for row in whole.tape.tolist() if row[VERB] in (OFFER, CHOOSE)]
        for offered, chosen in zip(rows[::2], rows[1::2], strict=True):
            must((offered[VERB], chosen[VERB]) == (OFFER, CHOOSE), "an offer is not followed by its choice: use ask()")
            must(offered[SEAT : HAND + 1] == chosen[SEAT : HAND + 1], "one hand is offered what another chooses")
            must(bool(offered[A] >> chosen[A] & 1), "something is chosen that was not offered")


def keys_offered_together_differ(game: Game) -> None:
    """acts that share a key are never legal at the same time, and none has a key of the table itself"""
    for _, whole, _ in wild_rounds(game, 60, seed=9):
        for row in whole.tape.tolist():
            if row[VERB] == OFFER:
                acts = [act for i, act in enumerate(game.sheet.acts) if row[A] >> i & 1]
                keys = [act.key for act in acts]
                twice = next((act for act in acts if keys.count(act.key) > 1), None)
                must(twice is None, f"two acts with the key '{twice.key if twice else ''}' are offered together")
                must("q" not in keys, "an act has the key 'q', which leaves the table")
                taken = next((key for key in keys if set(key) & TABLE_KEYS), None)
                must(
                    taken is None,
                    f"an act has the key '{taken}', a key of the table itself: pressed twice it does both",
                )


def offers_are_kept(game: Game) -> None:
    """every act that is offered is accepted, and every other refused"""
    for deal, _, choices in wild_rounds(game, 25, seed=4):
        for k in range(len(choices)):
            pending = replay(deal, choices[:k]).pending
            assert pending is not None
            must(pending.options > 0, "a player is asked and has nothing to choose from")
            for act in (*range(len(game.acts)), -1, len(game.acts), 61):
                if act >= 0 and pending.options >> act & 1:
                    replay(deal, [*choices[:k], act])
                else:
                    _refused(deal, [*choices[:k], act])
        _refused(deal, [*choices, 0])


def _refused(deal: Deal, choices: list[int]) -> None:
    try:
        replay(deal, choices)
    except Refused:
        return
    raise Nonconforming("an act that was not offered is accepted: ask for choices with ask() of rules.choice alone")


def a_round_replays(game: Game) -> None:
    """the same cards and choices give the same tape, and any part of the choices a part of it"""
    for deal, whole, choices in wild_rounds(game, 60, seed=1):
        for k in range(len(choices) + 1):
            part = replay(deal, choices[:k])
            must(
                np.array_equal(part.tape, whole.tape[: len(part.tape)]),
                "the same cards and choices give another round: play() may know nothing but its arguments",
            )
            must((part.pending is None) == (k == len(choices)), "a round asks for other choices when it is dealt again")


def the_tape_reads_back(game: Game) -> None:
    """a round written as text is the round"""
    for _, whole, _ in wild_rounds(game, 150, seed=5):
        text = show(game, whole.tape)
        must(np.array_equal(parse(game, text), whole.tape), "the tape cannot be read back from its text")
        must(show(game, parse(game, text)) == text, "the tape's text is another when it is read back")


def discarded_hands_are_over(game: Game) -> None:
    """nothing is dealt to them, asked of them or settled on them, and their cards are known to those who saw them"""
    for _, whole, _ in wild_rounds(game, 120, seed=9):
        rows = whole.tape.tolist()
        for i, row in enumerate(rows):
            place = (row[SEAT], row[HAND])
            if row[VERB] == DISCARD and place in scene(whole.tape[: i + 1]).taken:
                after = {each[VERB] for each in rows[i + 1 :] if (each[SEAT], each[HAND]) == place}
                must(after <= {SAY}, "a hand goes on after it was taken to the discards")
                dealt = Counter(each[A] for each in rows if each[VERB] == DEAL and each[SEAT] == row[SEAT])
                must(
                    not Counter(scene(whole.tape).discards[place]) - dealt, "other cards are discarded than were dealt"
                )


def the_scene_is_the_felt(game: Game) -> None:
    """what is read off the tape is what lies on the felt"""
    for deal, _, choices in wild_rounds(game, 60, seed=10):
        for k in (0, len(choices) // 2, len(choices)):
            now = replay(deal, choices[:k])
            read, felt = scene(now.tape), now.felt
            held = {(s, h): felt.cards[s, h, : felt.held[s, h]].tolist() for s, h in np.argwhere(felt.held).tolist()}
            stakes = {(s, h, w): int(felt.stakes[s, h, w]) for s, h, w in np.argwhere(felt.stakes).tolist()}
            must(
                read.hands == held and read.stakes == stakes,
                "cards or chips lie on the felt that are not on the tape: change it by the acts of rules.felt alone",
            )
            for seat in range(1, len(deal.wagers) + 1):
                settled = sum(cents for at, _, _, _, cents in read.settled if at == seat)
                must(
                    settled == felt.net[seat].sum(), "the felt has another result than the tape: use settle() or pay()"
                )


def the_felt_has_every_wager(game: Game) -> None:
    """a layout has one spot for each wager"""
    layout = game.sheet.layout
    if layout is None:
        return
    spots = [spot.wager for spot in layout.spots if spot.hand == 0]
    for wager in game.wagers:
        must(spots.count(wager) == 1, f"the layout has {spots.count(wager)} spots for '{wager}': give it one")
    for name in (*spots, *layout.payouts):
        must(name in game.wagers, f"the layout speaks of a wager '{name}' that there is not")


CHECKS: tuple[Callable[[Game], None], ...] = (
    it_is_complete,
    a_round_can_be_played,
    every_seat_can_be_played,
    a_round_replays,
    no_more_bets_is_called_once,
    money_is_conserved,
    cards_come_from_the_shoe,
    offers_and_choices_pair_up,
    keys_offered_together_differ,
    offers_are_kept,
    strategies_choose_what_is_offered,
    nobody_uses_a_hidden_card,
    a_view_hides_what_is_not_shown,
    discarded_hands_are_over,
    the_tape_reads_back,
    the_scene_is_the_felt,
    the_felt_has_every_wager,
    seats_do_not_bear_on_each_other,
    toys_are_walked,
    interpreted_and_compiled_are_the_same,
)  # the quick ones first: what fails early fails clearly
