"""GIT110 hook-not-awaited: a hook of a kind that nobody waits for.

Helm waits for the Jobs and Pods among its hooks, Argo CD for what it knows the health of. Any other kind has done its
part as soon as it is created: a check that is to come first runs beside what it should have held back, and how it ends
is not asked.

Source: https://helm.sh/docs/topics/charts_hooks/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: check, annotations: {helm.sh/hook: pre-install}}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/check:1"}]}}}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: check, annotations: {helm.sh/hook: pre-install}}
    spec:
      template: {spec: {restartPolicy: Never, containers: [{name: node, image: "registry.example/check:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gitops._hooks import ARGO, HELM, events
from render.rules.rule import Finding, rule

_KINDS = (
    "batch.volcano.sh/Job",
    "jobset.x-k8s.io/JobSet",
    "kubeflow.org/MPIJob",
    "kubeflow.org/PyTorchJob",
    "ray.io/RayJob",
    "trainer.kubeflow.org/TrainJob",
)


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=(ARGO, HELM))
def check(item: Object) -> Iterator[Finding]:
    """Look for hooks that start pods in another way than a Job does."""
    if events(item):
        message = f"nobody waits for a {item.kind.name}: the hook has succeeded as soon as it is created"
        annotation = next(key for key in (HELM, ARGO) if key in item.data["metadata"]["annotations"])
        yield Finding(("metadata", "annotations", annotation), message, "an indexed `Job` with a headless `Service`")
