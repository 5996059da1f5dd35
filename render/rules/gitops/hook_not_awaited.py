"""GIT110 hook-not-awaited: neither Helm nor Argo CD waits for a hook of this kind.

Helm waits for hooks that are Jobs or Pods, Argo CD for kinds that have a health check. A hook of any other kind counts
as successful as soon as it is created: a check that should run first runs at the same time as what it should hold back,
and its result is ignored.

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
    """Report hooks that start pods but aren't Jobs."""
    if events(item):
        message = f"a {item.kind.name} is not awaited: the hook counts as successful as soon as it is created"
        annotation = next(key for key in (HELM, ARGO) if key in item.data["metadata"]["annotations"])
        yield Finding(
            ("metadata", "annotations", annotation), message, "use an indexed `Job` with a headless `Service`"
        )
