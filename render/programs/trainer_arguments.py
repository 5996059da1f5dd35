"""Arguments of Hugging Face's Trainer and of what is built on it: options, a configuration file, or both."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from render.programs.command_line import Launch
from render.programs.setting import Setting

if TYPE_CHECKING:  # only a spec with `files` needs it
    from render.programs.config_file import ConfigFile
    from render.programs.program import Program

NAMES = frozenset(
    {
        "bf16", "ddp_timeout", "deepspeed", "fp16", "fsdp", "gradient_accumulation_steps",
        "gradient_checkpointing", "learning_rate", "logging_steps", "lr_scheduler_type", "max_steps",
        "model_name_or_path", "num_train_epochs", "output_dir", "overwrite_output_dir",
        "per_device_train_batch_size", "report_to", "save_steps", "save_strategy", "warmup_ratio",
    }
)  # fmt: skip
"""Names by which its arguments are known: options or a file with two of them are arguments of the Trainer."""
_MODULES = ("llamafactory", "transformers")


class Arguments(NamedTuple):
    """The arguments of one training."""

    launch: Launch
    config: "ConfigFile | None" = None
    """The file; None if all arguments are options."""

    def find(self, name: str) -> Setting | None:
        """Return an argument; None if it is not set. An option wins over the file."""
        option = None if self.is_llamafactory else self.launch.program_options.get(name)
        if option is not None and (option.value is None or option.literal is not None):
            word = option.value or option.flag
            return Setting(name, True if option.value is None else option.literal, option.flag.path, word.text)
        if option is not None:
            return None
        return None if self.config is None else self.config.find(name)

    @property
    def is_llamafactory(self) -> bool:
        """Return True if LLaMA-Factory reads them, which takes no options after a file."""
        return self.config is not None and self.config.module == "llamafactory"

    @property
    def is_complete(self) -> bool:
        """Return True if what is not set has the Trainer's default."""
        return self.is_llamafactory


def trainer_arguments(program: "Program") -> Iterator[Arguments]:
    """Yield the arguments of each training of a program, as far as they are known."""
    configs = [one for one in program.configs_of(*_MODULES) if one.module != "transformers" or _is_own(one.data)]
    yield from (Arguments(one.launch, one) for one in configs)
    for launch in program.launches:
        if not any(one.launch is launch for one in configs) and _is_own(launch.program_options):
            yield Arguments(launch)


def _is_own(names: Iterable[str]) -> bool:
    return len(NAMES.intersection(names)) > 1
