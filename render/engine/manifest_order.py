"""Helm's order of a chart's manifests, and their text as `helm template` prints it.

Verified against Helm 4.3.1. Source: Helm's package `pkg/release/v1/util` (InstallOrder, SplitManifests).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from render.engine.release import Rejection, RenderRejected

INSTALL_ORDER = (
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
)
RANK = {kind: rank for rank, kind in enumerate(INSTALL_ORDER)}

HOOK_ANNOTATION = "helm.sh/hook"
HOOK_EVENTS = frozenset(
    f"{when}-{what}" for when in ("pre", "post") for what in ("install", "delete", "upgrade", "rollback")
) | {"test", "test-success"}

_SEPARATOR = re.compile(r"^---[ \t]*", re.MULTILINE)


class _Manifest(NamedTuple):
    path: str
    content: str
    kind: str
    events: frozenset[str] | None
    """The hook's events; None for manifests that are not hooks."""

    @property
    def rank(self) -> tuple[int, str]:
        return (RANK[self.kind], "") if self.kind in RANK else (len(RANK), self.kind)

    def __str__(self) -> str:
        return f"---\n# Source: {self.path}\n{self.content}\n"


def join_manifests(files: Mapping[str, str], parse: Callable[[str], Mapping[str, Any]], *, hooks: bool) -> str:
    """Return the rendered files of a chart, by path, as `helm template` prints them.

    `parse` reads one document as Helm does. Raises RenderRejected for an invalid document.
    """
    manifests = sorted(
        (
            _manifest(path, content, parse)
            for path, text in manifest_files(files).items()
            for content in _documents(text)
        ),
        key=lambda manifest: manifest.rank,
    )
    text = "".join(str(manifest) for manifest in manifests if manifest.events is None).strip() + "\n"
    if hooks:
        text += "".join(str(hook) for hook in manifests if hook.events is not None and hook.events <= HOOK_EVENTS)
    return text


def manifest_files(files: Mapping[str, str]) -> dict[str, str]:
    """Return the rendered files that contain manifests, by path: without notes and files for others to include."""
    return {
        path: files[path]
        for path in sorted(files)
        if not path.endswith("NOTES.txt") and not path.rpartition("/")[2].startswith("_")
    }


def _documents(text: str) -> list[str]:
    parts = (part.lstrip() for part in _SEPARATOR.split(text.lstrip()))
    return [part for part in parts if part]


def _manifest(path: str, content: str, parse: Callable[[str], Mapping[str, Any]]) -> _Manifest:
    try:
        head = parse(content)
        annotations = _mapping(_mapping(head, "metadata"), "annotations")
    except RenderRejected as refused:
        raise RenderRejected(
            [Rejection(None, f"YAML parse error on {path}: {r.message}") for r in refused.rejections]
        ) from None
    events = None
    if HOOK_ANNOTATION in annotations:
        events = frozenset(event.strip().lower() for event in _text(annotations[HOOK_ANNOTATION]).split(","))
    return _Manifest(path, content, _text(head.get("kind")), events)


def _mapping(parent: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = parent.get(key)
    if value is not None and not isinstance(value, dict):
        raise RenderRejected([Rejection(None, f"`{key}` is not a mapping")])
    return value or {}


def _text(value: object) -> str:
    """Return the text of a scalar, as Helm does for fields of type string."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
