"""RES122 hosts-too-few: the nodes of a run may use fewer machines than they need.

`kubernetes.io/hostname` names single machines. If these have room for some of the pods only, the others stay Pending,
and those that run wait for them. Copied from another manifest, such a selector pins all nodes of a run to one machine.

Source: https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetesiohostname

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {kubernetes.io/hostname: gpu-node-1}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    pod: {nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.resources._nodes import PodOfRun, wanted_labels
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_LABELS = ("kubernetes.io/hostname", "metadata.name")
_MOST = 8
"""GPUs of a machine that several pods may share; machines with 16 are rare."""


_TOPOLOGY = "kueue.x-k8s.io/podset-required-topology"


@rule(severity=Severity.WARNING, keys=("pod.affinity", "pod.annotations", "pod.nodeSelector"))
def check(run: Run) -> Iterator[Finding]:
    """Compare the GPUs of the run with those of the machines that its selectors allow."""
    if run.nodes < 2 or not run.gpus or not run.at("pod"):
        return
    for path, hosts, named in _hosts(run):
        if hosts < run.nodes and run.nodes * run.gpus > hosts * _MOST:
            message = f"{run.nodes} nodes with {run.gpus} GPUs each don't fit on {named}"
            yield Finding(path, message, "choose nodes by a label that enough machines have, such as the model of GPUs")


def _hosts(run: Run) -> Iterator[tuple[Path, int, str]]:
    """Yield the path of each selector of machines, their number, and their name in a message."""
    for wanted in wanted_labels(PodOfRun(run.at("pod"))):
        hosts = len(set(wanted.values))
        if wanted.key in _LABELS:
            yield wanted.paths[0], hosts, f"`{wanted.values[0]}`" if hosts == 1 else f"{hosts} machines"
    place = ("pod", "affinity", "podAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    for index, term in enumerate(run.at(*place) or []):
        labels = (term.get("labelSelector") or {}).get("matchLabels") or {}
        if term.get("topologyKey") in _LABELS and labels.get("jobset.sigs.k8s.io/jobset-name") == run.name:
            yield (*place, index, "topologyKey"), 1, "one machine, which the affinity requires"
    annotations = run.at("pod", "annotations") or {}
    if annotations.get(_TOPOLOGY) in _LABELS:
        yield ("pod", "annotations", _TOPOLOGY), 1, "one machine, which Kueue must find"
