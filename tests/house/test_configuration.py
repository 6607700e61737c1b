"""The house file: what it may say, what is filled in, and the one sentence for everything that is wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.store import stored
from houseway.games import SLUGS, all_games
from houseway.games.betting import Limits
from houseway.games.game import Game
from houseway.house.audit.hold import before_policies
from houseway.house.configuration import Faulty, TableConfig, default_room, read_room
from houseway.house.faults import FoundFault
from houseway.house.law import verify_cap
from houseway.house.offer import verify_offer
from houseway.rules.refused import Refused

HEAD = 'name = "Room"\ndisputes = "Ask the supervisor."\n'


def file_with(folder: Path, text: str, head: str = HEAD) -> Path:
    path = folder / "room.toml"
    path.write_text(head + text)
    return path


def table(game: str = "dakota_stud", **keys: Any) -> TableConfig:
    return TableConfig.from_body({"name": "t", "game": game, **keys})


# --- what is filled in ---


def test_a_table_needs_only_its_game_and_the_rest_is_filled_in(tmp_path: Path) -> None:
    room = read_room(file_with(tmp_path, '[tables.dakota]\ngame = "dakota_stud"\n'))
    dakota = room.table("dakota")
    assert (dakota.name, dakota.title, dakota.seats, dakota.wagers_a_hand_max) == ("dakota", "Dakota Stud", 7, 4)
    assert dakota.settings() == dakota.the_game.settings()
    assert dakota.limits() == dict.fromkeys(("dollar", "one", "two", "three"), Limits(100, 40_000, 50))
    assert (room.tables_max, room.single_wager_max_cents) == (15, 40_000)
    assert (dakota.silent, dakota.on_restart, dakota.on_malfunction) == ("basic", "go_on", "void")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_makes_a_table_as_it_is(game: Game) -> None:
    made = table(game.slug)
    assert set(made.limits()) == {wager.name for wager in game.sheet.wagers if wager.placed and not wager.toke}
    made.verify_bets({wager.name: 500 for wager in game.sheet.wagers if wager.required})


def test_wagers_that_must_be_equal_share_the_limits_of_the_first() -> None:
    limits = table(wagers={"dollar": {"least_cents": 500, "most_cents": 2500, "step_cents": 500}}).limits()
    assert set(limits.values()) == {Limits(500, 2500, 500)}


def test_limits_written_in_part_keep_the_rest_of_the_games() -> None:
    assert table("super_fun_21", wagers={"blackjack": {"most_cents": 5000}}).limits()["blackjack"] == Limits(
        100, 5000, 50
    )


def test_a_table_goes_through_json_unchanged_and_is_complete() -> None:
    for made in default_room().tables.values():
        body = json.loads(json.dumps(made.to_body()))
        assert TableConfig.from_body(body) == made
        assert body["options"] == made.the_game.settings(body["options"])
        assert set(body) == set(TableConfig.model_fields) - {"departs", "progressives"}


def test_a_table_recorded_before_an_option_existed_gets_its_default() -> None:
    body = table("lucky_lucky").to_body()
    del body["options"]["surrender"]
    assert TableConfig.from_body(body).settings()["surrender"] == "none"


def test_a_configuration_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        table().seats = 3


# --- the room that ships ---


def test_the_default_room_has_every_game_at_a_practice_table_and_at_a_live_one_where_a_letter_has_its_rules() -> None:
    tables = default_room().tables.values()
    live, practice = ({made.game for made in tables if made.practice == each} for each in (False, True))
    assert practice == set(SLUGS)
    assert live == {game.slug for game in all_games() if game.sheet.source.endswith(".txt")}
    assert all(made.bots for made in tables if made.practice)
    assert not any(made.bots for made in tables if not made.practice)
    assert {made.shuffler_mode().name for made in tables} >= {"community_first", "single_cards", "shoe", "continuous"}


def test_no_default_table_offers_the_hat_trick_at_the_odds_that_favour_the_player() -> None:
    chosen = [made.settings() for made in default_room().tables.values() if made.game == "triple_shot_bonus"]
    assert {settings["hat_trick"] for settings in chosen} == {"6 to 1"}


def test_every_pay_of_the_default_room_comes_out_in_whole_cents() -> None:
    for made in default_room().tables.values():
        pays = made.the_game.pays(made.settings())
        for wager, limits in made.limits().items():
            for num, den in pays[made.the_game.wagers.index(wager)].tolist():
                assert limits.step_cents * num % den == 0


# --- bets at a table ---


def test_bets_are_held_to_the_tables_limits_and_offers() -> None:
    lucky = table(
        "lucky_lucky",
        wagers={"blackjack": {"least_cents": 1000, "most_cents": 5000, "step_cents": 100}},
        wagers_a_hand_max=2,
    )
    lucky.verify_bets({})
    lucky.verify_bets({"blackjack": 1000, "lucky_lucky": 100})
    for bets, reason in (
        ({"blackjack": 900}, "under the table's minimum of \\$10"),
        (
            {"blackjack": 1000, "lucky_lucky_toke": 100},
            "lucky_lucky_toke is not offered at this table: bet on blackjack",
        ),
        ({"blackjack": 1000, "lucky_lucky": 100, "lucky_break": 100}, "3 wagers on a hand are too many.* allows 2"),
        ({"blackjack": 1000, "luky": 100}, "no bet 'luky'"),
    ):
        with pytest.raises(Refused, match=reason):
            lucky.verify_bets(bets)


def test_bets_for_the_dealers_are_not_counted_among_the_players_own() -> None:
    lucky = table("lucky_lucky", tokes=True, wagers_a_hand_max=1)
    lucky.verify_bets({"blackjack": 1000, "lucky_lucky_toke": 100, "lucky_break_toke": 100})
    with pytest.raises(Refused, match="2 wagers on a hand"):
        lucky.verify_bets({"blackjack": 1000, "lucky_lucky": 100})


def test_bots_bet_what_is_written_or_the_least_that_is_required() -> None:
    made = table(bots=[{"seats": [6]}])
    assert made.bets_of(made.bots[0]) == {"dollar": 100, "one": 100, "two": 100, "three": 100}
    lucky = table("lucky_lucky", bots=[{"seats": [6], "bets": {"blackjack": 500, "lucky_lucky": 100}}])
    assert lucky.bets_of(lucky.bots[0]) == {"blackjack": 500, "lucky_lucky": 100}


# --- the cap (WAC 230-15-490) ---


def cap(cents: int, **keys: Any) -> TableConfig:
    wagers = {"bonus": {"least_cents": 100, "most_cents": 10_000, "step_cents": 100}}
    made = table("fast_action_holdem", options={"cap_cents": cents, **keys}, wagers=wagers)
    verify_offer(made)
    return made


def test_wac_230_15_490__a_cap_is_at_least_fifty_times_the_highest_bonus_and_split_bonus() -> None:
    """One stake of $100 where each hand has its own cap, two where they share one."""
    assert cap(0).settings()["cap_cents"] == 0
    for keys, least in (
        ({"cap_per": "round"}, 1_000_000),
        ({"cap_per": "hand"}, 1_000_000),
        ({"cap_per": "each_hand"}, 500_000),
    ):
        assert cap(least, **keys).settings()["cap_cents"] == least
        with pytest.raises(ValueError, match=rf"options.cap_cents.*write \${least // 100:,} or more.*WAC 230-15-490"):
            cap(least - 1, **keys)


def test_wac_230_15_490__a_wager_that_no_cap_covers_does_not_count() -> None:
    """An Ante of up to $400 beside a Bonus of up to $100; and a cap where no Bonus is offered has no sense."""
    game = table("fast_action_holdem").the_game
    settings = game.settings({"cap_cents": 1_000_000})
    limits = {"ante": Limits(100, 40_000, 100), "bonus": Limits(100, 10_000, 100)}
    verify_cap(game, settings, limits)
    verify_cap(game, game.settings({"cap_cents": 500_000, "splits": "none"}), limits)
    with pytest.raises(Refused, match="none of bonus is offered here"):
        verify_cap(game, settings, {"ante": limits["ante"]})


def test_wac_230_15_490__different_kinds_of_odds_are_not_capped_together() -> None:
    game = replace(table("fast_action_holdem").the_game)
    (one,) = game.sheet.caps
    game.__dict__["sheet"] = game.sheet.model_copy(
        update={"caps": (one.model_copy(update={"covers": ("ante", "bonus")}),)}
    )
    with pytest.raises(Refused, match=r"different kinds of odds \(4, Ante\)"):
        verify_cap(game, game.settings({"cap_cents": 100_000_000}), {"bonus": Limits(100, 10_000, 100)})


def test_a_cap_needs_odds_of_fifty_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """No paytable of the game is so short, so one is made: everything pays 49 to 1 at most."""
    game = table("fast_action_holdem").the_game
    pays = game.pays(game.settings())
    pays[pays[:, :, 0] >= 50] = (49, 1)
    monkeypatch.setattr(type(game), "pays", lambda *_: pays)
    with pytest.raises(ValueError, match=r"bonus does not pay 50 to 1, so write 0 for no cap \(WAC 230-15-490\)"):
        cap(500_000)


# --- rounding ---


def test_odds_that_do_not_come_out_need_a_rounding_that_is_named() -> None:
    coins = {"grain_cents": 100}
    with pytest.raises(ValueError, match=r"options.rounding: is missing: blackjack in steps of \$0.50 at 1 to 1"):
        table("lucky_lucky", options=coins)
    with pytest.raises(ValueError, match=r"at 3 to 2 does not come out in multiples of \$1, so name who gains"):
        table("lucky_lucky", options=coins, wagers={name: {"step_cents": 100} for name in ("blackjack", "lucky_lucky")})
    assert table("lucky_lucky", options={**coins, "rounding": "house"}).settings()["rounding"] == "house"


# --- everything that is wrong, in one sentence ---

T = '[tables.a]\ngame = "dakota_stud"\n'
LUCKY = '[tables.a]\ngame = "lucky_lucky"\n'
HOLDEM = '[tables.a]\ngame = "fast_action_holdem"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tables is missing: add it"),
        ("[tables]\n", "tables has 0 tables: have 1 to 15 (RCW 9.46.0282)"),
        ("tables_max = 16\n" + T, "tables_max is 16: write 15 or less"),
        ("single_wager_max_cents = 50000\n" + T, "single_wager_max_cents is $500: write $400 or less"),
        ('colour = "red"\n' + T, "colour is no key here; there is name,"),
        ("[tables.a]\n", "tables.a.game is missing: write one of fast_action_holdem,"),
        (
            '[tables.a]\ngame = "dakota"\n',
            "tables.a.game is wrong, there is no game 'dakota'; did you mean dakota_stud?",
        ),
        ('[tables."A b"]\ngame = "dakota_stud"\n', "tables.A b.name is 'A b': write small letters, digits and hyphens"),
        ("[tables]\na = 3\n", "tables.a is 3: write a table of keys"),
        (T + "seat = 3\n", "tables.a.seat is no key here; did you mean seats or"),
        (T + "seats = 8\n", "tables.a.seats is 8: Dakota Stud has 7 at most, write 7 or less"),
        (T + "seats = 0\n", "tables.a.seats is 0: write 1 or more"),
        (T + 'seats = "7"\n', "tables.a.seats is '7': write a whole number"),
        (T + "hands_a_player = 2\n", "tables.a.hands_a_player is 2: write 1 or less"),
        (T + "tokes = 1\n", "tables.a.tokes is 1: write true or false"),
        (T + "options = { decks = 2 }\n", "tables.a.options.decks is no option of Dakota Stud; there is paytable,"),
        (LUCKY + "options = { decks = 9 }\n", "tables.a.options cannot be: decks=9 is not possible: choose 1, 2,"),
        (
            LUCKY + 'options = { decks = "infinite" }\n',
            "tables.a.options cannot be: decks=infinite cannot be dealt at a table",
        ),
        (
            HOLDEM + 'options = { decks = 6, paytable = "4" }\n',
            "tables.a.options cannot be: decks=6 and paytable=4 do not go together",
        ),
        (
            HOLDEM + 'options = { decks = 6, dealing = "sets_of_four" }\n',
            "tables.a.options cannot be: dealing=sets_of_four is for one deck: leave it out",
        ),
        (
            T + "wagers.ante = { least_cents = 500 }\n",
            "tables.a.wagers.ante is no wager that can be bet before a round",
        ),
        (T + "wagers.dollar = 5\n", "tables.a.wagers.dollar is 5: write a table of keys"),
        (T + "wagers.dollar = { min = 5 }\n", "tables.a.wagers.dollar.min is no key here; there is least_cents,"),
        (
            T + "wagers.dollar = { least_cents = 5.5 }\n",
            "tables.a.wagers.dollar.least_cents is 5.5: write a whole number",
        ),
        (T + "wagers.dollar = { least_cents = 50 }\n", "tables.a.wagers.dollar.least_cents is $0.50: write $1 or more"),
        (
            T + "wagers.dollar = { most_cents = 40050 }\n",
            "tables.a.wagers.dollar.most_cents is $400.50: write $400 or less",
        ),
        (
            T + "wagers.dollar = { least_cents = 600, most_cents = 500 }\n",
            "tables.a.wagers.dollar.least_cents is $6: write $5 (most_cents) or less",
        ),
        (
            T + "wagers.dollar = { least_cents = 550, step_cents = 100 }\n",
            "tables.a.wagers.dollar.least_cents is $5.50: write a multiple of step_cents, $1",
        ),
        (
            T + "wagers.one = { most_cents = 5000 }\n",
            "tables.a.wagers.one must equal dollar in every bet: give both the same limits, or leave out one",
        ),
        (
            "single_wager_max_cents = 20000\n" + T,
            "tables.a.wagers.dollar.most_cents is $400, over the room's maximum for a single wager: write $200",
        ),
        (
            LUCKY + "wagers.lucky_break_toke = { most_cents = 500 }\n",
            "tables.a.wagers.lucky_break_toke is for the dealers, and tokes are off: write tokes = true",
        ),
        (
            T + "wagers_a_hand_max = 3\n",
            "tables.a.wagers_a_hand_max is 3: Dakota Stud needs 4 (dollar, one, two, three)",
        ),
        (
            T + "wagers.dollar = { least_cents = 5000 }\n",
            "tables.a.buy_in_least_cents is $20: a round costs $200, write that or more",
        ),
        (
            T + "buy_in_most_cents = 1000\n",
            "tables.a.buy_in_most_cents is $10: write $20 (buy_in_least_cents) or more",
        ),
        (T + "decision_clock_s = 0\n", "tables.a.decision_clock_s is 0: write 1 or more"),
        (T + 'silent = "bsic"\n', "tables.a.silent is 'bsic', no strategy of Dakota Stud; did you mean basic?"),
        (T + 'on_restart = "forget"\n', "tables.a.on_restart is 'forget': write 'go_on' or 'void'"),
        (T + 'on_malfunction = "go_on"\n', "tables.a.on_malfunction is 'go_on': write 'void'"),
        (T + "bots = [{ seats = [] }]\n", "tables.a.bots.0.seats is empty: write at least one"),
        (T + "bots = [{ seats = [8] }]\n", "tables.a.bots.0.seats names seat 8: write seats from 1 to 7, each once"),
        (
            T + "bots = [{ seats = [2] }, { seats = [2] }]\n",
            "tables.a.bots.1.seats names seat 2: write seats from 1 to 7, each once",
        ),
        (
            T + 'bots = [{ seats = [2], strategy = "best" }]\n',
            "tables.a.bots.0.strategy is 'best', no strategy of Dakota Stud; there is basic, timid, bold, optimal",
        ),
        (
            T + "bots = [{ seats = [2], bets = { dollar = 500 } }]\n",
            "tables.a.bots.0.bets cannot be made: (1) must be bet",
        ),
        (
            T + "seats = 2\nbots = [{ seats = [1, 2] }]\n",
            "tables.a.bots take all 2 seats: leave at least one for people",
        ),
    ],
)
def test_a_fault_is_told_with_file_key_and_remedy(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Faulty) as faulty:
        read_room(file_with(tmp_path, text))
    (fault,) = faulty.value.faults
    assert fault.startswith(f"room.toml: {said}")
    assert str(faulty.value) == fault
    assert "\n" not in fault


def test_all_faults_of_a_file_are_told_and_the_first_stands_for_them(tmp_path: Path) -> None:
    text = '[tables.a]\ngame = "x"\n[tables.b]\ngame = "dakota_stud"\nseats = "many"\ntokes = "no"\n'
    with pytest.raises(Faulty) as faulty:
        read_room(file_with(tmp_path, text))
    assert [fault.split()[1] for fault in faulty.value.faults] == ["tables.a.game", "tables.b.seats", "tables.b.tokes"]
    assert str(faulty.value).endswith("(and 2 more: `houseway house check` lists them)")


def test_what_is_no_house_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"none.toml cannot be read: No such file"):
        read_room(tmp_path / "none.toml")
    with pytest.raises(Refused, match=r"room.toml is not valid TOML"):
        read_room(file_with(tmp_path, "tables = \n"))
    (tmp_path / "room.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match=r"room.toml is not text: save it as UTF-8"):
        read_room(tmp_path / "room.toml")


def test_a_table_that_is_not_there_is_answered_with_the_nearest() -> None:
    with pytest.raises(Refused, match="has no table 'dakotta'; did you mean dakota"):
        default_room().table("dakotta")


def test_more_tables_than_the_law_allows_are_refused(tmp_path: Path) -> None:
    tables = "".join(f'[tables.t{i}]\ngame = "dakota_stud"\n' for i in range(16))
    with pytest.raises(Faulty, match="tables has 16 tables: have 1 to 15"):
        read_room(file_with(tmp_path, tables))
    practised = tables + "practice = true\n"
    assert len(read_room(file_with(tmp_path, practised)).tables) == 16  # nothing is wagered at the last


@pytest.mark.parametrize("table", default_room().tables.values(), ids=lambda table: table.name)
def test_every_table_of_the_room_that_ships_has_its_exact_figures_at_hand(table: TableConfig) -> None:
    """So that lobby, house view and hold say what a table is worth without solving anything."""
    found = stored(table.the_game, before_policies(table.the_game, table.settings()), "optimal")
    assert found is not None
    assert found.wagers


# --- texts that people write ---

LONG = "x" * 5000


def faults_of(folder: Path, text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(Faulty) as faulty:
        read_room(file_with(folder, text, head))
    return faulty.value.faults


def dakota(text: str) -> str:
    return f'[tables.dakota]\ngame = "dakota_stud"\n{text}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'options = {{ lowest_pair = 12 }}\ndeparts = "{LONG}"', "departs has 5,000 characters: write 300 or fewer"),
        (f'shuffler = {{ model = "{LONG}" }}', "shuffler.model has 5,000 characters: write 60 or fewer"),
        (f'shuffler = {{ version = "{LONG}" }}', "shuffler.version has 5,000 characters: write 30 or fewer"),
        (f'shuffler = {{ approval = "{LONG}" }}', "shuffler.approval has 5,000 characters: write 200 or fewer"),
        (f'title = "{LONG}"', "title has 5,000 characters: write 60 or fewer"),
    ],
)
def test_a_text_that_is_too_long_is_not_said_again(tmp_path: Path, text: str, said: str) -> None:
    assert faults_of(tmp_path, dakota(text)) == [f"room.toml: tables.dakota.{said}"]


@pytest.mark.parametrize(
    "text",
    [
        f'silent = "{LONG}"',
        f'options = {{ paytable = "{LONG}" }}',
        f"options = {{ {LONG} = 1 }}",
        f"wagers = {{ {LONG} = {{}} }}",
        f'shuffler = {{ mode = "{LONG}" }}',
        f"{LONG} = 1",
        f'seats = "{LONG}"',
        f'on_restart = "{LONG}"',
        f'bots = [{{ seats = [1], strategy = "{LONG}" }}]',
    ],
)
def test_no_fault_is_longer_than_a_few_lines(tmp_path: Path, text: str) -> None:
    (fault,) = faults_of(tmp_path, dakota(text))
    assert fault.startswith("room.toml: tables.dakota.")
    assert len(fault) < 400


def test_a_game_or_a_table_with_an_endless_name_is_not_said_again(tmp_path: Path) -> None:
    (short,) = faults_of(tmp_path, '[tables.dakota]\ngame = "chess"\n')
    (fault,) = faults_of(tmp_path, f'[tables.dakota]\ngame = "{LONG}"\n')
    assert len(fault) < len(short) + 100
    (fault,) = faults_of(tmp_path, f'[tables.{LONG}]\ngame = "dakota_stud"\n')
    assert len(fault) < 300


CONTROLS = {
    "a line break": "\\n",
    "a red letter": "\\u001B[31m",
    "right to left": "\\u202E",
    "a line of its own": "\\u2028",
}


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
@pytest.mark.parametrize("key", ["model", "version", "approval"])
def test_what_shuffles_is_told_in_one_line_of_letters(tmp_path: Path, key: str, control: str) -> None:
    written = {"model": "Deal", "approval": "letter 12", key: f"One{control}two"}
    keys = ", ".join(f'{name} = "{text}"' for name, text in written.items())
    (fault,) = faults_of(tmp_path, dakota(f"shuffler = {{ {keys} }}"))
    assert fault == (
        f"room.toml: tables.dakota.shuffler.{key} has a line break or a letter that cannot be read: "
        "write it in one line of plain letters"
    )


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
def test_a_title_is_one_line_of_letters(tmp_path: Path, control: str) -> None:
    (fault,) = faults_of(tmp_path, dakota(f'title = "One{control}two"'))
    assert fault.startswith("room.toml: tables.dakota.title has a line break or a letter that cannot be read")


@pytest.mark.parametrize("key", ["name", "disputes", "house_rules"])
def test_what_the_room_says_is_in_letters_that_can_be_read(tmp_path: Path, key: str) -> None:
    said = {"name": '"Room"', "disputes": '"Ask."', "house_rules": '["Be kind."]'}
    for text in ("a\\u001B[2Jb", "x" * 1001):
        written = {**said, key: f'["{text}"]' if key == "house_rules" else f'"{text}"'}
        head = "\n".join(f"{name} = {to}" for name, to in written.items()) + "\n"
        (fault,) = faults_of(tmp_path, dakota(""), head)
        assert fault.startswith(f"room.toml: {key}")
        assert len(fault) < 200
        assert fault.isprintable()


def test_what_the_room_says_over_several_lines_is_one_line(tmp_path: Path) -> None:
    room = read_room(file_with(tmp_path, dakota(""), 'name = "Room"\ndisputes = """\nAsk the\n  supervisor."""\n'))
    assert room.disputes == "Ask the supervisor."


def test_a_fault_is_told_in_letters_that_can_be_read(tmp_path: Path) -> None:
    for text in ('"\\u001B[2J" = 1', 'silent = "\\u001B[2J"', 'options = { "\\u001B[2J" = 1 }'):
        for fault in faults_of(tmp_path, dakota(text)):
            assert fault.isprintable()


def test_a_recorded_machine_stays_as_it_was_written() -> None:
    """Records are held to what can be played, not to what may be written today."""
    recorded = table(shuffler={"model": "One\ntwo", "approval": "letter 12"})
    assert TableConfig.recorded(recorded.to_body()).to_body() == recorded.to_body()
    with pytest.raises(FoundFault, match="line break"):
        verify_offer(recorded)
