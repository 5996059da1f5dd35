"""The schemas of the objects: Kubernetes' own by minor version, and CRDs', both refusing unknown fields."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource

from tests.conftest import RECORDINGS

Schema = dict[str, Any]

CRDS = (
    "jobset/jobset.x-k8s.io_jobsets.yaml",
    "scheduler-plugins/scheduling.x-k8s.io_podgroups.yaml",
    "trainer/trainer.kubeflow.org_trainingruntimes.yaml",
    "trainer/trainer.kubeflow.org_trainjobs.yaml",
    "volcano/scheduling.volcano.sh_podgroups.yaml",
)
AUTHORED = sorted((RECORDINGS / "crds").glob("*.yaml"))
"""CRDs whose files can't be had from a Go module: written here, from their documentation."""
BOUNDS = {"int32": 2**31, "int64": 2**63}


class NoSchema(LookupError):  # noqa: N818 - an answer
    """This minor version of Kubernetes has no such kind."""


@cache
def kubernetes(minor: str, api_version: str, kind: str) -> Validator:
    """Return the strict validator of one of Kubernetes' own kinds. Raises NoSchema."""
    group, _, version = api_version.rpartition("/")
    stem = "-".join(filter(None, [kind.lower(), group.partition(".")[0], version]))
    folder = files("kubernetes_validate") / "kubernetes-json-schema" / f"v{minor}.0-local-strict"
    path = folder / f"{stem}.json"
    if not path.is_file():
        raise NoSchema(f"Kubernetes {minor} has no {api_version} {kind}")
    schema = json.loads(path.read_text(encoding="utf-8"))
    return Draft202012Validator(schema, registry=Resource.from_contents(schema) @ _definitions(minor))


@cache
def _definitions(minor: str) -> Registry[Any]:
    folder = files("kubernetes_validate") / "kubernetes-json-schema" / f"v{minor}.0-local-strict"
    contents = json.loads((folder / "_definitions.json").read_text(encoding="utf-8"))
    registry: Registry[Any] = Registry()
    return Resource.from_contents(contents) @ registry


@cache
def custom(folder: Path) -> dict[tuple[str, str], Validator]:
    """Return the strict validators of the CRDs of a folder, by `apiVersion` and kind."""
    found: dict[tuple[str, str], Validator] = {}
    for path in (*(folder / path for path in CRDS), *AUTHORED):
        crd = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        for version in crd["spec"]["versions"]:
            strict = _Strict(_strict(version["schema"]["openAPIV3Schema"]))
            found[f"{crd['spec']['group']}/{version['name']}", crd["spec"]["names"]["kind"]] = strict
    return found


def _strict(schema: Schema) -> Schema:
    """Return a structural schema as the API server applies it with strict field validation."""
    strict: Schema = {key: value for key, value in schema.items() if key not in ("format", "nullable", "default")}
    if "properties" in schema:
        strict["properties"] = {name: _strict(child) for name, child in schema["properties"].items()}
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            strict[keyword] = _strict(schema[keyword])
    if "properties" in schema and "additionalProperties" not in schema:
        strict["additionalProperties"] = bool(schema.get("x-kubernetes-preserve-unknown-fields"))
    if schema.get("x-kubernetes-int-or-string"):
        strict["type"] = ["integer", "string"]
    if schema.get("nullable"):
        strict["type"] = [strict["type"], "null"]
    if schema.get("format") in BOUNDS:
        bound = BOUNDS[schema["format"]]
        strict["allOf"] = [*schema.get("allOf", []), {"minimum": -bound, "maximum": bound - 1}]
    return strict


def _list_map(_: Validator, keys: list[str], value: Any, __: Schema) -> Iterator[ValidationError]:
    """Refuse two items with the same keys (`x-kubernetes-list-type: map`)."""
    found = [tuple(item.get(key) for key in keys) for item in value]
    if len(set(found)) < len(found):
        yield ValidationError(f"{found} are not unique")


def _list_type(_: Validator, kind: str, value: Any, __: Schema) -> Iterator[ValidationError]:
    if kind == "set" and len(set(value)) < len(value):
        yield ValidationError(f"{value} are not unique")


_Strict = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {"x-kubernetes-list-map-keys": _list_map, "x-kubernetes-list-type": _list_type},
)
