"""Cards drawn as SVG for page and paper: our own faces, suits told apart by shape and by four colours."""

from html import escape

from houseway.report.paper.model import Hand
from houseway.report.paper.shown import faces

WIDE, HIGH, GAP = 60, 84, 8
FONT = "Libertinus Serif, Georgia, Times New Roman, serif"
INKS = {"c": "#17693a", "d": "#0b5a9a", "h": "#b3261e", "s": "#1d211f"}
SUITS = {  # in a square of 100
    "c": "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-11 29c1 12 5 20 13 27H31c8-7 12-15 13-27a22 22 0 1 1-11-29"
    "A22 22 0 0 1 50 4z",
    "d": "M50 2C60 22 72 38 86 50 72 62 60 78 50 98 40 78 28 62 14 50 28 38 40 22 50 2z",
    "h": "M50 94C22 67 6 50 6 30 6 16 17 6 30 6c9 0 16 5 20 13C54 11 61 6 70 6c13 0 24 10 24 24 0 20-16 37-44 64z",
    "s": "M50 3c20 25 43 39 43 60 0 12-9 20-20 20-8 0-14-3-18-9 1 10 5 17 12 22H33c7-5 11-12 12-22-4 6-10 9-18 9"
    "C16 83 7 75 7 63 7 42 30 28 50 3z",
}  # fmt: skip
LATTICE = "".join(
    f"M{x} 6l{HIGH - 12} {HIGH - 12}M{x + HIGH - 12} 6l-{HIGH - 12} {HIGH - 12}" for x in range(-66, 60, 12)
)


def hand_svg(hand: Hand) -> str:
    """One picture; the same cards give the same bytes."""
    wide = max(1, len(hand.cards)) * (WIDE + GAP)
    said = escape(f"{hand.whose}: {faces(hand.cards)}")
    cards = "".join(
        f'<g transform="translate({i * (WIDE + GAP) + 1} 1)">{_face(card)}</g>' for i, card in enumerate(hand.cards)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HIGH + 2}" width="{wide}" height="{HIGH + 2}" '
        f'font-family="{FONT}" role="img" aria-label="{said}"><title>{said}</title>{cards}</svg>'
    )


def _face(card: str) -> str:
    paper = f'<rect width="{WIDE}" height="{HIGH}" rx="6" fill="#ffffff" stroke="#555b57" stroke-width="1"/>'
    if card[-1] not in SUITS:
        inside = f'<svg x="5" y="5" width="{WIDE - 10}" height="{HIGH - 10}" viewBox="5 5 {WIDE - 10} {HIGH - 10}">'
        back = f'<path d="{LATTICE}" stroke="#8d897d" stroke-width="1.2" fill="none"/></svg>'
        frame = f'<rect x="5" y="5" width="{WIDE - 10}" height="{HIGH - 10}" rx="3" fill="none" stroke="#555b57"/>'
        return paper + inside + back + frame
    rank, suit = card[:-1].replace("T", "10"), card[-1]
    return (
        f'{paper}<g fill="{INKS[suit]}"><text x="30" y="39" font-size="38" font-weight="bold" text-anchor="middle">'
        f'{rank}</text><path transform="translate(15 46) scale(0.3)" d="{SUITS[suit]}"/></g>'
    )
