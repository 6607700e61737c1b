"""Boards: games in which two to four own cards and as many hidden ones are valued with the same cards of the table.

common_board  whether a game is one of them, proved from what its rules read
card_sets     sets of cards up to the names of the suits, by number
own_hands     hands of one's own by number, all of them or a lot
board_values  what the leaf rule says of every hand on a board
value_plays   what a round comes to, played once for every two values
board_steps   what is known on the way to a full board: the tree of acts, and where what every act came to is kept
hidden_hands  how many hands one's own leaves, by stretches of their values
one_board     the compiled count: on one board, every hand against all that may be hidden
board_choices the best acts before the full board
every_board   all boards on threads (`block_threads`): the best acts from the last choice back, then every result
every_lot     the same lot by lot of one's own hands, where all at once would take too much room
kept_boards   a count that was stopped, and the best play found, for the next time
board_plan    the best play as a plan
first_choice  what the acts of a first choice are worth, kept
sight_loop    the compiled count for players who see more: every board against some deals of what is seen
sights        what such players win, deal by deal and decision by decision, beside one who does not see
by_plan       the same count for a strategy that is written down
"""
