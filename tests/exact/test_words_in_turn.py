"""The best play in words where one choice comes after another: what the rules say, and what they cost as a whole plan.

Here the rules are read again from their words, and played through every deal by the kit's walk.
"""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from houseway.analysis.exact.shared.guide import Section
from houseway.analysis.guides import guide_of
from houseway.analysis.universal.kinds.best_acts import ToldLine
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
from houseway.analysis.universal.worded.choice_tree import ChoiceTree
from houseway.analysis.universal.worded.in_sight import in_sight
from houseway.analysis.universal.worded.one_after_another import PlanTold, plan_guide
from houseway.analysis.universal.worded.plan_list import PlanSearch
from houseway.analysis.universal.worded.rule_list import RuleList
from houseway.analysis.universal.worded.told_words import cards_told, told_words
from houseway.engine.view import view
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.game import Game
from houseway.rules.blackjack import is_ace, points
from houseway.rules.cards import card_of, cards_of
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words
from houseway.rules.tape import CHOOSE, DEAL, DISCARD, MOVE, OFFER, ROWS, SAY, SAY_TOTAL, TURN
from tests.exact.toy_shoe import toy_game
from tests.typed import typed

EIGHT = cards_of("2c 2c 6c 6c Tc Tc Ac 5c")
NINE = cards_of("2c 2c 6c 6c Tc Tc Tc Ac Ac")
NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
OF_HAND_WORDS = re.compile("straight|in a row|points|between|both cards|all three|of them|or better")
WORDS_READ = 400  # of each list: all simple ones, and many of two together
NUMBERS = ("no", "one", "two", "three", "four", "five")
TIMES = {"a": 1, "an": 1, "two": 2, "three": 3}
TRIPLE_SHOT = find_game("triple_shot_bonus")
MISSISSIPPI = find_game("mississippi_stud")


@pytest.fixture(scope="module")
def blackjack(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return toy_game(tmp_path_factory.mktemp("toys") / "toy_blackjack")


@cache
def proved(game: Game, deck: str) -> ShoeProof:
    return prove_by_kinds(game, game.settings(), deck=cards_of(deck))


def best(proof: ShoeProof) -> Fraction:
    return -proof.wagers()["round"].edge.value


# --- the rules, read again ---


def is_meant(words: str, own: list[int], dealer: list[int], acts: list[str]) -> bool:
    """Whether a rule speaks of a hand, by its words alone."""
    if words.startswith(("otherwise", "always")):
        return True
    return all(_part(each, own, dealer, acts) for each in words.split(", "))


def _part(words: str, own: list[int], dealer: list[int], acts: list[str]) -> bool:
    ranks = [card >> 2 for card in own]
    hard = sum(points(card) for card in own)
    soft = any(is_ace(card) for card in own) and hard <= 11
    if found := re.fullmatch(r"with a (soft |hard )?total of (just )?(\d+)(?: or (more|less))?", words):
        kind, just, many, or_ = found.groups()
        total, said = hard + 10 * soft, int(many)
        fits = total == said if just else total >= said if or_ == "more" else total <= said
        return fits and (kind is None or soft == (kind == "soft "))
    if found := re.fullmatch(r"with a (soft|hard) total", words):
        return soft == (found[1] == "soft")
    if found := re.fullmatch(r"against an? (\w+)(?: or (higher|lower)| to an? (\w+))?", words):
        low, or_, high = found.groups()
        seen, first = dealer[0] >> 2, NAMES.index(low)
        if or_:
            return seen >= first if or_ == "higher" else seen <= first
        return first <= seen <= NAMES.index(high or low)
    if found := re.fullmatch(r"with a pair(?: of (\w+?)e?s(?: or higher)?)?", words):
        pairs = [rank for rank in ranks if ranks.count(rank) > 1]
        return any(rank >= (_rank(found[1]) if found[1] else 0) for rank in pairs)
    if words == "without a pair":
        return len(set(ranks)) == len(ranks)
    if found := re.fullmatch(r"with (\w+) cards?( or more| or fewer)?", words):
        many, said = len(own), NUMBERS.index(found[1])
        return many == said if not found[2] else many >= said if found[2] == " or more" else many <= said
    if found := re.fullmatch(r"with an? (\w+)(?: or (higher|lower))? as the last card", words):
        last, first = own[-1] >> 2, NAMES.index(found[1])
        return last >= first if found[2] == "higher" or found[1] == "ace" else last <= first
    if found := re.fullmatch(r"(before any|after) (\w+)(?: (\w+) times)?", words):
        times = NUMBERS.index(found[3]) if found[3] else 1
        return acts.count(found[2]) == 0 if found[1] == "before any" else acts.count(found[2]) >= times
    if found := re.fullmatch(
        r"with (no|fewer than two|fewer than three|an?|two|three) (\w+?)(?:e?s)?(?: or higher)?", words
    ):
        many = sum(rank >= _rank(found[2]) for rank in ranks)
        if found[1] == "no":
            return many == 0
        if found[1].startswith("fewer"):
            return many < TIMES[found[1].split()[-1]]
        return many >= TIMES[found[1]]
    raise AssertionError(f"words that nobody has read again: {words}")


def _rank(name: str) -> int:
    """Of 'six' or 'ten', also where an ending was cut off."""
    return next(i for i, each in enumerate(NAMES) if name in (each, each.removesuffix("e")))


def won_by(game: Game, deck: list[int], rules: Callable[[int], list[tuple[int, str]]], unit: int = 100) -> Fraction:
    """What is won a round with rules for what is offered: every deal, every choice by the words alone."""

    def decide(_: object, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        seen = view(felt.tape[: felt.tape_at[ROWS]], [0, 1], 1)
        own, dealer = ([row[3] for row in seen.tolist() if row[0] == DEAL and row[1] == at] for at in (1, 0))
        acts = [game.acts[row[3]] for row in seen.tolist() if row[0] == CHOOSE]
        return next(act for act, words in rules(options) if is_meant(words, own, dealer, acts))

    walked = walk(game, game.settings(), deck, [{"bet": unit}], plan=0, decide=decide)
    assert walked.mass == 1
    return sum(walked.mean.values(), Fraction(0)) / unit


def acts_and_words(game: Game, section: Section) -> list[tuple[int, str]]:
    """What a section says, rule by rule: the act, and of which hands."""
    titles = [act.title for act in game.sheet.acts]
    said = []
    for rule in section.rules:
        first, _, rest = rule.text.partition(" ")
        act = rest if first in ("otherwise", "always") else first
        said.append((titles.index(act.title()), rule.text if act == rest else rest))
    return said


# --- what it comes to ---


def test_choices_that_come_again_are_told_in_one_list_which_is_the_best_play(blackjack: Game) -> None:
    proof = proved(blackjack, "2c 2c 6c 6c Tc Tc Ac 5c")
    sections = plan_guide(proof, Fraction(0)).sections
    assert [section.title for section in sections] == ["Hit, stand or double", "Hit or stand"]
    assert [section.exact for section in sections] == [0, 0]
    assert [section.right for section in sections] == [1, 1]
    said = {7: acts_and_words(blackjack, sections[0]), 3: acts_and_words(blackjack, sections[1])}
    assert won_by(blackjack, EIGHT, lambda options: said[options]) == best(proof)


@pytest.mark.parametrize("within", [Fraction(1, 50), Fraction(1, 10)])
def test_what_lists_cost_is_what_a_walk_of_every_deal_says(blackjack: Game, within: Fraction) -> None:
    costs_what_is_said(blackjack, "2c 2c 6c 6c Tc Tc Tc Ac Ac", within)


def test_lists_that_lead_to_each_other_are_found_anew_until_each_is_within_its_cost(tmp_path: Path) -> None:
    """Who may double, may not, and may again: what one list says changes what the other one costs."""
    game = toy_game(tmp_path / "toy_comes_back", doubles_again=True)
    told = PlanTold(proved(game, "3c 3c 3c 4c 4c 9c 9c Ac"), Fraction(1, 100))
    costs = [told.section(each).exact or Fraction(0) for each in told.told()]
    assert max(costs) <= Fraction(1, 100)
    assert sum(costs, Fraction(0)) == told.cost > 0


def test_a_list_is_searched_by_what_it_gives_up_where_it_leads(tmp_path: Path) -> None:
    """Who always stands never comes to the choices with more cards, and gives up nothing there."""
    game = toy_game(tmp_path / "toy_stands", doubles_again=True)
    proof = proved(game, "2c 2c 6c 6c Tc Tc Tc Ac Ac")
    tree = ChoiceTree(proof.stands, len(game.acts))
    rows = np.flatnonzero(tree.options == 7)
    assert set(tree.number[rows].tolist()) == {0, 2}
    search = PlanSearch(tree, rows, [0, 1, 2], tree.best, np.zeros(len(rows), dtype=np.int64), [])
    lost = best(proof) - won_by(game, NINE, lambda _: [(1, "always stand")])
    assert Fraction(search.cost(RuleList((), 1)), proof.whole * proof.asked.unit_cents) == lost > 0


def costs_what_is_said(game: Game, deck: str, within: Fraction) -> None:
    """All lists together, and each rule left out: what comes after changes too, and so does what the walk says."""
    proof = proved(game, deck)
    told = PlanTold(proof, within)
    sections = [told.section(each) for each in told.told()]
    assert all(section.exact is not None and 0 <= section.exact <= within for section in sections)
    offered = [int(told.tree.options[each.rows[0]]) for each in told.told()]
    said = {options: acts_and_words(game, each) for options, each in zip(offered, sections, strict=True)}
    won = won_by(game, cards_of(deck), said.__getitem__)
    assert sum((section.exact or Fraction(0) for section in sections), Fraction(0)) == told.cost == best(proof) - won
    assert told.cost > 0
    for options, section in zip(offered, sections, strict=True):
        assert sum(rule.share for rule in section.rules) == pytest.approx(1)
        for i, rule in enumerate(section.rules[:-1]):
            less = {**said, options: said[options][:i] + said[options][i + 1 :]}
            assert rule.left_out == won - won_by(game, cards_of(deck), less.__getitem__), rule.text


def test_a_rule_that_is_left_out_moves_what_comes_after(blackjack: Game) -> None:
    """What the list gives up at its own choices with the same choices before it is not what the plan gives up."""
    told = PlanTold(proved(blackjack, "2c 2c 6c 6c Tc Tc Tc Ac Ac"), Fraction(1, 50))
    reached = told.tree.reached(told.plan)
    moved = 0
    for each in told.told():
        for i in range(len(each.found.rules)):
            acts = told.plan.copy()
            acts[each.rows] = each.search.taken(each.search.without(each.found, i))[each.rows]
            stays = int(told.tree.lost[reached, acts[reached]].sum())
            moved += Fraction(stays, told.whole) != told.without(each, i)
    assert moved


def test_shares_and_classes_count_every_choice_that_the_rules_come_to(blackjack: Game) -> None:
    proof = proved(blackjack, "2c 2c 6c 6c Tc Tc Tc Ac Ac")
    told = PlanTold(proof, Fraction(1, 50))
    rows = told.rows()
    costs = sum(row[3] * row[6] for row in rows if isinstance(row[3], int) and isinstance(row[6], float))
    assert costs / proof.whole == pytest.approx(float(told.cost))
    for place, each in enumerate(told.told()):
        reached = told.tree.reached(told.plan)[each.rows]
        deals = int(told.tree.deals[each.rows][reached].sum())
        assert sum(int(row[3]) for row in rows if row[0] == place + 1) == deals
    assert all(row[6] == 0 for row in rows if row[4] == row[5])
    assert len({(row[1], row[2], row[4], row[5], row[0]) for row in rows}) == len(rows)


def test_the_command_tells_a_game_that_counts_by_a_rule_of_its_own(tmp_path: Path) -> None:
    """A whole deck of three kinds; what cards weigh has the name of the game's rule."""
    game = toy_game(tmp_path / "toy_weights", own_count=True)
    guide = guide_of(game, None, "optimal")
    assert guide is not None
    assert [section.title for section in guide.sections] == ["Hit, stand or double", "Hit or stand"]
    assert [section.exact for section in guide.sections] == [0, 0]
    assert all("own weight of " in rule.text for section in guide.sections for rule in section.rules[:-1])
    assert guide.columns[-3:] == ("hit", "stand", "double")


def test_choices_that_come_in_streets_are_told_one_by_one_where_that_is_shorter() -> None:
    """Three choices of the same acts, with two, three and four cards of a straight."""
    deck = cards_of("9c Tc Js Qh Kc Ac")
    told = PlanTold(prove_by_kinds(MISSISSIPPI, MISSISSIPPI.settings(), deck=deck), Fraction(0))
    assert told.cost == 0
    sections = [told.section(each) for each in told.told()]
    acts = "choice: bet 1x, bet 2x, bet 3x or fold"
    assert [section.title for section in sections] == [f"{number} {acts}" for number in ("First", "Second", "Third")]
    assert [len(section.rules) for section in sections] == [2, 2, 2]
    assert all("straight" in section.rules[0].text for section in sections[1:])


def on_toy_deck() -> ShoeProof:
    """Triple Shot Bonus with insurance, doubling and six cards: what the whole game is too large for."""
    (toy,) = [toy for toy in TRIPLE_SHOT.sheet.toys if toy.name == "small-cards"]
    return proved(TRIPLE_SHOT, toy.cards)


def test_blackjack_of_the_shelf_is_told_on_its_toy_deck() -> None:
    told = PlanTold(on_toy_deck(), Fraction(0))
    assert told.cost == 0
    titles = [told.section(each).title for each in told.told()]
    assert "Hit, stand or double down" in titles
    assert "Insurance or no insurance" in titles


def test_any_plan_costs_what_a_walk_that_looks_it_up_says() -> None:
    """Acts by chance, at choices named by everything that was told; side bets are beside."""
    proof = on_toy_deck()
    tree = ChoiceTree(proof.stands, len(TRIPLE_SHOT.acts))
    chance = Random(8)
    plans = [np.array([chance.choice(acts_in(stand.options)) for stand in proof.stands]) for _ in range(2)]
    won = [won_by_plan(proof, plan) for plan in (tree.best, *plans)]
    for plan, less in zip(plans, won[1:], strict=True):
        assert Fraction(tree.cost(plan), proof.whole * proof.asked.unit_cents) == won[0] - less > 0


def won_by_plan(proof: ShoeProof, plan: Words) -> Fraction:
    asked = proof.asked
    acts = {stand.told: int(plan[i]) for i, stand in enumerate(proof.stands)}

    def decide(_: object, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        seen = view(felt.tape[: felt.tape_at[ROWS]], [0, 1], 1)
        return acts[tuple(ToldLine(*row[:5]) for row in seen.tolist())]

    walked = walk(asked.game, asked.settings, asked.deck, [asked.bets], plan=0, decide=decide)
    beside = [wager.name for wager in asked.game.sheet.wagers if wager.aside]
    return sum((won for name, won in walked.mean.items() if name not in beside), Fraction(0)) / asked.unit_cents


# --- as a user asks for it ---


def test_rules_from_play_alone_are_found_beside_a_guide_of_its_own() -> None:
    """Dakota Stud has its page by hand; these are found, and what that takes is told first."""
    done = typed("strategy", "dakota_stud", "--from-play", "--within", "0", "--json")
    assert done.returncode == 0
    assert done.stderr.startswith("houseway: 2.2 million deals")
    sections = json.loads(done.stdout)["sections"]
    assert [section["title"] for section in sections] == [
        "First choice, with three cards", "Second choice, with four cards"
    ]  # fmt: skip
    assert [section["exact_cost"] for section in sections] == ["0", "0"]


def test_a_page_from_play_says_how_its_classes_are_listed() -> None:
    done = typed("strategy", "casino_war", "--from-play")
    assert "`houseway strategy casino_war --from-play --csv` lists every class" in " ".join(done.stdout.split())
    assert typed("strategy", "casino_war", "--from-play", "--csv").stdout.startswith("choice,cards,against,deals,act")


@pytest.mark.parametrize("slug", ["super_fun_21", "lucky_lucky", "triple_shot_bonus"])
def test_a_game_out_of_reach_of_words_is_refused_in_one_sentence_with_what_else_there_is(slug: str) -> None:
    done = typed("strategy", slug, "--from-play")
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"houseway: [^:]*: its figures come from mathematics of its own\n", done.stderr)


def test_rules_from_play_are_for_the_best_play_alone() -> None:
    done = typed("strategy", "dakota_stud", "--from-play", "--strategy", "basic")
    assert done.returncode == 2
    assert done.stderr == "houseway: --from-play finds rules for the best play alone: leave --strategy out\n"


# --- what words mean, and what lies in sight ---


@pytest.mark.parametrize("again", [False, True])
def test_every_word_means_what_it_says(tmp_path: Path, *, again: bool) -> None:
    """Of hands of one size, and of hands that grow."""
    game = toy_game(tmp_path / f"toy_says_{again}".lower(), doubles_again=again)
    proof = proved(game, "2c 2c 6c 6c Tc Tc Ac 5c")
    read = 0
    for options in (7, 3):
        sights = [in_sight(stand.told) for stand in proof.stands if stand.options == options]
        number, words = told_words(sights, cards_told(proof.asked), [act.title for act in game.sheet.acts])
        first = [sights[i] for i in np.unique(number, return_index=True)[1].tolist()]
        taken = [[game.acts[act] for act in seen.acts] for seen in first]
        for word in words[:WORDS_READ]:
            if OF_HAND_WORDS.search(word.text):
                continue  # held against their meaning in `test_words`
            said = [
                is_meant(word.text, list(seen.hand), list(seen.dealer), acts)
                for seen, acts in zip(first, taken, strict=True)
            ]
            assert word.marks.tolist() == said, word.text
            read += 1
    assert read > 300


def test_what_lies_in_sight_follows_cards_that_are_turned_moved_and_discarded() -> None:
    ten, six, nine, ace, two = (card_of(text) for text in ("Tc", "6c", "9c", "Ac", "2c"))
    lines = [
        ToldLine(DEAL, 1, 0, ten, 1), ToldLine(DEAL, 0, 0, nine, 1), ToldLine(DEAL, 1, 0, ten, 1),
        ToldLine(DEAL, 0, 0, -1, 0), ToldLine(OFFER, 1, 0, 3, 0), ToldLine(CHOOSE, 1, 0, 1, 0),
        ToldLine(MOVE, 1, 0, 1, 1), ToldLine(DEAL, 1, 0, six, 1), ToldLine(DEAL, 1, 1, ace, 1),
        ToldLine(DEAL, 0, 1, two, 1), ToldLine(SAY, 0, 0, SAY_TOTAL, 9), ToldLine(OFFER, 1, 1, 3, 0),
    ]  # fmt: skip
    seen = in_sight(lines)
    assert (seen.hand, seen.dealer, seen.acts, seen.number) == ((ten, ace, two), (nine,), (1,), 1)
    assert seen.said == {"the dealer's total": 9}
    more = [*lines, ToldLine(TURN, 0, 0, 1, six), ToldLine(DISCARD, 0, 1, 0, 0), ToldLine(OFFER, 1, 0, 3, 0)]
    seen = in_sight(more)
    assert (seen.hand, seen.dealer, seen.number) == ((ten, six), (nine, six), 0)
    assert in_sight(lines[1:2]).hand == (nine,)
