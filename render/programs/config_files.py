"""Find the configuration files that a spec brings in `files`: a program names its file, and a file names another one.

`render/programs/configurations/` has one module for each format.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from render.programs.command_line import Launch
from render.programs.config_file import ConfigFile, ConfigType, Use
from render.programs.own_files import locate
from render.programs.shell import Word

if TYPE_CHECKING:
    from render.programs.program import Program

FOLDER = Path(__file__).with_name("configurations")

MAX_FILES = 50
"""Maximum configuration files of a program that are read."""


@cache
def config_types() -> Mapping[str, ConfigType]:
    """Return all formats by module. Imports every module."""
    names = (file.stem for file in sorted(FOLDER.glob("[!_]*.py")))
    return {name: import_module(f"render.programs.configurations.{name}").TYPE for name in names}


def find_configs(program: "Program") -> tuple[ConfigFile, ...]:
    """Return the configuration files of a program that are in its spec, those that others name after them."""
    found: list[ConfigFile] = []
    for launch in program.launches:
        for module, one in config_types().items():
            for use in one.uses(launch):
                if (path := locate(program, use.word)) is not None:
                    overrides = _overrides(launch, use.word) if one.is_omegaconf else {}
                    found.append(ConfigFile(module, one, path, program.files[path], use, launch, overrides=overrides))
    for config in found:  # grows while it is read
        for module, places in config.type.refers.items():
            for keys in places if len(found) < MAX_FILES else ():
                setting = config.find(*keys)
                if setting is None or not setting.text:
                    continue
                use = Use(Word(setting.text, setting.path), f"{config.path}: {setting.name}")
                path = locate(program, use.word)
                if path is not None and path != config.path:
                    found.append(
                        ConfigFile(
                            module, config_types()[module], path, program.files[path], use, config.launch, config
                        )
                    )
    return tuple(found[:MAX_FILES])


def _overrides(launch: Launch, file: Word) -> dict[str, Word]:
    """Return the arguments `key=value` after a file."""
    words = list(launch.program)
    after = words[words.index(file) + 1 :] if file in words else words
    pairs = ((word, *word.text.partition("=")) for word in after if not word.text.startswith("-"))
    return {name: word._replace(text=value) for word, name, equals, value in pairs if equals}
