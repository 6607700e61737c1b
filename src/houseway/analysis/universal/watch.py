"""What stands in for the tape and for the decider in the compiled walk: both are held against the shape.

The felt's tape holds the lines that a round of this shape writes (its template), segment by segment, a segment a node.
`watched` takes the place of `note`: it writes nothing, and stops the round at the first line that is another. Faces of
cards are not compared: which card lies where follows from the order of the deal. `scripted` stands in for `choose`.
"""

from typing import Any, NamedTuple

from houseway.analysis.universal.shape import NODES_MAX, Acts, Shape
from houseway.rules.choice import acts_in
from houseway.rules.felt import ACTS_MAX, Felt
from houseway.rules.shapes import Words, words
from houseway.rules.tape import CHOOSE, COLUMNS, DEAL, DISCARD, MOVE, ROWS, STOPPED, TURN, VERB, A, B

LINES_MAX = 4096
CHOICES_MAX = 8
AT_END = COLUMNS  # one column more than a tape has: 1 where only cards are compared
TEMPLATE_COLUMNS = COLUMNS + 1
OVER = -1  # a verb that no line has: nothing more is dealt

NODE, CHOICE, FAULT, FOLLOWS = range(4)  # the words of `Script.at`


class Script(NamedTuple):
    """The tree of acts, the acts to play, and the plan that is followed instead where FOLLOWS is set."""

    offers: Words  # [node] the acts that are legal; 0: the round is over
    child: Words  # [node, act] the node after it
    begins: Words  # [node] its first line in the template
    acts: Words  # [choice] to play
    at: Words
    plan: Any


class NoPlan(NamedTuple):
    """Where the best act is sought."""

    nothing: int = 0


def template_of(shape: Shape) -> tuple[Words, Words, dict[Acts, int]]:
    """The lines of all nodes one after another, where each begins, and the numbers of the nodes: parents first."""
    order = sorted(shape.nodes, key=lambda acts: (len(acts), acts))
    lines, begins = words(LINES_MAX, TEMPLATE_COLUMNS), words(NODES_MAX)
    at = 0
    for number, acts in enumerate(order):
        node = shape.nodes[acts]
        begins[number] = at
        assert at + len(node.lines) < LINES_MAX, "more lines than a template holds"
        for line in node.lines:
            lines[at, :COLUMNS] = line
            lines[at, AT_END] = not node.options
            at += 1
        if not node.options:
            lines[at, VERB], lines[at, AT_END] = OVER, 1
            at += 1
    return lines, begins, {acts: number for number, acts in enumerate(order)}


def script_of(shape: Shape, begins: Words, numbers: dict[Acts, int], plan: Any) -> Script:
    script = Script(words(NODES_MAX), words(NODES_MAX, ACTS_MAX), begins, words(CHOICES_MAX), words(4), plan)
    script.child[:] = -1
    for acts, number in numbers.items():
        node = shape.nodes[acts]
        script.offers[number] = node.options
        for act in acts_in(node.options):
            script.child[number, act] = numbers[(*acts, act)]
    return script


def watched(tape: Words, tape_at: Words, verb: int, seat: int, hand: int, a: int, b: int, c: int) -> None:
    """Takes the place of `note`."""
    if tape_at[STOPPED] or verb == CHOOSE:
        return
    i = tape_at[ROWS]
    if verb == MOVE or verb == DISCARD:
        tape_at[STOPPED] = 1
        return
    if tape[i, AT_END]:
        if verb != DEAL:
            return
        same = tape[i, VERB] == DEAL and tape[i, 1] == seat and tape[i, 2] == hand
    else:
        same = tape[i, VERB] == verb and tape[i, 1] == seat and tape[i, 2] == hand and tape[i, 5] == c
        same = same and (verb == DEAL or tape[i, A] == a) and (verb == TURN or tape[i, B] == b)
    if same:
        tape_at[ROWS] = i + 1
    else:
        tape_at[STOPPED] = 1


def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Stands for whoever follows a plan; `compiled` swaps it."""
    raise NotImplementedError


def lowest_act(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    """Follows no plan at all."""
    act = 0
    while not options >> act & 1:
        act += 1
    return act


def scripted(nobody: Any, script: Script, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Takes the place of `choose`. Where a round goes another way than its shape, any legal act ends it."""
    node = script.at[NODE]
    if script.offers[node] != options or felt.tape_at[STOPPED]:
        felt.tape_at[STOPPED] = 1
        script.at[FAULT] = 1
        return lowest_act(nobody, felt, seat, hand, options)
    if script.at[FOLLOWS]:
        act = decide(script.plan, felt, seat, hand, options)
        if not options >> act & 1:
            felt.tape_at[STOPPED] = 1
            script.at[FAULT] = 1
            return lowest_act(nobody, felt, seat, hand, options)
    else:
        act = script.acts[script.at[CHOICE]]
    node = script.child[node, act]
    script.at[NODE] = node
    script.at[CHOICE] += 1
    felt.tape_at[ROWS] = script.begins[node]
    return act
