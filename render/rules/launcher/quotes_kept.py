"""RUN178 quotes-kept: quotes are part of an argument.

No shell reads the items of `command` and `args`, and YAML removes quotes only around a whole item. In
`--fsdp="full_shard auto_wrap"`, the program gets the quotes as part of the value: it rejects the word, or writes to a
folder with quotes in its name.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    args: ['--fsdp="full_shard auto_wrap"']
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    args: [--fsdp=full_shard auto_wrap]
"""

import re
from collections.abc import Iterator

from render.programs.marks import SYNTAX
from render.programs.program import Program
from render.rules.rule import Finding, rule

_QUOTED = re.compile(r"""(--?[A-Za-z][\w.-]*=)(["'])(.*)\2""", re.DOTALL)
_WHOLE = re.compile(r"""(["'])(--?[A-Za-z][\w.-]*(=.*)?|/[\w./-]*)\1""", re.DOTALL)
_YAML_VALUES = frozenset({"fit", "predict", "test", "validate"})
"""Sub-commands of LightningCLI, which reads values as YAML and so removes quotes."""


@rule(keys=(SYNTAX,))
def check(program: Program) -> Iterator[Finding]:
    """Report an option whose value is in quotes, and an option or path in quotes."""
    if any(word.text in _YAML_VALUES for word in program.argv) or (program.launcher == "ray" and not program.nodes):
        return
    for word in program.arguments:
        if match := _QUOTED.fullmatch(word.text):
            plain = match[1] + match[3]
        elif match := _WHOLE.fullmatch(word.text):
            plain = match[2]
        else:
            continue
        yield Finding(word.path, f"`{word.text}` reaches the program with its quotes", f"write `{plain}`")
