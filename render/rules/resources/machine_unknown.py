"""RES101 machine-unknown: no cloud has a machine of this name, but one has a similar one.

Pods wait until a node has the label. With a mistyped machine type or accelerator no node ever does, and no autoscaler
adds one.

Source: https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html

Example:
    image: registry.example/train:1
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48x.large}}
Use instead:
    image: registry.example/train:1
    pod: {nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}}
"""

import re
from collections.abc import Iterator

from render.kube.hardware import gpu_in, machines
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.rules.resources._nodes import ACCELERATOR, INSTANCE_TYPES, KEYS, wanted_labels
from render.rules.rule import Finding, rule

_ACCELERATORS = frozenset(
    (
        *("nvidia-a100-80gb", "nvidia-b200", "nvidia-gb200", "nvidia-gb300", "nvidia-h100-80gb"),
        *("nvidia-h100-mega-80gb", "nvidia-h200-141gb", "nvidia-l4", "nvidia-rtx-pro-6000", "nvidia-tesla-a100"),
        *("nvidia-tesla-k80", "nvidia-tesla-p100", "nvidia-tesla-p4", "nvidia-tesla-t4", "nvidia-tesla-v100"),
        *("nvidia-l4-vws", "nvidia-tesla-p100-vws", "nvidia-tesla-p4-vws", "nvidia-tesla-t4-vws"),
    )
)
"""https://docs.cloud.google.com/kubernetes-engine/docs/how-to/gpus"""
_WHOLE = frozenset(
    (
        *("a2-highgpu", "a2-megagpu", "a2-ultragpu", "a3-edgegpu", "a3-highgpu", "a3-megagpu", "a3-ultragpu"),
        *("a4-highgpu", "a4x-highgpu", "dl1", "g2-standard", "g4-standard", "g4dn", "g5", "g5g", "g6", "g6e", "gr6"),
        *("p3", "p3dn", "p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "trn1", "trn1n", "trn2"),
    )
)
"""Families of which all sizes are known."""
_FAMILY = re.compile(r"(?P<amazon>[a-z][\w-]*)\..+|(?P<google>[a-z]\d\w*-[a-z]+)-.+")
_SIMILAR = 0.85
_PRODUCT = "nvidia.com/gpu.product"
_MAKERS = re.compile(r"(A100-|A(10G?|30|40)$|GRID-|GeForce-|NVIDIA-|Quadro-|RTX-|TITAN-|Tesla-).*")
"""The names of the driver, with dashes for blanks. Drivers before 470 write `A100-SXM4-40GB`."""


@rule(severity=Severity.WARNING, keys=KEYS)
def check(item: Object) -> Iterator[Finding]:
    """Report names that no cloud has, if a known one is similar or they belong to a family that is known as a whole."""
    for pod in pods(item):
        for wanted in wanted_labels(pod):
            known = (
                frozenset(machines())
                if wanted.key in INSTANCE_TYPES
                else _ACCELERATORS
                if wanted.key == ACCELERATOR
                else frozenset()
            )
            for value, path in zip(wanted.values, wanted.paths, strict=True):
                if known and value not in known:
                    yield from _unknown(path, wanted.key, value, known)
                elif wanted.key == _PRODUCT and gpu_in(value) and not _MAKERS.fullmatch(value):
                    message = f"no node has the product `{value}`: its names start with `NVIDIA-` or `Tesla-`"
                    hint = "copy it from `kubectl get nodes -L nvidia.com/gpu.product`"
                    yield Finding(path, message, hint)


def _unknown(path: tuple[str | int, ...], key: str, value: str, known: frozenset[str]) -> Iterator[Finding]:
    from render.schema_errors.suggest import nearest

    match = _FAMILY.fullmatch(value)
    family = (match["amazon"] or match["google"]) if match else ""
    is_known_family = family in _WHOLE or (key == ACCELERATOR and value.startswith("nvidia"))
    if family and key in INSTANCE_TYPES and not is_known_family and _is_plausible(value):
        return
    own = [name for name in known if name.startswith(family)] if is_known_family and family else known
    suggestion = nearest(value, own, 0.5 if is_known_family else _SIMILAR)
    if suggestion is not None:
        yield Finding(
            path, f"no cloud has `{value}`: pods wait for a node that never comes", f"did you mean `{suggestion}`?"
        )


def _is_plausible(value: str) -> bool:
    """Return True for names like those of the clouds' other machines, such as `m7i.24xlarge` and `n2-standard-8`."""
    size = r"(nano|micro|small|medium|large|\d*xlarge|metal(-\d+xl)?)"
    return re.fullmatch(rf"[a-z]+\d+[a-z0-9-]*\.{size}|[a-z]\d+[a-z]*-[a-z]+(-\d+g?)?", value) is not None
