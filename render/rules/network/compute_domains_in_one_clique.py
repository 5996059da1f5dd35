"""NET208 compute-domains-in-one-clique: two ComputeDomains share the NVLink domain of one rack.

NVIDIA's driver starts IMEX daemons for each ComputeDomain. Two of them on the nodes of one clique contradict each other
about who may map whose memory: `cuMemSetAccess` fails now and then with `CUDA_ERROR_NOT_SUPPORTED`, in both runs. The
issue is open as of driver 25.12. A node itself is in one ComputeDomain at most. Give each run a clique of its own, or
one ComputeDomain for both.

Source: https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/issues/892

Example:
    apiVersion: resource.nvidia.com/v1beta1
    kind: ComputeDomain
    metadata: {name: one}
    spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: one-channel}}}
    ---
    apiVersion: resource.nvidia.com/v1beta1
    kind: ComputeDomain
    metadata: {name: two}
    spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: two-channel}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: one}
    spec:
      template:
        spec:
          restartPolicy: Never
          nodeSelector: {nvidia.com/gpu.clique: 7b8a.1}
          resourceClaims: [{name: channel, resourceClaimTemplateName: one-channel}]
          containers: [{name: node, image: "registry.example/train:1"}]
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: two}
    spec:
      template:
        spec:
          restartPolicy: Never
          nodeSelector: {nvidia.com/gpu.clique: 7b8a.1}
          resourceClaims: [{name: channel, resourceClaimTemplateName: two-channel}]
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: resource.nvidia.com/v1beta1
    kind: ComputeDomain
    metadata: {name: one}
    spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: one-channel}}}
    ---
    apiVersion: resource.nvidia.com/v1beta1
    kind: ComputeDomain
    metadata: {name: two}
    spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: two-channel}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: one}
    spec:
      template:
        spec:
          restartPolicy: Never
          nodeSelector: {nvidia.com/gpu.clique: 7b8a.1}
          resourceClaims: [{name: channel, resourceClaimTemplateName: one-channel}]
          containers: [{name: node, image: "registry.example/train:1"}]
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: two}
    spec:
      template:
        spec:
          restartPolicy: Never
          nodeSelector: {nvidia.com/gpu.clique: 7b8a.2}
          resourceClaims: [{name: channel, resourceClaimTemplateName: two-channel}]
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from render.manifests.device_claims import COMPUTE_DOMAIN, channel_template
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.rules.resources._nodes import wanted_labels
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.error import Path

_CLIQUE = "nvidia.com/gpu.clique"
_HOOKS = ("helm.sh/hook", "argocd.argoproj.io/hook")


class _Member(NamedTuple):
    """The pods of a ComputeDomain."""

    domain: str
    pod: Pod
    path: Path
    cliques: frozenset[str]
    """Cliques that the pods name; empty if they name none."""


@rule(keys=("resourceClaimTemplateName",))
def check(items: Objects) -> Iterator[Finding]:
    """Report pods in two ComputeDomains, and two ComputeDomains whose pods name one clique."""
    domains = {_channel(item): item.label for item in items if item.kind.group_kind == COMPUTE_DOMAIN}
    members = [one for item in items if len(domains) > 1 and not _is_hook(item) for one in _members(item, domains)]
    for one, other in combinations(members, 2):
        if one.domain == other.domain:
            continue
        shared = sorted(one.cliques & other.cliques)
        if one.pod is other.pod:
            message = f"a node is in one ComputeDomain at most, and the pod is in {one.domain} and {other.domain}"
            yield Finding(other.path, message, "claim one of them", other.pod.object)
        elif shared:
            message = f"{one.domain} has nodes of the clique `{shared[0]}` as well: two ComputeDomains break each other"
            yield Finding(other.path, message, "use another clique, or one ComputeDomain for both", other.pod.object)


def _channel(item: Object) -> tuple[str, str]:
    return item.data.get("metadata", {}).get("namespace", ""), channel_template(item)


def _members(item: Object, domains: dict[tuple[str, str], str]) -> Iterator[_Member]:
    namespace = item.data.get("metadata", {}).get("namespace", "")
    for pod in pods(item):
        cliques = next((wanted.values for wanted in wanted_labels(pod) if wanted.key == _CLIQUE), ())
        for index, claim in enumerate(pod.spec.get("resourceClaims", ())):
            domain = domains.get((namespace, claim.get("resourceClaimTemplateName", "")))
            if domain is not None:
                path = (*pod.spec_path, "resourceClaims", index, "resourceClaimTemplateName")
                yield _Member(domain, pod, path, frozenset(cliques))


def _is_hook(item: Object) -> bool:
    """Return True for an object that is gone before the run starts."""
    annotations = item.data.get("metadata", {}).get("annotations", {})
    return any(name in annotations for name in _HOOKS)
