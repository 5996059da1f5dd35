"""No object makes a rule fail: whatever is done to one place of it, its schema or a rule says so, or nothing does."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.objects import Object
from render.rules.findings import among, in_each
from render.source import Document
from render.validation.typed import typed
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
    return Object(Document("", "", None), "", Kind.of(data["apiVersion"], data["kind"]), data)


@pytest.mark.parametrize("data", OBJECTS, ids=lambda data: f"{data['apiVersion']}-{data['kind']}")
def test_rules_survive(data: Data) -> None:
    schemas = Schemas()
    others = [item(other) for other in OBJECTS if other is not data]
    for copied in damaged(data):
        for readable, refused in typed(item(copied), mistakes(item(copied), schemas)):
            found = [*in_each(readable, refused), *among((readable, *others))]
            assert all(one.mistake.message for one in found)
