"""What a schema refuses, in words."""

from typing import Any

import pytest

from render.engine import Chart
from render.kube.validator import Validator
from render.schema_errors.checker import SchemaChecker
from render.schema_errors.value_hints import WORDS as FORMS
from render.spec.foreign_keys import HINTS

ENV = {"type": "array", "items": {"type": "object", "properties": {"name": {}, "value": {}}}}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["image"],
    "properties": {
        "image": {"type": "string", "examples": ["busybox"]},
        "numNodes": {"type": ["integer", "null"], "minimum": 1, "maximum": 9},
        "args": {"type": "array", "items": {"type": "string"}, "maxItems": 2, "uniqueItems": True},
        "env": {"type": "object", "propertyNames": {"pattern": "^[A-Z]+$", "maxLength": 3}},
        "list": ENV,
        "m": {"type": ["string", "number"], "pattern": "^[0-9]+(Ki|Mi)?$"},
        "mode": {"enum": ["Always", "Never", "", None]},
        "one": {"const": 1},
        "version": {"enum": ["1.36", "1.37"]},
        "debug": {"type": "boolean"},
        "path": {"type": "string", "pattern": "^/"},
        "odd": {"type": "string", "pattern": "^x+$", "maxLength": 3},
        "pods": {
            "type": "array",
            "items": {"type": "object", "properties": {"tolerations": {}, "name": {}}, "additionalProperties": False},
            "x-kubernetes-list-map-keys": ["name"],
        },
        "either": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
        "forms": {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "never": {"not": {}},
    },
}

MISTAKES: dict[str, tuple[Any, list[str]]] = {
    "none": ({"image": "x", "numNodes": None}, []),
    "missing": ({}, ['/image `image` is missing (write, for example, `image: "busybox"`)']),
    "type": ({"image": []}, ["/image `image` takes a string, not a list"]),
    "number for text": ({"image": 1.5}, ["/image `image` takes a string, not the number `1.5` (quote it)"]),
    "number for a choice": (
        {"image": "x", "version": 1.36},
        ["/version `version` takes `1.36` or `1.37`, not the number `1.36` (quote it)"],
    ),
    "number for no choice": ({"image": "x", "version": 2}, ["/version `version` takes `1.36` or `1.37`, not `2`"]),
    "null": ({"image": None}, ["/image `image` takes a string, not null (leave the key out, or give it a value)"]),
    "text for number": (
        {"numNodes": "3"},
        ["/numNodes `numNodes` takes a whole number, not the string `3` (write it without quotes: `3`)"],
    ),
    "text for boolean": (
        {"debug": "true"},
        ["/debug `debug` takes `true` or `false`, not the string `true` (write it without quotes: `true`)"],
    ),
    "words for number": ({"numNodes": "two"}, ["/numNodes `numNodes` takes a whole number, not the string `two`"]),
    "text for list": (
        {"args": "a b"},
        ['/args `args` takes a list, not the string `a b` (write a list: `["a", "b"]`)'],
    ),
    "mapping for list": ({"args": {}}, ["/args `args` takes a list, not a mapping (start each item with `- `)"]),
    "number for list": ({"args": 1}, ["/args `args` takes a list, not the number `1` (write a list: `[1]`)"]),
    "map for a list of names": (
        {"list": {"A": "b"}},
        ['/list `list` takes a list, not a mapping (it is a list here: `- {"name": "A", "value": "b"}`)'],
    ),
    "list of names for map": (
        {"env": [{"name": "A", "value": "b"}, {"name": "C", "x": 1}, "D=e", 1]},
        ['/env `env` takes a mapping, not a list (`env` is a map here: `{"A": "b", "C": {"x": 1}, "D": "e"}`)'],
    ),
    "text for map": ({"env": "x"}, ["/env `env` takes a mapping, not the string `x` (write keys below it, or `{}`)"]),
    "case": ({"Image": 1}, ["/Image unknown key `Image` (did you mean `image`?)"]),
    "separator": ({"num_nodes": 1}, ["/num_nodes unknown key `num_nodes` (did you mean `numNodes`?)"]),
    "slip": ({"imagee": 1}, ["/imagee unknown key `imagee` (did you mean `image`?)"]),
    "elsewhere": ({"tolerations": 1}, ["/tolerations unknown key `tolerations` (it belongs under `pods[]`)"]),
    "at the top": (
        {"pods": [{"numNodes": 1}]},
        ["/pods/0/numNodes unknown key `numNodes` in `pods[0]` (it belongs at the top level)"],
    ),
    "other word": ({"replicas": 1}, [f"/replicas unknown key `replicas` ({HINTS['replicas']})"]),
    "listed": ({"pods": [{"x": 1}]}, ["/pods/0/x unknown key `x` in `pods[0]` (it takes `name` or `tolerations`)"]),
    "unlike all": ({"zzz": 1}, ["/zzz unknown key `zzz`"]),
    "escaped": ({"a/b~c": 1}, ["/a~1b~0c unknown key `a/b~c`"]),
    "enum": ({"mode": "always"}, ["/mode `mode` takes `Always` or `Never`, not `always` (did you mean `Always`?)"]),
    "const": ({"one": 2}, ["/one `one` takes `1`, not `2`"]),
    "least": ({"numNodes": 0}, ["/numNodes `numNodes` must be at least 1, got 0"]),
    "most": ({"numNodes": 10}, ["/numNodes `numNodes` must be at most 9, got 10"]),
    "items": ({"args": ["a", "b", "c"]}, ["/args `args` must have at most 2 items, got 3"]),
    "twice": ({"args": ["a", "a"]}, ["/args `args` holds `a` more than once"]),
    "long": ({"odd": "x" * 100}, ["/odd `odd` must have at most 3 characters, got 100"]),
    "form": ({"odd": "a" * 2}, ["/odd `odd` is `aa`; it does not match `^x+$`"]),
    "known form": ({"path": "a"}, ["/path `path` is `a`; it takes an absolute path"]),
    "cut": ({"path": "a" * 99}, [f"/path `path` is `{'a' * 59}…`; it takes an absolute path"]),
    "GB": (
        {"m": "512GB"},
        ["/m `m` is `512GB`, which is not a quantity (write `512Gi` (powers of 1024) or `512G` (powers of 1000))"],
    ),
    "KB": (
        {"m": "1 kb"},
        ["/m `m` is `1 kb`, which is not a quantity (write `1Ki` (powers of 1024) or `1k` (powers of 1000))"],
    ),
    "GiB": ({"m": "1.5gib"}, ["/m `m` is `1.5gib`, which is not a quantity (write `1.5Gi`)"]),
    "lots": (
        {"m": "lots"},
        ["/m `m` is `lots`, which is not a quantity (write a number with a suffix, such as `8`, `500m` or `64Gi`)"],
    ),
    "key": ({"env": {"a": 1}}, ["/env/a `a` can't be a key in `env`; it does not match `^[A-Z]+$`"]),
    "long key": (
        {"env": {"ABCD": 1}},
        ['/env/ABCD `ABCD` can\'t be a key in `env`: "ABCD" is longer than 3 characters'],
    ),
    "same keys": (
        {"pods": [{"name": "a"}, {"name": "a"}]},
        ["/pods/1/name `pods[1]` repeats `name: a` of an earlier item"],
    ),
    "alternatives of types": (
        {"either": "x"},
        ["/either `either` takes a whole number or `true` or `false`, not the string `x`"],
    ),
    "alternatives": ({"forms": {}}, ['/forms `forms` fits none of 2 forms ("a" is a required property)']),
    "not": ({"never": 1}, ["/never `never` is not allowed here (the schema's rule is `not`)"]),
}


@pytest.fixture(scope="module")
def checker() -> SchemaChecker:
    return SchemaChecker.of(Validator(SCHEMA), HINTS)


@pytest.mark.parametrize(("data", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(data: dict[str, Any], expected: list[str], checker: SchemaChecker) -> None:
    complete = data if not data or {"image", "Image", "imagee"} & set(data) else {"image": "x", **data}
    found = checker.errors(complete)
    assert [f"{m.pointer} {m.message}" + (f" ({m.hint})" if m.hint else "") for m in found] == expected


def test_a_whole_document_of_another_type(checker: SchemaChecker) -> None:
    assert [mistake.message for mistake in checker.errors([])] == ["the document takes a mapping, not a list"]


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return Chart.bundled().schema()


def test_words_are_not_keys_of_the_spec(spec: dict[str, Any]) -> None:
    assert set(HINTS) & set(spec["properties"]) == set()


def test_every_pattern_of_the_spec_has_words(spec: dict[str, Any]) -> None:
    del spec["definitions"]
    found = {p for p in patterns(spec) if "Ki|Mi" not in p}
    assert found - set(FORMS) == set()


def patterns(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {found for item in schema for found in patterns(item)}
    if not isinstance(schema, dict):
        return set()
    own = {schema["pattern"]} if isinstance(schema.get("pattern"), str) else set()
    return own.union(*(patterns(below) for below in schema.values()))
