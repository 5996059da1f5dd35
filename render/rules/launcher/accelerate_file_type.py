"""RUN303 accelerate-file-type: `distributed_type` in Accelerate's file doesn't fit the run.

With `NO` or `MULTI_CPU`, `accelerate launch` starts no torchrun: the script runs as one process per node, without a
rank. `MULTI_GPU` needs GPUs, `XLA` TPUs. `use_cpu` trains on CPUs while the GPUs stay idle, and `gpu_ids` hides GPUs
from the processes.

Source: https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/launch.py

Example:
    image: registry.example/train:1
    numNodes: 1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/default.yaml, train.py]
    files:
      /config/default.yaml: |
        distributed_type: 'NO'
        num_machines: 1
        num_processes: 8
Use instead:
    image: registry.example/train:1
    numNodes: 1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: plain
    command: [accelerate, launch, --config_file=/config/default.yaml, train.py]
    files:
      /config/default.yaml: |
        distributed_type: MULTI_GPU
        num_machines: 1
        num_processes: 8
"""

from collections.abc import Iterator

from render.programs.catalog import words
from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, AccelerateLaunch, accelerate_launches
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule

_TYPES = words(
    "NO MULTI_CPU MULTI_GPU MULTI_NPU MULTI_MLU MULTI_SDAA MULTI_MUSA MULTI_XPU MULTI_HPU DEEPSPEED FSDP XLA TPU "
    "MEGATRON_LM TP"
)
_OPTIONS = ("cpu", "multi_gpu", "tpu", "tpu_use_cluster", "use_deepspeed", "use_fsdp", "use_megatron_lm")
"""Options that override the type."""
_WAYS = "use `MULTI_GPU`, `FSDP` or `DEEPSPEED`"


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Compare the type with the devices and the processes."""
    for found in accelerate_launches(program):
        yield from _type(found, program)
        yield from _devices(found, program)


def _type(found: AccelerateLaunch, program: Program) -> Iterator[Finding]:
    one = None if found.is_option(*_OPTIONS) else found.find("distributed_type")
    if one is None:
        return
    kind = "NO" if one.value is False else str(one.value)
    if kind not in _TYPES:
        yield one.finding(f"`distributed_type` is `{kind}`, which Accelerate doesn't know", _WAYS)
    elif kind == "NO" and (program.world or 0) > 1:
        yield one.finding(
            f"`distributed_type: NO` starts one process per node without a rank, but the run has {program.world}", _WAYS
        )
    elif kind == "MULTI_CPU" and program.gpus:
        yield one.finding(
            f"`distributed_type: MULTI_CPU` leaves the {plural(program.gpus, 'GPU')} per node idle", _WAYS
        )
    elif kind == "MULTI_GPU" and program.gpus == 0:
        yield one.finding("`distributed_type: MULTI_GPU` needs GPUs, but the nodes have none", "use `MULTI_CPU`")
    elif kind in ("XLA", "TPU") and program.gpus and not program.has_tpus:
        yield one.finding(f"`distributed_type: {kind}` is for TPUs, but the nodes have GPUs", _WAYS)


def _devices(found: AccelerateLaunch, program: Program) -> Iterator[Finding]:
    on_cpu, ids = found.find("use_cpu"), found.find("gpu_ids")
    if on_cpu is not None and on_cpu.is_true and program.gpus:
        yield on_cpu.finding(f"`use_cpu` leaves the {plural(program.gpus, 'GPU')} per node idle", "remove it")
    if ids is None or ids.value in (None, "all") or not program.gpus:
        return
    chosen = [one for one in str(ids.value).split(",") if one.strip()]
    if len(chosen) != program.gpus:
        message = f"`gpu_ids` names {plural(len(chosen), 'GPU')}, but the node has {program.gpus}"
        yield ids.finding(message, "use `gpu_ids: all`")
