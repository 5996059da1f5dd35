"""RUN219 include-unknown: `deepspeed --include` names hosts that the hostfile doesn't have.

The nodes of a run have the names in `/job/hostfile`, which contain the name of the run. With another one `deepspeed`
stops with `Hostname 'worker-0' not found in hostfile`.

Source: https://www.deepspeed.ai/getting-started/#resource-configuration-multi-node

Example:
    image: registry.example/train:1
    launcher: deepspeed
    numNodes: 2
    ssh: {secretName: key}
    command: [deepspeed, --include=worker-0@worker-1, train.py]
Use instead:
    image: registry.example/train:1
    launcher: deepspeed
    numNodes: 2
    ssh: {secretName: key}
    command: [deepspeed, train.py]
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.rules.launcher._hosts import unknown_hosts
from render.rules.rule import Finding, rule

_OPTIONS = ("exclude", "include", "e", "i")


@rule(keys=_OPTIONS)
def check(program: Program) -> Iterator[Finding]:
    """Report hosts of another form than the chart's. `launcher: deepspeed` writes the hostfile."""
    if program.launcher != "deepspeed":
        return
    for found in program.launched_by("deepspeed"):
        if "hostfile" in found.options or "H" in found.options:
            continue
        for option, hosts in unknown_hosts(found, _OPTIONS, "@"):
            message = f"`{hosts[0]}` is not in `/job/hostfile`, whose nodes are called `NAME-node-0-0`"
            yield Finding(option.flag.path, message, "remove it, to use all nodes", excerpt=option.flag.text)
