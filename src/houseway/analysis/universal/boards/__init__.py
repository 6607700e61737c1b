"""Boards: games in which two cards of one's own and two hidden ones are valued with the same cards of the table.

common_board  whether a game is one of them, proved from what its rules read
card_sets     sets of cards up to the names of the suits, by number
board_values  what the leaf rule says of every two cards on a board
value_plays   what a round comes to, played once for every two values
board_steps   what is known on the way to a full board: the tree of acts, and tables of what every act came to
one_board     the compiled count: on one board, every two cards against all that may be hidden
every_board   all boards on threads: the best acts from the last choice back, then every result
"""
