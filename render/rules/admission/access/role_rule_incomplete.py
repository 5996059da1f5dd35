"""ADM681 role-rule-incomplete: a rule of a role lacks resources, or mixes resources and URLs.

A rule names either API groups and resources (`""` is the core group), or non-resource URLs, which only a ClusterRole
can grant. The API server rejects the role.

Source: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole

Example:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: watch-pods}
    rules: [{resources: [pods], verbs: [get]}]
Use instead:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: watch-pods}
    rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission import _selector
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(kinds=("rbac.authorization.k8s.io/ClusterRole", "rbac.authorization.k8s.io/Role"))
def check(item: Object) -> Iterator[Finding]:
    """Check each rule."""
    for path, part in list_items((), item.data, "rules"):
        if part.get("nonResourceURLs"):
            yield from _check_urls((*path, "nonResourceURLs"), part, is_namespaced=item.kind.name == "Role")
            continue
        if not part.get("apiGroups"):
            why = "resource rules must supply at least one api group"
            yield required((*path, "apiGroups"), why, 'the core group is `apiGroups: [""]`')
        if not part.get("resources"):
            yield required((*path, "resources"), "resource rules must supply at least one resource")
    for path, selector in list_items(
        ("aggregationRule",), item.data.get("aggregationRule", {}), "clusterRoleSelectors"
    ):
        yield from _selector.check_selector(path, selector)


def _check_urls(path: Path, part: Data, *, is_namespaced: bool) -> Iterator[Finding]:
    urls = part["nonResourceURLs"]
    if is_namespaced:
        yield invalid(path, urls, "namespaced rules cannot apply to non-resource URLs")
    if any(part.get(field) for field in ("apiGroups", "resources", "resourceNames")):
        yield invalid(path, urls, "rules cannot apply to both regular resources and non-resource URLs")
