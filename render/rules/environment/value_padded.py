"""ENV108 value-padded: a value of a variable starts or ends with a blank, a line break or a quotation mark.

The blank is a part of the value: no interface is called `eth0 `, and no folder `/data `. A block of YAML (`|`) ends in
a line break, one with `|-` does not. No shell reads the value, so quotation marks within YAML's own stay, too.

Source: https://yaml.org/spec/1.2.2/#8112-block-chomping-indicator

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    env: {HF_HOME: "/checkpoints/hf "}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    env: {HF_HOME: /checkpoints/hf}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_ONE_WORD = (
    r"(?:NCCL|GLOO|UCX|FI|OMPI|TORCH|CUDA|OMP|RAY)_\w+"
    r"|\w+_(?:ADDR|CACHE|DIR|ENDPOINT|FOLDER|HOME|HOST|PATH|PORT|URI)"
)
"""Variables whose value has no blanks around it: those of libraries, folders and addresses. Others may be secret."""

_QUOTED = re.compile(r"""("[^"'{}\[\]]+"|'[^"'{}\[\]]+')""")
"""A word in quotation marks; lists and maps are JSON."""


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report values of one line with blanks or quotation marks around them."""
    for name, word in program.literals:
        text = word.text.strip()
        if text and text != word.text and "\n" not in text and re.fullmatch(_ONE_WORD, name):
            end = "a line break" if word.text.endswith("\n") else "a blank"
            message = f"the value of `{name}` contains {end} next to `{text}`"
            yield Finding(word.path, message, "remove it; after `|` write `-`")
        elif _QUOTED.fullmatch(word.text):
            message = f"the value of `{name}` is `{word.text}`: the quotation marks are part of it"
            yield Finding(word.path, message, f"write `{word.text[1:-1]}`", excerpt=word.text)
