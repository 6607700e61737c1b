"""The best play of any game in words, from its play alone.

every_act   each choice that can come up, with what every act is worth there and how many deals lead to it
stands      the same as tables, choice after choice, for whoever plays by rules: at the nodes that those rules lead to
hand_words  words for cards: pairs, high cards, suits, straights, points
rule_list   the smallest ordered list of words and acts that costs no more than it may
in_words    all of it together: a guide

A shoe that asks for one choice after another, where a rule moves which choices come after:

choice_tree        every choice, which one leads to it, and what a plan gives up at those that it comes to
in_sight           what lies in sight at a choice
told_words         words for that: totals, soft or hard, the dealer's card, the last card, how many, acts before
plan_list          the smallest list, weighed as a plan
one_after_another  all lists together: a guide
"""
