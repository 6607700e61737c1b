"""The faults that `make mutants` makes, the tests that it chooses for them, and what it does to the copy."""

import argparse
import ast
import random
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from houseway.rules.blackjack import make_natural
from houseway.rules.combos import _sorted_3, index_3, index_4, index_4_repeated, sorted_4
from houseway.rules.three_cards import three_value
from tests.mutants import __main__ as mutants
from tests.mutants import python_faults, script_faults, trial
from tests.mutants.choice import BUDGET_S, COMPILES, Seen
from tests.mutants.fault import Fault, read
from tests.mutants.likely import likely
from tests.mutants.near import imported, importing, nearest
from tests.mutants.python_faults import SETS
from tests.mutants.rooms import CONCERN, HOLD, ROOMS, files_of, held_by
from tests.mutants.sample import sample
from tests.mutants.working_copy import ROOT, defined_in, digests

Find = Callable[[str, str], list[Fault]]


def made(find: Find, text: str) -> set[tuple[str, str]]:
    return {(fault.kind, fault.put(text)) for fault in find("src/houseway/x", text)}


@pytest.mark.parametrize(
    ("text", "kind", "faulty"),
    [
        ("a < (b)", "comparison", "a <= (b)"),
        ("a not in b", "comparison", "a in b"),
        ("a is not b", "comparison", "a is b"),
        ("(a) - b", "arithmetic", "(a) + b"),
        ("-a", "sign", "a"),
        ("not a", "boolean", "bool(a)"),
        ("a and b", "boolean", "a or b"),
        ("7", "constant", "8"),
        ("True", "constant", "False"),
        ("f(a, b, c)", "swapped", "f(b, a, c)"),
        ("a if b else c", "condition", "a if (not (b)) else c"),
        ("{'edge': a}", "key", "{'edge_': a}"),
        ("f'é {a:+.2%} {b:.4f}'", "precision", "f'é {a:+.3%} {b:.4f}'"),
        ("f'é {a * 100}'", "arithmetic", "f'é {a // 100}'"),
    ],
)
def test_an_expression_has_this_fault(text: str, kind: str, faulty: str) -> None:
    assert (kind, f"x = {faulty}\n") in made(python_faults.faults, f"x = {text}\n")


@pytest.mark.parametrize(
    ("text", "kind", "faulty"),
    [
        ("return a", "return", "return None"),
        ("send(a)", "removed", "pass"),
        ("raise Refused(a)", "removed", "pass"),
        ("self.a = 1", "removed", "pass"),
        ("a += 1", "removed", "pass"),
        ("if a: b = c", "condition", "if (not (a)): b = c"),
    ],
)
def test_a_statement_has_this_fault(text: str, kind: str, faulty: str) -> None:
    assert (kind, f"def f():\n    {faulty}\n") in made(python_faults.faults, f"def f():\n    {text}\n")


def test_what_says_nothing_and_what_types_say_is_left_alone() -> None:
    text = '"""Words: 1."""\nimport a\nif TYPE_CHECKING:\n    import b\n'
    text += '__all__ = ["a"]\ndef f(x: L[1]) -> L[2]:\n    """More 3."""\n    assert x == 4\n'
    text += (
        '    log.info("told", at=5)\n    with suppress(a, b):\n        x = max(y, z)\n    raise NotImplementedError\n'
    )
    assert python_faults.faults("x", text) == []
    no = "def f():\n    return False\n"
    assert made(python_faults.faults, no) == {("constant", "def f():\n    return True\n")}


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "scripts"])
def test_a_fault_of_ours_is_python_still(room: str) -> None:
    for fault in sample(room, ROOT, seed=3, count=40):
        ast.parse(fault.put((ROOT / fault.path).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("text", "kind", "faulty"),
    [
        ("a === b", "comparison", "a !== b"),
        ("a < b", "comparison", "a <= b"),
        ("a && !b", "boolean", "a && b"),
        ("a - b", "arithmetic", "a + b"),
        ("f(-a)", "sign", "f(a)"),
        ("a.toFixed(2)", "constant", "a.toFixed(3)"),
        ("`'${a * 100}`", "arithmetic", "`'${a / 100}`"),
        ("(true)", "constant", "(false)"),
    ],
)
def test_a_script_has_this_fault(text: str, kind: str, faulty: str) -> None:
    assert (kind, f"const x = {faulty};\n") in made(script_faults.faults, f"const x = {text};\n")


def test_a_call_of_a_script_is_removed() -> None:
    assert ("removed", "{\n  ;\n}\n") in made(script_faults.faults, "{\n  show(a, b);\n}\n")


def test_arrows_words_and_remarks_of_a_script_are_left_alone() -> None:
    text = "// 1 < 2\n/* 3 && 4 */\nconst x = (a) => 'b < 5';\nconst y = a.match(/6+<7/);\nconst z = `8 < 9`;\n"
    assert script_faults.faults("x.js", text) == []


def test_a_sample_is_the_same_for_a_seed_and_has_every_kind() -> None:
    one = sample("pages and commands", ROOT, seed=1, count=20)
    assert one == sample("pages and commands", ROOT, seed=1, count=20)
    assert one != sample("pages and commands", ROOT, seed=2, count=20)
    assert len({fault.kind for fault in one}) >= 10
    assert len({(fault.path, fault.line) for fault in one}) == 20


def test_every_file_of_ours_is_in_one_room_and_every_room_has_tests() -> None:
    rooms = [name for room in ROOMS for name in files_of(room, ROOT)]
    assert len(rooms) == len(set(rooms))
    package = ROOT / "src" / "houseway"
    ours = {path.relative_to(ROOT).as_posix() for end in ("py", "js") for path in package.rglob(f"*.{end}")}
    left = {name for name in ours - set(rooms) if "/editions/" not in name}
    assert left <= {"src/houseway/__init__.py", "src/houseway/__main__.py"}
    for begins in CONCERN.values():
        assert all(list((ROOT / each).parent.glob(f"{Path(each).name}*")) for each in begins)


def fault_in(function: str, path: str = "src/houseway/rules/odds.py") -> Fault:
    return Fault(path, "constant", 5, 6, "2", "1", 1, function)


def test_the_quickest_callers_come_first_and_each_test_before_its_other_parameters() -> None:
    seen = Seen()
    seen.seconds = {"t.py::a[1]": 0.1, "t.py::a[2]": 0.2, "t.py::b": 3.0, "t.py::c": BUDGET_S, "t.py::d": 0.1}
    seen.callers["src/houseway/rules/odds.py::winnings"] = {"t.py::a[1]", "t.py::a[2]", "t.py::b", "t.py::c"}
    assert seen.chosen(fault_in("winnings")) == ["t.py::a[1]", "t.py::b", "t.py::a[2]"]
    assert seen.chosen(fault_in("winnings"), budget_s=1.0) == ["t.py::a[1]", "t.py::a[2]"], (
        "as many as there is time for"
    )
    seen.callers[COMPILES] = {"t.py::a[1]"}
    assert seen.chosen(fault_in("winnings")) == ["t.py::a[2]", "t.py::b", "t.py::a[1]"], "what compiles comes late"


def test_a_fault_in_no_function_meets_all_that_call_its_file_and_a_scripts_those_around_it() -> None:
    seen = Seen()
    seen.seconds = dict.fromkeys(("t.py::a", "t.py::b", "t.py::c"), 1.0)
    seen.callers["src/houseway/rules/odds.py::one"] = {"t.py::a"}
    seen.callers["src/houseway/rules/odds.py::two"] = {"t.py::b"}
    assert seen.chosen(fault_in("")) == ["t.py::a", "t.py::b"]
    seen.seconds["tests/approved/t.py::d"] = 2.0
    seen.callers["src/houseway/rules/shoe.py::draw"] = {"tests/approved/t.py::d", "t.py::c"}
    assert seen.chosen(fault_in("")) == ["t.py::a", "t.py::b", "tests/approved/t.py::d"], "and what holds its room"
    script = "src/houseway/web/static/js/money.js"
    seen.callers[f"{script}::0-100"] = {"t.py::a", "t.py::b", "t.py::c"}
    seen.callers[f"{script}::2-10"] = {"t.py::c"}
    assert seen.chosen(fault_in("", script)) == ["t.py::c"]


@pytest.mark.parametrize("ended", ["killed", "survived", KeyboardInterrupt])
def test_the_file_is_as_it_was_whatever_became_of_the_fault(
    ended: str | type[KeyboardInterrupt], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = fault_in("winnings", "odds.py")
    (tmp_path / "odds.py").write_text("x = 0 + 1\n".replace("0 + ", " "))
    before = (tmp_path / "odds.py").read_text()
    fault = python_faults.faults("odds.py", before)[0]
    met: list[str] = []

    def run(place: Path, tests: list[str]) -> tuple[str, str]:
        met.append((place / "odds.py").read_text())
        if isinstance(ended, str):
            return (ended if len(met) == 1 else "survived", tests[0])
        raise ended

    monkeypatch.setattr(trial, "run", run)
    if isinstance(ended, str):
        assert mutants.try_fault(tmp_path, fault, ["t.py::a"], set())[0] == ended
    else:
        with pytest.raises(KeyboardInterrupt):
            mutants.try_fault(tmp_path, fault, ["t.py::a"], set())
    assert met[0] == fault.put(before) != before
    assert (tmp_path / "odds.py").read_text() == before


def test_the_digests_that_a_copy_freezes_are_found_where_they_are_made() -> None:
    """Where this fails a digest of sources has a new name: say so in working_copy.py, or it catches every fault."""
    for name, kept in digests(ROOT).items():
        assert all(len(each) >= 16 for each in kept.values())
        assert "@cache" in defined_in(ROOT, name).read_text(encoding="utf-8")


# --- which tests are tried first ---


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    for name, text in {
        "src/houseway/house/till.py": "def change_due(paid, price):\n    return paid - price\n",
        "src/houseway/house/shop.py": "from houseway.house.till import change_due\n",
        "tests/test_till.py": "from houseway.house.till import change_due\n\ndef test_some_money_comes_back():\n"
        "    assert change_due(3, 2) == 1\n\n@pytest.mark.slow\ndef test_change_due_at_length():\n    pass\n",
        "tests/test_shop.py": "from houseway.house.shop import x\n\ndef test_a_shop_opens():\n    assert x\n",
        "tests/test_weather.py": "def test_it_rains():\n    pass\n",
        "tests/browser/test_page.py": "from houseway.house.till import change_due\n\ndef test_a_page():\n    pass\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


FILES = ["tests/browser/test_page.py", "tests/test_weather.py", "tests/test_shop.py", "tests/test_till.py"]


def test_near_is_a_test_file_that_names_the_function_or_imports_its_file(small_tree: Path) -> None:
    fault = Fault("src/houseway/house/till.py", "arithmetic", 0, 0, "+", "-", 2, "change_due")
    assert nearest(fault, small_tree, FILES) == FILES[::-1]
    (small_tree / "tests/test_shop.py").write_text("from houseway.house import till\n")
    importing_it = ["tests/test_till.py", "tests/test_shop.py"]
    imported.cache_clear()
    assert importing(fault, small_tree, FILES) == importing_it
    assert importing(fault, small_tree, FILES, 1) == importing_it[:1]


def test_likely_is_a_test_that_shares_rare_words_with_the_function_and_is_not_slow(small_tree: Path) -> None:
    fault = Fault("src/houseway/house/till.py", "arithmetic", 0, 0, "+", "-", 2, "change_due")
    found = likely(fault, small_tree, FILES)
    assert found[0] == "tests/test_till.py::test_some_money_comes_back"
    assert sorted(found[1:]) == ["tests/test_shop.py::test_a_shop_opens", "tests/test_weather.py::test_it_rains"]
    assert likely(fault, small_tree, FILES, count=1) == found[:1]


def test_a_test_that_fails_without_the_fault_too_is_left_out_and_the_others_go_on(
    small_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "src/houseway/house/till.py"
    (fault,) = (each for each in python_faults.faults(path, read(small_tree, path)) if each.kind == "arithmetic")
    met: list[list[str]] = []

    def run(place: Path, tests: list[str]) -> tuple[str, str]:
        faulty = "+" in (place / fault.path).read_text()
        met.append(tests)
        weather = next((test for test in tests if "weather" in test), "")
        till = next((test for test in tests if "till" in test), "")
        if weather:
            return "killed", weather
        return ("killed", till) if faulty and till else ("survived", "")

    monkeypatch.setattr(trial, "run", run)
    given = argparse.Namespace(files=0, seconds=10.0, also=[])
    ended = mutants.meet(small_tree, fault, FILES, given, set())
    assert ended == ("killed", "tests/test_till.py::test_some_money_comes_back")
    assert "tests/test_weather.py::test_it_rains" in met[0]
    assert "tests/test_weather.py::test_it_rains" not in met[-1]


def test_a_script_meets_first_what_loads_it_or_a_script_that_imports_it(small_tree: Path) -> None:
    static, pages = "src/houseway/web/static", "tests/browser"
    for name, text in {
        f"{static}/js/coin.js": "export function coin(cents) {\n  return cents + 1;\n}\n",
        f"{static}/js/purse.js": 'import { coin } from "./coin.js";\n',
        f"{pages}/drawn.js": '({ coin: () => import("/js/purse.js") })\n',
        f"{pages}/test_drawn.py": 'def test_it_is_drawn():\n    read("drawn.js")\n\n\ndef test_rain():\n    pass\n',
        f"{pages}/test_words.py": "def test_coin_cents_return():\n    coin = cents = 1\n",
    }.items():
        (small_tree / name).parent.mkdir(parents=True, exist_ok=True)
        (small_tree / name).write_text(text)
    (fault,) = (
        each for each in script_faults.faults(f"{static}/js/coin.js", read(small_tree, f"{static}/js/coin.js"))
        if each.kind == "arithmetic"
    )  # fmt: skip
    found = likely(fault, small_tree, [*FILES, f"{pages}/test_drawn.py", f"{pages}/test_words.py"])
    assert found[:2] == [f"{pages}/test_drawn.py::test_it_is_drawn", f"{pages}/test_words.py::test_coin_cents_return"]
    assert all("/browser/" in test for test in found)


@pytest.mark.parametrize("several_decks", [False, True])
def test_what_is_said_to_take_cards_in_any_order_does(several_decks: bool) -> None:
    chance = random.Random(5)
    rules = (index_3, index_4_repeated, sorted_4, _sorted_3, three_value, make_natural)
    assert {*SETS} == {rule.__name__ for rule in (*rules, index_4)}
    for rule in (*rules, *(() if several_decks else (index_4,))):
        places = rule.__code__.co_argcount
        for _ in range(300):
            cards = chance.sample(range(52), places)
            if several_decks:
                cards[0] = cards[1]
            said = {rule(*each) for each in permutations(cards)}
            assert len(said) == 1, f"{rule.__name__} of {cards}"


def test_what_holds_a_part_is_there() -> None:
    for test in {test for tests in HOLD.values() for test in tests}:
        name, _, function = test.partition("::")
        assert f"def {function}" in read(ROOT, name)
    assert held_by("src/houseway/engine/why/poker.py") == ["tests/approved/test_whys.py", *HOLD["engine/"]]
    assert all(any(ROOT.glob(f"src/houseway/{part}*")) for part in HOLD)


def test_tests_that_do_not_end_without_the_fault_either_say_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odds.py").write_text("x = 1\n")
    (fault,) = python_faults.faults("odds.py", "x = 1\n")
    ends = {"x = 1\n": "survived", "x = 2\n": "out of time"}
    monkeypatch.setattr(trial, "run", lambda place, _: (ends[(place / "odds.py").read_text()], ""))
    assert mutants.try_fault(tmp_path, fault, ["t.py::a"], set()) == ("out of time", "")
    ends["x = 1\n"] = "out of time"
    ended, by = mutants.try_fault(tmp_path, fault, ["t.py::a"], set())
    assert (ended, by) == ("unclear", "they do not end in time without it either")


def test_a_browsers_test_must_fail_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odds.py").write_text("x = 1\n")
    (fault,) = python_faults.faults("odds.py", "x = 1\n")
    test = "tests/browser/test_x.py::test_y"
    for again, ended in (("killed", "killed"), ("survived", "unclear")):
        ends = iter(["killed", "survived", again])
        monkeypatch.setattr(trial, "run", lambda *_, ends=ends: (next(ends), test))
        assert mutants.try_fault(tmp_path, fault, [test], set())[0] == ended
        assert (tmp_path / "odds.py").read_text() == "x = 1\n"
