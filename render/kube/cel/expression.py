"""Evaluate the CEL expressions (https://cel.dev) of CustomResourceDefinitions and admission policies."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from cel_expr_python import cel  # type: ignore[import-untyped] # has stubs, but no py.typed

_PLAIN = "(string|bool|u?int64|double|list|map|null)"
_OF_THE_VALUE = re.compile(
    "NOT_FOUND:|OUT_OF_RANGE:|INVALID_ARGUMENT: divide by zero|UNKNOWN: Index error:"
    # An operator on a number or a string. Times and bytes are strings here: only the server can evaluate these.
    rf"|UNKNOWN: No matching overloads found : _[^_()]+_\({_PLAIN}, {_PLAIN}\)$"
)
"""Errors that also occur on the API server: a missing key or index, an overflow, a string instead of a number."""
_OLD = re.compile(r"undeclared reference to 'oldSelf\b")

MAX_ITERATIONS = 10_000
"""Maximum iterations of all macros (`all`, `exists`, `map` …) in one evaluation: the default of the implementation
(https://github.com/google/cel-cpp/blob/master/runtime/runtime_options.h, `comprehension_max_iterations`)."""
_OUT_OF_BUDGET = "Iteration budget exceeded"


class NotSupportedError(Exception):
    """An expression that this implementation can't evaluate, at all or with this value."""


class FailedError(Exception):
    """An expression whose evaluation fails with a value: to the API server the rule is violated."""


def compares_with_old(expression: str) -> bool:
    """Return True if an expression reads `oldSelf`: the API server skips such a rule for a new object."""
    compiled = _compiled(expression, ("self",))
    return isinstance(compiled, str) and _OLD.search(compiled) is not None


def evaluate(expression: str, variables: Mapping[str, Any]) -> Any:
    """Return the result of an expression, as plain data. Raises NotSupportedError, FailedError.

    Integers become CEL's `int`, floats its `double`. Keys that are not identifiers must be escaped (`escape_name`).
    """
    compiled = _compiled(expression, tuple(variables))
    if isinstance(compiled, str):
        raise NotSupportedError(compiled)
    try:
        result = compiled.eval(data=variables)
    except RuntimeError as failure:  # the evaluation exceeds a limit, or a value can't be converted
        is_too_long = _OUT_OF_BUDGET in str(failure)
        reason = f"exceeds the limit of {MAX_ITERATIONS} iterations" if is_too_long else str(failure)
        raise NotSupportedError(reason) from failure
    if result.type() != cel.Type.ERROR:
        return result.plain_value()
    error = str(result.value())
    raise FailedError(error.partition(": ")[2]) if _OF_THE_VALUE.match(error) else NotSupportedError(error)


@cache
def _compiled(expression: str, names: tuple[str, ...]) -> cel.Expression | str:
    """Return the compiled expression over variables with these names, or the reason why it can't be compiled."""
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
    # Few rules need the extensions that Kubernetes adds to CEL, and loading them takes as long as loading CEL.
    from cel_expr_python.ext import ext_optional, ext_strings  # type: ignore[import-untyped]

    extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional()]
    return cel.NewEnv(variables=dict.fromkeys(names, cel.Type.DYN), extensions=extensions)
