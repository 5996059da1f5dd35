"""What the expressions of an admission policy can read, and what is known of it without a server."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.admitted import Admitted
from render.kube.conditions import Breach
from render.kube.kind import Kind
from render.kube.matching import OPERATION, resource
from render.kube.validator import Path

_READS = re.compile(r"\bobject((?:\.[A-Za-z_]\w*)+)(\()?")
_VARIABLE = re.compile(r"\bvariables\.(\w+)")
_FIELD = re.compile(r"""(?:\.\??|\[\??["'])(\w+)""")


@dataclass(frozen=True)
class Known:
    """The object, the request, and the policy's own variables."""

    data: dict[str, Any]
    unknown: frozenset[str]
    """Names of fields of which only the server knows whether they are there."""
    unreadable: Mapping[str, Breach]
    """The variables that can't be computed here, and why."""

    @classmethod
    def of(cls, spec: Mapping[str, Any], kind: Kind, found: Admitted) -> "Known":
        """Return what the expressions of a policy read of an object."""
        variables: dict[str, Any] = {}
        unreadable: dict[str, Breach] = {}
        data = {
            "object": found.data,
            "oldObject": None,
            "request": _request(kind, found.data),
            "variables": variables,
        }
        known = cls(data, found.unknown, unreadable)
        for variable in spec.get("variables", ()):
            result = known.result(variable["expression"])
            if not isinstance(result, Breach):
                variables[variable["name"]] = result
            elif not result.is_checked:
                unreadable[variable["name"]] = result
            # One that fails is missing: as on the server only what reads it fails.
        return known

    def result(self, expression: str) -> Any:
        """Return what an expression yields; a breach where it fails, one not checked where only a server can tell."""
        from render.kube.cel import FailedError, NotSupportedError, evaluated

        missing = [self.unreadable[name] for name in _VARIABLE.findall(expression) if name in self.unreadable]
        if missing:
            return missing[0]
        if names := sorted(self.unknown & set(_FIELD.findall(expression))):
            reason = f"the API server may fill in `{names[0]}`"
            return Breach(place(expression), f"{expression.strip()}: {reason}", is_checked=False)
        try:
            return evaluated(expression, self.data)
        except FailedError as error:
            message = f"expression '{expression}' resulted in error: {error}"
            return Breach(place(expression), message, is_checked="request." not in expression)
        except NotSupportedError as error:
            return Breach(place(expression), f"{expression.strip()}: {error}", is_checked=False)


def place(expression: str) -> Path:
    """Return the first field that an expression reads; a method is none."""
    found = _READS.search(expression)
    names = found[1].split(".")[1:] if found else []
    return tuple(names[:-1] if found and found[2] else names)


def _request(kind: Kind, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known of the request that creates an object; who asks is not."""
    metadata = data.get("metadata", {})
    namespace = {"namespace": metadata["namespace"]} if "namespace" in metadata else {}
    return {
        "kind": {"group": kind.group, "version": kind.version, "kind": kind.name},
        "resource": {"group": kind.group, "version": kind.version, "resource": resource(kind)},
        "name": metadata.get("name", ""),
        "operation": OPERATION,
        **namespace,
    }
