"""The Pod Security levels that manifests of namespaces enforce.

Source: https://kubernetes.io/docs/concepts/security/pod-security-admission/
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from render.manifests.objects import Objects, object_name
from render.manifests.pod_security import LEVELS

_ENFORCE = "pod-security.kubernetes.io/enforce"
_VERSION = re.compile(r"v1\.(\d+)")


class EnforcedLevel(NamedTuple):
    """The level of a namespace."""

    name: str
    minor: int | None
    """Minor version of Kubernetes whose standard it is; None for the newest."""


def enforced_levels(items: Objects) -> Mapping[str | None, EnforcedLevel]:
    """Return the level that each namespace among the objects enforces; without those that name none."""
    found: dict[str | None, EnforcedLevel] = {}
    for item in items:
        if item.kind.group_kind == "/Namespace":
            labels = item.data.get("metadata", {}).get("labels") or {}
            version = _VERSION.fullmatch(str(labels.get(f"{_ENFORCE}-version")))
            if labels.get(_ENFORCE) in LEVELS:
                found[object_name(item)] = EnforcedLevel(labels[_ENFORCE], int(version[1]) if version else None)
    return found
