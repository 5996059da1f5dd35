"""GIT101 ttl-on-tracked-object: a run with a TTL is deleted and started again.

`ttlSecondsAfterFinished` deletes a finished run. A GitOps engine that applies missing objects creates it again, and the
training starts over.

Source: https://github.com/argoproj/argo-cd/issues/8586

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      ttlSecondsAfterFinished: 3600
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      replicatedJobs:
        - name: node
          template: {spec: {template: {spec: {containers: [{name: node, image: "registry.example/train:1"}]}}}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.gitops._tracking import is_tracked
from render.rules.rule import Finding, rule

_KINDS = ("batch.volcano.sh/Job", "batch/Job", "jobset.x-k8s.io/JobSet", "ray.io/RayJob")


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=("ttlSecondsAfterFinished",))
def check(item: Object) -> Iterator[Finding]:
    """Report a TTL on an object that a GitOps engine tracks. Argo CD doesn't recreate hooks."""
    is_hook = "argocd.argoproj.io/hook" in item.data.get("metadata", {}).get("annotations", {})
    if "ttlSecondsAfterFinished" in item.data.get("spec", {}) and is_tracked(item) and not is_hook:
        message = "once the finished run is deleted, the GitOps engine creates it again, and it trains again"
        yield Finding(
            ("spec", "ttlSecondsAfterFinished"),
            message,
            "remove the TTL, and delete the finished run from the repository",
        )
