"""What each act is worth at a choice that a walk has met, and the best play as a plan: by kinds of the cards seen."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.analysis.universal.kinds.best_acts import Stand
from houseway.analysis.universal.kinds.known import SEAT_1
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
from houseway.analysis.universal.looked_up import act_for, sort_of
from houseway.games.game import Game, Settings
from houseway.rules.cards import DECK, cards_of
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

KIND_BITS = 6
CARDS_MAX = 10  # that a choice may see and still have a number


@cache
def best_of(game: Game, settings: Settings) -> ShoeProof:
    return prove_by_kinds(game, settings)


def worths(proof: ShoeProof, stand: Stand) -> list[tuple[int, Fraction]]:
    """Acts with what the wagers that choices look at win on average, in units of one bet; the best first."""
    whole = stand.mass * proof.asked.unit_cents
    return sorted(((act, Fraction(cents, whole)) for act, cents in stand.values.items()), key=lambda each: -each[1])


def advise(game: Game, settings: Settings, text: str) -> list[tuple[str, Fraction]]:
    """Every act for the cards seen, in the order in which they are shown."""
    proof = best_of(game, settings)
    try:
        held = tuple(proof.asked.faces.kind[card] for card in cards_of(text))
    except (ValueError, IndexError) as error:
        raise Refused(str(error)) from error
    for stand in proof.stands:
        if _kinds(proof, stand) == held:
            return [(game.acts[act], value) for act, value in worths(proof, stand)]
    many = " or ".join(str(size) for size in sorted({len(stand.cards) for stand in proof.stands}))
    wants = f"write {many} cards with which one chooses" if many else "nobody has a choice in it"
    raise Refused(f"'{text}' is nothing that one sees at a choice of {game.title}: {wants}")


def ranker(game: Game, settings: Settings) -> Ranker:
    """Hints at a live table."""

    def rank(spot: Spot) -> Ranked:
        proof = best_of(game, settings)
        return list(worths(proof, stand_at(proof, spot)))

    return rank


def stand_at(proof: ShoeProof, spot: Spot) -> Stand:
    """By what is offered, the kinds of the cards seen, and what is in action for each unit of the base bet."""
    game = proof.asked.game
    seen = [stand for stand in proof.stands if stand.options == spot.options and _is_seen(proof, stand, spot)]
    for stand in seen:
        if proof.asked.has_in_action(spot, stand.action):
            return stand
    if not seen:
        raise Refused(f"{game.title} has no such choice")
    return seen[0]


def _kinds(proof: ShoeProof, stand: Stand) -> tuple[int, ...]:
    return tuple(proof.asked.faces.kind[card] for _, card in stand.cards)


def _is_seen(proof: ShoeProof, stand: Stand, spot: Spot) -> bool:
    kind = proof.asked.faces.kind
    for (seat, hand, at), card in stand.cards:
        cards = spot.hands[hand] if seat == SEAT_1 else spot.dealer if hand == DEALER else spot.community
        if at >= len(cards) or kind[cards[at]] != kind[card]:
            return False
    return True


class KindPlan(NamedTuple):
    """The best play: by what is offered and in action, where the cards seen lie, and the act for their kinds."""

    options: Words  # [sort of choice]
    action: Words  # [sort, wager] cents in action, of a bet of the unit; -1: not looked at
    cards: Words  # [sort] how many are seen
    places: Words  # [sort, card, word] where
    begins: Words  # [sort] its first key, and where the next sort's begin
    keys: Words
    acts: Words
    kind: Words  # [card]
    base: Words  # [0] the wager whose size is the unit, [1] cents of the unit


def planned(proof: ShoeProof) -> KindPlan | None:
    """A plan that `follow` plays; nothing where what is offered, in action and seen does not tell choices apart."""
    asked = proof.asked
    sorts: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
    places: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, int, int], ...]] = {}
    for stand in proof.stands:
        sort = stand.options, tuple(asked.looked_at(stand.action))
        where, key = tuple(place for place, _ in stand.cards), _key(_kinds(proof, stand))
        same_places = places.setdefault(sort, where) == where
        if not same_places or len(where) > CARDS_MAX or sorts.setdefault(sort, {}).get(key, stand.best) != stand.best:
            return None
        sorts[sort][key] = stand.best
    many = max(len(sorts), 1)
    entries = [entry for found in sorts.values() for entry in sorted(found.items())]
    plan = KindPlan(
        words(many), words(many, len(asked.aside)), words(many), words(many, CARDS_MAX, 3), words(many + 1),
        words(max(len(entries), 1)), words(max(len(entries), 1)), words(DECK), words(2),
    )  # fmt: skip
    for i, ((options, action), found) in enumerate(sorts.items()):
        plan.options[i], plan.action[i] = options, action
        where = places[options, action]
        plan.cards[i] = len(where)
        plan.places[i, : len(where)] = where
        plan.begins[i + 1] = plan.begins[i] + len(found)
    plan.keys[: len(entries)] = [key for key, _ in entries]
    plan.acts[: len(entries)] = [act for _, act in entries]
    plan.kind[:] = asked.faces.kind
    plan.base[:] = asked.base, asked.unit_cents
    return plan


def _key(kinds: tuple[int, ...]) -> int:
    key = 1
    for kind in kinds:
        key = key << KIND_BITS | kind
    return key


def follow(plan: KindPlan, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    """The act for the kinds of the cards seen."""
    sort = sort_of(plan, felt, seat, options)
    key = 1
    for i in range(plan.cards[sort]):
        at = plan.places[sort, i, 0]
        card = felt.cards[seat if at > 0 else HOUSE, plan.places[sort, i, 1], plan.places[sort, i, 2]]
        key = key << KIND_BITS | plan.kind[card]
    return act_for(plan, sort, key)
