"""GIT104 resumed-for-ever: the manifest and Kueue disagree about `suspend`.

Kueue suspends a run until its queue has room. A manifest that says `suspend: false` is out of sync all that time, and
an engine that heals itself starts the run past the queue.

Source: https://github.com/argoproj/argo-cd/issues/10600

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, labels: {kueue.x-k8s.io/queue-name: research}}
    spec:
      suspend: false
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train, labels: {kueue.x-k8s.io/queue-name: research}}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule

_QUEUE = "kueue.x-k8s.io/queue-name"
_KINDS = ("batch/Job", "jobset.x-k8s.io/JobSet", "trainer.kubeflow.org/TrainJob")


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=("suspend",))
def check(item: Object) -> Iterator[Finding]:
    """Look for `suspend: false` on what Kueue manages."""
    if _QUEUE in item.data.get("metadata", {}).get("labels", {}) and item.data.get("spec", {}).get("suspend") is False:
        yield Finding(("spec", "suspend"), "Kueue suspends the run until its queue has room", "leave it out")
