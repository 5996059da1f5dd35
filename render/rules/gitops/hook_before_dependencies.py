"""GIT112 hook-before-dependencies: a hook that runs first uses an object that is created after it.

Hooks that run before an installation or a sync are created before all other objects of the release, in the order of
their weights. A pod that needs a ConfigMap, a Secret or a PVC of the same release can't start, and a pod whose PodGroup
comes later isn't scheduled: the installation waits for the hook, and the hook for the installation.

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
from render.manifests.references import by_name, references
from render.problem import Severity
from render.rules.gangs import by_group, groups, members_of
from render.rules.gitops._hooks import ARGO, FIRST, HELM, events, weight
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import Path


@rule(severity=Severity.WARNING, keys=(ARGO, HELM))
def check(items: Objects) -> Iterator[Finding]:
    """Report objects that the pods of such hooks reference, and their PodGroups, if they are created later."""
    if not any(events(item) & FIRST for item in items):
        return
    named = by_name(items)
    for reference in references(items):
        targets = reference.targets(named)
        if targets and not reference.is_optional and all(_is_later(target, reference.pod.object) for target in targets):
            yield _late(reference.path, targets[0], reference.pod.object)
    bound = by_group(items)
    for group in groups(items):
        for member in members_of(group, bound):
            # Helm creates unknown kinds after all others of the same weight.
            if _is_later(group, member.pod.object) or _follows_in_helm(group, member.pod.object):
                yield _late(member.path, group, member.pod.object)


def _is_later(item: Object, hook: Object) -> bool:
    """Return whether an object is created after a hook that runs first."""
    shared = events(hook) & FIRST
    return bool(shared) and (not shared & events(item) or weight(item) > weight(hook))


def _follows_in_helm(group: Object, hook: Object) -> bool:
    first = events(hook) & FIRST - {"PreSync"}
    return bool(first) and weight(group) == weight(hook)


def _late(path: Path, item: Object, hook: Object) -> Finding:
    message = f"the hook needs {item.label}, which is created after it"
    return Finding(path, message, "make that object a hook of the same event with a lower weight", hook)
