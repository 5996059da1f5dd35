"""What of an object is not carried over yet.

An importer takes what it carries. What nobody has taken is told in the end, so that no field can be lost in silence.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from render.shape.mistake import Path, at


class Rest:
    """A mapping, less what has been taken of it. Views of the parts of one object share what is left."""

    def __init__(self, data: dict[str, Any], path: Path = ()) -> None:
        """`path` is that of `data` in its object."""
        self.data = data
        self.path = path

    @classmethod
    def of(cls, data: Mapping[str, Any], path: Path = ()) -> "Rest":
        """Return all of a mapping, which itself is left as it is."""
        return cls(_copied(data), path)

    def take(self, key: str, otherwise: Any = None) -> Any:
        """Return a value that is carried over; `otherwise` where there is none, or null."""
        value = self.data.pop(key, None)
        return otherwise if value is None else value

    def settle(self, key: str, *values: object) -> None:
        """Take a value that a run has without being told to."""
        if self.data.get(key) in values:
            self.data.pop(key, None)

    def settle_off(self, *keys: str) -> None:
        """Take what is turned off, as a run has it anyway."""
        for key in keys:
            if self.data.get(key) is False:
                del self.data[key]

    def below(self, *keys: str) -> "Rest":
        """Return what is left of a mapping inside; nothing where there is none."""
        data: Any = self.data
        for key in keys:
            data = data.get(key) if isinstance(data, dict) else None
        return Rest(data if isinstance(data, dict) else {}, (*self.path, *keys))

    def items(self, key: str) -> list["Rest"]:
        """Return what is left of the items of a list of mappings."""
        return [Rest(item, (*self.path, key, place)) for place, item in enumerate(self.data.get(key) or ())]

    def clear(self) -> None:
        """Take everything."""
        self.data.clear()

    def left(self, whole: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
        """Yield what nobody has taken; what nobody has touched at all, as one. `whole` is what there was at first."""
        yield from _left(self.data, whole, self.path)


def _copied(value: Any) -> Any:
    """Return a value that shares nothing, with itself neither: an anchor and its aliases are one in a document."""
    if isinstance(value, Mapping):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _left(rest: Any, whole: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if rest is None or rest in ({}, []):
        return
    items = list(rest.items()) if isinstance(rest, dict) else list(enumerate(rest)) if isinstance(rest, list) else []
    if not items or (path and rest == whole and not _is_large(rest)):
        yield path, rest
        return
    for key, value in items:
        yield from _left(value, at(whole, (key,)), (*path, key))


def _is_large(value: Any) -> bool:
    """Say whether a value is a list of mappings, whose items are told one by one."""
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)
