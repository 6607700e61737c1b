"""One small fault: where it is put, what stood there and what stands there instead."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True)
class Fault:
    """`start` and `end` are places in the text of the file; `function` names what the place belongs to."""

    path: str
    kind: str
    start: int
    end: int
    new: str
    old: str
    line: int
    function: str

    @property
    def id(self) -> str:
        """The same for the same change of the same words in the same function, wherever the function stands."""
        told = repr((self.path, self.function, self.kind, self.old, self.new, self.start - self._line_start))
        return sha256(told.encode()).hexdigest()[:10]

    _line_start: int = 0

    def put(self, text: str) -> str:
        assert text[self.start : self.end] == self.old, f"{self.path} has changed"
        return text[: self.start] + self.new + text[self.end :]

    def told(self) -> str:
        old, new = (" ".join(part.split())[:60] or "nothing" for part in (self.old, self.new))
        return (
            f"{self.path}:{self.line} ({self.function.rpartition('.')[2] or 'module'}) {self.kind}: `{old}` -> `{new}`"
        )


def read(root: Path, path: str) -> str:
    return (root / path).read_text(encoding="utf-8")
