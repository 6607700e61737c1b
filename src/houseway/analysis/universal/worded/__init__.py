"""The best play of any game in words, from its play alone.

every_act   each choice that can come up, with what every act is worth there and how many deals lead to it
stands      the same as tables, choice after choice, for whoever plays by rules: at the nodes that those rules lead to
hand_words  words for cards: pairs, high cards, suits, straights, points
rule_list   the smallest ordered list of words and acts that costs no more than it may
in_words    all of it together: a guide
"""
