"""What all questions about a round have in common: its rows so far, and the words for hands, bets and reasons."""

from functools import lru_cache

import numpy as np

from houseway.engine.scene import Place, Scene
from houseway.engine.why import whys
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings, in_force
from houseway.games.options import Setting
from houseway.games.words import dollars
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.school.dealing.duty_round import DutyRound
from houseway.school.dealing.manual import cited_by
from houseway.school.drills.kind import Kind
from houseway.school.practice_round import PracticeRound, SettledBet
from houseway.school.question import MIDDLING, Answer, Form, Question

NUMBERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
DEALER_TITLE, COMMUNITY_TITLE = "Dealer", "Community"  # of a game whose felt is not drawn


def asked(
    dealt: PracticeRound,
    kind: Kind,
    row: int,
    place: Place,
    asks: str,
    form: Form,
    right: Answer,
    because: str,
    cites: tuple[str, ...] | None = None,
    difficulty: int = MIDDLING,
) -> Question:
    """A question about a round as it lies before a row; by default it cites what the row stands on."""
    cites = cites_at(dealt, row) if cites is None else cites
    seen, (seat, hand) = dealt.seen[:row], place
    changed = changed_options(dealt.game, dealt.settings)
    return Question(
        kind.name, dealt.game.slug, dict(changed), seen, seat, hand, asks, form, right, because, cites, difficulty
    )


@lru_cache(256)
def changed_options(game: Game, settings: Settings) -> tuple[tuple[str, Setting], ...]:
    """The settings that are not the game's own defaults."""
    usual = game.settings()
    return tuple((name, setting) for name, setting in settings.items() if setting != usual[name])


def house_title(game: Game, hand: int) -> str:
    """'the dealer', 'the Banker': whose a hand of the house is."""
    felt = game.sheet.layout
    usual = COMMUNITY_TITLE if hand == COMMUNITY else DEALER_TITLE
    title = (felt.community_title if hand == COMMUNITY else felt.dealer_title) if felt else usual
    return f"the {usual.lower()}" if title == usual else f"the {title}"


def place_words(game: Game, place: Place, now: Scene) -> str:
    """'seat 2', "seat 2's second hand" where it has several, 'the dealer'."""
    seat, hand = place
    if seat == HOUSE:
        return house_title(game, hand)
    several = len({at[1] for at in (*now.hands, *now.discards, *now.stakes) if at[0] == seat}) > 1
    return f"seat {seat}'s {NUMBERED[hand]} hand" if several else f"seat {seat}"


def bet_words(dealt: PracticeRound, end: SettledBet) -> str:
    """'seat 2's Bonus of $7.50'."""
    title = dealt.game.sheet.wagers[end.wager].title
    whose = place_words(dealt.game, (end.seat, end.hand), dealt.lying(end.row))
    stake = f" of {dollars(end.stake_cents)}" if end.stake_cents else ""
    return f"{whose}'s {title}{stake}" if "'" not in whose else f"{title}{stake} on {whose}"


def outcome_words(dealt: PracticeRound, end: SettledBet) -> str:
    return outcome_titles(dealt.game, dealt.settings)[dealt.game.outcomes[end.outcome]]


def why_settled(dealt: PracticeRound, end: SettledBet) -> str:
    """The sentence that any reader of the round gets for a settlement."""
    rows = np.array(dealt.seen[: end.row + 1], dtype=np.int64)
    told = whys(dealt.game, dealt.settings, rows, {end.seat: f"seat {end.seat}'s"})
    return next(each.text for each in told if each.row == end.row)


@lru_cache(256)
def duty_round(dealt: PracticeRound) -> DutyRound:
    """The round as its dealer goes through it."""
    return DutyRound(dealt.game, dealt.settings, dealt.tape)


def cites_at(dealt: PracticeRound, row: int) -> tuple[str, ...]:
    """The paragraphs of the game's manual that a row stands on, by id."""
    goes = duty_round(dealt)
    for duty, line in zip(goes.duties, goes.lines, strict=True):
        if duty.first <= row < duty.end:
            return cited_by(dealt.game, dealt.settings, dealt.tape, duty, line)
    return ()


def pay_cites(dealt: PracticeRound, end: SettledBet) -> tuple[str, ...]:
    """The paragraphs of the manual; in a game that has none, where its source tells of the wager and of its pays."""
    if found := cites_at(dealt, end.row):
        return found
    game = dealt.game
    wager, outcome = game.wagers[end.wager], game.outcomes[end.outcome]
    tables = [
        table.cites
        for table in game.sheet.paytables
        if wager in table.wagers and in_force(table.when, dealt.settings) and outcome in [row[0] for row in table.pays]
    ]
    return tuple(dict.fromkeys([*tables, game.sheet.wagers[end.wager].cites]))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
