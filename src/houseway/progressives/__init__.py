"""Progressives: a bet beside a game that feeds meters, and what they pay.

`jackpot` is the public part: what a progressive is, as data, and how one is read from a game's folder. `growth` is the
only arithmetic of a meter in whole cents, `awards` what a round's hits take off it, `hits` which of them a tape has.
The rest is mathematics.
"""
