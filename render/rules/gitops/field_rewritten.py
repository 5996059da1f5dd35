"""GIT103 field-rewritten: the cluster stores a field in another way than the manifest has it.

In a custom resource a GitOps engine compares what is written. The API server turns a number of GPUs into text, writes
`8000m` as `8`, and drops empty maps and lists: the object is out of sync for ever.

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

from render.kube.quantity import amount, canonical
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.gitops._marks import is_watched
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_EMPTY = ("affinity", "nodeSelector", "tolerations", "topologySpreadConstraints", "volumes")


@rule(severity=Severity.WARNING)
def check(pod: Pod) -> Iterator[Finding]:
    """Look at the quantities of templates in custom resources, and for empty collections."""
    if not pod.is_opaque or not is_watched(pod.object):
        return
    for container in pod.containers:
        for side in ("requests", "limits"):
            for name, quantity in container.data.get("resources", {}).get(side, {}).items():
                yield from _rewritten((*container.path, "resources", side, name), quantity)
    for field in _EMPTY:
        if pod.spec.get(field) in ({}, []):
            yield Finding((*pod.spec_path, field), f"the cluster drops the empty `{field}`", "leave it out")


def _rewritten(path: Path, quantity: object) -> Iterator[Finding]:
    if amount(quantity) is None:
        return
    right = canonical(str(quantity))
    if quantity != right:
        yield Finding(path, f"the cluster stores `{quantity}` as the text `{right}`", f'`"{right}"`')
