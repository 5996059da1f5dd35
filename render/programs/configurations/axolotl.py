"""Axolotl's file: the first argument of `axolotl train`."""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import first_argument


def _uses(launch: Launch) -> Iterator[Use]:
    words = [word.text for word in launch.program[:2]]
    if words == ["axolotl", "train"] or words[:1] == ["axolotl.cli.train"]:
        yield from first_argument(launch, len(words) if words[0] == "axolotl" else 1)


TYPE = ConfigType(
    name="Axolotl",
    source="https://docs.axolotl.ai/docs/config-reference.html",
    uses=_uses,
    refers={"deepspeed": (("deepspeed",),)},
)
