"""Answers to what Triple Shot's source says in words and charts: what our own rules and best play say to the same."""

from fractions import Fraction

from houseway.games.charts import WHOLE, Plan, card_points
from houseway.games.game import Game, Settings
from houseway.games.sheet import Claim
from houseway.games.triple_shot_bonus.play import HAT_TRICK, POKER, WIN
from houseway.games.triple_shot_bonus.solve import solve
from houseway.games.triple_shot_bonus.solve_blackjack import solve_blackjack
from houseway.rules.compositions import EMPTY, compositions

COLUMNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")  # as the source prints them
LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P"}
EIGHTS = ("2-6", "5-3", "4-4")


def answer(game: Game, settings: Settings, claim: Claim) -> str:
    """In the words of the claim's value where it is borne out."""
    if claim.measure == "strategy":
        _, plan = solve_blackjack(game, settings, "optimal")
        return strategy_answer(game, plan, claim)
    if claim.measure == "hold":
        edge = solve(game, settings, "basic").notes["round.edge"]
        return f"an edge of {float(edge):.2%}"
    if claim.id == "war.tie_exact":
        return str(solve(game, settings, "basic").notes["war.tie"])
    if claim.wager == "poker":
        best = max(Fraction(int(num), int(den)) for num, den in game.pays(settings)[POKER])
        return f"{best.numerator} to {best.denominator}"
    num, den = (int(part) for part in game.pays(settings)[HAT_TRICK, WIN])
    return str(num // den) if claim.value.isdigit() else f"{num} to {den}"


def strategy_answer(game: Game, plan: Plan, claim: Claim) -> str:
    row = claim.id.removeprefix("strategy.")
    if row == "h8":
        return eights(game, plan)
    if row == "five_cards":
        return five_cards(game, plan)
    printed = claim.value.split()
    return " ".join(_cell(game, plan, two_cards(row), up, cell) for up, cell in zip(COLUMNS, printed, strict=True))


def two_cards(row: str) -> list[tuple[int, int]]:
    """The first hands of a printed row, as points: an ace and a card, or two other cards of that total."""
    if row.startswith("a_"):
        return [(1, card_points(row[2:].upper()))]
    words = row.removeprefix("hard_").split("_to_")
    totals = range(int(words[0]), int(words[-1]) + 1)
    return [(low, total - low) for total in totals for low in range(2, 11) if low <= total - low <= 10]


def _cell(game: Game, plan: Plan, hands: list[tuple[int, int]], up: str, printed: str) -> str:
    """What the best play does with each of these hands; H8 is a hit or a double, as the footnote says."""
    letters = {first_act(game, plan, hand, up) for hand in hands}
    if printed == "H8":
        return printed if letters <= {"H", "D"} else "/".join(sorted(letters))
    return "/".join(sorted(letters))


def first_act(game: Game, plan: Plan, hand: tuple[int, ...], up: str) -> str:
    tree = compositions().tree
    number = EMPTY
    for points in hand:
        number = int(tree[number, points])
    return LETTERS[game.acts[plan.acts[WHOLE, number, card_points(up), 0]]]


def eights(game: Game, plan: Plan) -> str:
    """Which eights are doubled, hand by hand."""
    said = []
    for name in EIGHTS:
        low, high = (card_points(word) for word in name.split("-"))
        doubled = [up for up in COLUMNS if first_act(game, plan, (low, high), up) == "D"]
        said.append(f"{name}: D vs {' '.join(doubled)}")
    return "; ".join(said) + "; else H"


def five_cards(game: Game, plan: Plan) -> str:
    """What the best play does with hard hands of five cards that total 12 to 14."""
    book = compositions()
    said = []
    stands = set()
    for total in (12, 13, 14):
        hands = [n for n in range(len(book.tree)) if book.cards[n] == 5 and book.total[n] == total and not book.soft[n]]
        stands |= {(total, up) for up in COLUMNS for n in hands if _act(game, plan, n, up) != "H"}
        said.append(f"{total}: H")
    return "; ".join(said + [f"{total} vs {up}: S" for total, up in sorted(stands)])


def _act(game: Game, plan: Plan, number: int, up: str) -> str:
    return LETTERS[game.acts[plan.acts[WHOLE, number, card_points(up), 0]]]
