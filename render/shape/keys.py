"""Keys that a schema does not know: what was meant, and where it belongs."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from render.shape.mistake import Path
from render.shape.nearest import nearest, same
from render.shape.show import either

Schema = Mapping[str, Any]

Steps = tuple[str, ...]
"""The path of a property, without positions."""

ITEM = "[]"
"""Stands for any position in the path of a property."""

_MAX_DEPTH = 16
_LISTED = 6
_PLACES = 3
"""Places of a key up to which they are named: `name` is everywhere."""
_ALMOST = 0.8
"""Likeness (difflib's ratio) from which a word is taken for a slip of the hand."""


@dataclass(slots=True)
class Keys:
    """The properties of a schema, found when a key is unknown."""

    schema: Schema
    words: Mapping[str, str] = field(default_factory=dict)
    """What other systems call things: a word and the way out."""
    _places: dict[str, list[Steps]] = field(default_factory=dict)
    _meant: dict[tuple[str, int, Steps], tuple[str | None, str | None]] = field(default_factory=dict)
    """What was found, by key, its siblings and the way to it: the same mistake is often made in many objects."""

    def meant(self, path: Path, siblings: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """Return the sibling that an unknown key was meant to be, and the way out.

        `siblings` are the properties that its mapping may have.
        """
        place = str(path[-1]), id(siblings), tuple(part for part in path[:-1] if isinstance(part, str))
        if place not in self._meant:
            self._meant[place] = self._search(path, siblings)
        return self._meant[place]

    def _search(self, path: Path, siblings: Mapping[str, Any]) -> tuple[str | None, str | None]:
        key = str(path[-1])
        similar = same(key, siblings) or nearest(key, siblings, _ALMOST)
        if similar is None:
            hint = self.words.get(key) or self._elsewhere(path)
            if hint is not None:
                return None, hint
            similar = nearest(key, siblings)
        return similar, f"did you mean `{similar}`?" if similar else _all(siblings)

    def _elsewhere(self, path: Path) -> str | None:
        """Return the way to the mappings that have this key, the nearest one first."""
        if not self._places:
            for found in _properties(self.schema, self.schema):
                self._places.setdefault(found[-1], []).append(found)
        within = [part if isinstance(part, str) else ITEM for part in path[:-1]]
        places = {found[:-1] for found in self._places.get(str(path[-1]), ())}
        candidates = [found for found in places if list(found) != within]
        if not 0 < len(candidates) <= _PLACES:
            return None
        nearest_first = sorted(candidates, key=lambda found: (-_shared(found, within), len(found), found))
        names = [f"`{'.'.join(found).replace(f'.{ITEM}', ITEM)}`" for found in nearest_first if found]
        return f"it belongs under {either(names)}" if names else "it belongs at the top"


def _all(keys: Collection[str]) -> str | None:
    """Return what a mapping may have, where that is a line."""
    return f"it takes {either([f'`{key}`' for key in sorted(keys)])}" if 0 < len(keys) <= _LISTED else None


def _shared(one: Steps, other: list[str]) -> int:
    """Return how many parts two paths have in common, from the start."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _properties(root: Schema, schema: Schema, path: Steps = (), within: Steps = ()) -> Iterator[Steps]:
    """Yield the paths of all properties; a type is not entered again inside itself."""
    reference = schema.get("$ref")
    if reference in within or len(path) > _MAX_DEPTH:
        return
    if reference is not None:
        schema, within = resolved(root, schema), (*within, reference)
    yield from ((*path, name) for name in schema.get("properties", {}))
    for steps, below in _parts(schema):
        yield from _properties(root, below, (*path, *steps), within)


def _parts(schema: Schema) -> Iterator[tuple[Steps, Schema]]:
    """Yield the schemas inside a schema, each with the way to what it judges."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from (((), branch) for branch in schema.get(keyword, ()))
    inside: dict[str, tuple[Steps, Any]] = {
        name: ((name,), below) for name, below in schema.get("properties", {}).items()
    }
    inside["items"] = ((ITEM,), schema.get("items"))
    inside |= {keyword: ((), schema.get(keyword)) for keyword in ("then", "else")}
    yield from ((steps, below) for steps, below in inside.values() if isinstance(below, dict))


def resolved(root: Schema, schema: Schema) -> Schema:
    """Return what a reference inside the schema leads to."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    below: Any = root
    for token in reference.removeprefix("#").split("/")[1:]:
        below = below[token.replace("~1", "/").replace("~0", "~")]
    return below  # type: ignore[no-any-return]
