"""The shuffler: every order as likely, the mode of each game, the count, the commitment, the log."""

import ast
import hashlib
import hmac
import inspect
import secrets
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import houseway.house
from houseway.games import find_game
from houseway.house import events
from houseway.house.shuffler import (
    MODES,
    Fault,
    Shuffler,
    commitment_of,
    endless_draws,
    mode_for,
    shuffled,
    verify_commitment,
    verify_count,
)
from houseway.house.shuffler.log import log_of
from houseway.house.shuffler.revealed import read_revealed
from houseway.rules.cards import cards_of, new_decks
from houseway.rules.refused import Refused

HOUSE = Path(houseway.house.__file__).parent


def mode_of(slug: str, **options: int | str | bool) -> str:
    game = find_game(slug)
    return mode_for(game, game.settings(options)).name


# --- orders ---


def test_every_order_comes_from_equally_many_ways_chance_can_fall() -> None:
    """Four cards take numbers below 4, 3 and 2: 24 ways, and each is another of the 24 orders."""
    made: Counter[tuple[int, ...]] = Counter()
    for ways in product(range(4), range(3), range(2)):
        falls = [*reversed(ways)]
        made[tuple(shuffled(range(4), lambda _, falls=falls: falls.pop()))] += 1  # type: ignore[misc]
    assert made == Counter(permutations(range(4)))


def test_chance_is_asked_for_numbers_below_the_cards_not_yet_placed() -> None:
    asked: list[int] = []

    def first(below: int) -> int:
        asked.append(below)
        return 0

    shuffled(range(52), first)
    assert asked == list(range(52, 1, -1))


def test_live_chance_is_the_operating_systems() -> None:
    for made in (shuffled, endless_draws, Shuffler.__init__):
        assert inspect.signature(made).parameters["chance"].default is secrets.randbelow


def test_nothing_in_the_house_imports_a_generator_that_can_be_seeded() -> None:
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert "random" not in names, path
            assert "houseway.rules.chance" not in names, path


def test_an_endless_shoe_draws_every_card_from_all_of_them() -> None:
    assert endless_draws([7, 9], lambda n: n - 1) == [9] * 416


# --- modes ---


def test_one_deck_of_holdem_comes_as_a_packet_of_five_and_packets_of_four() -> None:
    mode = MODES[mode_of("fast_action_holdem")]
    assert mode.packets(5 + 8 * 4) == (5, *[4] * 8), "seven players and the dealer"
    assert [mode.delivered(drawn) for drawn in (0, 13, 17, 37)] == [0, 3, 4, 9]
    assert [mode.dispensed(52, drawn) for drawn in (0, 13, 37)] == [0, 39, 15]


def test_holdem_without_its_own_mode_comes_in_sets_of_four() -> None:
    mode = MODES[mode_of("fast_action_holdem", dealing="sets_of_four")]
    assert mode.packets(4 + 4 + 5) == (4, 4, 4, 4), "the fifth community card is the top one of the next set"
    assert mode.dispensed(52, 13) == 36


@pytest.mark.parametrize(
    ("slug", "options", "name"),
    [
        ("fast_action_holdem", {"decks": 6}, "single_cards"),
        ("dakota_stud", {}, "single_cards"),
        ("super_fun_21", {"decks": 2}, "single_cards"),
        ("triple_shot_bonus", {}, "single_cards"),
        ("lucky_lucky", {}, "shoe"),
        ("lucky_lucky", {"shuffler": "continuous"}, "continuous"),
    ],
)
def test_other_games_come_card_by_card(slug: str, options: dict[str, int | str], name: str) -> None:
    assert mode_of(slug, **options) == name
    assert MODES[name].packets(17) == ()
    assert MODES[name].delivered(17) == 17
    assert MODES[name].dispensed(52, 17) == 0, "what is left stays where it is"


def test_what_no_machine_can_deal_is_refused() -> None:
    with pytest.raises(Refused, match="shuffler=continuous"):
        mode_of("lucky_lucky", decks="infinite")
    with pytest.raises(Refused, match="sets_of_four is for one deck: leave it out with decks=6"):
        mode_of("fast_action_holdem", decks=6, dealing="sets_of_four")


def test_only_a_shoe_serves_more_rounds_and_its_cut_card_leaves_a_long_round() -> None:
    assert MODES["shoe"].cut(312, 7) == 78, "a quarter of six decks"
    assert MODES["shoe"].cut(104, 7) == 48, "six cards for each of seven seats and the dealer"
    for mode in MODES.values():
        assert mode.lasts == (mode.name == "shoe")
        assert mode.lasts or mode.cut(52, 1) == 52, "the next round is dealt from a new order"


# --- the count ---


def test_a_whole_deck_in_any_order_is_counted_good() -> None:
    verify_count(shuffled(new_decks(6)), new_decks(6))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda deck: deck[1:], "51 cards where 52 should be: 2c missing"),
        (lambda deck: [*deck, 51], "53 cards where 52 should be: As too many"),
        (lambda deck: [51, *deck[1:]], "52 cards where 52 should be: 2c missing, As too many"),
        (lambda deck: [*deck[:-2], 52, 52], "52 cards where 52 should be: Ah As missing, card 52 (2) too many"),
        (lambda _: [], "0 cards where 52 should be"),
    ],
)
def test_missing_doubled_and_foreign_cards_stop_the_machine_by_name(change, said: str) -> None:  # type: ignore[no-untyped-def]
    shuffler = Shuffler(MODES["single_cards"], new_decks(1))
    with pytest.raises(Fault, match=said.replace("(", r"\(").replace(")", r"\)")):
        shuffler.shuffle("dakota", 1, tray=change(new_decks(1)))


def test_in_a_shoe_of_six_decks_a_card_is_due_six_times() -> None:
    with pytest.raises(Fault, match=r"311 cards where 312 should be: 2c missing"):
        verify_count(new_decks(6)[1:], new_decks(6))


# --- the commitment ---


def test_a_shuffle_is_the_whole_deck_committed_to_under_a_fresh_key() -> None:
    game = find_game("fast_action_holdem")
    shuffler = Shuffler.for_game(game, game.settings())
    one, two = (shuffler.shuffle("holdem", cycle, shuffler.deck) for cycle in (3, 4))
    assert sorted(one.order) == list(range(52))
    assert (one.cycle, len(one.key)) == (3, 32)
    assert one.order != two.order
    assert one.key != two.key
    verify_commitment("holdem", 3, one.order, one.key, one.commitment)


def test_the_commitment_is_what_anyone_can_compute_with_hmac() -> None:
    key = bytes(range(32))
    line = b'{"cycle":7,"order":"00330c","table":"dakota"}'
    assert commitment_of("dakota", 7, [0, 51, 12], key) == hmac.new(key, line, hashlib.sha256).hexdigest()


def test_another_order_key_table_or_cycle_does_not_match() -> None:
    key, order = bytes(range(32)), list(range(52))
    told = commitment_of("dakota", 7, order, key)
    swapped = [order[1], order[0], *order[2:]]
    for table, cycle, cards, other in (
        ("dakota", 7, swapped, key),
        ("dakota", 7, order, bytes(32)),
        ("holdem", 7, order, key),
        ("dakota", 8, order, key),
    ):
        with pytest.raises(Refused, match="does not match its commitment"):
            verify_commitment(table, cycle, cards, other, told)
    with pytest.raises(Refused, match="the key has 31 bytes"):
        verify_commitment("dakota", 7, order, key[1:], told)


def test_a_revealed_shuffle_is_read_in_every_way_it_is_written() -> None:
    key, order = bytes(range(32)), cards_of("Ah Kd 2c")
    rest = f'"key": "{key.hex()}", "table": "t", "cycle": 1, "commitment": "{commitment_of("t", 1, order, key)}"'
    for written in ('"Ah Kd 2c"', f'"{bytes(order).hex()}"', str(order)):
        (revealed,) = read_revealed(f'{{"order": {written}, {rest}}}', "x.json")
        assert list(revealed.order) == order
        (fault,) = revealed.faults()
        assert "is no whole deck: 3 cards where 52 should be" in fault, "it matches, but is no deck"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "x.json is not JSON"),
        ("[]", "x.json has no shuffle in it"),
        ("3", "x.json: a shuffle is an object with table, cycle, order, key, commitment, not 3"),
        ("{}", "x.json: table is missing"),
        ('{"table": "t", "cycle": "1", "order": "", "key": "", "commitment": ""}', "x.json: cycle is '1'"),
        ('{"table": "t", "cycle": 1, "order": "Ax", "key": "", "commitment": ""}', "x.json: order is not a list"),
        ('{"table": "t", "cycle": 1, "order": 52, "key": "", "commitment": ""}', "x.json: order is not a list"),
        ('{"table": "t", "cycle": 1, "order": [999], "key": "", "commitment": ""}', "x.json: order is not a list"),
        ('{"table": "t", "cycle": 1, "order": "00", "key": "zz", "commitment": ""}', "x.json: key is not hexadecimal"),
    ],
)
def test_what_is_no_revealed_shuffle_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_revealed(text, "x.json")
    assert str(refusal.value).startswith(said)


# --- the log ---


def test_the_log_counts_cycles_rounds_packets_cards_and_faults_of_a_stream() -> None:
    deck = bytes(range(52)).hex()
    stream: list[tuple[str, dict[str, Any]]] = [
        (events.SHUFFLED, {"mode": "community_first", "order": deck}),
        (events.SETTLED, {"drawn": 13}),  # five for the community, four for a player, four for the dealer
        (events.SHUFFLED, {"mode": "community_first", "order": deck}),
        (events.VOIDED, {}),
        (events.SHUFFLED, {"mode": "shoe", "order": deck * 6}),
        (events.SETTLED, {"drawn": 5}),
        (events.SETTLED, {"drawn": 7}),
        (events.FAULTED, {"reason": "the shuffler stopped: As missing"}),
    ]
    log = log_of(stream)
    assert (log.cycles, log.rounds, log.packets, log.cards) == (3, 3, 3 + 12, 25)
    assert log.dispensed == 52 - 13, "of the shoe nothing is"
    assert log.faults == ("the shuffler stopped: As missing",)
