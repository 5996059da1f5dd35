"""GIT108 hook-in-queue: a sync, or an installation, waits for a Job that waits for its queue.

Argo CD and Helm wait for a hook to end before they go on. A Job in a queue of Kueue's is suspended until there is room,
and the sync operation hangs with it: nothing else of the application is applied meanwhile. `helm install` gives up when
its time is over.

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
    """Look for a hook with a queue, but for those that only somebody who asks for them waits for."""
    metadata = item.data.get("metadata", {})
    is_awaited = metadata.get("annotations", {}).get(ARGO, "Skip") != "Skip" or events(item) & FIRST
    if is_awaited and _QUEUE in metadata.get("labels", {}):
        message = "the hook waits, suspended, for its queue, and what comes after the hook waits with it"
        yield Finding(("metadata", "labels", _QUEUE), message, "a hook without a queue")
