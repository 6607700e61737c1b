"""A round recalled with all that a dispute needs, as plain JSON.

While its shuffle is not revealed, a round shows what everyone at the table saw and no more.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from houseway.engine.playthrough import show, who
from houseway.engine.scene import chosen_on, scene
from houseway.engine.why import whose_of
from houseway.games.approval import in_words, outcome_titles
from houseway.games.game import Game, Settings, in_force
from houseway.house import events
from houseway.house.audit.aftermath import RoundEnd, aftermath, corrected_cents
from houseway.house.audit.memory import SETTLED, Memory, Remembered, dealt_again
from houseway.house.audit.stream import Source, rows_of
from houseway.house.irregularities import OUTCOMES, SORTS, VOIDS
from houseway.house.ledger.chain import NOT_AS_WRITTEN, is_as_written
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.round import TableRound
from houseway.house.shuffler.machines import HAND
from houseway.rules.cards import UNSEEN, card_text
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, CHOOSE, SAY, SAY_VOID, STAKE, VERB

Recall = dict[str, Any]

HIDDEN = "??"
ANOTHER_ROUND = "from the same cards and choices another round follows than the one recorded"


def recall_rounds(source: Source, table: str, limit: int = 10) -> list[Recall]:
    """The last rounds of a table, the newest first. A server keeps a `Memory` and calls `last_rounds`."""
    return last_rounds(Memory.of_the_last(source, table, max(limit, 1)).catch_up(source), limit)


def recall_round(source: Source, table: str, number: int) -> Recall:
    memory = Memory.of_the_last(source, table, kept=1).catch_up(source)
    return recalled(memory, memory.find(number, source))


def recall_between(ledger: Ledger, table: str, since: int, up_to: int, limit: int) -> list[Recall]:
    """The last of the rounds that were dealt between two moments, the newest first."""
    memory = Memory.of_the_last(ledger, table, kept=1).catch_up(ledger)
    first = memory.cut.last if memory.cut else 0
    dealt = (row for row in rows_of(ledger, table, first) if row.kind == events.DEALT and since <= row.at <= up_to)
    numbers = deque((row.body["round"] for row in dealt), maxlen=limit)
    return [recalled(memory, memory.find(number, ledger)) for number in reversed(numbers)]


def last_rounds(memory: Memory, limit: int) -> list[Recall]:
    newest = list(memory.rounds)[::-1][: max(limit, 0)]
    return [recalled(memory, remembered) for remembered in newest]


def recalled(memory: Memory, kept: Remembered, viewer: str = "") -> Recall:
    """For everybody, or for a player who saw their own cards."""
    game, settings = kept.round.game, kept.config.settings()
    if not kept.round.order:
        wait = "they were thrown away and are never shown:" if kept.thrown else "wait until they are shown, or"
        raise Refused(f"the cards of round {kept.round.number} are sealed: {wait} have the key")
    public = memory.is_public(kept)
    round_ = dealt_again(kept)
    tape = round_.tape if public else round_.seen_by(viewer)
    first, last = kept.rows[0], kept.rows[-1]
    corrections = memory.table.corrections.get(str(kept.round.number), [])
    ending = RoundEnd(kept)
    return {
        "table": memory.table.name,
        "round": kept.round.number,
        "title": kept.config.title,
        "game": game.slug,
        "software": kept.software,
        "state": kept.state,
        "amiss": amiss(kept, round_),
        "reason": last.body["reason"] if ending.is_void else "",
        "by": last.body["by"] if ending.is_void else "",
        "rulings": list(_rulings(kept, tape)),
        "corrections": corrections,
        "aftermath": aftermath(kept, ending, corrections),
        "began_at": first.at,
        "ended_at": last.at if kept.after else None,
        "versions": [first.version, last.version],
        "hash": last.hash,
        "options": dict(settings),
        "in_words": [said._asdict() for said in in_words(game, settings)],
        "departs": kept.config.departing,
        "paytables": paytables_in_force(game, settings),
        "limits": {name: limits.model_dump() for name, limits in kept.config.wagers.items()},
        "shuffle": _shuffle(kept, public, last.body.get("drawn", 0)),
        "players": [
            _player(kept, player) | {"cents_corrected": corrected_cents(kept, corrections, player)}
            for player in kept.players
        ],
        "seats": _seats(kept, last.body.get("won", {}), ending, tape),
        "hands": _hands(tape),
        "choices": [_choice(kept, row, held) for row, held in _choices(kept, tape)],
        "tape": tape.tolist(),
        "why": round_.whys(tape, {seat: whose_of(kept.players[owner].name) for seat, owner in _owned(kept)}),
        "lines": show(game, tape).splitlines(),
    }


def amiss(kept: Remembered, again: TableRound) -> str:
    """What shows by a round alone that its record is not what was written; only verifying says that all is."""
    for row in kept.rows:
        if not is_as_written(row):
            return f"event {row.version:,}: {NOT_AS_WRITTEN}"
    if kept.state == SETTLED and not is_same(kept, again):
        return ANOTHER_ROUND
    return ""


def is_same(kept: Remembered, again: TableRound) -> bool:
    """Whether a settled round that is dealt again is the one on record; one of rules that are not kept may be."""
    last = kept.rows[-1].body
    return not again.can_be_dealt_again or (again.tape_digest() == last["tape"] and again.won() == last["won"])


def paytables_in_force(game: Game, settings: Settings) -> list[Recall]:
    titles = outcome_titles(game, settings)
    return [
        {
            "code": paytable.code,
            "wagers": list(paytable.wagers),
            "pays": [
                {"outcome": outcome, "title": titles[outcome], "pays": [num, den]}
                for outcome, num, den in paytable.pays
            ],
        }
        for paytable in game.sheet.paytables
        if in_force(paytable.when, settings)
    ]


def _shuffle(kept: Remembered, public: bool, drawn: int) -> Recall:
    """The commitment always, and what handed the cards out in which packets; order and key once they are revealed, or
    when and why they were thrown away."""
    shuffle, config = kept.shuffle, kept.config
    mode = config.shuffler_mode()
    shown: Recall = {
        "cycle": shuffle.cycle,
        "deck": config.deck_of(shuffle.cycle),
        "machine": config.shuffler_words(),
        "mode": mode.about,
        "packets": list(mode.packets(drawn)),
        "dispensed": mode.dispensed(len(shuffle.order), drawn),
        "dispensed_by": mode.dispensed_by(
            full=all(kept.round.owners), by_hand=config.shuffler is not None and config.shuffler.model == HAND
        ),
        "commitment": shuffle.commitment,
        "revealed": public,
        "discarded": {"at": kept.thrown.at, "reason": kept.thrown.body["reason"]} if kept.thrown else None,
        "dealt_before": shuffle.drawn,
    }
    if public:
        shown |= {"order": bytes(shuffle.order).hex(), "key": shuffle.key}
    return shown


def _player(kept: Remembered, player: str) -> Recall:
    who_ = kept.players[player]
    return {
        "player": player,
        "name": who_.name,
        "bot": who_.bot,
        "seats": [seat for seat, owner in enumerate(kept.round.owners, 1) if owner == player],
        "cents_before": kept.before[player],
        "cents_bought": kept.bought[player],
        "cents_after": kept.after.get(player),
    }


def _seats(kept: Remembered, won: Mapping[str, Any], ending: RoundEnd, tape: Words) -> list[Recall]:
    """With what was put up and taken back in play, what each wager won or lost, and of a void round what went back and
    what was undone."""
    put_up, taken = _in_play(kept, tape)
    return [
        {
            "seat": seat,
            "player": owner,
            "name": kept.players[owner].name,
            "wagers": dict(wagers),
            "raised": put_up.get(seat, {}),
            "taken": taken.get(seat, {}),
            "won": won.get(str(seat), {}),
            "back": ending.back.get(seat, {}),
            "undone": ending.undone.get(seat, {}),
        }
        for seat, (owner, wagers) in enumerate(zip(kept.round.owners, kept.round.wagers, strict=True), 1)
        if owner
    ]


def _in_play(kept: Remembered, tape: Words) -> tuple[dict[int, dict[str, int]], dict[int, dict[str, int]]]:
    """Cents that went on wagers after the bets were made, and those that came back by choice, by seat and wager."""
    moved: dict[int, Counter[tuple[int, str]]] = {STAKE: Counter(), BACK: Counter()}
    for verb, seat, _, wager, cents, _ in tape.tolist():
        if (verb, wager) == (SAY, SAY_VOID):
            break
        if verb in moved:
            moved[verb][seat, kept.round.game.wagers[wager]] += cents
    bets = {(seat, name): cents for seat, own in enumerate(kept.round.wagers, 1) for name, cents in own.items()}
    return _by_seat(moved[STAKE] - Counter(bets)), _by_seat(moved[BACK])


def _by_seat(sums: Counter[tuple[int, str]]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for (seat, wager), cents in sums.items():
        found.setdefault(seat, {})[wager] = cents
    return found


def _owned(kept: Remembered) -> list[tuple[int, str]]:
    return [(seat, owner) for seat, owner in enumerate(kept.round.owners, 1) if owner]


def _hands(tape: Words) -> list[Recall]:
    """The cards as they lay when the tape ends, and those that lay no more: a hand that went bust is disputed too."""
    now = scene(tape)
    lying = [(*place, who(*place), cards) for place, cards in now.hands.items()]
    gone = [(*place, f"{who(*place)}, discarded", cards) for place, cards in now.discards.items()]
    return [
        {
            "seat": seat,
            "hand": hand,
            "who": whose,
            "cards": [HIDDEN if card == UNSEEN else card_text(card) for card in cards],
        }
        for seat, hand, whose, cards in sorted(lying + gone)
    ]


def _rulings(kept: Remembered, tape: Words) -> Iterator[Recall]:
    """Each at the row of the tape before which it was made: a choice, or the end where none came after it."""
    yield from (_ruling(row, 0) for row in kept.ruled_before)
    waits = [*np.flatnonzero(tape[:, VERB] == CHOOSE).tolist(), len(tape)]
    made = 0  # choices
    for row in kept.rows:
        made += row.kind == events.CHOSE
        if row.kind == events.RULED:
            yield _ruling(row, waits[min(made, len(waits) - 1)])


def _ruling(row: Stored, place: int) -> Recall:
    """What a supervisor ruled on an irregularity, in words; on the bet of a seat, or on the round (seat 0)."""
    body = row.body
    told = {"sort": SORTS[body["sort"]].title, "outcome": OUTCOMES[body["outcome"]]}
    told |= {"reason": body["reason"], "by": body["by"]}
    return {**told, "seat": body["seat"], "at": row.at, "row": place, "voids": body["outcome"] in VOIDS}


def cards_chosen_on(memory: Memory, kept: Remembered) -> dict[int, list[int]]:
    """The hand of each choice of a round, by the version of its event; UNSEEN where a face is hidden."""
    if not kept.round.order:
        return {}
    round_ = dealt_again(kept)
    tape = round_.tape if memory.is_public(kept) else round_.seen_by("")
    return {row.version: held for row, held in _choices(kept, tape)}


def _choices(kept: Remembered, tape: Words) -> list[tuple[Stored, list[int]]]:
    """Each choice with its hand; a shoe that ran out leaves a tape without choices."""
    held = chosen_on(tape)
    rows = [row for row in kept.rows if row.kind == events.CHOSE]
    return [(row, held[i] if i < len(held) else []) for i, row in enumerate(rows)]


def _choice(kept: Remembered, row: Stored, held: list[int]) -> Recall:
    body = row.body
    act = kept.round.game.sheet.acts[body["act"]]
    player = kept.round.owners[body["seat"] - 1]
    return {
        "version": row.version,
        "at": row.at,
        "seat": body["seat"],
        "hand": body["hand"],
        "player": player,
        "name": kept.players[player].name,
        "act": act.name,
        "title": act.title,
        "cards": held,
        "by": body["by"],
    }
