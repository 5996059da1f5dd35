"""ENV109 key-not-set: the training reports to a service, and the pods have no key for it.

With `--report_to=wandb` rank 0 stops with `api_key not configured (no-tty)` where `WANDB_API_KEY` is not set, since no
terminal can ask for it. `--push_to_hub` needs `HF_TOKEN`. An image or a file may have the key as well.

Source: https://docs.wandb.ai/guides/track/environment-variables/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints, --learning_rate=1e-4, --report_to=wandb]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints, --learning_rate=1e-4, --report_to=wandb]
    env:
      WANDB_API_KEY: {valueFrom: {secretKeyRef: {name: wandb, key: api-key}}}
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.program import Program
from render.programs.setting import Setting
from render.programs.trainer_arguments import trainer_arguments
from render.rules.rule import Finding, rule

_WANDB = ("WANDB_API_KEY", "WANDB_DISABLED", "WANDB_IDENTITY_TOKEN_FILE", "WANDB_MODE", "NETRC")
_HUB = ("HF_HOME", "HF_TOKEN", "HF_TOKEN_PATH", "HUGGINGFACE_HUB_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_LOGINS = ("login", "netrc")


@rule(severity=Severity.WARNING, keys=("report_to", "push_to_hub", "a configuration file"))
def check(program: Program) -> Iterator[Finding]:
    """Look for the keys in the environment."""
    texts = (*(word.text for word in program.argv), *program.files)
    if any(login in text for login in _LOGINS for text in texts):
        return
    for arguments in trainer_arguments(program):
        report = arguments.find("report_to")
        if report is not None and _names(report, "wandb") and not any(map(program.has_variable, _WANDB)):
            message = "Weights & Biases needs a key, and no variable has it"
            hint = "set `WANDB_API_KEY` from a Secret, or `WANDB_MODE: offline`"
            yield report.finding(message, hint)
        push = arguments.find("push_to_hub")
        is_known = arguments.find("hub_token") is not None or arguments.find("push_to_hub_token") is not None
        if push is not None and push.is_true and not is_known and not any(map(program.has_variable, _HUB)):
            yield push.finding("the hub needs a token, and no variable has it", "set `HF_TOKEN` from a Secret")


def _names(setting: Setting, service: str) -> bool:
    return setting.value == service or (isinstance(setting.value, list) and service in setting.value)
