"""Check `matchLabelKeys` and `mismatchLabelKeys`: keys of the pod's own labels, added to a selector."""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid
from render.rules.rule import Finding
from render.schema_errors.error import Path

_KEYS = ("matchLabelKeys", "mismatchLabelKeys")


def check_label_keys(path: Path, term: Data) -> Iterator[Finding]:
    """Yield a finding for each invalid key of a term."""
    for field in _KEYS:
        if term.get(field) and "labelSelector" not in term:
            yield forbidden((*path, field), "must not be specified when labelSelector is not set")
            continue
        for place, key in list_items(path, term, field):
            yield from each_invalid(place, key, labels.key_errors(key))
    for place, key in list_items(path, term, "matchLabelKeys"):
        if key in term.get("mismatchLabelKeys", ()):
            yield invalid(place, key, "exists in both matchLabelKeys and mismatchLabelKeys")
