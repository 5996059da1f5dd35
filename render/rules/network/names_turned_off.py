"""NET206 names-turned-off: a JobSet gives its pods no names, or late ones, and they look for each other by name.

JobSet makes a headless Service and host names unless `enableDNSHostnames` is false; with `publishNotReadyAddresses`
false the names appear when the pods are ready. The first node is looked for while it starts.

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

from render.manifests.identity import name
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.programs.endpoints import endpoints
from render.programs.programs import programs
from render.rules.rule import Finding, rule

_EFFECTS = {
    "enableDNSHostnames": "the pods of the JobSet have no names",
    "publishNotReadyAddresses": "the pods of the JobSet have names only when they are ready",
}


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=tuple(_EFFECTS))
def check(item: Object) -> Iterator[Finding]:
    """Look for names of the JobSet's own pods where it does not make them, and no subdomain is written either."""
    network = item.data.get("spec", {}).get("network", {})
    off = [field for field in _EFFECTS if network.get(field) is False]
    if not off or any("subdomain" in pod.spec for pod in pods(item)):
        return
    hosts = sorted({host for program in programs(item) for _, _, host in endpoints(program) if _is_own(item, host)})
    for field in off if hosts else ():
        yield Finding(("spec", "network", field), f"{_EFFECTS[field]}, and `{hosts[0]}` is one of them", "leave it out")


def _is_own(item: Object, host: str) -> bool:
    return name(item) is not None and host.startswith(f"{name(item)}-")
