"""Answer keys by a second route: hands read, totals counted, draws, pays and house ways worked out here, by hand."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice

import pytest

from houseway.engine.replay import Deal, replay
from houseway.games import find_game
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_of
from houseway.school.drills import split_hands
from houseway.school.drills.every_kind import ASK, questions
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, lying
from houseway.school.question import Choose, Question, rows_of

ONE = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
MANY = [f"{name}{'es' if name == 'six' else 's'}" for name in ONE]
HOLDEM, DAKOTA, FUN, TRIPLE = (
    find_game(slug) for slug in ("fast_action_holdem", "dakota_stud", "super_fun_21", "triple_shot_bonus")
)
LUCKY, THREE, WAR, BACCARAT = (
    find_game(slug) for slug in ("lucky_lucky", "three_card_poker", "casino_war", "ez_baccarat")
)


def asked(game: Game, kind: str, count: int, settings: Settings | None = None) -> Iterator[Question]:
    asks = next(each for each in ASK if each.KIND.name == kind)
    return islice(questions(asks, game, settings or game.settings(), 11), count)


def in_words(question: Question) -> str:
    """The right answer as it is read."""
    assert isinstance(question.form, Choose)
    return dict(question.form.options)[str(question.right)]


# --- hands ---


def read_five(cards: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """Five cards of one deck: what they are worth, and their name."""
    held = sorted((card >> 2 for card in cards), reverse=True)
    counts = Counter(held)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card & 3 for card in cards}) == 1
    wheel = held == [12, 3, 2, 1, 0]
    straight = len(counts) == 5 and (held[0] - held[4] == 4 or wheel)
    top = 3 if wheel else held[0]
    first, second = by_count[0], by_count[1]
    if straight and flush:
        return (8, top), "royal flush" if top == 12 else f"{ONE[top]}-high straight flush"
    if shape == [4, 1]:
        return (7, *by_count), f"four {MANY[first]}"
    if shape == [3, 2]:
        return (6, *by_count), f"full house, {MANY[first]} over {MANY[second]}"
    if flush:
        return (5, *held), f"{ONE[top]}-high flush"
    if straight:
        return (4, top), f"straight, {ONE[top]} high"
    if shape == [3, 1, 1]:
        return (3, *by_count), f"three {MANY[first]}"
    if shape == [2, 2, 1]:
        return (2, *by_count), f"two pair, {MANY[first]} and {MANY[second]}"
    if shape == [2, 1, 1, 1]:
        return (1, *by_count), f"pair of {MANY[first]}"
    return (0, *by_count), f"{ONE[first]} high"


@pytest.mark.parametrize("game", [HOLDEM, DAKOTA, TRIPLE], ids=lambda game: game.slug)
def test_a_hand_reads_as_the_best_of_all_fives(game: Game) -> None:
    kinds = set()
    for question in asked(game, "read_hand", 70):
        now = lying(question.tape)
        board = now.hands.get((0, 1), [])
        own = now.hands[question.seat, question.hand]
        if not board:  # a player's hands are one, parted or not
            own = [card for (seat, _), cards in now.hands.items() if seat == question.seat for card in cards]
        cards = [*own, *board]
        assert len(cards) == {HOLDEM: 7, DAKOTA: 5, TRIPLE: 6}[game]
        worth, name = max(read_five(five) for five in combinations(cards, 5))
        assert in_words(question) == name
        kinds.add(worth[0])
    assert {0, 1, 2, 3, 5} <= kinds


def test_three_cards_read_by_their_own_order() -> None:
    for question in asked(THREE, "read_hand", 70):
        cards = lying(question.tape).hands[question.seat, question.hand]
        held = sorted((card >> 2 for card in cards), reverse=True)
        flush = len({card & 3 for card in cards}) == 1
        wheel = held == [12, 1, 0]
        top = 1 if wheel else held[0]
        straight = wheel or (held[0] - 1 == held[1] == held[2] + 1)
        pair = held[1] if len(set(held)) == 2 else None
        name = f"{ONE[top]} high"
        if len(set(held)) == 1:
            name = f"three {MANY[top]}"
        elif straight:
            name = f"{ONE[top]}-high straight flush" if flush else f"straight, {ONE[top]} high"
        elif flush:
            name = f"{ONE[top]}-high flush"
        elif pair is not None:
            name = f"pair of {MANY[pair]}"
        if flush and held == [12, 11, 10]:
            assert in_words(question).endswith(("straight flush", "royal flush"))
        else:
            assert in_words(question) == name


# --- the house way, one deck: the thirteen lines as a dealer learns them ---


def line_of(x: int, y: int) -> int:
    high, low, suited = max(x, y) >> 2, min(x, y) >> 2, x & 3 == y & 3
    lines = [
        high == low >= 6,  # eights or better
        high == 12 and low >= 9,  # ace with a jack or better
        high == low,
        high == 12 and suited,
        suited and low >= 8,
        low >= 8,
        high == 12,
        high >= 9 and suited,
        high >= 9,
        suited and high == low + 1,
        high == low + 1,
        suited,
        True,
    ]
    return lines.index(True) + 1


def test_the_dealer_keeps_the_two_cards_of_the_highest_line() -> None:
    lines = set()
    for question in asked(HOLDEM, "house_way", 150):
        cards = lying(question.tape).hands[0, 0]
        twos = {
            places: (
                -line_of(*(cards[place] for place in places)),
                *sorted((cards[place] >> 2 for place in places), reverse=True),
            )
            for places in combinations(range(4), 2)
        }
        best = max(twos.values())
        assert question.right in [places for places, worth in twos.items() if worth == best]
        if list(twos.values()).count(best) > 1:  # of three or four of a kind the two dealt first
            assert question.right == min(places for places, worth in twos.items() if worth == best)
        lines.add(-best[0])
    assert lines >= set(range(1, 10))


# --- totals and draws ---


def twenty_one(cards: list[int]) -> tuple[int, bool]:
    total = sum(1 if card >> 2 == 12 else min((card >> 2) + 2, 10) for card in cards)
    soft = any(card >> 2 == 12 for card in cards) and total <= 11
    return total + 10 * soft, soft


def baccarat(cards: list[int]) -> int:
    return sum({12: 1}.get(card >> 2, 0 if card >> 2 >= 8 else (card >> 2) + 2) for card in cards) % 10


@pytest.mark.parametrize("game", [FUN, TRIPLE, LUCKY, BACCARAT], ids=lambda game: game.slug)
def test_totals_are_counted(game: Game) -> None:
    for question in asked(game, "total", 60):
        cards = lying(question.tape).hands[0, question.hand]
        assert question.right == str(baccarat(cards) if game is BACCARAT else twenty_one(cards)[0])


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("game", [FUN, TRIPLE, LUCKY], ids=lambda game: game.slug)
def test_the_dealer_draws_to_seventeen_and_on_a_soft_one_as_the_house_has_it(game: Game, soft_17: str) -> None:
    for question in asked(game, "dealer_draw", 60, game.settings({"soft_17": soft_17})):
        total, soft = twenty_one(lying(question.tape).hands[0, 0])
        draws = total < 17 or (total == 17 and soft and soft_17 == "hit")
        assert question.right == ("draws" if draws else "stands")


# The Banker's third card by its two (rows 3 to 6) and the points of the Player's third (columns 0 to 9).
BANKER = {3: "ddddddddsd", 4: "ssddddddss", 5: "ssssddddss", 6: "ssssssddss"}


def test_player_and_banker_draw_by_the_table() -> None:
    seen = set()
    for question in asked(BACCARAT, "dealer_draw", 200):
        now = lying(question.tape).hands
        players, bankers = now[0, 1], now[0, 0]
        natural = max(baccarat(players[:2]), baccarat(bankers[:2])) >= 8
        if question.hand == 1:
            draws = len(players) == 2 and not natural and baccarat(players) <= 5
        elif len(players) == 2 or baccarat(bankers[:2]) <= 2:
            draws = len(bankers) == 2 and not natural and baccarat(bankers) <= 5
        else:
            table = BANKER.get(baccarat(bankers[:2]), "s" * 10)
            draws = len(bankers) == 2 and table[baccarat(players[2:])] == "d"
        assert question.right == ("draws" if draws else "stands")
        seen.add((question.hand, len(players), len(bankers), question.right))
    assert len(seen) >= 8


# --- bets ---

# Typed from the sources: what some outcomes pay, by game, wager and the words of the question.
ODDS = {
    (TRIPLE, "Blackjack", "blackjack"): Fraction(3, 2),
    (TRIPLE, "Hat Trick", "wins"): Fraction(9),
    (TRIPLE, "War", "ties: half is lost"): Fraction(1, 2),
    (TRIPLE, "Poker", "jacks or better"): Fraction(1),
    (FUN, "Blackjack", "surrendered"): Fraction(1, 2),
    (FUN, "Blackjack", "blackjack"): Fraction(1),
    (DAKOTA, "($)", "a pair of sixes or better"): Fraction(1),
    (WAR, "Tie", "a tie"): Fraction(10),
    (BACCARAT, "Dragon 7", "Dragon 7"): Fraction(40),
    (BACCARAT, "Panda 8", "Panda 8"): Fraction(25),
}


@pytest.mark.parametrize("game", [HOLDEM, DAKOTA, FUN, TRIPLE, LUCKY, THREE, WAR, BACCARAT], ids=lambda game: game.slug)
def test_pays_are_odds_times_the_bet_rounded_as_posted(game: Game) -> None:
    """From the sheet's own rows, in exact fractions; a grain of a quarter makes the rounding show."""
    for rounding, nudge in (("house", Fraction(0)), ("player", Fraction(24)), ("nearest", Fraction(25, 2))):
        settings = game.settings({"rounding": rounding, "grain_cents": 25})
        for question in asked(game, "pay", 24, settings):
            title, stake, outcome = _parts(game, question)
            odds = _odds(game, settings, title, outcome)
            if not stake or odds is None or "cap" in question.because or "by the rules" in question.because:
                continue
            exact = stake * odds
            taken = -1 if "take?" in question.asks else 1
            steps = (exact * taken + nudge) / 25
            assert question.right == abs(steps.__floor__() * 25), question.asks


def _parts(game: Game, question: Question) -> tuple[str, int, str]:
    """Wager, cents and outcome, as the question says them."""
    told, outcome = question.asks.split(" How much")[0].rstrip(".").split(": ", 1)
    title = max((wager.title for wager in game.sheet.wagers if wager.title in told), key=len)
    money = told.split(" of $")
    stake = int(Fraction(money[1].split(" on ")[0].replace(",", "")) * 100) if len(money) > 1 else 0
    return title, stake, outcome


def _odds(game: Game, settings: Settings, title: str, outcome: str) -> Fraction | None:
    """One pair of odds from the sheet; None where the words fit several."""
    wager = next(each.name for each in game.sheet.wagers if each.title == title)
    titles = [each.name for each in game.sheet.outcomes if outcome in (each.title, each.worded)]
    found = {
        Fraction(abs(num), den)
        for table in game.sheet.paytables
        if wager in table.wagers and all(settings[name] in _settings(asked_) for name, asked_ in table.when.items())
        for name, num, den in table.pays
        if name in titles and num
    }
    return found.pop() if len(found) == 1 else None


def _settings(asked_: object) -> tuple[object, ...]:
    return asked_ if isinstance(asked_, tuple) else (asked_,)


def test_pays_are_those_of_the_sources() -> None:
    met = set()
    for game in {game for game, _, _ in ODDS}:
        for question in asked(game, "pay", 80):
            title, stake, outcome = _parts(game, question)
            if (odds := ODDS.get((game, title, outcome))) is not None:
                assert question.right == int(stake * odds), question.asks
                met.add((game, title, outcome))
    assert len(met) >= 7


def test_the_higher_card_wins_at_war() -> None:
    for question in asked(WAR, "who_wins", 80):
        if "'s Bet" not in question.asks:
            continue
        now = lying(question.tape)
        own, dealers = now.hands[question.seat, 0], now.hands[0, 0]
        if len(own) == 2:
            assert question.right == ("pushes" if own[1] >> 2 >= dealers[1] >> 2 else "taken")
        elif own[0] >> 2 == dealers[0] >> 2:
            assert question.right == "in_part"  # given up
        else:
            assert question.right == ("paid" if own[0] >> 2 > dealers[0] >> 2 else "taken")


def test_a_blackjack_pays_three_to_two_where_it_does() -> None:
    for question in asked(TRIPLE, "naturals", 15):
        _, stake, _ = _parts(TRIPLE, question)
        assert question.right == stake * 3 // 2


# Of split aces against a dealer's 18: the cards that they get (17, 18 or 19), and whether the Hat Trick stays up.
LOSES, TIES, WINS = cards_of("6c 7c 8c")
HAT_TRICK = {
    (WINS, WINS): True, (WINS, TIES): True, (WINS, LOSES): True, (TIES, TIES): True,
    (TIES, LOSES): False, (LOSES, LOSES): False,
}  # fmt: skip


def test_the_hat_trick_of_split_aces_stays_up_by_its_table() -> None:
    for (one, other), stays in HAT_TRICK.items():
        for first, second in {(one, other), (other, one)}:
            order = [*cards_of("Ac 9d Ad 9h"), first, second + (first == second), *cards_of("2h 4h")]
            bets = {"war": 500, "blackjack": 500, "poker": 500, "hat_trick": 500}
            deal = Deal(TRIPLE, TRIPLE.settings(), order, [bets])
            now = replay(deal, [TRIPLE.acts.index("split")])
            dealt = PracticeRound(deal, (3,), rows_of(now.tape), rows_of(now.tape), 0, 0)
            hat_trick = TRIPLE.wagers.index("hat_trick")
            after = [each for each in split_hands.moments(dealt) if len(each) > 1 and each[3] == hat_trick]
            question = split_hands.question(dealt, after[0], Lots(0, 0, 0))
            assert "just settled Blackjack. What becomes of Hat Trick of seat 1's first hand, $5?" in question.asks
            assert question.right == ("stays" if stays else "now")


def test_envy_goes_to_whoever_holds_a_lammer_while_another_player_has_a_straight_flush_or_the_like() -> None:
    prizes = {name for each in HOLDEM.sheet.prizes for name, cents in each.amounts if cents}
    assert "straight_flush" in prizes
    paid = 0
    for question in asked(HOLDEM, "envy", 12):
        rows = question.tape
        lammers = {row[1] for row in rows if row[0] == 9 and row[3] == 0}
        best = {seat: max(row[4] for row in rows if row[0] == 9 and row[3] == 2 and row[1] == seat)
                for seat in {row[1] for row in rows if row[0] == 9 and row[3] == 2 and row[1]}}  # fmt: skip
        names = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
                 "four_of_a_kind", "five_of_a_kind", "straight_flush", "royal_flush"]  # fmt: skip
        in_force = {
            name
            for each in HOLDEM.sheet.prizes
            if all(HOLDEM.settings()[key] in _settings(wanted) for key, wanted in each.when.items())
            for name, cents in each.amounts
            if cents
        }
        good = {seat for seat, value in best.items() if names[value >> 20] in in_force}
        wanted = {seat for seat in lammers if good - {seat}}
        assert question.right == ("+".join(map(str, sorted(wanted))) or "nobody")
        paid += bool(wanted)
    assert paid >= 3
