"""STO118 torchtune-not-resumed: a restarted run of torchtune fails or starts from the first epoch.

With `resume_from_checkpoint: True`, torchtune needs `recipe_state/recipe_state.pt` in `output_dir` and ends with a
ValueError without it: at the first start there is none. Without the option, each restart trains the base model again
and overwrites the checkpoints. A shell can decide at each start.

Source: https://github.com/meta-pytorch/torchtune/blob/main/torchtune/training/checkpointing/_utils.py

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [tune, run, --nproc_per_node=8, full_finetune_distributed, --config, /config/full.yaml]
    files:
      /config/full.yaml: |
        checkpointer: {output_dir: /checkpoints/a}
        resume_from_checkpoint: True
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command:
      - bash
      - -c
      - |
        resume=False
        if [ -f /checkpoints/a/recipe_state/recipe_state.pt ]; then resume=True; fi
        exec tune run --nproc_per_node=8 full_finetune_distributed --config /config/full.yaml \\
            resume_from_checkpoint=$resume
    files:
      /config/full.yaml: |
        checkpointer: {output_dir: /checkpoints/a}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.marks import config_mark
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_kept, is_restarted

_NAME = "resume_from_checkpoint"
_STATE = "recipe_state/recipe_state.pt"


@rule(severity=Severity.WARNING, keys=(config_mark("torchtune"),))
def check(run: Run) -> Iterator[Finding]:
    """Report the option where it is always on, and where it is off although the checkpoints are kept."""
    for config in run.program.configs_of("torchtune") if is_restarted(run) else ():
        folder = config.find("checkpointer", "output_dir") or config.find("output_dir")
        setting = config.find(_NAME)
        if folder is None or folder.text is None or not is_kept(run, folder.text):
            continue
        hint = f"decide in a shell: `{_NAME}=True` if `{folder.text}/{_STATE}` exists"
        if setting is not None and setting.is_true:
            yield setting.finding(f"the first start fails: `{folder.text}` has no `{_STATE}` yet", hint)
        elif setting is None:
            yield folder.finding(f"without `{_NAME}`, a restarted run starts from the first epoch", hint)
        elif setting.is_false:
            yield setting.finding("a restarted run starts from the first epoch", hint)
