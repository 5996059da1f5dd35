"""CEL expressions that select devices, in requests of claims and in DeviceClasses.

Source: https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#celdeviceselector-v1-resource-k8s-io
"""

import re
from functools import cache

from cel_expr_python import cel  # type: ignore[import-untyped] # has stubs, but no py.typed

from render.schema_errors.suggest import nearest

_FUNCTIONS = frozenset(
    (
        *(
            "lowerAscii",
            "upperAscii",
            "matches",
            "contains",
            "startsWith",
            "endsWith",
            "split",
            "join",
            "replace",
            "trim",
        ),
        *("quantity", "isQuantity", "semver", "isSemver", "compareTo", "isGreaterThan", "isLessThan", "asInteger"),
        *("size", "has", "exists", "all", "filter", "map", "includes", "find", "findAll", "indexOf", "string", "int"),
    )
)
"""Functions of CEL and of Kubernetes. A misspelt one is reported; others that this implementation lacks are not."""
_UNKNOWN = re.compile(r"undeclared reference to '([\w.]+)'")
_SIMILAR = 0.75


def selector_error(expression: str) -> str | None:
    """Return why the API server rejects an expression; None if it accepts it, or only the server can tell."""
    try:
        compiled = _environment().compile(expression)
    except RuntimeError as error:
        return _reason(str(error).partition("\n")[0], expression)
    kind = str(compiled.return_type().name()).lower()
    return None if kind in ("bool", "dyn") else f"must evaluate to bool, not {kind}"


def _reason(text: str, expression: str) -> str | None:
    reason = text.partition("<input>:")[2].partition(": ")[2] or text
    unknown = _UNKNOWN.search(reason)
    if unknown is None:
        return reason if "Syntax error" in reason else None  # types of Kubernetes are unknown here
    name = unknown[1]
    if name == "device":
        return None  # the whole device, as `has` and functions take it
    if not re.search(rf"\b{re.escape(name)}\s*\(", expression):
        return f"undeclared reference to `{name}`; use `device.driver`, `device.attributes` or `device.capacity`"
    similar = nearest(name, [one for one in _FUNCTIONS if one != name], _SIMILAR) if name not in _FUNCTIONS else None
    return f"undeclared function `{name}`; did you mean `{similar}`?" if similar else None


@cache
def _environment() -> cel.Env:
    from cel_expr_python.ext import (  # type: ignore[import-untyped]
        ext_bindings,
        ext_optional,
        ext_strings,
    )

    by_domain = cel.Type.Map(cel.Type.STRING, cel.Type.Map(cel.Type.STRING, cel.Type.DYN))
    variables = {
        "device.driver": cel.Type.STRING,
        "device.attributes": by_domain,
        "device.capacity": by_domain,
        "device.allowMultipleAllocations": cel.Type.BOOL,
    }
    extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional(), ext_bindings.ExtBindings()]
    return cel.NewEnv(variables=variables, extensions=extensions)
