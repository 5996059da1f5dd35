"""The part of a schema that a value reaches against the whole of it: the same mistakes in the same places."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.engine import Chart
from render.kube.gvk import GroupVersionKind
from render.kube.schema_error import SchemaError
from render.kube.schemas import Schemas
from render.kube.validator import Validator, prune_schema
from tests.badinput.places import changed, places
from tests.badinput.test_types import VALUES
from tests.parity.test_schema import damaged

GOLDEN = sorted(path for path in Path(__file__).parents[1].glob("golden/*.yaml") if path.name != "expect.yaml")
CHANGES = 4


def found(schema: Any, value: Any) -> list[SchemaError]:
    return sorted(Validator(schema).errors(value), key=repr)


@pytest.mark.parametrize("seed", range(40))
def test_of_values(seed: int) -> None:
    schema, values = Chart.bundled().schema(), damaged(seed)
    part = prune_schema(schema, values)
    assert found(part, values) == found(schema, values) != []
    assert len(repr(part)) <= len(repr(schema))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_of_objects(path: Path) -> None:
    choice = random.Random(path.stem)
    schemas = Schemas(trainer="2.1") if path.stem.endswith("2.1") else Schemas()
    documents = yaml.safe_load_all(path.read_text(encoding="utf-8"))
    for item in (item for document in documents for item in document.get("items", [document])):
        validator = schemas.find(GroupVersionKind.of(item["apiVersion"], item["kind"]))
        assert validator is not None
        chosen = choice.sample(sorted(places(item)), CHANGES)
        damage = changed(item, {place: VALUES[choice.choice(sorted(VALUES))] for place in chosen})
        for value in (item, damage, {**damage, "unknown": 1}):
            assert found(prune_schema(validator.schema, value), value) == found(validator.schema, value)


@pytest.mark.parametrize("value", [None, 1, "text", [], [{}], {}, {"spec": 1}, {"spec": [1]}], ids=repr)
def test_of_anything(value: Any) -> None:
    validator = Schemas().find(GroupVersionKind.of("v1", "Pod"))
    assert validator is not None
    assert found(prune_schema(validator.schema, value), value) == found(validator.schema, value)


def test_the_first_value_and_the_second() -> None:
    """Whichever part is compiled, each value is judged by all that it reaches."""
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    validator = Validator(schema, is_sound=True)
    first, second = {"a": "x"}, {"b": 1}
    assert [validator.accepts(value) for value in (first, second, first, {"a": 1})] == [True, False, True, False]
