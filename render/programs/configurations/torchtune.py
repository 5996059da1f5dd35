"""torchtune's file: `tune run RECIPE --config FILE`, with overrides `key=value` after it."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import options


def _uses(launch: Launch) -> Iterator[Use]:
    if launch.tool.name == "tune":
        yield from options(launch, "config")


TYPE = ConfigType(
    name="torchtune",
    source="https://meta-pytorch.org/torchtune/stable/deep_dives/configs.html",
    uses=_uses,
    is_omegaconf=True,
)
