"""Which objects an admission policy is about, as they are created.

Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from render.kube import selector
from render.kube.kind import Kind

OPERATION = "CREATE"

_NAME = "kubernetes.io/metadata.name"
"""The one label that every namespace has: its name."""

Rule = Mapping[str, Any]


def matches(constraints: Rule, kind: Kind, data: Mapping[str, Any], versions: frozenset[str] = frozenset()) -> bool:
    """Say whether constraints are about an object, or may be: see `doubt`.

    `versions` are those of the object's kind: a rule about one of them is about an object of another one too.
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


def doubt(constraints: Rule, kind: Kind, data: Mapping[str, Any]) -> str | None:
    """Return why only a server knows whether constraints that match an object are about it; None where they are."""
    metadata = data.get("metadata", {})
    if not _is_readable(constraints.get("namespaceSelector", {}), _labels(metadata)):
        return "its `namespaceSelector` reads the labels of a namespace"
    rules = constraints.get("resourceRules")
    exact = list(_matching(rules or (), kind, metadata))
    if rules and not exact:
        return f"it is about another version of `{resource(kind)}`, to which the API server converts the object"
    if exact and "namespace" not in metadata and all(rule.get("scope", "*") != "*" for rule in exact):
        return "its `scope` is about objects with or without a namespace, and none is written"
    return None


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


def _matching(
    rules: Iterable[Rule], kind: Kind, metadata: Mapping[str, Any], versions: frozenset[str] = frozenset()
) -> Iterator[Rule]:
    for rule in rules:
        if (
            _has(rule.get("apiGroups"), kind.group)
            and _has(rule.get("apiVersions"), kind.version, *versions)
            and _has(rule.get("operations"), OPERATION)
            and (_has(rule.get("resources"), resource(kind)) or "*/*" in rule.get("resources", ()))
            and (not rule.get("resourceNames") or metadata.get("name") in rule["resourceNames"])
            and not (rule.get("scope") == "Cluster" and "namespace" in metadata)
        ):
            yield rule


def _has(listed: Iterable[str] | None, *words: str) -> bool:
    return not {"*", *words}.isdisjoint(listed or ())


def _labels(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return what is known of the labels of an object's namespace."""
    return {_NAME: metadata["namespace"]} if "namespace" in metadata else {}


def _is_readable(namespaces: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Say whether a selector of namespaces reads only labels that are known."""
    expressions = namespaces.get("matchExpressions", ())
    read = {*namespaces.get("matchLabels", {}), *(expression["key"] for expression in expressions)}
    return read <= labels.keys()
