"""Match the constraints of an admission policy against objects that are created.

Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from render.kube import selector
from render.kube.gvk import GroupVersionKind

OPERATION = "CREATE"

_NAME = "kubernetes.io/metadata.name"
"""The label that the API server sets on every namespace: its name."""

Rule = Mapping[str, Any]


def policy_matches(
    constraints: Rule, kind: GroupVersionKind, data: Mapping[str, Any], versions: frozenset[str] = frozenset()
) -> bool:
    """Return True if constraints match an object, or may match it: see `why_undecidable`.

    `versions` are the known versions of the kind: a rule for one of them also matches an object of another one, unless
    the `matchPolicy` is Exact.
    """
    metadata = data.get("metadata", {})
    rules = constraints.get("resourceRules")
    others = frozenset() if constraints.get("matchPolicy") == "Exact" else versions
    excluded = constraints.get("excludeResourceRules", ())
    namespaces, names = constraints.get("namespaceSelector", {}), _labels(metadata)
    return (
        (not rules or any(_matching(rules, kind, metadata, others)))
        and not any(_matching(excluded, kind, metadata))
        and (not _is_readable(namespaces, names) or selector.matches(namespaces, names))
        and selector.matches(constraints.get("objectSelector", {}), metadata.get("labels", {}))
    )


def why_undecidable(constraints: Rule, kind: GroupVersionKind, data: Mapping[str, Any]) -> str | None:
    """Return why only an API server can decide whether matching constraints apply to an object; None if they do."""
    metadata = data.get("metadata", {})
    if not _is_readable(constraints.get("namespaceSelector", {}), _labels(metadata)):
        return "its `namespaceSelector` reads the labels of a namespace"
    rules = constraints.get("resourceRules")
    exact = list(_matching(rules or (), kind, metadata))
    if rules and not exact:
        return f"it is about another version of `{guess_resource(kind)}`, to which the API server converts the object"
    if exact and "namespace" not in metadata and all(rule.get("scope", "*") != "*" for rule in exact):
        return "its `scope` is about objects with or without a namespace, and none is written"
    return None


def guess_resource(kind: GroupVersionKind) -> str:
    """Return the name of a kind's resource, as clients guess it without asking the API server.

    Source: `UnsafeGuessKindToResource` in
    https://github.com/kubernetes/apimachinery/blob/master/pkg/api/meta/restmapper.go
    """
    name = kind.name.lower()
    if name == "endpoints":
        return name
    if name.endswith("y"):
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith("s") else f"{name}s"


def _matching(
    rules: Iterable[Rule], kind: GroupVersionKind, metadata: Mapping[str, Any], versions: frozenset[str] = frozenset()
) -> Iterator[Rule]:
    for rule in rules:
        if (
            _has(rule.get("apiGroups"), kind.group)
            and _has(rule.get("apiVersions"), kind.version, *versions)
            and _has(rule.get("operations"), OPERATION)
            and (_has(rule.get("resources"), guess_resource(kind)) or "*/*" in rule.get("resources", ()))
            and (not rule.get("resourceNames") or metadata.get("name") in rule["resourceNames"])
            and not (rule.get("scope") == "Cluster" and "namespace" in metadata)
        ):
            yield rule


def _has(listed: Iterable[str] | None, *words: str) -> bool:
    return not {"*", *words}.isdisjoint(listed or ())


def _labels(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return the known labels of an object's namespace."""
    return {_NAME: metadata["namespace"]} if "namespace" in metadata else {}


def _is_readable(namespaces: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Return True if a namespace selector reads only known labels."""
    expressions = namespaces.get("matchExpressions", ())
    read = {*namespaces.get("matchLabels", {}), *(expression["key"] for expression in expressions)}
    return read <= labels.keys()
