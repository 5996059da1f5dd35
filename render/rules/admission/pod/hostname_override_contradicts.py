"""ADM218 hostname-override-contradicts: a pod's `hostnameOverride` is invalid, or conflicts with another field.

`hostnameOverride` is a DNS subdomain of at most 64 characters. It conflicts with `hostNetwork`, whose pods have the
node's name, and with `setHostnameAsFQDN`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-hostname/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostnameOverride: rank-0, hostNetwork: true, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostnameOverride: rank-0, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, forbidden, too_long
from render.rules.rule import Finding, rule

MAX_LENGTH = 64


@rule(keys=("hostnameOverride",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the name, and the fields that conflict with it."""
    name, path = pod.spec.get("hostnameOverride"), (*pod.spec_path, "hostnameOverride")
    if name is None:
        return
    for field in ("setHostnameAsFQDN", "hostNetwork"):
        if pod.spec.get(field):
            yield forbidden(path, f"may not be specified when {field} is true")
    if len(name) > MAX_LENGTH:
        yield too_long(path, MAX_LENGTH)
    yield from each_invalid(path, name, dns.subdomain_errors(name))
