"""What Helm refuses, as data: the same in both engines."""

import json
from pathlib import Path
from typing import Any

import pytest

from render import engine
from render.engine import EngineName, Rejection, RenderRejected
from tests.unit.charts import chart

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$"},
        "a": {"type": ["integer", "null"], "maximum": 10},
        "e": {"enum": ["x", None]},
        "l": {"type": "array", "items": {"type": "string"}},
        "m": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
        "o": {"allOf": [{"type": "object", "additionalProperties": False, "properties": {"k": {"type": "integer"}}}]},
        "env": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "null"},
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["valueFrom"],
                        "properties": {"valueFrom": {}},
                    },
                ]
            },
        },
    },
}
REFUSALS: dict[str, tuple[dict[str, Any], list[Rejection]]] = {
    "missing": ({}, [Rejection("", "missing property 'name'")]),
    "pattern": ({"name": "A b"}, [Rejection("/name", "'A b' does not match pattern '^[a-z]+$'")]),
    "type": ({"name": "a", "a": "x"}, [Rejection("/a", "got string, want null or integer")]),
    "limit": ({"name": "a", "a": 11}, [Rejection("/a", "maximum: got 11, want 10")]),
    "limit, large": ({"name": "a", "a": 10**6}, [Rejection("/a", "maximum: got 1000000, want 10")]),
    "limit, huge": ({"name": "a", "a": 1e308}, [Rejection("/a", "maximum: got 1e+308, want 10")]),
    "enum": ({"name": "a", "e": "y"}, [Rejection("/e", "value must be one of 'x', null")]),
    "item of an alternative": ({"name": "a", "m": [1]}, [Rejection("/m/0", "got number, want string")]),
    "item": ({"name": "a", "l": ["x", 1]}, [Rejection("/l/1", "got number, want string")]),
    "unknown keys": (
        {"name": "a", "z'z": 1, "x/y": 2, "o": {"p": 1, "k": 1.5}},
        [
            Rejection("/o/k", "got number, want integer"),
            Rejection("/o/p", "unknown key"),
            Rejection("/x~1y", "unknown key"),
            Rejection("/z'z", "unknown key"),
        ],
    ),
    "no alternative has the type": (
        {"name": "a", "env": {"X": 1}},
        [Rejection("/env/X", "got number, want string, null or object")],
    ),
    "one alternative has the type": (
        {"name": "a", "env": {"it's~/\n": {"value": 1}}},
        [
            Rejection("/env/it's~0~1\n", "missing property 'valueFrom'"),
            Rejection("/env/it's~0~1\n/value", "unknown key"),
        ],
    ),
}


@pytest.mark.parametrize(("values", "expected"), REFUSALS.values(), ids=REFUSALS)
def test_what_the_schema_refuses(
    values: dict[str, Any], expected: list[Rejection], tmp_path: Path, each_engine: EngineName
) -> None:
    demo = chart(tmp_path, {"values.schema.json": json.dumps(SCHEMA)})
    with pytest.raises(RenderRejected) as refused:
        engine.template(demo, values, "run1", engine=each_engine)
    assert list(refused.value.rejections) == expected


FAULTS: dict[str, tuple[str, list[Rejection]]] = {
    "the chart's own": (
        """{{ fail "demo: 2 problem(s)\\n- at '/name': long (hint: up to 53 (here))\\n- at '/env/A': a\\nproblem" }}""",
        [Rejection("/env/A", "a\nproblem"), Rejection("/name", "long", "up to 53 (here)")],
    ),
    "a pointer with a backslash": (
        """{{ fail "demo: 1 problem(s)\\n- at '/env/\\\\xyz': bad" }}""",
        [Rejection("/env/\\xyz", "bad")],
    ),
    "another fail": ("""{{ fail "no" }}""", [Rejection(None, "execution error at (demo/templates/a.yaml:1:3): no")]),
    "nil": (
        "{{ .Values.a.b }}",
        [
            Rejection(
                None,
                'demo/templates/a.yaml:1:10\n  executing "demo/templates/a.yaml" at <.Values.a.b>:\n'
                "    nil pointer evaluating interface {}.b",
            )
        ],
    ),
    "syntax": (
        "{{ .Values.a }",
        [Rejection(None, 'parse error at (demo/templates/a.yaml:1): unexpected "}" in operand')],
    ),
    "no YAML": (
        "kind: A\nb: [",
        [
            Rejection(
                None,
                "YAML parse error on demo/templates/a.yaml: error converting YAML to JSON: yaml: line 2: "
                "did not find expected node content",
            )
        ],
    ),
}


@pytest.mark.parametrize(("template", "expected"), FAULTS.values(), ids=FAULTS)
def test_what_the_templates_refuse(
    template: str, expected: list[Rejection], tmp_path: Path, each_engine: EngineName
) -> None:
    with pytest.raises(RenderRejected) as refused:
        engine.template(chart(tmp_path, {"templates/a.yaml": template}), {}, "run1", engine=each_engine)
    assert list(refused.value.rejections) == expected


@pytest.mark.parametrize("template", ["[a]", "text", "metadata: [a]", "metadata: {annotations: a}"])
def test_a_document_that_is_no_object_is_refused(template: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises(RenderRejected, match=r"YAML parse error on demo/templates/a\.yaml"):
        engine.template(chart(tmp_path, {"templates/a.yaml": template}), {}, "run1", engine=each_engine)


@pytest.mark.parametrize("name", ["", "A", "a_b", "-a", "a-", "a" * 54, "a b", "é", "a\nb", "--help", "a..b"])
def test_names_that_helm_refuses(name: str, tmp_path: Path, each_engine: EngineName) -> None:
    with pytest.raises(RenderRejected, match="release name check failed"):
        engine.template(chart(tmp_path, {}), {}, name, engine=each_engine)


@pytest.mark.parametrize("name", ["a", "1", "a.b", "a" * 53])
def test_names_that_helm_takes(name: str, tmp_path: Path, each_engine: EngineName) -> None:
    assert engine.template(chart(tmp_path, {}), {}, name, engine=each_engine) == "\n"


@pytest.mark.parametrize(
    ("texts", "sets"),
    [
        (["a: ["], []),
        (["a: 1 # \0"], []),
        (["a: .inf"], []),
        (["- 1"], []),
        ([], ["a"]),
        (["a: 1"], ["a.b=2"]),
        (["a: null"], ["a.b=2"]),
    ],
)
def test_values_that_helm_refuses(texts: list[str], sets: list[str], each_engine: EngineName) -> None:
    with pytest.raises(RenderRejected) as refused:
        engine.merge_values(texts, sets, engine=each_engine)
    assert all("/tmp" not in refusal.message for refusal in refused.value.rejections)
