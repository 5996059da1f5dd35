"""RUN192 lightning-size-differs: Lightning has another number of nodes or devices than the run.

Under torchrun, Lightning compares `trainer.num_nodes` (1 unless it is set) times `trainer.devices` with the number of
processes, and stops if they differ. Under `launcher: plain` it waits for nodes that don't exist. NeMo passes the same
keys; verl waits for the GPUs of `trainer.nnodes` times `trainer.n_gpus_per_node` in its Ray cluster.

Source: https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/plugins/environments/torchelastic.py

Example:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, trainer.num_nodes=2, trainer.devices=8]
Use instead:
    image: registry.example/train:1
    numNodes: 4
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, trainer.num_nodes=4, trainer.devices=8]
"""

from collections.abc import Iterator, Sequence

from render.programs.program import Program
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_NODES = ("trainer.nnodes", "trainer.num_nodes")
_DEVICES = ("trainer.devices", "trainer.n_gpus_per_node")
"""Settings of Lightning and NeMo, and of verl, which reserves them on Ray."""
_FILES = frozenset({"c", "config", "trainer"})
"""Options of LightningCLI for a file that may have it."""


@rule(keys=(*_NODES, *_DEVICES))
def check(program: Program) -> Iterator[Finding]:
    """Compare both numbers with the run."""
    if program.is_elastic or program.world is None or (program.runs_once and program.launcher != "ray"):
        return
    settings = list(_settings(program))
    for name, word, value in settings:
        right = program.nodes if name in _NODES else program.processes
        if value.isdecimal() and right is not None and int(value) != right:
            what = "nodes" if name in _NODES else "processes per node"
            message = f"`{name}` is {value}, but the run has {right} {what}"
            yield Finding(word.path, message, f"set it to `{right}`", excerpt=word.text)
    yield from _nodes_missing(program, settings)


def _nodes_missing(program: Program, settings: Sequence[tuple[str, Word, str]]) -> Iterator[Finding]:
    """Yield a warning for devices of LightningCLI without a number of nodes, unless its file may have it."""
    by_name = {name: word for name, word, _ in settings}
    device = by_name.get("trainer.devices")
    if device is None or not device.text.startswith("--") or "trainer.num_nodes" in by_name:
        return
    has_file = any(_FILES & launch.program_options.keys() for launch in program.launches)
    if (program.nodes or 1) > 1 and not has_file:
        message = f"`trainer.num_nodes` is missing, so it is 1, but the run has {program.nodes} nodes"
        hint = f"add `--trainer.num_nodes={program.nodes}`"
        yield Finding(device.path, message, hint, excerpt=device.text).as_warning


def _settings(program: Program) -> Iterator[tuple[str, Word, str]]:
    for launch in program.launches:
        for name in (*_NODES, *_DEVICES):
            option = launch.program_options.get(name)
            if option is not None and option.literal is not None:
                yield name, option.flag, option.literal
        for word in launch.program[1:]:
            name, _, value = word.text.lstrip("+").partition("=")
            if name in (*_NODES, *_DEVICES):
                yield name, word, value
