"""RUN184 rendezvous-random: the nodes make up different names for their rendezvous.

Nodes find each other by the same id, address and port. `$RANDOM`, `$(date +%s)`, `$(uuidgen)`, `$$` and `$HOSTNAME`
have another value on every node: each waits in a rendezvous of its own until the timeout.

Source: https://docs.pytorch.org/docs/stable/elastic/run.html

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [bash, -c, exec torchrun --rdzv_id=$RANDOM train.py]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [bash, -c, exec torchrun train.py]
"""

import re
from collections.abc import Iterator

from render.programs.marks import RANDOM
from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_OPTIONS = ("rdzv_id", "rdzv_endpoint", "master_port", "main_process_port", "main_port")
_VARIABLES = ("MASTER_PORT", "PET_MASTER_PORT", "PET_RDZV_ENDPOINT", "PET_RDZV_ID")
_COMMANDS = r"(date|hostname|mktemp|openssl|python3?|shuf|uuidgen|od|head|tr|cat\s+/proc/sys/kernel/random)\b"
_RANDOM = re.compile(
    r"\$\{?(S?RANDOM|EPOCHSECONDS|EPOCHREALTIME|SECONDS|BASHPID|PPID)\b|\$\$(?!\()|\$\(\([^)]*RANDOM"
    rf"|(\$\(|`)\s*{_COMMANDS}"
)
_OWN = re.compile(r"\$\{?(HOSTNAME|POD_NAME|POD_IP|POD_UID)\b|\$\((HOSTNAME|POD_NAME|POD_IP|POD_UID)\)")
_NAME = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")


@rule(keys=(RANDOM,))
def check(program: Program) -> Iterator[Finding]:
    """Report options and variables of the rendezvous with such a value, also through a variable of the script."""
    if not program.is_distributed or program.chooses_by_rank or program.runs_once:
        return
    for source, word, excerpt in _settings(program):
        text = _resolve(program, word.text)
        is_id = source.endswith(("rdzv_id", "RDZV_ID"))
        match = _RANDOM.search(text) or (_OWN.search(text) if is_id else None)
        if match is not None and not word.is_literal:
            message = f"`{source}` is `{word.text}`, which differs on each of the {program.nodes} nodes"
            yield Finding(
                word.path, message, "write the same text for all nodes, such as the name of the run", excerpt=excerpt
            )


def _settings(program: Program) -> Iterator[tuple[str, Word, str]]:
    for found in program.launches:
        for name in _OPTIONS:
            option = found.options.get(name)
            if option is not None and option.value is not None:
                yield f"--{name}", option.value, option.flag.text
    for name, word in program.variables:
        if name in _VARIABLES:
            yield name, word, name


def _resolve(program: Program, text: str) -> str:
    """Return a text with the values of the script's variables; one step, for `ID=$RANDOM` and `--rdzv_id=$ID`."""
    values = {name: word.text for command in program.commands for name, word in command.assignments}
    return _NAME.sub(lambda match: values.get(match[1], match[0]), text)
