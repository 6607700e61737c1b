"""EZ Baccarat in examples/: nobody chooses, eight decks are ten counts of points, every published digit comes out."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
from houseway.engine.replay import Deal, replay
from houseway.engine.walk import walk
from houseway.games.outside import game_in
from houseway.rules.cards import cards_of
from tests.exact.triangle import UNIT, same_as_walk

GAME = game_in(Path(__file__).parents[2] / "examples" / "ez_baccarat")
WHOLE = 4_998_398_275_503_360  # 416 * 415 * 414 * 413 * 412 * 411


@pytest.fixture(scope="module")
def eight_decks() -> ShoeProof:
    return prove_by_kinds(GAME, GAME.settings())


def deals(proof: ShoeProof, wager: str) -> dict[str, int]:
    return {row.outcome: int(row.probability * proof.whole) for row in proof.wagers()[wager].rows}


def test_all_deals_of_eight_decks_come_out_as_published(eight_decks: ShoeProof) -> None:
    assert eight_decks.whole == WHOLE
    player = deals(eight_decks, "player")
    assert (player["lose"], player["win"], player["tied"]) == (
        2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wager", "printed"),
    [
        ("banker", "1.0183"), ("player", "1.2351"), ("tie", "14.3596"), ("dragon_7", "7.6113"), ("panda_8", "10.1876"),
        ("player_bonus", "2.65"), ("banker_bonus", "9.37"),
    ],
)  # fmt: skip
def test_every_edge_is_the_printed_one(eight_decks: ShoeProof, wager: str, printed: str) -> None:
    edge = eight_decks.wagers()[wager].edge.value
    assert f"{float(100 * edge):.{len(printed.partition('.')[2])}f}" == printed


def test_the_deviation_of_dragon_7_is_the_printed_one(eight_decks: ShoeProof) -> None:
    assert round(float(eight_decks.wagers()["dragon_7"].variance.value) ** 0.5, 4) == 6.0849


def by_hand(decks: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Points of the Player's and of the Banker's cards with the deals they stand for: no line of play in it."""
    left = [16 * decks, *[4 * decks] * 9]
    cards = 52 * decks

    def drawn(dealt: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for point in range(10):
            yield point, left[point] - dealt.count(point)

    for one, w1 in drawn(()):
        for two, w2 in drawn((one,)):
            for three, w3 in drawn((one, two)):
                for four, w4 in drawn((one, two, three)):
                    first = (one, two, three, four)
                    weight = w1 * w2 * w3 * w4
                    own, bank = (one + three) % 10, (two + four) % 10
                    if own >= 8 or bank >= 8 or (own >= 6 and bank >= 6):
                        yield (one, three), (two, four), weight * (cards - 4) * (cards - 5)
                    elif own >= 6:
                        for five, w5 in drawn(first):
                            yield (one, three), (two, four, five), weight * w5 * (cards - 5)
                    else:
                        for five, w5 in drawn(first):
                            draws = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}.get(bank, "0123456789")
                            if str(five) in draws:
                                for six, w6 in drawn((*first, five)):
                                    yield (one, three, five), (two, four, six), weight * w5 * w6
                            else:
                                yield (one, three, five), (two, four), weight * w5 * (cards - 5)


def test_a_count_by_hand_comes_to_the_same_deals(eight_decks: ShoeProof) -> None:
    found: Counter[str] = Counter()
    margins: Counter[int] = Counter()
    for own, bank, weight in by_hand(8):
        mine, theirs = sum(own) % 10, sum(bank) % 10
        found["dragon"] += weight * (theirs == 7 > mine and len(bank) == 3)
        found["panda"] += weight * (mine == 8 > theirs and len(own) == 3)
        natural = len(own) == len(bank) == 2 and max(mine, theirs) >= 8
        found["natural"] += weight * (natural and mine > theirs)
        found["natural_tie"] += weight * (natural and mine == theirs)
        margins[0 if natural else mine - theirs] += weight
    assert deals(eight_decks, "dragon_7")["dragon"] == found["dragon"]
    assert deals(eight_decks, "panda_8")["panda"] == found["panda"]
    bonus = deals(eight_decks, "player_bonus")
    assert {name: bonus[name] for name in ("natural", "natural_tie")} == {
        name: found[name] for name in ("natural", "natural_tie")
    }
    for points in range(4, 10):
        assert bonus[f"by_{points}"] == margins[points]
        assert deals(eight_decks, "banker_bonus")[f"by_{points}"] == margins[-points]


def test_a_toy_shoe_comes_out_as_walked() -> None:
    toy = cards_of(GAME.sheet.toys[0].cards)
    settings = GAME.settings()
    walked = walk(GAME, settings, toy, [dict.fromkeys(GAME.wagers, UNIT)], GAME.plan("basic", settings))
    same_as_walk(walked, prove_by_kinds(GAME, settings, deck=toy).wagers())


def test_ten_counts_of_points_are_the_kinds() -> None:
    asked = shoe_question(GAME, GAME.settings())
    assert asked.faces.kinds == 10
    assert not asked.probed.chooses
    assert 200_000 < asked.probed.leaves < 500_000  # about; there are 339,400


@pytest.mark.parametrize(
    ("cards", "players", "bankers"),
    [
        ("9c 2d Kh 3s", 2, 2),  # a natural: nobody draws
        ("6c 2d Kh 3s 4c", 2, 3),  # the Player stands on six, the Banker draws on five
        ("5c 3d Kh Ks 8c 9c", 3, 2),  # three against an eight: the Banker stands
        ("5c 3d Kh Ks 9c 9c", 3, 3),
        ("5c 4d Kh Ks Ac 9c", 3, 2),
        ("5c 6d Kh Ks 6c 9c", 3, 3),
        ("5c 6d Kh Ks 5c 9c", 3, 2),
        ("5c 7d Kh Ks 5c 9c", 3, 2),
    ],
)
def test_play_3__a_third_card_is_drawn_by_the_table(cards: str, players: int, bankers: int) -> None:
    now = replay(Deal(GAME, GAME.settings(), cards_of(cards), [{"player": 100}]))
    assert now.pending is None
    assert (now.felt.held[0, 1], now.felt.held[0, 0]) == (players, bankers)
