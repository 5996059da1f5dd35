"""The authored schemas are complete and consistent, and the bundle made of them says the same."""

import copy
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft7Validator

from ci.generate.authored import Schema, load_spec
from ci.generate.bundle import bundle
from ci.generate.kubernetes import published, references
from ci.generate.overlay import ALLOWED_PROPERTIES, CONSTRAINTS

ROOT = Path(__file__).resolve().parents[2]
AUTHORED = load_spec(ROOT / "schemas" / "spec")
BUNDLE = bundle(AUTHORED)
UPSTREAM = {
    name.rpartition(".")[2]: schema
    for prefix in ("io.k8s.api.core.v1.", "io.k8s.apimachinery.pkg.apis.meta.v1.")
    for name, schema in published().items()
    if name.startswith(prefix)
}
RESERVED_ROOT_KEYS = {"n", "y", "on", "off", "yes", "no", "path", "values"}

Place = tuple[str, Schema]


def children(schema: Schema) -> Iterator[Place]:
    yield from schema.get("properties", {}).items()
    for keyword, step in (("additionalProperties", "*"), ("items", "[]")):
        if isinstance(schema.get(keyword), dict):
            yield step, schema[keyword]


def places(schema: Schema, prefix: str = "") -> Iterator[Place]:
    """Yield every schema below one, with its path; Kubernetes types are not entered."""
    for name, value in children(schema):
        yield f"{prefix}/{name}", value
        yield from places(value, f"{prefix}/{name}")


def objects(schema: Schema, prefix: str = "") -> Iterator[Place]:
    yield from ((path, value) for path, value in [(prefix, schema), *places(schema)] if "properties" in value)


def accepts(schema: Schema, value: Any) -> bool:
    return Draft7Validator({**schema, "definitions": BUNDLE["definitions"]}).is_valid(value)


def nullable_places() -> Iterator[Place]:
    for path, schema in objects(BUNDLE):
        required = schema.get("required", [])
        yield from ((f"{path}/{name}", value) for name, value in schema["properties"].items() if name not in required)
    for path, schema in places(BUNDLE):
        if "properties" not in schema and isinstance(schema.get("additionalProperties"), dict):
            yield f"{path}/*", schema["additionalProperties"]


def parametrized(found: Iterator[Place]) -> pytest.MarkDecorator:
    by_path = dict(found)
    return pytest.mark.parametrize("schema", by_path.values(), ids=list(by_path))


@parametrized(places(AUTHORED))
def test_authored_property_is_described_with_examples(schema: Schema) -> None:
    assert schema["description"].strip()
    assert schema["examples"]


@parametrized(places(BUNDLE))
def test_default_and_examples_are_valid(schema: Schema) -> None:
    values = [*schema.get("examples", []), *([schema["default"]] if "default" in schema else [])]
    assert [value for value in values if not accepts(schema, value)] == []


@parametrized(objects(AUTHORED))
def test_required_keys_exist_and_have_no_default(schema: Schema) -> None:
    required = schema.get("required", [])
    assert set(required) <= set(schema["properties"])
    assert [name for name in required if "default" in schema["properties"][name]] == []


@parametrized((path, schema) for path, schema in places(BUNDLE) if "enum" in schema)
def test_enum_has_distinct_values(schema: Schema) -> None:
    assert len({repr(value) for value in schema["enum"]}) == len(schema["enum"]) > 0


def test_no_root_key_is_one_that_other_tools_read_differently() -> None:
    assert not RESERVED_ROOT_KEYS & set(BUNDLE["properties"])


def test_bundle_is_draft_07_and_compiles_with_linear_regular_expressions() -> None:
    Draft7Validator.check_schema(BUNDLE)
    jsonschema_rs.validator_for(BUNDLE, pattern_options=jsonschema_rs.RegexOptions())


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(value)


def test_references_stay_inside_and_stand_alone() -> None:
    found = [node for node in nodes(BUNDLE) if isinstance(node.get("$ref"), str)]
    assert found
    assert {tuple(node) for node in found} == {("$ref",)}
    assert {node["$ref"].removeprefix("#/definitions/") for node in found} == set(BUNDLE["definitions"])


def test_keywords_of_the_generator_are_gone() -> None:
    assert not [key for node in nodes(BUNDLE) for key in node if key.startswith("x-")]


@parametrized((name, schema) for name, schema in [("", BUNDLE), *BUNDLE["definitions"].items()])
def test_objects_are_closed(schema: Schema) -> None:
    assert [path for path, value in objects(schema) if value.get("additionalProperties") is not False] == []


@parametrized((name, schema) for name, schema in [("", BUNDLE), *BUNDLE["definitions"].items()])
def test_editor_finds_a_description_of_every_property(schema: Schema) -> None:
    properties = [value for _, owner in objects(schema) for value in owner["properties"].values()]
    assert [value for value in properties if not value.get("description")] == []


@parametrized(nullable_places())
def test_null_means_removed(schema: Schema) -> None:
    assert accepts(schema, None)


def test_null_is_refused_where_a_value_is_required() -> None:
    assert accepts(BUNDLE, {"image": "x"})
    assert not accepts(BUNDLE, {"image": None})
    assert not accepts(BUNDLE, {})
    assert not accepts(BUNDLE, {"image": "x", "storage": {"volumes": [{"name": "data", "mountPath": None}]}})
    assert not accepts(BUNDLE, {"image": "x", "command": [None]})


def test_umbrella_charts_may_set_their_keys() -> None:
    assert accepts(BUNDLE, {"image": "x", "global": {"region": "eu"}, "enabled": False})
    assert not accepts(BUNDLE, {"image": "x", "enable": False})


def test_bundling_leaves_the_authored_schema_alone() -> None:
    before = copy.deepcopy(AUTHORED)
    bundle(AUTHORED)
    assert before == AUTHORED


@parametrized(iter(BUNDLE["definitions"].items()))
def test_kubernetes_type_takes_no_null(schema: Schema) -> None:
    assert not [node for node in nodes(schema) if "null" in node.get("type", ())]


def test_kubernetes_types_are_not_recursive() -> None:
    graph = {name: set(references(schema)) for name, schema in BUNDLE["definitions"].items()}
    assert set(TopologicalSorter(graph).static_order()) == set(graph)


@parametrized((name, schema) for name, schema in BUNDLE["definitions"].items() if schema["type"] == "object")
def test_kubernetes_type_has_the_fields_of_upstream(schema: Schema, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.id
    upstream = UPSTREAM[name]
    assert list(schema["properties"]) == ALLOWED_PROPERTIES.get(name, list(upstream["properties"]))
    assert schema.get("required", []) == upstream.get("required", [])


@pytest.mark.parametrize("path", CONSTRAINTS)
def test_overlay_names_fields_that_exist(path: str) -> None:
    name, field = path.split(".")
    assert field in UPSTREAM[name]["properties"]


TOLERATIONS = [
    ({"key": "gpu", "operator": "Exists", "effect": "NoSchedule", "tolerationSeconds": 30}, True),
    ({"effect": "NoSchedul"}, False),
    ({"tolerationSeconds": 2**53}, False),
    ({"tolerationSeconds": "30"}, False),
    ({"key": None}, False),
    ({"keys": "gpu"}, False),
]


@pytest.mark.parametrize(("toleration", "valid"), TOLERATIONS)
def test_kubernetes_types_are_strict(toleration: Schema, *, valid: bool) -> None:
    assert accepts(BUNDLE["properties"]["pod"], {"tolerations": [toleration]}) is valid


QUANTITIES = [
    ("1.5Gi", True),
    ("100m", True),
    ("1e3", True),
    ("1 Gi", False),
    ("GiB", False),
    ("-1", False),
    ("", False),
    (2, False),
]


@pytest.mark.parametrize(("quantity", "valid"), QUANTITIES)
def test_kubernetes_quantities(quantity: str | int, *, valid: bool) -> None:
    volume = {"name": "scratch", "mountPath": "/scratch", "emptyDir": {"sizeLimit": quantity}}
    assert accepts(BUNDLE["properties"]["storage"], {"volumes": [volume]}) is valid
