"""What is really on the screen: pictures decoded to pixels, and the contrast of two colours (WCAG 2)."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float64]  # rows, columns, red-green-blue from 0 to 255
SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # colour types: RGB, RGBA


def decode(png: bytes) -> Pixels:
    """A picture of eight bits a channel, as browsers make them."""
    assert png.startswith(SIGNATURE)
    at, packed, width, height, channels = len(SIGNATURE), b"", 0, 0, 0
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
            channels = CHANNELS[colour]
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    packed = zlib.decompress(packed)
    length = width * channels
    above = bytearray(length)
    rows = bytearray()
    for start in range(0, len(packed), length + 1):
        above = _unfiltered(packed[start], packed[start + 1 : start + 1 + length], above, channels)
        rows += above
    return np.frombuffer(rows, np.uint8).reshape(height, width, channels)[..., :3].astype(np.float64)


def _unfiltered(kind: int, line: bytes, above: bytearray, step: int) -> bytearray:
    """One line: each byte was stored as what it differs by from its neighbours, `step` bytes before and above."""
    row = bytearray(line)
    if kind == 0:
        return row
    for i, byte in enumerate(line):
        left = row[i - step] if i >= step else 0
        up = above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            guess = _paeth(left, up, above[i - step] if i >= step else 0)
        row[i] = (byte + guess) & 255
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    whole = left + up - corner
    by_left, by_up, by_corner = abs(whole - left), abs(whole - up), abs(whole - corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


def luminance(pixels: Pixels) -> Pixels:
    part = pixels / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    found: Pixels = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found


def contrast(one: Pixels, other: Pixels) -> Pixels:
    """Of every pixel of a picture with the same one of another."""
    first, second = luminance(one), luminance(other)
    found: Pixels = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    return found
