"""What is loaded ahead is what specs are judged by: no rule that few need, and none forgotten that all do."""

from itertools import chain
from pathlib import Path

import pytest
import yaml

from render.kube.gvk import GroupVersionKind
from render.rules.registry import SPEC, entries
from render.rules.runner import all_keys
from render.validation.warmup import COMMON_KEYS

MOST = 0.9
"""Share of the examples' objects that have a key."""
GOLDEN = (Path(__file__).parents[1] / "golden").glob("*.yaml")
OBJECTS = [item for path in sorted(GOLDEN) for item in yaml.safe_load_all(path.read_text(encoding="utf-8")) if item]


@pytest.mark.parametrize("kind", COMMON_KEYS, ids=lambda kind: kind.name)
def test_the_keys_that_rules_are_about(kind: GroupVersionKind) -> None:
    found = [all_keys(item) for item in OBJECTS if item.get("kind") == kind.name]
    asked = frozenset([kind.group_kind, SPEC])
    about = {key for entry in chain.from_iterable(entries(asked).values()) for key in entry.keys}
    common = {key for key in about if sum(key in keys for keys in found) > MOST * len(found)}
    assert COMMON_KEYS[kind] == common
