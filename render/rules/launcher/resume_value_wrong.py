"""RUN236 resume-value-wrong: an option names no checkpoint to resume from.

`--resume_from_checkpoint` of Hugging Face's Trainer takes a folder, or `True` in scripts that pass it on. `False` is a
text like any other: the Trainer looks for a checkpoint in a folder of this name and stops with `Can't find a valid
checkpoint`. Without a value, the option parser stops.

Source: https://huggingface.co/docs/transformers/main_classes/trainer#transformers.TrainingArguments.resume_from_checkpoint

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4, --resume_from_checkpoint=False]
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/tmp/out, --learning_rate=1e-4]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_NAME = "resume_from_checkpoint"
_OFF = ("0", "false", "no", "none", "null")


@rule(severity=Severity.WARNING, keys=(_NAME,))
def check(program: Program) -> Iterator[Finding]:
    """Report the option with a text that is not a folder, or of the Trainer without a value."""
    of_trainer = [arguments.launch for arguments in trainer_arguments(program)]
    for launch in program.launches:
        option = launch.program_options.get(_NAME)
        if option is None:
            continue
        if option.value is None and any(launch is one for one in of_trainer):
            message = f"`--{_NAME}` has no value, so the option parser stops"
            hint = "name a folder, such as `$(CHECKPOINT_DIR)`"
            yield Finding(option.flag.path, message, hint, excerpt=option.flag.text)
        elif option.value is not None and (option.literal or "").lower() in _OFF:
            message = f"`{option.literal}` is a text: the program looks for a checkpoint in a folder of this name"
            yield Finding(option.value.path, message, "remove the option", excerpt=option.value.text)
