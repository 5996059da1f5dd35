"""The file of `accelerate launch`, and the options that override it."""

from collections.abc import Iterator
from typing import NamedTuple

from render.programs.command_line import Launch
from render.programs.config_file import ConfigFile
from render.programs.marks import config_mark
from render.programs.program import Program
from render.programs.setting import Setting

MARK = config_mark("accelerate")


class AccelerateLaunch(NamedTuple):
    """A command line of `accelerate launch` and its file."""

    launch: Launch
    file: ConfigFile

    def find(self, name: str) -> Setting | None:
        """Return a setting of the file that no option overrides."""
        return None if name in self.launch.options else self.file.find(name)

    def is_option(self, *names: str) -> bool:
        """Return True if an option is set."""
        return not self.launch.options.keys().isdisjoint(names)


def accelerate_launches(program: Program) -> Iterator[AccelerateLaunch]:
    """Yield the command lines of `accelerate launch` whose file is in `files` and can be read."""
    for config in program.configs_of("accelerate"):
        environment = config.find("compute_environment")
        if environment is None or environment.value == "LOCAL_MACHINE":
            yield AccelerateLaunch(config.launch, config)
