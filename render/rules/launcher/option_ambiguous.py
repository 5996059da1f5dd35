"""RUN169 option-ambiguous: torchrun rejects an option of the program as an ambiguous abbreviation.

Python before 3.12.8 (3.13.1) looks at all words of a command line before it knows which belong to the program.
OpenCLIP's `--logs` could be `--logs-specs` or `--logs_specs`: torchrun exits with status 2 and starts nothing.

Source: https://github.com/yoshitomo-matsubara/torchdistill/pull/329

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --logs=/checkpoints]
Use instead:
    image: registry.example/train:1
    command: [torchrun, --, train.py, --logs=/checkpoints]
"""

from collections.abc import Iterator
from itertools import takewhile

from render.problem import Severity
from render.programs.catalog import ProgramType
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("torchrun",))
def check(program: Program) -> Iterator[Finding]:
    """Report options of the program that abbreviate several of torchrun's."""
    for found in program.launched_by("torchrun"):
        if found.launcher is None or found.is_ended:
            continue
        for word in takewhile(lambda word: word.text != "--", found.program[1:]):
            option = word.text.partition("=")[0]
            if option.startswith("--") and len(candidates := _candidates(option, found.launcher)) > 1:
                listed = " or ".join(candidates)
                message = f"before Python 3.12.8, torchrun rejects `{option}` as ambiguous: it could be {listed}"
                yield Finding(word.path, message, "write `--` before the script, or before the module after `-m`")


def _candidates(option: str, launcher: ProgramType) -> list[str]:
    """Return torchrun's options that begin with this one; none if it is one of them."""
    spellings = {f"--{name}" for name in launcher.names} | {f"--{name.replace('_', '-')}" for name in launcher.names}
    return [] if option in spellings else [f"`{one}`" for one in sorted(spellings) if one.startswith(option)]
