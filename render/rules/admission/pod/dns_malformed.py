"""ADM214 dns-malformed: a pod's own resolver configuration can't be one.

With `dnsPolicy: None` there must be a name server; there are at most three name servers, which are addresses, and
32 search domains of 2048 characters together; an option has a name. The API server refuses the pod.

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

from render.kube import addresses, dns
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, invalid, required
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

MAX_SERVERS = 3
MAX_SEARCHES = 32
MAX_SEARCH_CHARACTERS = 2048


@rule(keys=("dnsConfig", "dnsPolicy"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the configuration, or that there is none."""
    path, config = (*pod.spec_path, "dnsConfig"), pod.spec.get("dnsConfig", {})
    if pod.spec.get("dnsPolicy") == "None" and not config.get("nameservers"):
        yield required((*path, "nameservers"), "must provide at least one DNS nameserver when `dnsPolicy` is None")
    yield from _servers(path, config)
    yield from _searches(path, config)
    for place, option in listed(path, config, "options"):
        if not option.get("name"):
            yield required((*place, "name"), "must not be empty")


def _servers(path: Path, config: Data) -> Iterator[Finding]:
    servers = config.get("nameservers", ())
    if len(servers) > MAX_SERVERS:
        yield invalid((*path, "nameservers"), servers, f"must not have more than {MAX_SERVERS} nameservers")
    for place, server in listed(path, config, "nameservers"):
        if not addresses.is_address(server):
            yield invalid(place, server, addresses.MALFORMED)


def _searches(path: Path, config: Data) -> Iterator[Finding]:
    searches = config.get("searches", ())
    if len(searches) > MAX_SEARCHES:
        yield invalid((*path, "searches"), searches, f"must not have more than {MAX_SEARCHES} search paths")
    if len(" ".join(searches).encode()) > MAX_SEARCH_CHARACTERS:
        yield invalid((*path, "searches"), searches, f"must not have more than {MAX_SEARCH_CHARACTERS} characters")
    for place, search in listed(path, config, "searches"):
        if search != ".":
            yield from each_invalid(place, search, dns.search_domain(search.removesuffix(".")))
