"""Null, another type or an extreme number at every key: right manifests, or a refusal in our words with the key."""

import functools
import json
import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

import pytest

from render import engine
from render.engine import RenderRejected
from tests.badinput.places import changed, field_path, in_minimal, is_own, minimal, places, removed
from tests.badinput.test_text import VARIANTS, pointed
from tests.full import Full, refused_places
from tests.manifests import RELEASE, TRAINING_JOB
from tests.schema import DISTINCT_FIELDS, VALIDATOR, Place

VALUES: dict[str, Any] = {
    "text": "text",
    "no text": "",
    "fraction": 1.5,
    "list": ["text"],
    "no list": [],
    "map": {"key": "text"},
    "no map": {},
    "true": True,
    "zero": 0,
    "negative": -1,
    "million": 10**6,
    "largest of 32 bits": 2**31 - 1,
    "above 32 bits": 2**31,
    "above what is exact": 2**53,
    "largest of 64 bits": 2**63 - 1,
    "above 64 bits": 2**63,
    "huge": 1e308,
}

BABBLE = re.compile(
    r"%!|<nil>|<no value>|map\[|e\+(?!308)\d|nil pointer|panic|interface conversion|wrong type|incompatible types"
    r"|\N{MULTIPLICATION SIGN}10|error calling|executing|can't evaluate|no template"
)
"""What Go says, and how it writes numbers. No manifest can hold 1e308 otherwise, where it is passed through."""

ELASTIC = {"minNodes": 1, "maxNodes": 2, "maxRestarts": 3}
FULL: dict[str, dict[str, Any]] = {
    name: Full({**pins, ("elastic",): ELASTIC} if ("elastic",) in pins else pins).spec
    for name, pins in VARIANTS.items()
}


def targets() -> Iterator[tuple[str, Place]]:
    """Yield a place of every key that the schema knows, in the first of the full specs that has it."""
    distinct = {field.path for field in DISTINCT_FIELDS}
    for name, spec in FULL.items():
        for place in places(spec):
            if (path := field_path(place)) in distinct:
                distinct.remove(path)
                yield name, place
    assert not distinct, "keys that no full spec has"


TARGETS = list(targets())


@functools.cache
def _answer(text: str, *, schema: bool) -> str | RenderRejected:
    try:
        return engine.template(TRAINING_JOB, json.loads(text), RELEASE, "team", schema=schema, engine="embedded")
    except RenderRejected as refused:
        return refused


def answer(spec: Mapping[str, Any], *, schema: bool) -> str | RenderRejected:
    """Return the manifests of a spec, or why it is refused; nothing of it is babble, and each reason has a place."""
    found = _answer(json.dumps(spec), schema=schema)
    said = str(found) if isinstance(found, RenderRejected) else found
    assert BABBLE.search(said) is None, said
    if isinstance(found, RenderRejected):
        assert None not in [refusal.pointer for refusal in found.rejections], said
    return found


def related(some: Set[Place], others: Set[Place]) -> frozenset[Place]:
    """Return the places that are at, above or below one of others."""
    return frozenset(p for p in some if any(p[: len(o)] == o[: len(p)] for o in others))


def accepted(spec: Mapping[str, Any], value: object, where: frozenset[Place], *, schema: bool) -> frozenset[Place]:
    """Return the places at which a value, put there at once, is not refused.

    Each try names such a place. It may name another, too, which is wrong only next to the value.
    """
    left = where
    while left:
        tried = changed(spec, dict.fromkeys(left, value))
        found = answer(tried, schema=schema)
        if isinstance(found, str):
            break
        blamed = related(left, pointed(found))
        assert blamed, found
        if schema and not VALIDATOR.is_valid(tried):
            assert blamed == related(left, refused_places(tried)), found
        left -= blamed
    return left


def layers(name: str) -> list[frozenset[Place]]:
    """Return the target places of a full spec by their depth, so that none is inside another."""
    inside = [place for variant, place in TARGETS if variant == name]
    depths = sorted({len(place) for place in inside})
    return [frozenset(place for place in inside if len(place) == depth) for depth in depths]


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_next_to_everything(value: object) -> None:
    """Without the schema, what Kubernetes' types hold is passed through; our own keys refuse the same numbers."""
    for name, spec in FULL.items():
        for layer in layers(name):
            right = accepted(spec, value, layer, schema=True)
            passed = accepted(spec, value, layer, schema=False)
            if isinstance(value, int | float):
                assert [place for place in passed - right if is_own(place)] == []


def nullable(place: Place, *, schema: bool) -> bool:
    """Say whether null is refused or as left out: in Kubernetes' lists it is passed through without the schema."""
    return schema or field_path(place)[-1] != "[]"


@pytest.mark.slow
@pytest.mark.parametrize("schema", [True, False], ids=["schema", "no schema"])
@pytest.mark.parametrize("name", FULL)
def test_null_is_as_left_out_next_to_everything(name: str, *, schema: bool) -> None:
    everything = [place for place in places(FULL[name]) if nullable(place, schema=schema)]
    for depth in range(1, max(map(len, everything)) + 1):
        layer = frozenset(place for place in everything if len(place) == depth)
        kept = accepted(FULL[name], None, layer, schema=schema)
        with_null = changed(FULL[name], dict.fromkeys(kept))
        assert answer(with_null, schema=schema) == answer(removed(FULL[name], kept), schema=schema)


@pytest.mark.slow
@pytest.mark.parametrize("schema", [True, False], ids=["schema", "no schema"])
def test_null_is_as_left_out_alone(*, schema: bool) -> None:
    for name, target in TARGETS:
        if not nullable(target, schema=schema):
            continue
        spec, place = minimal(FULL[name], target), in_minimal(target)
        found = answer(changed(spec, {place: None}), schema=schema)
        if isinstance(found, RenderRejected):
            assert related({place}, pointed(found)), f"{place}: {found}"
        else:
            assert found == answer(removed(spec, frozenset([place])), schema=schema), place


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_alone(value: object) -> None:
    """What the schema accepts is refused by name, or stands in the manifests as it was written."""
    for name, target in TARGETS:
        spec, place = minimal(FULL[name], target), in_minimal(target)
        tried = changed(spec, {place: value})
        if not VALIDATOR.is_valid(tried):
            continue
        found = answer(tried, schema=True)
        if isinstance(found, RenderRejected):
            assert related({place}, pointed(found)), f"{place}: {found}"
        else:
            assert found == answer(tried, schema=False), place
            written = str(value) in found or found == answer(removed(spec, frozenset([place])), schema=True)
            assert written or not isinstance(value, int) or value < 10**6, place


def test_helm_says_nothing_next_to_its_answer(capfd: pytest.CaptureFixture[str]) -> None:
    answer({"image": "i", "env": [], "resourcesPerNode": {"limits": 1}}, schema=True)
    assert capfd.readouterr().err == ""
