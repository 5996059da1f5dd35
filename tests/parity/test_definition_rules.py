"""The rules in CEL of the shipped kinds, in this project's words, break on what breaks those of the real CRDs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.cel.expression import compares_with_old
from render.kube.cel.rules import VALIDATIONS, failed_rules
from render.kube.generation.crd_schemas import crd_schemas
from render.kube.gvk import GroupVersionKind, Schema
from render.kube.schema_folders import bundled_schemas
from render.kube.schemas import Schemas
from render.kube.validator import Validator
from tests.upstream import files

SAMPLES = yaml.safe_load((Path(__file__).parent / "definition_samples.yaml").read_text(encoding="utf-8"))
CRDS = "crds/*/*.yaml"
TRAINERS = {"trainer": "2.3", "trainer-2.1": "2.1"}


def kinds(path: Path) -> Iterator[tuple[GroupVersionKind, Schema]]:
    """Yield the shipped kinds of a definition that have rules."""
    crd = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    for kind, schema in crd_schemas(crd, {"type": "object"}):
        if (bundled_schemas() / "crds" / kind.path).is_file() and any(places(schema)):
            yield kind, schema


def places(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield where a new object is judged by rules, without its status."""
    if any(not compares_with_old(rule["rule"]) for rule in schema.get(VALIDATIONS, ())):
        yield path, schema
    for name, value in schema.get("properties", {}).items():
        if path or name != "status":
            yield from places(value, f"{path}.{name}".lstrip("."))
    for keyword, mark in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(keyword), dict):
            yield from places(schema[keyword], f"{path}.{mark}")


@pytest.mark.usefixtures("upstream")
def test_the_definitions_are_there() -> None:
    assert len(files(CRDS)) > 20


@pytest.mark.parametrize("path", files(CRDS), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_same_verdicts(path: Path) -> None:
    for kind, theirs in kinds(path):
        compare(path.parent.name, kind, theirs)


def compare(folder: str, kind: GroupVersionKind, theirs: Schema) -> None:
    found = Schemas(trainer=TRAINERS.get(folder, "2.3")).find(kind)
    assert found is not None
    at, own = dict(places(theirs)), dict(places(found.schema))
    # Of the status of an object only its controller is told.
    assert at.keys() - {""} == own.keys() - {""}
    for place in at.keys() & own.keys():
        samples = SAMPLES[f"{kind.group} {kind.name}"][place]
        verdicts = [(broken(at[place], sample), broken(own[place], sample)) for sample in samples]
        assert [len(said) for said, _ in verdicts] == [len(said) for _, said in verdicts], place
        words = [message for said, _ in verdicts for message in said]
        for rule in at[place][VALIDATIONS]:
            assert compares_with_old(rule["rule"]) or any(said.startswith(rule["message"]) for said in words), rule
        assert any(not said for said, _ in verdicts), place


def broken(schema: Schema, sample: Any) -> list[str]:
    """Return the words of each rule that a value breaks, those below it too."""
    whole = {"type": "object", "properties": {"self": {**schema, "type": "object"}}}
    is_object = "metadata" in sample if isinstance(sample, dict) else False
    validator, data = (Validator(schema), sample) if is_object else (Validator(whole), {"self": sample})
    found = list(failed_rules(validator, data))
    assert all(breach.is_checked for breach in found)
    return [breach.message for breach in found]
