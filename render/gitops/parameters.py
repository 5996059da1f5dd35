"""The Go templates of an ApplicationSet, as far as they only name what a generator has.

Source: https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/GoTemplate/
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_ACTION = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}", re.DOTALL)
_NAME = re.compile(r"(\.[A-Za-z_]\w*)+")


class Unknown(NamedTuple):
    """An expression that has no value, or is more than a name."""

    expression: str
    is_missing: bool
    """Whether it is a name, and nothing has it."""


def expanded(template: Any, parameters: Mapping[str, Any]) -> Any:
    """Return a template with the values of its expressions; an Unknown where one has none."""
    if isinstance(template, str):
        return _text(template, parameters)
    if isinstance(template, dict):
        pairs = {key: expanded(value, parameters) for key, value in template.items()}
        return next((value for value in pairs.values() if isinstance(value, Unknown)), pairs)
    if isinstance(template, list):
        found = [expanded(item, parameters) for item in template]
        return next((value for value in found if isinstance(value, Unknown)), found)
    return template


def _text(template: str, parameters: Mapping[str, Any]) -> str | Unknown:
    parts: list[str] = []
    end = 0
    for match in _ACTION.finditer(template):
        value = _value(match[1], parameters)
        if isinstance(value, Unknown):
            return value
        parts += [template[end : match.start()], value]
        end = match.end()
    return "".join([*parts, template[end:]])


def _value(expression: str, parameters: Mapping[str, Any]) -> str | Unknown:
    if not _NAME.fullmatch(expression):
        return Unknown(expression, is_missing=False)
    value: Any = parameters
    for key in expression.split(".")[1:]:
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str | int) else Unknown(expression, is_missing=value is None)
