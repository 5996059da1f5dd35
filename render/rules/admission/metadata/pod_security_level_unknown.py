"""ADM109 pod-security-level-unknown: a namespace has an unknown Pod Security level or version.

The labels `pod-security.kubernetes.io/enforce`, `audit` and `warn` have the value `privileged`, `baseline` or
`restricted`. The same labels with the suffix `-version` have the value `latest` or a minor version such as `v1.36`. The
API server rejects the namespace.

Source: https://kubernetes.io/docs/concepts/security/pod-security-admission/

Example:
    apiVersion: v1
    kind: Namespace
    metadata: {name: team, labels: {pod-security.kubernetes.io/enforce: strict}}
Use instead:
    apiVersion: v1
    kind: Namespace
    metadata: {name: team, labels: {pod-security.kubernetes.io/enforce: restricted}}
"""

import re
from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_PREFIX = "pod-security.kubernetes.io/"
_LEVELS = ("privileged", "baseline", "restricted")
_VERSION = re.compile(r"latest|v1\.(0|[1-9][0-9]*)")


@rule(kinds=("/Namespace",))
def check(item: Object) -> Iterator[Finding]:
    """Check each Pod Security label."""
    labels = item.data.get("metadata", {}).get("labels", {})
    for mode in ("enforce", "audit", "warn"):
        level, version = f"{_PREFIX}{mode}", f"{_PREFIX}{mode}-version"
        if level in labels and labels[level] not in _LEVELS:
            yield invalid(("metadata", "labels", level), labels[level], f"must be one of {', '.join(_LEVELS)}")
        if version in labels and not _VERSION.fullmatch(labels[version]):
            yield invalid(("metadata", "labels", version), labels[version], 'must be "latest" or "v1.x"')
