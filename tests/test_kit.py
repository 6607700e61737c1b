"""The kit of whoever writes a game: a game that is begun with it passes, and a broken one is told what is wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.games.outside import _forget, game_in
from houseway.kit.check import checked
from houseway.kit.new_game import FILES, new_game
from houseway.rules.refused import Refused

# Each: the file, what is written there, what is written instead, and what `houseway check` must say.
BROKEN = {
    "no_hands_max": ("play.py", "HANDS_MAX = 1", "HANDS = 1", "play.py has no HANDS_MAX, which must be a whole number"),
    "act_without_words": (
        "rules.toml", 'name = "fold"\ntitle = "Fold"', 'name = "give_up"\ntitle = "Fold"',
        "ACTS in play.py has 'fold', and no [[acts]] in rules.toml is called so",
    ),
    "misspelt_key": ("rules.toml", "seats_max =", "seats_most =", "high_card/rules.toml: seats_max: Field required"),
    "pay_for_nothing": (
        "rules.toml", '["win", 1, 1]', '["wins", 1, 1]',
        "paytable 'even money' pays for an outcome 'wins' that there is not",
    ),
    "rule_without_option": (
        "play.py", "    ace_high: int\n", "    ace_high: int\n    jokers: int\n",
        "Rules in play.py has a field 'jokers' that is neither an option nor a list of prizes in rules.toml",
    ),
    "no_plan": (
        "strategy.toml", 'raise_from = "T"', 'raise_at = "T"',
        "the plan of 'timid' cannot be made: KeyError: 'raise_from'",
    ),
    "chips_left": (
        "play.py", "settle(felt, rules, seat, 0, RAISE, outcome)", "pass",
        "chips on 'raise' are left on the felt at the end of a round: settle them or take them back",
    ),
    "betting_is_never_closed": (
        "play.py", "    no_more_bets(felt)\n", "", "no_more_bets(felt) is called 0 times in a round: call it once"
    ),
    "too_many_cards": (
        "play.py", "    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n",
        "    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n",
        "more cards or hands than there is room for, by CARDS_MAX and HANDS_MAX (play.py, line",
    ),
    "sees_the_dealer": (
        "plan.py", "felt.cards[seat, hand, 0]", "felt.cards[0, 0, 0]",
        "looks at a card that its player cannot see",
    ),
    "chooses_what_is_not": (
        "plan.py", "else TO_FOLD", "else 5", "chooses 5 where raise, fold is offered: follow() must look at its options"
    ),
    "same_key": ("rules.toml", 'key = "f"', 'key = "r"', "two acts with the key 'r' are offered together"),
    "own_chance": (
        "play.py", "    return WIN if mine > theirs else LOSE",
        "    import random\n    return random.choice((WIN, LOSE))",
        "the same cards and choices give another round: play() may know nothing but its arguments",
    ),
    "no_spot": (
        "rules.toml", '    { wager = "raise", label = "Raise", at = [70, 34] },\n', "",
        "the layout has 0 spots for 'raise': give it one",
    ),
    "small_toy": ("rules.toml", '"2c 7d 7h Ks"', '"2c"', "the toy deck 'four' is too small for a round: add cards"),
    "does_not_compile": (
        "play.py", "    mine, theirs =", "    str({own: dealers})\n    mine, theirs =",
        "play() cannot be compiled: keep to integers, if, while and for ... in range (play.py, line",
    ),
    "rule_named_like_a_field": (
        "plan.py", "plan.raises[rank(felt.cards[seat, hand, 0])] else TO_FOLD\n",
        "raises(plan, felt.cards[seat, hand, 0]) else TO_FOLD\n\n\n"
        "def raises(plan: Plan, card: int) -> int:\n    return plan.raises[rank(card)]\n",
        "raises() reads a field '.raises', and there is a rule raises() that is called 'raises' there: "
        "give the field or the rule another name (plan.py, line",
    ),
    "rules_in_a_circle": (
        "play.py", "    return WIN if mine > theirs else LOSE",
        "    return WIN if mine > theirs else below(rules, dealers, own)\n\n\n"
        "def below(rules: Rules, own: int, dealers: int) -> int:\n    return outcome_of(rules, own, dealers)",
        "outcome_of() calls below() calls outcome_of(): a rule that leads back to itself cannot be compiled",
    ),
    "syntax": ("play.py", "def play(", "def play((", "SyntaxError"),
    "no_game": ("__init__.py", "GAME =", "THE_GAME =", "its __init__.py does not say GAME = Game(...)"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game(tmp_path / "high_card")
    return tmp_path / "high_card"


def found(folder: Path) -> list[tuple[str, str]]:
    try:
        return list(checked(str(folder)))
    finally:
        _forget("houseway.games.high_card")


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_game_fails_with_a_sentence_that_helps(folder: Path, broken: str) -> None:
    file, before, after, sentence = BROKEN[broken]
    text = (folder / file).read_text()
    assert text.count(before) == 1, "the first game has changed: break it elsewhere"
    (folder / file).write_text(text.replace(before, after))
    *passed, (words, fault) = found(folder)
    assert sentence in fault
    assert "\n" not in fault
    assert words
    assert all(not each for _, each in passed)


def test_a_new_game_passes_at_once_and_so_do_its_own_tests(folder: Path) -> None:
    """In an environment with nothing but the package: no pytest for the kit."""
    script = "import sys; sys.modules['pytest'] = None\nfrom houseway.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", str(folder)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "NO" not in done.stdout.split()
    assert "live tables and simulations play by the same rules" in done.stdout
    own = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "test_play", str(folder)],
        capture_output=True, text=True, check=False, timeout=300, cwd=folder, env={**os.environ, "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    assert own.returncode == 0, own.stdout


def test_a_new_game_is_small() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in new_game_lines())
    assert lines < 250, "play and data of a first game"


def new_game_lines() -> list[Path]:
    """All that `houseway new` writes but the game's own test."""
    from houseway.kit.new_game import FIRST_GAME

    return [FIRST_GAME / source for name, source in FILES.items() if not name.startswith("test_")]


def test_check_says_no_and_why_and_leaves_with_one(folder: Path) -> None:
    (folder / "rules.toml").unlink()
    script = "from houseway.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", str(folder)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "NO   code and data name the same things, and nothing is missing"
    assert done.stderr == f"houseway: {folder}: high_card/rules.toml cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Mine!", "is no name for a game"), ("lucky_lucky", "already"), ("high_card", "is there already")],
)
def test_a_game_is_not_begun_where_it_cannot_be(folder: Path, name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        new_game(folder.parent / name)


def test_a_game_that_failed_to_load_can_be_loaded_when_it_is_mended(folder: Path) -> None:
    whole = (folder / "plan.py").read_text()
    (folder / "plan.py").write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        game_in(folder)
    (folder / "plan.py").write_text(whole)
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    try:
        assert game_in(folder).title == "High Card"
    finally:
        _forget("houseway.games.high_card")
