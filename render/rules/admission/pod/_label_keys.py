"""`matchLabelKeys` and `mismatchLabelKeys`: labels of the pod itself that a selector is completed with."""

from collections.abc import Iterator

from render.kube import labels
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, forbidden, invalid
from render.rules.rule import Finding
from render.shape.mistake import Path

_KEYS = ("matchLabelKeys", "mismatchLabelKeys")


def malformed(path: Path, term: Data) -> Iterator[Finding]:
    """Yield what is wrong with each key of a term."""
    for field in _KEYS:
        if term.get(field) and "labelSelector" not in term:
            yield forbidden((*path, field), "must not be specified when labelSelector is not set")
            continue
        for place, key in listed(path, term, field):
            yield from each_invalid(place, key, labels.key(key))
    for place, key in listed(path, term, "matchLabelKeys"):
        if key in term.get("mismatchLabelKeys", ()):
            yield invalid(place, key, "exists in both matchLabelKeys and mismatchLabelKeys")
