"""No object makes a rule fail: whatever is done to one place of it, its schema or a rule says so, or nothing does."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.loading import load_object
from render.manifests.objects import Object
from render.rules.runner import check_object, check_objects
from render.source import Document
from tests.damage import damaged
from tests.golden.cases import CASES

TESTS = Path(__file__).parents[1]
TEXTS = (TESTS / "cluster" / "objects.yaml", TESTS / "cluster" / "twin_crds.yaml")

Data = dict[str, Any]


def objects() -> list[Data]:
    """Return the largest object of each kind."""
    beside, table = (list(yaml.safe_load_all(path.read_text(encoding="utf-8"))) for path in TEXTS)
    written = [*beside, *(entry["object"] for entry in table[0]["objects"])]
    found = [*(item for case in CASES for item in case.objects), *written]
    return list(
        {f"{item['apiVersion']} {item['kind']}": item for item in sorted(found, key=lambda one: len(str(one)))}.values()
    )


OBJECTS = objects()


def item(data: Data) -> Object:
    return Object(Document("", "", None), "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)


@pytest.mark.slow
@pytest.mark.parametrize("data", OBJECTS, ids=lambda data: f"{data['apiVersion']}-{data['kind']}")
def test_rules_survive(data: Data) -> None:
    schemas = Schemas()
    others = [item(other) for other in OBJECTS if other is not data]
    for copied in damaged(data):
        loaded = load_object(item(copied), schemas)
        if (readable := loaded.readable) is not None:
            found = [*check_object(readable, loaded.errors), *check_objects((readable, *others))]
            assert all(one.message for one in found)
