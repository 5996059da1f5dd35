"""SCD203 gang-resources-differ: `minResources` of a gang is not the sum of its pods' requests.

Volcano admits a gang once `minResources` are free. If its pods need more, the gang is admitted and doesn't fit; if they
need less, it waits for resources that it never uses.

Source: https://volcano.sh/en/docs/podgroup/

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 4, minResources: {nvidia.com/gpu: "8"}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        metadata: {annotations: {scheduling.k8s.io/group-name: train}}
        spec:
          schedulerName: volcano
          restartPolicy: Never
          containers:
            - name: node
              image: registry.example/train:1
              resources: {limits: {nvidia.com/gpu: "8"}}
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: train}
    spec: {minMember: 4, minResources: {nvidia.com/gpu: "32"}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      parallelism: 4
      template:
        metadata: {annotations: {scheduling.k8s.io/group-name: train}}
        spec:
          schedulerName: volcano
          restartPolicy: Never
          containers:
            - name: node
              image: registry.example/train:1
              resources: {limits: {nvidia.com/gpu: "8"}}
"""

from collections.abc import Iterator
from fractions import Fraction

from render.kube.quantity import amount
from render.manifests.pod_resources import Needs, effective_requests
from render.problem import Severity
from render.programs.replicas import replica_count
from render.rules.gangs import Gang, gangs
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("minResources",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare `minResources` with the sum over the pods of the gang."""
    for gang in gangs(items):
        reserved, needed = gang.item.data["spec"].get("minResources", {}), _needed(gang)
        for name, quantity in reserved.items() if needed is not None else ():
            found, wanted = amount(quantity), (needed or {}).get(name, Fraction(0))
            if found is not None and found != wanted:
                message = (
                    f"the gang reserves {quantity} of `{name}`, but its {gang.minimum} pods request {_format(wanted)}"
                )
                path = ("spec", "minResources", name)
                yield Finding(path, message, f"set it to `{_format(wanted)}`, the sum over the pods", gang.item)


def _needed(gang: Gang) -> Needs | None:
    """Return the requests of the smallest gang; None if that depends on which pods start first."""
    each = [(effective_requests(member.pod), replica_count(member.pod) or 0) for member in gang.members]
    if len(each) == 1:
        return {name: value * gang.minimum for name, value in each[0][0].items()}
    if gang.size != gang.minimum:
        return None
    names = sorted({name for needed, _ in each for name in needed})
    return {name: sum((needed.get(name, Fraction(0)) * count for needed, count in each), Fraction(0)) for name in names}


def _format(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"
