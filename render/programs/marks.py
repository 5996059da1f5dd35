"""Marks of a program: cheap signs that a rule may have a finding, so that other programs don't import the rule.

`Program.names` contains them and the names of options and variables, and rules list them in `keys`.
"""

import re
from collections.abc import Iterator
from posixpath import basename
from typing import TYPE_CHECKING

from render.programs.catalog import find_types
from render.programs.command_line import Launch
from render.programs.shell import Word
from render.programs.unwrap import SHELLS

if TYPE_CHECKING:
    from render.programs.program import Program

ARGUMENTS = "arguments of a script"
ASSIGNMENT = "NAME=value"
BARE_SCRIPT = "a script without Python"
BATCH = "a command of a batch system"
COMMENT = "a comment in a script"
CONFIG = "a configuration file"
COUNT = "a number of processes"
CURLY_QUOTE = "a curly quotation mark"
DOLLAR = "$NAME"
FILES = "files"
FINAL_COMMA = "a comma at the end"
GLOB = "a pattern"
HOSTFILE = "a hostfile"
LONG_DASH = "a long dash"
IDLE = "no process on the nodes"
INTERPRETER = "an interpreter for a script"
MISSPELT = "an unknown option"
MISTAKEN = "an option of another launcher"
MODULE = "a module"
NESTED = "a launcher in a launcher"
NO_HOSTS = "no hosts"
NO_PROGRAM = "no program"
OPTION_LINE = "a line of options"
RANDOM = "a value of one node"
SINGLE_QUOTES = "a variable in single quotes"
SHELL_VARIABLE = "a shell variable in an option"
SUBCOMMAND = "no sub-command"
SYNTAX = "shell syntax"
TEMPLATE = "a template"
UNKNOWN = "an unknown program"
UNDEFINED = "$(UNDEFINED)"

LOCAL, INITIALIZERS = "local arguments", "initializers"
"""Marks of a spec: sections that it has."""

_DOLLAR = re.compile(r"\$\{?[A-Z]|\$\$\([A-Z]|\$\([a-z]|`[a-z]")
_NOT_PYTHON = (".sh", ".bash", ".ipynb")
_INNER = re.compile(
    r"accelerate|colossalai|composer|deepspeed|fabric|horovod|mpi(run|exec)|torch\.distributed|torchrun"
)
_RANDOM = r"RANDOM|EPOCH|SECONDS|PID|HOSTNAME|POD_|\$\$|date|hostname|mktemp|openssl|python|shuf|uuid|od|head|tr"
LONG_DASHES = ("\u2013", "\u2014", "\u2212")
"""En dash, em dash, minus."""
CURLY_QUOTES = "\u2018\u2019\u201c\u201d\u201e"
_SYNTAX = re.compile(r"[\s\"'|&;<>]")


def find_marks(program: "Program") -> Iterator[str]:
    """Yield the marks of a program."""
    yield from _of_words(program)
    yield from _of_typography(program)
    yield from _of_arguments(program)
    yield from _of_script(program)
    yield from _of_configs(program)
    for launch in program.launches:
        yield from _of_launch(launch)
    if any("-m" in (word.text for word in one.words) or "." in one.words[-1].text for one in program.commands):
        yield MODULE
    if program.launcher in ("deepspeed", "horovod", "mpi") and all(
        one.tool.starts != "nodes" for one in program.launches
    ):
        yield IDLE


def _of_configs(program: "Program") -> Iterator[str]:
    if program.files:
        yield FILES
    for config in program.configs:
        yield CONFIG
        yield config_mark(config.module)


def config_mark(module: str) -> str:
    """Return the mark of a program that reads a configuration file of a format, by its module."""
    return f"{CONFIG} of {module}"


def _of_words(program: "Program") -> Iterator[str]:
    first = program.argv[0].text if program.argv else ""
    yield first
    if "=" in first:
        yield ASSIGNMENT
    if any(_DOLLAR.search(word.text) for word in (*program.arguments, *(word for _, word in program.literals))):
        yield DOLLAR
    if program.undefined_references:
        yield UNDEFINED
    if any(not word.is_literal and re.search(_RANDOM, word.text) for word in _words(program)):
        yield RANDOM
    if any(command.program.endswith(".py") for command in program.commands):
        yield BARE_SCRIPT
    names = (basename(one.program) for one in program.commands)
    if any(re.fullmatch(r"[a-z_-]{6,20}", name) and not find_types(name) for name in names):
        yield UNKNOWN
    if any("{{" in word.text for word in (*program.argv, *(word for _, word in program.literals))):
        yield TEMPLATE
    if any(
        one.has_shell and any(word.is_literal and "$" in word.text for word in one.words) for one in program.commands
    ):
        yield SINGLE_QUOTES


def _of_typography(program: "Program") -> Iterator[str]:
    words = [word.text for command in program.commands for word in command.words]
    if any(text[:1] in LONG_DASHES for text in words if text):
        yield LONG_DASH
    if any(set(CURLY_QUOTES).intersection(text) for text in (*words, *(word.text for _, word in program.literals))):
        yield CURLY_QUOTE
    if any(text.endswith(",") for text in words):
        yield FINAL_COMMA


def _of_arguments(program: "Program") -> Iterator[str]:
    if any(_SYNTAX.search(word.text) for word in program.arguments):
        yield SYNTAX
    if any("*" in word.text for word in program.arguments):
        yield GLOB


def _words(program: "Program") -> Iterator[Word]:
    for launch in program.launches:
        yield from (option.value for option in launch.options.values() if option.value is not None)
    for command in program.commands:
        yield from (word for _, word in command.assignments)
    yield from (word for _, word in program.literals)


def _of_script(program: "Program") -> Iterator[str]:
    if program.script is None:
        return
    script, arguments = program.script
    if "scontrol" in script.text or "squeue" in script.text or "srun" in script.text:
        yield BATCH
    if arguments:
        yield ARGUMENTS
    if "#" in script.text:
        yield COMMENT
    words = (word.text for command in program.commands for word in (command.words[0], *command.words[1:]))
    if any(text.startswith(" ") for text in words) or any(one.program.startswith("-") for one in program.commands):
        yield OPTION_LINE


def _of_launch(launch: Launch) -> Iterator[str]:
    tool, options = launch.tool, launch.options.keys()
    name = "" if launch.script is None else basename(launch.script.text)
    yield from _of_options(launch)
    if launch.is_misspelt:
        yield SUBCOMMAND
    if tool.is_alone or (tool.others and (options.isdisjoint(tool.others) or launch.names_itself)):
        yield NO_HOSTS
    if not options.isdisjoint((*tool.nodes, *tool.per_node, *tool.total)) and tool.name not in (
        "accelerate",
        "torchrun",
    ):
        yield COUNT
    if tool.runs_scripts and (name.startswith("python") or name in SHELLS or name.endswith(_NOT_PYTHON)):
        yield INTERPRETER
    if name.endswith(".py") and not tool.runs_scripts:
        yield BARE_SCRIPT
    if launch.launcher is not None and any(_INNER.search(word.text) for word in launch.program):
        yield NESTED


def _of_options(launch: Launch) -> Iterator[str]:
    options = launch.options.keys()
    if not options.isdisjoint(launch.tool.mistaken):
        yield MISTAKEN
    if launch.unknown_options:
        yield MISSPELT
    if "m" in options or "module" in options:
        yield MODULE
    if launch.launcher is not None and launch.script is None:
        yield NO_PROGRAM
    if any(option.value is not None and "$" in option.value.text for option in launch.options.values()):
        yield SHELL_VARIABLE
    if not options.isdisjoint(launch.tool.hostfile):
        yield HOSTFILE
