"""A game whose figures hang on the size of the bets is refused with its line, and no other is."""

from collections.abc import Callable

import pytest

from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.analysis.universal.chips import fault_of_chips
from houseway.analysis.universal.kinds.whole_shoe import prove_by_kinds
from houseway.analysis.universal.proof import prove
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.rules.refused import Refused
from tests.exact.every_deal import best_mean
from tests.exact.test_plain_rules import CALLED, DECIDES, LEAF, SIX, Change, after, before, changed

__all__ = ["changed"]  # the fixture

RAISED = "stake(felt, seat, 0, RAISE, felt.wagers[seat, ANTE])"
ODDS: Change = before("from houseway.rules.shapes", "from houseway.rules.odds import winnings\n")
PAY: Change = ("seats_of, settle,", "pay, seats_of, settle,")

HANGING: dict[str, tuple[str, tuple[Change, ...]]] = {
    "from a sum on": ("play holds chips against something: felt.stakes[seat, 0, ANTE] >= 500", (
        (CALLED, "WIN if felt.stakes[seat, 0, ANTE] >= 500 else LOSE"),)),
    "from a sum on, two names away": ("is_large holds chips against something: cents > 500", (
        after(DECIDES, "    most = felt.wagers\n    bet = most[1, ANTE]\n"), (CALLED, "is_large(bet)"),
        before(LEAF, "def is_large(cents: int) -> int:\n    return int(cents > 500)\n\n\n"))),
    "a sum between two": ("holds chips against something: 0 < felt.net[seat, ANTE] < 500", (
        (CALLED, "int(0 < felt.net[seat, ANTE] < 500)"),)),
    "one bet against another": ("holds chips against something", (
        (CALLED, "int(felt.stakes[seat, 0, ANTE] > felt.stakes[seat, 0, RAISE])"),)),
    "odd sums": ("reckons with chips: felt.wagers[seat, ANTE] % 3", ((CALLED, "felt.wagers[seat, ANTE] % 3"),)),
    "a raise of a fixed sum": ("puts up or pays a fixed sum", (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "100 * (felt.wagers[seat, ANTE] > 0)")),)),
    "a raise up to a sum": ("takes chips for a number", (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "min(felt.wagers[seat, ANTE], 300)")),)),
    "a raise of the square": ("reckons with chips", (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "felt.wagers[seat, ANTE] * felt.wagers[seat, ANTE]")),)),
    "a raise and a dollar": ("takes chips for a number", (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "felt.wagers[seat, ANTE] + 100")),)),
    "a third of the bet": ("reckons with chips", (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "felt.wagers[seat, ANTE] // 3")),)),
    "a sum paid": ("puts up or pays a fixed sum", (
        PAY, ("settle(felt, rules, seat, 0, RAISE, outcome)", "pay(felt, seat, 0, RAISE, outcome, 500)"))),
    "a sum paid for luck": ("takes chips for a number", (
        PAY, (RAISED, f"{RAISED}\n                won = 0\n                won += felt.wagers[seat, ANTE]\n"
                      "                won += 1 + felt.cards[seat, 0, 0]"))),
    "chips as odds": ("takes chips for a number", (
        ODDS, PAY, ("settle(felt, rules, seat, 0, RAISE, outcome)",
                    "pay(felt, seat, 0, RAISE, outcome, winnings(felt.stakes[seat, 0, RAISE], "
                    "felt.stakes[seat, 0, RAISE], 1, rules.rounding, rules.grain_cents))"))),
    "chips as an outcome": ("takes chips for a number", (
        ("settle(felt, rules, seat, 0, RAISE, outcome)",
         "settle(felt, rules, seat, 0, RAISE, felt.stakes[seat, 0, ANTE])"),)),
    "chips kept": ("keeps chips: felt.marks[seat, 0]", (
        (RAISED, RAISED + "\n                felt.marks[seat, 0] = felt.stakes[seat, 0, RAISE]"),)),
    "chips as a place": ("takes chips for a number", ((CALLED, "felt.marks[seat, felt.stakes[seat, 0, RAISE]]"),)),
    "chips as a count": ("takes chips for a number", (
        after(DECIDES, "    for i in range(felt.wagers[1, ANTE]):\n        felt.marks[1, 0] += i\n"),)),
    "now chips and now a number": ("takes chips for a number", (
        (RAISED, "stake(felt, seat, 0, RAISE, felt.wagers[seat, ANTE] if seat == 1 else 7)"),)),
}  # fmt: skip

PLAIN: dict[str, tuple[Change, ...]] = {
    "as much again, and half": (
        (RAISED, RAISED.replace("felt.wagers[seat, ANTE]", "3 * felt.wagers[seat, ANTE] // 2")),
    ),
    "by names": (
        (RAISED, "cents = 0\n                for i in range(2):\n                    cents += felt.wagers[seat, ANTE]\n"
                 "                stake(felt, seat, 0, RAISE, -(-cents))"),
    ),
    "at odds": (
        ODDS, PAY, ("settle(felt, rules, seat, 0, RAISE, outcome)",
                    "pay(felt, seat, 0, RAISE, outcome, winnings(felt.stakes[seat, 0, RAISE], 1 - outcome, 1, "
                    "rules.rounding, rules.grain_cents))"),
    ),
    "whether there are any": ((CALLED, f"{CALLED} if felt.stakes[seat, 0, RAISE] else LOSE"),),
    "what was won": (
        ("settle(felt, rules, seat, 0, ANTE, outcome)",
         "outcome = WIN if settle(felt, rules, seat, 0, ANTE, outcome) > 0 else LOSE"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "fast_action_holdem"])
def test_figures_of_our_games_hang_on_no_size_of_bet(slug: str) -> None:
    assert fault_of_chips(find_game(slug).play) == ""


def test_a_bonus_from_a_least_bet_on_is_found_in_a_game_of_ours() -> None:
    """Fast Action Hold'em gives its lammers so."""
    assert "felt.wagers[seat, BONUS] >= rules.envy_least_cents" in fault_of_chips(find_game("fast_action_holdem").play)


@pytest.mark.parametrize("name", HANGING)
def test_breach__what_hangs_on_the_size_of_the_bets_is_refused(name: str, changed: Callable[..., Game]) -> None:
    said, changes = HANGING[name]
    game = changed(name, *changes)
    for prove_it in (prove, prove_by_kinds):
        with pytest.raises(Refused) as refused:
            prove_it(game, game.settings(), deck=SIX)
        assert said in str(refused.value)
        assert "(line " in str(refused.value)


@pytest.mark.parametrize("name", PLAIN)
def test_what_does_not_comes_out_alike_at_any_size(name: str, changed: Callable[..., Game]) -> None:
    game = changed(name, *PLAIN[name])
    proof = prove(game, game.settings(), deck=SIX)
    for times in (1, 2, 7):
        bets = {wager: times * cents for wager, cents in proof.asked.bets.items()}
        mean = best_mean(game, game.settings(), proof.asked.deck, len(proof.asked.shape.places), bets)
        assert -proof.wagers()["round"].edge.value == mean / proof.asked.unit_cents / times


def test_breach__nor_is_a_wager_proved_apart_in_such_a_game(changed: Callable[..., Game]) -> None:
    side = ("            settle(felt, rules, seat, 0, RAISE, outcome)\n",
            "            settle(felt, rules, seat, 0, RAISE, outcome)\n"
            "            if felt.wagers[seat, ANTE] >= 500:\n                felt.marks[seat, 0] = 1\n")  # fmt: skip
    always: Change = ("CHOICE) == TO_RAISE", "1 << TO_RAISE) == TO_RAISE")
    plain = changed("always", always)
    assert prove_apart(plain, plain.settings(), "ante").edge.value == 0
    game = changed("always, from a sum on", always, side)
    with pytest.raises(Refused, match="hang on the size of the bets"):
        prove_apart(game, game.settings(), "ante")
