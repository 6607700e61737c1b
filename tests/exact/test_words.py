"""The best play in words: rules that are found, mean what they say, and cost what a second way says they cost."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from houseway.analysis.exact.shared.guide import suit_classes
from houseway.analysis.guides import guide_of
from houseway.analysis.solve import solve
from houseway.analysis.universal import unfinished
from houseway.analysis.universal.count import Counted, count
from houseway.analysis.universal.planned import follow, planned
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.unfinished import StoppedHere
from houseway.analysis.universal.worded.every_act import EveryAct, every_act
from houseway.analysis.universal.worded.hand_words import calls, words_for
from houseway.analysis.universal.worded.in_words import ChoiceTold, guide_to, told_of
from houseway.analysis.universal.worded.rule_list import Search
from houseway.analysis.universal.worded.stands import Stands, Way, classes_of
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.dakota_stud.plan import sets_of
from houseway.games.dakota_stud.solve import FIRST, ends_for
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game
from houseway.report.paper.evidence import kept_evidence
from houseway.rules.cards import ACE, RANKS, cards_of
from houseway.rules.three_cards import three_value

EXAMPLES = Path(__file__).parents[2] / "examples"
MISSISSIPPI = find_game("mississippi_stud")
DAKOTA = find_game("dakota_stud")
SEVEN = cards_of("2c 3d 5h 6h 7c 8s 8h")


@cache
def toy() -> tuple[Question, EveryAct]:
    """Two choices in a deck of seven cards, of which five are dealt."""
    asked = question(DAKOTA, DAKOTA.settings(), SEVEN)
    return asked, every_act(asked)


@cache
def proved() -> Counted:
    return count(toy()[0])


def test_a_walk_for_words_that_is_stopped_is_kept_and_taken_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(unfinished, "kept", lambda: tmp_path / "kept")
    asked, whole = toy()
    units: list[int] = []

    def stop(done: int, total: int) -> None:
        units.append(done)
        if done == 3:
            raise KeyboardInterrupt
        assert total > 3

    with pytest.raises(StoppedHere, match=r"^stopped: 3 of \d+ units are done; the same command goes on from there$"):
        every_act(asked, stop, threads=1)
    again = every_act(asked, lambda done, _: units.append(done), threads=1)
    assert units[:4] == [1, 2, 3, 4], "what was done is not done again"
    for one, other in zip(again, whole, strict=True):
        assert np.array_equal(one, other)
    assert list((tmp_path / "kept").iterdir()) == []
    (tmp_path / "kept").rmdir()
    (tmp_path / "kept").write_text("a file lies where the folder should be")
    with pytest.raises(StoppedHere, match=r"^stopped: 3 of \d+ units are done, and could not be kept$"):
        every_act(asked, stop, threads=1)


# --- what it comes to ---


def test_three_card_poker_is_played_with_queen_six_four_or_better() -> None:
    """By counting every dealer's hand against every hand, beside the solver; what ships came out of the solver."""
    game = find_game("three_card_poker")
    sets = sets_of(3)
    values = np.array([three_value(*cards) for cards in sets.tolist()])
    holds = (sets[:, :, None] == np.arange(52)).any(axis=1)
    first, number = suit_classes(sets)
    bonus = np.array([0, 0, 0, 1, 4, 5])[values[first] >> 12]
    worth = np.zeros((len(first), 2), dtype=np.int64)
    for i, at in enumerate(first.tolist()):
        dealers = values[~holds[:, sets[at]].any(axis=1)]
        plays = dealers >> 8 >= RANKS.index("Q")
        won = np.where(plays, 2 * np.sign(values[at] - dealers), 1).sum()
        worth[i] = won + len(dealers) * bonus[i], -len(dealers)
    deals = np.full(len(first), 18_424)
    weight = np.bincount(number)
    stands = Stands(0, (0, 1), sets[first], sets[first][:, :0], worth * weight[:, None], deals * weight)
    assert (
        Fraction(int(stands.worth.max(axis=1).sum()), int(stands.deals.sum()))
        == -solve(game).wagers["round"].edge.value
    )
    classes = classes_of(stands)
    words = words_for(classes, game.play)
    search = Search(classes, words)
    found = search.shortest(0)
    assert [(words[rule.word].text, rule.act) for rule in found.rules] == [("Q-6-4 or better", 0)]
    assert search.cost(found) == 0
    evidence = kept_evidence(game, solve(game))
    assert evidence is not None
    (section,) = evidence.guide["sections"]
    assert [rule["text"] for rule in section["rules"]] == ["Play with Q-6-4 or better", "otherwise fold"]
    played = weight[stands.worth[:, 0] > stands.worth[:, 1]].sum()
    assert section["rules"][0]["share"] == pytest.approx(played / 22_100, abs=1e-15)
    assert section["exact_cost"] == "0"


def test_casino_war_always_goes_to_war() -> None:
    guide = guide_of(find_game("casino_war"), None, "optimal")
    assert guide is not None
    (section,) = guide.sections
    assert [rule.text for rule in section.rules] == ["always go to war"]
    assert section.exact == 0


def test_red_dog_raises_by_the_ranks_between_two_cards() -> None:
    guide = guide_of(game_in(EXAMPLES / "red_dog"), None, "optimal")
    assert guide is not None
    (section,) = guide.sections
    assert [rule.text for rule in section.rules] == ["Raise with seven ranks or more between", "otherwise call"]
    assert section.exact == 0


def test_who_has_no_choice_is_told_so() -> None:
    (section,) = guide_to(find_game("ez_baccarat"), [], 1).sections
    assert [rule.text for rule in section.rules] == ["Nobody has a choice: every bet runs by itself"]


def test_a_game_that_somebody_has_just_begun_has_words(tmp_path: Path) -> None:
    """`houseway new` writes it: one card each, the higher wins; every class is listed once, and right."""
    new_game(tmp_path / "just_begun")
    game = game_in(tmp_path / "just_begun")
    guide = guide_of(game, None, "optimal")
    assert guide is not None
    (section,) = guide.sections
    assert section.exact == 0
    rows = guide.classes()
    assert [row[4] for row in rows] == [row[5] for row in rows]
    assert sum(int(row[3]) for row in rows) == 52 * 51
    assert guide_of(game, None, game.strategies[0]) is None


def test_dakota_studs_first_choice_is_found_as_good_as_by_hand() -> None:
    """The hand-made page has three rules, one of which names five hands; it costs nothing, and so do these."""
    game = find_game("dakota_stud")
    ends = ends_for(game, game.settings())
    worth, _ = ends.worth(ends.threes, FIRST)
    sets = sets_of(3)
    stands = Stands(0, (1, 0), sets, sets[:, :0], worth.T, ends.threes.sum(axis=1))
    classes = classes_of(stands)
    words = words_for(classes, game.play)
    search = Search(classes, words)
    found = search.shortest(0)
    assert search.cost(found) == 0
    assert len(found.rules) <= 5
    assert "a pair of sixes or better" in {words[rule.word].text for rule in found.rules}


# --- what it costs ---


def test_what_rules_cost_is_the_difference_of_the_edges() -> None:
    """The second way: the rules as a plan, followed through every deal, order and name of the suits."""
    asked, every = toy()
    best = proved()
    told = told_of(asked, every, Fraction(1, 2))
    acts = {(node, key): act for node, key, act in best.chosen().tolist()} | taken(told)
    plan = planned(asked, replace(best, plan=[np.array([(*at, act) for at, act in acts.items()])]))
    ruled = count(asked, Strategy("words", plan, follow))
    edges = [Proof(asked, counted, "").wagers()["round"].edge.value for counted in (ruled, best)]
    assert sum(each.cost for each in told) == edges[0] - edges[1] > 0


def taken(told: list[ChoiceTold]) -> dict[tuple[int, int], int]:
    """The acts that rules take, by node and cards seen."""
    asked, every = toy()
    way = Way(asked, every)
    acts: dict[tuple[int, int], int] = {}
    for each in told:
        at = zip(way.led.nodes.tolist(), way.led.keys.tolist(), strict=True)
        acts |= dict(zip(at, each.acts.tolist(), strict=True))
        if each.stands.number + 1 < asked.shape.choices:
            way.go_on(each.acts)
    return acts


def test_what_is_given_up_without_a_rule_is_told_exactly() -> None:
    asked, every = toy()
    told = told_of(asked, every, Fraction(0))
    sections = [each.section(DAKOTA) for each in told]
    assert any(len(section.rules) > 1 for section in sections)
    for each, section in zip(told, sections, strict=True):
        assert sum(rule.share for rule in section.rules) == pytest.approx(1)
        left = each.classes.deals.copy()
        for i, rule in enumerate(section.rules[:-1]):
            fits = each.words[each.found.rules[i].word].marks
            assert rule.share == pytest.approx(left[fits].sum() / each.classes.deals.sum())
            left[fits] = 0
            act, _ = each.search.said_by(each.search.without(each.found, i))
            worth = sum(int(each.classes.worth[at, chosen]) for at, chosen in enumerate(act.tolist()))
            assert rule.left_out == Fraction(
                int(each.classes.best.sum()) - worth, asked.deals * asked.unit_cents
            )  # the rules themselves cost nothing


def test_every_act_is_worth_what_the_proof_says() -> None:
    asked, every = toy()
    first = every.nodes == asked.numbers[()]
    assert int(every.worth[first, :2].max(axis=1).sum()) == proved().value
    assert int(every.deals[first].sum()) == asked.deals


# --- what words mean ---


def straight(ranks: list[int], gaps: int) -> bool:
    low = [-1 if rank == ACE else rank for rank in ranks]
    return len(set(ranks)) == len(ranks) and min(max(each) - min(each) for each in (ranks, low)) < len(ranks) + gaps


MEANT: dict[str, Callable[[list[int], list[int]], bool]] = {
    "any pair or better": lambda ranks, _: len(set(ranks)) < 3,
    "a pair of nines or better": lambda ranks, _: (
        len(set(ranks)) == 1 or any(ranks.count(rank) == 2 and rank >= 7 for rank in ranks)
    ),
    "three of a kind or better": lambda ranks, _: len(set(ranks)) == 1,
    "a queen or higher": lambda ranks, _: max(ranks) >= 10,
    "two tens or higher": lambda ranks, _: sum(rank >= 8 for rank in ranks) >= 2,
    "all three cards sixes or higher": lambda ranks, _: min(ranks) >= 4,
    "fewer than two sixes or higher": lambda ranks, _: sum(rank >= 4 for rank in ranks) < 2,
    "no ace": lambda ranks, _: ACE not in ranks,
    "three cards of one suit": lambda _, suits: len(set(suits)) == 1,
    "three cards in a row": lambda ranks, _: straight(ranks, 0),
    "three cards of a straight, with one gap at most": lambda ranks, _: straight(ranks, 1),
    "three cards of a straight, with two gaps at most, of one suit": lambda ranks, suits: (
        straight(ranks, 2) and len(set(suits)) == 1
    ),
    "three cards in a row, open at both ends": lambda ranks, _: straight(ranks, 0) and 2 <= max(ranks) - 1 <= 9,
    "3 points or more, counting two for jacks or higher, one for sixes to tens": lambda ranks, _: (
        sum((rank >= 9) + (rank >= 4) for rank in ranks) >= 3
    ),
}


def test_words_mean_what_they_say() -> None:
    hands = np.array(list(combinations(range(52), 3)))[::11]
    one = np.ones(len(hands), dtype=np.int64)
    stands = Stands(0, (0, 1), hands, hands[:, :0], np.stack([one, one], axis=1), one)
    classes = classes_of(stands)
    found = {word.text: word.marks[classes.number] for word in words_for(classes, three_value)}
    for text, means in MEANT.items():
        said = [means([card >> 2 for card in hand], [card & 3 for card in hand]) for hand in hands.tolist()]
        assert found[text].tolist() == said, text


def test_a_game_that_ranks_three_cards_is_known_by_its_play() -> None:
    assert calls(find_game("three_card_poker").play, three_value)
    assert not calls(MISSISSIPPI.play, three_value)
    assert RANKS[three_value(*cards_of("Qh 6d 4c")) >> 8] == "Q"
