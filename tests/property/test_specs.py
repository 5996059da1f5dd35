"""Specs derived from the schema: all of it is reached, and every manifest keeps the chart's promises."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from render import engine
from render.engine import Release, RenderRejected
from tests.manifests import RELEASE, TRAINING_JOB, containers, documents, leaves, rendered, texts
from tests.mending import without_contradictions
from tests.schema import BUNDLE, FIELDS, VALIDATOR, Field, Place, Schema, children, effective
from tests.strategies import FREE, bounded, foci, mostly_valid, specs_with

EXPONENT = re.compile(r"[+-]?[0-9.]+[eE][+-]?[0-9]+")


def section(field: Field) -> str:
    """Return the part of the spec that a field belongs to: no part is too large for one test."""
    return "/".join(field.path[: 2 if field.path[0] in ("pod", "storage") else 1])


def visited(schema: Schema, value: Any, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield each place of a spec with its value, in the words of the schema."""
    yield place, value
    for step, child in children(effective(schema)):
        for inner in _below(effective(schema), value, step):
            yield from visited(child, inner, (*place, step))


def _below(schema: Schema, value: Any, step: str) -> list[Any]:
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return []
    if step in value:
        return [value[step]]
    return [v for key, v in value.items() if key not in schema.get("properties", {})] if step == "*" else []


def example(strategy: st.SearchStrategy[Any]) -> Any:
    """Return the strategy's first example, the same in every run."""
    found: list[Any] = []

    @bounded(1)
    @given(strategy)
    def keep(value: object) -> None:
        found.append(value)

    keep()
    return found[0]


@pytest.mark.slow
@pytest.mark.parametrize("part", sorted({section(field) for field in FIELDS}))
def test_every_property_and_enum_value_is_generated_and_renders(part: str) -> None:
    for field, value in foci():
        if section(field) == part:
            spec = without_contradictions(example(specs_with({field.path: value})))
            assert not [error.message for error in VALIDATOR.iter_errors(spec)], spec
            found = [v for place, v in visited(BUNDLE, spec) if place == field.path]
            assert found if value is FREE else value in found, f"{field} = {value} is not in {spec}"
            documents(rendered(spec))


def accepted(spec: dict[str, Any]) -> str:
    """Return what the chart renders; a spec that it refuses is passed over (tests/parity says how few are)."""
    try:
        return rendered(spec)
    except RenderRejected:
        reject()


@pytest.mark.slow
@bounded(150)
@given(mostly_valid)
def test_manifests_keep_their_promises(spec: dict[str, Any]) -> None:
    parsed = documents(accepted(spec))
    [files] = engine.render_files(TRAINING_JOB, [Release(spec, RELEASE)], scripts=True, engine="embedded")
    assert isinstance(files, dict)
    written = [text for text in files.values() if text.strip()]
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in written)
    empty_in_spec = {place[-1] for place, value in leaves(spec) if value in ({}, [])}
    for place, value in leaves(parsed):
        assert value is not None, place
        assert value not in ({}, []) or place[-1] in empty_in_spec, place
    for container in containers(parsed).values() if "jobset" in parsed else ():
        amounts = [q for side in ("requests", "limits") for q in container.get("resources", {}).get(side, {}).values()]
        assert all(isinstance(amount, str) for amount in amounts), container["name"]


@bounded(100)
@given(mostly_valid)
def test_no_number_is_written_with_an_exponent(spec: dict[str, Any]) -> None:
    for name, text in texts(accepted(spec)):
        for line in text.splitlines():
            scalar = line.rpartition(": ")[2].removeprefix("- ").strip()
            assert not EXPONENT.fullmatch(scalar), f"{name}: {line}"
