"""Toy games of one choice after another, dealt from a shoe: hit, stand or double, and hit again."""

from pathlib import Path

from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game

PLAY = '''"""A toy: two cards each, hit, stand or double, and a dealer who draws."""

from typing import Any, NamedTuple

from houseway.rules.blackjack import total_of
from houseway.rules.cards import rank
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import DEALER, HOUSE, Felt, deal, deal_up, no_more_bets, seats_of, settle, stake, stake_wager
from houseway.rules.felt import turn
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN

WAGERS = ("bet", "double")
BET, DOUBLE = range(2)
ACTS = ("hit", "stand", "double")
TO_HIT, TO_STAND, TO_DOUBLE = range(3)
OUTCOMES = ("win", "tie", "lose")
WIN, TIE, LOSE = range(3)

HANDS_MAX = 1
CARDS_MAX = 4
MOST, DEALER_TO = 21, 17


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, BET)
    no_more_bets(felt)
    for _ in range(2):
        for seat in range(1, seats + 1):
            if felt.wagers[seat, BET] > 0:
                deal_up(felt, shoe, seat, 0)
    deal_up(felt, shoe, HOUSE, DEALER)
    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            plays = 1
            while plays == 1 and total(felt, seat) < MOST and felt.held[seat, 0] < CARDS_MAX:
                act = ask(decide, plan, felt, seat, 0, 7 if felt.held[seat, 0] == 2 else 3)
                if act == TO_STAND:
                    plays = 0
                else:
                    if act == TO_DOUBLE:
                        stake(felt, seat, 0, DOUBLE, felt.wagers[seat, BET])
                        plays = 0
                    deal_up(felt, shoe, seat, 0)
    turn(felt, HOUSE, DEALER, 1)
    if total(felt, HOUSE) < DEALER_TO:
        deal_up(felt, shoe, HOUSE, DEALER)
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            outcome = outcome_of(total(felt, seat), total(felt, HOUSE))
            settle(felt, rules, seat, 0, BET, outcome)
            settle(felt, rules, seat, 0, DOUBLE, outcome)


def outcome_of(own: int, dealers: int) -> int:
    """Whoever is over the most first has lost."""
    if own > MOST:
        return LOSE
    if dealers > MOST or own > dealers:
        return WIN
    return TIE if own == dealers else LOSE


def total(felt: Felt, seat: int) -> int:
'''
AS_BLACKJACK = '''    """As in blackjack."""
    best, _ = total_of(felt, seat, 0)
    return best
'''
OWN_COUNT = '''    """What the cards weigh together."""
    found = 0
    for place in range(felt.held[seat, 0]):
        found += own_weight(felt.cards[seat, 0, place])
    return found


def own_weight(card: int) -> int:
    """One to three, by rank."""
    return 1 if rank(card) < 4 else 2 if rank(card) < 8 else 3
'''
SHEET = """title = "{title}"
maker = "you"
about = "Hit, stand or double."
source = "of your own"
seats_max = 6
outcomes = [
    {{ name = "win", title = "won" }},
    {{ name = "tie", title = "a tie" }},
    {{ name = "lose", title = "lost" }},
]
wagers = [
    {{ name = "bet", title = "Bet", about = "Bet before the cards.", cites = "play.1", required = true }},
    {{ name = "double", title = "Double", about = "As much again.", cites = "play.3", placed = false }},
]
acts = [
    {{ name = "hit", title = "Hit", key = "h", about = "Take a card." }},
    {{ name = "stand", title = "Stand", key = "s", about = "Take no more." }},
    {{ name = "double", title = "Double", key = "d", about = "Bet as much again for one card." }},
]
toys = [{{ name = "eight", cards = "2c 2c 6c 6c Tc Tc Ac 5c" }}]

[[paytables]]
code = "even"
wagers = ["bet", "double"]
cites = "play.4"
pays = [["win", 1, 1], ["tie", 0, 1], ["lose", -1, 1]]
"""


def toy_game(folder: Path, *, own_count: bool = False, doubles_again: bool = False) -> Game:
    """By the total of blackjack to 21; or to 7, by what a rule of its own says that a card weighs.

    Who doubles does so with two cards; or with four again, so that what is offered comes, goes and comes back.
    """
    new_game(folder)
    play = PLAY + (OWN_COUNT.replace("17", "5") if own_count else AS_BLACKJACK)
    if own_count:
        play = play.replace("MOST, DEALER_TO = 21, 17", "MOST, DEALER_TO = 7, 5")
        play = play.replace("from houseway.rules.blackjack import total_of\n", "")
    if doubles_again:
        play = play.replace("held[seat, 0] == 2 else 3", "held[seat, 0] % 2 == 0 else 3")
        play = play.replace("CARDS_MAX = 4", "CARDS_MAX = 5")
    (folder / "play.py").write_text(play)
    layout = (folder / "rules.toml").read_text().partition("[layout]")[2].partition("# Small decks")[0]
    layout = layout.replace("ante", "bet").replace('wager = "raise"', 'wager = "double"')
    (folder / "rules.toml").write_text(f"{SHEET.format(title=folder.name)}\n[layout]{layout}")
    plan = (folder / "plan.py").read_text()
    (folder / "plan.py").write_text(plan.replace("TO_FOLD", "TO_STAND").replace("TO_RAISE", "TO_HIT"))
    return game_in(folder)
