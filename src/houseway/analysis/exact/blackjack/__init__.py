"""Blackjack, exactly: the best plan for a game's rules, the figures of any plan, and what each act is worth."""
