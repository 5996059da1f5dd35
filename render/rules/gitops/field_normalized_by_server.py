"""GIT103 field-normalized-by-server: the cluster stores a field in a different form than the manifest.

In a custom resource, a GitOps engine compares the text as written. The API server turns a number of GPUs into a string,
normalizes `8000m` to `8`, and drops empty maps and lists: the object stays out of sync.

Source: https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      resources: {limits: {nvidia.com/gpu: 8}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata:
      name: train
      annotations: {argocd.argoproj.io/sync-options: ServerSideApply=true}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      resources: {limits: {nvidia.com/gpu: "8"}}
"""

from collections.abc import Iterator

from render.kube.quantity import amount, canonical_form
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.gitops._tracking import is_tracked
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_EMPTY = ("affinity", "nodeSelector", "tolerations", "topologySpreadConstraints", "volumes")


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Report quantities that aren't canonical, and empty collections, in the pod templates of custom resources."""
    if not pod.is_opaque or not is_tracked(pod.object):
        return
    for container in pod.containers:
        for side in ("requests", "limits"):
            for name, quantity in container.data.get("resources", {}).get(side, {}).items():
                yield from _check_quantity((*container.path, "resources", side, name), quantity)
    for field in _EMPTY:
        if pod.spec.get(field) in ({}, []):
            yield Finding((*pod.spec_path, field), f"the cluster drops the empty `{field}`", "remove it")


def _check_quantity(path: Path, quantity: object) -> Iterator[Finding]:
    if amount(quantity) is None:
        return
    stored = canonical_form(str(quantity))
    if quantity != stored:
        yield Finding(path, f"the cluster stores `{quantity}` as the string `{stored}`", f'write `"{stored}"`')
