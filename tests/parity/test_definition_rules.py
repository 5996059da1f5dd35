"""The rules in CEL of the shipped kinds, in this project's words, break on what breaks those of the real CRDs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.cel import compares_with_old
from render.kube.conditions import VALIDATIONS, breaches
from render.kube.crd import schemas
from render.kube.kind import Kind, Schema
from render.kube.layout import bundled
from render.kube.schemas import Schemas
from render.kube.validator import Validator

CRDS = Path(__file__).parents[3] / "shared" / "crds"
SAMPLES = yaml.safe_load((Path(__file__).parent / "definition_samples.yaml").read_text(encoding="utf-8"))
TRAINERS = {"trainer": "2.3", "trainer-2.1": "2.1"}


def definitions() -> Iterator[tuple[str, Kind, Schema]]:
    for path in sorted(CRDS.glob("*/*_*.yaml")):
        crd = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        for kind, schema in schemas(crd, {"type": "object"}):
            if (bundled() / "crds" / kind.path).is_file() and any(places(schema)):
                yield path.parent.name, kind, schema


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


CASES = list(definitions())


def test_the_definitions_are_there(shared: Path) -> None:
    assert CRDS.parent == shared
    assert len(CASES) > 10


@pytest.mark.parametrize(("folder", "kind", "theirs"), CASES, ids=[f"{case[0]}-{case[1].path}" for case in CASES])
def test_same_verdicts(folder: str, kind: Kind, theirs: Schema) -> None:
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
    found = list(breaches(validator, data))
    assert all(breach.is_checked for breach in found)
    return [breach.message for breach in found]
