"""The options of a game with what each is set to, as one value."""

from typing import Any, NoReturn, Self

from houseway.games.options import Setting


class Settings(dict[str, Setting]):
    """A dictionary that never changes, so that what is computed can be kept under it."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def but(self, **others: Setting) -> Self:
        """The same but for these; whether they go together is for `game.settings` to say."""
        return type(self)({**self, **others})

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("settings never change: make others with but()")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
