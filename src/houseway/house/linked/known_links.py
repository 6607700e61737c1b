"""The links of a room, as one server knows them: read when they are asked for, and read on when others wrote."""

import threading
from collections.abc import Iterable, Mapping
from typing import Any

from houseway.games.game import nearest
from houseway.games.words import dollars, said_again
from houseway.house.commands import said
from houseway.house.draft import Actor, Draft
from houseway.house.ledger.store import LINK, Batch, Ledger, Stored
from houseway.house.linked.drafts import LinkDraft
from houseway.house.linked.law import linked
from houseway.house.linked.link import LOWERED, OPENED, REASONS, Link, most_lowered
from houseway.house.linked.to_read import link_to_read
from houseway.progressives.links import verify_link
from houseway.rules.refused import Refused


class Links:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, Link] = {}
        self._seen: dict[str, Link] = {}  # as it was last looked at: nobody changes these
        self._reading = threading.Lock()  # commands and news of other servers come on several threads

    def look(self, name: str, table: str = "", round_: int = 0) -> Link:
        """A link as it is known here: a draft on it that is behind what others wrote meets a conflict.

        Whether a round of a table has reached a trigger is not asked of a link that has not heard of it.
        """
        seen = self._look(name)
        return self.catch_up(name) if seen is None or (table and seen.rounds.get(table) != round_) else seen

    def _look(self, name: str) -> Link | None:
        """The link between two entries, with its bets counted: what another thread reads on meanwhile is not in it."""
        with self._reading:
            known, seen = self._known.get(name), self._seen.get(name)
            if known is not None and (seen is None or seen.version != known.version):
                seen = self._seen[name] = known.counted().copy()
            return seen

    def catch_up(self, name: str) -> Link:
        if name not in self._known:
            made = link_to_read(self._ledger, name)
            with self._reading:
                self._known.setdefault(name, made)
        link = self._known[name]
        for row in self._ledger.read(link.stream, link.version):
            self._learn(link, row)
        seen = self._look(name)
        assert seen is not None
        return seen

    def _learn(self, link: Link, row: Stored) -> bool:
        """An entry, unless another thread was faster; whether the link is that far now."""
        with self._reading:
            if row.version == link.version + 1:
                link.learn(row)
            return row.version <= link.version

    def catch_up_all(self, links: Iterable[Link]) -> None:
        for link in links:
            self.catch_up(link.name)

    def hear(self, rows: Iterable[Stored]) -> None:
        """What this server has written; where others wrote before it, they are read first."""
        for row in rows:
            if row.table.startswith(LINK):
                name = row.table.removeprefix(LINK)
                if name not in self._known or not self._learn(self._known[name], row):
                    self.catch_up(name)

    def lowering(self, name: str, actor: Actor, now: int, what: Mapping[str, Any], command: str) -> Batch:
        """A supervisor takes something off a meter, for one of the reasons that the law allows."""
        link = self.catch_up(name)
        titles = {meter.name: meter.title for meter in link.progressive.meters}
        meter, reason = str(what.get("meter", "")), str(what.get("reason", ""))
        if meter not in titles:
            raise Refused(f"the link '{name}' has no meter '{said_again(meter)}'{nearest(meter, titles)}")
        if reason not in REASONS:
            raise Refused(
                f"a meter is lowered by a win or for one of {', '.join(REASONS)} (WAC 230-15-695), "
                f"not for '{said_again(reason)}'"
            )
        if meter in link.reached:
            raise Refused(f"the {titles[meter]} is won: it can be lowered when that is paid")
        cents, most = said.whole(what, "cents", 0), most_lowered(link.readings[meter], reason)
        if not 0 < cents <= most:
            raise Refused(f"for that reason {dollars(most)} may come off the {titles[meter]} now, not {dollars(cents)}")
        draft = LinkDraft.on(link)
        draft.held = True
        draft.happen(
            LOWERED, now,
            meter=meter, cents=cents, reason=reason, why=said.words(what, "why"), by=actor.name,
        )  # fmt: skip
        return draft.batch(now, command)

    def triggers_anew(self, name: str, now: int, why: str, command: str) -> Batch | None:
        """Other triggers for all of its meters: what they were may be known elsewhere."""
        draft = LinkDraft.on(self.catch_up(name))
        draft.set_triggers(now, why)
        return draft.batch(now, command) if draft.happened else None

    def open_for(self, draft: Draft) -> None:
        """The links that a new configuration names: opened with it, or held against what they are."""
        config = draft.table.set_up
        for carried in config.progressives:
            link, kind = draft.link(carried.link), linked(config, carried)
            if link.link.first is None:
                link.held = True
                terms = carried.terms.model_dump(mode="json")
                link.happen(OPENED, draft.now, game=kind.game.slug, options=dict(kind.settings), terms=terms)
                link.set_triggers(draft.now)
            else:
                try:
                    verify_link([link.link.first, kind])
                except Refused as refusal:
                    raise Refused(f"table {config.name} cannot feed the link '{carried.link}': {refusal}") from None
