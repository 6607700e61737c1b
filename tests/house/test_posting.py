"""The posting sign says what WAC 230-15-060 has a house post: what is in force at the table, and nothing else."""

import random
import re
from dataclasses import asdict, replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from houseway.games import all_games, find_game
from houseway.games.game import Game, in_force
from houseway.games.posted import OF_THE_TABLE, sign_sheet
from houseway.games.sheet import When
from houseway.games.words import dollars, listed
from houseway.house.configuration import Room, TableConfig, default_room
from houseway.house.posting import Sign, posting_sign
from houseway.kit.wildness import random_settings
from houseway.report.sign import boxes, sign_page
from houseway.report.sign_sheet import sign_html

ROOM = default_room()
TIMES = "\N{MULTIPLICATION SIGN}"
CODES = re.compile(r"`|\w_\w|\bhouseway (house|audit|verify)|TSB-|DS-01|\bTrue\b|\bFalse\b|[{}]")

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
each_table = pytest.mark.parametrize("table", ROOM.tables.values(), ids=lambda table: table.name)


def sign_of(game: str, **keys: Any) -> Sign:
    table = TableConfig.from_body({"name": "t", "game": game, **keys})
    return posting_sign(ROOM.model_copy(update={"tables": {"t": table}}), table)


def printed(sign: Sign) -> str:
    console = Console(file=StringIO(), width=160)
    console.print(sign_page(sign))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def said(sign: Sign) -> str:
    """Every word of a sign but where it departs from the rules, which names what is not there."""
    return " ".join(words_of(asdict(replace(sign, departs=""))))


def words_of(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [word for each in part.values() for word in words_of(each)]
    if isinstance(part, list | tuple):
        return [word for each in part for word in words_of(each)]
    return [str(part)]


# --- all that has to be posted is ---


@each_table
def test_wac_230_15_060__the_sign_has_every_limit_pay_and_policy(table: TableConfig) -> None:
    sign = posting_sign(ROOM, table)
    text, page = printed(sign), sign_html(sign)
    for posted in sign.limits:
        cells = (posted.limits.least_cents, posted.limits.most_cents, posted.limits.step_cents)
        assert " │ ".join([listed(posted.wagers), *map(dollars, cells), posted.note]) in text.replace("  ", " ")
        assert f"{dollars(cells[0])} to {dollars(cells[1])}" in page
    for title, rows in boxes(sign):
        assert title in text
        for name, pay in rows:
            assert f"{name} │ {pay}" in text
    for line in (*sign.money, sign.rounding, *sign.interruptions, *ROOM.house_rules, ROOM.disputes.strip()):
        assert " ".join(line.split()) in text
    assert "1. Title 230 WAC 2. the rules of the game's maker 3. the rules of this house 4. Hoyle" in text
    assert "Play money only" in text


@each_table
def test_the_page_has_all_that_the_text_has(table: TableConfig) -> None:
    sign = posting_sign(ROOM, table)
    page = re.sub(r"<[^>]*>", " ", sign_html(sign).partition("<body>")[2]).replace("&#x27;", "'").replace("&amp;", "&")
    flat = " ".join(page.split())
    wanted = [row for _, rows in boxes(sign) for pair in rows for row in pair]
    wanted += [*sign.front, *sign.billing, sign.cap, sign.rounding, *sign.money, *sign.interruptions, *sign.house_rules]
    wanted += [text for part in sign.rules for rule, steps in part.rules for text in (part.heading, rule, *steps)]
    for text in (*wanted, sign.disputes, sign.title, sign.room, sign.play_money):
        assert " ".join(text.split()) in flat


@each_table
def test_every_wager_of_the_table_has_its_limits(table: TableConfig) -> None:
    titles = {wager.name: wager.title for wager in table.the_game.sheet.wagers}
    posted = [title for limit in posting_sign(ROOM, table).limits for title in limit.wagers]
    assert sorted(posted) == sorted(titles[name] for name in table.wagers)


# --- in the words of a card room ---


@each_table
def test_no_option_code_and_no_command_is_posted(table: TableConfig) -> None:
    found = CODES.search(said(posting_sign(ROOM, table)).replace(table.name, ""))
    assert found is None, found


@each_game
def test_under_no_options_is_a_code_or_a_gap_posted(game: Game) -> None:
    rng = random.Random(5)
    for _ in range(40):
        settings = dict(random_settings(game, rng))
        if settings.get("decks") == "infinite" or settings.get("cap_cents"):
            continue
        if settings.get("dealing") == "sets_of_four" and settings["decks"] != 1:
            continue
        sign = sign_of(game.slug, options=settings)
        assert CODES.search(said(sign)) is None
        assert all(box.rows for box in sign.odds)
        assert all(box.rows for box in sign.prizes)
        assert sign.front
        assert all(part.rules for part in sign.rules)


@each_game
def test_every_posted_line_cites_its_paragraph_and_can_be_true(game: Game) -> None:
    sheet = sign_sheet(game)
    lines: list[Any] = [*sheet.posted, *sheet.billing, *sheet.never, *sheet.prizes]
    assert all(line.cites for line in lines if line not in sheet.billing and line not in sheet.prizes)
    whens: list[When] = [line.when for line in lines]
    for when in whens:
        for name, asked in when.items():
            for setting in asked if isinstance(asked, tuple) else (asked,):
                assert name in OF_THE_TABLE or game.options[name].has(setting), f"{name} = {setting}"
    assert not set(OF_THE_TABLE) & set(game.options)


@each_game
def test_every_setting_that_a_rule_depends_on_has_its_rule(game: Game) -> None:
    """Whatever a line asks of an option, some line speaks for each of its settings, or for none but defaults."""
    posted = sign_sheet(game).posted
    for name in {"soft_17", "splits", "poker_cards", "double", "surrender", "hands_max"} & set(game.options):
        for setting in game.options[name].choices:
            facts = {**game.settings(), **dict.fromkeys(OF_THE_TABLE, False), name: setting}
            asked = [each for each in posted if name in each.when or f"{{{name}}}" in each.text]
            assert any(in_force(each.when, facts) for each in asked), f"{name} = {setting} is not told"


@each_game
def test_rows_that_share_a_line_have_one_prize(game: Game) -> None:
    for box in sign_sheet(game).prizes:
        for prizes in game.sheet.prizes:
            if prizes.name == box.name and box.rows:
                amounts = dict(prizes.amounts)
                assert {name for row in box.rows for name in row.outcomes} == set(amounts)
                for row in box.rows:
                    assert len({amounts[name] for name in row.outcomes}) == 1


@each_game
def test_wagers_titles_and_prizes_name_what_there_is(game: Game) -> None:
    sheet = sign_sheet(game)
    named = [wager for box in sheet.odds for wager in box.wagers]
    assert len(named) == len(set(named))
    assert set(named) | {box.name.removesuffix("_cents") for box in sheet.prizes} >= set(game.wagers)
    for wager, titles in sheet.titles.items():
        assert wager in game.wagers
        assert set(titles) <= set(game.outcomes)
    assert {box.name for box in sheet.prizes} == {prizes.name for prizes in game.sheet.prizes}


def test_titles_are_made_from_the_options() -> None:
    assert sign_of("fast_action_holdem").billing == ("One deck", "Shuffled for every round")
    assert sign_of("fast_action_holdem", options={"decks": 8}).billing[0] == "Eight decks"
    assert sign_of("lucky_lucky", options={"shuffler": "continuous"}).billing == ("Six decks", "A continuous shuffler")
    assert "Practice: the best play is shown" in sign_of("dakota_stud", practice=True).billing


def test_dakota_stud_6a__the_lowest_pair_is_the_one_in_force() -> None:
    text = said(sign_of("dakota_stud", options={"lowest_pair": 12}))
    assert "A pair of aces or better" in text
    assert "It takes a pair of aces or better to win." in text
    assert "sixes" not in text


def test_a_departure_is_posted_in_words_with_its_reason() -> None:
    sign = sign_of("dakota_stud", options={"lowest_pair": 12}, departs="a trial of one week")
    told = "Departs from the approved rules: Lowest pair that wins: a pair of aces (a trial of one week)"
    assert sign.departs == told
    assert told in printed(sign)
    assert f'<p class="departs">{told}</p>' in sign_html(sign)
    assert sign_of("dakota_stud").departs == ""
    assert "Departs from" not in sign_html(sign_of("dakota_stud")).partition("<body>")[2]


# --- only what is in force ---


def rows_of(sign: Sign, title: str) -> dict[str, tuple[int, int]]:
    (box,) = (box for box in sign.odds if box.title == title)
    return {name: (num, den) for name, num, den in box.rows}


def test_only_the_paytable_in_force_is_posted() -> None:
    assert rows_of(sign_of("fast_action_holdem", options={"paytable": "5"}), "Bonus pays")["Flush"] == (3, 1)
    hat_trick = rows_of(sign_of("triple_shot_bonus", options={"hat_trick": "6 to 1"}), "Hat Trick pays")
    assert hat_trick == {"No bet of the three lost": (6, 1)}


def test_a_wager_that_is_off_is_not_posted() -> None:
    on, off = sign_of("super_fun_21"), sign_of("super_fun_21", options={"insurance": False})
    assert "Insurance, on a dealer's blackjack" in rows_of(on, "Blackjack pays")
    assert "Insurance, on a dealer's blackjack" not in rows_of(off, "Blackjack pays")
    assert "insure" in said(on)
    assert "insur" not in said(off).lower()


@pytest.mark.parametrize(("off", "word"), [({"surrender": "none"}, "surrender"), ({"envy": False}, "envy")])
def test_issue_9_8__what_is_off_is_not_among_the_odds(off: dict[str, Any], word: str) -> None:
    slug = "lucky_lucky" if "surrender" in off else "fast_action_holdem"
    sign = sign_of(slug, options=off)
    posted = " ".join(title for title, rows in boxes(sign) for title in (title, *(name for name, _ in rows)))
    assert word not in posted.lower()
    assert sign.prizes == () or word != "envy"


def test_single_16__envy_is_posted_as_fixed_sums_with_who_gets_none() -> None:
    sign = sign_of("fast_action_holdem")
    (envy,) = sign.prizes
    assert envy.rows == (("Royal flush", "$250"), ("Straight flush", "$50"))
    assert "No Envy for your own hand or the dealer's." in sign.front
    assert "Envy: only with a Bonus of $5 or more." in sign.front


@pytest.mark.parametrize(
    "never",
    [{"options": {"envy": False}}, {"seats": 1}, {"wagers": {"bonus": {"least_cents": 100, "most_cents": 400}}}],
    ids=["off", "nobody else", "bonus too small"],
)
def test_single_16__envy_that_nobody_can_win_is_not_posted(never: dict[str, Any]) -> None:
    assert sign_of("fast_action_holdem").prizes
    sign = sign_of("fast_action_holdem", **never)
    assert sign.prizes == ()
    assert "envy" not in said(sign).lower()


def test_single_13_note__the_house_wins_ties() -> None:
    assert "The house wins ties." in sign_of("fast_action_holdem").front


def test_rules_war__a_tie_costs_half() -> None:
    assert rows_of(sign_of("triple_shot_bonus"), "War pays")["Tie"] == (-1, 2)
    assert "War: a tie costs half the bet." in sign_of("triple_shot_bonus").front


def test_break_payoffs_2__over_26_loses_lucky_break() -> None:
    assert "over 26 loses it" in " ".join(sign_of("lucky_lucky").front)


def test_dealing_5__taking_back_2_forfeits_3() -> None:
    assert "Bet (3) is then forfeited: it is lost." in " ".join(sign_of("dakota_stud").front)


@pytest.mark.parametrize(
    ("options", "first", "last"),
    [
        ({"decks": 1}, "five community cards are dealt first", "and the dealer the last one"),
        ({"decks": 1, "dealing": "sets_of_four"}, "each player gets four cards", "five community cards are dealt"),
        ({"decks": 6}, "dealt face down one at a time", "the five are dealt last, face up"),
    ],
    ids=["single.4", "single.1a", "multi.3 and multi.7"],
)
def test_the_dealing_order_is_the_one_dealt(options: dict[str, Any], first: str, last: str) -> None:
    (deal,) = (part for part in sign_of("fast_action_holdem", options=options).rules if part.heading == "The deal")
    ((text, _),) = deal.rules
    assert 0 <= text.index(first) < text.index(last)


def test_the_house_way_has_as_many_lines_as_the_rules() -> None:
    """Line for line: `test_architecture` proves the paragraphs, this that the sign leaves none out."""
    game = find_game("fast_action_holdem")
    for decks, prefix in ((1, "single.9."), (6, "multi.6.")):
        lines = [each for each in game.paragraphs.paragraphs if re.fullmatch(re.escape(prefix) + r"\d+", each.id)]
        (way,) = (part for part in sign_of(game.slug, options={"decks": decks}).rules if "house way" in part.heading)
        ((_, steps),) = way.rules
        assert len(steps) == len(lines)


def test_toke_bets_are_posted_where_they_are_taken() -> None:
    with_them, without = sign_of("lucky_lucky", tokes=True), sign_of("lucky_lucky")
    assert [limit.wagers for limit in with_them.limits][-1] == ("Lucky Break for the dealers",)
    assert "for the dealers" not in said(without)
    assert "paid at the same odds, to the dealers" in said(with_them)


def test_bets_that_must_be_equal_say_so() -> None:
    (dakota,) = sign_of("dakota_stud").limits
    assert (dakota.wagers, dakota.note) == (("($)", "(1)", "(2)", "(3)"), "required, all equal")
    one, three = sign_of("fast_action_holdem"), sign_of("fast_action_holdem", options={"paytable": "3"})
    assert [sign.limits[1].note for sign in (one, three)] == ["optional", "optional, equal to the Ante"]
    assert "A Bonus must be exactly as large as the Ante." in three.front
    both = sign_of("fast_action_holdem", options={"paytable": "3", "equal_bets": "both"})
    assert [(limit.wagers, limit.note) for limit in both.limits] == [(("Ante", "Bonus"), "required, all equal")]


def test_break_multiplier__multiples_are_posted_as_the_reading_in_force_pays_them() -> None:
    (multiplier,) = sign_of("lucky_lucky", options={"base": "2"}).prizes
    assert multiplier.rows[0] == ("Five or more cards", f"+ 100 {TIMES} odds")
    (multiplier,) = sign_of("lucky_lucky", options={"suited": "multiple"}).prizes
    assert multiplier.rows[0] == ("Five or more cards", f"50 {TIMES} odds")


def test_wac_230_15_490__a_cap_is_posted_with_what_it_means() -> None:
    bonus = {"bonus": {"most_cents": 5000}}
    for per, words in (
        ("round", "of a round pay $6,000 together at most"),
        ("hand", "of a player's place pay $6,000 together at most, both hands of a split counted as one"),
        ("each_hand", "of one hand pay $6,000 at most; a split makes two hands, and each may win as much"),
    ):
        sign = sign_of("fast_action_holdem", options={"cap_cents": 600_000, "cap_per": per}, wagers=bonus)
        assert words in sign.cap
        assert sign.cap.startswith("The Bonus odds ")
        assert "Fixed sums are outside this cap" in printed(sign)
    assert sign_of("fast_action_holdem").cap == ""


@pytest.mark.parametrize(
    ("rounding", "told"),
    [
        ("house", "Pays are rounded down to the full $1."),
        ("nearest", "Pays are rounded to the nearest $1."),
        ("player", "Pays are rounded up to the full $1."),
    ],
)
def test_the_rounding_policy_is_posted(rounding: str, told: str) -> None:
    assert sign_of("lucky_lucky", options={"rounding": rounding, "grain_cents": 100}).rounding == told


def test_interruptions_are_posted_as_configured() -> None:
    text = " ".join(sign_of("dakota_stud", on_restart="void", keep_seat_s=45, silent="timid").interruptions)
    assert "is void: bets still in action are returned, and what was settled stands" in text
    assert "kept 45 seconds" in text
    assert "by the timid strategy" in text


def test_seats_of_bots_are_posted() -> None:
    bots = [{"strategy": "basic", "seats": [2, 3]}]
    assert "Seats 2 and 3 are played by the house's software" in said(sign_of("dakota_stud", bots=bots))


def test_a_sign_differs_with_its_room() -> None:
    other = Room.model_validate({**ROOM.model_dump(), "disputes": "Ask."})
    one, two = (posting_sign(room, ROOM.table("dakota")) for room in (ROOM, other))
    assert replace(one, disputes="Ask.") == two


def test_what_a_house_writes_cannot_break_the_page() -> None:
    other = Room.model_validate({**ROOM.model_dump(), "disputes": "<script>alert(1)</script> & Co."})
    page = sign_html(posting_sign(other, ROOM.table("dakota")))
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co." in page
