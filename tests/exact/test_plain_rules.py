"""What a round is made of beside cards and acts is found before a proof begins, whichever way it is proved."""

from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.analysis.universal.kinds.whole_shoe import prove_by_kinds
from houseway.analysis.universal.plain_rules import fault_of
from houseway.analysis.universal.proof import prove
from houseway.analysis.universal.shape import can_be_proved
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.exact.every_deal import best_mean

SIX = cards_of("2c 7d 7h 9h Jc Ks")
Change = tuple[str, str]
CALLED = "outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, 0])"
DECIDES = "    turn_all(felt, HOUSE, DEALER)\n"
LEAF = "def outcome_of(rules: Rules, own: int, dealers: int) -> int:\n"
HEIGHT = "def height(rules: Rules, card: int) -> int:\n"
SUIT: Change = ("import rank\n", "import rank, suit\n")


def before(line: str, new: str) -> Change:
    return line, new + line


def after(line: str, new: str) -> Change:
    return line, line + new


SLY: dict[str, tuple[str, tuple[Change, ...]]] = {
    "a list remembers, two rules away": (
        "note_down writes SEEN[0] itself",
        (
            after(DECIDES, "    look(felt.cards[HOUSE, DEALER, 0])\n"),
            before(LEAF, "SEEN = [0]\n\n\ndef look(card: int) -> None:\n    note_down(card)\n\n\n"
                         "def note_down(card: int) -> None:\n    SEEN[0] = card & 1\n\n\n"),
        ),
    ),
    "a list is read": (
        "outcome_of reads SEEN, which is neither a number nor a rule",
        (before(LEAF, "SEEN = [0]\n\n\n"), after(LEAF, "    if SEEN[0]:\n        return WIN\n")),
    ),
    "a number of the module is written": (
        "look has a word that cannot be followed (Global)",
        (
            after(DECIDES, "    look(felt.cards[HOUSE, DEALER, 0])\n"),
            before(LEAF, "LAST = 0\n\n\ndef look(card: int) -> None:\n    global LAST\n    LAST = card & 1\n\n\n"),
        ),
    ),
    "a default remembers": (
        "the source of height is not all there is of it",
        ((HEIGHT, "SEEN = [0]\n\n\ndef height(rules: Rules, card: int, seen: Any = SEEN) -> int:\n"),),
    ),
    "a rule is wrapped": (
        "play reads outcome_of, which is neither a number nor a rule",
        (before(LEAF, "from functools import lru_cache\n\n\n@lru_cache(maxsize=1)\n"),),
    ),
    "a rule is made by another": (
        "the source of by_suit is not all there is of it",
        (
            (CALLED, CALLED.replace("outcome_of", "made")),
            after("RAISE, outcome)\n", "\n\ndef make(odd: int) -> Any:\n"
                  "    def by_suit(rules: Rules, own: int, other: int) -> int:\n"
                  "        return (own + odd) & 1\n\n    return by_suit\n\n\nmade = make(1)\n"),
        ),
    ),
    "a rule is a lambda": (
        "the source of <lambda> is not all there is of it",
        (
            (CALLED, CALLED.replace("outcome_of", "judged")),
            after("RAISE, outcome)\n", "\n\njudged = lambda rules, own, dealers: own & 1\n"),
        ),
    ),
    "a field is asked by name": (
        "play reads getattr, which is neither a number nor a rule",
        ((CALLED, 'getattr(felt, "cards")[seat, 0, 0] & 1'),),
    ),
    "a field is asked of all names": (
        "play reads locals, which is neither a number nor a rule",
        ((CALLED, 'locals()["felt"].cards[seat, 0, 0] & 1'),),
    ),
    "what an array can do": (
        "calls felt.cards.sum in a way that cannot be followed",
        ((CALLED, "felt.cards.sum() & 1"),),
    ),
    "what an array can do, under a name": (
        "looks into something that cannot be followed: felt.cards.item",
        (after(DECIDES, "    face = felt.cards.item\n"), (CALLED, "face(seat, 0, 0) & 1")),
    ),
    "chance of its own": (
        "play reads random, which is neither a number nor a rule",
        (SUIT, before("from typing import", "from random import random\n"), (CALLED, "int(2 * random())")),
    ),
    "the rules are written": (
        "play writes rules.pays[ANTE, WIN] itself",
        (after(DECIDES, "    rules.pays[ANTE, WIN] = rules.pays[ANTE, TIE]\n"),),
    ),
    "the rules are written from afar": (
        "spoil writes pays[ANTE, WIN] itself",
        (
            after(DECIDES, "    spoil(rules.pays)\n"),
            before(LEAF, "def spoil(pays: Any) -> None:\n    pays[ANTE, WIN] = pays[ANTE, TIE]\n\n\n"),
        ),
    ),
    "what is never swept is written": (
        "play writes felt.players[seat] itself",
        (after("RAISE, outcome)\n", "            felt.players[seat] = 1 + outcome\n"),),
    ),
    "a card is written": (
        "play writes felt.cards[HOUSE, DEALER, 0] itself",
        (after(DECIDES, "    felt.cards[HOUSE, DEALER, 0] = 51\n"),),
    ),
    "a word of Python is another": (
        "play has a range of its own",
        (before(LEAF, "def range(first: int, last: int) -> Any:\n    return (1,)\n\n\n"),),
    ),
    "lines that may be left": (
        "play has a word that cannot be followed (Try)",
        ((DECIDES, "    try:\n        turn_all(felt, HOUSE, DEALER)\n    except ValueError:\n        return\n"),),
    ),
    "the cards that are left": (
        "play looks into the shoe: shoe.at",
        ((CALLED, "min(2, shoe.at[1] - shoe.at[0])"),),
    ),
    "the last card, two rules away": (
        "bottom looks into the shoe: of.cards",
        (
            (CALLED, "WIN if undealt(felt, shoe) > 30 else LOSE"),
            before(LEAF, "def undealt(felt: Felt, shoe: Shoe) -> int:\n    return bottom(shoe)\n\n\n"
                         "def bottom(of: Shoe) -> int:\n    return int(of.cards[5])\n\n\n"),
        ),
    ),
    "the shoe, by a rule handed on": (
        "peek looks into the shoe: shoe.cards",
        (
            (CALLED, "judged(peek, shoe)"),
            before(LEAF, "def judged(rule: Any, of: Shoe) -> int:\n    return int(rule(of) & 1)\n\n\n"
                         "def peek(shoe: Shoe) -> int:\n    return int(shoe.cards[5])\n\n\n"),
        ),
    ),
    "the shoe under another name": (
        "play looks into the shoe: cards = shoe",
        (after(DECIDES, "    cards = shoe\n"), (CALLED, "cards[0][5] & 1")),
    ),
    "lines of the tape": (
        "play looks into the felt: felt.tape_at",
        ((CALLED, "felt.tape_at[0] & 1"),),
    ),
    "lines of the tape by number": (
        "play looks into the felt: felt[10]",
        ((CALLED, "felt[10][2, 3] & 1"),),
    ),
    "the script of the acts": (
        "play looks into the plan: plan.acts",
        ((CALLED, "plan.acts[0] & 1"),),
    ),
    "who decides is asked aside": (
        "play looks into the decider: decide(plan, felt, seat, 0, CHOICE)",
        ((CALLED, "decide(plan, felt, seat, 0, CHOICE) & 1"),),
    ),
    "a die": (
        "play calls below, which is no act of a table",
        (("from houseway.rules.shoe import Shoe\n", "from houseway.rules.shoe import Shoe, below\n"),
         (CALLED, "below(shoe, 3)")),
    ),
    "a round that is called off": (
        "play calls void, which is no act of a table",
        (("stake_wager, turn_all", "stake_wager, turn_all, void"),
         after(DECIDES, "    void(felt)\n")),
    ),
    "a card of the round before": (
        "looks at a card before it is dealt: felt.cards[0, 0, 0]",
        (
            ("    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n", ""),
            before(DECIDES, "    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n"),
            before("    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n", f"    early = {CALLED.replace('seat', '1')}\n"),
            ("outcome = " + CALLED, "outcome = early"),
        ),
    ),
}  # fmt: skip


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Game]:
    """The game that `houseway new` writes, with lines changed."""

    def make(name: str, *changes: Change) -> Game:
        folder = tmp_path / "".join(each if each.isalpha() else "_" for each in name.lower())
        new_game(folder)
        text = (folder / "play.py").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_of_our_games_are_plain(slug: str) -> None:
    assert fault_of(find_game(slug).play) == ""


@pytest.mark.parametrize("name", SLY)
def test_breach__what_is_more_than_cards_and_acts_is_refused(name: str, changed: Callable[..., Game]) -> None:
    said, changes = SLY[name]
    game = changed(name, *changes)
    assert not can_be_proved(game)
    for prove_it in (prove, prove_by_kinds):
        with pytest.raises(Refused) as refused:
            prove_it(game, game.settings(), deck=SIX)
        assert said in str(refused.value)


@pytest.mark.parametrize("name", [name for name, (said, _) in SLY.items() if not said.startswith("looks at")])
def test_breach__nor_is_a_wager_of_such_a_game_proved_apart(name: str, changed: Callable[..., Game]) -> None:
    said, changes = SLY[name]
    game = changed(f"apart {name}", *changes)
    with pytest.raises(Refused) as refused:
        prove_apart(game, game.settings(), "ante")
    assert said in str(refused.value)


RIGHT: dict[str, tuple[Change, ...]] = {
    "numbers of cards": (before("    mine, theirs =", "    if own * 3 + dealers > 90:\n        return TIE\n"),),
    "a rule under another name": (
        SUIT, after(DECIDES, "    rank_of = suit\n"),
        (CALLED, "WIN if rank_of(felt.cards[seat, 0, 0]) > 1 else " + CALLED),
    ),
    "a rule that is handed on": (
        SUIT, (CALLED, "judged(suit, felt, seat)"),
        before(LEAF, "def judged(rank: Any, felt: Felt, seat: int) -> int:\n"
                     "    return int(rank(felt.cards[seat, 0, 0]) == 2)\n\n\n"),
    ),
    "the felt by number": ((CALLED, "min(2, felt[8][seat, 0, 0] & 3)"),),
    "cards of all names": (
        before(f"            outcome = {CALLED}\n",
               "            cards = felt.cards\n            own = cards[seat]\n            mine = own[0, 0]\n"),
        (CALLED, "outcome_of(rules, felt.cards[HOUSE, DEALER, 0], mine)"),
    ),
    "a card that is dealt under another name": (
        before("from houseway.rules.felt import ", "from houseway.rules.felt import deal as give\n"),
        ("    deal(felt, shoe, HOUSE, DEALER", "    felt.marks[HOUSE, 0] = give(felt, shoe, HOUSE, DEALER"),
        (CALLED, "WIN if felt.marks[HOUSE, 0] & 3 > felt.cards[seat, 0, 0] & 3 else LOSE"),
    ),
    "a place that has the name of a number": (
        ("deal(felt, shoe, seat, 0, FACE_OWN)", "deal(felt, shoe, seat, 0, FACE_OWN)\n" + " " * 12
         + "deal(felt, shoe, seat, 0, FACE_OWN)"),
        ("CARDS_MAX = 1", "CARDS_MAX = 2\nPLACE = 0"),
        after(DECIDES, "    PLACE, other = places(felt)\n"),
        (CALLED, "outcome_of(rules, felt.cards[seat, 0, PLACE], felt.cards[HOUSE, DEALER, 0])"),
        before(LEAF, "def places(felt: Felt) -> Any:\n    return int(felt.held[1, 0]) - 1, 0\n\n\n"),
    ),
    "two rules to the card": (
        (CALLED, "one(rules, felt, seat)"),
        before(LEAF, "def one(rules: Rules, felt: Felt, seat: int) -> int:\n    return two(felt, seat, HOUSE)\n\n\n"
               "def two(felt: Felt, seat: int, other: int) -> int:\n"
               "    return int(felt.cards[seat, 0, 0] % 4 < felt.cards[other, 0, 0] % 4)\n\n\n"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_breach__what_is_followed_otherwise_comes_out_as_every_deal_says(
    name: str, changed: Callable[..., Game]
) -> None:
    """Suits, orders and numbers of cards, reached in ways that a reader could miss."""
    game = changed(name, *RIGHT[name])
    proof = prove(game, game.settings(), deck=SIX)
    mean = best_mean(game, game.settings(), proof.asked.deck, len(proof.asked.shape.places), proof.asked.bets)
    assert -proof.wagers()["round"].edge.value == mean / proof.asked.unit_cents
    assert prove_by_kinds(game, game.settings(), deck=SIX).wagers()["round"].edge == proof.wagers()["round"].edge
