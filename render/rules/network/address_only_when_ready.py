"""NET203 address-only-when-ready: the first node has no name until it is ready.

The nodes of a run look for each other while they start. A headless Service that does not publish addresses of pods that
are not ready yet hides the first node until then, and every restart begins with a wait for DNS.

Source: https://github.com/kubernetes-sigs/jobset/issues/504

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {app: train}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      template:
        metadata: {labels: {app: train}}
        spec:
          subdomain: train
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, publishNotReadyAddresses: true, selector: {app: train}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      template:
        metadata: {labels: {app: train}}
        spec:
          subdomain: train
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.copies import copies
from render.rules.network._selection import selections
from render.rules.rule import Finding, Objects, rule

_KINDS = frozenset({"batch/Job", "jobset.x-k8s.io/JobSet"})


@rule(severity=Severity.WARNING, keys=("clusterIP",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for headless Services of several pods that make a run."""
    for selection in selections(items):
        spec = selection.service.data.get("spec", {})
        if spec.get("clusterIP") != "None" or spec.get("publishNotReadyAddresses"):
            continue
        runs = [pod for pod in selection.chosen if pod.object.kind.group_kind in _KINDS]
        if sum(copies(pod) or 0 for pod in runs) > 1:
            message = "the pods find each other only when they are ready, and become ready by finding each other"
            yield Finding(("spec", "clusterIP"), message, "`publishNotReadyAddresses: true`", selection.service)
