"""GIT101 deletes-itself: a run that deletes itself is started again.

`ttlSecondsAfterFinished` removes a finished run. A GitOps engine that applies what is missing finds it gone and creates
it anew: the training starts over, and over.

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
from render.rules.gitops._marks import is_watched
from render.rules.rule import Finding, rule

_KINDS = ("batch.volcano.sh/Job", "batch/Job", "jobset.x-k8s.io/JobSet", "ray.io/RayJob")


@rule(severity=Severity.WARNING, kinds=_KINDS, keys=("ttlSecondsAfterFinished",))
def check(item: Object) -> Iterator[Finding]:
    """Look for a time to live on what a GitOps engine watches. What a hook deletes is gone all the same."""
    is_hook = "argocd.argoproj.io/hook" in item.data.get("metadata", {}).get("annotations", {})
    if "ttlSecondsAfterFinished" in item.data.get("spec", {}) and is_watched(item) and not is_hook:
        message = "once the run has deleted itself, the GitOps engine creates it again, and it trains again"
        yield Finding(
            ("spec", "ttlSecondsAfterFinished"), message, "leave it out, and remove the run from the repository"
        )
