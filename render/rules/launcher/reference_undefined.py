"""RUN197 reference-undefined: `$(NAME)` refers to a variable that the container doesn't have.

Kubernetes leaves a reference to an unknown variable as it is: torchrun stops at `--nnodes=$(NNODES)` with `invalid
literal for int()`, and other programs take the text for a path. In a script, the shell runs a program of that name, and
replaces the reference by nothing. Each launcher sets its own variables: `PET_NNODES` for torchrun, `NNODES` for
`launcher: plain`.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/

Example:
    image: registry.example/train:1
    command: [torchrun, --nnodes=$(NNODES), train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
"""

from collections.abc import Iterator

from render.programs.marks import UNDEFINED
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest


@rule(keys=(UNDEFINED,))
def check(program: Program) -> Iterator[Finding]:
    """Report references in arguments, in scripts, where commands look like them, and in variables (a warning)."""
    for word, name in program.undefined_references:
        is_argument = word in program.argv
        finding = _finding(program, word, name, is_plain=not is_argument or word in program.arguments)
        yield finding if is_argument else finding.as_warning


def _finding(program: Program, word: Word, name: str, *, is_plain: bool) -> Finding:
    effect = "stays as it is" if is_plain else "runs a program of this name"
    message = f"`$({name})` {effect}: the container has no variable `{name}`"
    is_assigned = any(name == known for command in program.commands for known, _ in command.assignments)
    if not is_plain and is_assigned:
        hint: str | None = f"write `${name}` for a variable of the script"
    else:
        known = {*(one for one in program.preset), *(one for one, _ in program.literals), *program.defined}
        similar = f"PET_{name}" if f"PET_{name}" in known else nearest(name, sorted(known), 0.7)
        hint = f"did you mean `$({similar})`?" if similar else f"set `{name}` in `env`"
    return Finding(word.path, message, hint, excerpt=f"$({name})")
