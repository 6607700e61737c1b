"""What each act is worth at a choice that a walk has met, and the best play as a plan: by kinds of the cards seen."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.analysis.universal.kinds.best_acts import Stand
from houseway.analysis.universal.kinds.known import SEAT_1
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
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
    base = game.wagers[base_of(proof)]
    seen = [stand for stand in proof.stands if stand.options == spot.options and _is_seen(proof, stand, spot)]
    for stand in seen:
        if all(
            wager.aside or spot.staked.get(wager.name, 0) * proof.asked.unit_cents == cents * spot.wagers.get(base, 0)
            for wager, cents in zip(game.sheet.wagers, stand.action, strict=True)
        ):
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


def base_of(proof: ShoeProof) -> int:
    """The wager in whose size all others are told: the first that choices look at."""
    sheet = proof.asked.game.sheet.wagers
    return next(w for w, wager in enumerate(sheet) if wager.name in proof.asked.bets and not wager.aside)


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
    game = proof.asked.game
    aside = [wager.aside for wager in game.sheet.wagers]
    sorts: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
    places: dict[tuple[int, tuple[int, ...]], tuple[tuple[int, int, int], ...]] = {}
    for stand in proof.stands:
        sort = (stand.options, tuple(-1 if a else cents for a, cents in zip(aside, stand.action, strict=True)))
        where, key = tuple(place for place, _ in stand.cards), _key(_kinds(proof, stand))
        same_places = places.setdefault(sort, where) == where
        if not same_places or len(where) > CARDS_MAX or sorts.setdefault(sort, {}).get(key, stand.best) != stand.best:
            return None
        sorts[sort][key] = stand.best
    many = max(len(sorts), 1)
    entries = [entry for found in sorts.values() for entry in sorted(found.items())]
    plan = KindPlan(
        words(many), words(many, len(aside)), words(many), words(many, CARDS_MAX, 3), words(many + 1),
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
    plan.kind[:] = proof.asked.faces.kind
    plan.base[:] = base_of(proof), proof.asked.unit_cents
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
    low, high = plan.begins[sort], plan.begins[sort + 1]
    while low < high:
        middle = (low + high) // 2
        if plan.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    assert plan.keys[low] == key, "cards that the plan does not know"
    return int(plan.acts[low])


def sort_of(plan: KindPlan, felt: Felt, seat: int, options: int) -> int:
    """By what is offered and what is in action for each unit of the base bet; by the offer alone where none fits."""
    found = -1
    bet = felt.wagers[seat, plan.base[0]]
    for sort in range(plan.options.shape[0]):
        if plan.options[sort] == options:
            fits = True
            for wager in range(plan.action.shape[1]):
                if plan.action[sort, wager] >= 0:
                    fits = fits and felt.action[seat, wager] * plan.base[1] == plan.action[sort, wager] * bet
            if fits:
                return sort
            if found < 0:
                found = sort
    assert found >= 0, "an offer that the plan does not know"
    return found
