"""Helm's order of what a chart renders, and the text that `helm template` makes of it.

Verified against Helm 4.3.1; Helm's own description is its package `pkg/release/v1/util` (InstallOrder, SplitManifests).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from render.engine.refusal import Refusal, Refused

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
    """The hook's events; None for what is no hook."""

    @property
    def rank(self) -> tuple[int, str]:
        return (RANK[self.kind], "") if self.kind in RANK else (len(RANK), self.kind)

    def __str__(self) -> str:
        return f"---\n# Source: {self.path}\n{self.content}\n"


def ordered(files: Mapping[str, str], parse: Callable[[str], Mapping[str, Any]], *, hooks: bool) -> str:
    """Return the rendered files of a chart, by path, as `helm template` prints them.

    `parse` reads one document as Helm does. Raises Refused for a document that is none.
    """
    manifests = sorted(
        (_manifest(path, content, parse) for path, text in of_manifests(files).items() for content in _documents(text)),
        key=lambda manifest: manifest.rank,
    )
    text = "".join(str(manifest) for manifest in manifests if manifest.events is None).strip() + "\n"
    if hooks:
        text += "".join(str(hook) for hook in manifests if hook.events is not None and hook.events <= HOOK_EVENTS)
    return text


def of_manifests(files: Mapping[str, str]) -> dict[str, str]:
    """Return the rendered files that are manifests: by path, without notes and without what others include."""
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
    except Refused as refused:
        raise Refused([Refusal(None, f"YAML parse error on {path}: {r.message}") for r in refused.refusals]) from None
    events = None
    if HOOK_ANNOTATION in annotations:
        events = frozenset(event.strip().lower() for event in _text(annotations[HOOK_ANNOTATION]).split(","))
    return _Manifest(path, content, _text(head.get("kind")), events)


def _mapping(parent: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = parent.get(key)
    if value is not None and not isinstance(value, dict):
        raise Refused([Refusal(None, f"`{key}` is not a mapping")])
    return value or {}


def _text(value: object) -> str:
    """Return a scalar as Helm does where it expects text."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
