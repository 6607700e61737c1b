"""What a player wins who sees the cards of other seats, as where a game is dealt face up.

beside        how many cards other seats hold at the first choice, and that they change nothing but what is left to come
decided       decision by decision, at a game that is walked: what seeing more changes there, and what that is worth
gained        what seeing more adds, and what finding that out will take
walked_in     how long the walks of a study take, said beforehand
kept_sights   deals of a study that are done, kept for whoever asks again
on_boards     the same for a game of boards, a dealer's cards too: deals with values counted over every board
face_up       the edge by number of seats seen: exact where that is in reach, else deals by chance with exact values
dead_cards    the same where cards are not laid down: the shoe that lacks others' cards is solved anew for each deal
deals_done    deals of these studies, kept when they are stopped
any_game      which of them a game is studied by, or that there is nothing to gain
"""
