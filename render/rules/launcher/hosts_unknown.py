"""RUN171 hosts-unknown: a launcher doesn't know the other nodes.

`mpirun`, `horovodrun` and `deepspeed` without a list of hosts, `composer` without `--world_size` and `fabric run`
without `--num-nodes` start processes on their own machine only. On every node of a run, each one trains the whole model
alone. In the launcher's pod (`launcher: mpi`, `horovod`, `deepspeed`) or on a Ray head, the nodes stay idle.

Source: https://www.deepspeed.ai/getting-started/#resource-configuration-multi-node

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [deepspeed, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: deepspeed
    ssh: {secretName: train-ssh}
    command: [deepspeed, train.py]
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""

from collections.abc import Iterator

from render.programs.command_line import Launch
from render.programs.marks import NO_HOSTS
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=(NO_HOSTS,))
def check(program: Program) -> Iterator[Finding]:
    """Report a launcher without any of the options and variables that name other nodes."""
    for found in program.launches if not program.chooses_by_rank else ():
        tool = found.tool
        is_central = program.launcher in ("deepspeed", "horovod", "mpi")
        if not (tool.others or tool.is_alone) or found.is_misspelt or not (is_central or program.is_distributed):
            continue
        is_home = tool.home == program.launcher and tool.finds_hosts
        if (is_home or _knows_others(program, found)) and not found.names_itself:
            continue
        path = found.launcher_word.path
        if is_central and tool.starts == "nodes":
            file = "/job/hostfile" if program.launcher == "deepspeed" else "/etc/mpi/hostfile"
            reason = "names only its own machine" if found.names_itself else "has no hosts"
            message = f"`{tool.name}` {reason}, so it starts all processes in the launcher's own pod, without GPUs"
            hint = "remove the list of hosts" if is_home else f"add `--hostfile {file}`"
            yield Finding(path, message, hint, excerpt=found.launcher_word.text)
        elif program.launcher == "ray":
            message = f"`{tool.name}` runs on the head only: the other nodes of the Ray cluster get no work"
            yield Finding(path, message, "start a Ray program, or use another `launcher`")
        elif not is_central:
            message = f"`{tool.name}` has no list of the other nodes, so each of the {program.nodes} nodes trains alone"
            yield Finding(path, message, _hint(found))


def _knows_others(program: Program, found: Launch) -> bool:
    options = {*found.options, *(found.program_options if not found.launcher else ())}
    values = {**found.options, **(found.program_options if not found.launcher else {})}
    for one in found.tool.others:
        name, equals, value = one.partition("=")
        if equals and name in values and values[name].literal in (None, value):
            return True
        if program.has_variable(name) if _is_variable(name) else not equals and name in options:
            return True
    return False


def _is_variable(name: str) -> bool:
    return name.partition("_")[0].isupper() and len(name) > 1


def _hint(found: Launch) -> str:
    if found.tool.is_alone:
        return "start the training script or module with `torchrun`"
    home, names = found.tool.home, found.tool.others
    option = next((f"`--{name.replace('=', ' ')}`" for name in names if not _is_variable(name)), "")
    if found.tool.starts == "nodes":
        return (
            f"use `launcher: {home}`, or a launcher that runs on every node, such as `torchrun`"
            if home
            else ("use a launcher that runs on every node, such as `torchrun`")
        )
    return f"use `launcher: {home}`" + (f" and add {option}" if option else "")
