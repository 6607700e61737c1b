"""The pages of `houseway audit`: verdicts on streams, rounds recalled and replayed, hold against theory."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games import find_game, slugs
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.games.wager_titles import wager_title
from houseway.house.audit.aftermath import signed
from houseway.house.audit.chronicle import Played
from houseway.house.audit.hold import PEOPLE, Hold, totals
from houseway.house.audit.memory import ON, SETTLED, VOIDED
from houseway.house.audit.steps import ReplayStep, ruled_on, ruling_words
from houseway.house.audit.sums import title_of
from houseway.house.audit.verify import StreamCheck
from houseway.house.chosen_by import CHOSEN_BY, chooser
from houseway.report.act_lines import act_text
from houseway.report.listing import Listing, figure, name, prose
from houseway.rules.cards import UNSEEN

FAR = 4.0  # standard deviations that chance does not explain


def verdicts_page(verdicts: Sequence[StreamCheck]) -> RenderableType:
    """A line a table: good, or the first wrong event."""
    listing = Listing("", [name(), prose()], light=True)
    for verdict in verdicts:
        mark = Text("WRONG", "bold red") if verdict.fault else Text("good ", "green")
        mark = Text("APART", "bold yellow") if verdict.absent else mark
        listing.add(mark, verdict.sentence)
        if not verdict.fault:
            listing.add("", Text(f"head {verdict.head.version} {verdict.head.hash}", "dim"))
        for version, said in verdict.departs:
            listing.add("", Text(f"from event {version} on: {said}", "yellow"))
    return listing or Text("The ledger is empty.")


def when(at: int | None) -> str:
    """A moment in UTC, to the millisecond."""
    if at is None:
        return ""
    return (
        datetime.fromtimestamp(at / 1_000_000, UTC).isoformat(sep=" ", timespec="milliseconds").removesuffix("+00:00")
    )


def recall_page(recall: dict[str, Any]) -> RenderableType:
    """One round with all that a dispute needs."""
    game = find_game(recall["game"])
    warned = [Text(amiss_words(recall), "bold red")] if recall["amiss"] else []
    parts: list[RenderableType] = [*warned, _heading(recall), _players(recall), _seats(recall)]
    hands = [f"{each['who']}: {' '.join(each['cards'])}" for each in recall["hands"]]
    parts.append(Text("\n".join(["Cards", *(f"  {line}" for line in hands)])))
    if recall["choices"]:
        parts.append(Text("\n".join(["Choices", *(f"  {_choice(game, each)}" for each in recall["choices"])])))
    return Group(*parts, Text())


def amiss_words(recall: Mapping[str, Any]) -> str:
    return (
        f"Round {recall['round']} is not as it was written: {recall['amiss']}. Nothing below proves anything until "
        "that is explained; `houseway audit verify` checks the whole stream."
    )


def _heading(recall: dict[str, Any]) -> Text:
    shuffle = recall["shuffle"]
    options = "; ".join(f"{said['title']}: {said['words']}" for said in recall["in_words"])
    game = find_game(recall["game"])
    paid = [(table["code"], [wager_title(game, each) for each in table["wagers"]]) for table in recall["paytables"]]
    codes = ", ".join(f"{code} ({', '.join(wagers)})" for code, wagers in paid)
    ended = f" to {when(recall['ended_at'])}" if recall["ended_at"] else ""
    return Text.assemble(
        (f"{recall['title']} ({recall['table']}), round {recall['round']}: {state_words(recall)}\n", "bold"),
        f"{when(recall['began_at'])}{ended} UTC, events {recall['versions'][0]} to {recall['versions'][1]}, "
        f"opened by houseway {recall['software'] or '(not noted)'}\n",
        f"Shuffle {shuffle['cycle']} of deck {shuffle['deck']}, {order_words(shuffle)}\n"
        f"  commitment {shuffle['commitment']}\n",
        f"  {shuffle['machine']}; {shuffle['mode']}{_delivered(shuffle)}\n",
        f"Paytables {codes}\nIn force: {options}",
        (f"\n{recall['departs']}" if recall["departs"] else "", "bold yellow"),
        ("".join(_irregularities(recall)), "yellow"),
    )


def order_words(shuffle: dict[str, Any]) -> str:
    """Whether the order of its cards is shown, or will ever be."""
    if thrown := shuffle["discarded"]:
        return f"thrown away {when(thrown['at'])} ({thrown['reason']}): its order is never shown, hidden cards are ??"
    return "revealed" if shuffle["revealed"] else "not revealed yet: hidden cards are ??"


def state_words(recall: dict[str, Any]) -> str:
    """ "settled, ruled, corrected", "void, by Sam (a card fell)"."""
    void = f"void, by {recall['by']} ({recall['reason']})"
    state = {ON: "still on", SETTLED: "settled"}.get(recall["state"], void)
    became = [("ruled", ruled_on(recall)), ("corrected", recall["corrections"])]
    return ", ".join([state, *(word for word, found in became if found)])


def _irregularities(recall: dict[str, Any]) -> Iterator[str]:
    for each in recall["rulings"]:
        yield f"\nRuled {when(each['at'])}: {ruling_words(each)}, by {each['by']}"
    if recall["state"] == VOIDED:
        yield f"\n{recall['aftermath'][0]['said']}"
    names = {each["player"]: each["name"] for each in recall["players"]}
    for each in recall["corrections"]:
        yield (
            f"\nCorrected {when(each['at'])}: seat {each['seat']}, {names[each['player']]}, "
            f"{wager_title(find_game(recall['game']), each['wager'])} "
            f"{signed(each['cents'])} ({each['reason']}), by {each['by']}"
        )


def _delivered(shuffle: dict[str, Any]) -> str:
    packets = f"; packets {' '.join(map(str, shuffle['packets']))}" if shuffle["packets"] else ""
    return packets + (f", {shuffle['dispensed']} remaining cards {shuffle['dispensed_by']}" if packets else "")


def _players(recall: dict[str, Any]) -> Listing:
    corrected = [figure("corrected")] if recall["corrections"] else []
    heads = [name("player"), name("seats"), figure("before"), figure("bought in"), figure("after"), *corrected]
    listing = Listing("Chips", heads)
    for each in recall["players"]:
        after = "" if each["cents_after"] is None else dollars(each["cents_after"])
        bought = dollars(each["cents_bought"]) if each["cents_bought"] else ""
        seats = ", ".join(map(str, each["seats"]))
        since = [signed(each["cents_corrected"]) if each["cents_corrected"] else ""] if corrected else []
        listing.add(_name(each), seats, dollars(each["cents_before"]), bought, after, *since)
    return listing


def _name(player: dict[str, Any]) -> str:
    return f"{player['name']} (bot, {player['bot']})" if player["bot"] else f"{player['name']} ({player['player']})"


def _seats(recall: dict[str, Any]) -> Listing:
    listing = Listing("Wagers", [name("seat"), name("player"), name("wager"), figure("bet"), figure("won")], keys=3)
    game = find_game(recall["game"])
    for seat in recall["seats"]:
        for wager in game.as_on_the_felt({**seat["wagers"], **seat["won"], **seat["back"], **seat["undone"]}):
            since = sum(
                each["cents"]
                for each in recall["corrections"]
                if (each["seat"], each["wager"]) == (seat["seat"], wager)
            )
            cells = [wager_title(game, wager), _bet(seat, wager), _result(seat, wager, since)]
            listing.add(str(seat["seat"]), seat["name"], *cells)
    return listing


def _bet(seat: dict[str, Any], wager: str) -> str:
    """All that was bet: before the round, and in play."""
    bet, more, taken = (seat[name].get(wager, 0) for name in ("wagers", "raised", "taken"))
    told = " + ".join(dollars(cents) for cents in (bet, more) if cents) or "no bet"
    return f"{told}, {dollars(taken)} taken back" if taken else told


def _result(seat: dict[str, Any], wager: str, since: int) -> str:
    """What a wager won or lost, or what became of it as the round was void; what was corrected, and then comes to."""
    if wager in seat["undone"]:
        return "undone"
    back = f"{dollars(seat['back'][wager])} went back" if wager in seat["back"] else ""
    if wager not in seat["won"]:
        return "went back" if back else ""
    then = f"corrected {signed(since)}: {dollars(seat['won'][wager] + since)}" if since else ""
    return ", ".join(filter(None, [dollars(seat["won"][wager]), back, then]))


def _choice(game: Game, made: dict[str, Any]) -> str:
    hand = f" hand {made['hand'] + 1}" if made["hand"] else ""
    chosen = made["title"]
    if made["cards"] and UNSEEN not in made["cards"]:
        chosen = act_text(next(act for act in game.sheet.acts if act.name == made["act"]), made["cards"])
    who = chooser(made["name"], made["by"])
    return f"{when(made['at'])}  seat {made['seat']}{hand}, {who}: {chosen} ({CHOSEN_BY[made['by']]})"


def step_page(game: Game, step: ReplayStep, told: Sequence[str], place: str) -> RenderableType:
    """One step of a replay."""
    lying = "; ".join(
        f"seat {seat} " + ", ".join(f"{wager_title(game, wager)} {dollars(cents)}" for wager, cents in wagers.items())
        for seat, wagers in step.chips.items()
    )
    title = Text.assemble((f"{place}  {step.title}", "bold"), (f"  {when(step.at)}" if step.at else "", "dim"))
    lines = [Text(f"  {line}") for line in told]
    return Group(title, *lines, Text(f"  on the felt: {lying or 'nothing'}", "cyan"))


def own_rounds_page(player: str, called: str, rounds: Sequence[Played]) -> RenderableType:
    """Where a person played, and what each round came to."""
    title = f"{called} ({player})"
    if not rounds:
        return Text(f"{title}: no round is found")
    heads = [name("table"), figure("round"), name("ended (UTC)"), figure("bet"), figure("net"), name()]
    listing = Listing(title, heads, keys=2)
    for each in rounds:
        state = ", ".join(word for word, holds in (("void", each.void), ("corrected", each.corrected_cents)) if holds)
        bet, net = dollars(each.bet_cents), signed(each.net_cents)
        listing.add(each.table, f"{each.round:,}", when(each.at)[:19], bet, net, state)
    return listing


def hold_page(rows: Sequence[Hold]) -> RenderableType:
    """Actual against theoretical: a table each, a line a wager."""
    if not rows:
        return Text("No round has been settled yet.")
    by_table: dict[tuple[str, str, bool], list[Hold]] = {}
    for row in rows:
        by_table.setdefault((row.table, row.game, row.practice), []).append(row)
    parts: list[RenderableType] = []
    for (table, game, practice), found in by_table.items():
        title = f"{table} ({title_of(game)}{', practice' if practice else ''})"
        parts.append(_hold_table(title, find_game(game) if game in slugs() else None, found))
        departs = dict.fromkeys(said for row in found for said in row.departs)
        parts += [Text(said, "yellow") for said in departs]
    added = [Text(ADDED, "dim")] if any(row.led_by for row in rows) else []
    return Group(*parts, _totals(rows), Text(NOTE, "dim"), *added)


def _totals(rows: Sequence[Hold]) -> Listing:
    """The room and practice are two sums, never one."""
    corrected = ["corrected"] if any(row.corrected_cents for row in rows) else []
    figures = (figure(head) for head in ("tables", "bet", "held", "hold", *corrected))
    listing = Listing("In all, practice apart from the room", [name("where"), name("who"), *figures], keys=2)
    for each in totals(rows):
        amounts = [dollars(each.bet_cents), dollars(each.held_cents), _share(each.hold)]
        amounts += [dollars(each.corrected_cents)] if corrected else []
        listing.add("practice" if each.practice else "the room", each.who, f"{each.tables:,}", *amounts)
    return listing


def _hold_table(title: str, game: Game | None, rows: Sequence[Hold]) -> Listing:
    corrected = ["corrected"] if any(row.corrected_cents for row in rows) else []
    figures = (figure(head) for head in ("rounds", "bet", "held", "hold", "expected", "z", *corrected))
    listing = Listing(title, [name("who"), name("wager"), *figures], keys=2)
    order = game.as_on_the_felt({row.wager for row in rows}) if game else sorted({row.wager for row in rows})
    for row in sorted(rows, key=lambda row: (row.who != PEOPLE, order.index(row.wager))):
        z = "" if row.z is None else f"{row.z:+.2f}"
        far = row.z is not None and abs(row.z) > FAR and row.who != PEOPLE
        cells = [f"{row.rounds:,}", dollars(row.bet_cents), dollars(row.held_cents), _share(row.hold)]
        wager = wager_title(game, row.wager) if game else row.wager
        cells += [_share(row.expected_hold), z, *(_corrected(row.corrected_cents) for _ in corrected)]
        listing.add(row.who, wager, *cells, style="bold red" if far else "")
    held, bet = sum(row.held_cents for row in rows), sum(row.bet_cents for row in rows)
    listing.end_section()
    total = ["", dollars(bet), dollars(held), _share(held / bet if bet else None), _share(_expected_of_all(rows)), ""]
    total += [_corrected(sum(row.corrected_cents for row in rows)) for _ in corrected]
    listing.add("all", "", *total)
    return listing


def _expected_of_all(rows: Sequence[Hold]) -> float | None:
    """Of the chips on all wagers together; None where theory does not cover one of them."""
    placed = [row for row in rows if row.bet_cents]
    known = [row.bet_cents * row.expected_hold for row in placed if row.expected_hold is not None]
    return sum(known) / sum(row.bet_cents for row in placed) if placed and len(known) == len(placed) else None


def _corrected(cents: int) -> str:
    return dollars(cents) if cents else ""


NOTE = (
    "Expected is the exact edge on the chips bet before the round: of best play for\n"
    "people, who give away more, and of its own strategy for a bot; before caps and\n"
    "rounding. z counts standard deviations, as if every hand were dealt by itself;\n"
    "wagers of a round hang together, so that all of them have none.\n"
    "Hold and z are of the rounds as dealt; what corrections moved is told apart."
)
ADDED = (
    "Of a bet that a choice adds, expected is what best play's chips there bring; its\n"
    "z counts from every first bet, also where no more was bet."
)


def _share(part: float | None) -> str:
    return "" if part is None else f"{part:.2%}"
