"""The specs of claims in an object: of a PersistentVolumeClaim, and of templates of claims in other kinds."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data
from render.schema_errors.error import Path


def claim_specs(item: Object) -> Iterator[tuple[Path, Data]]:
    """Yield the specs of all claims, with their paths."""
    yield from _specs(item.data, ())


def _specs(data: object, path: Path) -> Iterator[tuple[Path, Data]]:
    if isinstance(data, dict):
        if "accessModes" in data and "resources" in data:
            yield path, data
        else:
            for key, value in data.items():
                yield from _specs(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _specs(value, (*path, index))
