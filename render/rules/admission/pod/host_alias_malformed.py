"""ADM215 host-alias-malformed: a line of a pod's hosts file has no address, or names that are none.

Each of `hostAliases` is an IP address with host names for it. The API server refuses the pod.

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

from render.kube import addresses, dns
from render.manifests.places import listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule


@rule(keys=("hostAliases",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each line."""
    for path, alias in listed(pod.spec_path, pod.spec, "hostAliases"):
        address = alias.get("ip", "")
        if not addresses.is_address(address):
            yield invalid((*path, "ip"), address, addresses.MALFORMED)
        for place, name in listed(path, alias, "hostnames"):
            yield from each_invalid(place, name, dns.subdomain(name))
