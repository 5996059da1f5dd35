"""Admission policies in CEL (ValidatingAdmissionPolicy), as they judge an object that is created.

The rules: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from render.kube.admitted import admitted
from render.kube.conditions import Breach
from render.kube.kind import Kind
from render.kube.known import Known, place
from render.kube.matching import doubt, matches
from render.kube.schemas import Schemas

_MOST = 5120
"""Bytes of a message that the API server takes of an expression."""
_BUILT_IN = re.compile(r"[^.]*|.*\.k8s\.io")
"""Groups whose defaults no schema has: there a missing field may be there on the server."""
_CUSTOM = re.compile(r".*\.x-k8s\.io")

Spec = Mapping[str, Any]


@dataclass(frozen=True)
class Policy:
    """One policy."""

    name: str
    spec: Spec
    schemas: Schemas
    bindings: tuple[Spec, ...] = ()
    """The specs of what binds it; none where it is only brought to be tried."""

    def actions(self, kind: Kind, data: Mapping[str, Any]) -> frozenset[str]:
        """Return what happens to an object that breaks it (Deny, Warn, Audit); nothing where it is not about it."""
        if not matches(self._constraints, kind, data, self._versions(kind)):
            return frozenset()
        if not self.bindings:
            return frozenset(["Deny"])
        bound = self._bound(kind, data)
        certain = [found for found, reason in bound if reason is None]
        return frozenset(
            action
            for found in certain or [found for found, _ in bound]
            for action in found.get("validationActions", ())
        )

    def breaches(self, kind: Kind, data: Mapping[str, Any]) -> Iterator[Breach]:
        """Yield what an object that it is about breaks, and what can't be checked."""
        reasons = [reason for _, reason in self._bound(kind, data)]
        reason = doubt(self._constraints, kind, data)
        if reason is None and reasons and None not in reasons:
            reason = reasons[0]
        if reason is not None:
            yield Breach((), reason, is_checked=False)
            return
        known = self._known(kind, data)
        applies = self._applies(known)
        if isinstance(applies, Breach):
            yield from self._failed(applies)
        for validation in self.spec.get("validations", ()) if applies is True else ():
            result = known.result(validation["expression"])
            if isinstance(result, Breach):
                yield from self._failed(result)
            elif result is not True:
                yield Breach(place(validation["expression"]), _message(validation, known))

    def _applies(self, known: Known) -> bool | Breach:
        """Say whether the conditions of the policy hold; one that does not weighs more than one that fails."""
        results = [known.result(condition["expression"]) for condition in self.spec.get("matchConditions", ())]
        if any(result is False for result in results):
            return False
        failed = [result for result in results if isinstance(result, Breach)]
        return min(failed, key=lambda breach: breach.is_checked) if failed else True

    def _failed(self, breach: Breach) -> Iterator[Breach]:
        """Yield what comes of an expression that fails: nothing where the policy wants that ignored."""
        if not breach.is_checked or self.spec.get("failurePolicy") != "Ignore":
            yield breach

    def _bound(self, kind: Kind, data: Mapping[str, Any]) -> list[tuple[Spec, str | None]]:
        """Return the bindings that are about an object, each with the reason why that can't be told for certain."""
        resources = [(found, found.get("matchResources", {})) for found in self.bindings]
        versions = self._versions(kind)
        return [(found, doubt(own, kind, data)) for found, own in resources if matches(own, kind, data, versions)]

    def _known(self, kind: Kind, data: Mapping[str, Any]) -> Known:
        validator = self.schemas.find(kind)
        is_built_in = _BUILT_IN.fullmatch(kind.group) is not None and _CUSTOM.fullmatch(kind.group) is None
        found = admitted(kind, data, validator.schema if validator else None, is_built_in=is_built_in)
        return Known.of(self.spec, kind, found)

    def _versions(self, kind: Kind) -> frozenset[str]:
        """Return the versions of a kind that are known."""
        known = (Kind.of(version, kind.name) for version in self.schemas.api_versions(kind.name))
        return frozenset(found.version for found in known if found.group == kind.group)

    @property
    def _constraints(self) -> Spec:
        found: Spec = self.spec.get("matchConstraints", {})
        return found


def _message(validation: Mapping[str, Any], known: Known) -> str:
    """Return what the server says: of its expression a line of text, else the message, else what has failed."""
    said = known.result(validation["messageExpression"]) if "messageExpression" in validation else None
    line = said.strip() if isinstance(said, str) else ""
    if line and "\n" not in line and len(line.encode()) <= _MOST:
        return line
    return str(validation.get("message", "")).strip() or f"failed expression: {validation['expression'].strip()}"


def policies(items: Sequence[tuple[Kind, Mapping[str, Any]]], schemas: Schemas) -> tuple[Policy, ...]:
    """Return the policies among objects, each with what binds it."""
    bound: dict[str, list[Mapping[str, Any]]] = {}
    for kind, data in items:
        if kind.name == "ValidatingAdmissionPolicyBinding":
            bound.setdefault(data["spec"].get("policyName", ""), []).append(data["spec"])
    return tuple(
        Policy(data["metadata"]["name"], data.get("spec", {}), schemas, tuple(bound.get(data["metadata"]["name"], ())))
        for kind, data in items
        if kind.name == "ValidatingAdmissionPolicy"
    )
