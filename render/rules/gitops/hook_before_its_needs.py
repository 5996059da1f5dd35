"""GIT112 hook-before-its-needs: a hook that comes first reads what is created after it.

Hooks before an installation or a sync run before anything else of the release is there, in the order of their weights.
A pod that reads a ConfigMap, a Secret or a claim of the same release can't start, and one whose PodGroup comes later is
not scheduled: the installation waits for the hook, and the hook for the installation.

Source: https://github.com/helm/helm/issues/2622

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: scripts}
    data: {check.sh: exit 0}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: check, annotations: {helm.sh/hook: pre-install}}
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: check, image: "registry.example/check:1", envFrom: [{configMapRef: {name: scripts}}]}]
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: scripts, annotations: {helm.sh/hook: pre-install, helm.sh/hook-weight: "-1"}}
    data: {check.sh: exit 0}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: check, annotations: {helm.sh/hook: pre-install}}
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: check, image: "registry.example/check:1", envFrom: [{configMapRef: {name: scripts}}]}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gangs import by_group, groups, members_of
from render.rules.gitops._hooks import ARGO, FIRST, HELM, events, weight
from render.rules.references import by_name, references
from render.rules.rule import Finding, Objects, rule
from render.shape.mistake import Path


@rule(severity=Severity.WARNING, keys=(ARGO, HELM))
def check(items: Objects) -> Iterator[Finding]:
    """Look for what the pods of such hooks name, and for their PodGroups."""
    if not any(events(item) & FIRST for item in items):
        return
    named = by_name(items)
    for reference in references(items):
        targets = reference.targets(named)
        if targets and not reference.is_optional and all(_is_later(target, reference.pod.object) for target in targets):
            yield _finding(reference.path, targets[0], reference.pod.object)
    bound = by_group(items)
    for group in groups(items):
        for member in members_of(group, bound):
            # Helm creates kinds that it does not know after all others of the same weight.
            if _is_later(group, member.pod.object) or _helm_waits(group, member.pod.object):
                yield _finding(member.path, group, member.pod.object)


def _is_later(item: Object, hook: Object) -> bool:
    """Say whether an object is created after a hook that comes first."""
    shared = events(hook) & FIRST
    return bool(shared) and (not shared & events(item) or weight(item) > weight(hook))


def _helm_waits(group: Object, hook: Object) -> bool:
    first = events(hook) & FIRST - {"PreSync"}
    return bool(first) and weight(group) == weight(hook)


def _finding(path: Path, item: Object, hook: Object) -> Finding:
    message = f"the hook runs before {item.label} is created, and waits for it"
    return Finding(path, message, "make it a hook of the same event with a lower weight", hook)
