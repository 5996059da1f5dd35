"""RUN225 shell-without-script: a shell gets a command line, or a program, where it expects the file of a script.

Without `-c`, the first word after `bash` is a file with commands of the shell. There is no file with the name of a
command line, and `torchrun` and others are programs in Python: the container stops with `No such file or directory` or
a syntax error.

Source: https://www.gnu.org/software/bash/manual/html_node/Invoking-Bash.html

Example:
    image: registry.example/train:1
    command: [bash, torchrun train.py --epochs=3]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, exec torchrun train.py --epochs=3]
"""

from collections.abc import Iterator
from posixpath import basename

from render.programs.catalog import find_types
from render.programs.program import Program
from render.rules.rule import Finding, rule

_SHELLS = ("ash", "bash", "dash", "sh", "zsh")
_FLAGS = ("--login", "-e", "-ex", "-l", "-x")


@rule(keys=_SHELLS)
def check(program: Program) -> Iterator[Finding]:
    """Look at the first word that is not an option."""
    for command in program.commands:
        words = [word for word in command.words[1:] if word.text not in _FLAGS]
        if command.program not in _SHELLS or not words or words[0].text.startswith("-"):
            continue
        text = words[0].text
        if " " in text.strip() and not text.startswith(("/", "./")):
            yield Finding(words[0].path, f"`{command.program}` looks for a file named `{text}`", "write `-c` before it")
        elif find_types(basename(text)) or basename(text) in ("python", "python3"):
            message = f"`{command.program}` reads the program `{text}` as a script of the shell"
            yield Finding(words[0].path, message, f"remove `{command.program}`")
