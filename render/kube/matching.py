"""Which objects an admission policy is about, as they are created.

Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
"""

from collections.abc import Iterable, Mapping
from typing import Any

from render.kube import selector
from render.kube.kind import Kind

OPERATION = "CREATE"


def matches(constraints: Mapping[str, Any], kind: Kind, data: Mapping[str, Any]) -> bool:
    """Say whether constraints on resources and labels are about an object; those on its namespace are left out."""
    metadata = data.get("metadata", {})
    rules, excluded = constraints.get("resourceRules"), constraints.get("excludeResourceRules", ())
    return (
        (not rules or _is_any(rules, kind, metadata))
        and not _is_any(excluded, kind, metadata)
        and selector.matches(constraints.get("objectSelector", {}), metadata.get("labels", {}))
    )


def resource(kind: Kind) -> str:
    """Return the name of a kind's resource, as clients guess it where they can't ask.

    Source: `UnsafeGuessKindToResource` in
    https://github.com/kubernetes/apimachinery/blob/master/pkg/api/meta/restmapper.go
    """
    name = kind.name.lower()
    if name == "endpoints":
        return name
    if name.endswith("y"):
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith("s") else f"{name}s"


def _is_any(rules: Iterable[Mapping[str, Any]], kind: Kind, metadata: Mapping[str, Any]) -> bool:
    return any(
        _has(rule.get("apiGroups"), kind.group)
        and _has(rule.get("apiVersions"), kind.version)
        and _has(rule.get("operations"), OPERATION)
        and (_has(rule.get("resources"), resource(kind)) or "*/*" in rule.get("resources", ()))
        and (not rule.get("resourceNames") or metadata.get("name") in rule["resourceNames"])
        for rule in rules
    )


def _has(words: Iterable[str] | None, word: str) -> bool:
    return bool({"*", word} & set(words or ()))
