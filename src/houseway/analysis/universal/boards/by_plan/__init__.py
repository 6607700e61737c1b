"""A strategy that is written down, on boards: asked once where its source shows that it takes cards for alike.

terms         formulas of cards that are not known, in a form in which what is the same is written the same
plan_formula  what a plan does at one choice, as such a formula: its source followed from line to line
exchange      what becomes of a formula when cards change places and suits names
plan_alike    that a plan does the same whatever order cards lie in and whatever suits are called
asked_boards  the compiled loops that ask it
planned_boards  every board as it is played by such a plan
"""
