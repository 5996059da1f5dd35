"""RES128 claim-gpus-differ: a ResourceClaimTemplate gives another number of GPUs than the run counts.

A run counts the GPUs of an existing template by what the spec says (`gpus` in `pod.resourceClaims`). Where the template
is among the files, both are compared: with fewer GPUs, processes share one and NCCL stops; with more, GPUs are idle.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/

Example:
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaimTemplate
    metadata: {name: gpus}
    spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}]}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        spec:
          restartPolicy: Never
          resourceClaims: [{name: gpus, resourceClaimTemplateName: gpus}]
          initContainers:
            - {name: preflight, image: "registry.example/train:1", args: [--gpus=8]}
          containers: [{name: node, image: "registry.example/train:1", resources: {claims: [{name: gpus}]}}]
Use instead:
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaimTemplate
    metadata: {name: gpus}
    spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 8}}]}}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        spec:
          restartPolicy: Never
          resourceClaims: [{name: gpus, resourceClaimTemplateName: gpus}]
          initContainers:
            - {name: preflight, image: "registry.example/train:1", args: [--gpus=8]}
          containers: [{name: node, image: "registry.example/train:1", resources: {claims: [{name: gpus}]}}]
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.device_claims import TEMPLATE, device_templates, gpus_by_claims
from render.manifests.pods import Pod, pods
from render.rules.rule import Finding, Objects, rule

_OPTION = "--gpus="


@rule(keys=("resourceClaimTemplateName",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the templates of a pod, if all of them are known, with the GPUs that its preflight check expects."""
    if not any(item.kind.group_kind == TEMPLATE for item in items):
        return
    templates = device_templates(items)
    for pod in (pod for item in items for pod in pods(item)):
        namespace = pod.object.data.get("metadata", {}).get("namespace", "")
        expected, claimed = _expected(pod), gpus_by_claims(pod.spec, namespace, templates)
        if expected is None or claimed is None or not pod.spec.get("resourceClaims"):
            continue
        total = claimed + max(gpu_count(container.data.get("resources", {})) for container in pod.containers)
        if total != expected:
            message = f"the claims of the pod give {total} GPUs, and the run counts {expected}"
            hint = "set `gpus` in `pod.resourceClaims` to what the template gives"
            yield Finding((*pod.spec_path, "resourceClaims"), message, hint, pod.object)


def _expected(pod: Pod) -> int | None:
    """Return the GPUs that the chart's preflight check expects on a node; None if there is no such check."""
    for container in pod.containers:
        for word in container.data.get("args", ()) if container.data.get("name") == "preflight" else ():
            if word.startswith(_OPTION) and word.removeprefix(_OPTION).isdecimal():
                return int(word.removeprefix(_OPTION))
    return None
