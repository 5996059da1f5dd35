"""Values that variables take, by the sources in values.json."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from render.programs.program import Program
from render.rules.rule import Finding


class Value(NamedTuple):
    """The valid values of a variable."""

    pattern: str
    """Regular expression."""
    takes: str
    like: str
    """A value that it takes."""
    effect: str
    """The effect of any other value."""


@cache
def values(verdict: str) -> Mapping[str, Value]:
    """Return the variables that are `rejected` or `ignored` with a wrong value, by name."""
    return {name: _value(row) for row in _table()[verdict] for name in row["names"]}


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(Path(__file__).with_name("values.json").read_bytes())
    return table


def wrong_values(program: Program, verdict: str) -> Iterator[Finding]:
    """Yield a finding for each variable of the program with a value that it doesn't take."""
    known = values(verdict)
    for name, word in program.values_of(*known):
        value = known[name]
        if re.fullmatch(value.pattern, word.text) is None:
            message = f"`{name}` takes {value.takes}, not `{word.text}`: {value.effect}"
            yield Finding(word.path, message, f'set it to "{value.like}", for example, or remove it')


def _value(row: Mapping[str, str]) -> Value:
    return Value(row["pattern"], row["takes"], row["like"], row["effect"])
