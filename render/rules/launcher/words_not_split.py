"""RUN177 words-not-split: several words are one item of `command` or `args`.

Each item is one argument; no shell splits it. `["torchrun train.py"]` is the name of a program with a space in it,
which doesn't exist, and `"--epochs 3"` is an option with this whole name, which the program rejects.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/

Example:
    image: registry.example/train:1
    command: ["torchrun train.py"]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
"""

import re
from collections.abc import Iterator
from posixpath import basename

from render.programs.catalog import find_types
from render.programs.marks import SYNTAX
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.unwrap import SHELLS
from render.rules.rule import Finding, rule

_OPTION = re.compile(r"--[A-Za-z][\w.-]*\s+\S.*", re.DOTALL)
_OPTIONS = re.compile(r"(--[A-Za-z][\w.-]*(=(?!-)\S*)?\s+)+--[A-Za-z][\w.-]*(=\S*)?\s*", re.ASCII)
_SCRIPT = re.compile(r"\S+\.(py|sh|ya?ml|json|toml)\s+\S.*", re.DOTALL)
_TAKES_COMMAND = re.compile(r"-[a-zA-Z]*c|-S|--split-string|--command|--")


@rule(keys=(SYNTAX,))
def check(program: Program) -> Iterator[Finding]:
    """Report a program with its arguments, an option with its value, and a script with its arguments."""
    words = program.arguments
    if program.launcher == "ray" and not program.nodes:
        return
    for index, word in enumerate(words):
        before = words[index - 1].text if index else ""
        if (index == 0 and program.has_command and _is_command_line(word.text)) or (
            index and _is_split(before, word) and not _TAKES_COMMAND.fullmatch(before)
        ):
            first, *others = word.text.split()
            message = f"`{word.text.strip()}` is one word here, with its spaces"
            items = ", ".join((first, *others)) if len(others) < 4 else f"{first}, …"
            yield Finding(word.path, message, f"write one item for each word: `[{items}]`")


def _is_command_line(text: str) -> bool:
    """Return True if a program's name has spaces, and its first word is a known program, or options follow."""
    words = text.split()
    if len(words) < 2:
        return False
    name = basename(words[0])
    is_known = (
        bool(find_types(name)) or name.startswith("python") or name in SHELLS or name in ("cd", "export", "source")
    )
    return is_known or any(word.startswith("-") or word.endswith((".py", ".sh")) for word in words[1:])


def _is_split(before: str, word: Word) -> bool:
    is_value = before.startswith("-") and "=" not in before
    return not is_value and any(pattern.fullmatch(word.text) for pattern in (_OPTION, _OPTIONS, _SCRIPT))
