"""ADM522 stateful-set-service-malformed: a StatefulSet's `serviceName` is invalid.

`serviceName` becomes part of the pods' host names, so it is a DNS label. The API server rejects the StatefulSet.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#stable-network-id

Example:
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: store}
    spec:
      serviceName: store.local
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: store}]}}
Use instead:
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {name: store}
    spec:
      serviceName: store
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: store}]}}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=("apps/StatefulSet",), keys=("serviceName",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of the Service."""
    name = item.data.get("spec", {}).get("serviceName", "")
    if name:
        yield from each_invalid(("spec", "serviceName"), name, dns.label_errors(name))
