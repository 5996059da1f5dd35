"""The file of `accelerate config`, which `accelerate launch --config_file` reads."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import options


def _uses(launch: Launch) -> Iterator[Use]:
    if launch.name == "accelerate":
        yield from options(launch, "config_file", of_launcher=True)


TYPE = ConfigType(
    name="Accelerate",
    source="https://huggingface.co/docs/accelerate/package_reference/cli#accelerate-launch",
    uses=_uses,
    refers={"deepspeed": (("deepspeed_config", "deepspeed_config_file"),)},
)
