"""ADM104 namespace-malformed: an object's namespace is not a valid name.

A namespace's name is a DNS label: lower case letters, digits and `-`, at most 63 characters. No other namespace can
exist, so the API server rejects the object: it does not find the namespace.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, namespace: ML_Team}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, namespace: ml-team}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(keys=("namespace",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of the namespace."""
    if namespace := item.data.get("metadata", {}).get("namespace", ""):
        yield from each_invalid(("metadata", "namespace"), namespace, dns.label_errors(namespace))
