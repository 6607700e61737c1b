"""Shufflers as approved: the models and least versions that the sources name, the modes they describe, and the log."""

import random
import re
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.engine.replay import Deal, replay
from houseway.games import SLUGS, all_games, find_game
from houseway.games.game import Game
from houseway.games.sheet import GAMES
from houseway.games.shufflers import FILE, shufflers_of
from houseway.house import events
from houseway.house.audit.fold import Fold, is_same
from houseway.house.audit.recall import recall_round
from houseway.house.configuration import Faulty, TableConfig, default_room, read_room
from houseway.house.shuffler.log import Logbook, log_of
from houseway.house.shuffler.machines import UNRECORDED, numbers
from houseway.house.shuffler.modes import MODES, deliveries, mode_for
from houseway.report.shuffles import log_page
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.tape import DEAL, HAND, OFFER, SEAT, VERB, A
from tests.house.streams import read_stream, stored_streams
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, least_bets, table_of

ROOM = """
name = "A room"
disputes = "Ask."
[tables.one]
game = "{game}"
options = {{ {options} }}
[tables.one.shuffler]
{shuffler}
"""


def written(tmp_path: Path, game: str, shuffler: str, options: str = "") -> TableConfig:
    """A table of a house file, or its faults."""
    path = tmp_path / "house.toml"
    path.write_text(ROOM.format(game=game, options=options, shuffler=shuffler))
    return read_room(path).table("one")


# --- the sources ---


def test_the_models_and_least_versions_are_those_the_sources_name() -> None:
    named = {
        (game.slug, machine.model, machine.least_version)
        for game in all_games()
        for machine in shufflers_of(game).machines
    }
    assert named == {
        ("fast_action_holdem", "i-Deal", "3.8.024"),
        ("fast_action_holdem", "i-Deal Plus NXP", "1.0.114"),
        ("dakota_stud", "ACE", ""),
        ("dakota_stud", "i-Deal", ""),
        ("dakota_stud", "i-Deal Plus", ""),
        ("triple_shot_bonus", "ACE", ""),
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_every_machine_and_mode_cites_a_paragraph_of_its_game(slug: str) -> None:
    game = find_game(slug)
    assert (GAMES / slug / FILE).exists()
    cited = {paragraph.cites.split(",")[0].split(" (")[0] for paragraph in game.paragraphs.paragraphs}
    page = shufflers_of(game)
    entries: list[Any] = [*page.machines, *page.deliveries]
    for entry in entries:
        assert entry.cites.split(",")[0].split(" (")[0] in cited, entry.cites
        assert set(entry.when) <= set(game.options)
    assert {delivery.mode for delivery in page.deliveries} <= set(MODES)


def test_single_equipment__multi_deck_names_no_machine_of_the_maker() -> None:
    """The third note stands above the single-deck rules only."""
    assert table_of("holdem").shuffler.model == "i-Deal"  # type: ignore[union-attr]
    assert table_of("holdem-six").shuffler.model == "hand"  # type: ignore[union-attr]


# --- the configuration ---


@pytest.mark.parametrize(
    ("model", "version", "good"),
    [
        ("i-Deal", "3.8.024", True),
        ("iDeal", "3.8.24", True),
        ("i-Deal", "3.8.023", False),
        ("i-Deal", "3.7.999", False),
        ("i-Deal", "3.8.100", True),
        ("i-Deal", "10.0", True),
        ("i-Deal", "3.8", False),
        ("i-Deal Plus NXP", "1.0.114", True),
        ("i-Deal Plus NXP", "1.0.113", False),
        ("i-Deal Plus NXP", "2", True),
    ],
)
def test_single_equipment__a_version_below_the_least_is_refused_in_one_sentence(
    tmp_path: Path, model: str, version: str, good: bool
) -> None:
    def read() -> TableConfig:
        return written(tmp_path, "fast_action_holdem", f'model = "{model}"\nversion = "{version}"')

    if good:
        assert read().shuffler.version == version  # type: ignore[union-attr]
        return
    with pytest.raises(Faulty) as faulty:
        read()
    (fault,) = faulty.value.faults
    assert re.fullmatch(
        rf"house.toml: tables.one.shuffler.version is '{version}': {model} is approved from [0-9.]+ on "
        r"\(Single-deck, third note above the rules\), write that or a later one",
        fault,
    )


def test_versions_are_compared_as_numbers() -> None:
    assert numbers("3.8.024") == numbers("3.8.24") < numbers("3.8.100") < numbers("3.10") < numbers("4")
    assert numbers("3.8") == numbers("3.8.000")


HOLDEM, LUCKY = "fast_action_holdem", "lucky_lucky"


@pytest.mark.parametrize(
    ("game", "shuffler", "options", "said"),
    [
        (HOLDEM, 'model = "Deck Mate"', "", "model is 'Deck Mate', which the source of Fast Action Hold'em does"),
        (HOLDEM, 'model = "i-Deal"\nversion = "new"', "", "version is 'new': write it as the machine shows it"),
        (
            HOLDEM,
            'model = "i-Deal"',
            "decks = 6",
            "model is 'i-Deal', which the source of Fast Action Hold'em does not",
        ),
        (HOLDEM, 'mode = "sets_of_four"', "", "mode is 'sets_of_four', but with these options"),
        (HOLDEM, 'mode = "shoe"', "", "mode is 'shoe', but with these options"),
        (HOLDEM, 'mod = "shoe"', "", "mod is no key here; did you mean mode or model?"),
        (HOLDEM, 'model = "hand"\nalternating = true', "", "alternating is true: two decks take turns"),
        (
            "super_fun_21",
            'model = "approved"\nalternating = true',
            "",
            "alternating is true: two decks take turns",
        ),
        (LUCKY, 'model = "hand"', 'shuffler = "continuous"', "model is 'hand', but cards that are shuffled"),
        (LUCKY, 'mode = "continuous"', "", "mode is 'continuous', but with these options"),
        ("dakota_stud", 'mode = "teleported"', "", "mode is 'teleported'"),
        ("dakota_stud", "model = 7", "", "model is 7: write it in quotes"),
    ],
)
def test_a_machine_that_is_not_approved_or_cannot_do_it_is_refused(
    tmp_path: Path, game: str, shuffler: str, options: str, said: str
) -> None:
    with pytest.raises(Faulty) as faulty:
        written(tmp_path, game, shuffler, options)
    assert f"tables.one.shuffler.{said}" in str(faulty.value)


def test_intro_2__another_model_is_taken_with_the_approval_the_house_relies_on(tmp_path: Path) -> None:
    made = written(
        tmp_path, "lucky_lucky", 'model = "One2Six"\napproval = "WSGC list of 2024"', 'shuffler = "continuous"'
    )
    assert made.shuffler_words() == "One2Six (WSGC list of 2024)"
    assert made.shuffler_mode().name == "continuous"


def test_a_table_that_does_not_say_gets_what_its_source_names_first() -> None:
    said = {
        name: (made.shuffler.model, made.shuffler.version, made.shuffler.mode, made.shuffler.alternating)
        for name, made in default_room().tables.items()
        if made.shuffler
    }
    assert said["holdem"] == ("i-Deal", "3.8.024", "community_first", True)
    assert said["dakota"] == ("ACE", "", "threes_and_two", True)
    assert said["holdem-six"] == ("hand", "", "single_cards", False)
    assert said["triple-shot"] == ("hand", "", "single_cards", False)
    assert said["lucky"] == ("hand", "", "shoe", False)
    assert said["lucky-continuous"] == ("approved", "", "continuous", False)
    assert said.keys() == default_room().tables.keys()


def test_what_may_be_offered_is_not_asked_of_what_was_recorded() -> None:
    """A version that was good when it was recorded opens for ever."""
    body = {
        **table_of("holdem").to_body(),
        "shuffler": {"model": "i-Deal", "version": "1.0", "mode": "community_first"},
    }
    recorded = TableConfig.from_body(body)
    assert recorded.shuffler is not None
    assert recorded.shuffler.version == "1.0"
    house = House(table_of("holdem"))
    with pytest.raises(Refused, match=r"shuffler\.version is '1\.0': i-Deal is approved from 3\.8\.024 on"):
        house.do(SUPERVISOR, "configure", config=body, reason="an old machine")


def test_a_supervisor_who_names_no_machine_gets_the_usual_one() -> None:
    house = House(table_of("holdem", shuffler=None))
    assert house.table.set_up.shuffler is None
    body = {**house.table.set_up.to_body(), "decision_clock_s": 77}
    house.do(SUPERVISOR, "configure", config=body, reason="slower")
    assert house.table.set_up.shuffler_words().startswith("i-Deal, version 3.8.024")
    house.audit()


# --- recorded before ---


@pytest.mark.parametrize("path", [path for path in stored_streams() if "format-1" in path.stem], ids=lambda p: p.stem)
def test_what_was_recorded_without_a_machine_has_the_mode_that_was_recorded(path: Path) -> None:
    rows = read_stream(path)
    config = TableConfig.from_body(rows[0].body["config"])
    recorded = next(row.body["mode"] for row in rows if row.kind == events.SHUFFLED)
    assert config.shuffler_mode().name == recorded
    if config.shuffler is None:
        assert "shuffler" not in config.to_body()
        assert config.shuffler_words() == UNRECORDED
    assert log_of((row.kind, row.body) for row in rows).machine == config.shuffler_words()


# --- the modes, and how the game deals ---


def runs_of(game: Game, options: dict[str, Any], seats: list[int], of: int) -> list[tuple[int, int, list[int]]]:
    """Who got which cards one after another before anybody chose: (seat, hand, cards)."""
    settings = game.settings(options)
    order = random.Random(len(seats)).sample(range(52), 52)
    least = {wager.name: wager.least_cents for wager in game.sheet.wagers if wager.required}
    wagers = [least if seat in seats else {} for seat in range(1, of + 1)]
    owners = [seat if seat in seats else 0 for seat in range(1, of + 1)]
    tape = replay(Deal(game, settings, order, wagers, owners), []).tape
    first = next(i for i, row in enumerate(tape) if row[VERB] == OFFER)
    dealt = [row for row in tape[:first] if row[VERB] == DEAL]
    assert [int(row[A]) for row in dealt] == order[: len(dealt)], "cards come in the order of the shoe"
    return [
        (seat, hand, [int(row[A]) for row in rows])
        for (seat, hand), rows in groupby(dealt, key=lambda row: (int(row[SEAT]), int(row[HAND])))
    ]


SEATED = ([1], [7], [2, 5], [1, 2, 3, 4, 5, 6, 7])


@pytest.mark.parametrize("seats", SEATED, ids=str)
def test_single_1__the_machine_hands_out_five_for_the_community_and_fours_as_they_are_dealt(seats: list[int]) -> None:
    game = find_game("fast_action_holdem")
    runs = runs_of(game, {}, seats, 7)
    mode = mode_for(game, game.settings(), "community_first")
    drawn = sum(len(cards) for _, _, cards in runs)
    assert tuple(len(cards) for _, _, cards in runs) == mode.packets(drawn) == (5, *[4] * (len(seats) + 1))
    assert [(seat, hand) for seat, hand, _ in runs] == [(HOUSE, COMMUNITY), *((seat, 0) for seat in seats), (HOUSE, 0)]


@pytest.mark.parametrize("seats", SEATED, ids=str)
def test_single_1a__sets_of_four_and_the_fifth_community_card_is_the_top_of_the_next_set(seats: list[int]) -> None:
    game = find_game("fast_action_holdem")
    runs = runs_of(game, {"dealing": "sets_of_four"}, seats, 7)
    mode = mode_for(game, game.settings({"dealing": "sets_of_four"}), "sets_of_four")
    drawn = sum(len(cards) for _, _, cards in runs)
    packets = mode.packets(drawn)
    assert set(packets) == {4}
    assert len(packets) == len(seats) + 1 + 1 + 1, "players, the dealer, the community, and one more for its fifth card"
    *others, (seat, hand, community) = runs
    assert (seat, hand, len(community)) == (HOUSE, COMMUNITY, 4 + 1)
    assert [len(cards) for _, _, cards in others] == [4] * (len(seats) + 1)
    ends = list(accumulate(packets))
    assert ends[-2] + 1 == drawn, "three cards of the last set are not used"


@pytest.mark.parametrize("seats", SEATED, ids=str)
def test_dealing_2__threes_for_the_players_then_two_for_the_community(seats: list[int]) -> None:
    game = find_game("dakota_stud")
    runs = runs_of(game, {}, seats, 7)
    mode = mode_for(game, game.settings(), "threes_and_two")
    drawn = sum(len(cards) for _, _, cards in runs)
    assert tuple(len(cards) for _, _, cards in runs) == mode.packets(drawn) == (*[3] * len(seats), 2)
    assert [(seat, hand) for seat, hand, _ in runs] == [*((seat, 0) for seat in seats), (HOUSE, COMMUNITY)]


def test_dealing_3__the_remaining_cards_are_dispensed_and_the_next_round_is_from_another_deck() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA, BEN)
    for _ in range(2):
        house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
        house.play_out([ANNA, BEN], random.Random(4))
    log = log_of((row.kind, row.body) for row in house.ledger.read("dakota"))
    assert (log.rounds, log.packets, log.cards) == (2, 2 * 3, 2 * 8)
    assert log.dispensed == 2 * (52 - 8)
    assert log.decks == {"A": 2, "B": 1}
    house.audit()


def test_single_6__at_a_full_table_the_remaining_cards_come_by_themselves_else_at_the_green_button() -> None:
    for seats, shuffler, said in (
        (2, {}, "dispensed by the machine, as the table was full"),
        (3, {}, "dispensed at the green button"),
        (2, {"model": "hand"}, "put aside by the dealer"),
    ):
        house = House(table_of("holdem", seats=seats, shuffler=shuffler))
        house.sit(ANNA, BEN)
        house.bet_and_deal(ANNA, BEN, ante=500)
        house.play_out([ANNA, BEN], random.Random(4))
        shuffle = recall_round(house.ledger, "holdem", 1)["shuffle"]
        assert (shuffle["packets"], shuffle["dispensed"], shuffle["dispensed_by"]) == ([5, 4, 4, 4], 35, said)


def test_dealing_3__the_remaining_cards_come_at_the_green_button_also_at_a_full_table() -> None:
    house = House(table_of("dakota", seats=2))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    house.play_out([ANNA, BEN], random.Random(4))
    shuffle = recall_round(house.ledger, "dakota", 1)["shuffle"]
    assert (shuffle["packets"], shuffle["dispensed_by"]) == ([3, 3, 2], "dispensed at the green button")


def test_multi_shuffle__six_decks_are_dealt_without_a_shoe_or_from_one_up_to_the_cut_card() -> None:
    game = find_game("fast_action_holdem")
    six = game.settings({"decks": 6})
    assert [delivery.mode for delivery in deliveries(game, six)] == ["single_cards", "shoe"]
    for mode, shuffles in (("single_cards", 4), ("shoe", 1)):
        house = House(table_of("holdem-six", shuffler={"mode": mode}))
        house.sit(ANNA)
        for _ in range(3):
            house.bet_and_deal(ANNA, ante=500)
            house.play_out([ANNA], random.Random(1))
        assert house.kinds().count(events.SHUFFLED) == shuffles
        assert house.last(events.SHUFFLED)["mode"] == mode
        house.audit()


def test_single_shuffle__by_hand_one_deck_comes_in_the_same_packets_and_does_not_alternate() -> None:
    house = House(table_of("holdem", shuffler={"model": "hand"}))
    assert house.table.set_up.shuffler_words() == "shuffled by hand, by the procedures of the house (WAC 230-15-465)"
    house.sit(ANNA)
    for _ in range(2):
        house.bet_and_deal(ANNA, ante=500)
        house.play_out([ANNA], random.Random(1))
    decks = [row.body["deck"] for row in house.ledger.read("holdem") if row.kind == events.SHUFFLED]
    assert decks == ["A", "A", "A"]
    assert house.last(events.SHUFFLED)["mode"] == "community_first"
    house.audit()


# --- the log ---


def test_the_log_says_that_cards_of_void_rounds_left_the_machine_too() -> None:
    house = House(table_of("holdem"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, ante=500)
    house.do(SUPERVISOR, "void", reason="a card fell")
    house.bet_and_deal(ANNA, ante=500)
    house.play_out([ANNA], random.Random(1))
    state: dict[str, Any] = {}
    log = log_of((row.kind, row.body) for row in house.ledger.read("holdem"))
    assert (log.rounds, log.voids, log.cards) == (1, 1, house.last(events.SETTLED)["drawn"])
    console = Console(width=200, color_system=None)
    with console.capture() as told:
        console.print(log_page("holdem", log))
    assert "1 void round, whose cards left the machine too: not in these counts" in told.get()
    fold = Fold("holdem")
    for row in house.ledger.read("holdem"):
        fold.hear(row)
        state = fold.state() if fold.is_cut_here else state
    log_said = state["log"]
    book = Logbook()
    book.go_on_from(log_said)
    assert book.log.voids == 1
    older = {**state, "log": {key: said for key, said in log_said.items() if key != "voids"}}
    assert is_same(older, state), "what an older software wrote still holds"
    book.go_on_from(older["log"])
    assert book.log.voids == 0


def test_the_log_shows_model_and_version_and_when_they_changed() -> None:
    house = House(table_of("holdem"))
    changed = table_of("holdem", shuffler={"model": "i-Deal Plus NXP", "version": "1.0.200"})
    house.now += 60_000_000
    house.do(SUPERVISOR, "configure", config=changed.to_body(), reason="the i-Deal is in repair")
    slower = {**changed.to_body(), "decision_clock_s": 88}
    house.do(SUPERVISOR, "configure", config=slower, reason="slower")
    house.do(SUPERVISOR, "deck", missing="7h", reason="on the floor")
    house.do(SUPERVISOR, "deck", reason="a new deck")
    book = Logbook()
    for row in house.ledger.read("holdem"):
        book.hear(row.kind, row.body, row.at)
    log = book.log
    assert log.machine.startswith("i-Deal Plus NXP, version 1.0.200; two decks take turns")
    assert log.mode == "a packet of five for the community, then packets of four"
    opened, other, wrong, replaced = log.changes
    assert opened.words.startswith("i-Deal, version 3.8.024")
    assert (opened.by, opened.reason) == ("the house", "the table opened")
    assert (other.at - opened.at, other.by, other.reason) == (60_000_000, "Sam", "the i-Deal is in repair")
    assert wrong.words == "deck A: 51 cards where 52 should be: 7h missing"
    assert (replaced.words, replaced.reason) == ("deck A: whole, 52 cards", "a new deck")
    assert log.faults == ("the shuffler stopped: 51 cards where 52 should be: 7h missing",)
