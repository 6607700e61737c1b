"""What is offered and what is refused tells nothing about a card that the seat has not seen.

Two worlds that the seat cannot tell apart (every unseen card permuted) must offer the same acts and refuse the same
ones in the same words, whatever chips the seat has, after the same work.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from houseway.engine.replay import Deal, Pending, Replay, replay
from houseway.games import find_game
from houseway.house import round as round_module
from houseway.house.commands import decide
from houseway.house.dealer import CANNOT_GO_ON
from houseway.house.draft import Command
from houseway.house.round import TableRound
from houseway.house.shuffler import Shuffler
from houseway.house.table import Table
from houseway.rules.cards import cards_of
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, House, arranged, least_bets, table_of
from tests.web.hidden_cards import after, dealt, permuted, random_acts, seats_of

TABLES = {"dakota": 2, "holdem": 1, "holdem-six": 1, "super-fun": 5, "triple-shot": 2, "lucky": 2}  # worlds of a kind:
# how many are compared of those that are offered the same after the same choice; a doubled natural is rare
PEOPLE = {person.id: person for person in (ANNA, BEN)}
LOOKED_AT = 400  # moments of random rounds
ACTS_TRIED = 5
Kind = tuple[int, int, int]


def prices(round_: TableRound) -> list[int]:
    """Chips at which something may be offered or not: none, each price and a cent less, and plenty."""
    assert round_.pending is not None
    costs = {round_.chips_for(act) for act in acts_in(round_.pending.options)}
    return sorted({0, *costs, *(cost - 1 for cost in costs if cost), 10_000_000})


def answers(table: Table, chips: int, acts: Sequence[str]) -> dict[str, str]:
    """What the house says to some acts of the game, legal or not."""
    round_ = table.round
    assert round_ is not None
    assert round_.pending is not None
    owner = PEOPLE[round_.owners[round_.pending.seat - 1]]
    found = {}
    for act in acts:
        poor = table.copy()
        for each in PEOPLE:  # whoever is poor, it is not told by what another may do
            poor.accounts[f"player:{each}"] = chips
        poor.accounts["felt"] = 10_000_000  # the kit deals without posting the bets
        try:
            made = decide(poor, owner, Command("1", "act", None, {"act": act}), table.at, lambda _: machine(table))
            assert not any(CANNOT_GO_ON in str(event.body.get("reason", "")) for event in made.happened)
            found[act] = "taken"
        except Refused as refusal:
            found[act] = str(refusal)
    return found


def machine(table: Table) -> Shuffler:
    return Shuffler(table.set_up.shuffler_mode(), table.game.deck(table.settings))


def counting(round_: TableRound, chips: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[int], int]:
    """What is offered to so many chips, and how many rounds were replayed to find it."""
    replays = []
    real = replay

    def counted(deal: Deal, choices: Sequence[int] = ()) -> Replay:
        replays.append(deal)
        return real(deal, choices)

    with monkeypatch.context() as patched:
        patched.setattr(round_module, "replay", counted)
        return round_.acts_within(chips), len(replays)


def kind_of(first: TableRound, acts: Sequence[int], wait: Pending) -> Kind:
    """What is offered now, and what was offered and chosen before: a natural that was doubled is one of a kind."""
    before = replace(first, choices=tuple(acts[:-1])).pending
    assert before is not None
    return wait.options, before.options, acts[-1] if acts else -1


@pytest.mark.parametrize("name", TABLES)
def test_offers_and_refusals_are_the_same_whatever_the_unseen_cards_are(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = table_of(name)
    rng = random.Random(name)
    house = House(config)
    bets = least_bets(config)
    seats_of(house.table, [ANNA, BEN])
    owners = [ANNA.id, BEN.id, *[""] * (config.seats - 2)]
    wagers = [bets, bets, *[{} for _ in range(config.seats - 2)]]
    deck = config.the_game.deck(config.settings())
    compared: Counter[Kind] = Counter()
    for _ in range(LOOKED_AT):
        began = dealt(house.table, rng.sample(deck, len(deck)), wagers, owners)
        assert began.round is not None
        first = began.round
        acts = random_acts(first, rng, rng.randrange(6))
        here = after(began, acts)
        assert here.round is not None
        wait = here.round.pending
        if wait is None or compared[kind := kind_of(first, acts, wait)] == TABLES[name]:
            continue
        seat = here.round.owners[wait.seat - 1]
        levels = prices(here.round)
        there = after(dealt(house.table, permuted(here.round, seat, rng), wagers, owners), acts)
        assert there.round is not None
        assert there.round.seen_by(seat).tolist() == here.round.seen_by(seat).tolist()
        assert prices(there.round) == levels
        offered = [config.the_game.acts[act] for act in acts_in(wait.options)]
        tried = [*rng.sample(offered, min(ACTS_TRIED, len(offered))), rng.choice(config.the_game.acts)]
        for chips in levels:
            offers = [counting(round_, chips, monkeypatch) for round_ in (here.round, there.round)]
            assert offers[0] == offers[1]
            assert answers(here, chips, tried) == answers(there, chips, tried)
        compared[kind] += 1
    assert compared.total() > 1


def test_procedures_3__the_double_of_a_natural_is_offered_to_chips_that_cover_it_and_tells_of_no_blackjack() -> None:
    """An ace and a ten against an ace: too few chips make no double, whether the dealer has blackjack or not."""
    config = table_of("super-fun", seats=1)
    for hole in ("Kc", "5c"):
        for chips, offered in ((0, ["stand"]), (999, ["stand"]), (1000, ["stand", "double"])):
            house = House(config, chance=arranged(config, f"Ah Ad Kd {hole} 3c 4c"))
            house.sit(ANNA)
            house.bet(ANNA, blackjack=1000)
            house.table.accounts["player:anna"] = chips
            house.do(ANNA, "ready")
            house.do(ANNA, "act", act="decline")
            assert house.view(ANNA)["pending"]["acts"] == offered, (hole, chips)


def test_procedures_3__a_doubled_natural_is_put_up_at_once_and_comes_back_against_a_blackjack() -> None:
    config = table_of("super-fun", seats=1)
    house = House(config, chance=arranged(config, "Ah Td Kd Ac 3c 4c"))
    house.sit(ANNA)
    before = house.chips(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    house.do(ANNA, "act", act="double")
    assert house.table.playing is False
    assert house.chips(ANNA) == before + 1000, "even money on the bet, and the double comes back"
    house.audit()


def test_a_shoe_without_the_undealt_cards_prices_every_act() -> None:
    """The price of an act is found on the cards that lie on the table, and on no other."""
    game = find_game("lucky_lucky")
    config = table_of("lucky", seats=1, hands_a_player=1)
    house = House(config, chance=arranged(config, "8h 6d 8c Tc 9c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    round_ = house.table.round
    assert round_ is not None
    told = {game.acts[act]: round_.chips_for(act) for act in acts_in(round_.pending.options)}  # type: ignore[union-attr]
    assert told == {"hit": 0, "stand": 0, "double": 1000, "split": 1000, "surrender": 0}
    assert cards_of("8h 6d 8c Tc") == list(round_.order[: round_.told.cards_drawn])


def test_procedures_3__whether_a_card_is_refused_does_not_tell_which_one_comes_next() -> None:
    """A natural without chips takes what it is offered; then the other player asks for a card, a bust or not."""
    said = {}
    for comes in ("Kc", "2c"):
        config = table_of("super-fun", seats=2)
        house = House(config, chance=arranged(config, f"Th Ah 7d 6s Kd Tc {comes} 3c 4c 5c"))
        house.sit(BEN, ANNA)
        house.bet(ANNA, blackjack=1000)
        house.bet(BEN, blackjack=1000)
        house.table.accounts["player:anna"] = 0
        house.do(ANNA, "ready")
        house.do(BEN, "ready")
        offered = house.view(ANNA)["pending"]["acts"]
        house.do(ANNA, "act", act="double" if "double" in offered else "stand")
        try:
            house.do(BEN, "act", act="hit")
            said[comes] = "taken"
        except Refused as refusal:
            said[comes] = str(refusal)
    assert said == {"Kc": "taken", "2c": "taken"}
