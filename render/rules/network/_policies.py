"""NetworkPolicies: the pods that they select, and the connections between pods that they may allow.

Labels that a controller may add, a namespace's labels and a pod's address are only known in the cluster. If they
decide, a policy may allow a connection, and doesn't certainly select a pod.

Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from render.kube import selector
from render.manifests.objects import Object, may_share_namespace, object_namespace
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.rules.network._labels import labels

DIRECTIONS: Mapping[str, str] = {"ingress": "from", "egress": "to"}
"""The field of a policy's rules by direction, with the field of their peers."""
_NAMESPACE = "kubernetes.io/metadata.name"
"""The label that the API server sets on every namespace: its name."""

_BARE = frozenset({"controller-uid", "job-name"})
"""Labels without a prefix that the Job controller sets."""


class Ports(NamedTuple):
    """A range of TCP ports."""

    first: int
    last: int


def isolates(policy: Object, pod: Pod, direction: str) -> bool:
    """Return whether a policy certainly selects a pod and applies to this direction of its connections."""
    wanted, known = _selector(policy), labels(pod)
    is_near = object_namespace(policy) == object_namespace(pod.object)
    is_sure = _without_unknown(wanted, _may_be_added(known)) == wanted
    return is_near and is_sure and selector.matches(wanted, known) and _applies_to(policy, direction)


def may_allow(policy: Object, pod: Pod, direction: str, ports: Ports) -> bool:
    """Return whether a policy may allow connections between replicas of a pod, at one or more of the ports."""
    if not (
        may_share_namespace(policy, pod.object)
        and _applies_to(policy, direction)
        and _may_select(_selector(policy), pod)
    ):
        return False
    return any(
        _may_be_peer(rule.get(DIRECTIONS[direction], ()), policy, pod) and _opens(rule.get("ports", ()), pod, ports)
        for rule in policy.data.get("spec", {}).get(direction, ())
    )


def _selector(policy: Object) -> Data:
    found: Data = policy.data.get("spec", {}).get("podSelector", {})
    return found


def _applies_to(policy: Object, direction: str) -> bool:
    """Return whether a policy applies to a direction: its types are set, or follow from its rules."""
    spec = policy.data.get("spec", {})
    types = spec.get("policyTypes") or ["Ingress", *(["Egress"] if spec.get("egress") else [])]
    return direction.capitalize() in types


def _may_select(wanted: Data, pod: Pod) -> bool:
    known = labels(pod)
    return selector.matches(_without_unknown(wanted, _may_be_added(known)), known)


def _may_be_peer(peers: tuple[Data, ...], policy: Object, pod: Pod) -> bool:
    return not peers or any("ipBlock" in peer or _may_be(peer, policy, pod) for peer in peers)


def _may_be(peer: Data, policy: Object, pod: Pod) -> bool:
    own = object_namespace(pod.object) or object_namespace(policy)
    known = {} if own is None else {_NAMESPACE: own}
    wanted = _without_unknown(peer.get("namespaceSelector", {}), lambda key: key not in known)
    return selector.matches(wanted, known) and _may_select(peer.get("podSelector", {}), pod)


def _may_be_added(known: Mapping[str, str]) -> Callable[[str], bool]:
    """Return a predicate: whether a controller may add a label. Most labels of controllers have a prefix."""
    return lambda key: key not in known and ("/" in key or key in _BARE)


def _without_unknown(wanted: Data, may_be_added: Callable[[str], bool]) -> Data:
    """Return a selector without its conditions on labels that are not known yet."""
    if not any(map(may_be_added, _keys(wanted))):
        return wanted
    pairs = {key: value for key, value in wanted.get("matchLabels", {}).items() if not may_be_added(key)}
    expressions = [found for found in wanted.get("matchExpressions", ()) if not may_be_added(found["key"])]
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
