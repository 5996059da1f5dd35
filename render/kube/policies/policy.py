"""Evaluate admission policies in CEL (ValidatingAdmissionPolicy) for an object that is created.

The rules: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from render.kube.cel.rules import CelFailure
from render.kube.gvk import GroupVersionKind
from render.kube.policies.context import PolicyContext, build_view, first_field
from render.kube.policies.matching import policy_matches, why_undecidable
from render.kube.schemas import Schemas

_MOST = 5120
"""Maximum bytes of a message that the API server accepts from an expression."""
_BUILT_IN = re.compile(r"[^.]*|.*\.k8s\.io")
"""Groups of built-in kinds: their schemas have no defaults, so a missing field may be set on the API server."""
_CUSTOM = re.compile(r".*\.x-k8s\.io")

Spec = Mapping[str, Any]


@dataclass(frozen=True)
class Policy:
    """A policy with its bindings."""

    name: str
    spec: Spec
    schemas: Schemas
    bindings: tuple[Spec, ...] = ()
    """Specs of its bindings; empty if the policy is only passed to be tried out."""

    def actions(self, kind: GroupVersionKind, data: Mapping[str, Any]) -> frozenset[str]:
        """Return the actions for an object that violates the policy (Deny, Warn, Audit); empty if it does not match."""
        if not policy_matches(self._constraints, kind, data, self._versions(kind)):
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

    def breaches(self, kind: GroupVersionKind, data: Mapping[str, Any]) -> Iterator[CelFailure]:
        """Yield the validations that a matching object violates, and those that can't be checked."""
        reasons = [reason for _, reason in self._bound(kind, data)]
        reason = why_undecidable(self._constraints, kind, data)
        if reason is None and reasons and None not in reasons:
            reason = reasons[0]
        if reason is not None:
            yield CelFailure((), reason, is_checked=False)
            return
        known = self._known(kind, data)
        applies = self._applies(known)
        if isinstance(applies, CelFailure):
            yield from self._failed(applies)
        for validation in self.spec.get("validations", ()) if applies is True else ():
            result = known.result(validation["expression"])
            if isinstance(result, CelFailure):
                yield from self._failed(result)
            elif result is not True:
                yield CelFailure(first_field(validation["expression"]), _message(validation, known))

    def _applies(self, known: PolicyContext) -> bool | CelFailure:
        """Return True if all match conditions are true, False if one is false, else the failure of one."""
        results = [known.result(condition["expression"]) for condition in self.spec.get("matchConditions", ())]
        if any(result is False for result in results):
            return False
        failed = [result for result in results if isinstance(result, CelFailure)]
        return min(failed, key=lambda breach: breach.is_checked) if failed else True

    def _failed(self, breach: CelFailure) -> Iterator[CelFailure]:
        """Yield the failure of an expression, unless the policy ignores failures (`failurePolicy: Ignore`)."""
        if not breach.is_checked or self.spec.get("failurePolicy") != "Ignore":
            yield breach

    def _bound(self, kind: GroupVersionKind, data: Mapping[str, Any]) -> list[tuple[Spec, str | None]]:
        """Return the bindings that match an object, each with the reason why that is uncertain, or None."""
        resources = [(found, found.get("matchResources", {})) for found in self.bindings]
        versions = self._versions(kind)
        return [
            (found, why_undecidable(own, kind, data))
            for found, own in resources
            if policy_matches(own, kind, data, versions)
        ]

    def _known(self, kind: GroupVersionKind, data: Mapping[str, Any]) -> PolicyContext:
        validator = self.schemas.find(kind)
        is_built_in = _BUILT_IN.fullmatch(kind.group) is not None and _CUSTOM.fullmatch(kind.group) is None
        found = build_view(kind, data, validator.schema if validator else None, is_built_in=is_built_in)
        return PolicyContext.of(self.spec, kind, found)

    def _versions(self, kind: GroupVersionKind) -> frozenset[str]:
        """Return the known versions of a kind."""
        known = (GroupVersionKind.of(version, kind.name) for version in self.schemas.api_versions(kind.name))
        return frozenset(found.version for found in known if found.group == kind.group)

    @property
    def _constraints(self) -> Spec:
        found: Spec = self.spec.get("matchConstraints", {})
        return found


def _message(validation: Mapping[str, Any], known: PolicyContext) -> str:
    """Return the server's message: one line from `messageExpression`, else `message`, else the failed expression."""
    text = known.result(validation["messageExpression"]) if "messageExpression" in validation else None
    line = text.strip() if isinstance(text, str) else ""
    if line and "\n" not in line and len(line.encode()) <= _MOST:
        return line
    return str(validation.get("message", "")).strip() or f"failed expression: {validation['expression'].strip()}"


def policies(items: Sequence[tuple[GroupVersionKind, Mapping[str, Any]]], schemas: Schemas) -> tuple[Policy, ...]:
    """Return the policies among objects, each with its bindings."""
    bound: dict[str, list[Mapping[str, Any]]] = {}
    for kind, data in items:
        if kind.name == "ValidatingAdmissionPolicyBinding":
            bound.setdefault(data["spec"].get("policyName", ""), []).append(data["spec"])
    return tuple(
        Policy(data["metadata"]["name"], data.get("spec", {}), schemas, tuple(bound.get(data["metadata"]["name"], ())))
        for kind, data in items
        if kind.name == "ValidatingAdmissionPolicy"
    )
