"""NET202 service-port-unnamed: a Service targets a named port that no container has.

A `targetPort` that is a name refers to a port of the pods' containers. If none has it, the Service has no endpoint for
this port, and every connection is refused.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {selector: {app: train}, ports: [{port: 29500, targetPort: rendezvous}]}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{name: master, containerPort: 29500}]}]
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {selector: {app: train}, ports: [{port: 29500, targetPort: master}]}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1", ports: [{name: master, containerPort: 29500}]}]
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.problem import Severity
from render.rules.network._selection import selections
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("targetPort",))
def check(items: Objects) -> Iterator[Finding]:
    """Report names of ports that none of the selected pods has."""
    for selection in selections(items):
        names = {name for pod in selection.chosen for name in _ports(pod)}
        for path, port in list_items(("spec",), selection.service.data["spec"], "ports") if selection.chosen else ():
            target = port.get("targetPort")
            if isinstance(target, str) and target not in names:
                has = f"they have {', '.join(f'`{name}`' for name in sorted(names))}" if names else "they name no ports"
                message = f"no selected pod has a port `{target}`: {has}"
                yield Finding((*path, "targetPort"), message, "use the name or the number of a port", selection.service)


def _ports(pod: Pod) -> Iterator[str]:
    for container in pod.containers:
        yield from (port["name"] for port in container.data.get("ports", ()) if "name" in port)
