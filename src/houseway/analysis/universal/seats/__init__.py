"""What a player wins who sees the cards of other seats, as where a game is dealt face up.

beside        how many cards other seats hold at the first choice, and that they change nothing but what is left to come
face_up       the edge by number of seats seen: exact where that is in reach, else deals by chance with exact values
"""
