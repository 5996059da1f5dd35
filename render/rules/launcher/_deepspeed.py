"""DeepSpeed's file."""

from collections.abc import Iterator

from render.programs.config_file import ConfigFile
from render.programs.marks import config_mark
from render.programs.program import Program
from render.programs.trainer_arguments import Arguments, trainer_arguments

MARK = config_mark("deepspeed")


def deepspeed_files(program: Program) -> Iterator[ConfigFile]:
    """Yield the readable files of DeepSpeed, each once."""
    seen: set[str] = set()
    for config in program.configs_of("deepspeed"):
        if config.path not in seen:
            seen.add(config.path)
            yield config


def is_filled(config: ConfigFile) -> bool:
    """Return True if Hugging Face's Trainer or Accelerate reads the file, and fills in what is `auto`."""
    return config.holder is not None or config.use.how in ("--deepspeed", "--deepspeed_config_file")


def trainer_of(program: Program, config: ConfigFile) -> Arguments | None:
    """Return the arguments of the Trainer that reads the file; None if it is another program."""
    if config.holder is not None and config.holder.module == "accelerate":
        return None
    if config.holder is None and config.use.how != "--deepspeed":
        return None
    return next(
        (
            one
            for one in trainer_arguments(program)
            if one.launch is config.launch and (config.holder is None or one.config is config.holder)
        ),
        None,
    )


def has_model_parallelism(program: Program, config: ConfigFile) -> bool:
    """Return True if several processes may work on one model, so that the batch is not that of all processes."""
    own = ("sequence_parallel_size", "tensor_parallel", "pipeline", "elasticity", "autotuning")
    names = {name for one in program.launches for name in one.program_options}
    sizes = ("parallel", "pipe", "tp_size", "mp_size", "sp_size", "pp_size")
    return any(config.find(key) is not None for key in own) or any(part in name for name in names for part in sizes)
