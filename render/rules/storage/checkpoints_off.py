"""STO119 checkpoints-off: a restarted run begins again, since the program saves no checkpoints.

With `save_strategy: no`, or `save_steps` beyond `max_steps`, the Trainer of transformers saves nothing before the end.
A restart after a failure or a preemption then starts at step 0.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.save_strategy

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    failurePolicy: {maxRestarts: 3}
    command: [torchrun, run_clm.py, --output_dir=/checkpoints/a, --save_strategy=no]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    failurePolicy: {maxRestarts: 3}
    command: [torchrun, run_clm.py, --output_dir=/checkpoints/a, --save_strategy=steps]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=("save_steps", "save_strategy", "a configuration file"))
def check(run: Run) -> Iterator[Finding]:
    """Report it in a run whose spec asks for restarts."""
    if not run.at("failurePolicy", "maxRestarts"):
        return
    for arguments in trainer_arguments(run.program):
        strategy, every, last = map(arguments.find, ("save_strategy", "save_steps", "max_steps"))
        hint = "save checkpoints, or set `failurePolicy.maxRestarts` to 0"
        if strategy is not None and (strategy.text == "no" or strategy.is_false):
            yield strategy.finding("a restarted run starts at step 0: no checkpoint is saved", hint)
        elif strategy is None or strategy.text == "steps":
            steps = last.number if last is not None else None
            interval = every.number if every is not None else None
            if every is not None and steps and interval and interval > steps > 0:
                message = f"a restarted run starts at step 0: the first checkpoint is at {interval} of {steps} steps"
                yield every.finding(message, hint)
