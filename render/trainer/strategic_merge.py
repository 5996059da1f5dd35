"""Kubernetes' strategic merge of a patch into the spec of a JobSet, with its order of items.

Source: https://github.com/kubernetes/apimachinery/blob/v0.36.2/pkg/util/strategicpatch/patch.go
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from render.manifests.paths import Data

_ITSELF = ""
"""The merge key of a list of words: the word itself."""

_MERGE_KEYS: Mapping[str, str] = {
    "replicatedJobs": "name",
    "dependsOn": "name",
    "containers": "name",
    "initContainers": "name",
    "ephemeralContainers": "name",
    "env": "name",
    "ports": "containerPort",
    "volumeMounts": "mountPath",
    "volumeDevices": "devicePath",
    "volumes": "name",
    "imagePullSecrets": "name",
    "schedulingGates": "name",
    "resourceClaims": "name",
    "hostAliases": "ip",
    "topologySpreadConstraints": "topologyKey",
    "ownerReferences": "uid",
    "finalizers": _ITSELF,
}
"""Merge keys of the lists that are merged. Other lists are replaced."""


def strategic_merge(original: Data, patch: Data) -> dict[str, Any]:
    """Return the spec of a JobSet with a patch merged into it. Neither is changed, and the result shares their parts.

    Both are values of Go's types: they have no null, and a patch deletes nothing.
    """
    found = dict(original)
    for key, value in patch.items():
        there = found.get(key)
        if isinstance(there, Mapping) and isinstance(value, Mapping):
            found[key] = strategic_merge(there, value)
        elif isinstance(there, list) and isinstance(value, list) and key in _MERGE_KEYS:
            found[key] = _merged_list(there, value, _MERGE_KEYS[key])
        else:
            found[key] = value
    return found


def _merged_list(original: Sequence[Any], patch: Sequence[Any], key: str) -> list[Any]:
    """Return a list whose items of the same key are merged, the items of the patch in its order."""
    found = list(original)
    for item in patch:
        places = [place for place, other in enumerate(found) if _name(other, key) == _name(item, key)]
        if not places:
            found.append(item)
        elif key != _ITSELF:
            found[places[0]] = strategic_merge(found[places[0]], item)
    names = [_name(item, key) for item in patch]
    patched = sorted((one for one in found if _name(one, key) in names), key=lambda one: names.index(_name(one, key)))
    kept = [item for item in found if _name(item, key) not in names]
    return _interleaved(kept, patched, [_name(item, key) for item in original], key)


def _interleaved(kept: list[Any], patched: list[Any], order: Sequence[Hashable], key: str) -> list[Any]:
    """Merge both lists: a kept item precedes a patched item only if it did so in the original."""
    found = []
    rest = iter(kept)
    waiting = next(rest, None)
    for item in patched:
        while waiting is not None and _stood_before(_name(waiting, key), _name(item, key), order):
            found.append(waiting)
            waiting = next(rest, None)
        found.append(item)
    return found if waiting is None else [*found, waiting, *rest]


def _stood_before(one: Hashable, other: Hashable, order: Sequence[Hashable]) -> bool:
    return other in order and order.index(one) < order.index(other)


def _name(item: Any, key: str) -> Hashable:
    """Return the value of an item's merge key."""
    name: Hashable = item if key == _ITSELF else item.get(key)
    return name
