"""ADM682 binding-malformed: a role binding names no role, or an incomplete subject.

A binding names a role; a ClusterRoleBinding cannot name a Role. A service account subject needs a name and, in a
ClusterRoleBinding, a namespace; users and groups have the API group `rbac.authorization.k8s.io`. The API server rejects
the binding.

Source: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#rolebinding-and-clusterrolebinding

Example:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: watch-pods}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
    subjects: [{kind: ServiceAccount, name: trainer}]
Use instead:
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: watch-pods}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
    subjects: [{kind: ServiceAccount, name: trainer, namespace: team}]
"""

from collections.abc import Iterator

from render.kube.formats import dns, names
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, required, unsupported
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_GROUP = "rbac.authorization.k8s.io"


@rule(kinds=(f"{_GROUP}/ClusterRoleBinding", f"{_GROUP}/RoleBinding"))
def check(item: Object) -> Iterator[Finding]:
    """Check the role and each subject."""
    is_of_cluster = item.kind.name == "ClusterRoleBinding"
    role = item.data.get("roleRef", {})
    name = role.get("name", "")
    if not name:
        yield required(("roleRef", "name"))
    yield from each_invalid(("roleRef", "name"), name, names.path_segment_errors(name))
    if is_of_cluster and role.get("kind") == "Role":
        yield unsupported(("roleRef", "kind"), "Role", ["ClusterRole"])
    for path, subject in list_items((), item.data, "subjects"):
        yield from _check_subject(path, subject, needs_namespace=is_of_cluster)


def _check_subject(path: Path, subject: Data, *, needs_namespace: bool) -> Iterator[Finding]:
    name, group = subject.get("name", ""), subject.get("apiGroup", "")
    if not name:
        yield required((*path, "name"))
    if subject.get("kind") == "ServiceAccount":
        if name:
            yield from each_invalid((*path, "name"), name, dns.subdomain_errors(name))
        if group:
            yield unsupported((*path, "apiGroup"), group, [""])
        if needs_namespace and not subject.get("namespace"):
            yield required((*path, "namespace"))
    elif group not in ("", _GROUP):
        yield unsupported((*path, "apiGroup"), group, [_GROUP])
