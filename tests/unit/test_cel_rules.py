"""Rules in CEL on made-up definitions: where they hold, what they say, and what can't be checked."""

from typing import Any

import pytest

from render.kube.cel.rules import failed_rules
from render.kube.server_defaults import with_defaults
from render.kube.validator import Validator

TEXT = {"type": "string"}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], list[tuple[tuple[str | int, ...], str]]]] = {
    "a broken rule": ({"rule": "self.a == 1", "message": "a is not 1"}, {"a": 2}, [((), "a is not 1")]),
    "a rule that holds": ({"rule": "self.a == 1", "message": "a is not 1"}, {"a": 1}, []),
    "a rule without words": ({"rule": "self.a == 1"}, {"a": 2}, [((), "failed rule: self.a == 1")]),
    "a field to blame": (
        {"rule": "false", "message": "no", "fieldPath": ".b['c.d'].e"},
        {},
        [(("b", "c.d", "e"), "no")],
    ),
    "computed words": (
        {"rule": "self.a == 1", "message": "no", "messageExpression": "'a is ' + string(self.a)"},
        {"a": 2},
        [((), "a is 2")],
    ),
    "computed words that fail": (
        {"rule": "false", "message": "no", "messageExpression": "'a is ' + self.b"},
        {},
        [((), "no")],
    ),
    "a key that is not there": (
        {"rule": "self.b == 1", "message": "b is not 1"},
        {},
        [((), 'b is not 1 (Key not found in map : "b")')],
    ),
    "null is not there": ({"rule": "!has(self.b)", "message": "b"}, {"b": None}, []),
    "a rule about a change": ({"rule": "self.a == oldSelf.a", "message": "a is immutable"}, {"a": 1}, []),
    "names that are no identifiers": (
        {"rule": "self.a__dash__b == 1 && self.namespace == 2 && self.__namespace__ == 2", "message": "no"},
        {"a-b": 1, "namespace": 2},
        [],
    ),
    "a whole number that may be broken": ({"rule": "self.n / 2.0 == 1.5", "message": "no"}, {"n": 3}, []),
    "text where only a number can be": (
        {"rule": "self.b > 0", "message": "no"},
        {"b": "cpu"},
        [((), "no (No matching overloads found : _>_(string, int64))")],
    ),
    "functions on text": ({"rule": "self.t.lowerAscii().split('-') == ['a', 'b']", "message": "no"}, {"t": "A-B"}, []),
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {}, "b": {}, "a-b": {}, "namespace": {}, "n": {"type": "number"}, "t": TEXT},
}


@pytest.mark.parametrize(("rule", "data", "expected"), CASES.values(), ids=CASES.keys())
def test_breaches(rule: dict[str, Any], data: dict[str, Any], expected: list[Any]) -> None:
    found = list(failed_rules(Validator({**SCHEMA, "x-kubernetes-validations": [rule]}), data))
    assert [(breach.path, breach.message) for breach in found] == expected
    assert all(breach.is_checked for breach in found)


@pytest.mark.parametrize("rule", ["quantity(self) < quantity('1')", "self ==", "self.getHours() == 1"])
def test_a_rule_that_cannot_be_checked_is_named_once(rule: str) -> None:
    items = {**TEXT, "x-kubernetes-validations": [{"rule": rule, "message": "too much"}]}
    schema = {"type": "object", "properties": {"list": {"type": "array", "items": items}}}
    found = list(failed_rules(Validator(schema), {"list": ["1", "2"]}))
    assert [breach.is_checked for breach in found] == [False]
    assert found[0].path == ("list", 0)
    assert found[0].message.startswith("too much (")


def test_rules_hold_at_every_item_and_every_value() -> None:
    short = {**TEXT, "x-kubernetes-validations": [{"rule": "size(self) < 2", "message": "long"}]}
    schema = {
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": short},
            "map": {"type": "object", "additionalProperties": short},
        },
    }
    found = failed_rules(Validator(schema), {"list": ["1", "22"], "map": {"x": "1", "y": "22"}})
    assert [breach.path for breach in found] == [("list", 1), ("map", "y")]


def test_a_generated_name_is_a_name() -> None:
    rule = {"rule": "self.metadata.name == 'run-abcde'", "message": "no"}
    schema = {"type": "object", "properties": {"metadata": {}}, "x-kubernetes-validations": [rule]}
    assert list(failed_rules(Validator(schema), {"metadata": {"generateName": "run-"}})) == []


def test_what_is_no_rule_is_none() -> None:
    schema = {"type": "object", "x-kubernetes-validations": [{"message": "no rule"}, {"rule": 1}]}
    assert list(failed_rules(Validator(schema), {})) == []


def test_defaults() -> None:
    policy = {"type": "object", "default": {}, "properties": {"when": {"default": "Never"}}}
    flavors = {"type": "array", "items": {"type": "object", "properties": {"n": {"default": 1}}}}
    schema = {"type": "object", "properties": {"policy": policy, "flavors": flavors, "given": {"default": 1}, "no": {}}}
    data = {"flavors": [{}, {"n": 2}], "given": 2, "no": None, "unknown": [{"x": None}]}
    expected = {"policy": {"when": "Never"}, "flavors": [{"n": 1}, {"n": 2}], "given": 2, "unknown": [{}]}
    assert with_defaults(schema, data) == expected
    assert data["flavors"] == [{}, {"n": 2}]
    assert with_defaults({"properties": {"a": {"default": 1}}}, {"a": None}) == {"a": 1}
