"""Compare requests with a machine."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from render.kube.devices import EFA
from render.kube.hardware import MachineType

GIB = 2**30
_DEVICES = {
    "amd.com/gpu": ("MI300X",),
    "aws.amazon.com/neuron": ("Trainium", "Trainium2"),
    "habana.ai/gaudi": ("Gaudi",),
}
"""Resources of other accelerators than NVIDIA's, with the models that they count."""
_NVIDIA = "nvidia.com/gpu"
_HUGE_PAGES = "hugepages-"


def beyond(needs: Mapping[str, Fraction], machine: MachineType) -> Iterator[tuple[str, str]]:
    """Yield the resources of which a machine has less, each with a message."""
    for name in (_NVIDIA, *_DEVICES):
        most = machine.gpus if machine.gpu in _DEVICES.get(name, ()) or _is_nvidia(name, machine) else 0
        count = needs.get(name, 0)
        if count > most:
            has = f"at most {most} on {machine.name} ({machine.gpu})" if most else f"left out on {machine.name}"
            yield name, f"must be {has}, got {count}"
    devices = needs.get(EFA, 0)
    if machine.efa is not None and devices > machine.efa:
        yield EFA, f"must be at most {machine.efa} on {machine.name}, got {devices}"
    if needs.get("cpu", 0) >= machine.cpus:
        yield "cpu", _all_of("CPUs", machine.cpus, float(needs["cpu"]), machine)
    pages = sum(amount for name, amount in needs.items() if name.startswith(_HUGE_PAGES))
    if needs.get("memory", 0) + pages >= machine.memory * GIB:
        memory = float((needs.get("memory", 0) + pages) / GIB)
        yield "memory", _all_of("GiB", machine.memory, memory, machine)


def _is_nvidia(name: str, machine: MachineType) -> bool:
    others = [model for models in _DEVICES.values() for model in models]
    return name == _NVIDIA and machine.gpu not in others


def _all_of(unit: str, total: int, memory: float, machine: MachineType) -> str:
    reserved = ", part of which is reserved for the system and the kubelet" if memory == total else ""
    return f"must be less than the {total} {unit} of {machine.name}{reserved}, got {memory:g}"
