"""The rules for players: every step stands on paragraphs, and every example comes to what it says."""

from pathlib import Path

import pytest

from houseway.engine.examples import play_example, shown_examples
from houseway.games import SLUGS, find_game, primer
from houseway.games.game import Game, in_force
from houseway.games.primer import Example, Primer, Step, primer_of
from houseway.rules.refused import Refused


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_is_true(slug: str) -> None:
    game = find_game(slug)
    shown = shown_examples(game)
    assert [(each.wager, each.outcome) for each in shown] == [
        (each.wager, each.outcome) for each in primer_of(game).examples
    ]
    assert len({(each.wager, each.outcome) for each in shown}) == len(shown)
    for each in shown:
        assert each.says
        assert each.title
        assert all(each.hands.values())
        assert ("You" in each.hands) == (slug != "ez_baccarat"), "where two hands are dealt for all, none is yours"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_that_the_felt_prints_is_shown_with_cards(slug: str) -> None:
    game = find_game(slug)
    settings = game.settings()
    assert game.sheet.layout is not None
    shown = {(each.wager, each.outcome) for each in primer_of(game).examples}
    for table in game.sheet.paytables:
        for wager in set(table.wagers) & set(game.sheet.layout.payouts):
            if in_force(table.when, settings):
                assert {(wager, outcome) for outcome, num, _ in table.pays if num > 0} <= shown


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_stands_on_paragraphs_of_play(slug: str) -> None:
    game = find_game(slug)
    play = {paragraph.id for paragraph in game.paragraphs.paragraphs if paragraph.play}
    steps = primer_of(game).steps
    assert len(steps) >= 5
    for step in steps:
        assert set(step.by) <= play


def test_options_of_a_table_change_what_its_examples_pay() -> None:
    game = find_game("triple_shot_bonus")
    paid = {
        odds: next(each.pays for each in shown_examples(game, (("hat_trick", odds),)) if each.wager == "hat_trick")
        for odds in ("6 to 1", "9 to 1")
    }
    assert paid == {"6 to 1": "6 to 1", "9 to 1": "9 to 1"}


@pytest.mark.parametrize("slug", SLUGS)
def test_under_other_options_examples_are_true_or_left_out(slug: str) -> None:
    game = find_game(slug)
    usual = {(each.wager, each.outcome) for each in shown_examples(game)}
    for option in game.options.values():
        for choice in option.choices:
            try:
                chosen = ((option.name, option.read(choice)),)
                game.settings(dict(chosen))
            except Refused:
                continue
            assert {(each.wager, each.outcome) for each in shown_examples(game, chosen)} <= usual


def test_an_example_that_is_not_so_is_refused() -> None:
    game = find_game("dakota_stud")
    first = next(each for each in primer_of(game).examples if each.outcome == "full_house")
    with pytest.raises(Refused, match="does not make dollar flush"):
        play_example(game, Example(wager="dollar", outcome="flush", cards=first.cards, acts=first.acts))
    with pytest.raises(Refused, match="is not played to its end"):
        play_example(game, Example(wager="dollar", outcome="full_house", cards=first.cards))


def test_the_cards_that_count_are_the_hand() -> None:
    """A full house is five cards, three of one rank and two of another."""
    (shown,) = [each for each in shown_examples(find_game("dakota_stud")) if each.outcome == "full_house"]
    counted = [card >> 2 for cards in shown.hands.values() for card, counts in cards if counts]
    assert sorted(counted.count(rank) for rank in set(counted)) == [2, 3]


def test_a_step_on_a_paragraph_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Primer(steps=(Step(text="Bet.", by=("nowhere.1",)),))
    monkeypatch.setattr(primer, "read_page", lambda *_: wrong)
    with pytest.raises(Refused, match=r"dakota_stud/primer.toml: there is no paragraph 'nowhere.1'"):
        primer_of.__wrapped__(find_game("dakota_stud"))


def test_a_game_without_a_primer_has_no_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Game, "folder", tmp_path)
    assert primer_of.__wrapped__(find_game("dakota_stud")) == Primer(steps=())
