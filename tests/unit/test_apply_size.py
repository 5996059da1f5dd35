"""Objects that `kubectl apply` can't store in an annotation; tests/cluster compares the size with kubectl's."""

from typing import Any

import pytest

from render.manifests.apply_size import MAX_BYTES, annotation_bytes, check_apply_size
from render.manifests.codes import TOO_LARGE_TO_APPLY
from render.problem import Severity
from tests.rules.sets import loaded, of

LETTERS = {"data": {"small": "x", "train.py": "a" * 300_000}}
CASES: dict[str, tuple[dict[str, Any], tuple[str, ...] | None]] = {
    "a file": (LETTERS, ("data", "train.py")),
    "characters that JSON escapes": ({"data": {"page": "<" * 45_000}}, ("data", "page")),
    "several files": ({"data": {f"{number}.py": "a" * 90_000 for number in range(3)}}, ("data", "0.py")),
    "another kind": ({"spec": {"text": "a" * 270_000}}, ()),
    "with its own annotations": (
        {"data": {"a": "a" * 200_000}, "metadata": {"name": "a", "annotations": {"b": "c" * 40_000}}},
        ("data", "a"),
    ),
    "small": ({"data": {"train.py": "print()"}}, None),
    "just below": ({"data": {"train.py": "a" * 250_000}}, None),
    "letters of several bytes": ({"data": {"train.py": "ä" * 120_000}}, None),
    "an annotation of kubectl, which it replaces": (
        {
            "data": {"train.py": "a" * 150_000},
            "metadata": {
                "name": "a",
                "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "a" * 150_000},
            },
        },
        None,
    ),
}


@pytest.mark.parametrize(("fields", "path"), CASES.values(), ids=CASES)
def test_size(fields: dict[str, Any], path: tuple[str, ...] | None) -> None:
    [item] = loaded({**of("v1", "ConfigMap", "code", "team"), **fields})
    assert [finding.path for finding in check_apply_size(item)] == ([] if path is None else [path])
    assert TOO_LARGE_TO_APPLY.severity is Severity.INFO


def test_the_last_byte() -> None:
    [item] = loaded({**of("v1", "ConfigMap", "code", "team"), "data": {"a": ""}})
    for more, count in ((0, 0), (1, 1)):
        text = "x" * (MAX_BYTES - annotation_bytes(item) + more)
        [large] = loaded({**of("v1", "ConfigMap", "code", "team"), "data": {"a": text}})
        assert annotation_bytes(large) == MAX_BYTES + more
        assert len(list(check_apply_size(large))) == count
