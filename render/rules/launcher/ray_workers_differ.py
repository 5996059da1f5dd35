"""RUN332 ray-workers-differ: LLaMA-Factory on Ray has another number of processes than the run has GPUs.

`ray_num_workers` is the number of processes, each with one GPU. Its default is 1: one GPU trains, and all others of
the cluster are held and idle. With more than there are GPUs, the training never starts.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/hparams/training_args.py

Example:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    env: {USE_RAY: "1"}
    command: [llamafactory-cli, train, /config/sft.yaml]
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: /checkpoints/sft
        ray_num_workers: 8
Use instead:
    image: registry.example/train:1
    numNodes: 2
    launcher: ray
    env: {USE_RAY: "1"}
    command: [llamafactory-cli, train, /config/sft.yaml]
    resourcesPerNode: {limits: {cpu: 96, nvidia.com/gpu: 8}}
    storage: {checkpoints: {mode: existing, claimName: state}}
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: /checkpoints/sft
        ray_num_workers: 16
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import config_mark
from render.programs.program import Program
from render.rules.launcher._llamafactory import TRAINING, trainings
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=(config_mark("llamafactory"), *TRAINING))
def check(program: Program) -> Iterator[Finding]:
    """Compare the processes with the GPUs of all nodes."""
    devices = (program.nodes or 0) * (program.gpus or 0)
    for config in program.configs_of("llamafactory") if program.launcher == "ray" and devices else ():
        workers, each = config.find("ray_num_workers"), config.find("resources_per_worker", "GPU")
        hint = f"set `ray_num_workers: {devices}`"
        if workers is None:
            message = f"`{config.path}` has no `ray_num_workers`, whose default is 1: of {devices} GPUs one trains"
            yield config.finding(message, hint)
        elif workers.number is not None and (each is None or each.number == 1) and workers.number != devices:
            if workers.path != config.place and workers.number > devices:  # RUN157
                continue
            effect = "the others are idle" if workers.number < devices else "the training never starts"
            message = f"`ray_num_workers` is {workers.number}, but the run has {plural(devices, 'GPU')}: {effect}"
            yield workers.finding(message, hint)
    if program.launcher == "ray" and devices and not any(program.configs_of("llamafactory")):
        yield from _overrides(program, devices)


def _overrides(program: Program, devices: int) -> Iterator[Finding]:
    """Yield a finding for too few processes in an argument, whose file is in the image."""
    for command in trainings(program):
        for word in command.words[2:]:
            name, _, value = word.text.partition("=")
            if name == "ray_num_workers" and value.isdecimal() and 0 < int(value) < devices:
                message = f"`{word.text}`, but the run has {plural(devices, 'GPU')}: the others are idle"
                yield Finding(word.path, message, f"set it to `{devices}`", excerpt=word.text)
