"""RES131 machine-without-gpus: the pod requests GPUs, and the machines that it selects have none.

Families of machines for general purposes, compute or memory have no GPUs: no node has both the label and the resource,
and pods wait.

Source: https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: m5.24xlarge}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
"""

import re
from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.rules.resources._nodes import INSTANCE_TYPES, KEYS, wanted_labels
from render.rules.rule import Finding, rule

_AMAZON = r"(a1|[cdimrtxz]\d\w*|h1|hpc\d\w*|i[ms]4gn|is4gen|u-?\w*|vt1)(-flex)?\.[\w-]+"
"""https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html"""
_GOOGLE = r"(c2d?|c3d?|c4[ad]?|e2|h3|h4d|m[1-4]|n2d?|n4d?|t2[ad]|x4|z3)-[\w-]+"
"""https://docs.cloud.google.com/compute/docs/machine-resource. GPUs can be added to N1."""
_AZURE = r"Standard_([ABDEFL]|[DE]C|FX|H[BCX]?|M)\d\w*"
"""https://learn.microsoft.com/azure/virtual-machines/sizes/overview"""
_WITHOUT = re.compile(f"{_AMAZON}|{_GOOGLE}|{_AZURE}")


@rule(keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Compare the names of machines with families that have no GPUs."""
    for pod in pods(item):
        gpus = sum(gpu_count(one.get("resources") or {}) for one in pod.spec.get("containers", []))
        for wanted in wanted_labels(pod) if gpus else ():
            is_without = wanted.values and all(map(_WITHOUT.fullmatch, wanted.values))
            if wanted.key in INSTANCE_TYPES and is_without:
                names = ", ".join(f"`{value}`" for value in wanted.values)
                message = f"{names} has no GPUs, but the pod requests {gpus}"
                yield Finding(wanted.paths[0], message, "select a machine with GPUs, or remove the selector")
