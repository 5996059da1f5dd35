"""GIT111 hook-deletes-itself: a hook is gone before the one who waits for it has seen its end.

`ttlSecondsAfterFinished` removes a finished Job. Argo CD then finds no Job, takes the hook for one that still runs, and
the sync never ends; what the Job's pods have said is gone, too.

Source: https://github.com/argoproj/argo-cd/issues/21055

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: check, annotations: {argocd.argoproj.io/hook: PreSync}}
    spec:
      ttlSecondsAfterFinished: 0
      template: {spec: {restartPolicy: Never, containers: [{name: check, image: "registry.example/check:1"}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: check
      annotations:
        argocd.argoproj.io/hook: PreSync
        argocd.argoproj.io/hook-delete-policy: BeforeHookCreation
    spec:
      template: {spec: {restartPolicy: Never, containers: [{name: check, image: "registry.example/check:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gitops._hooks import events
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("batch/Job",), keys=("ttlSecondsAfterFinished",))
def check(item: Object) -> Iterator[Finding]:
    """Look for a time to live on a hook."""
    if events(item) and "ttlSecondsAfterFinished" in item.data.get("spec", {}):
        message = "the Job may be gone before its end is seen, and the hook then never ends"
        hint = "leave it out: the delete policy `before-hook-creation` replaces the Job at the next event"
        yield Finding(("spec", "ttlSecondsAfterFinished"), message, hint)
