"""Somebody who may do less than everything on a cluster."""

from pathlib import Path

import yaml

from tests.cluster.server import Object, Server

_RBAC = "rbac.authorization.k8s.io/v1"


def kubeconfig_of(server: Server, namespace: str, rules: list[Object] | None, folder: Path) -> Path:
    """Return a kubeconfig for one who has these rules everywhere; without rules, of the server's administrator."""
    if rules is None:
        return server.kubeconfig
    metadata = {"name": namespace}
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {**metadata, "namespace": "default"}}
    role = {"apiVersion": _RBAC, "kind": "ClusterRole", "metadata": metadata, "rules": rules}
    binding = {
        "apiVersion": _RBAC,
        "kind": "ClusterRoleBinding",
        "metadata": metadata,
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": namespace},
        "subjects": [{"kind": "ServiceAccount", "name": namespace, "namespace": "default"}],
    }
    for one in (account, role, binding):
        assert server.create(one).refusal == ""
    config = yaml.safe_load(server.kubeconfig.read_text(encoding="utf-8"))
    config["users"] = [{"name": "test", "user": {"token": server.token(account)}}]
    path = folder / "config"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    path.chmod(0o600)
    return path
