"""GIT108 hook-in-queue: a hook waits in a Kueue queue, and the sync or installation waits for the hook.

Argo CD and Helm wait for a hook to finish before they go on. Kueue suspends a Job in a queue until there is quota, and
the sync hangs with it: nothing else of the application is applied in the meantime, and `helm install` times out.

Source: https://github.com/argoproj/argo-cd/issues/10600

Example:
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: check
      labels: {kueue.x-k8s.io/queue-name: research}
      annotations: {argocd.argoproj.io/hook: PreSync}
    spec:
      template: {spec: {restartPolicy: Never, containers: [{name: check, image: "registry.example/check:1"}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: check
      annotations: {argocd.argoproj.io/hook: PreSync}
    spec:
      template: {spec: {restartPolicy: Never, containers: [{name: check, image: "registry.example/check:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gitops._hooks import ARGO, FIRST, HELM, events
from render.rules.rule import Finding, rule

_QUEUE = "kueue.x-k8s.io/queue-name"


@rule(severity=Severity.WARNING, keys=(ARGO, HELM))
def check(item: Object) -> Iterator[Finding]:
    """Report a hook with a queue, except hooks that only run on request (`helm test`)."""
    metadata = item.data.get("metadata", {})
    is_awaited = metadata.get("annotations", {}).get(ARGO, "Skip") != "Skip" or events(item) & FIRST
    if is_awaited and _QUEUE in metadata.get("labels", {}):
        message = "Kueue suspends the hook until its queue has quota, and everything after the hook waits"
        yield Finding(("metadata", "labels", _QUEUE), message, "remove the queue label from the hook")
