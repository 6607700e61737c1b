"""Dealing, as a dealer learns it. What a page gets, and sends back:

    lesson.to_json(state)   {tape, step, steps, happened: [sentence], done, seats, errors,
                             due: {words, cites: [{id, cites, text}]} or null when the round is over,
                             offered: [{key, words, kind, seat, hand, wager, amount, places, amounts: [cents]}]}
    next_step(state, deed)  Taught: {right, words, cites}, and the state after it

The tape is as the dealer sees it (hidden cards are -1). A deed is sent back by its key. Where `amounts` are beside it
the learner says how much: the deed's key with that amount in place of its 0, `DealerDeed.of(cents)`.
A table (`dealt_table`) has the same without `due`; a lesson or a table is its seed and the keys of the deeds so far.
"""
