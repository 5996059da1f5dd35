"""Lists whose items are told apart by keys (`x-kubernetes-list-type: map`), as a keyword of jsonschema-rs."""

from collections.abc import Iterator, Sequence
from typing import Any

from render.kube.kind import Schema

LIST_MAP_KEYS = "x-kubernetes-list-map-keys"


class Duplicate(ValueError):  # noqa: N818 - an answer
    """An item has the keys of an earlier one: its place in the list, the names of the keys."""

    def __init__(self, index: int, keys: list[str]) -> None:
        """Take the place of the later of the two."""
        super().__init__(f"item {index} has the {', '.join(keys)} of an earlier one")
        self.index = index
        self.keys = keys


class ListMapKeys:
    """The keyword itself: its value is the list of the keys' names. A key that is left out has its default."""

    def __init__(self, parent_schema: Schema, value: Any, schema_path: Sequence[str | int]) -> None:
        """Take what jsonschema-rs gives: the schema that has the keyword, the keyword's value, where it stands."""
        del schema_path
        properties = parent_schema.get("items", {}).get("properties", {})
        self._keys = {key: properties.get(key, {}).get("default") for key in value}

    def validate(self, instance: Any) -> None:
        """Raise the first Duplicate."""
        for duplicate in self.iter_errors(instance):
            raise duplicate

    def iter_errors(self, instance: Any) -> Iterator[Duplicate]:
        """Yield every Duplicate; what is no list of objects, or has no readable key, is another keyword's matter."""
        seen = set()
        for index, item in enumerate(instance if isinstance(instance, list) else []):
            if not isinstance(item, dict):
                continue
            keys = tuple(item.get(key, default) for key, default in self._keys.items())
            if not all(isinstance(key, str | int) for key in keys):
                continue
            if keys in seen:
                yield Duplicate(index, list(self._keys))
            seen.add(keys)
