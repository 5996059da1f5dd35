"""What of Jinja a template may say: expressions and `if`, in a sandbox, strict about names.

Nothing repeats, calls or assigns, and no filter draws lots: an expression ends, and has the same value everywhere.
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

from render.sweep.limits import bounded, power, product, remainder, rounded

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
    "*": product,
    "**": power,
    "%": remainder,
}
"""Those that can make something large of something small."""


_BITS = 63
"""Of a whole number, as Kubernetes holds it."""


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(_OPERATORS)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002 - Jinja's
        """Compute what Jinja would, within the limits."""
        return bounded(_OPERATORS[operator](left, right))


def environment() -> ImmutableSandboxedEnvironment:
    """Return what reads the texts of a template."""
    made = _Environment(
        undefined=StrictUndefined,
        finalize=plain,
        keep_trailing_newline=True,
        comment_start_string="{{#",  # `{#` is in `${#list[@]}`
        comment_end_string="#}}",
    )
    made.filters = {name: _bounded(FILTERS[name]) for name in _FILTERS} | {"round": rounded}
    made.globals.clear()
    return made


def unsupported(tree: nodes.Template) -> str | None:
    """Return what a text uses that is not for templates of specs; None where all is well."""
    found = (node for node in tree.find_all(nodes.Node) if not isinstance(node, _ALLOWED))
    node = next(found, None)
    return None if node is None else type(node).__name__.lower()


def plain(value: Any) -> Any:
    """Return a value that a spec can hold. Raises TypeError, ValueError, and UndefinedError for a name without one."""
    if isinstance(value, Undefined):
        str(value)  # raises, in Jinja's words
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, str):
        value.encode()  # raises for half a character, which `"\\ud800"` is
    if isinstance(value, int) and value.bit_length() > _BITS:
        raise OverflowError(f"it is a number of more than {_BITS} bits")
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise TypeError(f"it is {value if isinstance(value, float) else type(value).__name__}, which no spec can hold")


def _bounded(filter_: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(filter_)  # takes along which argument Jinja adds
    def within_limits(*positional: Any, **named: Any) -> Any:
        for argument in (*positional, *named.values()):
            bounded(argument)
        return bounded(filter_(*positional, **named))

    return within_limits
