"""Hints for unknown keys: the intended key, and where it belongs."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from render.schema_errors.error import Path
from render.schema_errors.formatting import join_or
from render.schema_errors.suggest import nearest, same

Schema = Mapping[str, Any]

Steps = tuple[str, ...]
"""Path of a property, without indexes."""

ITEM = "[]"
"""Matches any index in the path of a property."""

_MAX_DEPTH = 16
_LISTED = 6
_PLACES = 3
"""Maximum places of a key that a hint lists: `name` is everywhere."""
_ALMOST = 0.8
"""Similarity (difflib's ratio) above which a word counts as a typo."""


class KeyHints:
    """Properties of a schema, searched when a key is unknown."""

    def __init__(self, schema: Schema, words: Mapping[str, str]) -> None:
        """Use a schema; `words` are hints for keys of other systems, by key or by dotted path."""
        self.schema = schema
        self.words = words
        self._places: dict[str, list[Steps]] = {}
        self._cache: dict[tuple[str, int, Steps], tuple[str | None, str | None]] = {}
        """Cache of hints by key, siblings and path: many objects often have the same error."""

    def suggest(self, path: Path, siblings: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """Return the intended sibling of an unknown key, and a hint.

        `siblings` are the properties that its mapping may have.
        """
        place = str(path[-1]), id(siblings), tuple(part for part in path[:-1] if isinstance(part, str))
        if place not in self._cache:
            self._cache[place] = self._search(path, siblings)
        return self._cache[place]

    def _search(self, path: Path, siblings: Mapping[str, Any]) -> tuple[str | None, str | None]:
        key = str(path[-1])
        similar = same(key, siblings) or nearest(key, siblings, _ALMOST)
        if similar is None:
            hint = self.words.get(".".join(map(str, path))) or self.words.get(key) or self._elsewhere(path)
            if hint is not None:
                return None, hint
            similar = nearest(key, siblings)
        return similar, f"did you mean `{similar}`?" if similar else _all(siblings)

    def _elsewhere(self, path: Path) -> str | None:
        """Return the paths of mappings that have this key, the nearest one first."""
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
        below = [f"under {join_or(names)}"] if names else []
        return f"it belongs {join_or(['at the top level'] * (() in candidates) + below)}"


def _all(keys: Collection[str]) -> str | None:
    """Return the allowed keys of a mapping if they fit on a line."""
    return f"it takes {join_or([f'`{key}`' for key in sorted(keys)])}" if 0 < len(keys) <= _LISTED else None


def _shared(one: Steps, other: list[str]) -> int:
    """Return the length of the common prefix of two paths."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _properties(root: Schema, schema: Schema, path: Steps = (), within: Steps = ()) -> Iterator[Steps]:
    """Yield the paths of all properties; recursive types are entered once."""
    reference = schema.get("$ref")
    if reference in within or len(path) > _MAX_DEPTH:
        return
    if reference is not None:
        schema, within = resolve_reference(root, schema), (*within, reference)
    yield from ((*path, name) for name in schema.get("properties", {}))
    for steps, below in _parts(schema):
        yield from _properties(root, below, (*path, *steps), within)


def _parts(schema: Schema) -> Iterator[tuple[Steps, Schema]]:
    """Yield the subschemas of a schema with the paths that they apply to."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from (((), branch) for branch in schema.get(keyword, ()))
    inside: dict[str, tuple[Steps, Any]] = {
        name: ((name,), below) for name, below in schema.get("properties", {}).items()
    }
    inside["items"] = ((ITEM,), schema.get("items"))
    inside |= {keyword: ((), schema.get(keyword)) for keyword in ("then", "else")}
    yield from ((steps, below) for steps, below in inside.values() if isinstance(below, dict))


def resolve_reference(root: Schema, schema: Schema) -> Schema:
    """Resolve a reference inside the schema."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    below: Any = root
    for token in reference.removeprefix("#").split("/")[1:]:
        below = below[token.replace("~1", "/").replace("~0", "~")]
    return below  # type: ignore[no-any-return]
