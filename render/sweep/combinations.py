"""The combinations of parameters: a grid of all, or a list of some."""

import json
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from render.problem import Problem, Rule
from render.shape.show import flow
from render.source import Document, Node
from render.spec.codes import SAME_RESULT, SWEEP_TOO_LARGE
from render.sweep.expressions import Parameters
from render.sweep.limits import TooLargeError, bounded

MOST_SPECS = 10_000
"""Specs that one sweep makes. Each is a JobSet; the largest clusters hold a few thousand."""


def combinations(parameters: Node) -> list[Parameters]:
    """Return the combinations in the order in which they are written, a grid's last parameter changing first."""
    values = parameters.data
    if not parameters.is_mapping:
        return list(values)
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def mistakes(parameters: Node, document: Document) -> list[Problem]:
    """Return what is wrong with parameters that have the types that a sweep asks for."""
    return [*_repeated(parameters, document), *_too_large(parameters, document)]


def described(parameters: Parameters) -> str:
    """Return parameters as people write them: `lr=0.1, nodes=2`."""
    return ", ".join(f"{name}={_short(value)}" for name, value in parameters.items())


def _short(value: Any) -> str:
    text = flow(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _repeated(node: Node, document: Document) -> Iterator[Problem]:
    """Yield what stands twice: in a list, or among the values of one parameter."""
    lists = node.children.values() if node.is_mapping else [node]
    for items in lists:
        seen: set[str] = set()
        for item in items.children.values():
            text = json.dumps(item.data, sort_keys=True)
            if text in seen:
                yield _at(
                    SAME_RESULT, f"`{_short(item.data)}` stands here twice", document, item, "keep one of the two"
                )
            seen.add(text)


def _too_large(node: Node, document: Document) -> Iterator[Problem]:
    count = prod(len(values) for values in node.data.values()) if node.is_mapping else len(node.data)
    if count > MOST_SPECS:
        message = f"{count} combinations are more than {MOST_SPECS}"
        yield _at(SWEEP_TOO_LARGE, message, document, node, "make several sweeps of it")
    for name, item in _values(node):
        try:
            bounded(item.data)
        except TooLargeError as error:
            yield _at(SWEEP_TOO_LARGE, f"a value of `{name}`: {error}", document, item)


def _values(node: Node) -> Iterator[tuple[str, Node]]:
    for key, below in node.children.items():
        yield from ((key if node.is_mapping else name, item) for name, item in below.children.items())


def _at(rule: Rule, message: str, document: Document, node: Node, hint: str | None = None) -> Problem:
    line, column, *_ = node.span
    return rule.problem(message, hint=hint, file=document.file, span=(line, column, line, column + 1))
