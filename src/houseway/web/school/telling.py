"""A person's record as the API tells it: kinds with their titles, weeks, weak spots."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from houseway.games import find_game, slugs
from houseway.school.hard_choices import CHOICE, is_choice, kind_title
from houseway.school.learnt import AnswerCount, Learnt, Topic, lost_cents_an_hour
from houseway.school.schedule import DAY_US

if TYPE_CHECKING:
    from houseway.school.drills.kind import Kind

DEALER, PLAYER_SIDE = "dealer", "player"
HOUR_OF_DAYS = 28  # of practice, that an hour is worked out by
CHOICES_TITLE, CHOICES_ABOUT = "Hard choices", "A hand where players go wrong: which act is best?"


def side_of(kind: str) -> str:
    return PLAYER_SIDE if is_choice(kind) else DEALER


@cache
def _dealers_kinds() -> "dict[str, Kind]":
    from houseway.school.drills.every_kind import ASK

    return {asks.KIND.name: asks.KIND for asks in ASK}


def title_of(topic: Topic) -> str:
    if is_choice(topic.kind) and topic.game in slugs():
        return kind_title(find_game(topic.game), topic.kind)
    known = _dealers_kinds().get(topic.kind)
    return known.title if known else topic.kind  # a kind that this version has no more


def about(topic: Topic) -> str:
    known = _dealers_kinds().get(topic.kind)
    return known.about if known else CHOICES_ABOUT


def topics_of(game: Mapping[str, Any], learnt: Learnt) -> list[Topic]:
    """What there is to learn of a game: the dealer's kinds, any hard choice, and those kinds of choices met so far."""
    met = [topic for topic in learnt.topics() if topic.game == game["slug"] and is_choice(topic.kind)]
    choices = [Topic(game["slug"], CHOICE)] if game["chooses"] else []
    return [*(Topic(game["slug"], kind["name"]) for kind in game["kinds"]), *choices, *met]


def told_question(shown: Mapping[str, Any], *, again: bool) -> dict[str, Any]:
    """Nothing but these fields: the seed would tell the answer, and how hard it is tells something of it."""
    fields = ("id", "kind", "game", "options", "felt", "tape", "seat", "hand", "asks", "form")
    title = title_of(Topic(shown["game"], shown["kind"]))
    return {**{name: shown[name] for name in fields}, "title": title, "again": again}


def told_met(slug: str, learnt: Learnt, at: int) -> dict[str, Any]:
    """A game with the kinds that were met: what else it has is found by dealing some of its rounds."""
    met = [topic for topic in learnt.topics() if topic.game == slug]
    return _told_game(slug, find_game(slug).title, met, learnt, at)


def told_game(game: Mapping[str, Any], learnt: Learnt, at: int) -> dict[str, Any]:
    """With all of its kinds."""
    return _told_game(game["slug"], game["title"], topics_of(game, learnt), learnt, at)


def _told_game(slug: str, title: str, topics: Iterable[Topic], learnt: Learnt, at: int) -> dict[str, Any]:
    due = {card.topic for card in learnt.due(at)}
    kinds = []
    for topic in topics:
        count = learnt.tally(topic)
        kinds.append(
            {
                "name": topic.kind,
                "title": title_of(topic),
                "about": about(topic),
                "side": side_of(topic.kind),
                "asked": count.asked,
                "right": count.right,
                "due": topic in due,
                "due_at": learnt.due_at(topic),
            }
        )
    missed = sum(ticket.game == slug for ticket in learnt.missed.values())
    return {"slug": slug, "title": title, "kinds": kinds, "missed": missed}


def told_weeks(
    weeks: Iterable[tuple[str, AnswerCount]], learnt: Learnt, of: Topic | None = None
) -> list[dict[str, Any]]:
    choices = [topic for topic in ([of] if of else learnt.topics()) if is_choice(topic.kind)]
    return [
        {
            "week": week,
            "asked": count.asked,
            "right": count.right,
            "choices": sum(learnt.tally(topic, [week]).asked for topic in choices),
            "lost_cents": count.lost_cents,
        }
        for week, count in weeks
    ]


def told_topic(topic: Topic, learnt: Learnt, at: int) -> dict[str, Any]:
    count = learnt.tally(topic)
    return {
        "game": topic.game,
        "kind": topic.kind,
        "title": title_of(topic),
        "side": side_of(topic.kind),
        "asked": count.asked,
        "right": count.right,
        "lost_cents": count.lost_cents,
        "recall": learnt.recall(topic, at + DAY_US),
        "due_at": learnt.due_at(topic),
        "weeks": told_weeks(learnt.by_week(topic), learnt, topic),
    }


def told_progress(learnt: Learnt, at: int, days: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """`days` are choices that were judged at practice tables, by day."""
    first = (datetime.fromtimestamp(at // 1_000_000, UTC).date() - timedelta(days=HOUR_OF_DAYS)).isoformat()
    lately = [counts for day, counts in days.items() if day > first]
    choices, lost = (sum(counts.get(name, 0) for counts in lately) for name in ("choices", "lost_cents"))
    return {
        "kinds": [told_topic(topic, learnt, at) for topic in learnt.topics()],
        "weeks": told_weeks(learnt.by_week(), learnt),
        "weak": [told_topic(topic, learnt, at) for topic in learnt.weak(at)],
        "lost_cents_an_hour": lost_cents_an_hour(choices, lost),
        "by_day": days,
    }


def day_of(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).date().isoformat()


def number_of(day: str) -> int:
    """A day's, counted without end."""
    return date.fromisoformat(day).toordinal()
