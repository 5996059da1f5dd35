"""NET203 address-only-when-ready: the first node has no DNS name until it is ready.

The nodes of a run look for each other while they start. A headless Service that doesn't publish the addresses of pods
that aren't ready hides the first node until then, and every restart begins with a wait for DNS. A pod without a probe
or a readiness gate is ready as soon as it runs, and is not reported.

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
          containers:
          - {name: node, image: "registry.example/train:1", readinessProbe: {tcpSocket: {port: 29500}}}
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
          containers:
          - {name: node, image: "registry.example/train:1", readinessProbe: {tcpSocket: {port: 29500}}}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.problem import Severity
from render.programs.replicas import replica_count
from render.rules.network._selection import selections
from render.rules.rule import Finding, Objects, rule

_KINDS = frozenset({"batch/Job", "jobset.x-k8s.io/JobSet"})


@rule(severity=Severity.WARNING, keys=("clusterIP",))
def check(items: Objects) -> Iterator[Finding]:
    """Report headless Services of a run with several pods."""
    for selection in selections(items):
        spec = selection.service.data.get("spec", {})
        if spec.get("clusterIP") != "None" or spec.get("publishNotReadyAddresses"):
            continue
        runs = [pod for pod in selection.chosen if pod.object.kind.group_kind in _KINDS and _waits(pod)]
        if sum(replica_count(pod) or 0 for pod in runs) > 1:
            message = "the pods are published once they are ready, but need each other to become ready"
            yield Finding(("spec", "clusterIP"), message, "set `publishNotReadyAddresses: true`", selection.service)


def _waits(pod: Pod) -> bool:
    """Return True if a pod that runs may not be ready yet."""
    probes = ("readinessProbe", "startupProbe")
    return bool(pod.spec.get("readinessGates")) or any(key in one.data for one in pod.containers for key in probes)
