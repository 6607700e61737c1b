"""EZ Baccarat from its play alone: nobody chooses, eight decks are ten counts of points, all digits printed."""

from collections import Counter
from collections.abc import Iterator

import pytest

from houseway.analysis.claims import REPRODUCED, verify
from houseway.analysis.league import Offer
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
from houseway.analysis.worst_mix import worst_mix
from houseway.engine.walk import walk
from houseway.games.betting import limits_of
from houseway.games.ez_baccarat import GAME
from houseway.games.sheet import Toy
from houseway.rules.cards import cards_of
from tests.exact.triangle import UNIT, same_as_walk

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


def test_every_published_figure_is_reproduced() -> None:
    verdicts = verify(GAME)
    assert len(verdicts) == 33
    assert {each.verdict for each in verdicts} == {REPRODUCED}


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


@pytest.mark.parametrize("decks", [1, 4, 6])
def test_other_shoes_come_to_what_is_counted_by_hand(decks: int) -> None:
    proof = prove_by_kinds(GAME, GAME.settings({"decks": decks}))
    found: Counter[str] = Counter()
    for own, bank, weight in by_hand(decks):
        mine, theirs = sum(own) % 10, sum(bank) % 10
        found["win" if mine > theirs else "lose" if mine < theirs else "tied"] += weight
    assert deals(proof, "player") == found


@pytest.mark.parametrize("toy", GAME.sheet.toys, ids=lambda toy: toy.name)
def test_toy_shoes_come_out_as_walked(toy: Toy) -> None:
    cards, settings = cards_of(toy.cards), GAME.settings(toy.options)
    walked = walk(GAME, settings, cards, [dict.fromkeys(GAME.wagers, UNIT)], GAME.plan("basic", settings))
    same_as_walk(walked, prove_by_kinds(GAME, settings, deck=cards).wagers())


def test_ten_counts_of_points_are_the_kinds() -> None:
    asked = shoe_question(GAME, GAME.settings())
    assert asked.faces.kinds == 10
    assert not asked.probed.chooses
    assert 200_000 < asked.probed.leaves < 500_000  # about; there are 339,400


def test_no_mix_of_bets_is_ahead_and_the_least_bad_is_the_banker_alone(eight_decks: ShoeProof) -> None:
    """No bet must be made here: no bet at all is no mix."""
    limits = {wager.name: limits_of(wager) for wager in GAME.sheet.wagers}
    found = worst_mix(Offer(GAME, GAME.settings(), limits, 1, len(limits)))
    assert found.by_share.bets == found.by_round.bets == {"banker": 100}
    assert found.at_most == pytest.approx(-float(eight_decks.wagers()["banker"].edge.value))
