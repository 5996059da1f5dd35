"""The schemas of custom resources: out of `schemas/authored/`, and of the Python models that a file there names.

A file says `folder` (of `schemas/`), `kubernetes` (the minor version whose types it refers to), maybe `models` (the
package whose types it completes), `kinds` (the fields beside the metadata, by `apiVersion` and kind) and `types`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ci.generate.models import models
from ci.generate.notation import Notation
from render.kube.generation.builtin_schemas import builtin_schemas as core_schemas
from render.kube.generation.builtin_schemas import load_types
from render.kube.generation.crd_schemas import convert_schema
from render.kube.gvk import GroupVersionKind, Schema

AUTHORED = Path(__file__).resolve().parents[2] / "schemas" / "authored"

Fields = Mapping[str, Any]


def custom_schemas() -> Iterator[tuple[str, GroupVersionKind, Schema]]:
    """Yield every authored kind: the folder that its file names, and its schema."""
    for path in sorted(AUTHORED.glob("*.yaml")):
        authored = yaml.safe_load(path.read_text(encoding="utf-8"))
        object_meta = _object_meta(authored["kubernetes"])
        for kind, structural in structural_schemas(authored):
            yield authored["folder"], kind, convert_schema(kind, structural, object_meta)


def structural_schemas(authored: Mapping[str, Any]) -> Iterator[tuple[GroupVersionKind, Schema]]:
    """Yield the kinds of one file, each with what stands beside its metadata. Raises LookupError for unknown types."""
    kubernetes = load_types(authored["kubernetes"])
    known = models(authored["models"], kubernetes) if "models" in authored else {}
    types = {
        name: _completed(known.get(name, {}), authored["types"].get(name, {})) for name in {*known, *authored["types"]}
    }
    notation = Notation(types, kubernetes)
    for api_version, kinds in authored["kinds"].items():
        for name, fields in kinds.items():
            yield GroupVersionKind.of(api_version, name), notation.object(fields)


def _completed(known: Fields, authored: Fields) -> Fields:
    """Lay what is authored over what the models say; a field of the models keeps its type unless a new one is given."""
    completed = dict(known)
    for name, declared in authored.items():
        key = next((key for key in known if key.removesuffix("!") == name.removesuffix("!")), name)
        adds = isinstance(declared, dict) and "is" not in declared
        completed[key] = {"is": known[key], **declared} if adds else declared
    return completed


def _object_meta(minor: str) -> Schema:
    config_map = next(schema for kind, schema in core_schemas(minor) if kind.name == "ConfigMap")
    meta: Schema = config_map["properties"]["metadata"]
    return meta
