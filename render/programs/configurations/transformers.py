"""Arguments of Hugging Face's Trainer in a file: the only argument of a script, or TRL's `--config`."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import first_argument, options


def _uses(launch: Launch) -> Iterator[Use]:
    if launch.program and launch.program[0].text.endswith(".py"):
        if len(launch.program) == 2:
            yield from first_argument(launch, 1)
        yield from options(launch, "config")
    elif [word.text for word in launch.program[:1]] == ["trl"]:
        yield from options(launch, "config")


TYPE = ConfigType(
    name="Transformers",
    source="https://huggingface.co/docs/transformers/internal/trainer_utils#transformers.HfArgumentParser",
    uses=_uses,
    refers={"deepspeed": (("deepspeed",),)},
)
