"""CustomResourceDefinitions: a digest of each schema, and the fields that older releases lack."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from render.cluster.products import FIELDS
from render.manifests.paths import Data

_DIGITS = 16


def describe_definition(definition: Data) -> dict[str, Any]:
    """Return the digest of each served version of a definition, and the fields of `FIELDS` that it keeps."""
    spec = definition["spec"]
    versions = [_describe_version(spec, version) for version in spec["versions"] if version.get("served")]
    return {"name": definition["metadata"]["name"], "versions": versions}


def _describe_version(spec: Data, version: Data) -> dict[str, Any]:
    schema = version.get("schema", {}).get("openAPIV3Schema", {})
    text = json.dumps(schema, sort_keys=True, separators=(",", ":"))
    kind = spec["group"], spec["names"]["kind"]
    fields = [name for name, (*owner, path) in FIELDS.items() if tuple(owner) == kind and _keeps(schema, path)]
    digest = sha256(text.encode()).hexdigest()[:_DIGITS]
    return {"version": version["name"], "digest": digest} | ({"fields": fields} if fields else {})


def _keeps(schema: Data, path: Sequence[str]) -> bool:
    """Return True if the API server keeps a field at a path."""
    for key in path:
        schema = schema.get("items", schema)
        if key not in schema.get("properties", {}):
            return bool(schema.get("x-kubernetes-preserve-unknown-fields"))
        schema = schema["properties"][key]
    return True
