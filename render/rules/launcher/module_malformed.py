"""RUN202 module-malformed: a file is given as a module or as code, or a module as a file.

`-m` takes a module by its dotted name (`package.train`). With the path of a file, Python stops with `No module named`
or `Error while finding module specification`. Without `-m`, a dotted name is the path of a file that doesn't exist.

Source: https://docs.python.org/3/using/cmdline.html#cmdoption-m

Example:
    image: registry.example/train:1
    command: [torchrun, -m, src/train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, -m, src.train]
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from render.programs.command import Command
from render.programs.command_line import Launch
from render.programs.marks import MODULE
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_PATH = re.compile(r"[\w./-]+\.py|[\w.-]+(/[\w.-]+)+")
_FILE = re.compile(r"[\w./-]+\.py")
_MODULE = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)+")
_ENDINGS = re.compile(r".+\.(bash|bin|py|exe|par|pex|pyc|pyz|sh|so|zip)")


@rule(keys=(MODULE,))
def check(program: Program) -> Iterator[Finding]:
    """Report paths after `-m`, and dotted names of modules where a launcher takes a file."""
    for command, found in zip(program.commands, program.launches, strict=True):
        module = _module(command, found)
        if module is not None and module.is_literal and _PATH.fullmatch(module.text):
            name = module.text.removesuffix(".py").removeprefix("./").strip("/").replace("/", ".")
            message = f"`{module.text}` is a file, but `-m` takes the name of a module"
            yield Finding(module.path, message, f"write `{name}`, or leave out `-m`", excerpt=module.text)
        code = _code(command)
        if code is not None and _FILE.fullmatch(code.text):
            message = f"`{code.text}` is a file, but `-c` takes Python code"
            yield Finding(code.path, message, "leave out `-c`", excerpt=code.text)
        script = found.script
        if script is not None and found.tool.runs_scripts and _is_dotted(script, found):
            message = f"`{found.name}` takes `{script.text}` for a file"
            yield Finding(script.path, message, "write `-m` before the name of a module", excerpt=script.text)


def _code(command: Command) -> Word | None:
    """Return the word after `-c` of Python."""
    if not command.program.startswith("python"):
        return None
    return next((after for word, after in pairwise(command.words) if word.text == "-c"), None)


def _is_dotted(script: Word, found: Launch) -> bool:
    """Return True if the file of a launcher looks like the name of a module."""
    is_module = {"m", "module", "no_python"} & {*found.options}
    is_name = script.is_literal and _MODULE.fullmatch(script.text) and not _ENDINGS.fullmatch(script.text)
    return bool(is_name) and not is_module


def _module(command: Command, found: Launch) -> Word | None:
    """Return the word after `-m` of a launcher that starts Python, or of Python itself."""
    if found.launcher is not None:
        return found.script if found.tool.runs_scripts and {"m", "module"} & {*found.options} else None
    texts = [word.text for word in command.words]
    if not command.program.startswith("python") or "-m" not in texts:
        return None
    position = texts.index("-m")
    is_first = all(text.startswith("-") for text in texts[1:position])
    return command.words[position + 1] if is_first and position + 1 < len(texts) else None
