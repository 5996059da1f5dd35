"""RUN201 option-misspelt: a launcher has no option of this name, but a similar one.

torchrun, `accelerate launch` and `deepspeed` stop at an option that they don't know (`unrecognized arguments`), before
any process starts.

Source: https://docs.python.org/3/library/argparse.html#exiting-methods

Example:
    image: registry.example/train:1
    command: [torchrun, --nproc-per-nodes=8, train.py]
Use instead:
    image: registry.example/train:1
    command: [torchrun, --max-restarts=0, train.py]
"""

from collections.abc import Iterator

from render.programs.marks import MISSPELT
from render.programs.program import Program
from render.programs.trainer_arguments import NAMES
from render.rules.rule import Finding, rule
from render.schema_errors.suggest import nearest

_SIMILAR = 0.8
_OF_TRAININGS = NAMES | {
    *("batch_size", "config", "data_dir", "data_path", "dataset", "epochs", "lr", "max_length", "model", "num_epochs"),
    *("output", "resume", "seed", "steps", "train_data", "wandb"),
}
"""Options of the program: in front of the script the launcher reads them."""


@rule(keys=(MISSPELT,))
def check(program: Program) -> Iterator[Finding]:
    """Report unknown options that are similar to known ones or are a training's. Others may be of another release."""
    for found in program.launches:
        for option in found.unknown_options:
            near = nearest(option.name, found.tool.names | found.tool.similar, _SIMILAR)
            if near is not None:
                written = option.flag.text.partition("=")[0]
                message = f"`{found.name}` has no option `{written}`"
                yield Finding(option.flag.path, message, f"did you mean `--{near}`?", excerpt=option.flag.text)
            elif option.name in _OF_TRAININGS:
                written = option.flag.text.partition("=")[0]
                message = f"`{found.name}` has no option `{written}`"
                hint = "write the options of the program after its script"
                yield Finding(option.flag.path, message, hint, excerpt=option.flag.text)
