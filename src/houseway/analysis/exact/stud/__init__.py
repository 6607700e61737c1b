"""Poker hands that nobody draws to: five cards, six cards, and six beside a dealer's hand."""
