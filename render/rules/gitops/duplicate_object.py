"""GIT107 duplicate-object: a file contains the same object twice.

`kubectl apply` applies the first and then overwrites it with the second. A GitOps engine reports a repeated resource,
and the order of reading decides which one counts.

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

from render.manifests.objects import object_name, object_namespace
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Report objects with the same group, kind, namespace and name. Two files may be for two clusters."""
    seen = set()
    for item in items:
        key = (item.document.file, item.kind.group, item.kind.name, object_namespace(item), object_name(item))
        if object_name(item) is not None and key in seen:
            yield Finding(("metadata", "name"), f"duplicate {item.label}: this one overwrites the first", None, item)
        seen.add(key)
