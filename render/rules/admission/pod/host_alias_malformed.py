"""ADM215 host-alias-malformed: a host alias has an invalid IP address or host name.

Each of `hostAliases` has an IP address and host names for it. From Kubernetes 1.36 an address has no leading zeros. The
API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/network/customize-hosts-file-for-pods/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostAliases: [{ip: localhost, hostnames: [store]}], containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {hostAliases: [{ip: 127.0.0.1, hostnames: [store]}], containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import addresses, dns
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(keys=("hostAliases",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each host alias."""
    for path, alias in list_items(pod.spec_path, pod.spec, "hostAliases"):
        address = alias.get("ip", "")
        yield from each_invalid((*path, "ip"), address, addresses.address_errors(address))
        for place, name in list_items(path, alias, "hostnames"):
            yield from each_invalid(place, name, dns.subdomain_errors(name))
