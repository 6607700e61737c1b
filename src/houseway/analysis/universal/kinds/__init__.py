"""Proof from `play` for games of several decks, or whose cards go where other cards send them.

faces       which cards are one kind, and which places nobody reads: proved of the leaf rules
forks       what stands in for shoe and decider: each card and each choice is a fork, walked by counts of kinds
known       what a player knows at a choice, as a tree of what was told
best_acts   the best act of each choice, from the last back
all_leaves  the walk over all leaves, in portions
shoe_question  what is to be proved, and probes that say beforehand what it will take
whole_shoe  all leaves, the best play or a strategy, and the figures
kept_leaves a walk that was stopped
shoe_without   what a player gains who knows cards that are out of the shoe
seen_ahead  who sees cards before they are shown, beside one who does not
shoe_advice what each act is worth at a table, and the best play as a plan
bets_beside what side bets win beside a choice
from_shoe   solves such a game, and shoe_solver declares it
"""
