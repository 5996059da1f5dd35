"""What an autoscaler's reference to another object can't be."""

from collections.abc import Iterator

from render.kube import names
from render.manifests.places import Data
from render.rules.admission._refusal import each_invalid, invalid, required
from render.rules.rule import Finding
from render.shape.mistake import Path


def malformed(path: Path, reference: Data) -> Iterator[Finding]:
    """Yield what is wrong with a reference, which needs the group of its API as well."""
    yield from named(path, reference)
    version = reference.get("apiVersion", "")
    if version.count("/") > 1:
        yield invalid((*path, "apiVersion"), version, f"unexpected GroupVersion string: {version}")
    elif "/" not in version and reference.get("kind") != "ReplicationController":
        yield invalid((*path, "apiVersion"), version, "apiVersion must specify API group")


def named(path: Path, reference: Data) -> Iterator[Finding]:
    """Yield what is wrong with the kind and the name of a reference."""
    for field in ("kind", "name"):
        text = reference.get(field, "")
        if not text:
            yield required((*path, field))
        yield from each_invalid((*path, field), text, names.path_segment(text))
