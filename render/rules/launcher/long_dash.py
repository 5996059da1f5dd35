"""RUN218 long-dash: a word begins with a dash that is not the one of options.

Text processors, chats and web pages make a long dash of `--`. A program takes the word for a file or an argument.

Source: https://docs.python.org/3/library/argparse.html#prefix-chars

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, —epochs=3]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --epochs=3]
"""

from collections.abc import Iterator

from render.programs.marks import LONG_DASH, LONG_DASHES
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=(LONG_DASH,))
def check(program: Program) -> Iterator[Finding]:
    """Report such words of command lines, unless the word is the dash alone."""
    for command in program.commands:
        for word in command.words:
            rest = word.text.lstrip("".join(LONG_DASHES))
            if word.text[:1] in LONG_DASHES and rest[:1].isalpha():
                message = f"`{word.text}` begins with a long dash, so it isn't an option"
                hint = f"write `{'-' if len(rest) == 1 else '--'}{rest}`"
                yield Finding(word.path, message, hint, excerpt=word.text)
