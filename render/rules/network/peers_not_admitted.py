"""NET207 peers-not-admitted: NetworkPolicies keep the pods of a run from each other.

A pod that a policy selects takes only the connections that some policy admits. The rendezvous needs the port of the
first node; NCCL and gloo listen at ports that the kernel chooses. Where the cluster's network plug-in enforces
policies, the preflight check, the rendezvous or the first collective times out. Policies add up: one that is not among
the manifests may admit the pods. An input with more than 100,000 pairs of a policy and a pod is not compared.

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
from render.programs.copies import nodes
from render.programs.endpoints import ports
from render.programs.network import has_more_networks
from render.programs.programs import programs
from render.rules.network._policies import DIRECTIONS, Ports, isolates, may_admit
from render.rules.rule import Finding, Objects, rule

_POLICY = "networking.k8s.io/NetworkPolicy"
_MANY = 100_000
"""Of pairs of a policy and a pod."""
_ALL = Ports(1, 65535)
_CHOSEN = Ports(32768, 60999)
"""What Linux chooses from unless it is told otherwise: `ip_local_port_range` in
https://docs.kernel.org/networking/ip-sysctl.html"""


@rule(severity=Severity.WARNING, kinds=(_POLICY,))
def check(items: Objects) -> Iterator[Finding]:
    """Compare what the policies admit with what the pods of each run need of each other."""
    policies = tuple(item for item in items if item.kind.group_kind == _POLICY)
    if len(policies) * sum(len(pods(item)) for item in items) > _MANY:
        return
    for item in items:
        for direction in DIRECTIONS:
            yield from islice(_unmet(policies, item, direction), 1)


def _unmet(policies: Objects, item: Object, direction: str) -> Iterator[Finding]:
    """Yield a finding for each template whose copies can't connect to each other."""
    for pod in pods(item):
        first = next((policy for policy in policies if isolates(policy, pod, direction)), None)
        if first is not None and not pod.spec.get("hostNetwork"):
            for wanted, words in _needs(item, pod):
                if not any(may_admit(policy, pod, direction, wanted) for policy in policies):
                    message = f"no policy admits connections between the pods of {item.label}{words}"
                    hint = f"a rule in `{direction}` whose `{DIRECTIONS[direction]}` selects them, without `ports`"
                    yield Finding(_place(first, direction), message, hint, first)


def _needs(item: Object, pod: Pod) -> Iterator[tuple[Ports, str]]:
    """Yield the ports at which the copies of a pod must reach each other, and what comes of it where they can't."""
    known = sorted({int(port) for program in programs(item) for port in ports(program) if port.isdecimal()})
    count = nodes(pod, knows_others=bool(known))
    if count is not None and count > 1:
        yield _ALL, ": preflight and the rendezvous time out"
        yield from ((Ports(port, port), f" at port {port}: the rendezvous times out") for port in known)
        if known and not has_more_networks(pod):
            yield _CHOSEN, " at the ports that NCCL and gloo choose: the first collective times out"


def _place(policy: Object, direction: str) -> tuple[str, ...]:
    spec = policy.data.get("spec", {})
    return ("spec", *[key for key in (direction, "podSelector") if key in spec][:1])
