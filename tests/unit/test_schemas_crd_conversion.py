"""A structural schema becomes a JSON Schema that refuses what the API server refuses."""

from typing import Any

import pytest

from render.kube.generation.crd_schemas import convert_schema, crd_schemas, invalid_keywords
from render.kube.gvk import GroupVersionKind
from render.kube.list_map_keys import LIST_MAP_KEYS
from render.kube.validator import Validator
from tests.damage import damaged

KIND = GroupVersionKind("example.com", "v1", "Thing")
META = {"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": False}
ENVELOPE = {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x"}}

TEXT = {"type": "string"}
EITHER = [{"type": "integer"}, {"type": "string"}]


def thing(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields}


def refused(field: dict[str, Any], value: object, *, required: bool = False) -> list[tuple[str, str]]:
    structural = thing(f=field) | ({"required": ["f"]} if required else {})
    validator = Validator(convert_schema(KIND, structural, META))
    found = validator.errors({**ENVELOPE, "f": value})
    return sorted(("/".join(map(str, violation.path)), violation.keyword) for violation in found)


NAMED = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["port", "protocol"],
    "items": thing(port={"type": "integer"}, protocol={"type": "string", "default": "TCP"}),
}
QUANTITY = {"anyOf": EITHER, "pattern": "^[0-9]+$", "x-kubernetes-int-or-string": True}
LIMITED = {
    "type": "integer",
    "minimum": 0,
    "exclusiveMinimum": True,
    "allOf": [{"maximum": 9, "exclusiveMaximum": False}, {"multipleOf": 2}],
}
EMBEDDED = {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}

CASES: dict[str, tuple[dict[str, Any], object, list[tuple[str, str]]]] = {
    "a value": (TEXT, "x", []),
    "null is dropped": (TEXT, None, []),
    "null in a map is dropped": ({"type": "object", "additionalProperties": TEXT}, {"a": None}, []),
    "null in a list": ({"type": "array", "items": TEXT}, [None], [("f/0", "type")]),
    "null in a list of what may be null": ({"type": "array", "items": TEXT | {"nullable": True}}, [None], []),
    "null that is no choice": ({"type": "string", "enum": ["a"]}, None, []),
    "a choice": ({"type": "string", "enum": ["a"]}, "b", [("f", "enum")]),
    "an unknown field": (thing(a=TEXT), {"b": 1}, [("f/b", "additionalProperties")]),
    "a field of an object without fields": ({"type": "object"}, {"b": 1}, [("f/b", "additionalProperties")]),
    "a field that is preserved": ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, {"b": 1}, []),
    "known fields beside preserved ones": (
        thing(a=TEXT) | {"x-kubernetes-preserve-unknown-fields": True},
        {"a": 1, "b": 1},
        [("f/a", "type")],
    ),
    "any value": ({"x-kubernetes-preserve-unknown-fields": True}, [1, {"a": None}], []),
    "any value of a map": ({"type": "object", "additionalProperties": True}, {"a": 1}, []),
    "a number or text: a number": (QUANTITY, 1, []),
    "a number or text: a text": (QUANTITY, "12", []),
    "a number or text: another text": (QUANTITY, "x", [("f", "pattern")]),
    "a number or text: a fraction": (QUANTITY, 1.5, [("f", "type")]),
    "a number or text, by branches": ({"allOf": [{"anyOf": EITHER}], "x-kubernetes-int-or-string": True}, "x", []),
    "32 bits": ({"type": "integer", "format": "int32"}, 2**31, [("f", "maximum")]),
    "32 bits and a limit": ({"type": "integer", "format": "int32", "minimum": 1}, 0, [("f", "minimum")]),
    "an exclusive limit": (LIMITED, 0, [("f", "exclusiveMinimum")]),
    "limits in branches": (LIMITED, 11, [("f", "maximum"), ("f", "multipleOf")]),
    "a time": ({"type": "string", "format": "date-time"}, "2026-01-01T00:00:00Z", []),
    "no time": ({"type": "string", "format": "date-time"}, "2026-01-01", [("f", "pattern")]),
    "a set": ({"type": "array", "items": TEXT, "x-kubernetes-list-type": "set"}, ["a", "a"], [("f", "uniqueItems")]),
    "keys that differ": (NAMED, [{"port": 1}, {"port": 1, "protocol": "UDP"}, {"port": 2}], []),
    "the same keys": (NAMED, [{"port": 1}, {"port": 2}, {"port": 1, "protocol": "TCP"}], [("f/2", LIST_MAP_KEYS)]),
    "keys of a wrong type": (
        NAMED,
        [{"port": []}, {"port": []}, 1],
        [("f/0/port", "type"), ("f/1/port", "type"), ("f/2", "type")],
    ),
    "one of two": (
        thing(a=TEXT, b=TEXT) | {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"a": "x", "b": "y"},
        [("f", "oneOf")],
    ),
    "not": ({"type": "string", "not": {"pattern": "^x"}}, "xy", [("f", "not")]),
    "an embedded object": (EMBEDDED, {**ENVELOPE, "spec": 1}, []),
    "an embedded object without envelope": (
        EMBEDDED,
        {"metadata": {"nam": 1}},
        [("f", "required"), ("f", "required"), ("f/metadata/nam", "additionalProperties")],
    ),
}


@pytest.mark.parametrize(("field", "value", "expected"), CASES.values(), ids=CASES.keys())
def test_problems_of_values(field: dict[str, Any], value: object, expected: list[tuple[str, str]]) -> None:
    assert refused(field, value) == expected


def test_null_for_what_is_required() -> None:
    assert refused(TEXT, None, required=True) == [("f", "type")]
    assert refused({**TEXT, "default": "x"}, None, required=True) == []


def test_what_is_required_and_has_a_default_may_be_missing() -> None:
    structural = thing(a=TEXT, b={**TEXT, "default": "x"}) | {"required": ["a", "b"]}
    validator = Validator(convert_schema(KIND, structural, META))
    assert [violation.limit for violation in validator.errors(ENVELOPE)] == ["a"]


def test_the_envelope_is_the_api_servers() -> None:
    validator = Validator(convert_schema(KIND, {"type": "object"}, META))
    assert validator.accepts(ENVELOPE)
    assert not validator.accepts({**ENVELOPE, "kind": "thing"})
    assert not validator.accepts({**ENVELOPE, "apiVersion": "example.com/v2"})
    assert not validator.accepts({**ENVELOPE, "more": 1})
    assert not validator.accepts({"apiVersion": "example.com/v1", "kind": "Thing"})


def test_rules_and_defaults_are_kept_and_words_are_not() -> None:
    rules = [{"rule": "self.a != ''", "message": "no"}]
    field = thing(a={**TEXT, "default": "x", "description": "words", "example": "y"})
    schema = convert_schema(KIND, thing(f=field | {"x-kubernetes-validations": rules}), META)
    assert schema["properties"]["f"] == {
        "type": ["object", "null"],
        "properties": {"a": {"type": ["string", "null"], "default": "x"}},
        "additionalProperties": False,
        "x-kubernetes-validations": rules,
    }


def test_every_served_version_has_its_schema() -> None:
    schema = {"openAPIV3Schema": thing(f={"type": "string"})}
    versions = [{"name": name, "served": name != "v1alpha1", "schema": schema} for name in ("v1", "v1alpha1", "v2")]
    crd = {"spec": {"group": "example.com", "names": {"kind": "Thing"}, "versions": versions}}
    assert [kind.path for kind, _ in crd_schemas(crd, META)] == [
        "example.com/thing_v1.json",
        "example.com/thing_v2.json",
    ]


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ([], ()),
        ({"properties": []}, ("properties",)),
        ({"properties": {"a": "string"}}, ("properties", "a")),
        ({"properties": {"a": {"items": [{}]}}}, ("properties", "a", "items")),
        ({"type": ["string"]}, ("type",)),
        ({"type": "text"}, ("type",)),
        ({"maxLength": True}, ("maxLength",)),
        ({"required": [1]}, ("required", 0)),
        ({"enum": "a"}, ("enum",)),
        ({"allOf": {}}, ("allOf",)),
        ({"anyOf": [{}, 1]}, ("anyOf", 1)),
        ({"additionalProperties": "x"}, ("additionalProperties",)),
        ({"minimum": "1"}, ("minimum",)),
        ({LIST_MAP_KEYS: "name"}, (LIST_MAP_KEYS,)),
    ],
)
def test_what_can_be_no_schema(schema: Any, path: tuple[str | int, ...]) -> None:
    assert list(invalid_keywords(schema)) == [path]
    assert list(invalid_keywords(thing(f=schema))) == [("properties", "f", *path)]


def test_what_can_be_a_schema() -> None:
    for field, _, _ in CASES.values():
        assert list(invalid_keywords(thing(f=field))) == []


def test_what_may_be_a_schema_becomes_one_of_any_content() -> None:
    structural = thing(**{f"f{index}": field for index, (field, _, _) in enumerate(CASES.values())})
    judged = 0
    for broken in damaged(structural):
        if not list(invalid_keywords(broken)):
            Validator(convert_schema(KIND, broken, META))
            judged += 1
    assert judged > 100
