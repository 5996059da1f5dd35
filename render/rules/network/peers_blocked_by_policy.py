"""NET207 peers-blocked-by-policy: NetworkPolicies block connections between the pods of a run.

A pod that a policy selects only accepts connections that some policy allows. The rendezvous uses the port of the first
node; NCCL and gloo listen at ports that the kernel chooses. If the cluster's network plugin enforces policies, the
preflight check, the rendezvous or the first collective times out. Policies add up: one outside the manifests may allow
the connections.

The rule doesn't check an input with more than 100,000 pairs of a policy and a pod.

Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/#the-two-sorts-of-pod-isolation

Example:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: train}
    spec:
      podSelector: {matchLabels: {app: train}}
      ingress: [{from: [{podSelector: {matchLabels: {app: trainer}}}]}]
    ---
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completionMode: Indexed
              completions: 2
              parallelism: 2
              template:
                metadata: {labels: {app: train}}
                spec:
                  containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: train}
    spec:
      podSelector: {matchLabels: {app: train}}
      ingress: [{from: [{podSelector: {matchLabels: {app: train}}}]}]
    ---
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completionMode: Indexed
              completions: 2
              parallelism: 2
              template:
                metadata: {labels: {app: train}}
                spec:
                  containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator
from itertools import islice

from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.programs.endpoints import rendezvous_ports
from render.programs.network import has_more_networks
from render.programs.programs import programs
from render.programs.replicas import node_count
from render.rules.network._policies import DIRECTIONS, Ports, isolates, may_allow
from render.rules.rule import Finding, Objects, rule

_POLICY = "networking.k8s.io/NetworkPolicy"
_MANY = 100_000
"""The largest number of pairs of a policy and a pod to compare."""
_ALL = Ports(1, 65535)
_CHOSEN = Ports(32768, 60999)
"""The default range that Linux chooses ports from: `ip_local_port_range` in
https://docs.kernel.org/networking/ip-sysctl.html"""


@rule(severity=Severity.WARNING, kinds=(_POLICY,))
def check(items: Objects) -> Iterator[Finding]:
    """Compare what the policies allow with the connections that the pods of each run need."""
    policies = tuple(item for item in items if item.kind.group_kind == _POLICY)
    if len(policies) * sum(len(pods(item)) for item in items) > _MANY:
        return
    for item in items:
        for direction in DIRECTIONS:
            yield from islice(_blocked(policies, item, direction), 1)


def _blocked(policies: Objects, item: Object, direction: str) -> Iterator[Finding]:
    """Yield a finding for each pod template whose replicas can't connect to each other."""
    for pod in pods(item):
        first = next((policy for policy in policies if isolates(policy, pod, direction)), None)
        if first is not None and not pod.spec.get("hostNetwork"):
            for wanted, effect in _required_ports(item, pod):
                if not any(may_allow(policy, pod, direction, wanted) for policy in policies):
                    message = f"no policy allows connections between the pods of {item.label}{effect}"
                    hint = f"add a rule in `{direction}` whose `{DIRECTIONS[direction]}` selects them, without `ports`"
                    yield Finding(_place(first, direction), message, hint, first)


def _required_ports(item: Object, pod: Pod) -> Iterator[tuple[Ports, str]]:
    """Yield the ports at which the replicas of a pod must reach each other, with the effect if they can't."""
    known = sorted({int(port) for program in programs(item) for port in rendezvous_ports(program) if port.isdecimal()})
    count = node_count(pod, knows_others=bool(known))
    if count is not None and count > 1:
        yield _ALL, ": preflight and the rendezvous time out"
        yield from ((Ports(port, port), f" at port {port}: the rendezvous times out") for port in known)
        if known and not has_more_networks(pod):
            yield _CHOSEN, " at the ports that NCCL and gloo choose: the first collective times out"


def _place(policy: Object, direction: str) -> tuple[str, ...]:
    spec = policy.data.get("spec", {})
    return ("spec", *[key for key in (direction, "podSelector") if key in spec][:1])
