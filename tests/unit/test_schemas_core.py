"""The schemas of Kubernetes' own kinds refuse what the API server refuses, and nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest

from render.kube.generation.builtin_schemas import NoPublishedTypes, load_types, minors
from render.kube.generation.constraints import CONSTRAINTS, REQUIRED, TOLERATED_DUPLICATES
from render.kube.gvk import GroupVersionKind
from render.kube.list_map_keys import LIST_MAP_KEYS
from render.kube.schema_folders import MINORS
from render.kube.schemas import Schemas
from render.kube.validator import Validator

CONTAINER = {"name": "c", "image": "busybox"}


def pod(container: dict[str, Any] | None = None, **spec: Any) -> dict[str, Any]:
    containers = [CONTAINER | (container or {})]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p"},
        "spec": {"containers": containers, **spec},
    }


def other(api_version: str, kind: str, **fields: Any) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **fields}


def service(*ports: dict[str, Any], **spec: Any) -> dict[str, Any]:
    return other("v1", "Service", spec={"ports": [{"port": 80}, *ports], **spec})


def job(**spec: Any) -> dict[str, Any]:
    return other("batch/v1", "Job", spec={"template": {"spec": {"containers": [CONTAINER]}}, **spec})


def refused(document: dict[str, Any]) -> list[tuple[str, str]]:
    validator = Schemas().find(GroupVersionKind.of(document["apiVersion"], document["kind"]))
    assert validator is not None
    found = [("/".join(map(str, violation.path)), violation.keyword) for violation in validator.errors(document)]
    assert validator.accepts(document) == (not found)
    return sorted(found)


ACCEPTED = {
    "null where nothing is required": pod({"env": None, "args": None}, hostNetwork=None, volumes=None),
    "a quantity as text, whole or with a fraction": pod({"resources": {"limits": {"a": "1.5Gi", "b": 2, "c": 0.5}}}),
    "a quantity with an exponent": pod({"resources": {"limits": {"a": "1e3", "b": "1E3", "c": ".5", "d": "-1"}}}),
    "a number or a name of a port": service({"port": 81, "targetPort": "http"}, {"port": 82, "targetPort": 8080}),
    "the empty choice, which is none": pod({"imagePullPolicy": ""}, restartPolicy="", dnsPolicy=""),
    "two variables of one name, which the API server only warns of": pod({"env": [{"name": "A"}, {"name": "A"}]}),
    "one port for two protocols": service({"port": 80, "protocol": "UDP"}),
    "base64 with line breaks": other("v1", "Secret", data={"a": "YWJj\nZGU=\n", "b": "", "c": None}),
    "any field of a raw extension": other("apps/v1", "ControllerRevision", revision=1, data={"a": {"b": 1}}),
    "a definition of any schema": other(
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        spec={
            "group": "g.io",
            "scope": "Namespaced",
            "names": {"kind": "K", "plural": "ks"},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": {"type": "string"}}}},
                }
            ],
        },
    ),
    "a review without metadata": {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SelfSubjectAccessReview",
        "spec": {"resourceAttributes": {"verb": "get"}},
    },
}

REFUSED: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "unknown fields": (
        pod({"imagee": "x"}, hostnetwork=True) | {"extra": 1},
        [
            ("extra", "additionalProperties"),
            ("spec/containers/0/imagee", "additionalProperties"),
            ("spec/hostnetwork", "additionalProperties"),
        ],
    ),
    "another kind's schema": (pod() | {"kind": "POD"}, [("kind", "enum")]),
    "no metadata": ({"apiVersion": "v1", "kind": "ConfigMap"}, [("", "required")]),
    "null where something is required": (pod(containers=None), [("spec/containers", "type")]),
    "no container": (pod(containers=[]), [("spec/containers", "minItems")]),
    "no image": (pod(containers=[{"name": "c"}]), [("spec/containers/0", "required")]),
    "wrong types": (
        pod({"tty": "yes", "command": "sleep", "args": [1]}, terminationGracePeriodSeconds="30"),
        [
            ("spec/containers/0/args/0", "type"),
            ("spec/containers/0/command", "type"),
            ("spec/containers/0/tty", "type"),
            ("spec/terminationGracePeriodSeconds", "type"),
        ],
    ),
    "choices": (
        pod({"imagePullPolicy": "always", "ports": [{"containerPort": 1, "protocol": "tcp"}]}, restartPolicy="No"),
        [
            ("spec/containers/0/imagePullPolicy", "enum"),
            ("spec/containers/0/ports/0/protocol", "enum"),
            ("spec/restartPolicy", "enum"),
        ],
    ),
    "the empty choice where one is required": (
        pod(affinity={"podAffinity": {}}, tolerations=[{"effect": "NoWay"}]),
        [("spec/tolerations/0/effect", "enum")],
    ),
    "a quantity": (
        pod({"resources": {"limits": {"a": "64GB", "b": "1 Gi", "c": True, "d": ""}}}),
        [
            ("spec/containers/0/resources/limits/a", "pattern"),
            ("spec/containers/0/resources/limits/b", "pattern"),
            ("spec/containers/0/resources/limits/c", "type"),
            ("spec/containers/0/resources/limits/d", "pattern"),
        ],
    ),
    "numbers out of range": (
        job(backoffLimit=-1, parallelism=2**31, completionMode="indexed"),
        [("spec/backoffLimit", "minimum"), ("spec/completionMode", "enum"), ("spec/parallelism", "maximum")],
    ),
    "ports": (
        service({"port": 0}, {"port": 65536, "targetPort": 70000}, type="Headless"),
        [
            ("spec/ports/1/port", "minimum"),
            ("spec/ports/2/port", "maximum"),
            ("spec/ports/2/targetPort", "maximum"),
            ("spec/type", "enum"),
        ],
    ),
    "names that must differ": (
        pod(containers=[CONTAINER, CONTAINER], volumes=[{"name": "v"}, {"name": "w"}, {"name": "v"}]),
        [("spec/containers/1", LIST_MAP_KEYS), ("spec/volumes/2", LIST_MAP_KEYS)],
    ),
    "one port twice, once with the default protocol": (
        service({"port": 80, "protocol": "TCP"}),
        [("spec/ports/1", LIST_MAP_KEYS)],
    ),
    "what is no base64": (
        other("v1", "Secret", data={"a": "plain text", "b": "YWI"}),
        [("data/a", "pattern"), ("data/b", "pattern")],
    ),
    "a time": (
        other("coordination.k8s.io/v1", "Lease", spec={"renewTime": "2026-01-01"}),
        [("spec/renewTime", "pattern")],
    ),
}


@pytest.mark.parametrize("document", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepts(document: dict[str, Any]) -> None:
    assert refused(document) == []


@pytest.mark.parametrize(("document", "expected"), REFUSED.values(), ids=REFUSED.keys())
def test_refuses(document: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert refused(document) == expected


def test_a_violation_says_what_its_keyword_demands() -> None:
    document = pod({"tty": "yes", "imagePullPolicy": "x", "ports": [{"containerPort": 0}, {}]}, extra=1)
    validator = Schemas().find(GroupVersionKind.of("v1", "Pod"))
    assert validator is not None
    assert {violation.keyword: violation.limit for violation in validator.errors(document)} == {
        "additionalProperties": None,
        "enum": ["Always", "IfNotPresent", "Never", "", None],
        "minimum": 1,
        "required": "containerPort",
        "type": ["boolean", "null"],
    }


def test_a_duplicate_names_its_keys_and_an_unknown_field_has_siblings() -> None:
    validator = Schemas().find(GroupVersionKind.of("v1", "Pod"))
    assert validator is not None
    found = validator.errors(pod(containers=[CONTAINER, CONTAINER], extra=1))
    unknown, duplicate = sorted(found, key=lambda violation: violation.keyword)
    assert duplicate.limit == ["name"]
    subschema = validator.schema
    for key in unknown.schema_path:
        subschema = subschema[str(key)]
    assert "containers" in subschema["properties"]


def fields() -> Iterator[str]:
    for minor in MINORS:
        for name, declared in load_types(minor).items():
            yield from (f"{name.rpartition('.')[2]}.{field}" for field in declared.get("properties", {}))


def test_every_constraint_is_about_a_field_that_there_is() -> None:
    known = set(fields())
    assert {*CONSTRAINTS, *TOLERATED_DUPLICATES} - known == set()
    assert {f"{name}.{field}" for name, required in REQUIRED.items() for field in required} - known == set()


def test_a_minor_that_no_one_published() -> None:
    with pytest.raises(NoPublishedTypes, match=r"holds 1\.25, .*, not `1\.3`"):
        load_types("1.3")
    assert set(MINORS) == set(minors()[-3:])


def test_any_schema_below_a_list_may_be_a_boolean() -> None:
    named = {"type": "array", LIST_MAP_KEYS: ["name"], "items": {"type": "object", "properties": {"any": True}}}
    validator = Validator({"type": "object", "properties": {"any": True, "list": named}})
    item = {"name": "x", "any": {"list": [1]}}
    [duplicate] = validator.errors({"any": [{}], "list": [item, item]})
    assert (duplicate.path, duplicate.schema_path) == (("list", 1), ("properties", "list"))
