"""A person's record as the API tells it: kinds with their titles, weeks, weak spots."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from houseway.games import find_game, slugs
from houseway.school.hard_choices import CHOICE, is_choice, kind_title
from houseway.school.learnt import AnswerCount, Learnt, Topic, lost_cents_an_hour

DEALER, PLAYER_SIDE = "dealer", "player"
HOUR_OF_DAYS = 28  # of practice, that an hour is worked out by
CHOICES_TITLE, CHOICES_ABOUT = "Hard choices", "A hand where players go wrong: which act is best?"
Kinds = Sequence[Mapping[str, Any]]  # of all games, as a clerk tells them


def side_of(kind: str) -> str:
    return PLAYER_SIDE if is_choice(kind) else DEALER


def titles(games: Kinds) -> dict[Topic, str]:
    return {Topic(game["slug"], kind["name"]): kind["title"] for game in games for kind in game["kinds"]}


def title_of(topic: Topic, named: Mapping[Topic, str]) -> str:
    if is_choice(topic.kind) and topic.game in slugs():
        return kind_title(find_game(topic.game), topic.kind)
    return named.get(topic, topic.kind)  # a kind that this version has no more


def topics_of(game: Mapping[str, Any], learnt: Learnt) -> list[Topic]:
    """What there is to learn of a game: the dealer's kinds, any hard choice, and those kinds of choices met so far."""
    met = [topic for topic in learnt.topics() if topic.game == game["slug"] and is_choice(topic.kind)]
    choices = [Topic(game["slug"], CHOICE)] if game["chooses"] else []
    return [*(Topic(game["slug"], kind["name"]) for kind in game["kinds"]), *choices, *met]


def told_question(shown: Mapping[str, Any], named: Mapping[Topic, str], *, again: bool) -> dict[str, Any]:
    """Nothing but these fields: the seed, for one, would tell the answer."""
    fields = ("id", "kind", "game", "options", "felt", "tape", "seat", "hand", "asks", "form", "difficulty")
    title = title_of(Topic(shown["game"], shown["kind"]), named)
    return {**{name: shown[name] for name in fields}, "title": title, "again": again}


def told_game(game: Mapping[str, Any], learnt: Learnt, at: int) -> dict[str, Any]:
    about = {kind["name"]: kind for kind in game["kinds"]}
    named = titles([game])
    due = {card.topic for card in learnt.due(at)}
    kinds = []
    for topic in topics_of(game, learnt):
        count = learnt.tally(topic)
        kinds.append(
            {
                "name": topic.kind,
                "title": title_of(topic, named),
                "about": about[topic.kind]["about"] if topic.kind in about else CHOICES_ABOUT,
                "side": side_of(topic.kind),
                "asked": count.asked,
                "right": count.right,
                "due": topic in due,
                "due_at": learnt.due_at(topic),
            }
        )
    missed = sum(ticket.game == game["slug"] for ticket in learnt.missed.values())
    return {"slug": game["slug"], "title": game["title"], "kinds": kinds, "missed": missed}


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


def told_topic(topic: Topic, learnt: Learnt, at: int, named: Mapping[Topic, str]) -> dict[str, Any]:
    count = learnt.tally(topic)
    return {
        "game": topic.game,
        "kind": topic.kind,
        "title": title_of(topic, named),
        "side": side_of(topic.kind),
        "asked": count.asked,
        "right": count.right,
        "lost_cents": count.lost_cents,
        "recall": learnt.recall(topic, at),
        "due_at": learnt.due_at(topic),
        "weeks": told_weeks(learnt.by_week(topic), learnt, topic),
    }


def told_progress(learnt: Learnt, at: int, games: Kinds, days: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """`days` are choices that were judged at practice tables, by day."""
    named = titles(games)
    first = (datetime.fromtimestamp(at // 1_000_000, UTC).date() - timedelta(days=HOUR_OF_DAYS)).isoformat()
    lately = [counts for day, counts in days.items() if day > first]
    choices, lost = (sum(counts.get(name, 0) for counts in lately) for name in ("choices", "lost_cents"))
    return {
        "kinds": [told_topic(topic, learnt, at, named) for topic in learnt.topics()],
        "weeks": told_weeks(learnt.by_week(), learnt),
        "weak": [told_topic(topic, learnt, at, named) for topic in learnt.weak(at)],
        "lost_cents_an_hour": lost_cents_an_hour(choices, lost),
        "by_day": days,
    }


def day_of(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).date().isoformat()


def number_of(day: str) -> int:
    """A day's, counted without end."""
    return date.fromisoformat(day).toordinal()
