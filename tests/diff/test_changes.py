"""Properties of a comparison, on random values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.diff.changes import ABSENT, find_changes
from render.diff.path import Item, field_path, parse_pattern
from tests.strategies import bounded

KEYS = st.sampled_from(["name", "a", "b", "image", "limits", "cpu"])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from(["", "1", "x", "1000m", "1Gi"]))
VALUES = st.recursive(
    SCALARS,
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(KEYS, below, max_size=3)),
    max_leaves=12,
)


@bounded(300)
@given(VALUES)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert list(find_changes(value, value)) == []


@bounded(300)
@given(VALUES, VALUES)
def test_both_directions_tell_the_same(one: Any, other: Any) -> None:
    forth = {(field_path(path), repr(old), repr(new)) for path, old, new in find_changes(one, other)}
    assert forth == {(field_path(path), repr(new), repr(old)) for path, old, new in find_changes(other, one)}


@bounded(300)
@given(st.dictionaries(KEYS, VALUES, max_size=3), KEYS, st.integers(10, 20))
def test_a_set_key_is_seen(value: dict[str, Any], key: str, number: int) -> None:
    assert [path[0] for path, _, _ in find_changes(value, {**value, key: number})] == [key]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"limits": {"cpu": "8000m", "memory": "65536Mi"}}, {"limits": {"cpu": 8, "memory": "64Gi"}}, []),
        ({"cpu": "8000m"}, {"cpu": 8}, ["cpu"]),
        ({"a": None}, {}, []),
        ({"a": True}, {"a": 1}, ["a"]),
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": []}, {}, ["a"]),
        ({"args": ["a", "b"]}, {"args": ["b", "a"]}, ["args"]),
        ({"env": [{"name": "A", "value": "1"}]}, {"env": [{"name": "A", "value": "2"}]}, ["env[A].value"]),
        ({"env": [{"name": "A"}, {"name": "B"}]}, {"env": [{"name": "B"}, {"name": "A"}]}, ["env"]),
        ({"env": [{"name": "A"}]}, {"env": [{"name": "B"}, {"name": "A"}]}, ["env[B]"]),
        ({"ports": [{"containerPort": 1}]}, {"ports": [{"containerPort": 2}]}, ["ports[1]", "ports[2]"]),
        ({"rules": [{"verbs": ["get"]}]}, {"rules": [{"verbs": ["list"]}]}, ["rules[0].verbs"]),
        ({"rules": [{"verbs": ["get"]}]}, {"rules": [{"verbs": ["get"]}, {}]}, ["rules"]),
        ({"env": [{"name": "A"}, {"name": "A"}]}, {"env": [{"name": "A"}]}, ["env"]),
    ],
)
def test_places(old: Any, new: Any, expected: list[str]) -> None:
    assert [field_path(path) for path, _, _ in find_changes(old, new)] == expected


def test_absent_is_no_null() -> None:
    assert [tuple(change) for change in find_changes({"a": 1}, {})] == [(("a",), 1, ABSENT)]


def test_path() -> None:
    assert field_path(("metadata", "labels", "a.b/c", Item("name", "x"), 0)) == "metadata.labels['a.b/c'][x][0]"
    assert parse_pattern("spec.containers[].image") == ("spec", "containers", "[]", "image")
