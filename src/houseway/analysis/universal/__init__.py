"""Proof from `play`: exact figures of a game that has nothing but its play function and its data.

shape    the choices of a round, what is seen at each, and the tape that leads there
reads    through which leaf rules the faces of cards reach a bet, read off the source
alike    which cards are sets and which suits are names, proved of those leaf rules
leaf_formula  the same of leaf rules of many cards, by following their source
watch    what stands in for the tape and the decider in compiled code: both are held against the shape
deals    the compiled walk over every deal that differs, and the best act of every choice on the way back
count    units of that walk on threads, with progress, an end by Ctrl-C, and resumption
cost     what it will take, and a refusal of what is out of reach
proof    all of it together: figures, best play, any other strategy, advice
solver   what a game has that declares no solver of its own
"""
