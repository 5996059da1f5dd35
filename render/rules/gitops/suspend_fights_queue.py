"""GIT104 suspend-fights-queue: the manifest sets `suspend: false`, but Kueue suspends the run.

Kueue suspends a run until its queue has quota. A manifest with `suspend: false` is out of sync all that time, and an
engine with self-healing starts the run past the queue.

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
    """Report `suspend: false` on an object that Kueue manages."""
    if _QUEUE in item.data.get("metadata", {}).get("labels", {}) and item.data.get("spec", {}).get("suspend") is False:
        yield Finding(("spec", "suspend"), "Kueue suspends the run until its queue has quota", "remove `suspend`")
