"""Regulars: players who keep their name, settings and score with a passphrase, and come back on any browser.

A regular is the same random id as before; what is kept of them lies on the ledger's shelves and can be taken off them
again. Nothing of it is in any stream. A name is claimed by its skeleton, so that nobody else can look like its owner.
"""

import json
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from houseway.house.draft import Forbidden
from houseway.house.ledger.store import Ledger
from houseway.house.names import skeleton
from houseway.rules.refused import Refused
from houseway.web.passphrases import Hashes, verify_passphrase

REGULARS, NAMES, SETTINGS, SCORES = "regulars", "regular_names", "regular_settings", "regular_scores"
VISITS = "regular_visits"  # when each came in with their passphrase, microseconds since 1970
DAYS, MISTAKES = "regular_days", "regular_mistakes"  # what choices came to by day; those that were not the best
OVERDUE = "regular_overdue"  # when it was first seen that somebody stays away for too long
LEAVING = "regular_leaving"  # when somebody without the passphrase asked that they be forgotten
DAY_US = 86_400_000_000
LEARNT, DEALT = "school_learnt", "school_dealt"  # web/school: what was learnt; lessons and tables under way
ENROLLED, SAT = "school_enrolled", "school_sat"  # classes they are in, exams they sat
OF_THE_SCHOOL = (LEARNT, DEALT, ENROLLED, SAT)
OF_A_PERSON = (SETTINGS, SCORES, DAYS, MISTAKES, VISITS, OVERDUE, LEAVING, *OF_THE_SCHOOL)  # taken off with them
LEAVES_AFTER_US = 7 * DAY_US  # time for the owner to say that it was not they who asked
SETTINGS_MAX = 60  # of one person, with what pages remember
COUNT_MAX = 10**12
DAYS_MAX, MISTAKES_MAX = 366, 100  # of one person; the oldest go
WRONG = "name or passphrase is wrong"
TAKEN = "'{}' belongs to somebody who keeps it with a passphrase: choose another name, or come back with yours"

Settings = dict[str, str | int | bool]
Score = dict[str, int]  # what is counted, by name


@dataclass(frozen=True)
class Regular:
    id: str
    name: str
    hash: str
    mark: str  # of all their sessions; another ends them
    kept_at: int  # microseconds since 1970


class Regulars:
    """All of this reads and writes the ledger, and hashing takes time: call it in a thread."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._hashes = Hashes()
        self._noting = threading.Lock()

    # --- who ---

    def find(self, id_: str) -> Regular | None:
        kept = self.ledger.get(REGULARS, id_)
        regular = Regular(**json.loads(kept)) if kept else None
        return regular if regular and self._owner(regular.name) == id_ else None

    def known(self, id_: str) -> Regular:
        found = self.find(id_)
        if found is None:
            raise Forbidden("you are not kept here: choose a passphrase first")
        return found

    def called(self, name: str, passphrase: str, now: int) -> Regular:
        """Whoever has this name and knows its passphrase; an unknown name takes as long and sounds the same."""
        id_ = self._owner(name)
        found = self.find(id_) if id_ else None
        if not self._hashes.is_of(found.hash if found else "", passphrase) or found is None:
            raise Forbidden(WRONG)
        if now - int(self.ledger.get(VISITS, found.id) or 0) >= DAY_US:
            self.ledger.put(VISITS, found.id, str(now))
        self.stay(found.id)
        return found

    def verify_name_free(self, name: str, id_: str = "") -> None:
        """Nobody else keeps this name, or one that looks like it."""
        if self._owner(name) not in ("", id_):
            raise Refused(TAKEN.format(name))

    def _owner(self, name: str) -> str:
        return self.ledger.get(NAMES, skeleton(name)) or ""

    # --- keeping and forgetting ---

    def keep(self, id_: str, name: str, passphrase: str, now: int) -> Regular:
        if self.find(id_) is not None:
            raise Refused("you are kept already: change your passphrase instead")
        self.verify_name_free(name, id_)
        verify_passphrase(passphrase, name)
        regular = Regular(id_, name, self._hashes.of(passphrase), secrets.token_hex(8), now)
        self._put(regular)
        if not self.ledger.put_new(NAMES, skeleton(name), id_):  # somebody was quicker
            self.ledger.remove(REGULARS, id_)
            raise Refused(TAKEN.format(name))
        self.ledger.put(VISITS, id_, str(now))
        return regular

    def change(self, id_: str, old: str, new: str) -> tuple[Regular, str]:
        """Another passphrase; and the mark whose sessions end with it."""
        regular = self.verified(id_, old)
        verify_passphrase(new, regular.name)
        changed = replace(regular, hash=self._hashes.of(new), mark=secrets.token_hex(8))
        self._put(changed)
        self.stay(id_)
        return changed, regular.mark

    def rename(self, id_: str, name: str, passphrase: str) -> tuple[Regular, str]:
        """Another name, and the mark whose sessions end with it: they say the old one. That one is free at once.

        It takes the passphrase: whoever finds an open browser must not take the name away that its owner comes back by.
        """
        self.verified(id_, passphrase)
        verify_passphrase(passphrase, name)
        self.verify_name_free(name, id_)
        with self._noting:
            regular = self.known(id_)
            if self._owner(name) != id_ and not self.ledger.put_new(NAMES, skeleton(name), id_):
                raise Refused(TAKEN.format(name))
            renamed = replace(regular, name=name, mark=secrets.token_hex(8))
            self._put(renamed)
            self.ledger.remove_all([(NAMES, key) for key in self._names_of(id_) if key != skeleton(name)])
        return renamed, regular.mark

    def verified(self, id_: str, passphrase: str) -> Regular:
        regular = self.known(id_)
        if not self._hashes.is_of(regular.hash, passphrase):
            raise Forbidden("that is not your passphrase")
        return regular

    def renew(self, id_: str) -> str:
        """The mark that their sessions had until now; '' is nobody who is kept."""
        regular = self.find(id_)
        if regular is None:
            return ""
        self._put(replace(regular, mark=secrets.token_hex(8)))
        return regular.mark

    def forget(self, regular: Regular) -> None:
        """Nothing of them is kept, and the name is free: in one write, for a name that is nobody's were lost."""
        with self._noting:
            keys = [(shelf, regular.id) for shelf in (REGULARS, *OF_A_PERSON)]
            keys += [(NAMES, name) for name in self._names_of(regular.id)]  # none, if they were forgotten before
            self.ledger.remove_all(keys)

    def ask_to_leave(self, id_: str, name: str, now: int) -> None:
        """Forgotten without the passphrase, by a browser that is signed in: not at once, it may be a stranger's hand.

        Whoever comes in with the passphrase meanwhile stays, and any browser of theirs can stop it.
        """
        if skeleton(name) != skeleton(self.known(id_).name):
            raise Refused("that is not your name: type it as it stands on this page")
        self.ledger.put_new(LEAVING, id_, str(now))

    def stay(self, id_: str) -> None:
        if self.ledger.get(LEAVING, id_) is not None:
            self.ledger.remove(LEAVING, id_)

    def leaves_at(self, id_: str) -> int | None:
        """Microseconds since 1970; None for who has not asked."""
        asked = self.ledger.get(LEAVING, id_)
        return int(asked) + LEAVES_AFTER_US if asked else None

    def _names_of(self, id_: str) -> list[str]:
        """One; after a crash in the middle of a renaming both."""
        return [name for name, owner in self.ledger.shelf(NAMES).items() if owner == id_]

    def _put(self, regular: Regular) -> None:
        self.ledger.put(REGULARS, regular.id, json.dumps(asdict(regular)))

    # --- settings and score ---

    def settings(self, id_: str) -> Settings:
        found: Settings = json.loads(self.ledger.get(SETTINGS, id_) or "{}")
        return found

    def note_settings(self, id_: str, chosen: Settings) -> Settings:
        """The last word on each counts."""
        with self._noting:
            self.known(id_)
            noted = self.settings(id_) | chosen
            if len(noted) > SETTINGS_MAX:
                raise Refused(f"a person has at most {SETTINGS_MAX} settings")
            self.ledger.put(SETTINGS, id_, json.dumps(noted))
        return noted

    def scores(self, id_: str) -> dict[str, Score]:
        """By game."""
        return self._counts(SCORES, id_)

    def days(self, id_: str) -> dict[str, Score]:
        """What choices came to by day of UTC."""
        return self._counts(DAYS, id_)

    def mistakes(self, id_: str) -> list[dict[str, Any]]:
        """The last first."""
        found: list[dict[str, Any]] = json.loads(self.ledger.get(MISTAKES, id_) or "[]")
        return found

    def add_scores(
        self, id_: str, more: Mapping[str, Score], days: Mapping[str, Score], mistakes: Sequence[dict[str, Any]]
    ) -> None:  # fmt: skip
        with self._noting:
            self.known(id_)
            self.ledger.put(SCORES, id_, json.dumps(_added(self.scores(id_), more)))
            if days:
                added = _added(self.days(id_), days)
                self.ledger.put(DAYS, id_, json.dumps(dict(sorted(added.items())[-DAYS_MAX:])))
            if mistakes:
                found = {_choice(each): each for each in (*self.mistakes(id_), *mistakes)}
                last = sorted(found.values(), key=lambda each: -int(each["at"]))[:MISTAKES_MAX]
                self.ledger.put(MISTAKES, id_, json.dumps(last))

    # --- what others keep of them: the school ---

    def beside(self, shelf: str, id_: str) -> str:
        """'' is nothing."""
        return self.ledger.get(shelf, id_) or ""

    def keep_beside(self, shelf: str, id_: str, text: str) -> None:
        """On one of the shelves that are cleared with the person; nothing is kept of who is forgotten."""
        assert shelf in OF_A_PERSON
        with self._noting:
            self.known(id_)
            self.ledger.put(shelf, id_, text)

    def _counts(self, shelf: str, id_: str) -> dict[str, Score]:
        found: dict[str, Score] = json.loads(self.ledger.get(shelf, id_) or "{}")
        return found


def _added(counts: dict[str, Score], more: Mapping[str, Score]) -> dict[str, Score]:
    for of, counted in more.items():
        score = counts.setdefault(of, {})
        for name, count in counted.items():
            score[name] = min(score.get(name, 0) + count, COUNT_MAX)
    return counts


def _choice(mistake: Mapping[str, Any]) -> tuple[str, int, int]:
    return mistake["table"], mistake["round"], mistake["choice"]
