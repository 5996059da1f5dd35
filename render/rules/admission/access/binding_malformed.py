"""ADM682 binding-malformed: a binding is to no role, or for nobody.

A binding names a role; a ClusterRoleBinding can't be to a Role. Of its subjects a service account has the name and, in
a ClusterRoleBinding, the namespace of one; users and groups have the group `rbac.authorization.k8s.io`. The API server
refuses the binding.

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

from render.kube import dns, names
from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, required, unsupported
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_GROUP = "rbac.authorization.k8s.io"


@rule(kinds=(f"{_GROUP}/ClusterRoleBinding", f"{_GROUP}/RoleBinding"))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with the role and with each subject."""
    is_of_cluster = item.kind.name == "ClusterRoleBinding"
    role = item.data.get("roleRef", {})
    name = role.get("name", "")
    if not name:
        yield required(("roleRef", "name"))
    yield from each_invalid(("roleRef", "name"), name, names.path_segment(name))
    if is_of_cluster and role.get("kind") == "Role":
        yield unsupported(("roleRef", "kind"), "Role", ["ClusterRole"])
    for path, subject in listed((), item.data, "subjects"):
        yield from _subject(path, subject, needs_namespace=is_of_cluster)


def _subject(path: Path, subject: Data, *, needs_namespace: bool) -> Iterator[Finding]:
    name, group = subject.get("name", ""), subject.get("apiGroup", "")
    if not name:
        yield required((*path, "name"))
    if subject.get("kind") == "ServiceAccount":
        if name:
            yield from each_invalid((*path, "name"), name, dns.subdomain(name))
        if group:
            yield unsupported((*path, "apiGroup"), group, [""])
        if needs_namespace and not subject.get("namespace"):
            yield required((*path, "namespace"))
    elif group not in ("", _GROUP):
        yield unsupported((*path, "apiGroup"), group, [_GROUP])
