"""RUN214 variable-in-single-quotes: a script has a variable in single quotes, where the shell doesn't replace it.

`--out='$CHECKPOINT_DIR'` gives the program the text `$CHECKPOINT_DIR`: checkpoints go to a folder of that name in the
container. Double quotes keep blanks together and replace variables.

Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02

Example:
    image: registry.example/train:1
    command: [bash, -c, "torchrun train.py --out='$CHECKPOINT_DIR'"]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [bash, -c, 'torchrun train.py --out="$CHECKPOINT_DIR"']
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import SINGLE_QUOTES
from render.programs.program import Program
from render.rules.rule import Finding, rule

_VARIABLE = re.compile(r"\$(?:\{([A-Z][A-Z0-9_]+)\}|([A-Z][A-Z0-9_]+)\b)")
_EXPAND_LATER = ("colossalai", "deepspeed", "horovodrun", "mpirun")
"""Launchers whose arguments another shell may read on the nodes."""


@rule(severity=Severity.WARNING, keys=(SINGLE_QUOTES,))
def check(program: Program) -> Iterator[Finding]:
    """Report variables that the container has, in words that the shell leaves as they are."""
    for command, found in zip(program.commands, program.launches, strict=True):
        if not command.has_shell or found.name in _EXPAND_LATER or found.launcher is None:
            continue
        for word in command.words[1:]:
            match = _VARIABLE.search(word.text) if word.is_literal else None
            name = (match[1] or match[2]) if match else ""
            if match and program.is_environment_known and program.may_expand(name):
                message = f"the shell leaves `{match[0]}` as it is, since it is in single quotes"
                yield Finding(word.path, message, "use double quotes, or none", excerpt=match[0])
