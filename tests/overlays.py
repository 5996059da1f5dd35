"""Random stacks of values files and `--set` expressions."""

import re
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.mending import without_contradictions
from tests.schema import ANY_ITEM, ANY_KEY, FIELDS, Field, types
from tests.strategies import FOCI, FREE, specs_with, values

SCALARS = [
    field
    for field in FIELDS
    if not types(field.schema) & {"object", "array"} and (ANY_ITEM not in field.path or len(field.path) <= 4)
]
OWN = [
    field
    for field in FIELDS
    if not {ANY_ITEM, ANY_KEY} & {*field.path} and len(field.path) <= 3 and field.path != ("image",)
]
SPECIAL = re.compile(r"([\\,\[\]{}=.])")


@dataclass(frozen=True)
class Stack:
    """A spec, the values files above it, and the expressions above those."""

    files: tuple[dict[str, Any], ...]
    sets: tuple[str, ...]


def _taken_back(value: Any, place: tuple[str, ...]) -> Any:
    """Return a value in which a place, and what leads there, is null."""
    if not place:
        return None
    return {**value, place[0]: _taken_back(value.get(place[0], {}), place[1:])} if isinstance(value, dict) else value


@st.composite
def _overlay(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a part of a spec, with a section taken back now and then."""
    wanted = draw(st.lists(FOCI, min_size=1, max_size=4))
    found = without_contradictions(draw(specs_with({field.path: value for field, value in wanted})))
    if draw(st.booleans()):
        found.pop("image")
    for field in draw(st.lists(st.sampled_from(OWN), max_size=2)):
        found = _taken_back(found, field.path)
    return found


@st.composite
def _expression(draw: st.DrawFn) -> str:
    field = draw(st.sampled_from(SCALARS))
    key = ""
    for step in field.path:
        if step == ANY_ITEM:
            key += f"[{draw(st.sampled_from([0, 0, 1]))}]"
        else:
            key += ("." if key else "") + (draw(st.sampled_from(["A", r"example\.com/b"])) if step == ANY_KEY else step)
    return f"{key}={draw(_written(field))}"


def _written(field: Field) -> st.SearchStrategy[str]:
    """Return the strategy of what stands behind the `=` for a field."""
    scalars = values(field.schema, {(): FREE}).map(lambda value: SPECIAL.sub(r"\\\1", _text(value)))
    return st.integers(0, 7).flatmap(lambda chance: st.just("null") if chance == 7 else scalars)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


LISTS = st.sampled_from(
    ["args={a,b}", "args={}", "command[0]=python,args[0]=--epochs", r"args[0]=a\,b", "env.A=x", "env=null", "pod=null"]
)

stacks = st.builds(
    Stack,
    st.tuples(FOCI.flatmap(lambda focus: specs_with({focus[0].path: focus[1]})).map(without_contradictions), _overlay())
    | st.tuples(specs_with({}), _overlay(), _overlay()),
    st.lists(LISTS | _expression(), max_size=2).map(tuple),
)
"""Stacks of two or three files and up to two expressions."""
