"""Find the configuration files that a spec brings in `files`: a program names its file, and a file names another one.

`render/programs/configurations/` has one module for each format.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from render.programs.command_line import Launch
from render.programs.config_file import ConfigFile, ConfigType, Use
from render.programs.own_files import own_file
from render.programs.shell import Word

if TYPE_CHECKING:
    from render.programs.program import Program

FOLDER = Path(__file__).with_name("configurations")

MAX_FILES = 50
"""Maximum configuration files of a program that are read."""

_REFERENCE = re.compile(r"\$\(([A-Za-z_]\w*)\)|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)")


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


def locate(program: "Program", word: Word) -> str | None:
    """Return the key in `files` of the file that a word names; None if `files` has no such file."""
    text = expanded(program, word)
    if text is None:
        return None
    moves = any(command.program == "cd" for command in program.commands)
    return own_file(program.files, text, program.folder, may_move=moves)


def expanded(program: "Program", word: Word) -> str | None:
    """Return a word with the literal variables of the program; None if it refers to others."""
    if word.is_literal and "$" not in word.text:
        return word.text
    known = {name: value.text for name, value in program.variables if value.is_literal}
    if folder := program.checkpoints:
        known.setdefault(*folder)
    unknown = False

    def value_of(match: re.Match[str]) -> str:
        nonlocal unknown
        value = known.get(match[1] or match[2] or match[3])
        unknown |= value is None
        return value or ""

    text = _REFERENCE.sub(value_of, word.text)
    return None if unknown or "$" in text or "`" in text else text


def _overrides(launch: Launch, file: Word) -> dict[str, Word]:
    """Return the arguments `key=value` after a file."""
    words = list(launch.program)
    after = words[words.index(file) + 1 :] if file in words else words
    pairs = ((word, *word.text.partition("=")) for word in after if not word.text.startswith("-"))
    return {name: word._replace(text=value) for word, name, equals, value in pairs if equals}
