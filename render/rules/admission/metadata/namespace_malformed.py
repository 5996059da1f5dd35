"""ADM104 namespace-malformed: an object is put into a namespace that can't exist.

A namespace's name is a DNS label: lower case letters, digits and `-`, at most 63 characters. No namespace of another
name can be created, so the API server does not find it.

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

from render.kube import dns
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule


@rule(keys=("namespace",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with a namespace's name."""
    if namespace := item.data.get("metadata", {}).get("namespace", ""):
        yield from each_invalid(("metadata", "namespace"), namespace, dns.label(namespace))
