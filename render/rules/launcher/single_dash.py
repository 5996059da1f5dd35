"""RUN220 single-dash: a long option of the training has one dash.

`argparse`, which Hugging Face's scripts use, reads `-output_dir` as options of one letter, and stops.

Source: https://docs.python.org/3/library/argparse.html#prefix-chars

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --model_name_or_path=a/b, -output_dir=/checkpoints]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --model_name_or_path=a/b, --output_dir=/checkpoints]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.programs.program import Program
from render.programs.trainer_arguments import NAMES
from render.rules.rule import Finding, rule


@rule(keys=tuple(sorted(NAMES)))
def check(program: Program) -> Iterator[Finding]:
    """Report arguments of the Trainer with one dash next to one with two."""
    for launch in program.launches:
        own = [option for name, option in launch.program_options.items() if name in NAMES]
        if any(option.flag.text.startswith("--") for option in own):
            for option in own:
                if not option.flag.text.startswith("--"):
                    written = option.flag.text.partition("=")[0]
                    message = f"`{written}` has one dash, so it isn't the option `-{written}`"
                    yield Finding(option.flag.path, message, f"write `-{written}`", excerpt=option.flag.text)
