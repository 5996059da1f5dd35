"""RUN226 conda-not-set-up: a script calls `conda activate` in a shell that doesn't have this function.

`conda activate` is a function of the shell that `conda init` writes to a file for interactive shells. `bash -c` does
not read it: the script stops with `Run 'conda init' before 'conda activate'`, or goes on in the base environment.

Source: https://docs.conda.io/projects/conda/en/stable/dev-guide/deep-dives/activation.html

Example:
    image: registry.example/train:1
    command: [bash, -c, conda activate train && exec torchrun train.py]
Use instead:
    image: registry.example/train:1
    command: [bash, -c, exec conda run --no-capture-output -n train torchrun train.py]
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_SET_UP = re.compile(r"conda\.sh|shell\.\w+ hook|shell hook|\b(source|\.) \S*(activate|bashrc|profile)|BASH_ENV")
_INTERACTIVE = re.compile(r"-[a-z]*[il][a-z]*|--login")


@rule(severity=Severity.WARNING, keys=("activate",))
def check(program: Program) -> Iterator[Finding]:
    """Report the first one, unless the script reads the functions before."""
    if program.script is None or program.has_variable("BASH_ENV"):
        return
    script, after = program.script
    before = program.argv[: program.argv.index(script)]
    if _SET_UP.search(script.text) or any(_INTERACTIVE.fullmatch(word.text) for word in before if word not in after):
        return
    for command in program.commands:
        name = command.program
        if name in ("conda", "mamba", "micromamba") and [word.text for word in command.words[1:2]] == ["activate"]:
            message = f"`{name} activate` is a function of interactive shells, which this shell doesn't have"
            hint = 'write `eval "$(conda shell.bash hook)"` before it, or use `conda run`'
            yield Finding(command.words[0].path, message, hint, excerpt=f"{name} activate")
            return
