"""Random specs, derived from the bundled schema.

A spec is grown from the fields that it must hold: a field deep inside a Kubernetes type is so as likely as one at the
root. What a field needs around it comes with it; everything else is left out, or, rarely, added by chance.
"""

import re
from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

from tests.mending import without_contradictions
from tests.schema import (
    ANY_ITEM,
    ANY_KEY,
    BUNDLE,
    FIELDS,
    UNWRITABLE,
    Field,
    Place,
    Schema,
    effective,
    is_quantity,
    types,
)

# Hypothesis draws constants of the modules that are loaded, too: the tests that ran before would change the examples.
# It has no setting for that.
providers._get_local_constants = lambda: providers._local_constants


def bounded(examples: int) -> settings:
    """Return the settings of a run that is the same on every machine: so many examples, and no clock."""
    checks = list(HealthCheck)
    return settings(max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=checks)


FREE = object()
"""Stands for a wanted field's value where any will do."""

Wanted = Mapping[Place, Any]
"""The fields that a value must hold, from its own place on, with their values or FREE."""

NASTY = (
    "",
    " ",
    "null",
    "~",
    "y",
    "n",
    "1e3",
    "012",
    "{{ .Values }}",
    "$(X)",
    "$$(X)",
    "a: b",
    "- a",
    "# a",
    "---",
    "\n",
    "é\u2028😀",
)
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters=UNWRITABLE)
TEXTS = st.sampled_from(NASTY) | st.text(CHARACTERS, max_size=12)

QUANTITIES = st.one_of(
    st.integers(0, 4096),
    st.builds("{}{}".format, st.integers(1, 512), st.sampled_from(["", "k", "M", "G", "Ki", "Mi", "Gi"])),
    st.sampled_from(["500m", "1500m", "0.5", "1.5Gi", 0.5, 1e3, "007", "100u"]),
)
RESOURCES = st.sampled_from(
    ["cpu", "memory", "ephemeral-storage", "nvidia.com/gpu", "amd.com/gpu", "rdma/hca", "hugepages-2Mi"]
)
VARIABLES = st.sampled_from(["A", "B", "HF_HOME", "NCCL_DEBUG", "lower.dotted-name"])


def below(wanted: Wanted, step: str) -> Wanted:
    """Return what is wanted below one step."""
    return {place[1:]: value for place, value in wanted.items() if place and place[0] == step}


def values(schema: Schema, wanted: Wanted) -> st.SearchStrategy[Any]:
    """Return the strategy of values that a schema accepts, and that hold what is wanted."""
    schema = effective(schema)
    if wanted.get((), FREE) is not FREE:
        return st.just(wanted[()])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema["enum"] if "enum" in schema else [schema["const"]])
    inner = {place: value for place, value in wanted.items() if place}
    kinds = types(schema)
    if inner:
        return _mapping(schema, inner) if "object" in kinds else _sequence(schema, inner)
    # One null among many values; and none where the field itself is what is wanted.
    choices = [_of_type(kind, schema) for kind in sorted(kinds - {"null"})]
    if "null" not in kinds or () in wanted:
        return st.one_of(choices)
    return st.integers(0, 7).flatmap(lambda chance: st.none() if chance == 7 else st.one_of(choices))


def _of_type(kind: str, schema: Schema) -> st.SearchStrategy[Any]:
    match kind:
        case "object":
            return _mapping(schema, {})
        case "array":
            return _sequence(schema, {})
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "number":
            return _number(schema)
        case "string":
            return _string(schema)
    raise AssertionError(f"the schema has a type that is unknown here: {kind}")


def _number(schema: Schema) -> st.SearchStrategy[Any]:
    if is_quantity(schema):
        return QUANTITIES.filter(lambda quantity: not isinstance(quantity, str))
    return st.floats(schema["minimum"], schema["maximum"])


def _string(schema: Schema) -> st.SearchStrategy[str]:
    pattern = schema.get("pattern")
    if pattern is None:
        texts = TEXTS.map(lambda text: text[: schema.get("maxLength")])
        return texts.filter(lambda text: len(text) >= schema.get("minLength", 0))
    if is_quantity(schema):
        return QUANTITIES.map(str).filter(re.compile(pattern).search)
    # Go's `$` ends the text, Python's also stands before a last line break; `\S` is ASCII in Go.
    body = pattern.removeprefix("^").removesuffix("$").replace(r"\S", "[!-~]")
    rest = "" if pattern.endswith("$") else r"[\s\S]*"
    longest = schema.get("maxLength", 63)
    return st.from_regex(f"(?:{body}){rest}", fullmatch=True, alphabet=CHARACTERS).filter(
        lambda text: len(text) <= longest
    )


@st.composite
def _mapping(draw: st.DrawFn, schema: Schema, wanted: Wanted) -> dict[str, Any]:
    known = schema.get("properties", {})
    found = {
        name: draw(values(known[name], below(wanted, name)))
        for name in known
        if name in schema.get("required", ()) or below(wanted, name)
    }
    free = schema.get("additionalProperties")
    if isinstance(free, dict):
        keys = draw(st.lists(_keys(schema, free), min_size=1 if wanted else 0, max_size=3, unique=True))
        found |= {key: draw(values(free, below(wanted, ANY_KEY) if key == keys[0] else {})) for key in keys}
    return found


def _keys(schema: Schema, value: Schema) -> st.SearchStrategy[str]:
    if "number" in types(effective(value)):
        return RESOURCES
    names = schema.get("propertyNames", {})
    return VARIABLES if names.get("pattern", "").startswith("^[A-Za-z_]") else _string(names)


def _sequence(schema: Schema, wanted: Wanted) -> st.SearchStrategy[list[Any]]:
    fewest, most = schema.get("minItems", 0), schema.get("maxItems", 2)
    if below(wanted, ANY_ITEM):
        first = values(schema["items"], below(wanted, ANY_ITEM))
        others = st.lists(values(schema["items"], {}), min_size=max(fewest - 1, 0), max_size=max(fewest - 1, 1))
        return st.tuples(first, others).map(lambda parts: _distinct([parts[0], *parts[1]], schema))
    items = st.lists(values(schema["items"], {}), min_size=fewest, max_size=min(max(fewest, 2), most))
    return items.map(lambda found: _distinct(found, schema))


def _distinct(items: list[Any], schema: Schema) -> list[Any]:
    return list(dict.fromkeys(items)) if schema.get("uniqueItems") else items


def specs_with(wanted: Wanted) -> st.SearchStrategy[dict[str, Any]]:
    """Return the strategy of specs that the schema accepts, and that hold these fields."""
    return values(BUNDLE, {**wanted, ("image",): wanted.get(("image",), FREE)})


def foci() -> list[tuple[Field, Any]]:
    """Return every field of a spec, and every value of one that has an enum."""
    return [(field, value) for field in FIELDS for value in field.schema.get("enum", [FREE])]


FOCI = st.sampled_from(foci())

accepted = st.lists(FOCI, max_size=10).flatmap(lambda found: specs_with({field.path: value for field, value in found}))
"""Specs that the schema accepts; the chart refuses many of them."""

mostly_valid = accepted.map(without_contradictions)
"""Specs that the schema accepts, without the contradictions that chance makes most often."""
