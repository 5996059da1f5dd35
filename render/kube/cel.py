"""Expressions in CEL (https://cel.dev), as definitions of custom resources and admission policies have them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from cel_expr_python import cel  # type: ignore[import-untyped] # its stubs are not marked as such

_PLAIN = "(string|bool|u?int64|double|list|map|null)"
_OF_THE_VALUE = re.compile(
    "NOT_FOUND:|OUT_OF_RANGE:|INVALID_ARGUMENT: divide by zero|UNKNOWN: Index error:"
    # An operator on what may be a number or text; on times and bytes, which are text here, only the server can judge.
    rf"|UNKNOWN: No matching overloads found : _[^_()]+_\({_PLAIN}, {_PLAIN}\)$"
)
"""How errors look that the API server meets too: a missing key, an overflow, no such item, text where a number is."""
_OLD = re.compile(r"undeclared reference to 'oldSelf\b")

MAX_ITERATIONS = 10_000
"""Iterations of all macros (`all`, `exists`, `map` …) of one evaluation: the default of the implementation
(https://github.com/google/cel-cpp/blob/master/runtime/runtime_options.h, `comprehension_max_iterations`)."""
_OUT_OF_BUDGET = "Iteration budget exceeded"


class NotSupportedError(Exception):
    """This implementation can't evaluate an expression, or not with this value."""


class FailedError(Exception):
    """An expression has no result with a value: to the API server the rule is broken."""


def compares_with_old(expression: str) -> bool:
    """Say whether an expression is about a change: such a rule says nothing about a new object."""
    compiled = _compiled(expression, ("self",))
    return isinstance(compiled, str) and _OLD.search(compiled) is not None


def evaluated(expression: str, variables: Mapping[str, Any]) -> Any:
    """Return what an expression over variables yields, as plain data. Raises NotSupportedError, FailedError.

    Integers are CEL's `int` and floats its `double`; keys that are no identifiers must have been escaped.
    """
    compiled = _compiled(expression, tuple(variables))
    if isinstance(compiled, str):
        raise NotSupportedError(compiled)
    try:
        result = compiled.eval(data=variables)
    except RuntimeError as failure:  # an evaluation that takes too long, or a value that can't be converted
        is_too_long = _OUT_OF_BUDGET in str(failure)
        reason = f"exceeds the limit of {MAX_ITERATIONS} iterations" if is_too_long else str(failure)
        raise NotSupportedError(reason) from failure
    if result.type() != cel.Type.ERROR:
        return result.plain_value()
    error = str(result.value())
    raise FailedError(error.partition(": ")[2]) if _OF_THE_VALUE.match(error) else NotSupportedError(error)


@cache
def _compiled(expression: str, names: tuple[str, ...]) -> cel.Expression | str:
    """Return an expression over variables of these names, or why it can't be compiled."""
    for environment in (_environment, _extended_environment):
        try:
            return environment(names).compile(expression)
        except RuntimeError as error:
            reason = str(error).partition("\n")[0]
    return reason.partition("<input>:")[2] or reason


@cache
def _environment(names: tuple[str, ...]) -> cel.Env:
    return cel.NewEnv(variables=dict.fromkeys(names, cel.Type.DYN))


@cache
def _extended_environment(names: tuple[str, ...]) -> cel.Env:
    # Only few rules need what Kubernetes adds to the language, and it takes as long to load as the language.
    from cel_expr_python.ext import ext_optional, ext_strings  # type: ignore[import-untyped]

    extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional()]
    return cel.NewEnv(variables=dict.fromkeys(names, cel.Type.DYN), extensions=extensions)
