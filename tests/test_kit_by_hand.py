"""How thorough the kit is, by hand: what each check plays, what a random table may be, what a new game is made of."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.engine.replay import replay
from houseway.games import find_game
from houseway.games.game import Game
from houseway.kit import check, conformance, new_game, secrecy, twins, wildness
from houseway.kit.broken import Nonconforming
from houseway.kit.wildness import random_bets, random_settings, random_table, wild_rounds
from houseway.rules.refused import Refused
from tests.approved import hold

DAKOTA, WAR = find_game("dakota_stud"), find_game("casino_war")
PLAYED = {  # rounds, and the seed of their chance; the same for every game
    "a_round_can_be_played": (60, 0),
    "a_round_replays": (60, 1),
    "no_more_bets_is_called_once": (60, 8),
    "money_is_conserved": (300, 2),
    "cards_come_from_the_shoe": (200, 3),
    "offers_and_choices_pair_up": (100, 8),
    "keys_offered_together_differ": (60, 9),
    "offers_are_kept": (25, 4),
    "strategies_choose_what_is_offered": (40, 11),
    "nobody_uses_a_hidden_card": (120, 6),
    "a_view_hides_what_is_not_shown": (60, 7),
    "discarded_hands_are_over": (120, 9),
    "the_tape_reads_back": (150, 5),
    "the_scene_is_the_felt": (60, 10),
}


def test_each_check_plays_so_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    played: dict[str, tuple[int, int]] = {}
    now = ""

    def no_rounds(_: Game, rounds: int, seed: int) -> Iterator[Any]:
        played[now] = (rounds, seed)
        return iter(())

    for module in (conformance, secrecy):
        monkeypatch.setattr(module, "wild_rounds", no_rounds)
    for each in conformance.CHECKS[:-2]:  # toys and twins play in their own way, below
        now = each.__name__
        few = now == "nobody_uses_a_hidden_card"
        with pytest.raises(Nonconforming, match=r"^too few rounds could be compared$") if few else nullcontext():
            each(DAKOTA)
    assert played == PLAYED
    assert [each.__name__ for each in conformance.CHECKS] == [
        "it_is_complete", "a_round_can_be_played", "every_seat_can_be_played", *list(PLAYED)[1:],
        "the_felt_has_every_wager", "seats_do_not_bear_on_each_other", "toys_are_walked",
        "interpreted_and_compiled_are_the_same",
    ]  # fmt: skip


def test_cards_are_moved_about_at_every_moment_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the first choice, after the last, and where there is none."""
    moments: set[tuple[bool, bool]] = set()
    kept = list(wild_rounds(WAR, 40, seed=6))
    monkeypatch.setattr(secrecy, "wild_rounds", lambda *_, **__: kept)
    choices = {id(deal): len(made) for deal, _, made in kept}

    def heard(deal: Any, made: list[int]) -> Any:
        if id(deal) in choices:
            moments.add((not made, len(made) == choices[id(deal)]))
        return replay(deal, made)

    monkeypatch.setattr(secrecy, "replay", heard)
    with pytest.raises(Nonconforming, match=r"^too few rounds"):
        secrecy.nobody_uses_a_hidden_card(WAR)
    assert moments == {(True, True), (True, False), (False, True)}


def test_a_full_table_is_dealt_five_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[int, Any]] = []
    monkeypatch.setattr(conformance, "replay", lambda deal: dealt.append((len(deal.wagers), tuple(deal.order[:9]))))
    conformance.every_seat_can_be_played(DAKOTA)
    assert [seats for seats, _ in dealt] == [DAKOTA.sheet.seats_max] * 5
    assert len(dict.fromkeys(cards for _, cards in dealt)) == 5


def test_twins_play_ten_thousand_rounds_at_forty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int, int]] = []

    def twin(_: Any) -> Any:
        one, other = (
            lambda block, number, how=how: played.append((how, block, number)) for how in ("interpreted", "compiled")
        )
        return SimpleNamespace(interpreted=one, compiled=other)

    monkeypatch.setattr(twins, "Twins", twin)
    monkeypatch.setattr(twins, "random_table", lambda *_: None)
    monkeypatch.setattr(twins, "same_felt", lambda *_: len(played) < 20_000)
    with pytest.raises(Nonconforming, match=r"^round 249 of table 39 goes otherwise when it is compiled"):
        twins.interpreted_and_compiled_are_the_same(DAKOTA)
    assert played == [
        (how, block, number) for block in range(40) for number in range(250) for how in ("interpreted", "compiled")
    ]


def test_a_random_table_may_be_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few games, whole: each option as often as its choices say, bets between their limits, seats without any."""
    rng = random.Random(5)
    lines = []
    for slug in ("dakota_stud", "lucky_lucky", "super_fun_21", "ez_baccarat"):
        game = find_game(slug)
        lines += [f"{slug}: {dict(random_settings(game, rng))}" for _ in range(8)]
        lines += [f"{slug}: {random_bets(game, game.settings(), rng)}" for _ in range(12)]
        lines += [f"{slug}: {random_table(game, rng, 2).wagers}" for _ in range(3)]
        lines += [f"{deal.order[:6]} {choices}" for deal, _, choices in wild_rounds(game, 7, seed=3)]
    hold("wildness.txt", "\n".join(lines))
    seats = Counter(bool(random_bets(DAKOTA, DAKOTA.settings(), rng)) for _ in range(300))
    assert 20 < seats[False] < 75
    monkeypatch.setattr(wildness, "can_wager", lambda *_: False)
    with pytest.raises(Refused, match="no bets within the limits of the wagers are legal"):
        random_bets(DAKOTA, DAKOTA.settings(), SimpleNamespace(random=lambda: 0.5, randint=rng.randint))  # type: ignore[arg-type]


def test_a_new_game_is_these_files_and_its_name_stands_in_them(tmp_path: Path) -> None:
    written = new_game.new_game(tmp_path / "tin_pan")
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "tin_pan/rules.toml", "tin_pan/play.py", "tin_pan/strategy.toml", "tin_pan/plan.py",
        "tin_pan/paragraphs.toml", "tin_pan/__init__.py", "tin_pan/test_tin_pan.py",
    ]  # fmt: skip
    read = {path.name: path.read_text() for path in written}
    assert all("{" + word + "}" not in text for text in read.values() for word in ("slug", "title"))
    assert 'title = "Tin Pan"' in read["rules.toml"]
    for name, text in {"play.py": "def play(", "plan.py": "def follow(", "strategy.toml": "[basic]"}.items():
        assert text in read[name], name
    for name, why in (("Tin Pan", "is no name"), ("dakota_stud", "already"), ("tin_pan", "is there already")):
        with pytest.raises(Refused, match=why):
            new_game.new_game(tmp_path / name)
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match=r"cannot be written: Not a directory$"):
        new_game.new_game(tmp_path / "file" / "tin_pan")


def test_a_check_ends_with_the_first_that_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def holds(_: Game) -> None:
        """one holds"""

    def fails(_: Game) -> None:
        """another does not"""
        raise Nonconforming("it has no cards")

    monkeypatch.setattr(check, "CHECKS", (holds, fails, holds))
    found = [("one holds", ""), ("another does not", "it has no cards")]
    assert list(check.checked("dakota_stud")) == found
    new_game.new_game(tmp_path / "tin_pan")
    assert list(check.checked(str(tmp_path / "tin_pan"))) == [(check.LOADED, ""), *found]
    (tmp_path / "empty").mkdir()
    assert list(check.checked(str(tmp_path / "empty"))) == [
        ("its folder can be loaded", "it has no play.py; `houseway new NAME` writes a folder to begin with")
    ]
    monkeypatch.setattr(check, "CHECKS", (holds, holds))
    assert list(check.checked("dakota_stud")) == [("one holds", "")] * 2
