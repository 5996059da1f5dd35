"""A patch in the spec of a JobSet: what is merged, what is replaced, and the order of items."""

from itertools import permutations

import pytest

from render.trainer.strategic_merge import strategic_merge


def variables(names: str, value: str = "") -> dict[str, object]:
    return {"env": [{"name": name, "value": value or name} for name in names]}


@pytest.mark.parametrize(
    ("original", "patch", "order"),
    [
        ("abc", "b", "abc"),
        ("abc", "x", "xabc"),
        ("ab", "ax", "axb"),
        ("abc", "cxa", "bcxa"),
        ("abcd", "xd", "xabcd"),
        ("", "ba", "ba"),
        ("ab", "", "ab"),
    ],
)
def test_new_items_come_first_and_known_ones_where_they_stood(original: str, patch: str, order: str) -> None:
    assert "".join(item["name"] for item in strategic_merge(variables(original), variables(patch))["env"]) == order


@pytest.mark.parametrize("patch", ["".join(names) for names in permutations("abx")])
def test_the_items_of_a_patch_keep_its_order_and_those_of_the_runtime_theirs(patch: str) -> None:
    found = "".join(item["name"] for item in strategic_merge(variables("abcd"), variables(patch))["env"])
    assert "".join(name for name in found if name in patch) == patch
    assert "".join(name for name in found if name in "cd") == "cd"


def test_a_patch_twice_is_the_patch_once() -> None:
    once = strategic_merge(variables("abcd"), variables("cxa", "new"))
    assert strategic_merge(once, variables("cxa", "new")) == once


def test_other_lists_are_replaced_and_maps_are_merged() -> None:
    original = {"tolerations": [{"key": "a"}], "nodeSelector": {"a": "1", "b": "1"}}
    patch = {"tolerations": [{"key": "b"}], "nodeSelector": {"b": "2", "c": "2"}}
    wanted = {"tolerations": [{"key": "b"}], "nodeSelector": {"a": "1", "b": "2", "c": "2"}}
    assert strategic_merge(original, patch) == wanted


def test_a_volume_keeps_its_source_next_to_a_new_one() -> None:
    claim = {"name": "data", "persistentVolumeClaim": {"claimName": "data"}}
    found = strategic_merge({"volumes": [{"name": "data", "emptyDir": {}}]}, {"volumes": [claim]})
    assert found == {"volumes": [{**claim, "emptyDir": {}}]}


def test_words_are_added_once() -> None:
    assert strategic_merge({"finalizers": ["a", "b"]}, {"finalizers": ["c", "b"]}) == {"finalizers": ["c", "a", "b"]}


def test_nothing_is_changed() -> None:
    original, patch = variables("ab"), variables("bx", "new")
    strategic_merge(original, patch)
    assert (original, patch) == (variables("ab"), variables("bx", "new"))
