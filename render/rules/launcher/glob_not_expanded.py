"""RUN223 glob-not-expanded: an argument has `*`, which no shell replaces by the names of files.

`command` and `args` are executed directly, so that the program gets the pattern itself. Some programs read patterns,
such as Hugging Face's `datasets`, so that the finding is a note. It is an error for commands such as `cp`, for the
script that is started, and for Megatron's `--data-path`: they look for a file with this name.

Source: https://www.gnu.org/software/bash/manual/html_node/Filename-Expansion.html

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, "--data=/data/*.parquet"]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, exec torchrun train.py --data /data/*.parquet]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import GLOB
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_LITERAL = frozenset({"cat", "chmod", "chown", "cp", "head", "ls", "mkdir", "mv", "rm", "tail", "tar", "touch", "wc"})
"""Commands that replace no pattern themselves."""
_OF_FILES = frozenset({"data_path", "test_data_path", "train_data_path", "valid_data_path"})
"""Megatron's options with prefixes of files: https://github.com/NVIDIA/Megatron-LM"""
_PATTERN = re.compile(r"(?:-{1,2}[\w-]+=)?(?P<glob>[\w./$(){}-]*(?:/[\w.-]*\*|\*[\w.-]*/)[\w./*?-]*)")
_HINT = 'write `command: [bash, -c, "…"]`, whose shell replaces it, or name the folder'


@rule(severity=Severity.ERROR, keys=(GLOB,))
def check(program: Program) -> Iterator[Finding]:
    """Report words that are a path with `*`."""
    if program.launcher == "ray" and not program.nodes:
        return  # Ray gives its entry point to a shell
    literal = [*_unread(program)]
    for word in program.arguments:
        match = _PATTERN.fullmatch(word.text)
        if match is not None and ".*" not in match["glob"].replace("/.*", ""):
            message = f"`{match['glob']}` stays as it is: no shell replaces it by the names of files"
            found = Finding(word.path, message, _HINT, excerpt=match["glob"])
            yield found if word in literal else found.as_note


def _unread(program: Program) -> Iterator[Word]:
    """Yield the words that their program takes for the name of a file."""
    for command in program.commands if program.has_command else ():
        if command.program in _LITERAL:
            yield from command.words[1:]
    for launch in program.launches:
        if launch.script is not None:
            yield launch.script
        for name, option in launch.program_options.items():
            if name in _OF_FILES and option.value is not None:
                yield option.flag
                yield option.value
