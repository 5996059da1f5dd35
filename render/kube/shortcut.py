"""Rules in CEL that hold beyond doubt, without CEL: to load it takes longer than to judge an object."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

_PATH = r"self((?:\.[A-Za-z][A-Za-z0-9]*)+)"
_ABSENT = re.compile(rf"!\s*has\({_PATH}\)")
_COMPARED = re.compile(rf"{_PATH} (==|!=) '([^'\\]*)'")
_PART = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|\|\||.", re.DOTALL)
_MISSING = object()


def holds(expression: str, value: Any) -> bool:
    """Say whether one of an expression's alternatives is plainly true.

    Then all of it is, whatever the others are: in CEL `||` takes no notice of an error beside what is true
    (https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators). False where that is not plain.
    """
    return any(_is_true(term, value) for term in _alternatives(expression))


def _is_true(term: str, value: Any) -> bool:
    if absent := _ABSENT.fullmatch(term):
        *parents, last = absent[1].split(".")[1:]
        holder = _at(value, parents)
        return isinstance(holder, dict) and last not in holder
    if compared := _COMPARED.fullmatch(term):
        found = _at(value, compared[1].split(".")[1:])
        return isinstance(found, str) and (found == compared[3]) is (compared[2] == "==")
    return False


def _at(value: Any, keys: list[str]) -> Any:
    for key in keys:
        value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
    return value


@cache
def _alternatives(expression: str) -> tuple[str, ...]:
    """Return the parts between the `||` of an expression that are in no brackets; none where it may choose (`?:`)."""
    return () if "?" in expression else tuple(part.strip() for part in _split(expression))


def _split(expression: str) -> Iterator[str]:
    depth, term = 0, ""
    for part in _PART.findall(expression):
        depth += (part in "([{") - (part in ")]}")
        if part == "||" and depth == 0:
            yield term
            term = ""
        else:
            term += part
    yield term
