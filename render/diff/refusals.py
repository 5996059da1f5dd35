"""Which changes of an object are refused, by the table of what can't be changed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from render.diff.changes import ABSENT, differ
from render.diff.immutable import Change, Immutable
from render.diff.lists import paired
from render.diff.path import EACH, Path, Pattern, is_below
from render.diff.table import IMMUTABLE

Data = Mapping[str, Any]


class Refusal(NamedTuple):
    """A field whose change is refused, and the row that says so."""

    path: Path
    row: Immutable

    def covers(self, path: Path) -> bool:
        """Say whether a changed field is part of what is refused."""
        shared = min(len(path), len(self.path))
        return path[:shared] == self.path[:shared] and not any(is_below(path, place) for place in self.row.free)


def refusals(group_kind: str, old: Data, new: Data) -> Iterator[Refusal]:
    """Yield what is refused of the change of an object, which is there as `old`."""
    for row in IMMUTABLE.get(group_kind, ()):
        if row.applies(old, new):
            for path, before, after in _places(row.field, old, new):
                if _is_refused(row, path, before, after):
                    yield Refusal(path, row)


def _is_refused(row: Immutable, path: Path, before: Any, after: Any) -> bool:
    if row.change is Change.OF_VALUE and ABSENT in (before, after):
        return False
    return differ(_without(before, path, row.free), _without(after, path, row.free), path)


def _places(field: Pattern, old: Any, new: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the places of a pattern in two objects, each with what is there."""
    if not field:
        yield path, old, new
    elif field[0] == EACH:
        both = [value if isinstance(value, list) else [] for value in (old, new)]
        pairs = paired(*both)
        for part, before, after in pairs.items if pairs is not None else ():
            yield from _places(field[1:], before or ABSENT, after or ABSENT, (*path, part))
    else:
        before, after = (_member(value, field[0]) for value in (old, new))
        if before is not ABSENT or after is not ABSENT:
            yield from _places(field[1:], before, after, (*path, field[0]))


def _member(value: Any, key: str) -> Any:
    found = value.get(key) if isinstance(value, dict) else None
    return ABSENT if found is None else found


def _without(value: Any, path: Path, free: tuple[Pattern, ...]) -> Any:
    """Return a value without what may be changed in it, nor the mappings which then hold nothing."""
    below = tuple(place for place in free if len(place) > len(path))
    if not below:
        return value
    if isinstance(value, list):
        inner = tuple(place for place in below if place[len(path)] == EACH)
        return [_without(item, (*path, 0), inner) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, item in value.items():
        inner = tuple(place for place in below if place[len(path)] == key)
        if any(len(place) == len(path) + 1 for place in inner):
            continue
        rest = _without(item, (*path, key), inner)
        if rest != {} or item == {}:
            kept[key] = rest
    return kept
