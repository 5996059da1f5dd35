"""Combinations of parameters: a grid or a list."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from render.problem import Problem, Rule
from render.schema_errors.formatting import format_flow
from render.source import Document, Node
from render.spec.codes import SAME_RESULT, SWEEP_TOO_LARGE
from render.sweep.sandbox import TooLargeError, check_size
from render.sweep.template import Parameters

MAX_SPECS = 10_000
"""Maximum specs of a sweep. Each is a JobSet; the largest clusters have a few thousand."""


def list_combinations(parameters: Node) -> list[Parameters]:
    """Return the combinations in the order of the file; in a grid the last parameter varies fastest."""
    values = parameters.data
    if not parameters.is_mapping:
        return list(values)
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def check_parameters(parameters: Node, document: Document) -> list[Problem]:
    """Return the problems of parameters with valid types."""
    return [*_repeated(parameters, document), *_too_large(parameters, document)]


def describe_parameters(parameters: Parameters) -> str:
    """Return parameters as text for the user: `lr=0.1, nodes=2`."""
    return ", ".join(f"{name}={_short(value)}" for name, value in parameters.items())


def _short(value: Any) -> str:
    text = format_flow(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _repeated(node: Node, document: Document) -> Iterator[Problem]:
    """Yield a problem for each duplicate: a combination of a list, or a value of one parameter."""
    lists = node.children.values() if node.is_mapping else [node]
    for items in lists:
        seen: set[str] = set()
        for item in items.children.values():
            text = json.dumps(item.data, sort_keys=True)
            if text in seen:
                yield _at(SAME_RESULT, f"`{_short(item.data)}` is a duplicate", document, item, "keep one of the two")
            seen.add(text)


def _too_large(node: Node, document: Document) -> Iterator[Problem]:
    count = prod(len(values) for values in node.data.values()) if node.is_mapping else len(node.data)
    if count > MAX_SPECS:
        message = f"{count} combinations are more than {MAX_SPECS}"
        yield _at(SWEEP_TOO_LARGE, message, document, node, "make several sweeps of it")
    for name, item in _values(node):
        try:
            check_size(item.data)
        except TooLargeError as error:
            yield _at(SWEEP_TOO_LARGE, f"a value of `{name}`: {error}", document, item)


def _values(node: Node) -> Iterator[tuple[str, Node]]:
    for key, below in node.children.items():
        yield from ((key if node.is_mapping else name, item) for name, item in below.children.items())


def _at(rule: Rule, message: str, document: Document, node: Node, hint: str | None = None) -> Problem:
    line, column, *_ = node.span
    return rule.problem(message, hint=hint, file=document.file, span=(line, column, line, column + 1))


_OTHERS = re.compile("[^a-z0-9]+")


def name_suffixes(combinations: Sequence[Parameters]) -> list[str]:
    """Return the name suffix of each combination: `lr-0-1-nodes-2` for a rate of 0.1 on two nodes.

    A later duplicate gets a number at its end. Suffixes aren't shortened.
    """
    found: dict[str, None] = {}
    for combination in combinations:
        wanted = suffix = "-".join(_parts(combination))
        number = 1
        while suffix in found:
            number += 1
            suffix = f"{wanted}-{number}"
        found[suffix] = None
    return list(found)


def _parts(combination: Parameters) -> Iterator[str]:
    for key, value in combination.items():
        yield from (part for part in (_label(key), _label(value)) if part)


def _label(value: Any) -> str:
    """Return a value in the characters of a DNS label; empty for a list, a mapping, or no such characters."""
    if isinstance(value, dict | list):
        return ""
    text = value if isinstance(value, str) else json.dumps(value)
    return _OTHERS.sub("-", text.lower()).strip("-")
