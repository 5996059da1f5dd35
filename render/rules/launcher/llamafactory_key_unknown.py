"""RUN331 llamafactory-key-unknown: LLaMA-Factory's file has a key that LLaMA-Factory rejects.

It stops with `Some keys are not used by the HfArgumentParser`. The number of nodes and processes, the rank and the
address are variables of its environment, which `launcher: llamafactory` sets.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/hparams/parser.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    files:
      /config/sft.yaml: |
        stage: sft
        nnodes: 2
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    files:
      /config/sft.yaml: |
        stage: sft
"""

from collections.abc import Iterator

from render.programs.catalog import words
from render.programs.marks import config_mark
from render.programs.program import Program
from render.rules.launcher._llamafactory import ARGUMENTS
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_OF_LAUNCHERS = words(
    "nnodes nproc_per_node node_rank num_machines num_processes machine_rank num_nodes num_gpus force_torchrun "
    "main_process_ip main_process_port rdzv_backend rdzv_endpoint rdzv_id launcher distributed_type use_ray"
)
_OTHERS = {
    "batch_size": "per_device_train_batch_size",
    "epochs": "num_train_epochs",
    "lr": "learning_rate",
    "max_length": "cutoff_len",
    "max_seq_length": "cutoff_len",
    "micro_batch_size": "per_device_train_batch_size",
    "model": "model_name_or_path",
    "num_epochs": "num_train_epochs",
    "train_batch_size": "per_device_train_batch_size",
}


@rule(keys=(config_mark("llamafactory"),))
def check(program: Program) -> Iterator[Finding]:
    """Report options of launchers, and keys that resemble a known one."""
    for config in program.configs_of("llamafactory"):
        for key in config.keys_below():
            if key.name in _OF_LAUNCHERS:
                message = f"LLaMA-Factory rejects the key `{key.name}`, which is not an argument of a training"
                yield key.finding(message, "remove it: `launcher: llamafactory` sets the variables for it")
            elif key.name not in ARGUMENTS:
                suggestion = _OTHERS.get(key.name) or nearest(key.name, ARGUMENTS, 0.87)
                if suggestion:
                    yield key.finding(f"LLaMA-Factory rejects the key `{key.name}`", f"did you mean `{suggestion}`?")
