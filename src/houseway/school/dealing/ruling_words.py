"""What a dealer may do about an irregularity, in words."""

RETURN_BET, PLAY_ON, VOID, STANDS, MAKE_GOOD = "return_bet", "play_on", "void", "stands", "make_good"

RULINGS = {
    RETURN_BET: "Give the bet back and go on",
    PLAY_ON: "Tell the floor, and play on with the cards as they lie",
    VOID: "Call a misdeal: bets in action go back",
    STANDS: "Show the cards and the odds: the pay stands",
    MAKE_GOOD: "Pay what is missing",
}
