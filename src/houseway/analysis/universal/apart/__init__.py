"""Proof from `play` of a single wager, where the whole game is out of reach.

A wager that is settled by what leaf rules say of certain cards, the same on every way through `play`, needs those cards
and nothing else. Which cards they are may hang on choices and on other cards (six of a player who hits or stands), as
long as a card's place is settled before its face is known: then they are as good as any cards of the shoe.

worths      what an expression of the rules may be worth when no card is known
unseen_felt the felt, as far as it is known without the faces of cards
felt_acts   what the vocabulary does to that felt
leaf_words  words of leaf rules, and numbers of the rules in force
every_path  all ways through `play` at once, with every choice and every card open
all_hands   what a leaf rule says of all cards that may lie in its places
one_wager   the proof: what a wager hangs on, and its figures
"""
