"""Every deal of Fast Action Hold'em, counted: what houseway works out figures from that do not ship with it.

For 1, 6, 7 and 8 decks a file of counts, and beside it its stamp: what counted it, and the sum of its bytes. Nothing
here is code; `houseway.analysis.exact.shared.places` finds the folder.
"""
