"""Recognize simple CEL rules that are true, without CEL: loading it takes longer than checking an object."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

_PATH = r"self((?:\.[A-Za-z][A-Za-z0-9]*)+)"
_ABSENT = re.compile(rf"!\s*has\({_PATH}\)")
_COMPARED = re.compile(rf"{_PATH} (==|!=) '([^'\\]*)'")
_PART = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|\|\||.", re.DOTALL)
_MISSING = object()


def trivially_true(expression: str, value: Any) -> bool:
    """Return True if one of an expression's alternatives is certainly true; False if that is not certain.

    The expression is then true regardless of the other alternatives: `||` ignores an error if one operand is true
    (https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators).
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
    """Return the operands of an expression's `||` outside of brackets; none if it may have a conditional (`?:`)."""
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
