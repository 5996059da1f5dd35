"""RBAC: roles and their bindings."""

KINDS = frozenset(
    f"rbac.authorization.k8s.io/{kind}" for kind in ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
)
