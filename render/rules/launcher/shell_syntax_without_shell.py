"""RUN176 shell-syntax-without-shell: the words are for a shell, but no shell reads them.

`command` and `args` are executed directly. `cd`, `export` and `source` are commands of a shell, and no program has
these names: the container can't start. `&&`, `|`, `>` and `NAME=value` are arguments like any others.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/

Example:
    image: registry.example/train:1
    command: [cd, /workspace, "&&", torchrun, train.py]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, "cd /workspace && exec torchrun train.py"]
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from render.programs.marks import ASSIGNMENT, SYNTAX
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_BUILTINS = (
    ".", ":", "alias", "case", "cd", "declare", "eval", "exec", "exit", "export", "for", "function", "if", "local",
    "popd", "pushd", "readonly", "set", "shift", "shopt", "source", "trap", "typeset", "ulimit", "umask", "unset",
    "until", "wait", "while",
)  # fmt: skip
_OPERATORS = re.compile(r"&&|\|\||\d?>&\d|&>{1,2}|\d?>>|\d>|(\d?>{1,2}|&>)/\S*")
_ALONE = re.compile(r"[|;&<>]")
"""Operators that are also values, such as a separator: not after an option."""
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_HINT = 'write `command: [bash, -c, "…"]` with one script, or start the program directly'


@rule(keys=(ASSIGNMENT, SYNTAX, *_BUILTINS))
def check(program: Program) -> Iterator[Finding]:
    """Report the first word that only a shell understands."""
    first = program.argv[0] if program.argv else None
    if first is None or program.script is not None or (program.launcher == "ray" and not program.nodes):
        return
    if first.text in _BUILTINS and program.has_command:
        yield Finding(first.path, f"`{first.text}` is a command of a shell, but no shell reads the words", _HINT)
    elif program.has_command and _ASSIGNMENT.fullmatch(first.text) and "/" not in first.text.partition("=")[0]:
        name = first.text.partition("=")[0]
        message = f"`{first.text}` sets a variable in a shell only: no program has this name"
        yield Finding(first.path, message, f"set `{name}` in `env`, or write `env` before it")
    elif (operator := _operator(program.argv)) is not None:
        yield Finding(operator.path, f"`{operator.text}` is an argument here, since no shell reads the words", _HINT)


def _operator(words: tuple[Word, ...]) -> Word | None:
    for before, word in pairwise(words):
        if _OPERATORS.fullmatch(word.text):
            return word
        if _ALONE.fullmatch(word.text) and not before.text.startswith("-") and words[0].text not in ("find", "test"):
            return word
    return None
