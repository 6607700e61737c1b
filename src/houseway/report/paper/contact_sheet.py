"""The faces of a card on one sheet, two in a row: a front and its back."""

import re
from collections.abc import Sequence

SIZE = re.compile(rb'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+pt" height="[\d.]+pt"')
PLACED = re.compile(r'<svg ([^>]*?width="[\d.]+)pt(" height="[\d.]+)pt(")')  # within a sheet a point is its unit
GAP_PT = 8.5  # 3 mm
EDGE = '<rect x="{x}" y="{y}" width="{wide}" height="{tall}" fill="none" stroke="#9a9a9a" stroke-width="0.4"/>'


def contact_sheet(faces: Sequence[bytes]) -> bytes:
    """All faces at their size, with a hair line where to cut. All are as large as the first."""
    wide, tall = size_of(faces[0])
    across = min(2, len(faces))
    down = -(-len(faces) // across)
    whole = (across * wide + (across + 1) * GAP_PT, down * tall + (down + 1) * GAP_PT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]:g} {whole[1]:g}" '
        f'width="{whole[0]:g}pt" height="{whole[1]:g}pt"><rect width="100%" height="100%" fill="#ffffff"/>'
    ]
    for number, face in enumerate(faces):
        x = GAP_PT + number % across * (wide + GAP_PT)
        y = GAP_PT + number // across * (tall + GAP_PT)
        parts.append(PLACED.sub(rf'<svg x="{x:g}" y="{y:g}" \1\2\3', face.decode(), count=1))
        parts.append(EDGE.format(x=f"{x:g}", y=f"{y:g}", wide=f"{wide:g}", tall=f"{tall:g}"))
    return "\n".join([*parts, "</svg>\n"]).encode()


def size_of(face: bytes) -> tuple[float, float]:
    found = SIZE.search(face)
    assert found is not None, face[:200]
    return float(found[1]), float(found[2])
