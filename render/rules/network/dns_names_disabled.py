"""NET206 dns-names-disabled: a JobSet gives its pods no DNS names, or late ones, but they use them.

JobSet creates a headless Service and host names unless `enableDNSHostnames` is false. With `publishNotReadyAddresses:
false`, the names only resolve once the pods are ready, but the nodes look up the first node while it starts.

Source: https://github.com/kubernetes-sigs/jobset/issues/504

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      network: {enableDNSHostnames: false}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: MASTER_ADDR, value: train-node-0-0.train}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      env: [{name: MASTER_ADDR, value: train-node-0-0.train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object, object_name
from render.manifests.pods import pods
from render.problem import Severity
from render.programs.endpoints import rendezvous_endpoints
from render.programs.programs import programs
from render.rules.rule import Finding, rule

_EFFECTS = {
    "enableDNSHostnames": "the pods of the JobSet have no DNS names",
    "publishNotReadyAddresses": "the pods of the JobSet have DNS names only once they are ready",
}


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=tuple(_EFFECTS))
def check(item: Object) -> Iterator[Finding]:
    """Report names of the JobSet's own pods if it doesn't create them and no pod sets a subdomain."""
    network = item.data.get("spec", {}).get("network", {})
    off = [field for field in _EFFECTS if network.get(field) is False]
    if not off or any("subdomain" in pod.spec for pod in pods(item)):
        return
    hosts = sorted(
        {host for program in programs(item) for _, _, host in rendezvous_endpoints(program) if _is_own(item, host)}
    )
    for field in off if hosts else ():
        yield Finding(("spec", "network", field), f"{_EFFECTS[field]}, but the run uses `{hosts[0]}`", "remove it")


def _is_own(item: Object, host: str) -> bool:
    return object_name(item) is not None and host.startswith(f"{object_name(item)}-")
