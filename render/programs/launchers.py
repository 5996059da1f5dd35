"""Programs that start the processes of a node: how their command lines are read."""

from collections.abc import Mapping
from typing import NamedTuple


class Launcher(NamedTuple):
    """A program that starts the processes of a node."""

    name: str
    arguments: Mapping[str, int]
    """How many arguments its options take; those that are not named take one."""
    names: frozenset[str] = frozenset()
    """All of its options, where it also reads their abbreviations (argparse does)."""

    def full_name(self, name: str) -> str:
        """Return the option that an abbreviation stands for."""
        longer = [known for known in self.names if known.startswith(name)]
        return longer[0] if len(longer) == 1 and name not in self.names else name


def _flags(names: str) -> dict[str, int]:
    return dict.fromkeys(_names(names), 0)


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


# https://github.com/pytorch/pytorch/blob/main/torch/distributed/run.py
_TORCHRUN_OPTIONS = _names(
    """
    duplicate_stderr_filters duplicate_stdout_filters event_log_handler local_addr local_ranks_filter log_dir
    log_line_prefix_template logs_specs master_addr master_port max_restarts module monitor_interval nnodes
    no_python node_rank nproc_per_node numa_binding print_completion rdzv_backend rdzv_conf rdzv_endpoint
    rdzv_id redirects role run_path shutdown_timeout signals_to_handle standalone start_method tee
    virtual_local_rank
    """
)
_TORCHRUN = Launcher(
    "torchrun",
    _flags("standalone m module no_python run_path virtual_local_rank use_env"),
    _TORCHRUN_OPTIONS,
)
# https://github.com/huggingface/accelerate/blob/main/src/accelerate/commands/launch.py
_ACCELERATE = Launcher(
    "accelerate",
    _flags(
        "cpu debug dynamo_use_dynamic dynamo_use_fullgraph dynamo_use_regional_compilation enable_cpu_affinity ipex m "
        "main_training_function module multi_gpu no_python q quiet tpu tpu_use_cluster tpu_use_sudo use_cpu "
        "use_deepspeed use_fsdp use_megatron_lm use_parallelism_config use_tpu use_xpu"
    ),
)
# https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/launcher/runner.py
_DEEPSPEED = Launcher(
    "deepspeed",
    _flags("bind_cores_to_rank elastic_training force_multi module no_local_rank no_python no_ssh"),
)
# https://github.com/horovod/horovod/blob/master/horovod/runner/launch.py
_HOROVODRUN = Launcher("horovodrun", _flags("verbose gloo mpi jsrun disable_cache check_build v cb"))
# https://docs.open-mpi.org/en/main/man-openmpi/man1/mpirun.1.html
_MPIRUN = Launcher(
    "mpirun", {"mca": 2, **_flags("allow_run_as_root nooversubscribe oversubscribe q tag_output v verbose")}
)

LAUNCHERS: Mapping[tuple[str, ...], Launcher] = {
    ("torchrun",): _TORCHRUN,
    ("torch.distributed.run",): _TORCHRUN,
    ("torch.distributed.launch",): _TORCHRUN,
    ("accelerate", "launch"): _ACCELERATE,
    ("accelerate-launch",): _ACCELERATE,
    ("accelerate.commands.launch",): _ACCELERATE,
    ("deepspeed",): _DEEPSPEED,
    ("deepspeed.launcher.runner",): _DEEPSPEED,
    ("horovodrun",): _HOROVODRUN,
    ("mpirun",): _MPIRUN,
    ("mpiexec",): _MPIRUN,
}
"""By what they are called: the first word, or the first two; for `python -m MODULE` the module."""
