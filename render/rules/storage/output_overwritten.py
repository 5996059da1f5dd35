"""STO112 output-overwritten: a restarted run ignores its checkpoints and begins again.

LLaMA-Factory and programs like the examples of transformers resume from the last checkpoint in `output_dir` by
themselves. With `overwrite_output_dir: true` they don't: after a failure or a preemption the run starts at step 0 and
writes over what it has saved.

Source: https://github.com/hiyouga/LLaMA-Factory/blob/main/src/llamafactory/hparams/parser.py

Example:
    image: registry.example/train:1
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    storage: {checkpoints: {mode: existing, claimName: state}}
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: /checkpoints/sft
        overwrite_output_dir: true
Use instead:
    image: registry.example/train:1
    launcher: llamafactory
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [llamafactory-cli, train, /config/sft.yaml]
    storage: {checkpoints: {mode: existing, claimName: state}}
    files:
      /config/sft.yaml: |
        stage: sft
        output_dir: /checkpoints/sft
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_restarted


@rule(severity=Severity.WARNING, keys=("overwrite_output_dir", "a configuration file"))
def check(run: Run) -> Iterator[Finding]:
    """Report it in a run that may start again, unless the checkpoint to resume from is set."""
    if not is_restarted(run):
        return
    for arguments in trainer_arguments(run.program):
        overwrites, resumes = arguments.find("overwrite_output_dir"), arguments.find("resume_from_checkpoint")
        is_set = resumes is not None and resumes.value not in (None, False, "", "false", "False", "null")
        if overwrites is not None and overwrites.is_true and not is_set:
            message = "a restarted run ignores its checkpoints and starts at step 0"
            yield overwrites.finding(f"with `overwrite_output_dir`, {message}", "remove it")
