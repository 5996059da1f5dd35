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

_SUGGESTIONS = 20
"""Names for which a similar one is looked up: each takes time for each variable."""


@rule(keys=(UNDEFINED,))
def check(program: Program) -> Iterator[Finding]:
    """Report references in arguments, in scripts, where commands look like them, and in variables (a warning)."""
    names = list(dict.fromkeys(name for _, name in program.undefined_references))
    similar = {name: _similar(program, name) for name in names[:_SUGGESTIONS]}
    for word, name in program.undefined_references:
        is_argument = word in program.argv
        is_plain = not is_argument or word in program.arguments
        finding = _finding(program, word, name, similar.get(name), is_plain=is_plain)
        yield finding if is_argument else finding.as_warning


def _similar(program: Program, name: str) -> str | None:
    known = {*program.preset, *program.literal_names, *program.defined}
    return f"PET_{name}" if f"PET_{name}" in known else nearest(name, sorted(known), 0.7)


def _finding(program: Program, word: Word, name: str, similar: str | None, *, is_plain: bool) -> Finding:
    effect = "stays as it is" if is_plain else "runs a program of this name"
    message = f"`$({name})` {effect}: the container has no variable `{name}`"
    is_assigned = any(name == known for command in program.commands for known, _ in command.assignments)
    if not is_plain and is_assigned:
        hint: str | None = f"write `${name}` for a variable of the script"
    else:
        hint = f"did you mean `$({similar})`?" if similar else f"set `{name}` in `env`"
    return Finding(word.path, message, hint, excerpt=f"$({name})")
