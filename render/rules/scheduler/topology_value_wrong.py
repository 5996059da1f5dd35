"""SCD121 topology-value-wrong: a topology annotation of Kueue has a value of the wrong kind.

`podset-required-topology` and `podset-preferred-topology` name a level of the cluster's Topology: the label of its
nodes, such as `cloud.provider.com/topology-block`. No flavor has a level `true`, so the workload is never admitted.
Only `podset-unconstrained-topology` is a switch.

Source: https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/

Example:
    image: registry.example/train:1
    numNodes: 2
    scheduler: kueue
    kueue: {queue: research}
    pod: {annotations: {kueue.x-k8s.io/podset-required-topology: "true"}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    scheduler: kueue
    kueue: {queue: research}
    pod: {annotations: {kueue.x-k8s.io/podset-required-topology: cloud.provider.com/topology-block}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.rule import Finding, rule

_DOMAIN = "kueue.x-k8s.io/podset-"
_LEVELS = (f"{_DOMAIN}required-topology", f"{_DOMAIN}preferred-topology", f"{_DOMAIN}slice-required-topology")
_SWITCH = f"{_DOMAIN}unconstrained-topology"
_BOOLEANS = ("0", "1", "f", "false", "n", "no", "off", "on", "t", "true", "y", "yes", "required", "preferred", "")


@rule(keys=(*_LEVELS, _SWITCH))
def check(item: Object) -> Iterator[Finding]:
    """Report switches in the place of levels, and levels in the place of a switch."""
    for pod in pods(item):
        path = (*pod.path, "metadata", "annotations")
        for name, value in pod.metadata.get("annotations", {}).items():
            if name in _LEVELS and value.lower() in _BOOLEANS:
                message = f"`{value}` is not a level of a topology: Kueue never admits the workload"
                yield Finding((*path, name), message, "name the label of a level, such as `kubernetes.io/hostname`")
            elif name == _SWITCH and value not in ("true", "false"):
                message = f"`{name}` is `true` or `false`, not `{value}`"
                yield Finding((*path, name), message, f"for a level, use `{_LEVELS[0]}`")
