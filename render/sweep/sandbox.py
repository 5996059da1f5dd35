"""The subset of Jinja for templates: expressions and `if`, in a sandbox, with an error for unknown names.

There are no loops, calls, assignments and random filters, so that each expression ends and has the same value
everywhere.
"""

import operator
from collections.abc import Callable, Mapping
from functools import wraps
from math import isfinite
from typing import Any

from jinja2 import StrictUndefined, Undefined, nodes
from jinja2.filters import FILTERS
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_SIZE = 10_000
"""Maximum characters, digits and items of a value, and characters of a text with expressions."""


MAX_DECIMALS = 300
"""Maximum decimals of a rounded number: about as many as a number of 64 bits has."""


class TooLargeError(ValueError):
    """A value is larger than the limit."""

    def __init__(self) -> None:
        """Set the message."""
        super().__init__(f"it has more than {MAX_SIZE} characters or items")


def check_size(value: Any) -> Any:
    """Return the value unchanged. Raises TooLargeError if it is too large."""
    pending, size = [value], 0
    while pending:
        item = pending.pop()
        size += 1
        if isinstance(item, str):
            size += len(item)
        elif isinstance(item, int):
            size += item.bit_length() // 3
        elif isinstance(item, dict):
            pending += [*item, *item.values()]
        elif isinstance(item, list | tuple):
            pending += item
        if size + len(pending) > MAX_SIZE:
            raise TooLargeError
    return value


def bounded_product(left: Any, right: Any) -> Any:
    """Return `left * right`. Raises TooLargeError if the result is a text or a list that is too long, TypeError."""
    for repeated, times in ((left, right), (right, left)):
        if isinstance(repeated, str | list | tuple) and isinstance(times, int) and len(repeated) * times > MAX_SIZE:
            raise TooLargeError
    return left * right


def bounded_power(left: Any, right: Any) -> Any:
    """Return `left ** right`. Raises TooLargeError if it has too many digits, TypeError, ArithmeticError."""
    if isinstance(left, int) and isinstance(right, int) and left.bit_length() * right > MAX_SIZE:
        raise TooLargeError
    return left**right


def bounded_round(value: Any, precision: int = 0) -> Any:
    """Return a number rounded to a number of decimals. Raises TooLargeError, TypeError."""
    if abs(precision) > MAX_DECIMALS:
        raise TooLargeError
    return round(value, precision)


def number_remainder(left: Any, right: Any) -> Any:
    """Return `left % right` of numbers. Raises TypeError for a text: the width of a format has no limit."""
    if isinstance(left, str):
        raise TypeError("`%` is for numbers")
    return left % right


_FILTERS = frozenset(
    {"abs", "capitalize", "count", "d", "default", "first", "float", "int", "join", "last", "length", "list", "lower"}
    | {"max", "min", "replace", "sort", "string", "sum", "title", "trim", "unique", "upper"}
)

_ALLOWED = (
    nodes.BinExpr,
    nodes.Compare,
    nodes.Concat,
    nodes.CondExpr,
    nodes.Const,
    nodes.Dict,
    nodes.Filter,
    nodes.Getattr,
    nodes.Getitem,
    nodes.If,
    nodes.Keyword,
    nodes.List,
    nodes.Name,
    nodes.Operand,
    nodes.Output,
    nodes.Pair,
    nodes.Slice,
    nodes.TemplateData,
    nodes.Test,
    nodes.Tuple,
    nodes.UnaryExpr,
)

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "*": bounded_product,
    "**": bounded_power,
    "%": number_remainder,
}
"""Operators that can create a large value from small ones, and their replacements."""


_BITS = 63
"""Maximum bits of an integer, as in Kubernetes."""


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(_OPERATORS)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002 - Jinja's
        """Return the result of an operator, within the limits."""
        return check_size(_OPERATORS[operator](left, right))


def sandbox_environment() -> ImmutableSandboxedEnvironment:
    """Return the Jinja environment of templates."""
    environment = _Environment(
        undefined=StrictUndefined,
        finalize=plain_value,
        keep_trailing_newline=True,
        comment_start_string="{{#",  # `{#` is in `${#list[@]}`
        comment_end_string="#}}",
    )
    environment.filters = {name: _bounded(FILTERS[name]) for name in _FILTERS} | {"round": bounded_round}
    environment.globals.clear()
    return environment


def unsupported_node(tree: nodes.Template) -> str | None:
    """Return the name of the first syntax that templates don't support; None if there is none."""
    found = (node for node in tree.find_all(nodes.Node) if not isinstance(node, _ALLOWED))
    node = next(found, None)
    return None if node is None else type(node).__name__.lower()


def plain_value(value: Any) -> Any:
    """Return a value as plain data for a spec.

    Raises OverflowError for a large integer, TypeError, ValueError, and UndefinedError for an undefined name.
    """
    if isinstance(value, Undefined):
        str(value)  # raises an error with Jinja's message
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    if isinstance(value, dict):
        return {plain_value(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, str):
        value.encode()  # raises for a lone surrogate such as `"\\ud800"`
    if isinstance(value, int) and value.bit_length() > _BITS:
        raise OverflowError(f"it is a number of more than {_BITS} bits")
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise TypeError(f"it is {value if isinstance(value, float) else type(value).__name__}, which no spec can hold")


def _bounded(filter_: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(filter_)  # keeps the mark by which Jinja passes an additional argument
    def within_limits(*positional: Any, **named: Any) -> Any:
        for argument in (*positional, *named.values()):
            check_size(argument)
        return check_size(filter_(*positional, **named))

    return within_limits
