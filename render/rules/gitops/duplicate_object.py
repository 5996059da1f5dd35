"""GIT107 duplicate-object: a file has the same object twice.

`kubectl apply` writes the first and then the second over it; a GitOps engine reports a repeated resource, and which of
the two counts depends on the order in which they are read.

Source: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#fail-the-sync-if-a-shared-resource-is-found

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: site}
    data: {region: eu}
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: site}
    data: {region: us}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: site}
    data: {region: eu}
"""

from collections.abc import Iterator

from render.manifests.identity import name, namespace
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Look for the same group, kind, namespace and name. Two files may be for two clusters."""
    seen = set()
    for item in items:
        key = (item.document.file, item.kind.group, item.kind.name, namespace(item), name(item))
        if name(item) is not None and key in seen:
            yield Finding(
                ("metadata", "name"), f"{item.label} is there already, and this one is applied over it", None, item
            )
        seen.add(key)
