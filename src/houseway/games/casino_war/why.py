"""Casino War: one card against the dealer's, and a second one at war."""

from houseway.engine.why.blackjack import versus
from houseway.engine.why.poker import a_rank, rank_name
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.rules.cards import RANKS


def why(end: SettledRow) -> Because:
    own, dealers = end.cards[-1] >> 2, end.dealers[-1] >> 2
    made = versus(*(RANKS[rank].replace("T", "10") for rank in (own, dealers)))
    mine = f"{end.whose} {rank_name(own)}"
    if end.wager == "tie":
        if end.outcome == "tied":
            return Because(f"Both have {a_rank(own)}: the Tie pays {end.paid}.", made=made)
        return Because(
            f"{sentence(mine)} and the dealer's {rank_name(dealers)} are no tie: the Tie is lost.", made=made
        )
    if end.outcome == "surrendered":
        return Because(f"Both have {a_rank(own)}, and giving up costs half the bet.", made=made)
    if end.outcome in ("lose", "war_lost"):
        return Because(f"Dealer's {rank_name(dealers)} beats {mine}.", made=made)
    if end.outcome == "win":
        return Because(f"{sentence(mine)} beats the dealer's {rank_name(dealers)}.", made=made)
    held = f"Both have {a_rank(own)} at war" if end.outcome == "war_tied" else f"{sentence(mine)} is higher at war"
    return Because(
        f"{held}: {'the first bet pushes' if end.wager == 'bet' else f'the second bet pays {end.paid}'}.", made=made
    )
