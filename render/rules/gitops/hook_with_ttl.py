"""GIT111 hook-with-ttl: a hook may be deleted before Helm or Argo CD sees it finish.

`ttlSecondsAfterFinished` deletes a finished Job. Argo CD then finds no Job, assumes that the hook is still running, and
the sync never ends. The logs of the Job's pods are deleted, too. Helm watches the Job while it runs, and for `kubectl
apply` the annotations of Helm mean nothing: a hook of Helm alone is reported only with less than a minute.

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
from render.rules.gitops._hooks import ARGO, events
from render.rules.rule import Finding, rule

_ENOUGH = 60
"""Seconds in which Argo CD, which also runs Helm's hooks, sees the end of a Job."""


@rule(severity=Severity.WARNING, kinds=("batch/Job",), keys=("ttlSecondsAfterFinished",))
def check(item: Object) -> Iterator[Finding]:
    """Report a TTL on a hook."""
    seconds = item.data.get("spec", {}).get("ttlSecondsAfterFinished")
    is_of_argo = ARGO in item.data.get("metadata", {}).get("annotations", {})
    if events(item) and seconds is not None and (is_of_argo or seconds < _ENOUGH):
        message = "the Job may be deleted before Argo CD or Helm sees it finish, and the hook then never ends"
        hint = "remove it: the delete policy `before-hook-creation` replaces the Job at the next event"
        yield Finding(("spec", "ttlSecondsAfterFinished"), message, hint)
