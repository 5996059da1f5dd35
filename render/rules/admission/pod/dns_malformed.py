"""ADM214 dns-malformed: a pod's `dnsConfig` is invalid.

`dnsPolicy: None` requires a name server. There are at most three name servers, which are IP addresses, and at most 32
search domains with 2048 characters together; each option has a name. From Kubernetes 1.36 an address has no leading
zeros. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {dnsPolicy: None, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {dnsPolicy: None, dnsConfig: {nameservers: [10.0.0.10]}, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import addresses, dns
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

MAX_SERVERS = 3
MAX_SEARCHES = 32
MAX_SEARCH_CHARACTERS = 2048


@rule(keys=("dnsConfig", "dnsPolicy"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the resolver configuration."""
    path, config = (*pod.spec_path, "dnsConfig"), pod.spec.get("dnsConfig", {})
    if pod.spec.get("dnsPolicy") == "None" and not config.get("nameservers"):
        yield required((*path, "nameservers"), "must provide at least one DNS nameserver when `dnsPolicy` is None")
    yield from _check_servers(path, config)
    yield from _check_searches(path, config)
    for place, option in list_items(path, config, "options"):
        if not option.get("name"):
            yield required((*place, "name"), "must not be empty")


def _check_servers(path: Path, config: Data) -> Iterator[Finding]:
    servers = config.get("nameservers", ())
    if len(servers) > MAX_SERVERS:
        yield invalid((*path, "nameservers"), servers, f"must not have more than {MAX_SERVERS} nameservers")
    for place, server in list_items(path, config, "nameservers"):
        yield from each_invalid(place, server, addresses.address_errors(server))


def _check_searches(path: Path, config: Data) -> Iterator[Finding]:
    searches = config.get("searches", ())
    if len(searches) > MAX_SEARCHES:
        yield invalid((*path, "searches"), searches, f"must not have more than {MAX_SEARCHES} search paths")
    if len(" ".join(searches).encode()) > MAX_SEARCH_CHARACTERS:
        yield invalid((*path, "searches"), searches, f"must not have more than {MAX_SEARCH_CHARACTERS} characters")
    for place, search in list_items(path, config, "searches"):
        if search != ".":
            yield from each_invalid(place, search, dns.search_domain_errors(search.removesuffix(".")))
