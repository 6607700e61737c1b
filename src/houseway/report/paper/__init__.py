"""Reports on paper: one document made from the figures, and a writer for each format.

    figures, evidence -> sections/ -> Document (model.py) -> json, markdown, html, typst (PDF), xlsx

No number is computed in a writer, and every writer shows a number in the same digits (`shown.py`).
"""
