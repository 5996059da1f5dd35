"""GIT108 hook-in-queue: a sync waits for a Job that waits for its queue.

Argo CD waits for a hook to end before it goes on. A Job in a queue of Kueue's is suspended until there is room, and the
sync operation hangs with it: nothing else of the application is applied meanwhile.

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
from render.rules.rule import Finding, rule

_HOOK, _QUEUE = "argocd.argoproj.io/hook", "kueue.x-k8s.io/queue-name"


@rule(severity=Severity.WARNING, keys=(_HOOK,))
def check(item: Object) -> Iterator[Finding]:
    """Look for a hook with a queue."""
    metadata = item.data.get("metadata", {})
    if metadata.get("annotations", {}).get(_HOOK, "Skip") != "Skip" and _QUEUE in metadata.get("labels", {}):
        message = "the sync waits for this hook, and the hook waits, suspended, for its queue"
        yield Finding(("metadata", "labels", _QUEUE), message, "a hook without a queue")
