"""NET115 host-port-shared: on the host network, two runs or two roles use the same port.

With `hostNetwork`, a port belongs to the node. The scheduler never places two pods that declare the same port on one
node. If the port isn't declared, the second pod fails to bind it, or joins the other run's rendezvous.

Source: https://github.com/kubeflow/mpi-operator/issues/593

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: one}
    spec:
      template:
        spec:
          hostNetwork: true
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{containerPort: 29713}]}]
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: two}
    spec:
      template:
        spec:
          hostNetwork: true
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{containerPort: 29713}]}]
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: one}
    spec:
      template:
        spec:
          hostNetwork: true
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{containerPort: 29713}]}]
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: two}
    spec:
      template:
        spec:
          hostNetwork: true
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{containerPort: 29714}]}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.programs.endpoints import rendezvous_ports
from render.programs.programs import programs
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import Path

_RUNS = frozenset(
    {
        "batch.volcano.sh/Job",
        "batch/Job",
        "jobset.x-k8s.io/JobSet",
        "kubeflow.org/MPIJob",
        "kubeflow.org/PyTorchJob",
        "ray.io/RayCluster",
        "ray.io/RayJob",
    }
)
_DEFAULT = "29500"
"""torch's default, which NET104 reports."""


@rule(severity=Severity.WARNING, keys=("hostNetwork",))
def check(items: Objects) -> Iterator[Finding]:
    """Report a port that an earlier run uses, or an earlier role of the same run."""
    taken: dict[str, str] = {}
    for item in items:
        if item.kind.group_kind not in _RUNS or _is_hook(item):
            continue
        own: dict[str, str] = {}
        for port, path, role in _ports(item):
            other = taken.get(port) if port != _DEFAULT else None
            if other is None and own.setdefault(port, role) != role:
                other = "another role"
            if other is not None:
                message = f"port {port} of the node is also used by {other}"
                yield Finding(path, message, "choose another port", item)
        taken |= {port: item.label for port in own if port not in taken}


def _is_hook(item: Object) -> bool:
    """Return whether an object is a Helm hook, which runs before or after the others."""
    return "helm.sh/hook" in item.data.get("metadata", {}).get("annotations", {})


def _ports(item: Object) -> Iterator[tuple[str, Path, str]]:
    """Yield each port that the pods of an object use on their node, its path if declared, and the pod's role."""
    found: dict[tuple[str, str], Path] = {}
    for pod in pods(item):
        if pod.spec.get("hostNetwork"):
            for port, path in _declared(pod):
                found.setdefault((port, str(pod.path)), path)
    for program in programs(item):
        for port in sorted(rendezvous_ports(program)) if program.host_network else ():
            if port not in {known for known, _ in found}:
                found[port, ""] = program.host_network or ()
    yield from ((port, path, role) for (port, role), path in found.items())


def _declared(pod: Pod) -> Iterator[tuple[str, Path]]:
    for container in pod.containers:
        for index, port in enumerate(container.data.get("ports", ())):
            place = (*container.path, "ports", index, "containerPort")
            yield str(port.get("hostPort", port.get("containerPort"))), place
