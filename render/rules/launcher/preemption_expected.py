"""RUN213 preemption-expected: the run asks for spot nodes, but ends at the first preemption.

Spot nodes are taken away at any time. `failurePolicy.onPreemption: fail` ends the run then, and `maxRestarts: 0` does
where the failure of another node is counted first.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {nodeSelector: {karpenter.sh/capacity-type: spot}}
    failurePolicy: {onPreemption: fail}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {nodeSelector: {karpenter.sh/capacity-type: spot}}
    failurePolicy: {onPreemption: restart}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_SPOT = {
    "cloud.google.com/gke-preemptible": "true",
    "cloud.google.com/gke-provisioning": "spot",
    "cloud.google.com/gke-spot": "true",
    "eks.amazonaws.com/capacityType": "SPOT",
    "karpenter.sh/capacity-type": "spot",
    "kubernetes.azure.com/scalesetpriority": "spot",
}
"""Labels of spot nodes: GKE, EKS, Karpenter, AKS."""


@rule(severity=Severity.WARNING, keys=("pod.nodeSelector",))
def check(run: Run) -> Iterator[Finding]:
    """Report a policy that ends the run on nodes that are spot by their labels."""
    selected = run.at("pod", "nodeSelector") or {}
    if not any(selected.get(key) == value for key, value in _SPOT.items()):
        return
    if run.at("failurePolicy", "onPreemption") == "fail":
        message = "the first preempted pod ends the run, on nodes that are spot"
        yield Finding(("failurePolicy", "onPreemption"), message, "use `restart`")
    elif run.at("failurePolicy", "maxRestarts") == 0:
        message = "the run can't restart, on nodes that are spot"
        yield Finding(("failurePolicy", "maxRestarts"), message, "leave it out, for 3 restarts")
