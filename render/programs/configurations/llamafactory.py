"""LLaMA-Factory's file: the first argument of `llamafactory-cli train`, with overrides `key=value` after it."""

from collections.abc import Iterator
from posixpath import basename

from render.programs.command_line import Launch
from render.programs.config_file import ConfigType, Use
from render.programs.configurations import first_argument


def _uses(launch: Launch) -> Iterator[Use]:
    words = [basename(word.text) for word in launch.program[:2]]
    if words[1:] == ["train"] and words[0] in ("llamafactory-cli", "lmf", "llamafactory.cli"):
        yield from first_argument(launch, 2)


TYPE = ConfigType(
    name="LLaMA-Factory",
    source="https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/hparams/parser.py",
    uses=_uses,
    refers={"deepspeed": (("deepspeed",),)},
    is_omegaconf=True,
)
