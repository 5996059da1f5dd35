"""Kubeconfigs that are another one's but for something that is wrong."""

from pathlib import Path
from typing import Any

import yaml


def port(kubeconfig: Path) -> int:
    """Return where the server of a kubeconfig listens."""
    return int(str(_cluster(kubeconfig)["server"]).rpartition(":")[2])


def authority(kubeconfig: Path) -> Path:
    """Return the certificate of the server of a kubeconfig, which its key lies beside."""
    return Path(_cluster(kubeconfig)["certificate-authority"])


def changed(kubeconfig: Path, to: Path, *, cluster: dict[str, Any] | None = None, token: str | None = None) -> Path:
    """Write a kubeconfig with other fields of its cluster (null removes one), or another token."""
    data = yaml.safe_load(kubeconfig.read_text(encoding="utf-8"))
    [known], [user] = data["clusters"], data["users"]
    fields = {**known["cluster"], **(cluster or {})}
    known["cluster"] = {name: value for name, value in fields.items() if value is not None}
    if token is not None:
        user["user"] = {"token": token}
    to.write_text(yaml.safe_dump(data), encoding="utf-8")
    to.chmod(0o600)
    return to


def _cluster(kubeconfig: Path) -> dict[str, Any]:
    [known] = yaml.safe_load(kubeconfig.read_text(encoding="utf-8"))["clusters"]
    found: dict[str, Any] = known["cluster"]
    return found
