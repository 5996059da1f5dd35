"""RES127 claim-shared-by-nodes: all nodes of a run share the devices of one ResourceClaim.

`resourceClaimName` names a claim that exists, with devices of one node: every pod of the run gets the same ones, so all
of them wait for that node, where two NCCL ranks on one GPU stop (`Duplicate GPU detected`). From a template, each pod
gets a claim of its own.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {cpu: 90, memory: 900Gi}}
    pod: {resourceClaims: [{name: gpus, resourceClaimName: eight-gpus, gpus: 8}]}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {cpu: 90, memory: 900Gi}}
    pod: {resourceClaims: [{name: gpus, resourceClaimTemplateName: eight-gpus, gpus: 8}]}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(keys=("pod.resourceClaims",))
def check(run: Run) -> Iterator[Finding]:
    """Report claims with GPUs that several nodes share."""
    for index, claim in enumerate(run.at("pod", "resourceClaims") or () if run.nodes > 1 else ()):
        if claim.get("resourceClaimName") and claim.get("gpus"):
            message = f"all {run.nodes} nodes share the {claim['gpus']} GPUs of one claim, which are on one node"
            path = ("pod", "resourceClaims", index, "resourceClaimName")
            yield Finding(path, message, "use `resourceClaimTemplateName`, or `devices`")
