"""Dealing, as a dealer learns it. What a page gets, and sends back:

    lesson.to_json(state)   {tape, step, steps, happened: [sentence], done, seats, round, rounds, errors,
                             offered: [{key, words, kind, seat, hand, wager, amount, places, amounts: [cents]}],
                             due: {words, because, cites: [{id, cites, text}]}, or null when the round is over}
    table.to_json(state)    the same without `due`; incident: {sort, words} or null; slips: [{..., words}]
    next_step(state, deed)  Taught: {right, words, because, cites}, and the state after it

The tape is as the dealer sees it (hidden cards are -1). A deed is sent back by its key (`DealerDeed.from_key`). Where
`amounts` are beside it the learner says how much: the key with that amount in place of its 0 (its fifth part).
Lessons and tables are their seed and the keys of the deeds so far (`after`), or a state (`DealingState.to_json`).
"""
