"""RUN302 accelerate-file-address: Accelerate's file doesn't name the first node of the run.

All nodes meet at `main_process_ip`. A file is the same on all nodes and Kubernetes replaces no variables in it, so that
an address there is that of another run, of the node itself, or a text such as `$(MASTER_ADDR)`. The options
`--main_process_ip` and `--main_process_port` override the file.

Source: https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/ddp.yaml, --machine_rank=$(NODE_RANK), train.py]
    files:
      /config/ddp.yaml: |
        distributed_type: MULTI_GPU
        main_process_ip: 10.0.0.7
        main_process_port: 29500
        num_machines: 2
        num_processes: 16
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    launcher: accelerate
    command: [accelerate, launch, --config_file=/config/ddp.yaml, --machine_rank=$(NODE_RANK),
      --main_process_ip=$(MASTER_ADDR), --main_process_port=$(MASTER_PORT), train.py]
    files:
      /config/ddp.yaml: |
        distributed_type: MULTI_GPU
        num_machines: 2
        num_processes: 16
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._accelerate import MARK, accelerate_launches
from render.rules.rule import Finding, rule

_HINT = "use the options `--main_process_ip=$(MASTER_ADDR) --main_process_port=$(MASTER_PORT)`"


@rule(keys=(MARK,))
def check(program: Program) -> Iterator[Finding]:
    """Report an address in the file of several nodes, and its absence."""
    first = program.preset.get("MASTER_ADDR")
    for found in accelerate_launches(program) if program.is_distributed else ():
        address = found.find("main_process_ip")
        if found.is_option("main_process_ip", "deepspeed_hostfile", "mpirun_hostfile"):
            continue
        if address is None or address.value is None:
            yield found.file.finding(f"`{found.file.path}` has no `main_process_ip`, so no node finds the first", _HINT)
        elif address.text is not None and address.text != first:
            is_reference = "$" in address.text
            what = (
                "Kubernetes replaces no variables in a file" if is_reference else "the first node has another address"
            )
            yield address.finding(f"`main_process_ip` is `{address.text}`, but {what}", _HINT)
