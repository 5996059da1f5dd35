"""Admission policies in CEL (ValidatingAdmissionPolicy), as they judge an object that is created.

The rules: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from render.kube.conditions import Breach
from render.kube.kind import Kind
from render.kube.matching import OPERATION, matches, resource
from render.kube.validator import Path

_CONSTRAINTS = "matchConstraints"
_READS = re.compile(r"\bobject((?:\.[A-Za-z_]\w*)+)(\()?")
_VARIABLE = re.compile(r"\bvariables\.(\w+)")
_BUILT_IN = re.compile(r"[^.]*|.*\.k8s\.io")
"""Groups whose defaults no schema has: there a missing field may be there on the server."""


@dataclass(frozen=True)
class Policy:
    """One policy."""

    name: str
    spec: Mapping[str, Any]
    bindings: tuple[Mapping[str, Any], ...] = ()
    """The specs of what binds it; none where it is only brought to be tried."""

    def actions(self, kind: Kind, data: Mapping[str, Any]) -> frozenset[str]:
        """Return what happens to an object that breaks it (Deny, Warn, Audit); nothing where it is not about it."""
        if not matches(self.spec.get(_CONSTRAINTS, {}), kind, data):
            return frozenset()
        if not self.bindings:
            return frozenset(["Deny"])
        bound = (found for found in self.bindings if matches(found.get("matchResources", {}), kind, data))
        return frozenset(action for found in bound for action in found.get("validationActions", ()))

    def breaches(self, kind: Kind, data: Mapping[str, Any]) -> Iterator[Breach]:
        """Yield what an object that it is about breaks, and what can't be checked."""
        if any("namespaceSelector" in found for found in self._constraints):
            yield Breach((), "its `namespaceSelector` reads the labels of a namespace", is_checked=False)
            return
        known = _Known.of(self.spec, kind, data)
        for condition in self.spec.get("matchConditions", ()):
            result = known.result(condition["expression"])
            if result is not True:
                yield from [result] if isinstance(result, Breach) else []
                return
        for validation in self.spec.get("validations", ()):
            yield from _judged(validation, known)

    @property
    def _constraints(self) -> list[Mapping[str, Any]]:
        bound = [found.get("matchResources", {}) for found in self.bindings]
        return [found for found in (self.spec.get(_CONSTRAINTS, {}), *bound) if found]


def _judged(validation: Mapping[str, Any], known: "_Known") -> Iterator[Breach]:
    expression = validation["expression"]
    result = known.result(expression)
    if isinstance(result, Breach):
        yield result
    elif result is not True:
        said = known.result(validation["messageExpression"]) if "messageExpression" in validation else None
        message = validation.get("message") or f"failed expression: {expression}"
        yield Breach(_place(expression), said if isinstance(said, str) and said.strip() else message)


def _place(expression: str) -> Path:
    """Return the first field that an expression reads; a method is none."""
    found = _READS.search(expression)
    names = found[1].split(".")[1:] if found else []
    return tuple(names[:-1] if found and found[2] else names)


@dataclass(frozen=True)
class _Known:
    """What expressions can read: the object, the request, and the policy's own variables."""

    data: dict[str, Any]
    is_built_in: bool
    unknown: Mapping[str, Breach]
    """The variables that can't be computed, and why."""

    @classmethod
    def of(cls, spec: Mapping[str, Any], kind: Kind, data: Mapping[str, Any]) -> "_Known":
        variables: dict[str, Any] = {}
        unknown: dict[str, Breach] = {}
        own = {"object": data, "oldObject": None, "request": _request(kind, data), "variables": variables}
        known = cls(own, _BUILT_IN.fullmatch(kind.group) is not None, unknown)
        for variable in spec.get("variables", ()):
            result = known.result(variable["expression"])
            (unknown if isinstance(result, Breach) else variables)[variable["name"]] = result
        return known

    def result(self, expression: str) -> Any:
        """Return what an expression yields; a breach where the server refuses the object because of an error."""
        from render.kube.cel import FailedError, NotSupportedError, evaluated

        missing = [name for name in _VARIABLE.findall(expression) if name in self.unknown]
        if missing:
            return self.unknown[missing[0]]
        try:
            return evaluated(expression, self.data)
        except FailedError as error:
            is_checked = not self.is_built_in and "request." not in expression
            return Breach(_place(expression), f"{expression}: {error}", is_checked=is_checked)
        except NotSupportedError as error:
            return Breach(_place(expression), f"{expression}: {error}", is_checked=False)


def _request(kind: Kind, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known of the request that creates an object; who asks is not."""
    metadata = data.get("metadata", {})
    return {
        "kind": {"group": kind.group, "version": kind.version, "kind": kind.name},
        "resource": {"group": kind.group, "version": kind.version, "resource": resource(kind)},
        "name": metadata.get("name", ""),
        "namespace": metadata.get("namespace", "default"),
        "operation": OPERATION,
    }


def policies(items: Sequence[tuple[Kind, Mapping[str, Any]]]) -> tuple[Policy, ...]:
    """Return the policies among objects, each with what binds it."""
    bound: dict[str, list[Mapping[str, Any]]] = {}
    for kind, data in items:
        if kind.name == "ValidatingAdmissionPolicyBinding":
            bound.setdefault(data["spec"].get("policyName", ""), []).append(data["spec"])
    return tuple(
        Policy(data["metadata"]["name"], data.get("spec", {}), tuple(bound.get(data["metadata"]["name"], ())))
        for kind, data in items
        if kind.name == "ValidatingAdmissionPolicy"
    )
