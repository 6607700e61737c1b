"""Lists of rules by hand: what they say, what they cost, which is the simpler, what is left of them."""

from collections.abc import Iterable, Sequence
from itertools import permutations

import numpy as np
import pytest

from houseway.analysis.universal.worded import rule_list
from houseway.analysis.universal.worded.hand_words import Word
from houseway.analysis.universal.worded.rule_list import Ruled, RuleList, Search, told_apart
from houseway.analysis.universal.worded.stands import HandClasses

FOLD, CALL, RAISE = range(3)
#          hands:  0   1   2   3
WORTH = np.array([[-10, 20, 5], [-10, -4, -30], [-10, -10, -90], [0, 30, 70]])
DEALS = np.array([4, 3, 2, 1])
WORDS = {"pair": (1, [1, 1, 0, 0]), "high": (1, [0, 0, 0, 1]), "low": (2, [0, 0, 1, 1]), "odd": (1, [0, 1, 0, 1])}
PAIR, HIGH, LOW, ODD = range(4)


def words(names: Iterable[str] = tuple(WORDS)) -> list[Word]:
    return [Word(name, np.array(WORDS[name][1], dtype=bool), WORDS[name][0]) for name in names]


def classes(worth: Sequence[Sequence[int]] | np.ndarray = WORTH) -> HandClasses:
    each = np.asarray(worth)
    best = each.max(axis=1)
    right = (each == best[:, None]) * DEALS[:, None]
    none = np.zeros((4, 0), dtype=np.int64)
    return HandClasses(none, none, each, best, right, DEALS, np.arange(4))


@pytest.fixture
def search() -> Search:
    return Search(classes(), words())


def rules(*each: tuple[int, int], otherwise: int = FOLD) -> RuleList:
    return RuleList(tuple(Ruled(*one) for one in each), otherwise)


def test_the_first_word_that_fits_says_the_act(search: Search) -> None:
    act, rule = search.said_by(rules((HIGH, RAISE), (ODD, CALL), (PAIR, RAISE)))
    assert act.tolist() == [RAISE, CALL, FOLD, RAISE]
    assert rule.tolist() == [2, 1, 3, 0], "where none fits: the number of rules"


def test_a_list_costs_what_it_gives_up_in_all(search: Search) -> None:
    assert search.whole == 20 - 4 - 10 + 70
    for found, given_up in (
        (rules(), [30, 6, 0, 70]),
        (rules(otherwise=CALL), [0, 0, 0, 40]),
        (rules((HIGH, RAISE), otherwise=CALL), [0, 0, 0, 0]),
        (rules((PAIR, RAISE), (HIGH, CALL)), [15, 26, 0, 40]),
    ):
        assert search.given_up(found)[search.number].tolist() == given_up
        assert search.cost(found) == sum(given_up)
    assert search.weighed_cost(rules((PAIR, RAISE), (HIGH, CALL)), 5) == 5 * (15 + 26 + 40)
    assert search.weighed_cost(rules((PAIR, CALL)), 5) == 70, "no rule speaks there: it is weighed once"
    assert search.weighed_cost(rules((HIGH, FOLD)), 25) == 30 + 6 + 25 * 70
    assert search.good == [FOLD, CALL, RAISE]


def test_of_two_lists_that_cost_the_same_the_simpler_is_taken(search: Search) -> None:
    assert search.length(rules((PAIR, CALL), (LOW, CALL))) == (2, 1 + 2, 4 + 3)
    assert search.length(rules()) == (0, 0, 0)
    same = [rules((HIGH, CALL), (PAIR, CALL)), rules((PAIR, CALL), (LOW, CALL)), rules(otherwise=CALL)]
    cheap = rules((HIGH, RAISE), (PAIR, CALL))
    for order in permutations([cheap, rules((ODD, CALL), (HIGH, RAISE), (PAIR, CALL)), *same]):
        assert search.best_of(order) == rules((HIGH, RAISE), (PAIR, CALL))


def test_two_are_kept_for_each_act_that_is_for_all_others_and_no_two_that_say_the_same(search: Search) -> None:
    lists = [rules(otherwise=CALL), rules((PAIR, CALL), otherwise=CALL), rules((HIGH, RAISE), otherwise=CALL)]
    lists += [rules((ODD, CALL)), rules((PAIR, CALL)), rules((HIGH, CALL)), rules()]
    lists += [rules((LOW, FOLD), otherwise=CALL), rules((PAIR, CALL), (PAIR, CALL))]
    best, call = rules((HIGH, RAISE), otherwise=CALL), rules(otherwise=CALL)
    assert search.kept(lists, 1) == [best, call, rules((ODD, CALL)), rules((PAIR, CALL))]  # 0, 40, 70, 70
    assert search.kept(lists, 5) == [best, call, rules((PAIR, CALL)), rules()]  # 0, 40, 70, 106; ODD errs itself: 230


def test_one_rule_more_is_put_in_every_place_where_it_saves(search: Search) -> None:
    first = list(search.longer(rules(), 1, (0, 0)))
    assert {rules((PAIR, CALL)), rules((ODD, CALL)), rules((HIGH, RAISE))} <= set(first)
    saves = {found: search.cost(rules()) - search.cost(found) for found in first}
    assert all(saved > 0 for saved in saves.values())
    assert {found.rules[0].act for found in first} == {CALL, RAISE}, "nothing is saved by folding what is folded"
    behind = list(search.longer(rules((HIGH, RAISE)), 1, (1,)))
    assert rules((HIGH, RAISE), (PAIR, CALL)) in behind
    assert all(found.rules[0] == (HIGH, RAISE) and len(found.rules) == 2 for found in behind)


def test_the_search_ends_at_the_first_length_that_is_good_enough(search: Search) -> None:
    exact = rules((HIGH, RAISE), otherwise=CALL)
    for within, found in ((0, rules((LOW, FOLD))), (39, exact), (40, rules(otherwise=CALL))):
        shortest = search.shortest(within)
        assert search.cost(shortest) <= within
        assert len(shortest.rules) <= max(1, len(found.rules))
    assert search.shortest(0).rules == search.pruned(search.shortest(0), 0).rules
    assert search.shortest(40) == rules(otherwise=CALL)
    assert Search(classes(), []).shortest(0) == rules(otherwise=CALL), "without words: the best act for all"


def test_the_best_of_all_short_lists_is_hardly_ever_missed() -> None:
    """Against every list of two rules at most, in small cases of chance."""
    rng = np.random.default_rng(12)
    missed = 0
    for _ in range(20):
        found = Search(classes(rng.integers(-20, 20, (4, 3))), words())
        ruled = [Ruled(word, act) for word in range(4) for act in range(3)]
        lists = [RuleList(each, act) for act in range(3) for n in range(3) for each in permutations(ruled, n)]
        best = min(map(found.cost, lists))
        shortest = found.shortest(best)
        missed += found.cost(shortest) > best
    assert missed <= 1


def test_rules_that_are_not_needed_are_taken_out_and_neighbours_stand_by_their_deals(search: Search) -> None:
    longer = rules((HIGH, RAISE), (ODD, CALL), (PAIR, CALL), otherwise=CALL)
    assert search.pruned(longer, 0) == rules((HIGH, RAISE), otherwise=CALL)
    assert search.pruned(longer, 39) == rules((HIGH, RAISE), otherwise=CALL)
    assert search.pruned(longer, 40) == rules(otherwise=CALL)
    for within, left in ((29, rules((HIGH, CALL))), (30, rules())):  # 76, and 106 without it
        assert search.pruned(rules((HIGH, CALL)), within) == left
    ordered = search.ordered(rules((HIGH, RAISE), (ODD, CALL), (LOW, CALL), (PAIR, CALL)))
    assert ordered == rules((HIGH, RAISE), (PAIR, CALL), (ODD, CALL), (LOW, CALL))
    as_many = rules((LOW, CALL), (HIGH, CALL), (PAIR, FOLD), (ODD, CALL))
    assert search.ordered(as_many) == as_many


def test_hands_that_no_word_tells_apart_are_one_class() -> None:
    told = words(["pair", "low"])
    number, marks = told_apart([*told, Word("none", np.zeros(4, dtype=bool), 1)], 4)
    assert number[0] == number[1] != number[2] == number[3]
    assert marks[:, number].tolist() == [[True, True, False, False], [False, False, True, True], [False] * 4]
    together = Search(classes(), told)
    pair = number[0]
    assert together.deals[pair] == 4 + 3
    assert together.best[pair] == 20 - 4
    assert together.worth[pair].tolist() == [-20, 16, -25]
    assert told_apart([], 3)[0].tolist() == [0, 0, 0]


def test_the_limits_of_a_search() -> None:
    assert (rule_list.RULES_MAX, rule_list.BEAM, rule_list.TRIED, rule_list.MENDED) == (12, 2, 2, 3)
    assert rule_list.WEIGHTS == (1, 5, 25)
