"""Questions of the school in the terminal: the felt in few lines, what is asked, the verdict, the sum at the end."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from houseway.engine.scene import Scene
from houseway.games.game import Game, Settings
from houseway.games.words import counted, dollars
from houseway.report.act_lines import HangingLine
from houseway.report.card_faces import chips_text, faces_text
from houseway.report.tape_lines import tape_lines
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.tape import SAY_LAMMER, VERB
from houseway.school.dealing.duty import BY_PLAYERS
from houseway.school.dealing.manual import cited_paragraphs
from houseway.school.dealing.wording import Wording
from houseway.school.practice_round import lying
from houseway.school.question import CLEAN, Cents, Choose, Pick, PointOut, Question

LABEL = 16
LETTERS = "abcdefghijklmnopqrstuvwxyz"
HOW = {
    Choose: "a letter",
    Pick: "the numbers of the cards, as in 1 3",
    Cents: "dollars, as in 45 or 12.50",
    PointOut: f"the number of the line and the letter of the fault, as in 14 b, or '{CLEAN}'",
}


def question_lines(game: Game, settings: Settings, question: Question) -> Iterator[Text | HangingLine]:
    """What lies there, then what is asked, then what can be answered."""
    if isinstance(question.form, PointOut):
        yield from _told(game, settings, question, question.form)
    else:
        yield from lying_lines(game, lying(question.tape))
    yield HangingLine(Text(), Text(question.asks, "bold"))
    yield from _answers(question)


def _told(game: Game, settings: Settings, question: Question, form: PointOut) -> Iterator[HangingLine]:
    """The rows of the tape: what the dealer does in one go in one line under its number, and what players do."""
    lines = list(tape_lines(game, settings, [list(row) for row in question.tape]))
    by_players = [row[VERB] in BY_PLAYERS for row in question.tape]
    changes = [at for at in range(1, form.until) if by_players[at] != by_players[at - 1]]
    starts = sorted({0, *form.rows, *changes})
    for first, end in zip(starts, [*starts[1:], form.until], strict=True):
        head = f"{first:>3}  " if first in form.rows else "     "
        yield HangingLine(
            Text(head, "bold yellow"), Text(_in_one(lines[first:end]), "dim" if by_players[first] else "")
        )


def _in_one(lines: Sequence[str]) -> str:
    """'Seat 1: a card face down (4)': whose it is once, and what repeats with its count."""
    whose: dict[str, list[str]] = {}
    for line in lines:
        who, _, what = line.partition(": ")
        whose.setdefault(who, []).append(what)
    return ". ".join(f"{who}: {_counted(whats)}" for who, whats in whose.items())


def _counted(whats: Sequence[str]) -> str:
    told = [(what, whats.count(what)) for what in dict.fromkeys(whats)]
    return "; ".join(f"{what} ({count})" if count > 1 else what for what, count in told)


def lying_lines(game: Game, now: Scene) -> Iterator[HangingLine]:
    """A line a hand: cards, and the bets that lie with it."""
    wording = Wording(game, game.settings())
    places = {*now.hands, *((seat, hand) for seat, hand, _ in now.stakes)}
    house = [place for place in ((HOUSE, DEALER), (HOUSE, COMMUNITY)) if place in places]
    for place in [*house, *sorted(place for place in places if place[0] != HOUSE)]:
        label = wording.who(*place).removeprefix("the ")
        bets = [
            Text.assemble(f"{game.sheet.wagers[wager].title} ", chips_text(cents))
            for (seat, hand, wager), cents in now.stakes.items()
            if (seat, hand) == place
        ]
        lammer = [Text("lammer", "magenta")] if now.said.get((*place, SAY_LAMMER)) else []
        cards = [faces_text(now.hands[place])] if now.hands.get(place) else []
        start = Text(f"  {label[:1].upper()}{label[1:]}".ljust(LABEL))
        yield HangingLine(start, Text("  ").join([*cards, *lammer, *bets]))


def _answers(question: Question) -> Iterator[HangingLine]:
    form = question.form
    if isinstance(form, Choose):
        yield from lettered(form.options)
    elif isinstance(form, PointOut):
        yield from lettered(form.faults)
    elif isinstance(form, Pick):
        cards = lying(question.tape).hands[form.seat, form.hand]
        numbered = ((Text(f"{place} ", "bold yellow"), faces_text([card])) for place, card in enumerate(cards, 1))
        faces = [Text.assemble(*each) for each in numbered]
        yield HangingLine(Text("  "), Text("   ").join(faces))


def lettered(options: Sequence[tuple[str, str]]) -> Iterator[HangingLine]:
    for letter, (_, words) in zip(LETTERS, options, strict=False):
        yield HangingLine(Text(f"  {letter}  ", "bold yellow"), Text(words))


def right_words(question: Question) -> str:
    """The right answer as one would type or say it."""
    form, right = question.form, question.right
    if isinstance(form, Choose):
        return dict(form.options)[str(right)]
    if isinstance(form, Cents):
        return dollars(int(str(right)))
    if isinstance(form, Pick):
        cards = lying(question.tape).hands[form.seat, form.hand]
        return faces_text([cards[int(place)] for place in right]).plain  # type: ignore[union-attr]
    if isinstance(right, tuple):
        row, name = right
        return f"line {row}, {dict(form.faults)[str(name)]}"
    return "the round is clean"


def verdict_lines(game: Game, question: Question, right: bool) -> Iterator[HangingLine]:
    """Whether it was right, why, and the paragraphs that say so."""
    if right:
        yield HangingLine(Text("Right. ", "bold green"), Text(question.because))
    else:
        yield HangingLine(Text("No: ", "bold red"), Text(f"{right_words(question)}.", "bold"))
        yield HangingLine(Text("    "), Text(question.because))
    known = {paragraph.id for paragraph in game.paragraphs.paragraphs}
    for each in cited_paragraphs(game, [name for name in question.cites if name in known]):
        yield HangingLine(Text("    "), Text(f"{each['cites']}: {each['text']}", "dim"))


def sum_lines(marks: Sequence[tuple[str, bool]]) -> Iterator[Text]:
    """How many were right, in all and of each kind that was asked."""
    right = sum(mark for _, mark in marks)
    if not marks:
        yield Text("No question was answered.")
        return
    yield Text(f"{right} of {counted(len(marks), 'question')} right.", "bold")
    for title in dict.fromkeys(title for title, _ in marks):
        own = [mark for name, mark in marks if name == title]
        yield Text(f"  {title:<22} {sum(own)} of {len(own)}")
