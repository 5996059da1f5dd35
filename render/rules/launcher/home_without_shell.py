"""RUN208 home-without-shell: `~` stays as it is, since no shell replaces it.

A shell replaces `~/` at the start of a word by the home folder. Without a shell the program gets the text: it looks
for a folder named `~` in its working directory, or creates it in the container.

Source: https://www.gnu.org/software/bash/manual/html_node/Tilde-Expansion.html

Example:
    image: registry.example/train:1
    command: [torchrun, ~/code/train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, /root/code/train.py]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report words and values of options that start with it."""
    for word in program.arguments:
        name, equals, value = word.text.partition("=")
        text = value if equals and name.startswith("-") else word.text
        if text.startswith("~/"):
            message = f"`{text}` stays as it is: no shell replaces `~`"
            yield Finding(word.path, message, "write the whole path", excerpt=text)
