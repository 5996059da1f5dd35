"""DeepSpeed's JSON: `--deepspeed_config FILE` of its own programs, `--deepspeed FILE` of Hugging Face's Trainer."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import options


def _uses(launch: Launch) -> Iterator[Use]:
    yield from options(launch, "deepspeed", "deepspeed_config", "ds_config")
    if launch.name == "accelerate":
        yield from options(launch, "deepspeed_config_file", of_launcher=True)


TYPE = ConfigType(
    name="DeepSpeed",
    source="https://www.deepspeed.ai/docs/config-json/",
    uses=_uses,
    reads_hjson=True,
)
