"""The project's schemas of custom resources say, field by field, what the projects' own CRDs say."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.formats.scalars import BOUNDS, DATE_TIME
from render.kube.gvk import GroupVersionKind, Schema
from tests.conftest import RECORDINGS
from tests.upstream import files, folder

SCHEMAS = Path(__file__).parents[2] / "schemas"
CRDS = folder() / "crds"

FOLDERS = {"trainer-2.1": "crds-trainer-2.1"}
"""Where the schemas of a folder of CRDs are, when not in `crds`."""

EXEMPT = {
    "volcano/bus.volcano.sh_commands.yaml": "written by Volcano's own command",
    "volcano/config.volcano.sh_colocationconfigurations.yaml": "set up by administrators of nodes",
    "volcano/nodeinfo.volcano.sh_numatopologies.yaml": "written by Volcano's agent on a node",
    "volcano/shard.volcano.sh_nodeshards.yaml": "written by Volcano's scheduler",
}
"""CRDs without a schema of the project, each with the reason."""

NEWER = {
    "kuberay": {
        r"\.autoscalerOptions\.(args|command)\b": "since KubeRay 1.7",
        r"\.gcsFaultToleranceOptions(\.redisAddress)?$": "Redis is one of two backends since KubeRay 1.7",
        r"\.gcsFaultToleranceOptions\.(backend|storage)\b": "since KubeRay 1.7",
        r"\.headGroupSpec\.ingressOptions\b": "since KubeRay 1.7",
        r"\.(historyServerOptions|networkPolicy|tlsOptions)\b": "since KubeRay 1.7",
        r"\.workerGroupSpecs\[\]\.priority$": "since KubeRay 1.7",
        r"\.status\.jobStatusCheckFailureStartTime$": "since KubeRay 1.7",
        r"\.spec\.(workloadRef|schedulingGroup)\b": "Kubernetes 1.36 has renamed it, KubeRay 1.6 is of 1.35",
    },
    "kueue": {
        r"\.topologyRequest\.(podSetSliceSize|subGroupCount)$": "a minimum since Kueue 0.20",
        r"\.parameters\.kind$": "the same pattern, without `(?i)`",
    },
}
"""Fields that are not those of the release that has a Go module, by the folder of the CRD, each with the reason."""

ENVELOPE = {"apiVersion", "kind", "metadata"}
FILES = [*files("crds/*/*.yaml"), *sorted((RECORDINGS / "crds").glob("*.yaml"))]
COMPARED = [path for path in FILES if f"{path.parent.name}/{path.name}" not in EXEMPT]

LIMITS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"),
    *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"),
)
LOGIC = ("allOf", "anyOf", "oneOf", "not")
EITHER = [{"type": "integer"}, {"type": "string"}]


@dataclass(frozen=True)
class Facts:
    """What is said about one field."""

    types: frozenset[str]
    null: bool
    closed: bool
    enum: frozenset[str]
    required: frozenset[str]
    limits: Mapping[str, Any] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    default: str = ""


def of_crd(schema: Schema, place: str = "", *, null: bool = False) -> Iterator[tuple[str, Facts]]:
    """Yield the facts of a structural schema, as Kubernetes' documentation reads it, by the place of the field."""
    either = schema.get("x-kubernetes-int-or-string", False)
    preserved = schema.get("x-kubernetes-preserve-unknown-fields", False)
    types = {"integer", "string"} if either else {schema["type"]} if "type" in schema else set()
    limits = {key: schema[key] for key in LIMITS if key in schema}
    if schema.get("x-kubernetes-list-type") == "set":
        limits["uniqueItems"] = True
    if schema.get("format") in BOUNDS:
        limits = BOUNDS[schema["format"]] | limits
    if schema.get("format") == "date-time":
        limits["pattern"] = DATE_TIME
    logic = {key: schema[key] for key in LOGIC if key in schema and not (either and schema[key] == EITHER)}
    values = schema.get("additionalProperties")
    properties = schema.get("properties", {})
    required = {name for name in schema.get("required", []) if "default" not in properties.get(name, {})}
    yield (
        place,
        Facts(
            types=frozenset(types),
            null=null or schema.get("nullable", False),
            closed=schema.get("type") == "object" and not values and not preserved,
            enum=frozenset(map(json.dumps, schema.get("enum", []))),
            required=frozenset(required),
            limits=limits | logic,
            keys=tuple(schema.get("x-kubernetes-list-map-keys", ())),
            default=json.dumps(schema["default"]) if "default" in schema else "",
        ),
    )
    for name, value in properties.items():
        yield from of_crd(value, f"{place}.{name}", null=name not in required)
    if "items" in schema:
        yield from of_crd(schema["items"], f"{place}[]")
    if isinstance(values, dict):
        yield from of_crd(values, f"{place}{{}}", null=True)


def of_schema(schema: Schema, place: str = "") -> Iterator[tuple[str, Facts]]:
    """Yield the facts of a JSON Schema of the project."""
    types = schema.get("type", [])
    types = frozenset([types] if isinstance(types, str) else types)
    values = schema.get("additionalProperties")
    yield (
        place,
        Facts(
            types=types - {"null"},
            null="null" in types,
            closed=values is False,
            enum=frozenset(map(json.dumps, (value for value in schema.get("enum", []) if value is not None))),
            required=frozenset(schema.get("required", [])),
            limits={key: schema[key] for key in (*LIMITS, *LOGIC) if key in schema},
            keys=tuple(schema.get("x-kubernetes-list-map-keys", ())),
            default=json.dumps(schema["default"]) if "default" in schema else "",
        ),
    )
    for name, value in schema.get("properties", {}).items():
        yield from of_schema(value, f"{place}.{name}")
    if "items" in schema:
        yield from of_schema(schema["items"], f"{place}[]")
    if isinstance(values, dict):
        yield from of_schema(values, f"{place}{{}}")


def definitions(path: Path) -> Iterator[tuple[GroupVersionKind, Schema]]:
    for document in yaml.load_all(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
        spec = document["spec"]
        for version in spec["versions"]:
            yield (
                GroupVersionKind(spec["group"], version["name"], spec["names"]["kind"]),
                version["schema"]["openAPIV3Schema"],
            )


def fields(facts: Iterator[tuple[str, Facts]]) -> dict[str, Facts]:
    """Return the facts below the root, without those of the envelope, which every object has alike."""
    return {place: found for place, found in facts if place and place.split(".")[1] not in ENVELOPE}


def test_the_crds_are_there(upstream: Path) -> None:
    assert upstream / "crds" == CRDS
    assert {f"{path.parent.name}/{path.name}" for path in FILES} >= set(EXEMPT)


@pytest.mark.parametrize("path", COMPARED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_field_is_as_in_the_crd(path: Path) -> None:
    for kind, crd in definitions(path):
        file = SCHEMAS / FOLDERS.get(path.parent.name, "crds") / kind.path
        schema = json.loads(file.read_text(encoding="utf-8"))
        assert set(schema["required"]) == {*ENVELOPE, *crd.get("required", [])}
        ours, theirs = fields(of_schema(schema)), fields(of_crd(crd))
        different = {place for place in ours.keys() | theirs.keys() if ours.get(place) != theirs.get(place)}
        known = NEWER.get(path.parent.name, {})
        assert {place for place in different if not any(re.search(pattern, place) for pattern in known)} == set()
        assert len(ours) > 1


@pytest.mark.usefixtures("upstream")
def test_every_schema_of_a_custom_resource_has_been_compared() -> None:
    compared = {
        (FOLDERS.get(path.parent.name, "crds"), kind.path) for path in COMPARED for kind, _ in definitions(path)
    }
    shipped = {
        (folder.name, path.relative_to(folder).as_posix())
        for folder in SCHEMAS.glob("crds*")
        for path in folder.glob("*/*.json")
    }
    assert shipped == compared
