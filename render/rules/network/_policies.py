"""NetworkPolicies: the pods that they select, and the connections between pods that they may admit.

A label that a controller may add, a namespace's labels and a pod's address are known in the cluster alone: where they
decide, a policy may admit, and is not sure to select.

Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from render.kube import selector
from render.manifests.identity import can_meet, namespace
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.pods import Pod
from render.rules.network._labels import labels

DIRECTIONS: Mapping[str, str] = {"ingress": "from", "egress": "to"}
"""By the field of a policy's rules: the field of their peers."""
_NAMESPACE = "kubernetes.io/metadata.name"
"""The label that the API server writes on every namespace: its name."""

_BARE = frozenset({"controller-uid", "job-name"})
"""Labels without a prefix that the Job controller writes."""


class Ports(NamedTuple):
    """A range of TCP ports."""

    first: int
    last: int


def isolates(policy: Object, pod: Pod, direction: str) -> bool:
    """Say whether a policy is sure to select a pod, and to be about this direction of its connections."""
    wanted, known = _selector(policy), labels(pod)
    is_near = namespace(policy) == namespace(pod.object)
    is_sure = _without(wanted, _is_open(known)) == wanted
    return is_near and is_sure and selector.matches(wanted, known) and _is_about(policy, direction)


def may_admit(policy: Object, pod: Pod, direction: str, ports: Ports) -> bool:
    """Say whether a policy may let copies of a pod connect to each other, at one of some ports at least."""
    if not (can_meet(policy, pod.object) and _is_about(policy, direction) and _may_select(_selector(policy), pod)):
        return False
    return any(
        _may_be_peer(rule.get(DIRECTIONS[direction], ()), policy, pod) and _opens(rule.get("ports", ()), pod, ports)
        for rule in policy.data.get("spec", {}).get(direction, ())
    )


def _selector(policy: Object) -> Data:
    found: Data = policy.data.get("spec", {}).get("podSelector", {})
    return found


def _is_about(policy: Object, direction: str) -> bool:
    """Say whether a policy has a type, which is written or follows from its rules."""
    spec = policy.data.get("spec", {})
    types = spec.get("policyTypes") or ["Ingress", *(["Egress"] if spec.get("egress") else [])]
    return direction.capitalize() in types


def _may_select(wanted: Data, pod: Pod) -> bool:
    known = labels(pod)
    return selector.matches(_without(wanted, _is_open(known)), known)


def _may_be_peer(peers: tuple[Data, ...], policy: Object, pod: Pod) -> bool:
    return not peers or any("ipBlock" in peer or _may_be(peer, policy, pod) for peer in peers)


def _may_be(peer: Data, policy: Object, pod: Pod) -> bool:
    own = namespace(pod.object) or namespace(policy)
    known = {} if own is None else {_NAMESPACE: own}
    wanted = _without(peer.get("namespaceSelector", {}), lambda key: key not in known)
    return selector.matches(wanted, known) and _may_select(peer.get("podSelector", {}), pod)


def _is_open(known: Mapping[str, str]) -> Callable[[str], bool]:
    """Return what says whether a controller may add a label: most of what they add has a prefix."""
    return lambda key: key not in known and ("/" in key or key in _BARE)


def _without(wanted: Data, is_open: Callable[[str], bool]) -> Data:
    """Return a selector without what it wants of labels that nobody knows yet."""
    if not any(map(is_open, _keys(wanted))):
        return wanted
    pairs = {key: value for key, value in wanted.get("matchLabels", {}).items() if not is_open(key)}
    expressions = [found for found in wanted.get("matchExpressions", ()) if not is_open(found["key"])]
    return {"matchLabels": pairs, "matchExpressions": expressions}


def _keys(wanted: Data) -> tuple[str, ...]:
    return (*wanted.get("matchLabels", {}), *(found["key"] for found in wanted.get("matchExpressions", ())))


def _opens(written: tuple[Data, ...], pod: Pod, ports: Ports) -> bool:
    return not written or any(_overlaps(port, pod, ports) for port in written if port.get("protocol", "TCP") == "TCP")


def _overlaps(port: Data, pod: Pod, ports: Ports) -> bool:
    if "port" not in port:
        return True
    first = port["port"]
    if isinstance(first, str):
        return any(ports.first <= number <= ports.last for number in _named(pod, first))
    return bool(first <= ports.last and port.get("endPort", first) >= ports.first)


def _named(pod: Pod, name: str) -> tuple[int, ...]:
    written = (port for container in pod.containers for port in container.data.get("ports", ()))
    return tuple(port["containerPort"] for port in written if port.get("name") == name)
